// A child process of the benchmark session, talked with a line at a time or run to its end. Cold.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "retprobe/error.h"

namespace retprobe::harness {

/// A child that writes no line for so long is taken for one that hangs, in seconds.
inline constexpr double silence_seconds = 120;

struct ProcessEnd {
  std::string why;     // empty: it exited with 0; else "killed by SIGSEGV", "timed out after 60 s",
                       // "exit status 2"
  std::string errors;  // the last line that it wrote to standard error
};

/// "killed by SIGSEGV: the last line that it wrote to standard error", of one that should have said
/// more.
std::string last_words(const ProcessEnd& end);

/// A file descriptor, closed with its object.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close();
  bool ok() const { return number_ >= 0; }

 private:
  int number_;
};

/// Dies with its parent, and with its object.
class Child {
 public:
  /// This very program. It reads what tell() says.
  static Result<Child> of_self(const std::vector<std::string>& arguments);
  /// The same of another program, looked up in PATH.
  static Result<Child> of_program(std::vector<std::string> words);
  /// Another program, looked up in PATH, which reads `input`, and all that it starts: they are a
  /// process group, killed as one.
  static Result<Child> of_command(const std::vector<std::string>& words, const std::string& input);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();

  /// `line` and a newline. Whether it listens: one that has ended does not.
  bool tell(const std::string& line);
  /// The next line that it writes. Nothing: it has ended, or was silent for `seconds` and is
  /// killed; end() says which.
  std::optional<std::string> next_line(double seconds);
  /// There is nothing more to tell. Waits until it has ended, and kills it where that takes longer
  /// than `seconds` without a word. Once, and last.
  ProcessEnd end(double seconds = silence_seconds);

 private:
  Child(pid_t pid, bool group, Descriptor input, Descriptor output, Descriptor errors);
  static Result<Child> told(const char* program, std::vector<std::string> words);
  static Result<Child> start(const char* program, std::vector<std::string> words, bool group,
                             Descriptor its_input, Descriptor input);
  void kill_it() const;

  pid_t pid_;
  bool group_;
  Descriptor input_, output_, errors_;
  std::string pending_, why_;
};

/// Runs a command (Child::of_command) and hands each line of its output over as it comes. Killed
/// when it writes no line for `seconds`. Error where no process can be made.
Result<ProcessEnd> run_command(const std::vector<std::string>& words, const std::string& input,
                               const std::function<void(const std::string&)>& on_line,
                               double seconds);

}  // namespace retprobe::harness
