// `retprobe`: the harness's command line.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// A program's own words never get to CLI11, which reads "[1,2]" as two words and "--" as its own.
void parse(CLI::App& program, const std::vector<Command>& commands, std::span<char*> words) {
  const auto is_chosen = [&](const Command& command) {
    return words.size() > 1 && command.take_program && command.app->get_name() == words[1];
  };
  const auto command = std::ranges::find_if(commands, is_chosen);
  if (command == commands.end()) {
    program.parse(static_cast<int>(words.size()), words.data());
    return;
  }
  const auto is_separator = [](const char* word) { return std::string_view(word) == "--"; };
  const auto separator = std::ranges::find_if(words, is_separator);
  program.parse(static_cast<int>(separator - words.begin()), words.data());
  // Without a separator, the program begins with the first word that is no option.
  std::vector<std::string> of_program = command->app->remaining();
  if (!of_program.empty() && of_program[0].starts_with('-'))
    throw CLI::ExtrasError({of_program[0]});
  const bool has_begun = !of_program.empty() || separator == words.end();
  of_program.insert(of_program.end(), separator + (has_begun ? 0 : 1), words.end());
  if (of_program.empty()) throw CLI::RequiredError("program");
  command->take_program(std::move(of_program));
}

int run(int argc, char** argv) {
  CLI::App program{"Return-probe designs for user space, verified and measured."};
  program.name("retprobe");
  program.require_subcommand(1);
  program.get_formatter()->column_width(30);
  program.footer(
      "A candidate is a design and a return transfer; globs select them:\n"
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
    parse(program, commands, std::span(argv, static_cast<std::size_t>(argc)));
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
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    // Inherited as ignored, it leaves no child to wait for. `run` has its own way with signals.
    if (command.app->get_name() != "run") signal(SIGCHLD, SIG_DFL);
    return run(program, command);
  }
  return exit_usage;
}

}  // namespace

int main(int argc, char** argv) {
  // Streams that are closed stay so, here and in what is executed. No file gets their numbers.
  int lowest;
  while ((lowest = open("/", O_PATH | O_CLOEXEC)) >= 0 && lowest <= 2) continue;
  if (lowest >= 0) close(lowest);
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retprobe: %s\n", error.what());
    return exit_usage;
  }
}
