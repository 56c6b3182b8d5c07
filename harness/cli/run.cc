// `retprobe run`: a program of one's own, with its functions probed.
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/cli/command.h"
#include "harness/run/comparison.h"
#include "harness/run/flame.h"
#include "harness/run/launch.h"
#include "harness/run/listing.h"
#include "harness/run/live.h"
#include "harness/run/names.h"
#include "harness/run/perfetto.h"
#include "harness/run/report.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

struct RunOptions : CommonOptions {
  run::LaunchPlan plan;
  std::size_t lines = 20;
  bool compares = false, shows_graph = false, lists = false, lists_refused = false;
  std::string trace, flame;  // files
  bool is_timed = false;
  run::CallLimits limits;
  bool records() const { return shows_graph || !trace.empty() || !flame.empty(); }
  Output output() const {
    if (!trace.empty()) return Output(trace, "--trace");
    if (!flame.empty()) return Output(flame, "--flame");
    return Output(out);
  }
  std::string input = "/dev/null";
  unsigned rounds = 0;
  double every = 0;  // seconds; 0: say nothing while it runs
};

// While it lives, std::cerr waits where standard error takes no more. The program shares that, and
// may have set O_NONBLOCK.
class WaitingErrors : std::streambuf {
 public:
  WaitingErrors() : before_(std::cerr.rdbuf(this)) {}
  WaitingErrors(const WaitingErrors&) = delete;
  WaitingErrors& operator=(const WaitingErrors&) = delete;
  ~WaitingErrors() override { std::cerr.rdbuf(before_); }

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    std::streamsize done = 0;
    while (done < size) {
      const ssize_t some = write(2, text + done, static_cast<std::size_t>(size - done));
      if (some >= 0) {
        done += some;
      } else if (errno == EAGAIN) {
        pollfd ready{2, POLLOUT, 0};
        poll(&ready, 1, -1);
      } else if (errno != EINTR) {
        break;
      }
    }
    return done;
  }
  int_type overflow(int_type one) override {
    const char text = traits_type::to_char_type(one);
    return xsputn(&text, 1) == 1 ? one : traits_type::eof();
  }
  std::streambuf* before_;
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
      // The longest comes first. Behind it may be the arguments of a template: operator==<int>.
      constexpr std::string_view operators[] = {
          "<=>", "<<=", ">>=", "<<", ">>", "<=", ">=", "->", "<", ">", ","};
      std::size_t end = at + word.size();
      const auto sign = std::ranges::find_if(operators, [&](std::string_view signs) {
        return list.compare(end, signs.size(), signs) == 0;
      });
      if (sign != std::end(operators)) end += sign->size();
      names.back() += list.substr(at, end - at);
      at = end - 1;
    } else if (list[at] == ',' && depth == 0) {
      names.emplace_back();
    } else {
      const bool is_arrow = list[at] == '>' && at != 0 && list[at - 1] == '-';
      if (!is_arrow)
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

// An empty word, as of a variable that is not set, would be no option at all.
CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& word) { return word.empty() ? "needs a value" : std::string(); }, "");
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

