// A handler that switches stacks while its hook runs. The coroutine that it resumes returns through
// probed calls of its own.
#include <array>

#include "harness/verify/coroutine.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

using Stack = std::array<std::byte, 64 << 10>;
alignas(64) Stack inner_stack, outer_stack;

Coroutine* inner = nullptr;  // fx_leaf's next entry handler resumes it
std::uint64_t inner_value = 0, outer_value = 0;

void yield(void* coroutine) { static_cast<Coroutine*>(coroutine)->yield(); }

// The call in the coroutine returns while the hook of the outer call runs. No tracer is notified of
// that return, since no handler runs within another. The outer call's frame still belongs to its
// own stack.
Outcome go_on_in_handler(const Cell& cell, Switch kind, bool outer_in_coroutine) {
  inner_value = outer_value = 0;
  TestBench bench(cell);
  for (Tap& tap : bench) tap.records = false;
  bench[0].at_entry = [](Tap&, EntryFrame& call) {
    Coroutine* const coroutine = inner;
    if (!coroutine || call.site().name != "fx_leaf") return true;
    inner = nullptr;
    coroutine->resume();
    return true;
  };
  for (Tap& tap : bench) {
    require(tap->attach("fx_leaf"));
    require(tap->attach("fx_body"));
  }
  Coroutine parked(kind, inner_stack,
                   [](Coroutine& self) { inner_value = fx_body(yield, &self, 5); });
  parked.resume();
  inner = &parked;
  if (outer_in_coroutine) {
    Coroutine outer(kind, outer_stack, [](Coroutine&) { outer_value = fx_leaf(7); });
    outer.resume();
    if (!outer.done()) return fail("the outer coroutine did not come to its end");
  } else {
    outer_value = fx_leaf(7);
  }
  if (!parked.done()) return fail("the parked coroutine was not gone on with");
  if (inner_value != 16 || outer_value != 22)
    return fail("the calls returned " + std::to_string(inner_value) + " and " +
                std::to_string(outer_value) + ", not 16 and 22");
  for (Tap& tap : bench)
    if (tap.accepted != 2 || tap.exits() != 1)
      return fail("tracer " + std::to_string(tap.index) + " accepted " +
                  std::to_string(tap.accepted) + " calls and heard " + std::to_string(tap.exits()) +
                  " exits, not 2 and 1");
  if (const std::size_t frames = usage().frames)
    return fail(std::to_string(frames) + " calls count as in flight, and all have returned");
  constexpr std::uint64_t later = 1000;
  for (std::uint64_t x = 0; x < later; ++x)
    if (fx_leaf(x) != 3 * x + 1) return fail("a later call returned a wrong value");
  for (Tap& tap : bench)
    if (tap.accepted != 2 + later || tap.exits() != 1 + later)
      return fail("later calls are not all seen, with their returns");
  return pass();
}

Outcome go_on_everywhere(const Cell& cell, Switch kind) {
  const Outcome from_thread = go_on_in_handler(cell, kind, false);
  return from_thread.verdict == Verdict::pass ? go_on_in_handler(cell, kind, true) : from_thread;
}

}  // namespace

SCENARIO(stacks_context_handler,
         "a handler goes on with a coroutine that returns from a probed call (swapcontext)",
         .tracers = {1, 2}) {
  return go_on_everywhere(cell, Switch::context);
}
SCENARIO(stacks_switch_handler,
         "a handler goes on with a coroutine that returns from a probed call (a switch without "
         "notification)",
         .tracers = {1, 2}) {
  return go_on_everywhere(cell, Switch::assembly);
}

}  // namespace retprobe::harness
