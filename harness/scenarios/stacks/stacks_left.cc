// A jump leaves calls on an alternate signal stack. Their frames lie on that stack, and the library
// finds them stale when the stack is used again.
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>

#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

sigjmp_buf landing;
std::uint64_t wrong_values;

std::uint64_t jump_away(std::uint64_t) { siglongjmp(landing, 1); }

// SIGUSR1 makes a call further down on the stack, which is left. SIGUSR2 makes one above it, which
// returns.
void on_signal(int signal) {
  if (signal == SIGUSR1) {
    auto* const below = static_cast<volatile char*>(alloca(4096));
    below[0] = 1;
    (void)machine_call(jump_away, 1);
    ++wrong_values;  // it does not come back
  } else if (machine_leaf(2) != leaf_value(2)) {
    ++wrong_values;
  }
}

}  // namespace

SCENARIO(
    recursion_siglongjmp_alternate_stack,
    "a call on an alternate signal stack is left by a jump: its tracers are notified when that "
    "stack is used again",
    .tracers = {1, 2}) {
  const AlternateStack stack;
  for (const int signal : {SIGUSR1, SIGUSR2}) handle_signal(signal, on_signal, SA_ONSTACK);
  CountingBench bench(cell, {"machine_call", "machine_leaf"});
  for (std::atomic<std::uint64_t> round = 1; round <= 3; ++round) {
    if (sigsetjmp(landing, 1) == 0) raise(SIGUSR1);
    raise(SIGUSR2);
    if (wrong_values)
      return fail("a call returned a wrong value, or one that jumps away came back");
    const std::string when = "round " + std::to_string(round) + ": ";
    require(bench.check_exits(round, 0, round), when);
    require(bench.check_invariant(2 * round), when);
  }
  return pass();
}

}  // namespace retprobe::harness
