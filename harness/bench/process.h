// A child process of the benchmark session, run to its end. Cold.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/error.h"

namespace retprobe::harness {

/// A child that writes no line for so long is taken for one that hangs, in seconds.
inline constexpr double silence_seconds = 120;

struct ProcessEnd {
  std::string
      why;  // empty: it exited with 0; else "killed by SIGSEGV", "timed out after 60 s", "exit status 2"
  std::string errors;  // the last line that it wrote to standard error
};

/// Runs this very program with `arguments`, `input` as its standard input, and hands each line of its output
/// over as it comes. Killed when it writes no line for `seconds`. Dies with its parent. Error where no
/// process can be made.
Result<ProcessEnd> run_self(const std::vector<std::string>& arguments, const std::string& input,
                            const std::function<void(const std::string&)>& on_line, double seconds);

/// The same for another program, looked up in PATH, and all that it starts: they are a process group, killed as one.
Result<ProcessEnd> run_command(const std::vector<std::string>& words, const std::string& input,
                               const std::function<void(const std::string&)>& on_line, double seconds);

}  // namespace retprobe::harness
