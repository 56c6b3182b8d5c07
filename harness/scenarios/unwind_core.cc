// A core file of the process, made by gdb (so nothing depends on the machine's core_pattern), read by gdb and
// by eu-stack.
#include <unistd.h>

#include <cstdlib>

#include "harness/scenarios/unwind_outside.h"

namespace retprobe::harness {
namespace {

using namespace unwinding;

// Of the others, unwind_gdb.cc says what is the matter with gdb there.
bool is_for_gdb(const Place& place) { return !place.on_trampoline; }

std::string program() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return {path, size > 0 ? static_cast<std::size_t>(size) : 0};
}

// What is copied into a core file takes no debugging information, which takes gdb seconds to read.
Outcome dump(const std::string& file) {
  const Ran ran = run_tool(
      {"gdb", "-nx", "-readnever", "-batch", "-p", this_process(), "-ex", "generate-core-file " + file}, "gdb");
  return access(file.c_str(), R_OK) == 0 ? pass() : tool_failed("gdb's generate-core-file", ran);
}

Outcome look_by_gdb(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const TemporaryFolder folder;
  const std::string core = folder.file("core");
  if (Outcome outcome = dump(core); outcome.verdict != Verdict::pass) return outcome;
  std::vector<std::string> command = {"gdb", "-nx", "-batch", program(), core};
  for (const std::string& word : gdb_printing()) command.push_back(word);
  const Ran ran = run_tool(command, "gdb");
  seen = gdb_printed(ran.out);
  return seen.empty() ? tool_failed("gdb of the core file", ran) : pass();
}

Outcome look_by_eu_stack(std::span<const Visit* const>, std::vector<StoppedThread>& seen) {
  const TemporaryFolder folder;
  const std::string core = folder.file("core");
  if (Outcome outcome = dump(core); outcome.verdict != Verdict::pass) return outcome;
  const Ran ran = run_tool({"eu-stack", "-n", "0", "--core=" + core, "-e", program()}, "elfutils");
  seen = eu_stack_printed(ran.out);
  return seen.empty() ? tool_failed("eu-stack --core", ran) : pass();
}

}  // namespace

SCENARIO(unwind_core_gdb, "gdb sees the unprobed chains in a core file", .seconds = 180, .any_cell = false) {
  return from_outside(cell, look_by_gdb, {.asked = {.names = true}, .wants = is_for_gdb});
}
SCENARIO(unwind_core_eu_stack, "eu-stack sees the unprobed chains in a core file", .seconds = 180,
         .any_cell = false) {
  return from_outside(cell, look_by_eu_stack, {.asked = {.names = true}});
}

}  // namespace retprobe::harness
