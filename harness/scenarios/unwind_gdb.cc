// gdb, attached to the live process.
#include "harness/scenarios/unwind_outside.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

Outcome look(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  std::vector<std::string> command = {"gdb", "-nx", "-batch", "-p", this_process()};
  for (const std::string& word : gdb_printing()) command.push_back(word);
  const Ran ran = run_tool(command, "gdb");
  seen = gdb_printed(ran.out);
  return seen.empty() ? tool_failed("gdb -p", ran) : pass();
}

}  // namespace

SCENARIO(unwind_gdb, "gdb sees the unprobed chain and stack pointers of threads in every place",
         .seconds = 60, .any_cell = false) {
  return from_outside(cell, look, {.names = true});
}

}  // namespace retprobe::harness
