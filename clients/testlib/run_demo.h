// Runs a client's demo program, which the build puts beside the tests.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace retprobe::client_test {

/// Returns what the program printed, its errors too, and a last line with its exit status if that
/// is not 0. `arguments` are in the shell's words.
inline std::string run_demo(const std::string& name, const std::string& arguments) {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string command = "'" + (folder / name).string() + "' 2>&1 " + arguments;
  std::FILE* const program = popen(command.c_str(), "re");
  if (!program) return "no program";
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, program)) > 0;)
    text.append(buffer, n);
  const int status = pclose(program);
  if (status != 0) text += "[status " + std::to_string(WEXITSTATUS(status)) + "]";
  return text;
}

}  // namespace retprobe::client_test
