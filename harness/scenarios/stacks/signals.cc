// Asynchronous signals. Their handlers call probed functions wherever the interrupted thread is,
// even in the middle of a hook. Each call is seen or counted as missed. The program can still use
// the signals that the library uses for itself.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>

#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

using Clock = std::chrono::steady_clock;
constexpr unsigned thread_count = 2;
constexpr unsigned wanted_signals = 4000, least_signals = 500;
constexpr std::chrono::seconds patience{6};  // for the signals beyond `least_signals`

/// Counted by the signal handlers: their runs, their calls, and the wrong results.
std::atomic<std::uint64_t> handler_runs{0}, handler_calls{0}, handler_wrong{0}, alternate_runs{0};
thread_local const AlternateStack* alternate_stack = nullptr;
/// Handlers nest, and each takes a frame of kilobytes.
constexpr std::size_t alternate_bytes = 1 << 20;
/// On a slow machine the next signal can come before a handler has ended. Handlers would then nest
/// until the stack ends. Handlers at this depth return at once.
thread_local unsigned handlers_open = 0;
constexpr unsigned most_handlers_open = 16;

std::uint64_t nested_leaf(std::uint64_t x) { return machine_leaf(x); }

void on_signal(int, siginfo_t*, void*) {
  if (handlers_open == most_handlers_open) return;
  const int error = errno;
  ++handlers_open;
  handler_runs.fetch_add(1, std::memory_order_relaxed);
  alternate_runs += alternate_stack && alternate_stack->contains(&error);
  // Three calls: one alone, and one that makes another.
  if (machine_leaf(7) != leaf_value(7)) handler_wrong.fetch_add(1);
  if (machine_call(nested_leaf, 5) != leaf_value(5) + 1) handler_wrong.fetch_add(1);
  handler_calls.fetch_add(3, std::memory_order_relaxed);
  --handlers_open;
  errno = error;
}

struct Storm {
  int flags = 0;           // of the signal handlers
  bool alternate = false;  // each thread has an alternate stack
  bool poke = false;       // a tracer comes and goes meanwhile
};

/// Threads that call probed functions while signals hit them, from their own timers and from
/// another thread.
class StormThreads {
 public:
  explicit StormThreads(bool alternate)
      : threads_(thread_count, [=, this](unsigned i) { work(workers_[i], alternate); }) {
    for (Worker& worker : workers_) wait_until(worker.ready);
  }
  ~StormThreads() { stop_ = true; }
  void stop() {
    stop_ = true;
    threads_.join();
  }
  void shoot(int signal) {
    for (Worker& worker : workers_) pthread_kill(worker.thread, signal);
  }
  std::uint64_t calls() const { return workers_[0].calls + workers_[1].calls; }
  std::uint64_t wrong() const { return workers_[0].wrong + workers_[1].wrong; }

 private:
  struct alignas(64) Worker {
    pthread_t thread{};
    std::atomic<bool> ready{false};
    std::uint64_t calls = 0, wrong = 0;
  };

  void work(Worker& worker, bool alternate) {
    std::optional<AlternateStack> stack;
    if (alternate) alternate_stack = &stack.emplace(alternate_bytes);
    std::optional<ThreadTimer> timer(std::in_place);
    constexpr std::uint64_t period = 61'003;  // ns; not a multiple of any period of the loop below
    timer->arm(period, true);
    worker.thread = pthread_self();
    worker.ready = true;
    for (std::uint64_t i = 0; !stop_.load(std::memory_order_relaxed); ++i) {
      worker.wrong += machine_leaf(i) != leaf_value(i);
      worker.wrong += machine_call(nested_leaf, i) != leaf_value(i) + 1;
      worker.calls += 3;
    }
    timer.reset();
    // Signals that are still pending are delivered on the way out of this call, before the stack
    // is freed.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    alternate_stack = nullptr;
  }

  std::atomic<bool> stop_{false};
  Worker workers_[thread_count];
  Threads threads_;
};

Outcome storm(const Cell& cell, const Storm& how) {
  const std::vector<std::string_view> functions = {"machine_leaf", "machine_call"};
  for (const int signal : {SIGUSR1, SIGUSR2})
    handle_signal(signal, on_signal, SA_RESTART | how.flags);
  ThreadTimer().arm(0);  // where no timer can be made, this throws, and not a thread
  CountingTracers tracers(cell, functions);
  StormThreads threads(how.alternate);
  const auto end = Clock::now() + patience;
  std::uint64_t sent = 0;
  while (handler_runs.load() < least_signals ||
         (handler_runs.load() < wanted_signals && Clock::now() < end)) {
    threads.shoot(SIGUSR2);
    if (how.poke && ++sent % 8 == 0) {
      CountingTracers visitor(RegisterSet::scalar);
      visitor.add(functions);
      require(visitor.remove_last());
    }
    usleep(50);
  }
  threads.stop();
  require_equal("wrong results of the threads", threads.wrong(), 0);
  require_equal("wrong results in signal handlers", handler_wrong, 0);
  if (how.alternate && alternate_runs < handler_runs / 2)
    return fail("only " + std::to_string(alternate_runs) + " of " + std::to_string(handler_runs) +
                " signal handlers ran on the alternate stack");
  return tracers.check_all_ended(threads.calls() + handler_calls);
}

