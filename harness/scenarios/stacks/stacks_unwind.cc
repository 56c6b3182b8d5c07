// The library's own resolve_return_address() and walk_frames(): on another thread's stack, on its
// own, and on a parked coroutine's. (The unwind_*.cc files check what unwinders see.)
#include <thread>

#include "harness/player/coroutine.h"
#include "harness/verify/findings.h"
#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

/// Where machine_call's return slot is, and the original return address.
struct {
  std::atomic<const std::uintptr_t*> slot{nullptr};
  std::uintptr_t original = 0;
} witness;
bool note_slot(void*, EntryFrame& call) {
  note_handler();
  witness.original = call.return_address();
  witness.slot = call.slot();
  return true;
}
void ignore_exit(void*, ReturnFrame&) {}

Outcome resolves(const Cell& cell, const std::string& where) {
  if (!witness.slot) return fail("machine_call was not entered");
  const std::uintptr_t seen = resolve_return_address(witness.slot);
  if (seen == witness.original) return pass();
  // A framed design never writes a trampoline to a slot.
  if (is_framed(cell) && *witness.slot == witness.original && seen == 0) return pass();
  return fail("the return address of a call in flight " + where + " resolves to " +
              std::to_string(seen) + ", not to " + std::to_string(witness.original));
}

/// The cell's tracers on machine_call. The first one notes what `witness` holds.
struct Witnessed {
  explicit Witnessed(const Cell& cell)
      : tracer(require(Tracer::make(
            {.on_entry = note_slot, .on_return = ignore_exit, .registers = cell.registers}))),
        others(cell.registers) {
    require(tracer.attach("machine_call"));
    for (unsigned i = 1; i < cell.tracers; ++i) others.add({"machine_call"});
  }
  Tracer tracer;
  CountingTracers others;
};

}  // namespace

SCENARIO(stacks_resolve_thread, "the return address of a call in flight on another thread's stack",
         .tracers = {1, 2}) {
  const Witnessed tracers(cell);
  static Gate gate;
  std::uint64_t result = 0;
  std::thread stopped([&] {
    result = machine_call([](std::uint64_t x) -> std::uint64_t { return gate.pass(), x; }, 4);
  });
  gate.wait_for();
  const Outcome outcome = resolves(cell, "on another thread's stack");
  gate.open = true;
  stopped.join();
  require(outcome);
  require_equal("result", result, 5);
  return pass();
}

SCENARIO(stacks_walk_frames,
         "walk_frames() finds the caller behind a return slot that holds a trampoline",
         .tracers = {1, 2}) {
  const Witnessed tracers(cell);
  static std::array<std::uintptr_t, 2> seen;
  static std::size_t count;
  // A function with a frame pointer would have saved it right below its return slot.
  const std::uint64_t result = machine_call(
      [](std::uint64_t x) -> std::uint64_t {
        count = walk_frames(x, reinterpret_cast<std::uintptr_t>(witness.slot.load()) - 8, seen);
        return x;
      },
      4);
  require_equal("result", result, 5);
  require_equal("addresses", count, 2);
  require_equal("the first address", seen[0], 4);
  require_equal("the caller", seen[1], witness.original);
  std::uintptr_t nothing[4];
  require_equal("addresses of a chain that leads nowhere", walk_frames(7, 8, nothing), 1);
  return pass();
}

SCENARIO(stacks_resolve_coroutine, "the return address of a call in flight in a parked coroutine",
         .tracers = {1, 2}) {
  const Witnessed tracers(cell);
  for (const Switch kind : {Switch::assembly, Switch::context}) {
    const Mapping stack(64 << 10);
    std::uint64_t result = 0;
    Coroutine coroutine(kind, stack.whole(), [&result](Coroutine& self) {
      result = machine_call(
          [](std::uint64_t argument) -> std::uint64_t {
            reinterpret_cast<Coroutine*>(argument)->yield();
            return 41;
          },
          reinterpret_cast<std::uint64_t>(&self));
    });
    coroutine.resume();
    Outcome here = resolves(cell, "in a parked coroutine");
    Outcome there = pass();
    std::thread([&] {
      there = resolves(cell, "in a parked coroutine, asked from another thread");
    }).join();
    coroutine.resume();
    require_equal("result", result, 42);
    require(here);
    require(there);
  }
  return pass();
}

}  // namespace retprobe::harness
