// `retprobe verify`: runs the matrix of scenarios.
#include "harness/verify/verify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/command.h"
#include "harness/cli/kernel_verify.h"
#include "harness/cli/predictor.h"
#include "harness/cli/tracer_verify.h"
#include "harness/peers/peer_programs.h"
#include "harness/report/table.h"
#include "harness/session/context.h"
#include "harness/text.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

// The totals of this project's designs, or of the peers.
struct Totals {
  std::map<Verdict, std::size_t> verdicts = {
      {Verdict::pass, 0}, {Verdict::fail, 0}, {Verdict::declared, 0}, {Verdict::unavailable, 0}};
  std::size_t too_busy = 0;  // of the unavailable ones
};
Totals totals_of(const std::vector<CellResult>& results, bool of_peers = false) {
  Totals totals;
  for (const CellResult& result : results) {
    if (is_peers(result) != of_peers) continue;
    ++totals.verdicts[result.verdict];
    totals.too_busy += result.verdict == Verdict::unavailable && result.lack == Lack::time;
  }
  return totals;
}

std::string text_of(const Totals& totals) {
  return joined(totals.verdicts, ", ",
                [](const auto& each) {
                  return std::to_string(each.second) + " " + std::string(to_string(each.first));
                }) +
         (totals.too_busy ? ", " + std::to_string(totals.too_busy) +
                                " of these because the machine was too busy"
                          : "");
}

