// Ways out of a function besides `ret`, in programs that know of no tracer. The peers run the same
// programs (shared_programs.h).
#include "harness/scenarios/ways_out/shared_programs.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

// Asks what peers are asked, too: the program says what it says unprobed, and a tracer is notified
// of every call and every exit. An exit's reason says here only whether the call returned. Which of
// the other two reasons it has to be, ways_out_* and exceptions_* check.
Outcome says_the_same(const Cell& cell, std::string_view name) {
  const WayOut& way = *find_way_out(name);
  const std::string unprobed = way.run();
  CountingBench bench(cell);
  bench.attach_all(way_out_functions);
  require(compare(way.run(), unprobed));
  for (Tap& tap : bench)
    if (tap.entries != way.calls() || tap.returned != way.returned ||
        tap.unwound + tap.abandoned != way.left)
      return fail("tracer " + tracer_letter(tap.index) + " saw " + std::to_string(tap.entries) +
                  " entries, " + std::to_string(tap.returned) + " returned, " +
                  std::to_string(tap.unwound) + " unwound, " + std::to_string(tap.abandoned) +
                  " abandoned; should be " + std::to_string(way.calls()) + ", " +
                  std::to_string(way.returned) + " and together " + std::to_string(way.left));
  return bench.check_invariant(way.calls());
}

}  // namespace

#define WAY_OUT(NAME, WHAT) \
  SCENARIO(NAME, WHAT, .tracers = {1, 8}) { return says_the_same(cell, #NAME); }

WAY_OUT(way_out_exception, "an exception leaves five calls, each with a destructor")
WAY_OUT(way_out_longjmp, "longjmp out of five calls, and one more after that")
WAY_OUT(way_out_backtrace, "backtrace() sees five callers by their own return addresses")
WAY_OUT(way_out_swapcontext,
        "five calls each on two stacks, in flight at once; those that began first end first")
WAY_OUT(way_out_pthread_exit, "pthread_exit at the bottom of five calls, each with a destructor")
WAY_OUT(way_out_pthread_cancel,
        "a thread is cancelled at the bottom of five calls, each with a destructor")

}  // namespace retprobe::harness
