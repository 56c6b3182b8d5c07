// The missed-call scenarios. Tracers come and go as fast as they can while other threads call. A
// tracer that stays must not miss a call. Each flip changes the site's jump (direct path, iterating
// path, register set), so that threads meet the breakpoint and its emulation. The last scenario
// redirects the function meanwhile, as live patching does.
#include <chrono>
#include <thread>

#include "harness/verify/findings.h"
#include "harness/verify/machine.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

constexpr std::chrono::milliseconds duration{700};
// A run does at least these, also when other work leaves its threads little time.
constexpr std::uint64_t least_flips = 10, least_patches = 2;

/// Threads that call machine_leaf until stop().
class Callers {
 public:
  Callers() : threads_(2, [this](unsigned i) { call(callers_[i]); }) { wait_for_progress(); }
  ~Callers() { stop_ = true; }
  void stop() {
    stop_ = true;
    threads_.join();
  }

  /// Returns when every call that had begun before has ended, in all threads.
  void wait_for_progress() const {
    for (const Caller& caller : callers_) {
      const std::uint64_t before = caller.calls.load();
      while (caller.calls.load() < before + 2) std::this_thread::yield();
    }
  }
  std::uint64_t calls() const { return callers_[0].calls + callers_[1].calls; }
  std::uint64_t wrong_results() const { return callers_[0].wrong + callers_[1].wrong; }

 private:
  struct alignas(64) Caller {
    std::atomic<std::uint64_t> calls{0}, wrong{0};
  };
  void call(Caller& caller) {
    for (std::uint64_t i = 0; !stop_.load(std::memory_order_relaxed); ++i) {
      if (machine_leaf(i) != leaf_value(i)) ++caller.wrong;
      caller.calls.fetch_add(1);
    }
  }
  std::atomic<bool> stop_{false};
  Caller callers_[2];
  Threads threads_;
};

using Clock = std::chrono::steady_clock;

/// Switches between few and many tracers until the time is over. The additional ones have the
/// register set `guests`.
Outcome flip(const Cell& cell, unsigned few, unsigned many, RegisterSet guests) {
  CountingTracers residents(cell.registers);
  for (unsigned i = 0; i < few; ++i) residents.add({"machine_leaf"});

  Callers callers;
  std::uint64_t flips = 0;
  for (const auto end = Clock::now() + duration; flips < least_flips || Clock::now() < end;
       ++flips) {
    CountingTracers visitors(guests);
    for (unsigned i = few; i < many; ++i) visitors.add({"machine_leaf"});
    if (flips % 4 == 0) callers.wait_for_progress();
    while (visitors.size()) require(visitors.remove_last());
  }
  callers.stop();
  require_equal("wrong results", callers.wrong_results(), 0);
  return residents.check_all_seen(callers.calls());
}

bool redirect(void* entries, EntryFrame& call) {
  note_handler();
  static_cast<std::atomic<std::uint64_t>*>(entries)->fetch_add(1, std::memory_order_relaxed);
  call.registers.rip = reinterpret_cast<std::uintptr_t>(machine_replacement);
  return true;
}

}  // namespace

SCENARIO(flips_one_two,
         "a second tracer comes and goes while threads call: the first misses nothing",
         .tracers = {1}, .seconds = 60, .any_cell = false) {
  return flip(cell, 1, 2, RegisterSet::scalar);
}
SCENARIO(flips_two_eight, "six tracers come and go while threads call: the other two miss nothing",
         .tracers = {1}, .seconds = 60, .any_cell = false) {
  return flip(cell, 2, 8, RegisterSet::scalar);
}
SCENARIO(flips_register_set,
         "a tracer with all registers comes and goes: the scalar one misses nothing",
         .tracers = {1}, .seconds = 60, .any_cell = false) {
  return flip(cell, 1, 2, RegisterSet::full);
}

SCENARIO(flips_redirected,
         "while a tracer redirects the function and others come and go, its body runs 0 times",
         .tracers = {1}, .seconds = 20, .any_cell = false) {
  std::atomic<std::uint64_t> redirected{0};
  Tracer patch = require(Tracer::make({.name = "the patch",
                                       .on_entry = redirect,
                                       .context = &redirected,
                                       .registers = RegisterSet::full,
                                       .redirects = true}));
  Callers callers;
  const auto end = Clock::now() + duration;
  std::uint64_t patched = 0;
  for (; patched < least_patches || Clock::now() < end; ++patched) {
    require(patch.attach("machine_leaf"));
    callers.wait_for_progress();  // calls that began before the attach may run the original
    const std::uint64_t originals = machine_leaf_runs;
    for (unsigned i = 0; i < 20; ++i) {
      CountingTracers visitors(i % 2 ? RegisterSet::full : RegisterSet::scalar);
      visitors.add({"machine_leaf"});
      if (i % 3 == 0) visitors.add({"machine_leaf"});
      if (i % 4 == 0) callers.wait_for_progress();
      while (visitors.size()) require(visitors.remove_last());
    }
    callers.wait_for_progress();
    require_equal("runs of the original body while the function was redirected", machine_leaf_runs,
                  originals);
    require(detach_patiently(patch));
    callers.wait_for_progress();
  }
  callers.stop();
  require_equal("wrong results", callers.wrong_results(), 0);
  require_equal("missed calls", patch.missed(), 0);
  require_equal("calls of the original and of the replacement",
                machine_leaf_runs + machine_replacement_runs, callers.calls());
  require_equal("calls of the replacement", machine_replacement_runs, redirected);
  if (redirected == 0) return fail("no call was redirected");
  return pass();
}

}  // namespace retprobe::harness
