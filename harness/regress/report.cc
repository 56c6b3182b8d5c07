#include "harness/regress/report.h"

#include <algorithm>

#include "harness/results/context_words.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using State = NotCompared::State;

// "base.json: commit c933255f1aca, 2026-11-20T20:35:22+00:00, 9 processes"
std::string side_text(const ResultSamples& side) {
  return side.file + ": commit " + context_word(side.context, "commit").substr(0, 12) + ", " +
         context_word(side.context, "date") + ", " + context_word(side.context, "processes") +
         " processes on " + context_word(side.context, "machine");
}

std::vector<std::string> cells_of(const TimeChange& change) {
  const auto percent = [&](double ns) { return printed("%+.1f", change.percent(ns)); };
  const bool up = change.shift.estimate > 0;
  return {change.row->name,
          printed("%.2f", change.base_median),
          printed("%.2f", change.new_median),
          percent(change.shift.estimate) + " %",
          percent(change.shift.low) + " … " + percent(change.shift.high),
          printed("%+.2f", change.test.cliffs_delta),
          change.change == Change::too_few
              ? "-"
              : printed("%.2g", up ? change.p_slower : change.p_faster),
          change.change == Change::alike ? "" : to_string(change.change)};
}

// Worst first.
std::vector<const TimeChange*> shown(const Regress& made, bool all) {
  std::vector<const TimeChange*> rows;
  for (const TimeChange& change : made.times)
    if (all || change.change == Change::slower || change.change == Change::faster)
      rows.push_back(&change);
  const auto order = [](const TimeChange* change) {
    const double percent = change->percent(change->shift.estimate);
    return std::pair{change->change == Change::slower   ? 0
                     : change->change == Change::faster ? 2
                                                        : 1,
                     -percent};
  };
  std::ranges::stable_sort(rows, {}, order);
  return rows;
}

std::string what_of(const NotCompared& row) {
  constexpr std::array words = {"only in BASE",         "only in NEW",
                                "LOST its time in NEW", "has a time now, was void",
                                "void in both",         "times not compared"};
  return words.at(static_cast<std::size_t>(row.state)) + (row.why.empty() ? "" : ": " + row.why);
}

// The alarms that are not times but make the exit status 1, then what the table does not show.
std::vector<std::string> alarms_of(const Regress& made) {
  std::vector<std::string> lines;
  for (const CounterChange& change : made.counters)
    if (change.rise())
      lines.push_back("MORE MEMORY: " + change.counter + " " +
                      printed("%.0f -> %.0f", change.base, change.now) + ": " + change.cell);
  Notes notes;
  for (const NotCompared& row : made.not_compared)
    if (row.state == State::lost) notes.add(what_of(row), row.row->name);
  std::ranges::copy(notes.lines(), std::back_inserter(lines));
  return lines;
}

// What keeps the two files from being two states of one code: two machines, two methods.
std::vector<std::string> unlike_of(const Regress& made) {
  using enum ContextDifference::Of;
  std::vector<std::string> lines;
  for (const auto& [of, what] : {std::pair{machine, "machines"}, {method, "methods"}})
    if (const std::string fields = made.unlike(of); !fields.empty())
      lines.push_back("TWO " + std::string(of == machine ? "MACHINES" : "METHODS") + " (" + fields +
                      "): a shift can come from the " + what + ", not from the code");
  return lines;
}

std::vector<std::string> notes_of(const Regress& made) {
  std::vector<std::string> lines = lines_of(made.differences);
  const RegressOptions& options = made.options;
  for (const TimeChange& control : made.controls)
    if (control.change == Change::slower || control.change == Change::faster)
      lines.push_back("not the same conditions: the unprobed run of " + control.row->workload +
                      " is " + to_string(control.change) + " by " +
                      printed("%.1f %%", std::abs(control.percent(control.shift.estimate))) +
                      "; measure both again, in turns");
  for (const CounterChange& change : made.counters)
    if (!change.rise())
      lines.push_back("less memory: " + change.counter + " " +
                      printed("%.0f -> %.0f", change.base, change.now) + ": " + change.cell);
  Notes notes;
  for (const NotCompared& row : made.not_compared)
    if (row.state != State::lost) notes.add(what_of(row), row.row->name);
  for (const TimeChange& change : made.times)
    if (change.change == Change::too_few)
      notes.add("too few processes to tell (" + std::to_string(change.base_samples) + " and " +
                    std::to_string(change.new_samples) + ")",
                change.row->name);
  std::ranges::copy(notes.lines(), std::back_inserter(lines));
  if (made.found_together > 1)
    lines.push_back(
        "too few processes to find a single slower row: " + std::to_string(made.found_together) +
        " of these rows have to be slower together; measure with more --processes, or select rows");
  const auto below = std::ranges::count_if(made.times, [&](const TimeChange& change) {
    return change.change == Change::alike && change.significant(options.alpha);
  });
  const auto unsure = std::ranges::count_if(made.times, [&](const TimeChange& change) {
    return change.change == Change::alike && !change.significant(options.alpha) &&
           std::abs(change.percent(change.shift.estimate)) > options.threshold_percent;
  });
  if (below)
    lines.push_back(number_of(static_cast<std::size_t>(below), "row") +
                    printed(" differ significantly, but by less than %g %%: counted as alike",
                            options.threshold_percent));
  if (unsure)
    lines.push_back(number_of(static_cast<std::size_t>(unsure), "row") +
                    printed(" differ by more than %g %%, but not significantly: counted as alike",
                            options.threshold_percent));
  return lines;
}

