// std::stacktrace, where the compiler's library has it. CMakeLists.txt checks for it; Debian 12's
// GCC is built without it.
#include "harness/scenarios/unwinding/unwind_inside.h"

#ifdef RETPROBE_STD_STACKTRACE
#include <stacktrace>
#endif

namespace retprobe::harness {

#ifdef RETPROBE_STD_STACKTRACE
namespace {

std::size_t take(unwinding::RawFrame* frames, std::size_t room) {
  std::size_t count = 0;
  // An entry's address is one below where the frame goes on, except in a frame that a signal
  // interrupted.
  const unwinding::RawFrame& interrupted = unwinding::current_visit()->truth[2];
  const auto most = static_cast<std::stacktrace::size_type>(room);
  for (const std::stacktrace_entry& entry : std::stacktrace::current(0, most)) {
    const std::uintptr_t address = entry.native_handle();
    frames[count++] = {address == interrupted.address ? address : address + 1, 0};
  }
  return count;
}

}  // namespace
#endif

SCENARIO(unwind_std, "std::stacktrace sees the unprobed chain from every place", .tracers = {1, 2},
         .seconds = 30, .any_cell = false) {
#ifdef RETPROBE_STD_STACKTRACE
  return unwinding::from_inside(cell, take);
#else
  return unavailable(
      Lack::toolchain,
      "the C++ library that this was built with has no std::stacktrace (GCC 13 and later, where it "
      "is built with --enable-libstdcxx-backtrace)");
#endif
}

}  // namespace retprobe::harness
