// Handlers while stacks are switched. First a handler that switches stacks while its hook runs: the
// coroutine that it resumes returns through probed calls of its own.
#include <array>
#include <atomic>
#include <thread>

#include "harness/verify/fixtures.h"
#include "harness/verify/switches.h"
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

SCENARIO_OF_SWITCHES(handler, "a handler goes on with a coroutine that returns from a probed call",
                     .tracers = {1, 2}) {
  require(go_on_in_handler(cell, kind, false));
  return go_on_in_handler(cell, kind, true);
}

// ---- Entry data ----

// The entry data of a coroutine's call lies on a shadow stack while its exit handler runs.
// Meanwhile another thread, on which the coroutine once ran, moves on to other stacks. It must not
// take that shadow stack with it.
enum class Stage { begun, parked, in_handler, moved_on };
std::atomic<Stage> stage;
std::atomic<bool> handler_waits;
std::atomic<std::uint64_t> changed;
bool parks;

void reach(Stage next) { stage = next; }
void wait_for(Stage wanted) {
  while (stage != wanted) std::this_thread::yield();
}

void park(void* coroutine) {
  if (parks) static_cast<Coroutine*>(coroutine)->yield();
}

// fx_body's third argument is x. It returns 3x + 1.
bool fill(Tap&, EntryFrame& call) {
  auto* const words = reinterpret_cast<std::uint64_t*>(call.entry_data);
  words[0] = words[1] = call.registers.rdx;
  return true;
}
void look(Tap& tap, ReturnFrame& call) {
  // The first tracer's exit handler is the last to run. Nothing of the frame is needed after it.
  if (tap.index == 0 && handler_waits.exchange(false)) {
    reach(Stage::in_handler);
    wait_for(Stage::moved_on);
  }
  const auto* const words = reinterpret_cast<const std::uint64_t*>(call.entry_data);
  for (const std::uint64_t word : {words[0], words[1]})
    changed += 3 * word + 1 != call.registers.rax;
}

SCENARIO_OF_SWITCHES(
    data, "entry data of a coroutine's call while another thread moves on from its stack",
    .tracers = {1, 2}) {
  CountingBench bench(cell, cell.tracers, 16);
  for (Tap& tap : bench) tap.at_entry = fill, tap.at_exit = look;
  bench.attach_all("fx_body");
  changed = 0;
  reach(Stage::begun);
  std::uint64_t value = 0;
  // All coroutines run the same function, so that on one stack they use one slot.
  const auto body = [&value](Coroutine& self) { value = fx_body(park, &self, 5); };

  parks = false;
  Coroutine whole(kind, inner_stack, body);
  whole.resume();  // this thread now remembers the slot
  parks = true;
  Coroutine moved(kind, inner_stack, body);
  std::thread elsewhere([&] {
    moved.resume();  // this thread now remembers the slot, too
    parks = false;
    reach(Stage::parked);
    wait_for(Stage::in_handler);
    fx_body(park, nullptr, 1);
    Coroutine other(kind, outer_stack, [](Coroutine&) { fx_body(park, nullptr, 6); });
    other.resume();
    reach(Stage::moved_on);
  });
  wait_for(Stage::parked);
  handler_waits = true;
  moved.resume();
  elsewhere.join();

  require(moved.done(), "the coroutine did not end");
  require_equal("the call that was gone on with", value, 16);
  require_equal("words of entry data that changed before an exit handler ended", changed, 0);
  return bench.check_exits(4);
}

}  // namespace
}  // namespace retprobe::harness
