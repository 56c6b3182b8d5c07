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
    CountingBench bench(cell, 0);
    for (unsigned i = 0; i < cell.tracers; ++i)
      bench.add([&](TracerOptions& options) { options.redirects = i == redirecting; });
    bench.attach_all("fx_leaf");
    for (Tap& tap : bench)
      if (tap.index != redirecting) require(tap->attach("fx_negative"));
    bench[redirecting].at_entry = [](Tap&, EntryFrame& call) {
      if (call.registers.rdi % 2) call.registers.rip = reinterpret_cast<std::uint64_t>(&fx_counted);
      return true;
    };
    constexpr std::uint64_t calls = 20;
    for (std::uint64_t x = 0; x < calls; ++x) {
      const std::string which = " of call " + std::to_string(x) +
                                ", of which each odd one is redirected by tracer " +
                                tracer_letter(redirecting);
      require_equal("the value" + which, fx_leaf(x), x % 2 ? 7 * x + 3 : 3 * x + 1);
      require_equal("another function's value" + which,
                    -static_cast<std::uint64_t>(fx_negative(static_cast<std::int64_t>(x))), x);
    }
    for (Tap& tap : bench) {
      const std::uint64_t all = tap.index == redirecting ? calls : 2 * calls;
      require_equal("entries of tracer " + tracer_letter(tap.index), tap.entries, all);
      require_equal("returns of tracer " + tracer_letter(tap.index), tap.returned, all);
    }
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
