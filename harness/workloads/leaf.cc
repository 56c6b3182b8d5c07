// `leaf` and `callers12`: the same one-instruction function, called from a loop and from inside
// twelve nested callers.
#include "harness/workloads/groups.h"

extern "C" std::uint64_t wl_leaf(std::uint64_t x);
extern "C" std::uint64_t unprobed_caller_12(std::uint64_t x);

namespace retprobe::harness {
namespace {

WorkloadRun run_leaf(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) x = wl_leaf(x);
  return {.calls = iterations, .checksum = x};
}

WorkloadRun run_callers(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) x = unprobed_caller_12(x);
  return {.calls = iterations, .checksum = x};
}

}  // namespace

std::vector<Workload> leaf_workloads() {
  return {
      {.name = "leaf",
       .what = "a function of one instruction, called in a loop",
       .probed = {"wl_leaf"},
       .run = run_leaf,
       .iterations = 700'000},
      {.name = "callers12",
       .what =
           "the leaf under 12 nested callers that are not probed: what a probe costs its callers",
       .probed = {"wl_leaf"},
       .run = run_callers,
       .iterations = 60'000,
       .unit = "nest"}};
}

}  // namespace retprobe::harness
