// libgcc's _Unwind_Backtrace, with each frame's CFA.
#include <unwind.h>

#include "harness/scenarios/unwinding/unwind_inside.h"

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

}  // namespace

SCENARIO(unwind_libgcc, "_Unwind_Backtrace sees the unprobed chain and CFAs from every place",
         .tracers = {1, 2}, .seconds = 30) {
  return unwinding::from_inside(cell, take);
}

}  // namespace retprobe::harness
