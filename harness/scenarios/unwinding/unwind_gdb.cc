// gdb, attached to the live process.
#include "harness/scenarios/unwinding/unwind_outside.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

Outcome look(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const Ran ran = run_tool(gdb_command({"-p", this_process()}), "gdb");
  seen = gdb_printed(ran.out);
  return seen.empty() ? tool_failed("gdb -p", ran) : pass();
}

// gdb ends the chain where two adjacent frames have the same function and the same CFA, because it
// takes them for one frame. In a stripped library, an entry trampoline on top of a T in the same
// slot makes two such frames.
bool is_on_trampoline(const Place& place) { return place.on_trampoline; }
bool is_elsewhere(const Place& place) { return !place.on_trampoline; }

}  // namespace

SCENARIO(unwind_gdb,
         "gdb sees the unprobed chain and stack pointers of threads in every place but "
         "unwind_gdb_on_trampoline's",
         .seconds = 120, .any_cell = false) {
  return from_outside(cell, look, {.asked = {.names = true}, .wants = is_elsewhere});
}
SCENARIO(unwind_gdb_on_trampoline,
         "gdb sees it from entry handlers in tail calls and in later stages of a chain, where the "
         "slot holds a T already",
         .seconds = 120, .any_cell = false) {
  return from_outside(cell, look, {.asked = {.names = true}, .wants = is_on_trampoline});
}

}  // namespace retprobe::harness
