// Checks the library's own walk_frames() and resolve_return_address() from every place of
// unwind_places.h: in bodies, in handlers, in signal handlers that interrupt either, and of another
// thread that is stopped. The whole chain is compared with the unprobed run's. The original return
// address has to appear in place of the return trampoline's.
//
// A walk along frame pointers has to begin anew behind a function that has none. In a signal
// handler it goes on with the interrupted registers. In a handler, which the library calls, it goes
// on with the probed call's return address and its caller's rbp. The full register set shows that
// rbp. For the other sets, the caller has stored it in the visit.
#include <algorithm>
#include <functional>

#include "harness/scenarios/unwinding/unwind_inside.h"
#include "harness/scenarios/unwinding/unwind_outside.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

/// A stretch of the chain whose functions all have a frame pointer. It leads from `ip` with
/// `frame_pointer` to the address `end`, or to the first address in the library.
struct Stretch {
  std::uintptr_t ip, frame_pointer, end;  // end 0: in the library
  bool ends(std::uintptr_t address) const { return end ? address == end : in_library(address); }
};

using Walker = std::size_t (*)(const Stretch&, std::span<std::uintptr_t>);

std::size_t by_library(const Stretch& stretch, std::span<std::uintptr_t> addresses) {
  const std::size_t count = walk_frames(stretch.ip, stretch.frame_pointer, addresses);
  for (std::size_t i = 0; i < count; ++i)
    if (stretch.ends(addresses[i])) return i + 1;
  return count;
}

// The same by hand: reads each return slot by itself.
template <std::uintptr_t (*read)(const std::uintptr_t* slot)>
std::size_t by_slots(const Stretch& stretch, std::span<std::uintptr_t> addresses) {
  addresses[0] = stretch.ip;
  std::size_t count = 1;
  for (std::uintptr_t at = stretch.frame_pointer; count < addresses.size();) {
    const auto* const frame = reinterpret_cast<const std::uintptr_t*>(at);
    addresses[count++] = read(frame + 1);
    if (stretch.ends(addresses[count - 1]) || frame[0] <= at) break;
    at = frame[0];
  }
  return count;
}
constexpr Walker by_resolving = by_slots<resolve_return_address>;
// For the unprobed visits: reads the slots plainly. The code under test must not also be the
// oracle.
std::uintptr_t as_it_is(const std::uintptr_t* slot) { return *slot; }
constexpr Walker plainly = by_slots<as_it_is>;

// Async-signal-safe.
std::size_t walk(const Visit& visit, Walker walker, std::uintptr_t ip, std::uintptr_t frame_pointer,
                 std::span<std::uintptr_t> addresses) {
  const bool in_handler = visit.probed && visit.place->where != Where::body;
  const std::uintptr_t end = in_handler ? 0 : visit.outermost;
  std::size_t count = 0;
  const auto go_on = [&](const Stretch& stretch) {
    if (count < addresses.size())
      count += (visit.probed ? walker : plainly)(stretch, addresses.subspan(count));
  };
  const bool in_signal = visit.truths == visit.truth.size();
  go_on({ip, frame_pointer, in_signal ? visit.truth[1].address : end});
  if (in_signal) go_on({visit.truth[2].address, visit.interrupted_frame, end});
  if (in_handler) go_on({visit.original, visit.caller_frame, visit.outermost});
  return count;
}

template <Walker walker>
std::size_t take(RawFrame* frames, std::size_t room) {
  static std::uintptr_t addresses[most_frames];
  const std::size_t count =
      walk(*current_visit(), walker, reinterpret_cast<std::uintptr_t>(&take<walker>),
           reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
           std::span(addresses).first(std::min(room, most_frames)));
  for (std::size_t i = 0; i < count; ++i) frames[i] = {addresses[i], 0};
  return count;
}

template <Walker walker>
Outcome look(std::span<const Visit* const> visits, std::vector<StoppedThread>& seen) {
  std::vector<std::uintptr_t> addresses(most_frames);
  for (const Visit* visit : visits) {
    const auto& registers = visit->stopped_at->uc_mcontext.gregs;
    const std::size_t count = walk(*visit, walker, static_cast<std::uintptr_t>(registers[REG_RIP]),
                                   static_cast<std::uintptr_t>(registers[REG_RBP]), addresses);
    seen.push_back({visit->tid, {}});
    for (std::size_t i = 0; i < count; ++i) seen.back().frames.push_back({addresses[i]});
  }
  return pass();
}

bool is_body(const Place& place) { return place.where == Where::body && !place.signal; }
bool is_handler(const Place& place) { return place.where != Where::body && !place.signal; }
bool is_signal(const Place& place) { return place.signal; }

// In the framed shape a tail call leaves its caller's block on the stack, and the block is then the
// caller. Only the full register set knows the block's rbp.
std::function<bool(const Place&)> with_known_caller(const Cell& cell, bool (*wants)(const Place&)) {
  const bool lacks_block = is_framed(cell) && cell.registers != RegisterSet::full;
  return [=](const Place& place) {
    return wants(place) &&
           !(lacks_block && place.function == Function::tail && place.where != Where::body);
  };
}

Outcome inside(const Cell& cell, Take taker, bool (*wants)(const Place&)) {
  static_cast<void>(in_library(0));  // looks the library up, before any signal handler needs it
  return from_inside(cell, taker,
                     {.asked = {.resolves = true}, .wants = with_known_caller(cell, wants)});
}

Outcome stopped(const Cell& cell, Look looker) {
  return from_outside(cell, looker,
                      {.hold = true,
                       .asked = {.resolves = true},
                       .wants = with_known_caller(cell, [](const Place&) { return true; })});
}

}  // namespace

#define WALK(NAME, WHAT, ...) \
  SCENARIO(NAME, WHAT, .tracers = {1, 2, 8}, .seconds = 30) { return __VA_ARGS__; }

WALK(stacks_walk_bodies, "walk_frames() in the bodies of probed functions sees the unprobed chain",
     inside(cell, take<by_library>, is_body))
WALK(stacks_walk_handlers, "walk_frames() in entry and exit handlers sees the unprobed chain",
     inside(cell, take<by_library>, is_handler))
WALK(stacks_walk_signals,
     "walk_frames() in signal handlers that interrupt bodies and handlers sees the unprobed chain",
     inside(cell, take<by_library>, is_signal))
WALK(stacks_walk_stopped,
     "walk_frames() of other threads, stopped in bodies and handlers, sees their unprobed chains",
     stopped(cell, look<by_library>))
WALK(stacks_resolve_bodies,
     "resolve_return_address() of every return slot in flight, from the bodies of probed functions",
     inside(cell, take<by_resolving>, is_body))
WALK(stacks_resolve_handlers, "the same from entry and exit handlers",
     inside(cell, take<by_resolving>, is_handler))
WALK(stacks_resolve_signals, "the same from signal handlers that interrupt bodies and handlers",
     inside(cell, take<by_resolving>, is_signal))
WALK(stacks_resolve_stopped, "the same of other threads, stopped in bodies and handlers",
     stopped(cell, look<by_resolving>))

}  // namespace retprobe::harness
