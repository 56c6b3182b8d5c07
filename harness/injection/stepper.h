// A stepper: runs a process one instruction at a time with ptrace, copies it where it stands, and
// interferes with it.
//
//     TracedProcess process([] { …; leaf(); … }, {.marks = {marked}});
//     process.main().run();  // to the first mark: an int3 in the process's own code
//     while (process.main().registers().rip != after) process.main().step();
//
// Throws NotPermitted for a fault of the machine, std::runtime_error for a fault of the process.
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
/// The process got too little processor time to end within its limit.
struct TooBusy : NotPermitted {
  using NotPermitted::NotPermitted;
};

/// How a process ended that was let go.
struct Ending {
  bool timed_out = false;
  int status = 0;  // as waitpid gives it
  bool well() const { return !timed_out && status == 0; }
  std::string text() const;
};
/// Waits for a child that is not traced. Kills it when it takes longer than `seconds` (TimeLimit).
Ending wait_for_end(pid_t child, unsigned seconds);

/// Copies memory of a traced process. Returns how many of the bytes are there, from the first on.
std::size_t read_process(pid_t process, std::uintptr_t address, void* to, std::size_t bytes);

/// One thread of a traced process. It is stopped between any two calls of its member functions.
class TracedThread {
 public:
  TracedThread(pid_t process, pid_t thread, std::span<const std::uintptr_t> marks);

  /// What happened between two boundaries.
  struct Step {
    Instruction instruction;      // the one that was executed
    bool signal = false;          // its signal was delivered: the next boundary is in the handler
    std::uintptr_t before = 0;    // the instruction's address
    std::uintptr_t restorer = 0;  // with a signal: what the handler returns to
  };
  /// Executes one instruction. An int3's step also delivers its SIGTRAP, and ends at the handler's
  /// first instruction. (There is no boundary within the kernel.) The stepper's trap flag is
  /// cleared where pushf and syscall leak it.
  Step step();

  /// Runs until the thread is about to execute the instruction at `address` for the
  /// `occurrence`-th time (from 0) from now on. Steps would get there, too, only slower. No other
  /// thread may run that code meanwhile.
  void run_to(std::uintptr_t address, std::size_t occurrence);

  /// Lets the thread run until it executes a mark. `signal` is delivered first. Signals on the way
  /// are delivered.
  void run(int signal = 0);
  /// The same, until the thread has made another one. Returns the new thread's id. The new thread
  /// is stopped before its first instruction.
  pid_t run_until_thread();

  const user_regs_struct& registers() const { return registers_; }
  std::uint64_t word(std::uintptr_t address) const;
  /// The bytes at `address`: 16, or fewer at the end of what is mapped. Valid until the next call.
  std::span<const std::byte> code_at(std::uintptr_t address);

  /// Copies a process of one thread, by fork. The copy stands exactly where this process stands.
  /// `gadget` is the address of a `syscall; int3`. The copy goes on by itself, with `signal`
  /// delivered before its next instruction. The caller has to wait_for_end() it.
  pid_t copy_here(std::uintptr_t gadget, int signal);

  /// Stops tracing the thread for good. `signal` is delivered first.
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

/// Keeps the calling thread, and the processes that it forks, on its current processor. A tracer
/// and its tracee run in turns, never at once. On two processors, each would wait for the other
/// processor to be woken. In a virtual machine that takes longer than the step.
class OneProcessor {
 public:
  OneProcessor();
  ~OneProcessor();
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

/// A child of this process, traced from before the first instruction of `body`. As long as this
/// object exists, the child and the calling thread share one processor.
class TracedProcess {
 public:
  struct Options {
    std::vector<std::uintptr_t> marks;  // addresses just behind an int3
    bool threads = false;               // traces its threads, too; copy_here then does not work
  };
  /// `body` runs in the child. Its result is the child's exit status.
  TracedProcess(const std::function<int()>& body, Options options);
  ~TracedProcess();
  TracedProcess(const TracedProcess&) = delete;
  TracedProcess& operator=(const TracedProcess&) = delete;

  pid_t id() const { return process_; }
  TracedThread& main() { return *main_; }
  /// Takes over a thread that run_until_thread() has returned.
  TracedThread make_thread(pid_t id);
  /// Waits for the end of the process. All of its threads must have been released.
  Ending wait(unsigned seconds);

 private:
  OneProcessor one_processor_;
  Options options_;
  pid_t process_ = -1;
  std::vector<pid_t> threads_;
  std::unique_ptr<TracedThread> main_;
};

}  // namespace retprobe::harness
