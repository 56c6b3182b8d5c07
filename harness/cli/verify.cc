// `retprobe verify`: the matrix of scenarios.
#include "harness/scenarios/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/bench/table.h"
#include "harness/cli/command.h"
#include "harness/cli/predictor.h"
#include "harness/peers/ways_out.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

std::map<Verdict, std::size_t> totals_of(const std::vector<CellResult>& results) {
  std::map<Verdict, std::size_t> totals = {
      {Verdict::pass, 0}, {Verdict::fail, 0}, {Verdict::declared, 0}, {Verdict::unavailable, 0}};
  for (const CellResult& result : results) ++totals[result.verdict];
  return totals;
}

struct InjectionTotals {
  std::uint64_t points = 0, failures = 0;
};
InjectionTotals injections_of(const std::vector<CellResult>& results) {
  InjectionTotals totals;
  for (const CellResult& result : results) {
    totals.points += result.injection_points;
    totals.failures += result.injection_failures;
  }
  return totals;
}

// No digits that say nothing.
double milliseconds_of(double seconds) { return std::round(seconds * 1e3) / 1e3; }

ordered_json json_of(const std::vector<CellResult>& results) {
  ordered_json rows = ordered_json::array(), totals = ordered_json::object();
  for (const CellResult& result : results) {
    rows.push_back({{"scenario", result.scenario},
                    {"design", result.cell.design},
                    {"transfer", result.cell.transfer},
                    {"registers", to_string(result.cell.registers)},
                    {"tracers", result.cell.tracers},
                    {"verdict", to_string(result.verdict)},
                    {"detail", result.detail},
                    {"seconds", milliseconds_of(result.seconds)},
                    {"processor_seconds", milliseconds_of(result.processor_seconds)}});
    if (result.injection_points) {
      rows.back()["injection_points"] = result.injection_points;
      rows.back()["injection_failures"] = result.injection_failures;
    }
  }
  for (const auto& [verdict, count] : totals_of(results)) totals[std::string(to_string(verdict))] = count;
  totals["injection_points"] = injections_of(results).points;
  totals["injection_failures"] = injections_of(results).failures;
  ordered_json document = {{"results", rows}, {"totals", totals}};
  if (ordered_json predictor = predictor_json(results); !predictor.empty()) document["predictor"] = predictor;
  return document;
}

// What a scenario's cells in one design come to.
std::string cell_text(const std::vector<const CellResult*>& cells, std::vector<std::string>& notes) {
  std::size_t pass = 0, fail = 0, declared = 0;
  for (const CellResult* cell : cells) {
    pass += cell->verdict == Verdict::pass;
    fail += cell->verdict == Verdict::fail;
    declared += cell->verdict == Verdict::declared;
  }
  const auto note = [&](const std::string& text) {
    const auto found = std::ranges::find(notes, text);
    const auto index = found - notes.begin();
    if (found == notes.end()) notes.push_back(text);
    return " [" + std::to_string(index + 1) + "]";
  };
  const auto first = [&](Verdict verdict) {
    return (*std::ranges::find(cells, verdict, &CellResult::verdict))->detail;
  };
  if (fail) return "FAIL " + std::to_string(fail) + "/" + std::to_string(cells.size());
  if (declared)
    return "declared" + (pass ? " " + std::to_string(declared) + "/" + std::to_string(cells.size()) : "") +
           note("declared: " + first(Verdict::declared));
  if (pass == 0) return "unavailable" + note("unavailable: " + first(Verdict::unavailable));
  return "pass " + std::to_string(pass);
}

std::string text_of(const std::vector<CellResult>& results) {
  std::map<std::string, std::map<std::string, std::vector<const CellResult*>>> matrix;
  std::vector<std::string> designs, notes;
  for (const CellResult& result : results) {
    matrix[result.scenario][result.cell.design].push_back(&result);
    if (std::ranges::find(designs, result.cell.design) == designs.end())
      designs.push_back(result.cell.design);
  }
  Table table;
  std::vector<std::string> head = {"scenario"};
  head.insert(head.end(), designs.begin(), designs.end());
  table.add(head);
  for (const auto& [scenario, row] : matrix) {
    std::vector<std::string> cells = {scenario};
    for (const std::string& design : designs) {
      const auto found = row.find(design);
      cells.push_back(found == row.end() ? "" : cell_text(found->second, notes));
    }
    table.add(cells);
  }
  std::string text = table.text();
  for (std::size_t i = 0; i < notes.size(); ++i) text += "[" + std::to_string(i + 1) + "] " + notes[i] + "\n";
  for (const CellResult& result : results)
    if (result.verdict == Verdict::fail)
      text += "FAIL " + result.scenario + " in " + to_string(result.cell) + ": " + result.detail + "\n";
  text += predictor_text(results);
  if (const auto [points, failures] = injections_of(results); points)
    text +=
        std::to_string(points) + " injection points, " + std::to_string(failures) + " injection failures\n";
  const auto totals = totals_of(results);
  text += std::to_string(totals.at(Verdict::pass)) + " pass, " + std::to_string(totals.at(Verdict::fail)) +
          " fail, " + std::to_string(totals.at(Verdict::declared)) + " declared, " +
          std::to_string(totals.at(Verdict::unavailable)) + " unavailable\n";
  return text;
}

