#include "harness/run/comparison.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <span>
#include <utility>

#include "harness/judging/ratio.h"
#include "harness/must.h"
#include "harness/report/table.h"
#include "harness/run/report.h"
#include "harness/session/context.h"
#include "harness/session/process.h"

namespace retprobe::run {
namespace {

using harness::Descriptor;
using harness::Failure;
using harness::fixed;
using harness::must;
using harness::Spread;
using harness::Table;
using nlohmann::ordered_json;

// What a program wrote: a file in memory.
class Written {
 public:
  Written() : file_(memfd_create("retprobe-output", MFD_CLOEXEC)) {}
  bool ok() const { return file_.ok(); }
  int descriptor() const { return file_.get(); }
  // Where the two begin to differ, or nothing.
  std::optional<off_t> difference(const Written& other) const {
    std::array<std::vector<char>, 2> parts = {std::vector<char>(1 << 16),
                                              std::vector<char>(1 << 16)};
    for (off_t at = 0;;) {
      const ssize_t here = pread(descriptor(), parts[0].data(), parts[0].size(), at);
      const ssize_t there = pread(other.descriptor(), parts[1].data(), parts[1].size(), at);
      const auto common = static_cast<std::ptrdiff_t>(std::max<ssize_t>(0, std::min(here, there)));
      const auto [one, two] =
          std::mismatch(parts[0].begin(), parts[0].begin() + common, parts[1].begin());
      if (one != parts[0].begin() + common || here != there) return at + (one - parts[0].begin());
      if (here <= 0) return {};
      at += here;
    }
  }

 private:
  Descriptor file_;
};

struct Ran {
  Launched launched;
  Written output, errors;
  Calls calls;
  std::uint64_t called = 0, missed = 0;
  bool missed_is_known = true;
};

// The runs of one candidate.
struct Samples {
  Calls calls;                 // of the first round
  std::vector<double> called;  // how many calls were seen, for each round
};

double median_of(const std::vector<double>& values) { return harness::spread_of(values).median; }

class Turns {
 public:
  Turns(const ComparisonPlan& plan, const OnRun& on_run) : on_run_(on_run) { result_.plan = plan; }

  Comparison run() {
    result_.moment = harness::moment_context();
    // The first run says what the program does, the second one whether it does so each time.
    reference_ = once(nullptr);
    const Ran second = once(nullptr);
    result_.status = reference_.launched.status;
    result_.output_is_steady = output_difference(second).empty();
    choose_rounds(second.launched.seconds);
    for (const harness::Cell& cell : result_.plan.cells)
      result_.costs.emplace_back(cell.design, cell.transfer);
    samples_.resize(result_.costs.size());
    for (unsigned round = 0; round < result_.plan.rounds; ++round) one_round(round);
    on_run_(done_, total_, "done");
    judge();
    return std::move(result_);
  }

 private:
  void choose_rounds(double seconds) {
    constexpr double budget = 60;
    constexpr unsigned least = 6, most = 20;  // six samples make an interval of 95 %
    const double runs = static_cast<double>(result_.plan.cells.size() + 1);
    unsigned& rounds = result_.plan.rounds;
    if (rounds == 0)
      rounds = static_cast<unsigned>(std::clamp<double>(budget / (runs * seconds), least, most));
    total_ = 2 + rounds * (result_.plan.cells.size() + 1);
  }

  // `cell`: null for the unprobed program.
  Ran once(const harness::Cell* cell) {
    on_run_(done_++, total_, cell ? cell->design : "unprobed");
    Ran ran;
    LaunchPlan plan = result_.plan.program;
    plan.design = cell ? cell->design : "";
    plan.transfer = cell ? cell->transfer : "";
    const Descriptor input(open(result_.plan.input.c_str(), O_RDONLY | O_CLOEXEC));
    if (!input.ok()) throw Failure(system_error("--input " + result_.plan.input, errno));
    if (!ran.output.ok() || !ran.errors.ok())
      throw Failure(system_error("memory for output", errno));
    plan.input = input.get();
    plan.output = ran.output.descriptor();
    plan.errors = ran.errors.descriptor();
    ran.launched = must(launch(plan));
    const int status = ran.launched.status;
    const bool is_stopped =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
    // The program may handle the signal itself.
    if (is_stopped || Signals::received() != 0)
      throw Failure({Error::Code::system,
                     "interrupted: " + escaped(plan.command[0]) + ": " + how_it_ended(status)});
    for (const ProcessReport& process : ran.launched.processes) {
      ran.missed_is_known &= process.functions.empty() || process.missed_is_known();
      for (const FunctionCounts& counts : process.functions) {
        Ends& ends = ran.calls[{counts.module, counts.name}];
        ends.calls += counts.calls + counts.missed;
        ends.returned += counts.returned;
        ends.unwound += counts.unwound;
        ends.abandoned += counts.abandoned;
        ran.called += counts.calls;
        ran.missed += counts.missed;
      }
    }
    return ran;
  }

