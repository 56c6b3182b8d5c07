// A process that is run one instruction at a time with ptrace, copied where it stands, and
// interfered with.
//
//     TracedProcess process([] { …; leaf(); … }, {.marks = {marked}});
//     process.main().run();                         // to the first mark: an int3 in the process's
//     own code while (process.main().registers().rip != after) process.main().step();
//
// What is wrong with the machine is thrown as NotPermitted; what the process did wrong as
// std::runtime_error.
#pragma once

#include <sched.h>
#include <sys/types.h>
#include <sys/user.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/injection/instructions.h"

namespace retprobe::harness {

struct NotPermitted : std::runtime_error {
  using runtime_error::runtime_error;
};

/// What became of a process that was let go.
struct Ending {
  bool timed_out = false;
  int status = 0;  // as waitpid has it
  bool well() const { return !timed_out && status == 0; }
  std::string text() const;
};
/// Waits for a child that is not traced. One that takes longer than `seconds` (TimeLimit) is
/// killed.
Ending wait_for_end(pid_t child, unsigned seconds);

/// Copies memory of a process that is traced. How many of the bytes there are, from the first on.
std::size_t read_process(pid_t process, std::uintptr_t address, void* to, std::size_t bytes);

/// One thread of a traced process. Stopped, between any two calls of these.
class TracedThread {
 public:
  TracedThread(pid_t process, pid_t thread, std::span<const std::uintptr_t> marks);

  /// What happened between two boundaries.
  struct Step {
    Instruction instruction;      // that was executed
    bool signal = false;          // its signal was delivered: the next boundary is in the handler
    std::uintptr_t before = 0;    // where it was
    std::uintptr_t restorer = 0;  // with a signal: what the handler returns to
  };
  /// Executes one instruction. An int3 delivers its SIGTRAP: the step ends at the handler's first
  /// instruction (what happens in the kernel in between is no boundary). What the trap flag leaks
  /// into (pushf, syscall) is cleaned.
  Step step();

  /// Runs to the `occurrence`-th time (from 0) from now on that it is about to execute the
  /// instruction at `address`: as many steps would get there, only faster. Nobody else may run that
  /// code meanwhile.
  void run_to(std::uintptr_t address, std::size_t occurrence);

  /// Lets it run, with `signal` delivered first, until it executes a mark. Signals on the way are
  /// delivered.
  void run(int signal = 0);
  /// The same, until it has made a thread, whose id is returned; that thread is stopped before its
  /// first instruction.
  pid_t run_until_thread();

  const user_regs_struct& registers() const { return registers_; }
  pid_t id() const { return thread_; }
  std::uint64_t word(std::uintptr_t address) const;
  /// The bytes there: 16, or fewer at the end of what is mapped. Valid until the next call.
  std::span<const std::byte> code_at(std::uintptr_t address);

  /// A copy of a process of one thread, by fork, that stands where this one stands, whatever that
  /// is. `gadget` is the address of a `syscall; int3`. The copy goes on by itself, with `signal`
  /// delivered before its next instruction; wait_for_end() it.
  pid_t copy_here(std::uintptr_t gadget, int signal);

  /// Lets it go for good, with `signal` delivered first.
  void release(int signal = 0);

 private:
  void wait_for_stop(bool may_take_long);
  void read_registers();
  void write_registers(const user_regs_struct& registers);
  void resume(int request, int signal);
  bool at_mark() const;
  void write_word(std::uintptr_t address, std::uint64_t value);
  pid_t process_, thread_;
  std::span<const std::uintptr_t> marks_;
  user_regs_struct registers_{};
  Instructions instructions_;
  std::byte code_[16]{};
  int status_ = 0;
};

/// Keeps the calling thread, and what it forks, on the processor that it is on. A tracer and whom
/// it steps run in turns, never at once: woken on another processor, each would wait for that one
/// to be told, which in a virtual machine takes longer than the step.
class OneProcessor {
 public:
  OneProcessor();
  ~OneProcessor();
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

/// A child of this process, traced from before the first instruction of `body`. As long as it is
/// there, it and the calling thread share one processor.
class TracedProcess {
 public:
  struct Options {
    std::vector<std::uintptr_t> marks;  // addresses just behind an int3
    bool threads = false;  // its threads are traced too (copy_here is for processes without)
  };
  /// `body` runs in the child, which ends with what it returns as its exit status.
  TracedProcess(const std::function<int()>& body, Options options);
  ~TracedProcess();
  TracedProcess(const TracedProcess&) = delete;
  TracedProcess& operator=(const TracedProcess&) = delete;

  pid_t id() const { return process_; }
  TracedThread& main() { return *main_; }
  /// Takes up a thread that run_until_thread() has returned.
  TracedThread make_thread(pid_t id);
  /// After all of its threads were released.
  Ending wait(unsigned seconds);

 private:
  OneProcessor one_processor_;
  Options options_;
  pid_t process_ = -1;
  std::vector<pid_t> threads_;
  std::unique_ptr<TracedThread> main_;
};

}  // namespace retprobe::harness
