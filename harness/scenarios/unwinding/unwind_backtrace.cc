// glibc's backtrace().
#include <execinfo.h>

#include "harness/scenarios/unwinding/unwind_inside.h"

namespace retprobe::harness {
namespace {

std::size_t take(unwinding::RawFrame* frames, std::size_t room) {
  static void* addresses[unwinding::most_frames];
  const int count = backtrace(addresses, static_cast<int>(room));
  for (int i = 0; i < count; ++i) frames[i] = {reinterpret_cast<std::uintptr_t>(addresses[i]), 0};
  return static_cast<std::size_t>(count);
}

}  // namespace

SCENARIO(unwind_backtrace, "glibc's backtrace() sees the unprobed chain from every place",
         .tracers = {1, 2}, .seconds = 30, .any_cell = false) {
  return unwinding::from_inside(cell, take);
}

}  // namespace retprobe::harness
