// gdb, attached to the live process.
#include <sys/prctl.h>

#include <filesystem>

#include "harness/scenarios/unwinding/unwind_outside.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

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

// While gdb attaches, threads run into breakpoints of pokes and of returns. Without the program's
// name, gdb takes it for a program of 32 bits until it has attached to all threads. Then it cuts
// off the upper half of such a thread's instruction pointer, and the process dies.
SCENARIO(gdb_beside_breakpoints,
         "gdb, started with the program's name, attaches to threads that run into breakpoints",
         .seconds = 120, .any_cell = false, .transfers = {"paired", "trap"}) {
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  CountingBench bench(cell);
  bench.attach_all("fx_leaf");
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> wrong{0};
  Threads callers(2, [&](unsigned) {
    for (std::uint64_t i = 0; !over; ++i) wrong += fx_leaf(i) != 3 * i + 1;
  });
  Threads poker(1, [&](unsigned) {
    while (!over) {
      require(detach_patiently(*bench[0]));
      bench.attach_all("fx_leaf");
    }
  });
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  const Ran ran = run_tool({"gdb", "-nx", "-batch", "-iex", "set auto-solib-add off", program, "-p",
                            this_process(), "-ex", "info threads"},
                           "gdb");
  over = true;
  poker.join();
  callers.join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  return ran.out.find("* 1 ") == std::string::npos ? tool_failed("gdb -p", ran) : pass();
}

}  // namespace retprobe::harness
