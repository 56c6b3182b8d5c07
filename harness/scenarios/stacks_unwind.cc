// What unwinders see of probed calls in flight: glibc's backtrace() from the body and from both handlers, and
// the library's own resolve_return_address() for stacks that nobody runs on at the moment.
#include <dlfcn.h>
#include <execinfo.h>
#include <sys/mman.h>

#include <array>
#include <span>
#include <thread>

#include "harness/scenarios/coroutine.h"
#include "harness/scenarios/machine.h"

namespace retprobe::harness {
namespace {

struct Trace {
  std::array<void*, 64> addresses{};
  int count = 0;
  [[gnu::always_inline]] void take() {
    count = backtrace(addresses.data(), static_cast<int>(addresses.size()));
  }
};

Trace reference, in_body, at_entry, at_exit;
Trace* taken_by_body = nullptr;

[[gnu::noinline]] std::uint64_t take_in_body(std::uint64_t x) {
  taken_by_body->take();
  return leaf_value(x);
}
bool take_at_entry(void*, EntryFrame&) {
  at_entry.take();
  return true;
}
void take_at_exit(void*, ReturnFrame&) { at_exit.take(); }

// innermost: what the chain below ends in, from one place, so that the return addresses are the same in each
// run.
std::uint64_t (*innermost)(std::uint64_t) = nullptr;
[[gnu::noinline]] std::uint64_t third(std::uint64_t x) { return innermost(x) + 1; }
[[gnu::noinline]] std::uint64_t second(std::uint64_t x) { return machine_call_other(third, x) + 1; }
[[gnu::noinline]] std::uint64_t first(std::uint64_t x) { return machine_call(second, x) + 1; }
constexpr std::uint64_t added = 5;

/// The chain on a thread of its own: so that nothing above it depends on where it is called from.
std::uint64_t run_chain() {
  std::uint64_t result = 0;
  std::thread([&result] { result = first(7); }).join();
  return result;
}

std::string_view module_of(const void* address) {
  Dl_info info{};
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
}
bool in_library(const void* address) {
  return module_of(address).find("libretprobe.so") != std::string_view::npos;
}

// The trace without its first frame (who took it) and without the library's: its handlers' callers, the
// return trampolines and, where a return is a trap, the signal frame in the middle of them.
std::vector<const void*> without_library(const Trace& trace) {
  std::vector<const void*> kept;
  const auto at = [&](int i) { return trace.addresses[static_cast<std::size_t>(i)]; };
  for (int i = 1; i < trace.count; ++i) {
    if (in_library(at(i))) continue;
    const bool signal_frame = i + 1 < trace.count && in_library(at(i - 1)) && in_library(at(i + 1)) &&
                              module_of(at(i)).find("libc.so") != std::string_view::npos;
    if (!signal_frame) kept.push_back(at(i));
  }
  return kept;
}

std::string name_of(const void* address) {
  Dl_info info{};
  if (!dladdr(address, &info)) return "(nowhere)";
  return info.dli_sname ? info.dli_sname : std::string(module_of(address));
}

Outcome same_chain(const std::string& where, const Trace& trace) {
  const std::vector<const void*> expected = without_library(reference), seen = without_library(trace);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i < seen.size() && seen[i] == expected[i]) continue;
    return fail(
        "backtrace " + where + ": frame " + std::to_string(i) + " is " +
        (i < seen.size() ? name_of(seen[i]) : "missing (of " + std::to_string(trace.count) + " taken)") +
        ", not " + name_of(expected[i]));
  }
  MACHINE_EQUAL("frames of the backtrace " + where, seen.size(), expected.size());
  return pass();
}

// ------------------------------------------------------------------ resolve

/// Notes where machine_call's return slot is and what it held.
struct SlotWitness {
  std::atomic<const std::uintptr_t*> slot{nullptr};
  std::uintptr_t original = 0;
};
bool note_slot(void* context, EntryFrame& call) {
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
  // In the framed shape no slot ever holds a trampoline.
  if (is_framed(cell) && *witness.slot == witness.original && seen == 0) return pass();
  return differs("the return address of a call in flight " + where, witness.original, seen);
}

}  // namespace

SCENARIO(stacks_backtrace, "backtrace() from a probed body and from both handlers is the unprobed one",
         .tracers = {1, 2}) {
  Trace warm;  // the first backtrace() loads the unwinder
  warm.take();
  taken_by_body = &reference;
  innermost = take_in_body;
  std::vector<Tracer> tracers;
  for (const int run : {0, 1, 2}) {
    if (run == 1) {
      for (unsigned i = 0; i < cell.tracers; ++i) {
        Result<Tracer> tracer =
            Tracer::make({.on_entry = take_at_entry, .on_return = take_at_exit, .registers = cell.registers});
        if (!tracer.ok()) return failed(tracer.error());
        Result<std::vector<const Site*>> sites =
            sites_of({"machine_leaf", "machine_call", "machine_call_other"});
        if (!sites.ok()) return failed(sites.error());
        MACHINE_OK(tracer->attach(*sites));
        tracers.push_back(std::move(*tracer));
      }
      taken_by_body = &in_body;
    }
    if (run == 2) innermost = machine_leaf;
    MACHINE_EQUAL("result", run_chain(), leaf_value(7) + added);
    // The last entry handler of the chain is the leaf's; the last exit handler is machine_call's, two probed
    // calls further out.
    if (run == 2) MACHINE_PASS(same_chain("from the entry handler of the leaf", at_entry));
  }
  MACHINE_PASS(same_chain("from a body under two probed calls", in_body));
  const std::vector<const void*> expected = without_library(reference), seen = without_library(at_exit);
  // At machine_call's return its caller is `first`: four frames of the reference are gone.
  const std::size_t gone = 4;
  if (expected.size() <= gone)
    return fail("the reference backtrace has only " + std::to_string(expected.size()) + " frames");
  MACHINE_EQUAL("frames of the backtrace from an exit handler", seen.size(), expected.size() - gone);
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i] != expected[i + gone])
      return fail("backtrace from an exit handler: frame " + std::to_string(i) + " is " + name_of(seen[i]) +
                  ", not " + name_of(expected[i + gone]));
  return pass();
}

SCENARIO(stacks_resolve_thread, "the return address of a call in flight on another thread's stack",
         .tracers = {1, 2}) {
  SlotWitness witness;
  Result<Tracer> tracer = Tracer::make(
      {.on_entry = note_slot, .on_return = ignore_exit, .context = &witness, .registers = cell.registers});
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

SCENARIO(stacks_resolve_coroutine, "the return address of a call in flight in a parked coroutine",
         .tracers = {1, 2}) {
  SlotWitness witness;
  Result<Tracer> tracer = Tracer::make(
      {.on_entry = note_slot, .on_return = ignore_exit, .context = &witness, .registers = cell.registers});
  if (!tracer.ok()) return failed(tracer.error());
  MACHINE_OK(tracer->attach("machine_call"));
  CountingTracers others(cell.registers);
  for (unsigned i = 1; i < cell.tracers; ++i) MACHINE_OK(others.add({"machine_call"}));
  for (const Switch kind : {Switch::assembly, Switch::context}) {
    constexpr std::size_t bytes = 64 << 10;
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
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
