// `retprobe run`: a program of one's own, with its functions probed.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/cli/command.h"
#include "harness/run/comparison.h"
#include "harness/run/launch.h"
#include "harness/run/live.h"
#include "harness/run/perfetto.h"
#include "harness/run/report.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

struct RunOptions : CommonOptions {
  run::LaunchPlan plan;
  std::size_t lines = 20;
  bool compares = false, shows_graph = false;
  std::string trace;  // the file
  std::string input = "/dev/null";
  unsigned rounds = 0;
  double every = 0;  // seconds; 0: say nothing while it runs
};

// Ends as the program ended.
int end_as(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const rlimit no_core{0, 0};  // the program wrote one
  setrlimit(RLIMIT_CORE, &no_core);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);  // the signal is blocked
}

int compare_designs(const RunOptions& options, std::vector<Cell> cells) {
  const Output output(options.out);
  Progress progress("run --compare", options);
  const run::Comparison compared = must(run::compare(
      {options.plan, std::move(cells), options.input, options.rounds}, std::ref(progress)));
  progress.clear();
  output.write(options.json() ? json_text(run::comparison_json(compared))
                              : run::comparison_text(compared));
  const auto is_the_same = [](const run::Cost& cost) { return cost.difference.empty(); };
  return std::ranges::all_of(compared.costs, is_the_same) ? exit_ok : exit_failed;
}

// Splits at the commas between names. Those within <> and () are part of a name.
std::vector<std::string> names_in(const std::string& list) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  constexpr std::string_view word = "operator";
  std::vector<std::string> names = {""};
  int depth = 0;
  for (std::size_t at = 0; at < list.size(); ++at) {
    const bool is_word = list.compare(at, word.size(), word) == 0 &&
                         (at == 0 || (!is_letter(list[at - 1]) && list[at - 1] != '_'));
    if (is_word) {  // its signs are no brackets
      std::size_t end = std::min(list.find_first_not_of("<>=-", at + word.size()), list.size());
      end += list.compare(end, 2, ",(") == 0;
      names.back() += list.substr(at, end - at);
      at = end - 1;
    } else if (list[at] == ',' && depth == 0) {
      names.emplace_back();
    } else {
      depth += (list[at] == '<' || list[at] == '(') - (list[at] == '>' || list[at] == ')');
      names.back() += list[at];
    }
  }
  std::erase(names, "");
  return names;
}

// A list option for names of functions; repeatable.
void add_names(CLI::App& command, const std::string& name, std::vector<std::string>& into,
               const std::string& help) {
  command
      .add_option_function<std::vector<std::string>>(
          name,
          [name, &into](const std::vector<std::string>& lists) {
            into.clear();
            for (const std::string& list : lists)
              for (std::string& one : names_in(list)) into.push_back(std::move(one));
            if (into.empty()) throw CLI::ValidationError(name, "no name");
          },
          help)
      ->allow_extra_args(false)
      ->type_name("GLOB,…");
}

// call_through has none: it breaks functions with stack arguments.
std::vector<std::string> designs_with_transfers() {
  std::vector<std::string> names;
  for (const DesignEntry* design : design_table())
    if (design->facts.has_transfers()) names.emplace_back(design->name);
  return names;
}

std::string text_of(const RunOptions& options, const run::Launched& launched) {
  if (options.json()) return json_text(run::counts_json(options.plan, launched));
  return run::counts_text(options.plan, launched, options.lines);
}

void report(const RunOptions& options, const run::Launched& launched, const Output& output) {
  const run::LaunchPlan& plan = options.plan;
  const bool has_trace = !options.trace.empty();
  // Standard output is the program's.
  const bool is_alone = !has_trace && options.out.empty();
  if (plan.mode == run::Mode::record) {
    std::cerr << run::recorded_text(plan, launched);
    if (is_alone) std::cerr << "\n" << run::graph_text(plan, launched);
  } else if (is_alone) {
    std::cerr << (options.every == 0 ? "" : "\n") << text_of(options, launched);
  }
  if (!is_alone)
    output.write(has_trace             ? run::perfetto_trace(launched)
                 : options.shows_graph ? run::graph_text(plan, launched)
                                       : text_of(options, launched));
}

