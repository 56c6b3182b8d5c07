// Runs a child process of the benchmark session, line by line or to its end. Cold.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/descriptor.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// A child that writes no line for this long is considered to hang. Seconds, without those in which
/// it waited for a processor (of its threads, the one that waited longest).
inline constexpr double silence_seconds = 120;

struct ProcessEnd {
  /// Empty: it exited with 0. Else "killed by SIGSEGV", "timed out after 60 s", "exit status 2".
  std::string why;
  std::string errors;  // the last line that it wrote to standard error
};

/// "killed by SIGSEGV: the last line of standard error". For a child that ended too early.
std::string last_words(const ProcessEnd& end);

/// A child process. It dies with its parent, and with this object.
class Child {
 public:
  /// Starts this very program. It reads what tell() writes.
  static Result<Child> of_self(const std::vector<std::string>& arguments);
  /// The same with another program, which is looked up in PATH.
  static Result<Child> of_program(std::vector<std::string> words);
  /// Starts another program, which is looked up in PATH and reads `input`. The program and its
  /// descendants are a process group, which is killed as one.
  static Result<Child> of_command(const std::vector<std::string>& words, const std::string& input);
  Child(Child&&) = default;
  Child& operator=(Child&&) = delete;
  ~Child();

  /// Writes `line` and a newline. False where the child has ended.
  bool tell(const std::string& line);
  /// The next line that the child writes. Nothing where it has ended, or where it was killed
  /// because it wrote nothing for `seconds`; end() says which.
  std::optional<std::string> next_line(double seconds);
  /// Closes the child's input and waits until it has ended. Kills it when it writes nothing for
  /// `seconds`. Must be the last call, and the only one of its kind.
  ProcessEnd end(double seconds = silence_seconds);

 private:
  Child(pid_t pid, bool group, Descriptor input, Descriptor output, Descriptor errors);
  static Result<Child> notified(const char* program, std::vector<std::string> words);
  static Result<Child> start(const char* program, std::vector<std::string> words, bool group,
                             Descriptor its_input, Descriptor input);
  void kill_it() const;
  bool writes_within(double seconds) const;

  // -1 where the child was waited for, or belongs to another object.
  struct Pid {
    explicit Pid(pid_t its_number) : number(its_number) {}
    Pid(Pid&& other) noexcept : number(std::exchange(other.number, -1)) {}
    pid_t number;
  } pid_;
  bool group_;
  Descriptor input_, output_, errors_;
  std::string pending_, why_;
};

/// Runs a command (Child::of_command) and passes each line of its output on as it comes. Kills it
/// when it writes no line for `seconds`. Error where no process can be made.
Result<ProcessEnd> run_command(const std::vector<std::string>& words, const std::string& input,
                               const std::function<void(const std::string&)>& on_line,
                               double seconds);

}  // namespace retprobe::harness
