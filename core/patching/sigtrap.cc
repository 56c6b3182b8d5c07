#include "core/patching/sigtrap.h"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <new>

namespace retprobe {
namespace {

/// What would deal with a SIGTRAP if we were not there, newest first. `action`, `next` never change
/// and no node is ever freed, since a handler may be looking at it.
struct Behind {
  struct sigaction action;
  const Behind* next;               // what that action found when it came; null: the default action
  Behind* made_before;              // all nodes, for reuse
  mutable std::atomic<bool> spent;  // SA_RESETHAND: it had its one signal
};

std::mutex claim_lock;  // guards every_node and the installing; never taken in a signal handler
Behind* every_node = nullptr;
int atfork_error = 0;

std::atomic<const Behind*> newest{nullptr};
std::array<std::atomic<TrapHandler>, 2>
    users{};  // indexed by TrapUser, which is the order in which they are asked

/// The forward that this thread is in. A handler behind ours may have saved ours as *its* previous
/// one (it came after us and we went in front of it again) and call it: that call goes on behind
/// it, instead of round in circles.
struct Forward {
  const ucontext_t* context;
  const Behind* behind;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Forward forward{nullptr, nullptr};

void on_sigtrap(int signal, siginfo_t* info, void* raw_context);

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_sigtrap;
}

bool is_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

bool same(const struct sigaction& a, const struct sigaction& b) {
  constexpr std::size_t mask_size =
      8;  // what the kernel knows; glibc leaves the rest of a sigset_t to chance
  return a.sa_flags == b.sa_flags && a.sa_sigaction == b.sa_sigaction &&
         std::memcmp(&a.sa_mask, &b.sa_mask, mask_size) == 0;
}

/// The process dies of this very signal, as it would have without us: same siginfo, and (when the
/// kernel called us) with the interrupted registers, since the signal stays blocked until our
/// return has restored them. Async-signal-safe.
void die(siginfo_t* info, ucontext_t& context, bool from_kernel) {
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGTRAP, &by_default, nullptr);
  sigset_t trap;
  sigemptyset(&trap);
  sigaddset(&trap, SIGTRAP);
  pthread_sigmask(SIG_BLOCK, &trap, nullptr);
  const auto thread = syscall(SYS_gettid);
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, SIGTRAP, info) != 0) {
    syscall(SYS_tgkill, getpid(), thread, SIGTRAP);
  }
  sigdelset(&context.uc_sigmask, SIGTRAP);
  if (!from_kernel) pthread_sigmask(SIG_UNBLOCK, &trap, nullptr);
}

