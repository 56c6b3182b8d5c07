// Threads and execution stacks when memory is short: see memory.cc and memory.h.
#include <alloca.h>
#include <linux/capability.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/player/coroutine.h"
#include "harness/scenarios/memory/memory.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

using namespace memory;

/// A thread with a stack of `bytes`, joined at the end.
class OwnThread {
 public:
  explicit OwnThread(void (*body)(void*), void* argument, std::size_t bytes = 256 << 10)
      : body_(body), argument_(argument) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    const auto run = [](void* self) -> void* {
      static_cast<OwnThread*>(self)->body_(static_cast<OwnThread*>(self)->argument_);
      return nullptr;
    };
    made_ = pthread_create(&thread_, &attributes, run, this) == 0;
    pthread_attr_destroy(&attributes);
  }
  ~OwnThread() {
    if (made_) pthread_join(thread_, nullptr);
  }
  OwnThread(const OwnThread&) = delete;
  OwnThread& operator=(const OwnThread&) = delete;
  bool made() const { return made_; }

 private:
  void (*body_)(void*);
  void* argument_;
  pthread_t thread_{};
  bool made_;
};

/// A thread calls `begin`, calls `step` while memory is short, and once more later.
void in_a_thread(Traced& traced, Shortage& shortage, void (*begin)(Traced&), void (*step)(Traced&),
                 std::size_t stack_bytes) {
  struct Waiting {
    Traced& traced;
    void (*begin)(Traced&);
    void (*step)(Traced&);
    std::atomic<bool> go{false}, done{false}, over{false};
  } waiting{traced, begin, step};
  const OwnThread thread(
      [](void* argument) {
        auto& all = *static_cast<Waiting*>(argument);
        all.begin(all.traced);
        wait_until(all.go);
        all.step(all.traced);
        all.done = true;
        wait_until(all.over);
        all.step(all.traced);
      },
      &waiting, stack_bytes);
  require(thread.made(), "no thread");
  {
    const Short now(shortage);
    waiting.go = true;
    wait_until(waiting.done);
  }
  waiting.over = true;
}

MEMORY_SCENARIO(thread_first_hit, "the first hits of a thread that was there before",
                .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  traced.recurse(1);
  in_a_thread(
      traced, shortage, [](Traced&) {},
      [](Traced& self) {
        for (int i = 0; i < 10; ++i) self.recurse(3);
      },
      256 << 10);
  traced.settle(Traced::recursions);
}

MEMORY_SCENARIO(thread, "a thread is made, calls and ends", .tracers = {1, 2}) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  {
    const Short now(shortage);
    const OwnThread thread(
        [](void* argument) {
          for (int i = 0; i < 10; ++i) static_cast<Traced*>(argument)->recurse(3);
        },
        &traced);
  }
  traced.settle(Traced::recursions);
}

// Calls probed functions at a depth that is more than a granule of the parallel shadow below the
// caller's frame.
[[gnu::noinline]] void far_below(void* argument) {
  constexpr std::size_t granule = std::size_t{16} << 20;
  auto* const frame = static_cast<volatile char*>(alloca(granule + 4096));
  frame[0] = 1;
  static_cast<Traced*>(argument)->leaf(3);
  static_cast<Traced*>(argument)->recurse(20);
}

MEMORY_SCENARIO(growth, "a stack grows beyond what has a shadow", .tracers = {1, 2}) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  in_a_thread(
      traced, shortage, [](Traced& self) { self.leaf(3); },
      [](Traced& self) {
        self.expect(1);
        self.wrong() += fx_body(far_below, &self, 1) != 4;
      },
      std::size_t{64} << 20);
  traced.settle();
}

Traced* in_signals;
void on_alternate_stack(int) {
  in_signals->recurse(3);
  in_signals->leaf(1);
}

