// Execution stacks that the system knows: alternate signal stacks and threads' own stacks. The
// latter are provided by the program, small, or very deep.
#include <signal.h>

#include <climits>
#include <memory>
#include <span>

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

Outcome alternate_stacks(const Cell& cell) {
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
  return tracers.all_seen(work.calls);
}

}  // namespace

SCENARIO(stacks_alternate,
         "signal handlers on alternate stacks above and below the thread's, also as its first hit",
         .tracers = {1, 2}) {
  return alternate_stacks(cell);
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
  return tracers.all_seen(work.calls);
}

SCENARIO(stacks_small, "threads with the smallest stacks", .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  Work work;
  for (unsigned round = 0; round < 20; ++round)
    on_thread(static_cast<std::size_t>(PTHREAD_STACK_MIN) + (12 << 10), [&work] {
      for (unsigned i = 0; i < 10; ++i) work.call(i);
    });
  require_equal("wrong results", work.wrong, 0);
  return tracers.all_seen(work.calls);
}

SCENARIO(stacks_depth_million, "a million calls in flight on a thread with a large stack",
         .tracers = {1, 2}, .seconds = 60, .any_cell = false) {
  const Workload* workload = find_workload("recursion_1000000");
  if (!workload) return fail("there is no workload recursion_1000000");
  const std::size_t stack = workload->stack_bytes + (std::size_t{512} << 20);
  WorkloadRun plain{}, probed{};
  on_thread(stack, [&] { plain = workload->run(1); });
  const CountingTracers tracers(cell, {workload->probed.begin(), workload->probed.end()});
  on_thread(stack, [&] { probed = workload->run(1); });
  require_equal("checksum", probed.checksum, plain.checksum);
  return tracers.all_seen(probed.calls);
}

}  // namespace retprobe::harness
