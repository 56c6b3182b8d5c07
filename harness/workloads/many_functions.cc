// `functions_N`: N different leaves. A round calls each once, in a fixed order that is unrelated to
// their addresses.
#include "harness/workloads/groups.h"

extern "C" std::uint64_t functions_1_round(std::uint64_t x);
extern "C" std::uint64_t functions_16_round(std::uint64_t x);
extern "C" std::uint64_t functions_256_round(std::uint64_t x);
extern "C" std::uint64_t functions_1000_round(std::uint64_t x);
extern "C" std::uint64_t functions_4000_round(std::uint64_t x);

namespace retprobe::harness {
namespace {

template <auto round, std::uint64_t count>
WorkloadRun run_round(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) x = round(x);
  return {.calls = iterations * count, .checksum = x};
}

}  // namespace

std::vector<Workload> many_functions_workloads() {
  return {{.name = "functions_1",
           .what = "one leaf, called as the following ones are: what they are compared with",
           .probed = {"wl_functions_1_*"},
           .run = run_round<functions_1_round, 1>,
           .iterations = 400'000},
          {.name = "functions_16",
           .what = "16 different leaves in a fixed random order",
           .probed = {"wl_functions_16_*"},
           .run = run_round<functions_16_round, 16>,
           .iterations = 30'000},
          {.name = "functions_256",
           .what = "256 different leaves in a fixed random order",
           .probed = {"wl_functions_256_*"},
           .run = run_round<functions_256_round, 256>,
           .iterations = 2'000},
          {.name = "functions_1000",
           .what = "1000 different leaves in a fixed random order",
           .probed = {"wl_functions_1000_*"},
           .run = run_round<functions_1000_round, 1000>,
           .iterations = 500},
          {.name = "functions_4000",
           .what = "4000 different leaves in a fixed random order",
           .probed = {"wl_functions_4000_*"},
           .run = run_round<functions_4000_round, 4000>,
           .iterations = 100}};
}

}  // namespace retprobe::harness
