// A jump leaves calls on an alternate signal stack. Their frames lie on that stack, and the library
// finds them stale when the stack is used again.
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include <memory>

#include "harness/verify/machine.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t alternate_bytes = 256 << 10;
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

/// Installs an alternate stack for this thread, and removes it at the end.
class AlternateStack {
 public:
  AlternateStack() : memory_(new char[alternate_bytes]) {
    const stack_t stack{.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = alternate_bytes};
    require(sigaltstack(&stack, &before_) == 0, "sigaltstack failed");
  }
  ~AlternateStack() { sigaltstack(&before_, nullptr); }
  AlternateStack(const AlternateStack&) = delete;

 private:
  std::unique_ptr<char[]> memory_;
  stack_t before_{};
};

}  // namespace

SCENARIO(
    recursion_siglongjmp_alternate_stack,
    "a call on an alternate signal stack is left by a jump: its tracers are notified when that "
    "stack is used again",
    .tracers = {1, 2}) {
  const AlternateStack stack;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK;
  require(sigaction(SIGUSR1, &action, nullptr) == 0 && sigaction(SIGUSR2, &action, nullptr) == 0,
          "sigaction failed");
  TestBench bench(cell);
  for (Tap& tap : bench) {
    tap.records = false;
    require(tap->attach("machine_call"));
    require(tap->attach("machine_leaf"));
  }
  for (std::atomic<std::uint64_t> round = 1; round <= 3; ++round) {
    if (sigsetjmp(landing, 1) == 0) raise(SIGUSR1);
    raise(SIGUSR2);
    if (wrong_values)
      return fail("a call returned a wrong value, or one that jumps away came back");
    for (Tap& tap : bench) {
      const std::string who =
          "tracer " + tracer_letter(tap.index) + ", round " + std::to_string(round);
      if (tap.entries != 2 * round)
        return fail(who + ": " + std::to_string(tap.entries) + " entries");
      if (tap.returned != round)
        return fail(who + ": notified of " + std::to_string(tap.returned) + " returns");
      if (tap.abandoned != round)
        return fail(who + ": notified of " + std::to_string(tap.abandoned) + " abandoned calls");
    }
  }
  return pass();
}

}  // namespace retprobe::harness
