// Return slots on both sides of an edge of 16 MiB. Each 16 MiB of addresses have a parallel shadow
// of their own (core/blocks/parallel_shadow.h), so the words of neighbouring slots lie far apart.
#include <setjmp.h>
#include <unwind.h>

#include <cstring>

#include "harness/verify/fixtures.h"
#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

constexpr std::uintptr_t edge_bytes = std::uintptr_t{16} << 20;

/// Memory for a thread's stack that has an edge in its middle.
class StackOverEdge {
 public:
  std::uintptr_t edge() const { return edge_; }
  std::span<std::byte> span() const {
    return {reinterpret_cast<std::byte*>(edge_ - half), 2 * half};
  }

 private:
  static constexpr std::uintptr_t half = std::uintptr_t{1} << 20;
  Mapping memory_{2 * edge_bytes};
  std::uintptr_t edge_ =
      (reinterpret_cast<std::uintptr_t>(memory_.data()) + half + edge_bytes - 1) &
      ~(edge_bytes - 1);
};

/// How the calls end.
enum class End { return_, throw_, raise_without_handler, jump };

constexpr std::size_t depth = 4;

struct Edge {
  bool framed;
  std::uintptr_t edge;
  std::ptrdiff_t place;  // of the second call's slot, from the edge
  End end;
  // The calls in flight, as their entry handlers saw them.
  struct Call {
    const std::uintptr_t* slot;
    std::uintptr_t original;
  } calls[depth];
  std::size_t entered;
  jmp_buf landing;
  std::string wrong;
};
// The thread's. Only one runs at a time.
Edge* current;

bool note_call(Tap&, EntryFrame& call) {
  if (current && current->entered < depth)
    current->calls[current->entered++] = {call.slot(), call.return_address()};
  return true;
}

void end_calls(void*) {
  Edge& here = *current;
  std::size_t below = 0;
  for (const Edge::Call& call : here.calls) {
    const std::uintptr_t seen = resolve_return_address(call.slot);
    // A framed design never writes a trampoline to a slot.
    const bool untouched = here.framed && *call.slot == call.original && seen == 0;
    if (seen != call.original && !untouched)
      here.wrong = "the slot " +
                   std::to_string(static_cast<std::ptrdiff_t>(
                       reinterpret_cast<std::uintptr_t>(call.slot) - here.edge)) +
                   " bytes from the edge resolves to another address";
    below += reinterpret_cast<std::uintptr_t>(call.slot) < here.edge;
  }
  if (below == 0 || below == depth) here.wrong = "no calls on both sides of the edge";
  switch (here.end) {
    case End::return_:
      return;
    case End::throw_:
      throw 1;
    case End::jump:
      longjmp(here.landing, 1);
    case End::raise_without_handler: {
      _Unwind_Exception exception{};
      std::memcpy(&exception.exception_class, "of nobod", sizeof exception.exception_class);
      if (_Unwind_RaiseException(&exception) != _URC_END_OF_STACK) here.wrong = "it was caught";
    }
  }
}

void make_inner_calls(void*) {
  fx_body_other([](void*) { fx_body(end_calls, nullptr, 3); }, nullptr, 2);
}

// Calls fx_body with its slot `lower` bytes below where it would otherwise be.
[[gnu::noinline]] std::uint64_t call_lower(std::size_t lower, void (*step)(void*)) {
  auto* const room = static_cast<volatile char*>(__builtin_alloca(lower + 16));
  const std::uint64_t result = fx_body(step, nullptr, 1);
  room[0] = 0;  // keeps the call from becoming a tail call
  return result;
}

// Makes four calls, each within the one before. The second one's slot lies `place` bytes from the
// edge. A call that goes no further comes first, and shows where that slot would be by itself. Both
// are made from one place, at one depth: the counter is an atomic, so that the loop is not
// unrolled.
void call_over_edge(void*) {
  Edge& here = *current;
  const std::size_t outer = here.entered;
  std::size_t lower = 0;
  for (std::atomic<int> turn = 0; turn < 2; ++turn) {
    here.entered = outer;
    call_lower(lower, turn ? make_inner_calls : [](void*) {});
    const auto natural = reinterpret_cast<std::uintptr_t>(here.calls[outer].slot);
    lower = natural - here.edge - static_cast<std::uintptr_t>(here.place);
  }
}

// Not inlined: it is left by a jump.
[[gnu::noinline]] void call_and_end(Edge& here) {
  current = &here;
  here.entered = 0;
  if (here.end == End::jump) {
    if (setjmp(here.landing) == 0) fx_body_other(call_over_edge, nullptr, 4);
  } else if (here.end == End::throw_) {
    try {
      fx_body_other(call_over_edge, nullptr, 4);
    } catch (int) {
    }
  } else {
    fx_body_other(call_over_edge, nullptr, 4);
  }
  current = nullptr;
  fx_body([](void*) {}, nullptr, 1);
}

Outcome over_edges(const Cell& cell, End end) {
  CountingBench bench(cell);
  bench[0].at_entry = note_call;
  for (const char* function : {"fx_body", "fx_body_other"}) bench.attach_all(function);
  const StackOverEdge stack;
  std::uint64_t calls = 0, left = 0;
  for (const std::ptrdiff_t place : {24, 8, -8, -24}) {
    for (int again = 0; again < 2; ++again) {
      Edge here{is_framed(cell), stack.edge(), place, end, {}, 0, {}, {}};
      on_thread(stack.span(), [&here] { call_and_end(here); });  // nothing below it catches
      calls += depth + 2;
      if (end == End::throw_ || end == End::jump) left += depth;
      const auto slot = reinterpret_cast<std::uintptr_t>(here.calls[1].slot);
      require_equal("the second call's slot, in bytes from the edge", slot - here.edge,
                    static_cast<std::uintptr_t>(place));
      if (!here.wrong.empty()) return fail(here.wrong);
    }
  }
  const std::uint64_t unwound = end == End::throw_ ? left : 0;
  // A framed design's frames are on the machine stack, and a jump takes them along.
  const std::uint64_t abandoned = end == End::jump && !is_framed(cell) ? left : 0;
  require(bench.check_exits(calls - left, unwound, abandoned),
          "of " + std::to_string(calls) + " calls, ");
  return bench.check_invariant(calls);
}

}  // namespace

#define OVER_EDGES(NAME, END, WHAT) \
  SCENARIO(NAME, WHAT, .tracers = {1, 2}) { return over_edges(cell, End::END); }

OVER_EDGES(stacks_edge_return, return_,
           "calls on both sides of an edge of 16 MiB: their slots resolve, and they return")
OVER_EDGES(stacks_edge_throw, throw_,
           "an exception that leaves calls on both sides of an edge of 16 MiB")
OVER_EDGES(ways_out_no_handler_over_edge, raise_without_handler,
           "a raise that finds no handler passes calls on both sides of an edge of 16 MiB; they "
           "return")
OVER_EDGES(stacks_edge_longjmp, jump, "a jump over calls on both sides of an edge of 16 MiB")

}  // namespace retprobe::harness
