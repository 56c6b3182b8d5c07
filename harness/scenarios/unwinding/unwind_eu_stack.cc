// elfutils' eu-stack on the live process.
#include <algorithm>

#include "harness/scenarios/unwinding/unwind_outside.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

Outcome look(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  // Exit status 1 means that some thread's chain ended in an error. A thread's first function
  // always causes that.
  const Ran ran = run_tool({"eu-stack", "-n", "0", "-p", this_process()}, "elfutils");
  seen = eu_stack_printed(ran.out);
  // eu-stack names the threads even where it may not look at them.
  return std::ranges::all_of(seen, &Chain::empty, &StoppedThread::frames)
             ? tool_failed("eu-stack", ran)
             : pass();
}

}  // namespace

SCENARIO(unwind_eu_stack, "eu-stack -p sees the unprobed chain of threads in every place",
         .seconds = 120, .any_cell = false) {
  return from_outside(cell, look, {.asked = {.names = true}});
}

}  // namespace retprobe::harness
