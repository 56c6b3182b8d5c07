#include "harness/judging/decisions.h"

#include <algorithm>
#include <map>
#include <set>

#include "harness/judging/need_table.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using Candidate = ResultView::Candidate;

bool is_time(const Need& need) { return std::string_view(need.counter) == "added_ns"; }

bool can_serve(const Candidate& candidate, const Need& need) {
  if (need.among == Among::unpaired && candidate.transfer == "paired") return false;
  return !candidate.floor ||
         (need.among == Among::with_floor && candidate.design == "call_through");
}

std::optional<Answer> answer_of(const ordered_json& row, const Need& need,
                                const Candidate& candidate) {
  const double value = row.at(need.counter);
  if (is_time(need))
    return Answer{candidate, row_name(row), value, row.at("added_ns_low"), row.at("added_ns_high")};
  // A design that needs no memory for a call in flight took it when the tracer was attached. This
  // figure does not show that memory.
  if (value == 0) return std::nullopt;
  return Answer{candidate, row_name(row), value, value, value};
}

// Memory depends on the design, not on the transfer.
std::string name_of(const Answer& answer, const Need& need) {
  return is_time(need) ? answer.candidate.text() : answer.candidate.design;
}

bool ties(const Answer& answer, const Answer& best) {
  return answer.low <= best.high || answer.value < (1 + tie) * best.value;
}

// Nothing where fewer than two candidates have a number.
std::optional<Decision> decision_of(const ResultView& view, std::size_t number) {
  const Need& need = need_table()[number];
  Decision decision{.number = number,
                    .need = need.what,
                    .workload = need.workload,
                    .registers = need.registers,
                    .tracers = need.tracers,
                    .unit = is_time(need) ? "ns" : "B",
                    .chosen = {},
                    .answers = {},
                    .next = {},
                    .left_out = {}};
  std::map<std::string, std::string> why_void;  // by design
  for (const Candidate& candidate : view.candidates()) {
    if (!can_serve(candidate, need)) continue;
    const ordered_json* row = view.row(need.workload, candidate, need.registers, need.tracers);
    if (!row) continue;
    if (is_void(*row))
      why_void.emplace(candidate.design, row->at("void"));
    else if (auto answer = answer_of(*row, need, candidate))
      decision.answers.push_back(std::move(*answer));
  }
  if (decision.answers.size() < 2) return std::nullopt;
  std::ranges::stable_sort(decision.answers, {}, &Answer::value);

  // A design is judged by its best candidate.
  std::set<std::string> seen;
  for (const Answer& answer : decision.answers) {
    if (!seen.insert(answer.candidate.design).second) continue;
    if (ties(answer, decision.answers.front()))
      decision.chosen.push_back(name_of(answer, need));
    else if (!decision.next)
      decision.next = answer;
  }
  for (const auto& [design, why] : why_void)
    if (!seen.contains(design)) decision.left_out.push_back({design, why});
  return decision;
}

ordered_json to_json(const Answer& answer) {
  return {{"design", answer.candidate.design},
          {"transfer", answer.candidate.transfer},
          {"floor", answer.candidate.floor},
          {"row", answer.row},
          {"value", answer.value},
          {"low", answer.low},
          {"high", answer.high}};
}

}  // namespace

bool Decision::is_common() const { return number < common_needs; }

std::vector<Decision> decide(const ResultView& view) {
  std::vector<Decision> decisions;
  for (std::size_t i = 0; i < need_table().size(); ++i)
    if (auto decision = decision_of(view, i)) decisions.push_back(std::move(*decision));
  return decisions;
}

std::string overall(const std::vector<Decision>& decisions) {
  std::map<std::string, std::size_t> times;
  std::size_t needs = 0, most = 0;
  for (const Decision& decision : decisions) {
    if (!decision.is_common()) continue;
    ++needs;
    for (const std::string& name : decision.chosen)
      most = std::max(most, ++times[name.substr(0, name.find('/'))]);
  }
  std::erase_if(times, [&](const auto& each) { return each.second < most; });
  return needs == 0 ? ""
                    : joined(times, ", ", &decltype(times)::value_type::first) +
                          ": best, or level with the best, for " + std::to_string(most) + " of " +
                          std::to_string(needs) + " needs";
}

ordered_json decision_json(const ResultView& view) {
  ordered_json decisions = ordered_json::array();
  for (const Decision& decision : decide(view)) {
    ordered_json& one = decisions.emplace_back(ordered_json{{"number", decision.number},
                                                            {"need", decision.need},
                                                            {"common", decision.is_common()},
                                                            {"workload", decision.workload},
                                                            {"registers", decision.registers},
                                                            {"tracers", decision.tracers},
                                                            {"unit", decision.unit},
                                                            {"chosen", decision.chosen}});
    for (const Answer& answer : decision.answers) one["answers"].push_back(to_json(answer));
    if (decision.next) one["next"] = to_json(*decision.next);
  }
  return decisions;
}

}  // namespace retprobe::harness
