// `retprobe`: the harness's command line.
#include <cstdio>
#include <exception>
#include <iostream>

#include "harness/cli/command.h"
#include "harness/injection/stepper.h"

namespace {

using namespace retprobe::harness;

std::string name_of(const CLI::App& program) {
  std::string command = "retprobe";
  for (const CLI::App* chosen : program.get_subcommands()) command += " " + chosen->get_name();
  return command;
}

// Runs the chosen command. Prints one line on standard error if it cannot be done.
int run(const CLI::App& program, const Command& command) {
  const auto say = [&](const std::exception& error, int status) {
    std::cout.flush();
    std::cerr << name_of(program) << ": " << error.what() << "\n";
    return status;
  };
  try {
    return command.run();
  } catch (const Failure& error) {
    return say(error, exit_usage);
  } catch (const CannotHere& error) {
    return say(error, exit_not_permitted);
  } catch (const NotPermitted& error) {
    return say(error, exit_not_permitted);
  }
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
    // CLI11's message may have several lines. Users get one.
    const std::string line = error.what(), command = name_of(program);
    std::cerr << command << ": " << line.substr(0, line.find('\n')) << "; see '" << command
              << " --help'\n";
    return exit_usage;
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(program, command);
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
