// Execution stacks that the system knows: alternate signal stacks and threads' own stacks. The
// latter are provided by the program, small, or very deep.
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>

#include <array>
#include <climits>
#include <memory>
#include <span>

#include "harness/player/coroutine.h"
#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

const std::vector<std::string_view> functions = {"machine_leaf", "machine_call",
                                                 "machine_call_other"};

/// The counted calls that the threads and the signal handlers here make.
struct Work {
  std::uint64_t calls = 0, wrong = 0;
  unsigned deepest = 0;
  std::span<std::byte> alternate{};
  unsigned on_alternate = 0;

  void call(std::uint64_t x) {
    ++calls;
    wrong += machine_leaf(x) != leaf_value(x);
    calls += 2;
    wrong += machine_call(machine_leaf, x) != leaf_value(x) + 1;
  }
};
thread_local Work* current = nullptr;

std::uint64_t raise_here(std::uint64_t x) {
  raise(SIGUSR1);
  return x;
}

// Makes calls. SIGUSR1's handler also raises another signal from within a probed call. That signal
// runs this same handler, on the same alternate stack.
void on_signal(int signal) {
  Work& work = *current;
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (here - reinterpret_cast<std::uintptr_t>(work.alternate.data()) < work.alternate.size())
    ++work.on_alternate;
  work.call(static_cast<std::uint64_t>(signal));
  if (signal == SIGUSR1) {
    const auto again = [](std::uint64_t x) -> std::uint64_t {
      raise(SIGUSR2);
      return x;
    };
    ++work.calls;
    work.wrong += machine_call_other(again, 9) != 10;
  }
}

}  // namespace

SCENARIO(stacks_alternate,
         "signal handlers on alternate stacks above and below the thread's, also as its first hit",
         .tracers = {1, 2}) {
  constexpr std::size_t alternate = 256 << 10, own = 512 << 10;
  for (const int signal : {SIGUSR1, SIGUSR2}) handle_signal(signal, on_signal, SA_ONSTACK);
  CountingTracers tracers(cell, functions);
  // The alternate stack lies above the thread's stack, then below it, then both in turn. The first
  // hit of each thread is on the alternate stack.
  Mapping memory(2 * alternate + own);
  Work work;
  for (const unsigned turns : {1u, 2u, 3u})
    on_thread(memory.part(alternate, own), [&] {
      current = &work;
      for (unsigned turn = 0; turn < 4; ++turn) {
        const bool above = turns == 1 ? true : turns == 2 ? false : turn % 2;
        work.alternate = memory.part(above ? alternate + own : 0, alternate);
        const stack_t stack{
            .ss_sp = work.alternate.data(), .ss_flags = 0, .ss_size = work.alternate.size()};
        work.wrong += sigaltstack(&stack, nullptr) != 0;
        raise(SIGUSR1);
        work.call(turn);
        ++work.calls;
        work.wrong += machine_call(raise_here, turn) != turn + 1;
        work.call(turn);
      }
    });
  require_equal("wrong results", work.wrong, 0);
  require_equal("signal handlers on the alternate stack", work.on_alternate, 3 * 4 * 2 * 2);
  return tracers.check_all_seen(work.calls);
}

