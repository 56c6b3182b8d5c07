// The table of scenarios, and the functions that make their outcomes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "harness/verify/call_tree.h"
#include "harness/verify/played.h"
#include "harness/verify/require.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {
namespace {

// Static constructors fill it, in an unspecified order. So the list is made at its first use.
std::vector<const Scenario*>& registered() {
  static auto* list = new std::vector<const Scenario*>;
  return *list;
}

// False: there is one of this name.
bool add(const Scenario& scenario) {
  auto& list = registered();
  const auto at = std::ranges::lower_bound(list, scenario.name, {}, &Scenario::name);
  if (at != list.end() && (*at)->name == scenario.name) return false;
  list.insert(at, &scenario);
  return true;
}

// Adds those that are text. They are never freed, as the list.
bool add_played() {
  for (const PlayedScenario& played : played_scenarios()) {
    const auto* const scenario = new Scenario{
        played.name, played.holds, played,
        [&played](const Cell& cell) { return play(cell, played.plays(cell.tracers)); }};
    require(add(*scenario), played.file + ":" + std::to_string(played.line) +
                                ": there is a SCENARIO(" + played.name + ", …), too; rename one");
  }
  return true;
}

bool run_everything = false;

constexpr std::size_t window = 160;  // bytes shown of a long text, around the first difference

std::string excerpt(std::string_view text, std::size_t at) {
  if (text.size() <= window) return "\"" + std::string(text) + "\"";
  const std::size_t begin = at < window / 2 ? 0 : std::min(at - window / 2, text.size() - window);
  return (begin ? "…\"" : "\"") + std::string(text.substr(begin, window)) +
         (begin + window < text.size() ? "\"…" : "\"");
}

}  // namespace

RegisterScenario::RegisterScenario(const Scenario& scenario) {
  if (add(scenario)) return;
  std::fprintf(stderr, "retprobe: two scenarios are called %.*s; rename one\n",
               static_cast<int>(scenario.name.size()), scenario.name.data());
  std::abort();
}

std::span<const Scenario* const> scenarios() {
  [[maybe_unused]] static const bool has_played = add_played();
  return registered();
}

bool exhaustive() { return run_everything; }
void set_exhaustive(bool everything) { run_everything = everything; }

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::declared:
      return "declared";
    case Verdict::not_asked:
      return "not asked";
    case Verdict::unavailable:
      return "unavailable";
  }
  return "?";
}

std::string_view to_string(Lack lack) {
  constexpr std::string_view names[] = {"hardware", "toolchain", "package", "permission", "time"};
  static_assert(std::size(names) == lack_count);
  return names[static_cast<std::size_t>(lack)];
}

Outcome pass() { return {}; }
Outcome pass_without_calls(std::string why) {
  Outcome outcome{Verdict::pass, std::move(why)};
  outcome.calls_nothing = true;
  return outcome;
}
Outcome fail(std::string detail) { return {Verdict::fail, std::move(detail)}; }
Outcome unavailable(Lack lack, std::string why) {
  Outcome outcome{Verdict::unavailable, std::move(why)};
  outcome.lack = lack;
  return outcome;
}

void require(const Error& error) {
  if (error) throw std::runtime_error(error.message());
}

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw std::runtime_error(otherwise);
}

void require(const Outcome& outcome, const std::string& when) {
  if (outcome.verdict == Verdict::unavailable) throw Unavailable(outcome.lack, outcome.detail);
  require(outcome.verdict == Verdict::pass, when + outcome.detail);
}

void require_equal(std::string_view what, std::uint64_t seen, std::uint64_t expected) {
  if (seen != expected)
    throw std::runtime_error(std::string(what) + ": expected " + std::to_string(expected) +
                             ", seen " + std::to_string(seen));
}

Outcome compare(std::string_view seen, std::string_view expected) {
  if (seen == expected) return pass();
  const std::size_t at =
      static_cast<std::size_t>(std::ranges::mismatch(seen, expected).in1 - seen.begin());
  return fail("expected " + excerpt(expected, at) + ", seen " + excerpt(seen, at) +
              ": they differ from character " + std::to_string(at + 1) + " on");
}

}  // namespace retprobe::harness