// "2s", "500ms", "1m", or seconds.
double seconds_in(const std::string& text) {
  std::size_t end = 0;
  double number = 0;
  try {
    number = std::stod(text, &end);
  } catch (const std::logic_error&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double scale = unit.empty() || unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "m" ? 60 : 0;
  const double seconds = number * scale;
  if (end == 0 || !(seconds >= 0.01 && seconds <= 86'400))
    throw CLI::ValidationError("--every", "'" + text +
                                              "' is no time from 10ms to 1440m: write 2s, 500ms "
                                              "or 1m");
  return seconds;
}

// What is said while the program runs. Standard error has it, since standard output is the
// program's.
run::Watch watch(const RunOptions& options, run::Live& live) {
  run::Watch watch;
  watch.on_demand = [&options](const run::Launched& so_far) {
    const run::LaunchPlan& plan = options.plan;
    std::cerr << "\n"
              << (plan.mode == run::Mode::record
                      ? run::recorded_text(plan, so_far) + "\n" + run::graph_text(plan, so_far)
                      : run::counts_text(plan, so_far, options.lines))
              << std::flush;
  };
  if (options.every == 0) return watch;
  watch.every = std::chrono::milliseconds(static_cast<long>(options.every * 1e3));
  watch.look = [&options, &live](const run::Launched& so_far) {
    std::cerr << live.look(options.plan, so_far) << std::flush;
  };
  return watch;
}

int run_program(RunOptions& options) {
  must_probe();
  Selection& selection = options.selection;
  if (selection.designs.empty() && options.compares)
    selection.designs = designs_with_transfers();
  else if (selection.designs.empty())
    selection.designs = {"counted_shadow"};
  if (selection.transfers.empty()) selection.transfers = {"paired", "-"};
  selection.registers = {"scalar"};
  const auto cells = must(select_cells(selection, {1}));
  const auto has_trap = [](const Cell& cell) { return cell.transfer == "trap"; };
  if (std::ranges::any_of(cells, has_trap))
    std::cerr << "retprobe run: the trap transfer kills a program that handles or blocks SIGTRAP, "
                 "or whose signal stack is small (docs/run.md)\n";
  if (options.compares) return compare_designs(options, cells);
  if (cells.size() != 1)
    throw wrong_use(std::to_string(cells.size()) +
                    " candidates are selected: name one design and one transfer, or say --compare");
  run::LaunchPlan& plan = options.plan;
  plan.design = cells.front().design;
  plan.transfer = cells.front().transfer;
  const bool has_trace = !options.trace.empty();
  if (options.shows_graph || has_trace) plan.mode = run::Mode::record;
  const Output output(has_trace ? options.trace : options.out, has_trace ? "--trace" : "--out");
  const run::Signals signals;  // to the end, so that none of them loses the counts
  run::Live live(options.lines);
  const run::Launched launched = must(run::launch(plan, watch(options, live)));
  // The program has run: whatever happens now, the exit status is its own.
  signal(SIGPIPE, SIG_IGN);
  try {
    report(options, launched, output);
  } catch (const Failure& failure) {
    std::cerr << "retprobe run: " << failure.what() << "\n";
    if (plan.mode == run::Mode::count) std::cerr << run::counts_text(plan, launched, options.lines);
  } catch (const std::exception& error) {
    std::cerr << "retprobe run: " << error.what() << "\n";
  }
  return end_as(launched.status);
}

}  // namespace

Command run_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "run",
      "Run a program with its functions probed: how often is each called, by which, for how long?");
  auto options = std::make_shared<RunOptions>();
  run::LaunchPlan& plan = options->plan;
  add_list(*app, "--design", options->selection.designs,
           "the design of the probes [counted_shadow; with --compare: all but call_through]");
  add_list(*app, "--transfer", options->selection.transfers, "the return transfer [paired]");
  add_names(*app, "--functions", plan.functions,
            "functions to probe: names, globs, 'module:GLOB' for all of a library [all]");
  add_names(*app, "--exclude", plan.excluded, "functions to leave out, in the same form");
  app->add_option("--lines", options->lines, "functions in the table, most called first; 0: all")
      ->capture_default_str();
  auto* const graph =
      app->add_flag("--graph", options->shows_graph,
                    "print which function called which, and how long each call took");
  auto* const trace =
      app->add_option("--trace", options->trace,
                      "write the same as a trace for Perfetto (https://ui.perfetto.dev)")
          ->type_name("FILE")
          ->excludes(graph);
  app->add_option("--calls", plan.calls_per_thread,
                  "with --graph or --trace: how many calls to record in each thread")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app->add_flag_callback(
      "--no-follow", [options] { options->plan.follows = false; },
      "leave programs alone that the program executes (exec, posix_spawn, system, popen)");
  auto* const compare = app->add_flag(
      "--compare", options->compares,
      "run the program unprobed and under each design, in turns; print which design to take");
  compare->excludes(graph)->excludes(trace);
  app->add_option_function<std::string>(
         "--every", [options](const std::string& text) { options->every = seconds_in(text); },
         "print the busiest functions while the program runs, so often: 2s, 500ms, 1m")
      ->type_name("TIME")
      ->excludes(graph)
      ->excludes(trace)
      ->excludes(compare);
  app->add_option("--rounds", options->rounds,
                  "with --compare: rounds [as many as fit into a minute, from 6 to 20]")
      ->check(CLI::PositiveNumber)
      ->needs(compare);
  app->add_option("--input", options->input, "with --compare: the program's standard input")
      ->type_name("FILE")
      ->needs(compare)
      ->capture_default_str();
  app->add_option("--format", options->format, "text or json, for counts and --compare")
      ->check(CLI::IsMember({"text", "json"}))
      ->excludes(graph)
      ->excludes(trace)
      ->capture_default_str();
  app->add_option("--out", options->out,
                  "write to this file [standard error; with --compare: standard output]")
      ->type_name("FILE")
      ->excludes(trace);
  add_progress(*app, *options);
  app->prefix_command();
  app->footer(
      "The program and its arguments stand behind --, and are not parsed.\n"
      "The program has to be compiled so that its functions can be patched (docs/run.md): with\n"
      "clang -fpatchable-function-entry=5, or with GCC and the flags of\n"
      "pkg-config --cflags retprobe-patchable. The same holds for its libraries.\n"
      "A library is preloaded into the program. It attaches before main, and to modules that are\n"
      "opened later. Children of fork are counted by themselves, and so are programs that the\n"
      "program executes. Streams, signals, environment and exit status are the program's own, but\n"
      "SIGUSR1 to retprobe prints what was counted so far.\n"
      "--compare needs a program that does the same each time. Its output is compared, not shown.\n"
      "call_through is left out unless it is named: it breaks functions with stack arguments.\n"
      "The transfer trap kills a program that handles or blocks SIGTRAP (dash does around fork), "
      "or\n"
      "whose signal stack is small.\n"
      "Exit status: the program's; with --compare 0, or 1 if a design changed what it does;\n"
      "2 if it cannot be started; 77 if nothing can be probed.\n"
      "Examples:\n"
      "  retprobe run -- ./server --port 8080\n"
      "  retprobe run --every 2s -- ./server\n"
      "  retprobe run --functions 'parse_*,module:libjson*' --design bitmask -- ./client\n"
      "  retprobe run --graph --functions 'parse_*' -- ./client\n"
      "  retprobe run --trace client.pftrace -- ./client\n"
      "  retprobe run --compare --input words.txt -- ./sorter\n"
      "  retprobe run --format json --out counts.json -- ./job input.txt");
  return {app, [options] { return run_program(*options); },
          [options](std::vector<std::string> words) { options->plan.command = std::move(words); }};
}

}  // namespace retprobe::harness