// The columns of the terminal that standard error is; 0: it is none.
std::size_t columns_of_terminal() {
  winsize size{};
  return isatty(2) && ioctl(2, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// Standard error has no buffer.
void print_graph(const RunOptions& options, const run::Launched& launched) {
  std::string text;
  const auto flush = [&text] {
    std::cerr << text;
    text.clear();
  };
  run::write_graph(options.plan, launched, options.limits, columns_of_terminal(),
                   [&](const std::string& part) {
                     text += part;
                     if (text.size() > 1 << 16) flush();
                   });
  flush();
}

// What --from has to select. "": it does.
std::string from_problem(const RunOptions& options, const run::Launched& launched) {
  const std::string& from = options.limits.from;
  const auto is_it = [&](const Site& site) { return run::has_name(site.name, from); };
  if (from.empty() || launched.probed == 0 || std::ranges::any_of(*launched.sites, is_it))
    return {};
  return "--from: no probed function is called '" + run::escaped(from) +
         "' (--list shows what there is)";
}

void report(const RunOptions& options, const run::Launched& launched, const Output& output) {
  const run::LaunchPlan& plan = options.plan;
  // Standard output is the program's.
  const bool has_file = !options.out.empty() || !options.trace.empty() || !options.flame.empty();
  if (plan.mode == run::Mode::record) {
    std::cerr << run::recorded_text(plan, launched);
    if (const std::string problem = from_problem(options, launched); !problem.empty())
      std::cerr << problem << "\n";
    if (!has_file) {
      std::cerr << "\n";
      print_graph(options, launched);
    }
  } else if (!has_file) {
    std::cerr << (options.every == 0 ? "" : "\n") << text_of(options, launched);
  }
  if (!has_file) return;
  output.write_parts([&](const run::Sink& take) {
    if (!options.trace.empty())
      run::write_perfetto(launched, options.limits, take);
    else if (!options.flame.empty())
      run::write_flame(
          launched, options.limits,
          options.flame.ends_with(".folded") ? run::FlameFormat::folded : run::FlameFormat::svg,
          take);
    else if (options.shows_graph)
      run::write_graph(plan, launched, options.limits, 0, take);
    else
      take(text_of(options, launched));
  });
}

// Says which functions there are.
int list_functions(const RunOptions& options, const run::Launched& launched, const Output& output) {
  output.write(options.json() ? json_text(run::list_json(options.plan, launched))
                              : run::list_text(options.plan, launched, options.lists_refused));
  if (!launched.not_found.empty()) std::cerr << "retprobe run: " << launched.not_found << "\n";
  return launched.problem.empty() && launched.not_found.empty() ? exit_ok : exit_usage;
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
    if (plan.mode == run::Mode::record) {
      std::cerr << "\n" << run::recorded_text(plan, so_far) << "\n";
      print_graph(options, so_far);
    } else {
      std::cerr << "\n" << run::counts_text(plan, so_far, options.lines);
    }
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
  if (!plan.histogram.empty() || options.is_timed) plan.mode = run::Mode::time;
  if (options.records()) plan.mode = run::Mode::record;
  if (options.limits.is_limited() && !options.records())
    throw wrong_use("--min, --depth and --from need --graph, --trace or --flame");
  if (options.lists) plan.mode = run::Mode::list;
  const Output output = options.output();
  const WaitingErrors waiting;
  const run::Signals signals;  // so that none of them loses the counts
  run::Live live(options.lines);
  const run::Launched launched = must(run::launch(plan, watch(options, live)));
  if (options.lists) {
    signals.restore();  // a reader that has seen enough, as `head`, ends it
    return list_functions(options, launched, output);
  }
  signals.end_from_now_on();
  // The program has run: whatever happens now, the exit status is its own.
  try {
    report(options, launched, output);
  } catch (const Failure& failure) {
    std::cerr << "retprobe run: " << failure.what() << "\n";
    if (plan.mode != run::Mode::record)
      std::cerr << run::counts_text(plan, launched, options.lines);
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
  auto* const list = app->add_flag(
      "--list", options->lists,
      "print the functions that can be probed, by module; the program is ended before main");
  app->add_flag("--refused", options->lists_refused,
                "with --list: those that must not be probed, and why")
      ->needs(list);
  auto* const time = app->add_flag(
      "--time", options->is_timed,
      "measure, too: each function's own elapsed time (self), and that with what it calls (total)");
  auto* const histogram =
      app->add_option("--histogram", plan.histogram,
                      "the same, and how long the calls of this function took, in powers of two")
          ->check(not_empty())
          ->type_name("NAME");
  app->add_option("--lines", options->lines,
                  "functions in the table, from the one with most self time or calls on; 0: all")
      ->capture_default_str();
  auto* const graph =
      app->add_flag("--graph", options->shows_graph,
                    "print which function called which, and how long each call took");
  auto* const trace =
      app->add_option("--trace", options->trace,
                      "write the same as a trace for Perfetto (https://ui.perfetto.dev)")
          ->check(not_empty())
          ->type_name("FILE")
          ->excludes(graph);
  auto* const flame =
      app->add_option(
             "--flame", options->flame,
             "write a flame graph of the recorded calls: an SVG picture, or folded stacks\n"
             "where FILE ends with .folded (for speedscope)")
          ->check(not_empty())
          ->type_name("FILE")
          ->excludes(graph)
          ->excludes(trace);
  app->add_option_function<std::string>(
         "--min",
         [options](const std::string& text) {
           const auto nanoseconds = run::nanoseconds_in(text, "--min");
           if (!nanoseconds.ok()) throw CLI::ValidationError(nanoseconds.error().message());
           options->limits.min_ns = *nanoseconds;
         },
         "with --graph, --trace or --flame: only calls that took so long: 800ns, 5us, 1.5ms, 2s")
      ->type_name("TIME");
  app->add_option("--depth", options->limits.depth,
                  "likewise: at most so many calls within one another")
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  app->add_option("--from", options->limits.from,
                  "likewise: only calls of this function, and what they call")
      ->check(not_empty())
      ->type_name("NAME");
  app->add_option("--calls", plan.calls_per_thread,
                  "likewise: how many calls to record in each thread, from the first one on")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app->add_flag_callback(
      "--no-follow", [options] { options->plan.follows = false; },
      "leave programs alone that the program executes (exec, posix_spawn, system, popen)");
  auto* const compare = app->add_flag(
      "--compare", options->compares,
      "run the program unprobed and under each design, in turns; print which design to take");
  compare->excludes(graph)->excludes(trace)->excludes(flame);
  for (auto* const other : {graph, trace, flame, compare})
    for (auto* const one : {time, histogram, list}) one->excludes(other);
  for (auto* const one : {time, histogram}) list->excludes(one);
  app->add_option_function<std::string>(
         "--every", [options](const std::string& text) { options->every = seconds_in(text); },
         "print the busiest functions while the program runs, so often: 2s, 500ms, 1m")
      ->type_name("TIME")
      ->excludes(graph)
      ->excludes(trace)
      ->excludes(flame)
      ->excludes(list)
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
      ->excludes(flame)
      ->capture_default_str();
  app->add_option("--out", options->out,
                  "write to this file [standard error; with --compare and --list: standard output]")
      ->check(not_empty())
      ->type_name("FILE")
      ->excludes(trace)
      ->excludes(flame);
  add_progress(*app, *options);
  app->prefix_command();
  app->footer(
      "Where does this program spend its time?\n"
      "  retprobe run --time -- ./program input.txt\n"
      "      The first rows of the table are the answer: self is a function's own time, and total\n"
      "      also has the probed functions that it called. Both are elapsed time, so a function\n"
      "      that waits has much of it, too. Then, of the one that you suspect:\n"
      "  retprobe run --histogram parse -- ./program input.txt\n"
      "  retprobe run --graph --from parse --min 5us -- ./program input.txt\n"
      "  retprobe run --flame flame.svg --calls 1000000 -- ./program input.txt\n"
      "What does this server do now?\n"
      "  retprobe run --every 2s -- ./server --port 8080\n"
      "      Every 2 seconds: the busiest functions. kill -USR1 (the number of the process\n"
      "      retprobe) prints what was counted so far, and the server goes on.\n"
      "Which design of probes should I take for it?\n"
      "  retprobe run --compare --input words.txt -- ./sorter\n"
      "      The last line is the answer. The program has to do the same each time. Its output is\n"
      "      compared, not shown. call_through is left out unless it is named: it breaks "
      "functions\n"
      "      with stack arguments.\n"
      "\n"
      "The program and its arguments stand behind --, and are not parsed. It has to be compiled "
      "so\n"
      "that its functions can be patched (docs/run.md): with clang -fpatchable-function-entry=5,\n"
      "or with GCC and the flags of pkg-config --cflags retprobe-patchable. The same holds for "
      "its\n"
      "libraries. Is it? retprobe run --list -- ./program\n"
      "Children of fork are counted by themselves, and so are programs that the program executes.\n"
      "Streams, signals, environment and exit status are the program's own, but SIGUSR1 to\n"
      "retprobe prints what was counted so far.\n"
      "The transfer trap kills a program that handles or blocks SIGTRAP (dash does around fork), "
      "or\n"
      "whose signal stack is small.\n"
      "Exit status: the program's; with --compare 0, or 1 if a design changed what it does;\n"
      "2 if it cannot be started; 77 if nothing can be probed.");
  return {app, [options] { return run_program(*options); },
          [options](std::vector<std::string> words) { options->plan.command = std::move(words); }};
}

}  // namespace retprobe::harness