// Where a run's time goes: each scenario's sums over its cells, the most processor time first.
std::string times_of(const std::vector<CellResult>& results) {
  struct Sums {
    std::string scenario;
    std::size_t cells = 0;
    double processor_seconds = 0, seconds = 0, longest = 0;
  };
  std::map<std::string, Sums> by_scenario;
  for (const CellResult& result : results) {
    Sums& sums = by_scenario[result.scenario];
    sums.scenario = result.scenario;
    ++sums.cells;
    sums.processor_seconds += result.processor_seconds;
    sums.seconds += result.seconds;
    sums.longest = std::max(sums.longest, result.seconds);
  }
  std::vector<Sums> rows;
  Sums total{.scenario = "all"};
  for (const auto& [name, sums] : by_scenario) {
    rows.push_back(sums);
    total.cells += sums.cells;
    total.processor_seconds += sums.processor_seconds;
    total.seconds += sums.seconds;
    total.longest = std::max(total.longest, sums.longest);
  }
  std::ranges::stable_sort(rows, std::greater{}, &Sums::processor_seconds);
  rows.push_back(total);
  Table table;
  table.add({"scenario", "cells", "processor s", "lived s", "longest s"});
  const auto text = [](double seconds) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.2f", seconds);
    return std::string(buffer);
  };
  for (const Sums& row : rows)
    table.add({row.scenario, std::to_string(row.cells), text(row.processor_seconds), text(row.seconds), text(row.longest)});
  return table.text();
}

// The peers' rows, behind those of our own cells where a design is selected. They have no say in the exit status.
int verify_with_peers(const CommonOptions& options, const std::vector<std::string>& globs, unsigned jobs) {
  auto peers = peer_manifests(peers_folder(), globs);
  if (!peers.ok()) return report("verify", peers.error());
  auto output = Output::open(options.out);
  if (!output.ok()) return report("verify", output.error());
  Progress progress("verify", options);
  std::vector<CellResult> ours;
  if (!options.selection.designs.empty()) {
    auto results =
        verify(options.selection, jobs, [&](std::size_t done, std::size_t total, const CellResult& last) {
          progress.at(done, total, last.scenario + " " + to_string(last.cell));
        });
    if (!results.ok()) return report("verify", results.error());
    ours = std::move(*results);
  }
  const auto ways = ours.empty() ? options.selection.scenarios : std::vector<std::string>();
  auto verdicts = verify_peers(
      *peers, ways,
      [&](std::size_t done, std::size_t total, const std::string& what) { progress.at(done, total, what); });
  progress.clear();
  if (!verdicts.ok()) return report("verify", verdicts.error());
  ordered_json document = json_of(ours);
  for (const ordered_json& row : json_of(*verdicts)) {
    document["results"].push_back(row);
    ordered_json& total = document["totals"][row["verdict"].get<std::string>()];
    total = total.get<std::size_t>() + 1;
  }
  const std::string text = (ours.empty() ? "" : text_of(ours) + "\n") + text_of(*verdicts);
  if (Error error = output->write(options.json() ? document.dump(1) + "\n" : text))
    return report("verify", error);
  return totals_of(ours)[Verdict::fail] ? exit_failed : exit_ok;
}

}  // namespace

Command verify_command(CLI::App& program) {
  auto* app = program.add_subcommand("verify", "Run the scenarios in every selected cell of the matrix");
  auto options = std::make_shared<CommonOptions>();
  auto jobs = std::make_shared<unsigned>(usual_jobs());
  add_options(*app, *options, {.cells = true, .scenarios = true});
  add_progress(*app, *options);
  auto everything = std::make_shared<bool>(false);
  app->add_flag("--exhaustive", *everything,
                "interfere at every instruction of every cell, where otherwise a sample is taken");
  auto times = std::make_shared<bool>(false);
  app->add_flag("--times", *times, "the text ends with how long each scenario took");
  auto with_peers = std::make_shared<bool>(false);
  auto peers = std::make_shared<std::vector<std::string>>();
  add_peers(*app, *with_peers, *peers,
            "the ways out of a function in what people would otherwise pick; beside cells only if --design "
            "selects some");
  app->add_option("--jobs", *jobs, "cells at a time")->check(CLI::Range(1u, 1024u))->capture_default_str();
  app->footer(
      "A cell is design x transfer x register set x tracers; it runs in a process of its own. Verdicts: "
      "pass; fail; declared\n"
      "(the design says that it cannot, and why); unavailable (this machine lacks something). Exit status 1 "
      "when any fails.\n"
      "Examples:\n"
      "  retprobe verify\n"
      "  retprobe verify --design counted_shadow,bitmask --transfer paired --scenario 'tail_*'\n"
      "  retprobe verify --peers --scenario peer_exception\n"
      "  retprobe verify --format json --out verdicts.json");
  return {app, [options, jobs, everything, times, with_peers, peers] {
            if (*with_peers) return verify_with_peers(*options, *peers, *jobs);
            set_exhaustive(*everything);
            auto output = Output::open(options->out);
            if (!output.ok()) return report("verify", output.error());
            Progress progress("verify", *options);
            auto results = verify(options->selection, *jobs,
                                  [&](std::size_t done, std::size_t total, const CellResult& last) {
                                    progress.at(done, total, last.scenario + " " + to_string(last.cell));
                                  });
            progress.clear();
            if (!results.ok()) return report("verify", results.error());
            if (Error error =
                    output->write(options->json() ? json_of(*results).dump(1) + "\n"
                                                  : text_of(*results) + (*times ? times_of(*results) : "")))
              return report("verify", error);
            return totals_of(*results)[Verdict::fail] ? exit_failed : exit_ok;
          }};
}

}  // namespace retprobe::harness
