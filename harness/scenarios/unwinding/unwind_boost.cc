// boost::stacktrace.
#include "harness/scenarios/unwinding/unwind_inside.h"

#ifdef RETPROBE_BOOST_STACKTRACE
#include <boost/stacktrace/safe_dump_to.hpp>
#endif

namespace retprobe::harness {

#ifdef RETPROBE_BOOST_STACKTRACE
namespace {

// The variant for signal handlers. boost::stacktrace::stacktrace() is built on it.
std::size_t take(unwinding::RawFrame* frames, std::size_t room) {
  static const void* addresses[unwinding::most_frames];
  const std::size_t count = boost::stacktrace::safe_dump_to(addresses, room * sizeof *addresses);
  std::size_t kept = 0;
  // Its count includes the null that ends its list.
  for (; kept < count && addresses[kept]; ++kept)
    frames[kept] = {reinterpret_cast<std::uintptr_t>(addresses[kept]), 0};
  return kept;
}

}  // namespace
#endif

SCENARIO(unwind_boost, "boost::stacktrace sees the unprobed chain from every place",
         .tracers = {1, 2}, .seconds = 30, .any_cell = false) {
#ifdef RETPROBE_BOOST_STACKTRACE
  return unwinding::from_inside(cell, take);
#else
  return unavailable(Lack::package,
                     "built without boost::stacktrace (Debian package libboost-stacktrace-dev)");
#endif
}

}  // namespace retprobe::harness
