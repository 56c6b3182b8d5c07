// Fuzzes the command line: one argument a line, parsed as `retprobe` parses it. No command is run.
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/command.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe::harness;
  if (size > 2048) return -1;
  std::vector<std::string> words = {"retprobe"};
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    words.emplace_back(line.substr(0, line.find('\0')));  // an argument ends at a NUL
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  CLI::App program{"Return-probe designs for user space, verified and measured."};
  program.name("retprobe");
  program.require_subcommand(1);
  std::vector<Command> commands;
  for (auto make : {list_command, verify_command, bench_command, compare_command, cost_command,
                    inspect_command})
    commands.push_back(make(program));
  std::size_t chosen = 0;
  try {
    program.parse(static_cast<int>(words.size()), arguments.data());
    for (const Command& command : commands) chosen += command.app->parsed();
    FUZZ_HOLDS(chosen == 1, "a command line that is right chooses one command");
  } catch (const CLI::CallForHelp&) {
    FUZZ_HOLDS(!program.help().empty(), "help is something");
  } catch (const CLI::ParseError& error) {
    FUZZ_HOLDS(error.what()[0] != '\0' && error.what()[0] != '\n', "wrong use has a reason");
  }
  return 0;
}