  // "" where the run wrote the same as the first one.
  std::string output_difference(const Ran& ran) const {
    if (const auto at = ran.output.difference(reference_.output))
      return "standard output differs from byte " + std::to_string(*at) + " on";
    if (const auto at = ran.errors.difference(reference_.errors))
      return "standard error differs from byte " + std::to_string(*at) + " on";
    return {};
  }

  std::string difference(const Ran& ran) const {
    const int status = ran.launched.status, expected = result_.status;
    if (status != expected) return how_it_ended(status) + ", unprobed " + how_it_ended(expected);
    if (!ran.launched.problem.empty()) return "it ran unprobed: " + ran.launched.problem;
    return result_.output_is_steady ? output_difference(ran) : "";
  }

  void one_round(unsigned round) {
    // The order changes from round to round, so that no candidate is always behind the same one.
    const std::size_t cells = result_.plan.cells.size();
    for (std::size_t turn = 0; turn <= cells; ++turn) {
      const std::size_t which = (turn + round) % (cells + 1);
      const bool is_unprobed = which == cells;
      const Ran ran = once(is_unprobed ? nullptr : &result_.plan.cells[which]);
      if (is_unprobed)
        result_.processor.push_back(ran.launched.processor);
      else
        take(result_.costs[which], samples_[which], ran);
    }
  }

  void take(Cost& cost, Samples& samples, const Ran& ran) {
    const Launched& launched = ran.launched;
    cost.processor.push_back(launched.processor - launched.setup);
    cost.attach.push_back(launched.setup);
    cost.missed += ran.missed;
    cost.missed_is_known &= ran.missed_is_known;
    if (cost.difference.empty()) cost.difference = difference(ran);
    result_.functions = std::max(result_.functions, launched.probed);
    std::vector<std::string> notes = {launched.modules_problem, launched.not_found};
    if (launched.probed == 0)
      notes = {launched.problem.empty() ? why_none_was_probed(result_.plan.program, launched)
                                        : launched.problem};
    for (const std::string& note : notes)
      if (!note.empty() && std::ranges::find(result_.notes, note) == result_.notes.end())
        result_.notes.push_back(note);
    if (samples.called.empty()) {
      cost.calls = ran.called;
      samples.calls = ran.calls;
    } else if (samples.calls != ran.calls) {
      result_.calls_are_steady = false;
    }
    samples.called.push_back(static_cast<double>(ran.called));
  }

  std::string calls_difference_of(std::size_t which) const {
    const Cost &cost = result_.costs[which], &first = result_.costs[0];
    // A missed call has no end, and call_through sees no jump (docs/run.md).
    const bool have_ends = cost.missed == 0 && first.missed == 0 &&
                           (cost.design == "call_through") == (first.design == "call_through");
    return calls_difference(samples_[which].calls, samples_[0].calls, first.design, have_ends);
  }

  void judge() {
    // One round does not show whether the calls are the same each time.
    result_.calls_are_steady &= result_.plan.rounds > 1;
    for (std::size_t which = 0; which < samples_.size(); ++which) {
      Cost& cost = result_.costs[which];
      const Samples& samples = samples_[which];
      if (result_.calls_are_steady && cost.difference.empty()) {
        const std::string difference = calls_difference_of(which);
        if (!difference.empty() && !(cost.missed_is_known && result_.costs[0].missed_is_known)) {
          result_.notes.push_back(cost.design + ": void: " + difference + ", or were missed");
          continue;
        }
        cost.difference = difference;
      }
      if (!cost.difference.empty() || cost.missed != 0) continue;
      if (const auto none = std::ranges::find(samples.called, 0); none != samples.called.end()) {
        if (result_.functions != 0)
          result_.notes.push_back(cost.design + ": void, since it saw no call in round " +
                                  std::to_string(none - samples.called.begin() + 1) + " of " +
                                  std::to_string(samples.called.size()));
        continue;
      }
      cost.slowdown = harness::ratio_of_pairs(cost.processor, result_.processor);
      std::vector<double> ns;
      for (std::size_t i = 0; i < cost.processor.size(); ++i)
        ns.push_back((cost.processor[i] - result_.processor[i]) * 1e9 / samples.called[i]);
      cost.ns_per_call = harness::spread_of(std::move(ns));
    }
    if (!std::ranges::all_of(result_.costs, &Cost::missed_is_known))
      result_.notes.emplace_back(
          "how many calls were missed is known of processes that ended by exit or exec only");
    decide(result_);
  }

