// `retprobe run`: a program of one's own, with its functions probed.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/cli/command.h"
#include "harness/run/launch.h"
#include "harness/run/report.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

struct RunOptions {
  CommonOptions common;
  run::LaunchPlan plan{.design = "counted_shadow", .transfer = "paired"};
  std::size_t lines = 20;
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

int run_program(RunOptions& options) {
  if (const int status = check_probing("run")) return status;
  run::LaunchPlan& plan = options.plan;
  const Configuration wanted{plan.design, plan.transfer};
  if (const Error error = configure(wanted)) return report("run", error);
  const auto output = Output::open(options.common.out);
  if (!output.ok()) return report("run", output.error());
  const auto launched = run::launch(plan);
  if (!launched.ok()) return report("run", launched.error());
  const std::string text = options.common.json() ? run::counts_json(plan, *launched).dump(1) + "\n"
                                                 : run::counts_text(plan, *launched, options.lines);
  // Standard output is the program's.
  if (options.common.out.empty())
    std::cerr << text;
  else if (const Error error = output->write(text))
    return report("run", error);
  return end_as(launched->status);
}

}  // namespace

Command run_command(CLI::App& program) {
  auto* app = program.add_subcommand(
      "run", "Run a program with its functions probed, and say how often they were called");
  auto options = std::make_shared<RunOptions>();
  run::LaunchPlan& plan = options->plan;
  app->add_option("--design", plan.design, "the design of the probes")
      ->type_name("NAME")
      ->capture_default_str();
  app->add_option("--transfer", plan.transfer, "the return transfer")
      ->type_name("NAME")
      ->capture_default_str();
  add_list(*app, "--functions", plan.functions,
           "functions to probe: names, globs, 'module:GLOB' for all of a library [all]");
  add_list(*app, "--exclude", plan.excluded, "functions to leave out, in the same words");
  app->add_option("--lines", options->lines, "functions in the table, most called first; 0: all")
      ->capture_default_str();
  app->add_option("--format", options->common.format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app->add_option("--out", options->common.out,
                  "write the counts to this file instead of standard error")
      ->type_name("FILE");
  app->add_option("program", plan.command, "the program and its arguments, behind --")
      ->required()
      ->type_name("PROGRAM ARGS");
  app->positionals_at_end();
  app->footer(
      "The program has to be compiled so that its functions can be patched (docs/run.md): with\n"
      "clang -fpatchable-function-entry=5, or with GCC and the flags of\n"
      "pkg-config --cflags retprobe-patchable. The same holds for its libraries.\n"
      "A library is preloaded into the program. It attaches before main, and to modules that are\n"
      "opened later. Children of fork are counted by themselves; a program that exec starts is\n"
      "not observed. Streams, signals, environment and exit status are the program's own.\n"
      "Exit status: the program's; 2 where it cannot be started; 77 where nothing can be probed.\n"
      "Examples:\n"
      "  retprobe run -- ./server --port 8080\n"
      "  retprobe run --functions 'parse_*,module:libjson*' --design bitmask -- ./client\n"
      "  retprobe run --format json --out counts.json -- ./job input.txt");
  return {app, [options] { return run_program(*options); }};
}

}  // namespace retprobe::harness
