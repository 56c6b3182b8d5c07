// A jump out of a handler, or within one, on a coroutine's stack; and a raise that finds no handler
// there.
#include <setjmp.h>
#include <unwind.h>

#include <atomic>
#include <cstring>

#include "harness/player/coroutine.h"
#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

constexpr std::uint64_t rounds = 3;

/// Where handlers go: nowhere, to the coroutine, to the thread's own stack, or nowhere but to
/// themselves. These then make a call of machine_other.
enum class To { nowhere, coroutine, thread, itself };
std::atomic<To> to;
bool jumps_at_entry;
sigjmp_buf in_coroutine, on_thread;
std::uint64_t wrong;

void jump() {
  sigjmp_buf itself;
  switch (to.exchange(To::nowhere)) {
    case To::nowhere:
      return;
    case To::coroutine:
      siglongjmp(in_coroutine, 1);
    case To::thread:
      siglongjmp(on_thread, 1);
    case To::itself:
      if (sigsetjmp(itself, 0) == 0) siglongjmp(itself, 1);
      wrong += machine_other(1) != leaf_value(1);
  }
}
bool at_entry(Tap&, EntryFrame&) {
  if (jumps_at_entry) jump();
  return true;
}
void at_exit(Tap&, ReturnFrame& call) {
  // Not where the tracer is notified of a call that another one's handler has left.
  if (!jumps_at_entry && call.reason() == ReturnReason::returned) jump();
}

class Stack {
 public:
  ~Stack() { remove_stack(memory_.data()); }
  std::span<std::byte> span() const { return memory_.whole(); }

 private:
  Mapping memory_{256 << 10};
};

void call_leaf() { wrong += machine_leaf(2) != leaf_value(2); }

// Not inlined: they are left by jumps.
[[gnu::noinline]] void leave_to(To where) {
  to = where;
  call_leaf();
}
[[gnu::noinline]] void land_in_coroutine() {
  if (sigsetjmp(in_coroutine, 0) == 0) leave_to(To::coroutine);
}
[[gnu::noinline]] void resume_and_land(Coroutine& coroutine) {
  if (sigsetjmp(on_thread, 0) == 0) coroutine.resume();
}

// Six calls of machine_leaf in each round: three handlers jump.
void play_round(Switch kind) {
  const Stack stack;
  Coroutine coroutine(kind, stack.span(), [](Coroutine&) {
    land_in_coroutine();
    call_leaf();
    leave_to(To::itself);
    call_leaf();
    leave_to(To::thread);
  });
  resume_and_land(coroutine);
  call_leaf();
}

Outcome play(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell, {"machine_leaf", "machine_other"}, at_entry, at_exit);
  for (const bool entry : {true, false}) {
    jumps_at_entry = entry;
    for (std::atomic<std::uint64_t> round = 0; round < rounds; ++round) play_round(kind);
  }
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  // One handler jumps in each call. Those that come after it in the list do not run: the first
  // tracer's at entry, the last one's at exit.
  const std::uint64_t calls = 2 * rounds * 6;
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    const std::uint64_t unheard = i == 0 ? 0 : rounds * 2;
    require_equal("entries", tracers[i].entries, calls - unheard);
    require_equal("calls by handlers, which are missed", tracers[i]->missed(), 2 * rounds);
  }
  return pass();
}

}  // namespace

SCENARIO(stacks_switch_jumps,
         "handlers on a coroutine's stack of unknown bounds jump out, or within themselves: later "
         "calls are seen, those of the handlers are missed",
         .tracers = {1, 2}) {
  return play(cell, Switch::assembly);
}
SCENARIO(stacks_context_jumps,
         "handlers on a coroutine's stack that makecontext announced jump out, or within "
         "themselves: later calls are seen, those of the handlers are missed",
         .tracers = {1, 2}) {
  return play(cell, Switch::context);
}

SCENARIO(ways_out_no_handler_unknown_stack,
         "a raise on a coroutine's stack of unknown bounds finds no handler: the calls that it "
         "passes go on, and return",
         .tracers = {1, 2}) {
  CountingBench bench(cell, {"machine_call", "machine_call_other"});
  static std::atomic<unsigned> came_back;
  came_back = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Stack stack;
    std::uint64_t result = 0;
    Coroutine coroutine(Switch::assembly, stack.span(), [&result](Coroutine&) {
      result = machine_call(
          [](std::uint64_t x) {
            return machine_call_other(
                [](std::uint64_t y) -> std::uint64_t {
                  _Unwind_Exception exception{};
                  std::memcpy(&exception.exception_class, "of nobod",
                              sizeof exception.exception_class);
                  came_back += _Unwind_RaiseException(&exception) == _URC_END_OF_STACK;
                  return y;
                },
                x);
          },
          4);
    });
    coroutine.resume();
    require_equal("result", result, 6);
  }
  require_equal("raises that came back", came_back, rounds);
  require(bench.check_exits(2 * rounds));
  return bench.check_all_seen(2 * rounds);
}

}  // namespace retprobe::harness
