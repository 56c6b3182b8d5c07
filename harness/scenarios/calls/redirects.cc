// A redirected call has no later effects. The next calls, of this function and of others, run their
// own bodies.
#include <string>

#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

SCENARIO(redirect_by_turns,
         "calls behind a redirected one, of the function and of others, run their own bodies",
         .tracers = {1, 2, 4}, .registers = {RegisterSet::full}) {
  for (unsigned redirecting = 0; redirecting < cell.tracers; ++redirecting) {
    TestBench bench(cell, 0);
    for (unsigned i = 0; i < cell.tracers; ++i) {
      Tap& tap = bench.add([&](TracerOptions& options) { options.redirects = i == redirecting; });
      tap.records = false;
    }
    for (Tap& tap : bench) require(tap->attach("fx_leaf"));
    for (Tap& tap : bench)
      if (tap.index != redirecting) require(tap->attach("fx_negative"));
    bench[redirecting].at_entry = [](Tap&, EntryFrame& call) {
      if (call.registers.rdi % 2) call.registers.rip = reinterpret_cast<std::uint64_t>(&fx_counted);
      return true;
    };
    constexpr std::uint64_t calls = 20;
    for (std::uint64_t x = 0; x < calls; ++x) {
      const std::uint64_t value = fx_leaf(x), wanted = x % 2 ? 7 * x + 3 : 3 * x + 1;
      const std::int64_t other = fx_negative(static_cast<std::int64_t>(x));
      if (value != wanted || other != -static_cast<std::int64_t>(x))
        return fail(
            "call " + std::to_string(x) + ", of which each odd one is redirected by tracer " +
            tracer_letter(redirecting) + ", returned " + std::to_string(value) + " instead of " +
            std::to_string(wanted) + ", and another function " + std::to_string(other));
    }
    for (Tap& tap : bench) {
      const std::uint64_t all = tap.index == redirecting ? calls : 2 * calls;
      if (tap.entries != all || tap.returned != all)
        return fail("tracer " + tracer_letter(tap.index) + " saw " + std::to_string(tap.entries) +
                    " entries and " + std::to_string(tap.returned) + " returns of " +
                    std::to_string(all));
    }
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
