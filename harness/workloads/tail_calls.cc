// `tail_calls`: a chain of functions that tail-call each other, and a function that jumps to its
// own entry.
#include "harness/workloads/groups.h"

extern "C" std::uint64_t wl_tail_a(std::uint64_t x);
extern "C" std::uint64_t wl_tail_loop(std::uint64_t x, std::uint64_t rounds);

namespace retprobe::harness {
namespace {

constexpr std::uint64_t chain_calls = 4;  // a, b, c, d; the hop between c and d is not a site
constexpr std::uint64_t loop_rounds = 8;

WorkloadRun run_tail_calls(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) x = wl_tail_loop(wl_tail_a(x), loop_rounds);
  return {.calls = iterations * (chain_calls + loop_rounds), .checksum = x};
}

}  // namespace

std::vector<Workload> tail_call_workloads() {
  return {{.name = "tail_calls",
           .what = "a chain of 4 functions by tail calls, one of them through an unprobed one, and "
                   "8 self tail calls",
           .probed = {"wl_tail_*"},
           .run = run_tail_calls,
           .iterations = 100'000}};
}

}  // namespace retprobe::harness
