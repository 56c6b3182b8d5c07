// The entry data of a coroutine's call while its exit handler runs. The data lies on a shadow
// stack. Meanwhile another thread, on which the coroutine once ran, moves on to other stacks. It
// must not take that shadow stack with it.
#include <array>
#include <atomic>
#include <thread>

#include "harness/verify/coroutine.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

using Stack = std::array<std::byte, 64 << 10>;
alignas(64) Stack first_stack, other_stack;

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
  Coroutine whole(kind, first_stack, body);
  whole.resume();  // this thread now remembers the slot
  parks = true;
  Coroutine moved(kind, first_stack, body);
  std::thread elsewhere([&] {
    moved.resume();  // this thread now remembers the slot, too
    parks = false;
    reach(Stage::parked);
    wait_for(Stage::in_handler);
    fx_body(park, nullptr, 1);
    Coroutine other(kind, other_stack, [](Coroutine&) { fx_body(park, nullptr, 6); });
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