// ------------------------------------------------------------------ other users of SIGTRAP

std::atomic<std::uint64_t> own_raised{0}, own_breakpoints{0}, foreign{0};

void on_own_trap(int, siginfo_t* info, void* context) {
  const auto rip =
      static_cast<std::uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (info->si_code <= 0)
    own_raised.fetch_add(1);
  else if (*reinterpret_cast<const std::uint8_t*>(rip - 1) == 0xcc)
    own_breakpoints.fetch_add(1);
  else
    foreign.fetch_add(1);
}

Outcome own_traps(const Cell& cell, bool before_the_library) {
  if (before_the_library) handle_signal(SIGTRAP, on_own_trap);
  CountingTracers tracers(cell, {"machine_leaf"});
  std::atomic<bool> stop{false}, poked{false};
  std::uint64_t calls = 0, rounds = 0;
  // Another thread pokes the text all the while, because a tracer comes and goes. It makes the
  // library claim the signal again, before the program.
  if (!before_the_library) handle_signal(SIGTRAP, on_own_trap);
  Threads poker(1, [&](unsigned) {
    const struct Finally {
      std::atomic<bool>& flag;
      ~Finally() { flag = true; }
    } poked_or_failed{poked};
    for (; !stop; poked = true) {
      CountingTracers visitor(RegisterSet::scalar);
      visitor.add({"machine_leaf"});
      require(visitor.remove_last());
    }
  });
  // The library has to claim the signal again first. Until then, the program's handler would get
  // the traps of the trap transfer's return trampoline.
  wait_until(poked);
  constexpr std::uint64_t least_rounds = 20;
  for (const auto end = Clock::now() + std::chrono::milliseconds(400);
       rounds < least_rounds || Clock::now() < end; ++rounds) {
    raise(SIGTRAP);
    asm volatile("int3");
    for (unsigned i = 0; i < 50; ++i, ++calls)
      if (machine_leaf(i) != leaf_value(i)) return fail("a wrong result");
  }
  stop = true;
  poker.join();
  require_equal("raised SIGTRAPs that the program's handler got", own_raised, rounds);
  require_equal("breakpoints of the program's that its handler got", own_breakpoints, rounds);
  require_equal("SIGTRAPs that it got and should not have", foreign, 0);
  return tracers.check_all_seen(calls);
}

}  // namespace

SCENARIO(signals_storm,
         "thousands of signals whose handlers call what the interrupted threads call",
         .tracers = {1, 2}, .seconds = 30) {
  return storm(cell, {});
}
SCENARIO(signals_storm_nested, "the same with handlers that interrupt each other and themselves",
         .tracers = {1, 2}, .seconds = 30) {
  return storm(cell, {.flags = SA_NODEFER});
}
SCENARIO(signals_storm_alternate, "the same with handlers on alternate stacks", .tracers = {1, 2},
         .seconds = 30) {
  return storm(cell, {.flags = SA_ONSTACK, .alternate = true});
}
SCENARIO(signals_storm_poked, "the same while a tracer comes and goes", .tracers = {1, 2},
         .seconds = 30) {
  return storm(cell, {.flags = SA_ONSTACK | SA_NODEFER, .alternate = true, .poke = true});
}
SCENARIO(signals_own_trap, "a program's own SIGTRAP handler gets its own traps while text is poked",
         .tracers = {1, 2}, .any_cell = false) {
  return own_traps(cell, true);
}
SCENARIO(signals_own_trap_later, "the same where it is installed after the tracers",
         .tracers = {1, 2}, .any_cell = false) {
  return own_traps(cell, false);
}

SCENARIO(signals_errno, "errno is as before across probed calls, a thread's first hit included",
         .tracers = {1, 2}) {
  CountingTracers tracers(cell, {"machine_leaf", "machine_call"});
  std::uint64_t calls = 0;
  int spoilt = 0;
  for (unsigned round = 0; round < 20; ++round)
    std::thread([&] {
      for (unsigned i = 0; i < 20; ++i, calls += 3) {
        errno = 77 + static_cast<int>(i);
        machine_leaf(i);
        machine_call(nested_leaf, i);
        if (errno != 77 + static_cast<int>(i)) spoilt = errno;
      }
    }).join();
  if (spoilt) return fail("errno was set to " + std::to_string(spoilt) + " by a probed call");
  return tracers.check_all_seen(calls);
}

}  // namespace retprobe::harness