/// Runs a handler behind ours under the signal mask that the kernel would have given it.
/// Async-signal-safe.
void call_behind(const Behind& behind, int signal, siginfo_t* info, ucontext_t& context,
                 bool from_kernel) {
  sigset_t blocked = behind.action.sa_mask;
  if ((behind.action.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, signal);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const Forward outer = forward;
  forward = {&context, &behind};
  if ((behind.action.sa_flags & SA_SIGINFO) != 0) {
    behind.action.sa_sigaction(signal, info, &context);
  } else {
    behind.action.sa_handler(signal);
  }
  forward = outer;
  // The kernel's sigreturn restores the interrupted mask, with whatever the handler did to it in
  // `context`.
  if (!from_kernel) pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// A trap that is not ours has the effect that it would have had without us. Async-signal-safe.
void pass_on(int signal, siginfo_t* info, ucontext_t& context, bool from_kernel) {
  const bool called_back = !from_kernel && forward.behind != nullptr && forward.context == &context;
  const Behind* behind =
      called_back ? forward.behind->next : newest.load(std::memory_order_acquire);
  if (behind == nullptr) return die(info, context, from_kernel);
  const struct sigaction& action = behind->action;
  if (!is_handler(action)) {
    // The kernel does not let a process ignore its own breakpoints and steps; what somebody sent,
    // it does.
    if (action.sa_handler == SIG_IGN && info->si_code <= 0) return;
    return die(info, context, from_kernel);
  }
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0 && behind->spent.exchange(true)) {
    return die(info, context, from_kernel);
  }
  call_behind(*behind, signal, info, context, from_kernel);
}

/// The process's SIGTRAP handler. Async-signal-safe; leaves errno alone, unless a handler behind it
/// does not.
[[gnu::noinline]] void on_sigtrap(int signal, siginfo_t* info, void* raw_context) {
  const int saved_errno = errno;
  auto& context = *static_cast<ucontext_t*>(raw_context);
  // The kernel puts the context right above the return address of a handler; whoever else calls us
  // does not. (Frame address: the saved rbp; above it the return address.)
  const bool from_kernel = reinterpret_cast<std::uintptr_t>(raw_context) ==
                           reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  // No look at the byte before rip here: it may be gone already, and the users know their
  // addresses.
  if (info->si_code == SI_KERNEL || info->si_code == TRAP_BRKPT) {
    for (const auto& user : users) {
      const TrapHandler handler = user.load(std::memory_order_acquire);
      if (handler != nullptr && handler(context)) {
        errno = saved_errno;
        return;
      }
    }
  }
  errno = saved_errno;
  pass_on(signal, info, context, from_kernel);
}

/// Puts `action` in front of what is behind us. An action that was there before moves to the front;
/// nodes are reused, so that somebody who replaces us again and again costs no memory. Holds
/// claim_lock.
void put_behind(const struct sigaction& action) {
  const Behind* next = nullptr;
  if (is_handler(action)) {
    next = newest.load(std::memory_order_relaxed);
    if (next != nullptr && same(next->action, action)) next = next->next;
  }
  Behind* node = every_node;
  while (node != nullptr && !(node->next == next && same(node->action, action)))
    node = node->made_before;
  if (node == nullptr) {
    node = new Behind{action, next, every_node, {false}};
    every_node = node;
  }
  node->spent.store(false, std::memory_order_relaxed);
  newest.store(node, std::memory_order_release);
}

/// Before the ordinary constructors, and before text_poke's (102): handlers registered later run
/// earlier at fork, so whoever claims under a lock of its own has that lock taken first there too.
[[gnu::constructor(101)]] void hold_the_lock_across_fork() {
  atfork_error = pthread_atfork([] { claim_lock.lock(); }, [] { claim_lock.unlock(); },
                                [] { claim_lock.unlock(); });
}

Error install() {
  if (atfork_error != 0)
    return system_error("pthread_atfork for the SIGTRAP handler", atfork_error);
  struct sigaction current{};
  if (sigaction(SIGTRAP, nullptr, &current) != 0) return system_error("sigaction(SIGTRAP)", errno);
  while (!is_ours(current)) {
    put_behind(current);  // before ours is there: the first trap may need it
    struct sigaction ours{};
    ours.sa_sigaction = on_sigtrap;
    sigemptyset(&ours.sa_mask);
    // Our own traps interrupt no system call, so SA_RESTART is for the sake of what is behind us.
    const int restart = is_handler(current) ? current.sa_flags & SA_RESTART : SA_RESTART;
    ours.sa_flags = SA_SIGINFO | SA_NODEFER | restart;
    struct sigaction replaced{};
    if (sigaction(SIGTRAP, &ours, &replaced) != 0) return system_error("sigaction(SIGTRAP)", errno);
    if (same(replaced, current)) break;
    current = replaced;  // somebody was faster: theirs is what is behind us now
  }
  return {};
}

}  // namespace

Error claim_sigtrap(TrapUser user, TrapHandler handler) {
  const std::lock_guard lock(claim_lock);
  users[static_cast<std::size_t>(user)].store(handler, std::memory_order_release);
  try {
    return install();
  } catch (const std::bad_alloc&) {
    return {Error::Code::exhausted, "no memory to remember the SIGTRAP handler that was there"};
  }
}

}  // namespace retprobe
