// Execution stacks that the system knows: alternate signal stacks and threads' own stacks. The
// latter are provided by the program, small, or very deep.
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <climits>
#include <memory>
#include <span>

#include "harness/verify/machine.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

/// Runs `work(argument)` on a thread with this stack, and waits for it. A span without memory asks
/// for a stack of its size.
Error on_thread(std::span<std::byte> stack, void* (*work)(void*), void* argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  int error = stack.data() ? pthread_attr_setstack(&attributes, stack.data(), stack.size())
                           : pthread_attr_setstacksize(&attributes, stack.size());
  pthread_t thread{};
  if (!error) error = pthread_create(&thread, &attributes, work, argument);
  pthread_attr_destroy(&attributes);
  if (error)
    return system_error(
        "cannot start a thread with a stack of " + std::to_string(stack.size()) + " bytes", error);
  pthread_join(thread, nullptr);
  return {};
}

class Mapping {
 public:
  explicit Mapping(std::size_t bytes)
      : bytes_(bytes),
        memory_(static_cast<std::byte*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~Mapping() { munmap(memory_, bytes_); }
  Mapping(const Mapping&) = delete;
  std::span<std::byte> part(std::size_t from, std::size_t bytes) const {
    return {memory_ + from, bytes};
  }

 private:
  std::size_t bytes_;
  std::byte* memory_;
};

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
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  if (sigaction(SIGUSR1, &action, nullptr) != 0 || sigaction(SIGUSR2, &action, nullptr) != 0)
    return fail("sigaction failed");
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  // The alternate stack lies above the thread's stack, then below it, then both in turn. The first
  // hit of each thread is on the alternate stack.
  Mapping memory(2 * alternate + own);
  Work work;
  for (const unsigned turns : {1u, 2u, 3u}) {
    struct Plan {
      Work& work;
      Mapping& memory;
      unsigned turns;
    } plan{work, memory, turns};
    const auto body = [](void* argument) -> void* {
      auto& [mine, region, which] = *static_cast<Plan*>(argument);
      current = &mine;
      for (unsigned turn = 0; turn < 4; ++turn) {
        const bool above = which == 1 ? true : which == 2 ? false : turn % 2;
        mine.alternate = region.part(above ? alternate + own : 0, alternate);
        const stack_t stack{
            .ss_sp = mine.alternate.data(), .ss_flags = 0, .ss_size = mine.alternate.size()};
        mine.wrong += sigaltstack(&stack, nullptr) != 0;
        raise(SIGUSR1);
        mine.call(turn);
        ++mine.calls;
        mine.wrong += machine_call(raise_here, turn) != turn + 1;
        mine.call(turn);
      }
      return nullptr;
    };
    MACHINE_OK(on_thread(memory.part(alternate, own), body, &plan));
  }
  MACHINE_EQUAL("wrong results", work.wrong, 0);
  MACHINE_EQUAL("signal handlers on the alternate stack", work.on_alternate, 3 * 4 * 2 * 2);
  return tracers.all_seen(work.calls);
}

void* call_ten_times(void* argument) {
  for (unsigned i = 0; i < 10; ++i) static_cast<Work*>(argument)->call(i);
  return nullptr;
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
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  constexpr std::size_t bytes = 128 << 10;
  Work work;
  Mapping memory(2 * bytes);
  const auto allocated = std::make_unique<std::byte[]>(bytes + 4096);
  for (unsigned round = 0; round < 10; ++round) {
    MACHINE_OK(on_thread(memory.part(0, bytes), call_ten_times, &work));
    MACHINE_OK(on_thread(memory.part(bytes, bytes), call_ten_times, &work));
    MACHINE_OK(on_thread({allocated.get() + round * 16, bytes}, call_ten_times, &work));
  }
  MACHINE_EQUAL("wrong results", work.wrong, 0);
  return tracers.all_seen(work.calls);
}

SCENARIO(stacks_small, "threads with the smallest stacks", .tracers = {1, 2}) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  Work work;
  for (unsigned round = 0; round < 20; ++round)
    MACHINE_OK(on_thread({static_cast<std::byte*>(nullptr),
                          static_cast<std::size_t>(PTHREAD_STACK_MIN) + (12 << 10)},
                         call_ten_times, &work));
  MACHINE_EQUAL("wrong results", work.wrong, 0);
  return tracers.all_seen(work.calls);
}

SCENARIO(stacks_depth_million, "a million calls in flight on a thread with a large stack",
         .tracers = {1, 2}, .seconds = 60, .any_cell = false) {
  const Workload* workload = find_workload("recursion_1000000");
  if (!workload) return fail("there is no workload recursion_1000000");
  struct Run {
    const Workload& workload;
    WorkloadRun result{};
  } plain{*workload}, probed{*workload};
  const auto body = [](void* argument) -> void* {
    auto& run = *static_cast<Run*>(argument);
    run.result = run.workload.run(1);
    return nullptr;
  };
  const std::span<std::byte> stack{static_cast<std::byte*>(nullptr),
                                   workload->stack_bytes + (std::size_t{512} << 20)};
  MACHINE_OK(on_thread(stack, body, &plain));
  CountingTracers tracers(cell.registers);
  std::vector<std::string_view> patterns(workload->probed.begin(), workload->probed.end());
  MACHINE_OK(tracers.add_all(cell, patterns));
  MACHINE_OK(on_thread(stack, body, &probed));
  MACHINE_EQUAL("checksum", probed.result.checksum, plain.result.checksum);
  return tracers.all_seen(probed.result.calls);
}

}  // namespace retprobe::harness