MEMORY_SCENARIO(alternate_stack, "the first hits on an alternate signal stack", .tracers = {1, 2}) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  traced.leaf(1);
  const AlternateStack stack(64 << 10);
  handle_signal(SIGUSR1, on_alternate_stack, SA_ONSTACK);
  in_signals = &traced;
  {
    const Short now(shortage);
    for (int i = 0; i < 3; ++i) raise(SIGUSR1);
  }
  traced.settle([](Traced& self) {
    for (std::uint64_t i = 0; i < later_calls / 5; ++i) raise(SIGUSR1);
    self.leaf(1);
  });
}

// Makes calls on a coroutine's stack. Some of them are in flight across the switches.
void in_and_out(Traced& traced, Coroutine& coroutine) {
  struct Both {
    Traced& traced;
    Coroutine& coroutine;
  } both{traced, coroutine};
  for (int i = 0; i < 2; ++i) {
    traced.expect(1);
    traced.wrong() += fx_body(
                          [](void* argument) {
                            auto& [all, self] = *static_cast<Both*>(argument);
                            all.leaf(1);
                            self.yield();
                            all.recurse(3);
                          },
                          &both, 2) != 7;
  }
}

void switch_stacks(const Cell& cell, Shortage& shortage, Switch kind) {
  Traced traced(cell, "fx_*");
  traced.attach_or_throw();
  traced.leaf(1);
  constexpr std::size_t bytes = 256 << 10;
  // Mapped, not from the heap: so it is far from every known stack.
  const Mapping stacks(2 * bytes);
  const auto run = [&](std::span<std::byte> stack) {
    Coroutine coroutine(kind, stack, [&](Coroutine& self) { in_and_out(traced, self); });
    while (!coroutine.done()) {
      coroutine.resume();
      traced.leaf(1);
    }
  };
  {
    const Short now(shortage);
    run(stacks.part(0, bytes));
    run(stacks.part(bytes, bytes));
  }
  run(stacks.part(0, bytes));
  traced.settle();
}

MEMORY_SCENARIO(second_stack,
                "a second execution stack that makecontext announces, and switches to and fro",
                .tracers = {1, 2}) {
  switch_stacks(cell, shortage, Switch::context);
}

MEMORY_SCENARIO(unknown_stack,
                "a second execution stack that is not announced, and switches to and fro",
                .tracers = {1, 2}) {
  switch_stacks(cell, shortage, Switch::assembly);
}

// ---- Memory that must be locked ----

// Root has this capability. RLIMIT_MEMLOCK applies only without it.
bool drop_ipc_lock() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];
  if (syscall(SYS_capget, &header, data)) return false;
  data[0].effective &= ~(1u << CAP_IPC_LOCK);
  return syscall(SYS_capset, &header, data) == 0;
}

SCENARIO(memory_locked,
         "mlockall(MCL_FUTURE) under RLIMIT_MEMLOCK: what cannot be locked is not had; calls are "
         "seen or counted",
         .tracers = {1, 2}, .any_cell = false) {
  Traced traced(cell, "fx_recurse");
  traced.attach_or_throw();
  if (!drop_ipc_lock())
    return unavailable(Lack::permission, "capset refused to give up CAP_IPC_LOCK");
  constexpr rlim_t little = 4 << 20;
  const rlimit limit{little, little};
  require(setrlimit(RLIMIT_MEMLOCK, &limit) == 0, "setrlimit refused RLIMIT_MEMLOCK");
  if (mlockall(MCL_FUTURE))
    return unavailable(Lack::permission,
                       "mlockall(MCL_FUTURE) is refused: raise RLIMIT_MEMLOCK (ulimit -l)");
  for (int i = 0; i < 10; ++i) traced.recurse(3);
  {
    const OwnThread thread(
        [](void* argument) {
          for (int i = 0; i < 10; ++i) static_cast<Traced*>(argument)->recurse(3);
        },
        &traced);
  }
  const std::uint64_t missed = traced.bench().missed();
  munlockall();
  if (!is_framed(cell) && configuration().design != "none" && missed == 0)
    return fail("nothing was missed: the limit did not hold, and nothing was tried");
  traced.settle(Traced::recursions);
  return pass();
}

HEAP_SCENARIO(second_stack,
              "a second execution stack that makecontext announces, and switches to and fro")

}  // namespace
}  // namespace retprobe::harness
