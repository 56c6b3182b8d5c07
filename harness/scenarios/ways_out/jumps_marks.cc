// An exception leaves a call, and later a jump leaves another call at the same slot. The tracer is
// notified of each with its own reason.
#include <setjmp.h>

#include <atomic>

#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

jmp_buf landing;

}  // namespace

SCENARIO(ways_out_throw_then_jump,
         "what an exception marked is not taken for one when a jump leaves the next call there",
         .tracers = {1, 2}) {
  CountingBench bench(cell, {"fx_body"});
  constexpr std::uint64_t rounds = 10;
  static std::atomic<bool> jumps;
  for (std::atomic<unsigned> i = 0; i < 2 * rounds; ++i) {
    if (setjmp(landing) != 0) continue;
    jumps = i % 2 == 1;
    try {
      fx_body(
          [](void*) {
            if (jumps) longjmp(landing, 1);
            throw 1;
          },
          nullptr, 1);
    } catch (int) {
    }
  }
  require_equal("fx_body", fx_body([](void*) {}, nullptr, 1), 4);
  require(bench.check_exits(1, rounds, rounds));
  return bench.check_invariant(2 * rounds + 1);
}

}  // namespace retprobe::harness