std::string between(const Regress& made) {
  using enum ContextDifference::Of;
  const bool machines = !made.unlike(machine).empty(), methods = !made.unlike(method).empty();
  return machines && methods ? ", between two machines and two methods"
         : machines          ? ", between two machines"
         : methods           ? ", between two methods"
                             : "";
}
std::string summary_of(const Regress& made) {
  return number_of(made.times.size(), "row") +
         " compared: " + std::to_string(made.count(Change::slower)) + " slower, " +
         std::to_string(made.count(Change::faster)) + " faster, " +
         std::to_string(made.count(Change::alike)) + " alike" +
         (made.count(Change::too_few)
              ? ", " + std::to_string(made.count(Change::too_few)) + " with too few processes"
              : "") +
         "; " + number_of(made.rises(), "rise") + " of memory, " +
         number_of(made.count(State::lost), "lost time");
}
std::string method_of(const Regress& made) {
  double coverage = 1;
  for (const TimeChange& change : made.times) coverage = std::min(coverage, change.shift.coverage);
  return "ns added per call, medians of fresh processes; shift: Hodges-Lehmann, with " +
         printed("%.0f", std::min(coverage, made.options.confidence) * 100) +
         " % interval, in percent of BASE; delta: Cliff's; p: Mann-Whitney, one-sided, after "
         "Benjamini-Hochberg. Slower: p < " +
         printed("%g and shift > %g %%", made.options.alpha, made.options.threshold_percent);
}

ordered_json json_of(const TimeChange& change) {
  const RowSamples& row = *change.row;
  ordered_json json = {
      {"name", row.name},
      {"workload", row.workload},
      {"design", row.design},
      {"transfer", row.transfer},
      {"registers", row.registers},
      {"tracers", row.tracers},
      {"figure", change.figure},
      {"base", {{"processes", change.base_samples}, {"median", change.base_median}}},
      {"new", {{"processes", change.new_samples}, {"median", change.new_median}}},
      {"shift_ns",
       {{"estimate", change.shift.estimate},
        {"low", change.shift.low},
        {"high", change.shift.high}}},
      {"shift_percent",
       {{"estimate", change.percent(change.shift.estimate)},
        {"low", change.percent(change.shift.low)},
        {"high", change.percent(change.shift.high)},
        {"of_ns", change.percent_of}}},
      {"coverage", change.shift.coverage},
      {"cliffs_delta", change.test.cliffs_delta},
      {"exact", change.test.exact},
      {"p_slower", change.test.p_greater},
      {"p_faster", change.test.p_less}};
  if (change.change != Change::too_few) {
    json["p_slower_corrected"] = change.p_slower;
    json["p_faster_corrected"] = change.p_faster;
  }
  json["verdict"] = change.change == Change::too_few ? "too_few" : to_string(change.change);
  return json;
}

ordered_json json_of(const ResultSamples& side) {
  return {{"file", side.file},
          {"commit", context_word(side.context, "commit")},
          {"machine", context_word(side.context, "machine")}};
}

}  // namespace

Page page_of(const Regress& made, bool all) {
  Page page{.worse = made.worse(),
            .between = between(made),
            .base = side_text(made.base),
            .now = side_text(made.now),
            .summary = summary_of(made),
            .method = method_of(made),
            .table = Table({1, 2, 3, 4, 5, 6}),
            .unlike = unlike_of(made),
            .alarms = alarms_of(made),
            .notes = notes_of(made)};
  page.table.add({"row", "BASE ns", "NEW ns", "shift", "interval", "delta", "p", ""});
  for (const TimeChange* change : shown(made, all)) page.table.add(cells_of(*change));
  return page;
}

ordered_json regress_json(const Regress& made) {
  ordered_json rows = ordered_json::array(), controls = ordered_json::array(),
               counters = ordered_json::array(), left_out = ordered_json::array();
  for (const TimeChange& change : made.times) rows.push_back(json_of(change));
  for (const TimeChange& control : made.controls) controls.push_back(json_of(control));
  for (const CounterChange& change : made.counters)
    counters.push_back({{"cell", change.cell},
                        {"counter", change.counter},
                        {"base", change.base},
                        {"new", change.now}});
  for (const NotCompared& row : made.not_compared) {
    left_out.push_back({{"name", row.row->name}, {"state", to_string(row.state)}});
    if (!row.why.empty()) left_out.back()["why"] = row.why;
  }
  ordered_json made_json = {{"regress",
                             {{"verdict", made.worse() ? "regression" : "no regression"},
                              {"base", json_of(made.base)},
                              {"new", json_of(made.now)},
                              {"test", "Mann-Whitney, one-sided"},
                              {"correction", "Benjamini-Hochberg"},
                              {"alpha", made.options.alpha},
                              {"threshold_percent", made.options.threshold_percent},
                              {"confidence", made.options.confidence},
                              {"slower", made.count(Change::slower)},
                              {"faster", made.count(Change::faster)},
                              {"alike", made.count(Change::alike)},
                              {"too_few", made.count(Change::too_few)},
                              {"memory_rises", made.rises()},
                              {"lost", made.count(State::lost)},
                              {"found_together", made.found_together}}},
                            {"rows", rows},
                            {"controls", controls},
                            {"memory", counters},
                            {"not_compared", left_out},
                            {"context_differences", json_of(made.differences)}};
  if (const auto unlike = unlike_of(made); !unlike.empty()) made_json["regress"]["unlike"] = unlike;
  return made_json;
}

}  // namespace retprobe::harness
