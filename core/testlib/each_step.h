// A signal at each instruction of something. The thread single-steps itself. At each instruction it
// makes a child, which sends itself SIGUSR1 there, goes on without steps, and ends with the result.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdio>

namespace retprobe {

inline bool is_child = false;
inline int steps = 0;

namespace each_step {

inline int only_step = 0, failed_step = 0, failure = 0;

inline void signal_here(void* context) {
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
  raise(SIGUSR1);
}

inline void on_step(int, siginfo_t*, void* context) {
  ++steps;
  if (only_step) return steps == only_step ? signal_here(context) : void();
  const pid_t child = _Fork();
  if (child == 0) {
    is_child = true;
    return signal_here(context);
  }
  int status = -1;
  waitpid(child, &status, 0);
  if (status == 0 || failure) return;
  failure = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  failed_step = steps;
}

}  // namespace each_step

/// `only_step`: the thread itself takes the signal, there only. A child would wait for ever for a
/// lock that its parent's thread holds, such as the dynamic linker's.
inline void install_steps(void (*on_signal)(int), int only_step = 0) {
  each_step::only_step = only_step;
  steps = 0;
  struct sigaction action{};
  action.sa_sigaction = each_step::on_step;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGTRAP, &action, nullptr);
  signal(SIGUSR1, on_signal);
}
inline void step_from_here() {
  asm volatile("pushf; orq $0x100, (%%rsp); popf" : : : "memory", "cc");
}
inline void step_no_further() {
  asm volatile("pushf; andq $~0x100, (%%rsp); popf" : : : "memory", "cc");
}

/// Ends the child with its result. Otherwise `result` is that of the walk without a signal.
inline void end_steps(int result) {
  if (is_child) _exit(result);
  if (!each_step::failure) each_step::failure = result;
}
/// 0, or the first failure. There must be more steps than `least`.
inline int result_of_steps(int least = 200) {
  if (!each_step::failure) return steps > least ? 0 : 100;
  std::fprintf(stderr, "step %d of %d: ", each_step::failed_step, steps);
  return each_step::failure;
}

}  // namespace retprobe
