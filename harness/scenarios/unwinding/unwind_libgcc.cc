// libgcc's _Unwind_Backtrace, with each frame's CFA.
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <sstream>
#include <string>

#include "harness/scenarios/unwinding/unwind_inside.h"
#include "harness/verify/machine.h"

// Each calls `function(x)` and returns its result. It saves the register of its name, and while the
// call is in flight its CFA is counted from that register (unwind_registers.S).
using Calling = std::uint64_t(std::uint64_t (*function)(std::uint64_t), std::uint64_t x);
extern "C" Calling unwind_by_rbx, unwind_by_rbp, unwind_by_r12, unwind_by_r13, unwind_by_r14,
    unwind_by_r15;

namespace retprobe::harness {
namespace {

struct Taken {
  unwinding::RawFrame* frames;
  std::size_t count, room;
};

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* into) {
  Taken& taken = *static_cast<Taken*>(into);
  if (taken.count == taken.room) return _URC_END_OF_STACK;
  taken.frames[taken.count++] = {_Unwind_GetIP(context), _Unwind_GetCFA(context)};
  return _URC_NO_REASON;
}

std::size_t take(unwinding::RawFrame* frames, std::size_t room) {
  Taken taken{frames, 0, room};
  _Unwind_Backtrace(take_frame, &taken);
  return taken.count;
}

// ---- Callers whose CFA is counted from a register ----

struct Caller {
  std::string_view name;
  Calling* function;
};
constexpr Caller callers[] = {{"rbx", unwind_by_rbx}, {"rbp", unwind_by_rbp},
                              {"r12", unwind_by_r12}, {"r13", unwind_by_r13},
                              {"r14", unwind_by_r14}, {"r15", unwind_by_r15}};

struct Look {
  std::string_view from;
  std::array<unwinding::RawFrame, 128> frames;
  std::size_t count;
};
std::array<Look, 8> looks;
std::size_t look_count = 0;

void look(std::string_view from) {
  if (look_count == looks.size()) return;
  Look& now = looks[look_count++];
  now.from = from;
  now.count = take(now.frames.data(), now.frames.size());
}
bool look_at_entry(Tap&, EntryFrame&) { return look("an entry handler"), true; }
void look_at_exit(Tap&, ReturnFrame&) { look("an exit handler"); }
std::uint64_t look_unprobed(std::uint64_t x) {
  look("an unprobed function");
  return leaf_value(x);
}

/// The frames from the caller's on.
std::span<const unwinding::RawFrame> from_caller(const Look& look, const Caller& caller) {
  const auto begin = reinterpret_cast<std::uintptr_t>(caller.function);
  constexpr std::size_t longest = 64;  // bytes of a caller's code
  const std::span<const unwinding::RawFrame> all = std::span(look.frames).first(look.count);
  const auto found =
      std::ranges::find_if(all, [=](const auto& frame) { return frame.address - begin < longest; });
  return {found, all.end()};
}

}  // namespace

SCENARIO(unwind_libgcc, "_Unwind_Backtrace sees the unprobed chain and CFAs from every place",
         .tracers = {1, 2}, .seconds = 30) {
  return unwinding::from_inside(cell, take);
}

SCENARIO(unwind_libgcc_registers,
         "_Unwind_Backtrace in handlers finds who called a function whose CFA is counted from a "
         "register that calls preserve",
         .tracers = {1, 2}) {
  std::ostringstream leaf;  // by its address, because a stripped program has no name for it
  leaf << reinterpret_cast<const void*>(machine_leaf);
  CountingTracers tracers(cell, {leaf.str()}, look_at_entry, look_at_exit);
  constexpr std::uint64_t (*functions[])(std::uint64_t) = {look_unprobed, machine_leaf};
  for (const Caller& caller : callers) {
    look_count = 0;
    // One instruction makes both calls, because its return address is in the chains.
    for (std::atomic<std::size_t> i = 0; i < std::size(functions); ++i)
      require_equal("result", caller.function(functions[i], 4), leaf_value(4));
    require_equal("looks at the stack", look_count, 1 + 2 * cell.tracers);
    const auto expected = from_caller(looks[0], caller);
    if (expected.size() < 3) return fail("the unprobed chain does not show the caller");
    for (const Look& seen : std::span(looks).first(look_count))
      if (!std::ranges::equal(from_caller(seen, caller), expected, [](auto a, auto b) {
            return a.address == b.address && a.sp == b.sp;
          }))
        return fail("behind a function whose CFA is counted from " + std::string(caller.name) +
                    ", the chain from " + std::string(seen.from) + " differs");
  }
  return tracers.check_all_seen(std::size(callers));
}

}  // namespace retprobe::harness