namespace {

// The alternate stack is an array in a frame of the stack in use: its slots lie above those of the
// calls in flight.
void call_with_an_array(Work& work) {
  std::array<std::byte, 256 << 10> memory;
  current = &work;
  work.alternate = memory;
  const stack_t stack{.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
  work.wrong += sigaltstack(&stack, nullptr) != 0;
  for (unsigned turn = 0; turn < 4; ++turn) {
    work.call(turn);
    ++work.calls;
    work.wrong += machine_call(raise_here, turn) != turn + 1;
    raise(SIGUSR1);
    work.call(turn);
  }
  const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  work.wrong += sigaltstack(&none, nullptr) != 0;
}

Outcome play_with_an_array(const Cell& cell, void (*on_a_stack)(Work&)) {
  for (const int signal : {SIGUSR1, SIGUSR2}) handle_signal(signal, on_signal, SA_ONSTACK);
  CountingTracers tracers(cell, functions);
  Work work;
  on_a_stack(work);
  require_equal("wrong results", work.wrong, 0);
  require_equal("signal handlers on the alternate stack", work.on_alternate, 4 * 2 * 2);
  return tracers.check_all_seen(work.calls);
}

}  // namespace

SCENARIO(stacks_alternate_inside_a_frame,
         "signal handlers on an alternate stack that is an array in a frame of the thread's stack",
         .tracers = {1, 2}) {
  return play_with_an_array(cell, [](Work& work) {
    on_thread(std::size_t{1} << 20, [&work] { call_with_an_array(work); });
  });
}

SCENARIO(stacks_alternate_inside_a_coroutine,
         "signal handlers on an alternate stack that is an array in a frame of a coroutine",
         .tracers = {1, 2}) {
  return play_with_an_array(cell, [](Work& work) {
    Mapping memory(std::size_t{1} << 20);
    Coroutine coroutine(Switch::context, memory.part(0, std::size_t{1} << 20),
                        [&work](Coroutine&) { call_with_an_array(work); });
    coroutine.resume();
  });
}

SCENARIO(stacks_of_the_program,
         "threads on stacks that the program provides: side by side, from malloc, used again",
         .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  constexpr std::size_t bytes = 128 << 10;
  Work work;
  Mapping memory(2 * bytes);
  const auto allocated = std::make_unique<std::byte[]>(bytes + 4096);
  const auto call_ten_times = [&work] {
    for (unsigned i = 0; i < 10; ++i) work.call(i);
  };
  for (unsigned round = 0; round < 10; ++round) {
    on_thread(memory.part(0, bytes), call_ten_times);
    on_thread(memory.part(bytes, bytes), call_ten_times);
    on_thread({allocated.get() + round * 16, bytes}, call_ten_times);
  }
  require_equal("wrong results", work.wrong, 0);
  return tracers.check_all_seen(work.calls);
}

SCENARIO(stacks_small, "threads with the smallest stacks", .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  Work work;
  for (unsigned round = 0; round < 20; ++round)
    on_thread(static_cast<std::size_t>(PTHREAD_STACK_MIN) + (12 << 10), [&work] {
      for (unsigned i = 0; i < 10; ++i) work.call(i);
    });
  require_equal("wrong results", work.wrong, 0);
  return tracers.check_all_seen(work.calls);
}

SCENARIO(stacks_depth_million, "a million calls in flight on a thread with a large stack",
         .tracers = {1, 2}, .seconds = 60, .any_cell = false) {
  const Workload* workload = find_workload("recursion_1000000");
  if (!workload) return fail("there is no workload recursion_1000000");
  const std::size_t stack = workload->stack_bytes + (std::size_t{512} << 20);
  WorkloadRun plain{}, probed{};
  on_thread(stack, [&] { plain = workload->run(1); });
  CountingTracers tracers(cell, {workload->probed.begin(), workload->probed.end()});
  on_thread(stack, [&] { probed = workload->run(1); });
  require_equal("checksum", probed.checksum, plain.checksum);
  return tracers.check_all_seen(probed.calls);
}

// ---- A jump leaves calls on an alternate signal stack ----

// Their frames lie on that stack, and the library finds them stale when the stack is used again.
namespace {

sigjmp_buf landing;
std::uint64_t wrong_values;

std::uint64_t jump_away(std::uint64_t) { siglongjmp(landing, 1); }

// SIGUSR1 makes a call further down on the stack, which is left. SIGUSR2 makes one above it, which
// returns.
void leave_or_return(int signal) {
  if (signal == SIGUSR1) {
    auto* const below = static_cast<volatile char*>(alloca(4096));
    below[0] = 1;
    (void)machine_call(jump_away, 1);
    ++wrong_values;  // it does not come back
  } else if (machine_leaf(2) != leaf_value(2)) {
    ++wrong_values;
  }
}

}  // namespace

SCENARIO(
    recursion_siglongjmp_alternate_stack,
    "a call on an alternate signal stack is left by a jump: its tracers are notified when that "
    "stack is used again",
    .tracers = {1, 2}) {
  const AlternateStack stack;
  for (const int signal : {SIGUSR1, SIGUSR2}) handle_signal(signal, leave_or_return, SA_ONSTACK);
  CountingBench bench(cell, {"machine_call", "machine_leaf"});
  for (std::atomic<std::uint64_t> round = 1; round <= 3; ++round) {
    if (sigsetjmp(landing, 1) == 0) raise(SIGUSR1);
    raise(SIGUSR2);
    if (wrong_values)
      return fail("a call returned a wrong value, or one that jumps away came back");
    const std::string when = "round " + std::to_string(round) + ": ";
    require(bench.check_exits(round, 0, round), when);
    require(bench.check_invariant(2 * round), when);
  }
  return pass();
}

// The stack whose call was left is not used again: the thread has another one by then.
SCENARIO(recursion_siglongjmp_alternate_stack_replaced,
         "a call on an alternate signal stack is left by a jump: its tracers are notified when "
         "another such stack takes its place",
         .tracers = {1, 2}) {
  for (const int signal : {SIGUSR1, SIGUSR2}) handle_signal(signal, leave_or_return, SA_ONSTACK);
  CountingBench bench(cell, {"machine_call", "machine_leaf"});
  for (std::atomic<std::uint64_t> round = 1; round <= 3; ++round) {
    const AlternateStack left;
    if (sigsetjmp(landing, 1) == 0) raise(SIGUSR1);
    const AlternateStack next;
    raise(SIGUSR2);
    if (wrong_values)
      return fail("a call returned a wrong value, or one that jumps away came back");
    const std::string when = "round " + std::to_string(round) + ": ";
    require(bench.check_exits(round, 0, round), when);
    require(bench.check_invariant(2 * round), when);
  }
  return pass();
}

}  // namespace retprobe::harness
