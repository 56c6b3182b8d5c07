// Calls in flight in coroutines, which their threads know nothing of. A thread's first contact with
// probed calls is the return of such a call, or an exception through one. Or a thread remembers a
// stack that another thread has gone on with.
#include <sys/mman.h>

#include <array>
#include <thread>

#include "harness/verify/coroutine.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t stack_bytes = 64 << 10;

class Stack {
 public:
  Stack()
      : memory_(mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                     0)) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~Stack() { munmap(memory_, stack_bytes); }
  Stack(const Stack&) = delete;
  std::span<std::byte> memory() const { return {static_cast<std::byte*>(memory_), stack_bytes}; }

 private:
  void* memory_;
};

const std::vector<std::string_view> functions = {"machine_leaf", "machine_call",
                                                 "machine_call_other"};

std::uint64_t suspend(std::uint64_t coroutine) {
  reinterpret_cast<Coroutine*>(coroutine)->yield();
  return 41;
}
/// One probed call that is suspended in its middle.
void suspended_call(Coroutine& self) {
  if (machine_call(suspend, reinterpret_cast<std::uint64_t>(&self)) != 42) std::abort();
}
std::uint64_t suspend_and_throw(std::uint64_t coroutine) {
  suspend(coroutine);
  throw 1;
}
/// Two probed calls that an exception leaves.
void throwing_call(Coroutine& self) {
  try {
    machine_call_other(
        [](std::uint64_t coroutine) -> std::uint64_t {
          return machine_call(suspend_and_throw, coroutine) + 1;
        },
        reinterpret_cast<std::uint64_t>(&self));
    std::abort();
  } catch (int) {
  }
}

Outcome thousand_more(const CountingTracers& tracers, std::uint64_t returned,
                      std::uint64_t unwound) {
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    MACHINE_EQUAL("returned", tracers.counts(i).returned, returned);
    MACHINE_EQUAL("unwound", tracers.counts(i).unwound, unwound);
    MACHINE_EQUAL("abandoned", tracers.counts(i).abandoned, 0);
  }
  MACHINE_EQUAL("calls in flight", usage().frames, 0);
  for (std::uint64_t i = 0; i < 1000; ++i)
    MACHINE_EQUAL("machine_leaf", machine_leaf(i), leaf_value(i));
  for (std::size_t i = 0; i < tracers.size(); ++i)
    MACHINE_EQUAL("missed", tracers.tracer(i).missed(), 0);
  return tracers.invariant(returned + unwound + 1000);
}

Outcome first_return(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  const Stack stack;
  for (unsigned round = 0; round < 10; ++round) {
    Coroutine coroutine(kind, stack.memory(), suspended_call);
    std::thread([&] { coroutine.resume(); }).join();
    std::thread([&] { coroutine.resume(); }).join();
    if (!coroutine.done()) return fail("the coroutine did not end");
  }
  return thousand_more(tracers, 10, 0);
}

Outcome first_throw(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  const Stack stack;
  for (unsigned round = 0; round < 10; ++round) {
    Coroutine coroutine(kind, stack.memory(), throwing_call);
    coroutine.resume();
    if (round % 2)
      coroutine.resume();
    else
      std::thread([&] { coroutine.resume(); }).join();
    if (!coroutine.done()) return fail("the coroutine did not end");
    // The tracer is notified by the time the exception is caught, not at a later hit.
    MACHINE_EQUAL("unwound", tracers.counts(0).unwound, 2 * (round + 1));
  }
  return thousand_more(tracers, 0, 20);
}

// The main thread remembers the slot of a call that ended in another thread. It meets the slot
// again while another thread has other slots in use.
Outcome remembered(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  const Stack one, two;
  for (unsigned round = 0; round < 10; ++round) {
    Coroutine first(kind, one.memory(), suspended_call);
    first.resume();
    std::thread([&] {
      machine_leaf(1);
      first.resume();
      machine_leaf(1);
    }).join();
    Coroutine second(kind, one.memory(), suspended_call);
    second.resume();
    Coroutine third(kind, two.memory(), suspended_call);
    std::thread([&] { third.resume(); }).join();
    second.resume();
    third.resume();
    if (!second.done() || !third.done()) return fail("a coroutine did not end");
  }
  return thousand_more(tracers, 50, 0);
}

}  // namespace

#define BOTH_SWITCHES(NAME, WHAT, FUNCTION)                                                    \
  SCENARIO(stacks_context_##NAME, WHAT " (swapcontext)", .tracers = {1, 2}) {                  \
    return FUNCTION(cell, Switch::context);                                                    \
  }                                                                                            \
  SCENARIO(stacks_switch_##NAME, WHAT " (a switch without notification)", .tracers = {1, 2}) { \
    return FUNCTION(cell, Switch::assembly);                                                   \
  }

BOTH_SWITCHES(first_return,
              "the first that a thread has to do with probed calls is the end of a coroutine's",
              first_return)
BOTH_SWITCHES(throw,
              "an exception in a coroutine, also in a thread without a probed call of its own",
              first_throw)
BOTH_SWITCHES(remembered, "a coroutine's slot is used again by a thread that it went away from",
              remembered)

}  // namespace retprobe::harness