  const Signals signals_;
  OnRun on_run_;
  Comparison result_;
  Ran reference_;
  std::vector<Samples> samples_;  // of each of the result's costs
  std::size_t done_ = 0, total_ = 2;
};

// Whether what the probes add is less than 5 % more than with the best design, or cannot be told
// from it.
bool is_tied(const std::vector<double>& unprobed, const Cost& cost, const Cost& best) {
  std::vector<double> more;  // in each round: than 1.05 times what the best one adds
  for (std::size_t i = 0; i < unprobed.size(); ++i)
    more.push_back(cost.processor[i] - unprobed[i] - 1.05 * (best.processor[i] - unprobed[i]));
  return harness::spread_of(std::move(more)).low <= 0;
}

std::string with_interval(const Spread& spread, int digits) {
  return fixed(spread.median, digits) + " [" + fixed(spread.low, digits) + ", " +
         fixed(spread.high, digits) + "]";
}

// Otherwise the time for each call is the noise of the whole run, shared among the calls.
bool shows_cost(const Comparison& comparison, const Cost& cost) {
  return !comparison.decides_nothing() && cost.slowdown->low > 1;
}

std::string answer(const Comparison& comparison) {
  const auto has_name = [&](const Cost& cost) { return cost.design == comparison.take.front(); };
  if (comparison.take.empty()) return "no design has a figure for this program";
  if (comparison.decides_nothing())
    return "for this program: any of them; the probes add " +
           fixed(comparison.added_seconds * 1e3, 1) +
           " ms in all, of which loading the library takes one or two: let it make more calls";
  const Cost& best = *std::ranges::find_if(comparison.costs, has_name);
  std::string text = "for this program: " + harness::joined(comparison.take, " or ");
  if (comparison.take.size() > 1)
    text += " (their added times differ by less than 5 %, or by less than this run can show)";
  return text + ", " + fixed(best.ns_per_call->median, 1) + " ns per call";
}

}  // namespace

Result<Comparison> compare(const ComparisonPlan& plan, const OnRun& on_run) try {
  return Turns(plan, on_run).run();
} catch (const Failure& failure) {
  return failure.error;
}

std::string calls_difference(const Calls& seen, const Calls& expected, const std::string& other,
                             bool have_ends) {
  constexpr std::array<std::pair<std::uint64_t Ends::*, const char*>, 4> parts = {{
      {&Ends::calls, ""},
      {&Ends::returned, " returned"},
      {&Ends::unwound, " were unwound"},
      {&Ends::abandoned, " were abandoned"},
  }};
  std::map<Calls::key_type, std::array<Ends, 2>> both;
  for (const auto& [name, ends] : seen) both[name][0] = ends;
  for (const auto& [name, ends] : expected) both[name][1] = ends;
  for (const auto& [name, ends] : both)
    for (const auto& [count, what] : std::span(parts).first(have_ends ? parts.size() : 1))
      if (ends[0].*count != ends[1].*count)
        return std::to_string(ends[0].*count) + " calls of " + name.second + what + ", " + other +
               " saw " + std::to_string(ends[1].*count);
  return {};
}

void decide(Comparison& comparison) {
  const Cost* best = nullptr;
  for (const Cost& cost : comparison.costs)
    if (!cost.is_void() && (!best || cost.slowdown->median < best->slowdown->median)) best = &cost;
  if (!best) return;
  comparison.added_seconds = (best->slowdown->median - 1) * median_of(comparison.processor);
  comparison.take = {best->design};
  for (const Cost& cost : comparison.costs)
    if (&cost != best && !cost.is_void() &&
        (comparison.decides_nothing() || is_tied(comparison.processor, cost, *best)))
      comparison.take.push_back(cost.design);
}

std::string comparison_text(const Comparison& comparison) {
  const ComparisonPlan& plan = comparison.plan;
  const double unprobed = median_of(comparison.processor);
  std::string text = "retprobe run --compare: " + escaped(plan.program.command[0]) + ": " +
                     how_it_ended(comparison.status) + ", " + fixed(unprobed, 3) +
                     " s of processor time unprobed; " + std::to_string(plan.rounds) + " rounds, " +
                     grouped(comparison.functions) + " functions probed\n";
  if (comparison.functions == 0) {
    for (const std::string& note : comparison.notes)
      text += "\nno function was probed: " + note + "\n";
    return text + "for this program: " + answer(comparison) + "\n";
  }
  std::uint64_t calls = 0;
  for (const Cost& cost : comparison.costs) calls = std::max(calls, cost.calls);
  text += grouped(calls) + " calls";
  if (unprobed > 0)
    text += ": " + fixed(static_cast<double>(calls) / unprobed / 1e6, 1) +
            " million per second of processor time unprobed";
  text += "\n\n";
  Table table({2, 3, 4, 5});
  table.add({"design", "program", "missed", "slowdown", "ns per call", "attach, ms"});
  for (const Cost& cost : comparison.costs) {
    const std::string name =
        cost.transfer == "-" ? cost.design : cost.design + ", " + cost.transfer;
    table.add({name, cost.difference.empty() ? "the same" : "DIFFERENT",
               cost.missed_is_known || cost.missed != 0 ? grouped(cost.missed) : "?",
               cost.is_void() ? "void" : with_interval(*cost.slowdown, 2),
               cost.is_void()                 ? ""
               : shows_cost(comparison, cost) ? with_interval(*cost.ns_per_call, 1)
                                              : "none seen",
               fixed(median_of(cost.attach) * 1e3, 1)});
  }
  text += table.text() + "\n";
  for (const Cost& cost : comparison.costs)
    if (!cost.difference.empty()) text += cost.design + ": " + cost.difference + "\n";
  if (!comparison.output_is_steady)
    text += "unprobed, the program does not write the same each time: output was not compared\n";
  if (plan.rounds == 1)
    text += "numbers of calls were not compared: that takes two rounds\n";
  else if (!comparison.calls_are_steady)
    text += "the program does not make the same calls each time: they were not compared\n";
  for (const std::string& note : comparison.notes) text += note + "\n";
  return text + answer(comparison) + "\n";
}

ordered_json comparison_json(const Comparison& comparison) {
  const ComparisonPlan& plan = comparison.plan;
  const auto interval = [](const Spread& spread) {
    return ordered_json{{"median", spread.median}, {"low", spread.low}, {"high", spread.high}};
  };
  ordered_json rows = ordered_json::array();
  for (const Cost& cost : comparison.costs) {
    ordered_json row = {{"design", cost.design},
                        {"transfer", cost.transfer},
                        {"difference", escaped(cost.difference)},
                        {"calls", cost.calls},
                        {"missed", cost.missed},
                        {"processor_seconds", cost.processor},
                        {"attach_seconds", cost.attach}};
    if (!cost.is_void()) {
      row["slowdown"] = interval(*cost.slowdown);
      row["ns_per_call"] = interval(*cost.ns_per_call);
    }
    rows.push_back(row);
  }
  ordered_json context = harness::machine_context();
  context.update(comparison.moment);
  context["interval_coverage"] = harness::coverage(plan.rounds);
  ordered_json compared = {{"context", context},
                           {"command", escaped(plan.program.command)},
                           {"functions", escaped(plan.program.functions)},
                           {"excluded", escaped(plan.program.excluded)},
                           {"input", escaped(plan.input)},
                           {"rounds", plan.rounds}};
  compared.update(status_json(comparison.status));
  compared["output_compared"] = comparison.output_is_steady;
  compared["calls_compared"] = comparison.calls_are_steady;
  compared["functions_probed"] = comparison.functions;
  compared["processor_seconds"] = comparison.processor;
  compared["added_seconds"] = comparison.added_seconds;
  compared["take"] = comparison.take;
  compared["answer"] = answer(comparison);
  compared["notes"] = escaped(comparison.notes);
  return {{"compare_run", compared}, {"rows", rows}};
}

}  // namespace retprobe::run
