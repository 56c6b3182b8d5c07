#include "harness/cli/tracer_verify.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "harness/report/table.h"
#include "harness/tracers/verify_tracers.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

const char* word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "passed";
    case Verdict::fail:
      return "failed";
    case Verdict::declared:
      return "declared";
    case Verdict::not_asked:
      return "not asked";
    case Verdict::unavailable:
      return "no verdict";
  }
  return "?";
}

std::string tracer_name(const CellResult& result) {
  return result.cell.design.substr(result.cell.design.find(':') + 1);
}
std::string tracer_column(const CellResult& result) {
  return tracer_name(result) + (result.cell.transfer == "-" ? "" : "/" + result.cell.transfer);
}

// A scenario is played with several numbers of users. The worst verdict stands for all.
std::string tracer_cell(const std::vector<const CellResult*>& cells, Footnotes& notes) {
  for (const Verdict verdict :
       {Verdict::fail, Verdict::unavailable, Verdict::declared, Verdict::pass})
    for (const CellResult* cell : cells) {
      if (cell->verdict != verdict) continue;
      const auto same = static_cast<std::size_t>(
          std::ranges::count(cells, verdict, [](const CellResult* each) { return each->verdict; }));
      std::string text = verdict == Verdict::fail ? "FAILED" : word_of(verdict);
      if (same < cells.size())
        text += " " + std::to_string(same) + "/" + std::to_string(cells.size());
      // What was seen of a declared failure is in the JSON.
      const std::string note = verdict == Verdict::declared
                                   ? cell->detail.substr(0, cell->detail.find(" (seen: "))
                                   : cell->detail;
      return note.empty() ? text : text + " " + notes.mark(note);
    }
  return "not asked " + notes.mark(cells.front()->detail);
}

std::string text_of(const std::vector<CellResult>& results,
                    const std::vector<TestedTracer>& tracers) {
  std::vector<std::string> columns, rows;
  std::map<std::pair<std::string, std::string>, std::vector<const CellResult*>> places;
  for (const CellResult& result : results) {
    const std::string column = tracer_column(result);
    if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
    if (std::ranges::find(rows, result.scenario) == rows.end()) rows.push_back(result.scenario);
    places[{result.scenario, column}].push_back(&result);
  }
  Table table;
  Footnotes notes;
  std::vector<std::string> line = {"scenario"};
  line.insert(line.end(), columns.begin(), columns.end());
  table.add(line);
  for (const std::string& scenario : rows) {
    line = {scenario};
    for (const std::string& column : columns)
      line.push_back(tracer_cell(places[{scenario, column}], notes));
    table.add(line);
  }
  Table totals = Table::of_numbers();
  totals.add({"tracer", "asked", "passed", "failed", "declared", "not asked"});
  std::size_t busy = 0;
  for (const std::string& column : columns) {
    std::map<Verdict, std::size_t> counts;
    for (const CellResult& result : results)
      if (tracer_column(result) == column) ++counts[result.verdict];
    const std::size_t asked =
        counts[Verdict::pass] + counts[Verdict::fail] + counts[Verdict::declared];
    busy += counts[Verdict::unavailable];
    totals.add({column, std::to_string(asked), std::to_string(counts[Verdict::pass]),
                std::to_string(counts[Verdict::fail]), std::to_string(counts[Verdict::declared]),
                std::to_string(counts[Verdict::not_asked])});
  }
  std::string text = "What tracers tell their users\n\n" + table.text() + "\n" + notes.text() +
                     "\n" + totals.text();
  for (const TestedTracer& tracer : tracers)
    text += tracer.name + " " + tracer.version + ": " +
            (tracer.library.empty() ? tracer.player : tracer.library) + "\n";
  if (busy) text += std::to_string(busy) + " had no verdict, since the machine was too busy\n";
  return text;
}

ordered_json json_of(const std::vector<CellResult>& results,
                     const std::vector<TestedTracer>& tracers) {
  ordered_json asked = ordered_json::array(), rows = ordered_json::array();
  for (const TestedTracer& tracer : tracers)
    asked.push_back({{"name", tracer.name},
                     {"version", tracer.version},
                     {"path", tracer.library.empty() ? tracer.player : tracer.library}});
  for (const CellResult& result : results)
    rows.push_back({{"scenario", result.scenario},
                    {"tracer", tracer_name(result)},
                    {"variant", result.cell.transfer},
                    {"users", result.cell.tracers},
                    {"verdict", to_string(result.verdict)},
                    {"detail", result.detail},
                    {"seconds", std::round(result.seconds * 1e3) / 1e3}});
  return {{"tracers", asked}, {"tracer_verdicts", rows}};
}

std::vector<TestedTracer> ask_tracers(const std::vector<std::string>& paths) {
  std::vector<TestedTracer> tracers;
  for (const std::string& path : paths) {
    tracers.push_back(must(ask_tracer(path)));
    if (std::ranges::count(tracers, tracers.back().name, &TestedTracer::name) > 1)
      throw wrong_use("two tracers are called " + tracers.back().name);
  }
  return tracers;
}

}  // namespace

void add_tracer_options(CLI::App& command, TracerOptions& options) {
  add_list(command, "--tracer", options.paths,
           "tracers that are not ours instead: shared libraries with an adapter, and players that "
           "have one compiled in (docs/adapter.md)");
  add_list(command, "--variant", options.variants, "with --tracer: some of the ways to use it");
  command.add_option("--script", options.script,
                     "with --tracer: play this script (harness/verify/oracle.h) instead");
  command
      .add_option("--users", options.users,
                  "with --script: each user's functions, and which of its calls it declines: "
                  "fghk,fg:3")
      ->capture_default_str();
  for (const char* const other : {"--variant", "--script"})
    command.get_option(other)->needs("--tracer");
  command.get_option("--users")->needs("--script");
}

int run_verify_tracers(const CommonOptions& common, const TracerOptions& options,
                       const VerifyRun& run) {
  const Output output(common.out);
  const std::vector<TestedTracer> tracers = ask_tracers(options.paths);
  const std::vector<PlayedScenario> scenarios =
      options.script.empty() ? must(select_played(common.selection.scenarios))
                             : std::vector{must(scenario_of(options.script, options.users))};
  Progress progress("verify tracers", common);
  const auto results =
      must(verify_tracers(tracers, options.variants, scenarios, run, std::ref(progress)));
  progress.clear();
  output.write(common.json() ? json_text(json_of(results, tracers)) : text_of(results, tracers));
  return std::ranges::find(results, Verdict::fail, &CellResult::verdict) != results.end()
             ? exit_failed
             : exit_ok;
}

}  // namespace retprobe::harness
