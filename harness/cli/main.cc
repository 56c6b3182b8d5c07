// `retprobe`: the harness's command line.
#include <cstdio>
#include <exception>
#include <iostream>

#include "harness/cli/command.h"

namespace {

using namespace retprobe::harness;

// CLI11's message may have several lines. Users get one.
int wrong_use(const CLI::App& program, const std::string& message) {
  std::string command = "retprobe";
  for (const CLI::App* chosen : program.get_subcommands()) command += " " + chosen->get_name();
  std::string line = message.substr(0, message.find('\n'));
  std::cerr << command << ": " << line << "; see '" << command << " --help'\n";
  return exit_usage;
}

int run(int argc, char** argv) {
  CLI::App program{"Return-probe designs for user space, verified and measured."};
  program.name("retprobe");
  program.require_subcommand(1);
  program.get_formatter()->column_width(30);
  program.footer(
      "A candidate is a design, a return transfer and a register set; globs select them:\n"
      "  retprobe list                                    designs, workloads, scenarios …\n"
      "  retprobe verify --design counted_shadow          is it correct?\n"
      "  retprobe bench --quick --workload leaf,fib       what does it cost?\n"
      "  retprobe cost --registers scalar --tracers 1     how many instructions?\n"
      "  retprobe inspect --stack --tracers 3             what does it leave on the shadow stack?\n"
      "Exit status: 0, 1 for a failed verification or a regression, 2 for wrong use.");
  std::vector<Command> commands;
  for (auto make :
       {list_command, verify_command, bench_command, compare_command, regress_command, cost_command,
        prices_command, inspect_command, kernel_command, run_command, soak_command})
    commands.push_back(make(program));
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = program.get_subcommands();
    std::cout << (chosen.empty() ? program.help() : chosen.front()->help());
    return exit_ok;
  } catch (const CLI::ParseError& error) {
    return wrong_use(program, error.what());
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retprobe: %s\n", error.what());
    return exit_usage;
  }
}
