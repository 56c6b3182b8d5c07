// The library's own resolve_return_address() and walk_frames(): on another thread's stack, on its
// own, and on a parked coroutine's. (The unwind_*.cc files check what unwinders see.)
#include <sys/mman.h>

#include <thread>

#include "harness/verify/coroutine.h"
#include "harness/verify/findings.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

/// Notes where machine_call's return slot is, and the original return address.
struct SlotWitness {
  std::atomic<const std::uintptr_t*> slot{nullptr};
  std::uintptr_t original = 0;
};
bool note_slot(void* context, EntryFrame& call) {
  note_handler();
  auto& witness = *static_cast<SlotWitness*>(context);
  witness.original = call.return_address();
  witness.slot = call.slot();
  return true;
}
void ignore_exit(void*, ReturnFrame&) {}

Outcome resolves(const Cell& cell, const SlotWitness& witness, const std::string& where) {
  if (!witness.slot) return fail("machine_call was not entered");
  const std::uintptr_t seen = resolve_return_address(witness.slot);
  if (seen == witness.original) return pass();
  // A framed design never writes a trampoline to a slot.
  if (is_framed(cell) && *witness.slot == witness.original && seen == 0) return pass();
  return differs("the return address of a call in flight " + where, witness.original, seen);
}

}  // namespace

SCENARIO(stacks_resolve_thread, "the return address of a call in flight on another thread's stack",
         .tracers = {1, 2}) {
  SlotWitness witness;
  Result<Tracer> tracer = Tracer::make({.on_entry = note_slot,
                                        .on_return = ignore_exit,
                                        .context = &witness,
                                        .registers = cell.registers});
  if (!tracer.ok()) return failed(tracer.error());
  MACHINE_OK(tracer->attach("machine_call"));
  CountingTracers others(cell.registers);
  for (unsigned i = 1; i < cell.tracers; ++i) MACHINE_OK(others.add({"machine_call"}));
  static std::atomic<bool> inside, leave;
  inside = leave = false;
  std::uint64_t result = 0;
  std::thread stopped([&] {
    result = machine_call(
        [](std::uint64_t x) -> std::uint64_t {
          inside = true;
          while (!leave) std::this_thread::yield();
          return x;
        },
        4);
  });
  while (!inside) std::this_thread::yield();
  const Outcome outcome = resolves(cell, witness, "on another thread's stack");
  leave = true;
  stopped.join();
  MACHINE_PASS(outcome);
  MACHINE_EQUAL("result", result, 5);
  return pass();
}

SCENARIO(stacks_walk_frames,
         "walk_frames() finds the caller behind a return slot that holds a trampoline",
         .tracers = {1, 2}) {
  static SlotWitness witness;
  static std::array<std::uintptr_t, 2> seen;
  static std::size_t count;
  Result<Tracer> tracer = Tracer::make({.on_entry = note_slot,
                                        .on_return = ignore_exit,
                                        .context = &witness,
                                        .registers = cell.registers});
  if (!tracer.ok()) return failed(tracer.error());
  MACHINE_OK(tracer->attach("machine_call"));
  CountingTracers others(cell.registers);
  for (unsigned i = 1; i < cell.tracers; ++i) MACHINE_OK(others.add({"machine_call"}));
  // A function with a frame pointer would have saved it right below its return slot.
  const std::uint64_t result = machine_call(
      [](std::uint64_t x) -> std::uint64_t {
        count = walk_frames(x, reinterpret_cast<std::uintptr_t>(witness.slot.load()) - 8, seen);
        return x;
      },
      4);
  MACHINE_EQUAL("result", result, 5);
  MACHINE_EQUAL("addresses", count, 2);
  MACHINE_EQUAL("the first address", seen[0], 4);
  MACHINE_EQUAL("the caller", seen[1], witness.original);
  std::uintptr_t nothing[4];
  MACHINE_EQUAL("addresses of a chain that leads nowhere", walk_frames(7, 8, nothing), 1);
  return pass();
}

SCENARIO(stacks_resolve_coroutine, "the return address of a call in flight in a parked coroutine",
         .tracers = {1, 2}) {
  SlotWitness witness;
  Result<Tracer> tracer = Tracer::make({.on_entry = note_slot,
                                        .on_return = ignore_exit,
                                        .context = &witness,
                                        .registers = cell.registers});
  if (!tracer.ok()) return failed(tracer.error());
  MACHINE_OK(tracer->attach("machine_call"));
  CountingTracers others(cell.registers);
  for (unsigned i = 1; i < cell.tracers; ++i) MACHINE_OK(others.add({"machine_call"}));
  for (const Switch kind : {Switch::assembly, Switch::context}) {
    constexpr std::size_t bytes = 64 << 10;
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return fail("no memory for a stack");
    std::uint64_t result = 0;
    Coroutine coroutine(kind, {static_cast<std::byte*>(memory), bytes}, [&result](Coroutine& self) {
      result = machine_call(
          [](std::uint64_t argument) -> std::uint64_t {
            reinterpret_cast<Coroutine*>(argument)->yield();
            return 41;
          },
          reinterpret_cast<std::uint64_t>(&self));
    });
    coroutine.resume();
    Outcome here = resolves(cell, witness, "in a parked coroutine");
    Outcome there = pass();
    std::thread([&] {
      there = resolves(cell, witness, "in a parked coroutine, asked from another thread");
    }).join();
    coroutine.resume();
    MACHINE_EQUAL("result", result, 42);
    munmap(memory, bytes);
    MACHINE_PASS(here);
    MACHINE_PASS(there);
  }
  return pass();
}

}  // namespace retprobe::harness
