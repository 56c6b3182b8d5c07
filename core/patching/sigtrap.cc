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

#include "core/system/no_memory.h"

namespace retprobe {
namespace {

/// The actions that would handle a SIGTRAP without this library, newest first. `action` and `next`
/// never change and no node is ever freed, because a handler may be reading it.
struct Behind {
  struct sigaction action;
  // The action that `action` replaced; null: the default action.
  const Behind* next;
  // Links all nodes, for reuse.
  Behind* made_before;
  // True once an SA_RESETHAND action has had its one signal.
  mutable std::atomic<bool> spent;
};

std::mutex claim_lock;  // of whoever adds nodes or installs; never taken in a signal handler
int atfork_error = 0;

std::atomic<Behind*> every_node{nullptr};
std::atomic<const Behind*> newest{nullptr};
// Indexed by TrapUser, which is also the order in which they are asked.
std::array<std::atomic<TrapHandler>, 2> users{};

void on_sigtrap(int signal, siginfo_t* info, void* raw_context);

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_sigtrap;
}

bool is_handler(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}

bool same(const struct sigaction& a, const struct sigaction& b) {
  // The kernel uses 8 bytes of a sigset_t. glibc leaves the rest uninitialised.
  constexpr std::size_t mask_size = 8;
  return a.sa_flags == b.sa_flags && a.sa_sigaction == b.sa_sigaction &&
         std::memcmp(&a.sa_mask, &b.sa_mask, mask_size) == 0;
}

/// Makes the process die of this signal, as it would have without this library: with the same
/// siginfo and, when the kernel called the handler, with the interrupted registers. That works
/// because the signal stays blocked until the return of the handler has restored the registers.
/// Async-signal-safe.
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

/// An older handler may have saved this library's handler as its own previous one, if it was
/// installed later and this library then claimed the signal again. When it calls that handler, the
/// call must go to the next older action. Otherwise it would loop. So the context says who has it.
/// The kernel writes a null there for each signal, and nobody reads it.
ucontext_t* link_to(const Behind& behind) {
  return reinterpret_cast<ucontext_t*>(reinterpret_cast<std::uintptr_t>(&behind));
}
/// The older handler that has the context; null: none. Async-signal-safe.
const Behind* holder_of(const ucontext_t& context) {
  const Behind* node = every_node.load(std::memory_order_acquire);
  while (node != nullptr && link_to(*node) != context.uc_link) node = node->made_before;
  return node;
}

/// Runs an older handler under the signal mask that the kernel would have given it.
/// Async-signal-safe.
void call_behind(const Behind& behind, int signal, siginfo_t* info, ucontext_t& context,
                 bool from_kernel) {
  sigset_t blocked = behind.action.sa_mask;
  if ((behind.action.sa_flags & SA_NODEFER) == 0) sigaddset(&blocked, signal);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  ucontext_t* const link = context.uc_link;
  context.uc_link = link_to(behind);
  if ((behind.action.sa_flags & SA_SIGINFO) != 0) {
    behind.action.sa_sigaction(signal, info, &context);
  } else {
    behind.action.sa_handler(signal);
  }
  context.uc_link = link;
  // The kernel's sigreturn restores the interrupted mask from `context`, including any change that
  // the handler made there.
  if (!from_kernel) pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Gives a foreign trap the effect that it would have had without this library. Async-signal-safe.
void pass_on(int signal, siginfo_t* info, ucontext_t& context, bool from_kernel) {
  const Behind* const holder = holder_of(context);
  const Behind* behind = holder != nullptr ? holder->next : newest.load(std::memory_order_acquire);
  if (behind == nullptr) return die(info, context, from_kernel);
  const struct sigaction& action = behind->action;
  if (!is_handler(action)) {
    // The kernel does not let a process ignore its own breakpoints and single steps. It does let a
    // process ignore a SIGTRAP that was sent.
    if (action.sa_handler == SIG_IGN && info->si_code <= 0) return;
    return die(info, context, from_kernel);
  }
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0 && behind->spent.exchange(true)) {
    return die(info, context, from_kernel);
  }
  call_behind(*behind, signal, info, context, from_kernel);
}

/// The process's SIGTRAP handler. Async-signal-safe. It preserves errno, unless an older handler
/// that it calls changes it.
[[gnu::noinline]] void on_sigtrap(int signal, siginfo_t* info, void* raw_context) {
  const int saved_errno = errno;
  auto& context = *static_cast<ucontext_t*>(raw_context);
  // The kernel puts the context right above the return address of a handler. Any other caller does
  // not. (The frame address is that of the saved rbp; the return address is above it.)
  const bool from_kernel = reinterpret_cast<std::uintptr_t>(raw_context) ==
                           reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 16;
  // Do not read the byte before rip here: it may be unmapped already, and the users know their
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

/// Makes `action` the newest of the older actions. An action that was already known moves to the
/// front. Nodes are reused, so code that replaces this handler again and again costs no memory. The
/// caller holds claim_lock.
void put_behind(const struct sigaction& action) {
  const Behind* next = nullptr;
  if (is_handler(action)) {
    next = newest.load(std::memory_order_relaxed);
    if (next != nullptr && same(next->action, action)) next = next->next;
  }
  Behind* const last_made = every_node.load(std::memory_order_relaxed);
  Behind* node = last_made;
  while (node != nullptr && !(node->next == next && same(node->action, action)))
    node = node->made_before;
  if (node == nullptr) {
    node = new Behind{action, next, last_made, {false}};
    every_node.store(node, std::memory_order_release);
  }
  node->spent.store(false, std::memory_order_relaxed);
  newest.store(node, std::memory_order_release);
}

/// Runs before the ordinary constructors and before text_poke's (102). Fork handlers that are
/// registered later run earlier at fork. So a caller of claim_sigtrap that holds its own lock has
/// that lock taken first at fork, too.
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
    put_behind(current);  // before installing: the first trap may need it
    struct sigaction ours{};
    ours.sa_sigaction = on_sigtrap;
    sigemptyset(&ours.sa_mask);
    // This library's traps interrupt no system call. SA_RESTART is set for the older actions.
    const int restart = is_handler(current) ? current.sa_flags & SA_RESTART : SA_RESTART;
    ours.sa_flags = SA_SIGINFO | SA_NODEFER | restart;
    struct sigaction replaced{};
    if (sigaction(SIGTRAP, &ours, &replaced) != 0) return system_error("sigaction(SIGTRAP)", errno);
    if (same(replaced, current)) break;
    // Other code installed a handler in between. That one is the older action now.
    current = replaced;
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
    return no_memory([] { return "no memory to remember the SIGTRAP handler that was there"; });
  }
}

}  // namespace retprobe
