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
  CountingBench bench(cell);
  bench[0].at_entry = [](Tap&, EntryFrame& call) {
    Coroutine* const coroutine = inner;
    if (!coroutine || call.site().name != "fx_leaf") return true;
    inner = nullptr;
    coroutine->resume();
    return true;
  };
  for (const char* function : {"fx_leaf", "fx_body"}) bench.attach_all(function);
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
  require_equal("the call in the coroutine", inner_value, 16);
  require_equal("the call around it", outer_value, 22);
  require(bench.check_exits(1));
  for (Tap& tap : bench) require_equal("accepted calls", tap.accepted, 2);
  require_equal("calls in flight", usage().frames, 0);
  constexpr std::uint64_t later = 1000;
  for (std::uint64_t x = 0; x < later; ++x)
    if (fx_leaf(x) != 3 * x + 1) return fail("a later call returned a wrong value");
  require(bench.check_exits(1 + later), "later, ");
  for (Tap& tap : bench) require_equal("accepted calls", tap.accepted, 2 + later);
  return pass();
}

}  // namespace

SCENARIO_OF_SWITCHES(handler, "a handler goes on with a coroutine that returns from a probed call",
                     .tracers = {1, 2}) {
  require(go_on_in_handler(cell, kind, false));
  return go_on_in_handler(cell, kind, true);
}

}  // namespace retprobe::harness