ordered_json json_of(const Totals& totals) {
  ordered_json object = ordered_json::object();
  for (const auto& [verdict, count] : totals.verdicts)
    object[std::string(to_string(verdict))] = count;
  object["too_busy"] = totals.too_busy;
  return object;
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

bool has_peers(const std::vector<CellResult>& results) {
  return std::ranges::any_of(results, is_peers);
}

// The name of a column: a design, or a peer's variant.
std::string column_of(const CellResult& result) {
  return result.cell.design + (is_peers(result) ? "/" + result.cell.transfer : "");
}

// Rounded to milliseconds, because further digits carry no information.
double milliseconds_of(double seconds) { return std::round(seconds * 1e3) / 1e3; }

// What was not run of the selected cells; empty where all were run.
std::string left_out_text(const CellPlan& plan, const CellChoice& choice) {
  std::string text;
  if (choice.covering_seed)
    text = "selection of seed " + std::to_string(*choice.covering_seed) + ": " +
           std::to_string(plan.chosen) + " of " + std::to_string(plan.product) + " cells\n";
  if (choice.shard)
    text += "part " + std::to_string(choice.shard->index) + "/" +
            std::to_string(choice.shard->count) + ": " + std::to_string(plan.cells.size()) +
            " of " + std::to_string(plan.chosen) + " cells\n";
  return text;
}

std::string hex_of(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

void add_choice(ordered_json& document, const CellPlan& plan, const CellChoice& choice) {
  if (choice.covering_seed)
    document["selection"] = {
        {"seed", *choice.covering_seed}, {"cells", plan.chosen}, {"of", plan.product}};
  if (choice.shard)
    document["shard"] = {{"index", choice.shard->index}, {"count", choice.shard->count},
                         {"plan", hex_of(plan.digest)},  {"cells", plan.cells.size()},
                         {"cells_in_all", plan.chosen},  {"exhaustive", exhaustive()},
                         {"context", machine_context()}};
}

ordered_json json_of(const std::vector<CellResult>& results) {
  ordered_json rows = ordered_json::array();
  for (const CellResult& result : results) {
    rows.push_back({{"scenario", result.scenario},
                    {"design", result.cell.design},
                    {"transfer", result.cell.transfer},
                    {"registers", is_peers(result) ? "-" : to_string(result.cell.registers)},
                    {"tracers", result.cell.tracers},
                    {"verdict", to_string(result.verdict)},
                    {"detail", result.detail}});
    if (result.verdict == Verdict::unavailable) rows.back()["lacks"] = to_string(result.lack);
    if (!is_peers(result)) {
      rows.back()["seconds"] = milliseconds_of(result.seconds);
      rows.back()["processor_seconds"] = milliseconds_of(result.processor_seconds);
    }
    if (result.injection_points) {
      rows.back()["injection_points"] = result.injection_points;
      rows.back()["injection_failures"] = result.injection_failures;
    }
  }
  ordered_json totals = json_of(totals_of(results));
  totals["injection_points"] = injections_of(results).points;
  totals["injection_failures"] = injections_of(results).failures;
  ordered_json document = {{"results", rows}, {"totals", totals}};
  if (has_peers(results)) document["peer_totals"] = json_of(totals_of(results, true));
  if (ordered_json predictor = predictor_json(results); !predictor.empty())
    document["predictor"] = predictor;
  return document;
}

// What was lacking: a line for each scenario and kind of lack, with the first reason. The matrix
// shows it only where a whole column lacks it.
std::string lacks_of(const std::vector<CellResult>& results) {
  std::map<std::pair<std::string, Lack>, std::vector<const CellResult*>> lacks;
  for (const CellResult& result : results)
    if (result.verdict == Verdict::unavailable && !is_peers(result))
      lacks[{result.scenario, result.lack}].push_back(&result);
  std::string text;
  for (const auto& [key, cells] : lacks)
    text +=
        (key.second == Lack::time ? "TOO BUSY"
                                  : "UNAVAILABLE (" + std::string(to_string(key.second)) + ")") +
        " " + key.first + " in " + std::to_string(cells.size()) +
        (cells.size() == 1 ? " cell, " : " cells, such as ") + to_string(cells[0]->cell) + ": " +
        cells[0]->detail + "\n";
  return text;
}

// The text for a scenario's cells in one column. A peer has one cell, so the reason for its failure
// becomes a note. The failed cells of a design have a line each instead.
std::string cell_text(const std::vector<const CellResult*>& cells, Footnotes& notes) {
  std::size_t pass = 0, fail = 0, declared = 0;
  for (const CellResult* cell : cells) {
    pass += cell->verdict == Verdict::pass;
    fail += cell->verdict == Verdict::fail;
    declared += cell->verdict == Verdict::declared;
  }
  const auto note = [&](const std::string& text) { return " " + notes.mark(text); };
  const auto first = [&](Verdict verdict) {
    return (*std::ranges::find(cells, verdict, &CellResult::verdict))->detail;
  };
  if (fail && is_peers(*cells[0])) return "FAIL" + note("fail: " + first(Verdict::fail));
  if (fail) return "FAIL " + std::to_string(fail) + "/" + std::to_string(cells.size());
  if (declared)
    return "declared" +
           (pass ? " " + std::to_string(declared) + "/" + std::to_string(cells.size()) : "") +
           note("declared: " + first(Verdict::declared));
  if (pass == 0) return "unavailable" + note("unavailable: " + first(Verdict::unavailable));
  return "pass " + std::to_string(pass);
}

std::string text_of(const std::vector<CellResult>& results) {
  std::map<std::string, std::map<std::string, std::vector<const CellResult*>>> matrix;
  std::vector<std::string> columns;
  Footnotes notes;
  for (const CellResult& result : results) {
    const std::string column = column_of(result);
    matrix[result.scenario][column].push_back(&result);
    if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
  }
  Table table;
  std::vector<std::string> head = {"scenario"};
  head.insert(head.end(), columns.begin(), columns.end());
  table.add(head);
  for (const auto& [scenario, row] : matrix) {
    std::vector<std::string> cells = {scenario};
    for (const std::string& column : columns) {
      const auto found = row.find(column);
      cells.push_back(found == row.end() ? "" : cell_text(found->second, notes));
    }
    table.add(cells);
  }
  std::string text = table.text() + notes.text();
  for (const CellResult& result : results)
    if (result.verdict == Verdict::fail && !is_peers(result))
      text +=
          "FAIL " + result.scenario + " in " + to_string(result.cell) + ": " + result.detail + "\n";
  text += lacks_of(results);
  text += predictor_text(results);
  if (const auto [points, failures] = injections_of(results); points)
    text += std::to_string(points) + " injection points, " + std::to_string(failures) +
            " injection failures\n";
  text += text_of(totals_of(results)) + "\n";
  if (has_peers(results)) text += "peers: " + text_of(totals_of(results, true)) + "\n";
  return text;
}

// Where a run's time goes: the sums of each scenario over its cells, the most processor time first.
std::string times_of(const std::vector<CellResult>& results) {
  struct Sums {
    std::string scenario;
    std::size_t cells = 0;
    double processor_seconds = 0, seconds = 0, longest = 0;
  };
  std::map<std::string, Sums> by_scenario;
  for (const CellResult& result : results) {
    if (is_peers(result)) continue;
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
  for (const Sums& row : rows)
    table.add({row.scenario, std::to_string(row.cells), fixed(row.processor_seconds, 2),
               fixed(row.seconds, 2), fixed(row.longest, 2)});
  return table.text();
}

struct VerifyOptions : CommonOptions {
  VerifyRun run;
  std::optional<std::uint64_t> seed;
  std::optional<Shard> shard;
  bool exhaustive = false, times = false, fail_fast = false, covering = false;
  std::optional<std::vector<std::string>> peers;
  TracerOptions foreign;
  KernelScenarioOptions guests;
};

constexpr std::uint64_t usual_seed = 1;

CellChoice choice_of(const VerifyOptions& options) {
  if (options.seed && !options.covering && !options.fail_fast)
    throw wrong_use("--seed goes with --selection or --fail-fast");
  CellChoice choice;
  if (options.covering) choice.covering_seed = options.seed.value_or(usual_seed);
  choice.shard = options.shard;
  return choice;
}

int run_verify(const VerifyOptions& options) {
  set_exhaustive(options.exhaustive);
  const CellChoice choice = choice_of(options);
  Selection selection = options.selection;
  std::vector<PeerManifest> peers;
  std::vector<std::string> peers_scenarios;
  if (options.peers) {
    peers = must(peer_manifests(peers_folder(), *options.peers));
    peers_scenarios = must(select_ways_out(selection.scenarios));
    if (selection.scenarios.empty()) selection.scenarios = peers_scenarios;
  }
  const Output output(options.out);

  must_probe();
  const CellPlan plan = must(plan_cells(selection, choice));
  Progress progress("verify", options);
  VerifyRun run = options.run;
  if (options.fail_fast) run.fail_fast_seed = options.seed.value_or(usual_seed);
  auto results = must(verify(plan, run, std::ref(progress)));
  progress.clear();
  if (options.peers) {
    Progress peers_progress("verify peers", options);
    std::ranges::move(
        must(verify_peers(peers, peers_scenarios,
                          [&](std::size_t done, std::size_t total, const CellResult& last) {
                            peers_progress(done, total, last.scenario + " " + column_of(last));
                          })),
        std::back_inserter(results));
  }
  std::string text;
  if (options.json()) {
    ordered_json document = json_of(results);
    add_choice(document, plan, choice);
    text = json_text(document);
  } else {
    text =
        text_of(results) + left_out_text(plan, choice) + (options.times ? times_of(results) : "");
  }
  output.write(text);
  return totals_of(results).verdicts[Verdict::fail] ? exit_failed : exit_ok;
}

}  // namespace

Command verify_command(CLI::App& program) {
  auto* app =
      program.add_subcommand("verify", "Run the scenarios in every selected cell of the matrix");
  auto options = std::make_shared<VerifyOptions>();
  add_options(*app, *options, {.cells = true, .scenarios = true});
  add_progress(*app, *options);
  app->add_flag("--exhaustive", options->exhaustive,
                "interfere at every instruction of every cell, not only at a sample of them");
  app->add_flag("--times", options->times, "also show how long each scenario took");
  add_globs(*app, "--peers", options->peers,
            "also verify peers (docs/peers.md): all, or those that match. They run only way_out_*; "
            "so do the designs, unless --scenario selects more");
  add_globs(*app, "--kernel", options->guests.kernels,
            "Linux's own mechanisms instead, in guests of all kernels, or of those that match "
            "(docs/linux.md)");
  add_tracer_options(*app, options->foreign);
  app->add_option("--images", options->guests.images,
                  "with --kernel: the folder that harness/kernel/images/prepare made")
      ->needs("--kernel")
      ->type_name("DIR");
  app->add_option("--save", options->guests.save, "with --kernel: write the JSON to this file, too")
      ->needs("--kernel")
      ->type_name("FILE");
  app->add_flag("--reproducers", options->guests.reproducers,
                "with --kernel: small programs and modules that show Linux's findings, instead of "
                "the scenarios")
      ->needs("--kernel");
  app->add_option("--plant", options->guests.planted,
                  "with --kernel: a mistake, for tests of the judge")
      ->needs("--kernel")
      ->group("");  // not in the help
  app->add_flag("--selection", options->covering,
                "a few cells that stand for all: every scenario once at least with each design, "
                "with each transfer, with each register set and with each number of tracers; and "
                "all hooks. Other options take from these cells")
      ->excludes("--kernel");
  add_shard(*app, options->shard,
            "only part i of n, counted from 0, which is the same on every machine; python -m "
            "retprobe merge joins the parts")
      ->excludes("--kernel")
      ->excludes("--peers");
  app->add_option("--jobs", options->run.jobs, "cells at a time")
      ->check(CLI::Range(1u, 1024u))
      ->capture_default_str();
  app->add_flag("--retry", options->run.retry_busy,
                "a cell for which the machine was too busy runs once more, at the end and alone");
  app->add_flag(
      "--fail-fast", options->fail_fast,
      "end at the first failure; the cells of --selection come first, and short scenarios, in a "
      "random order of cells");
  app->add_option(
      "--seed", options->seed,
      "the seed of the selection, and of that order [" + std::to_string(usual_seed) + "]");
  for (const char* const other :
       {"--design", "--transfer", "--registers", "--tracers", "--exhaustive", "--times", "--peers",
        "--kernel", "--selection", "--shard"})
    app->get_option("--tracer")->excludes(other);
  app->get_option("--script")->excludes("--scenario");
  app->footer(
      "A cell is design x transfer x register set x tracers; it runs in a process of its own. "
      "Verdicts: pass; fail; declared\n"
      "(it fails, and the design says so and why); unavailable (this machine lacks something, or "
      "was too busy: the text ends with\n"
      "the reasons). Exit status 1 if any fails, 77 if nothing can be probed.\n"
      "With --kernel, failures are findings about Linux, and the exit status is 1 only if a kernel "
      "does not boot.\n"
      "A peer passes when the program does what it does unprobed, and the peer sees every call and "
      "every exit. Its verdicts\n"
      "are counted apart, and do not change the exit status.\n"
      "Examples:\n"
      "  retprobe verify\n"
      "  retprobe verify --selection\n"
      "  retprobe verify --design counted_shadow,bitmask --transfer paired --scenario 'tail_*'\n"
      "  retprobe verify --peers\n"
      "  retprobe verify --peers xray,uftrace --transfer paired,- --scenario "
      "way_out_exception,way_out_longjmp\n"
      "  retprobe verify --tracer ./mine.so --scenario 'exceptions_*'\n"
      "  retprobe verify --tracer ./mine.so --script '+A f(g) ?f(g(!))'\n"
      "  retprobe verify --format json --out verdicts.json");
  return {app, [options] {
            if (options->guests.reproducers) return reproduce_findings(*options, options->guests);
            if (options->guests.kernels) return verify_kernels(*options, options->guests);
            if (!options->foreign.paths.empty())
              return run_verify_tracers(*options, options->foreign, options->run);
            return run_verify(*options);
          }};
}

}  // namespace retprobe::harness
