// The table of workloads. A workload is plain code whose functions are sites. It names no design
// and knows nothing of probes. `harness/bench` times the workloads, and `harness/scenarios` checks
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retprobe::harness {

/// The result of one run. The same number of iterations gives the same result, probed or not.
struct WorkloadRun {
  std::uint64_t calls;     // calls of sites that match `probed`; exact
  std::uint64_t checksum;  // depends on every return value
};

struct Workload {
  std::string_view name;  // "leaf", "fib", "recursion_10000", "json", …
  std::string_view what;  // one line for `retprobe list`
  // The functions to probe: symbols or globs for find_sites().
  std::vector<std::string> probed;
  WorkloadRun (*run)(std::uint64_t iterations);
  std::uint64_t iterations;  // about one millisecond of unprobed work
  // Some probed function takes arguments on the stack: a call-through cannot run it.
  bool stack_arguments = false;
  // `run` needs a thread with at least this much stack. 0: any thread.
  std::size_t stack_bytes = 0;
  std::string_view unit = "call";  // the name in tables for what `calls` counts
  // Thousands of sites, so that `run` cannot count their calls: `calls` is 0.
  bool real_program = false;
};

/// All workloads, in the order in which tables show them.
std::span<const Workload> workloads();
/// The workload of that name, or nullptr.
const Workload* find_workload(std::string_view name);

}  // namespace retprobe::harness
