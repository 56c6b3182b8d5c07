// What a workload is. Workloads name no design and know nothing of probes: they are plain code
// whose functions are sites. `harness/bench` times them, `harness/scenarios` checks them, both
// through this table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace retprobe::harness {

/// What one run did. The same iterations give the same Run, probed or not.
struct WorkloadRun {
  std::uint64_t calls;     // calls of sites that match `probed`; exact
  std::uint64_t checksum;  // depends on every return value
};

struct Workload {
  std::string_view name;  // "leaf", "fib", "recursion_10000", "json", …
  std::string_view what;  // one line for `retprobe list`
  std::vector<std::string>
      probed;  // functions to probe: symbols or globs as find_sites() takes them
  WorkloadRun (*run)(std::uint64_t iterations);
  std::uint64_t iterations;  // about one millisecond of unprobed work
  bool stack_arguments =
      false;  // some probed function takes arguments on the stack: a call-through cannot run it
  std::size_t stack_bytes =
      0;  // needs a thread with at least this much stack; 0: any thread will do
  std::string_view unit = "call";  // what one of `calls` is called in tables
  bool real_program =
      false;  // thousands of sites, not all of whose calls `run` can count: `calls` is 0 then
};

/// All workloads, in the order in which tables show them.
std::span<const Workload> workloads();
/// The workload of that name, or nullptr.
const Workload* find_workload(std::string_view name);

}  // namespace retprobe::harness
