// Arguments and return values of every kind in the calling convention. The functions are compiled
// (harness/workloads). The handlers clobber every register that they may clobber.
#include "harness/scenarios/calls/registers.h"
#include "harness/verify/machine.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

Outcome same_results(const Cell& cell, std::string_view name) {
  look_for_vectors();
  const Workload* workload = find_workload(name);
  if (!workload) return fail("there is no workload " + std::string(name));
  constexpr std::uint64_t iterations = 300;
  const WorkloadRun plain = workload->run(iterations);
  CountingTracers tracers(
      cell, {workload->probed.begin(), workload->probed.end()},
      [](Tap&, EntryFrame& call) {
        machine_clobber(call.registers.set != RegisterSet::scalar);
        return true;
      },
      [](Tap&, ReturnFrame& call) { machine_clobber(call.registers.set != RegisterSet::scalar); });
  const WorkloadRun probed = workload->run(iterations);
  require_equal("checksum of the results", probed.checksum, plain.checksum);
  return tracers.check_all_seen(probed.calls);
}

}  // namespace

#define SAME_RESULTS(NAME, WORKLOAD, WHAT) \
  SCENARIO(NAME, WHAT, .tracers = {1, 2, 8}) { return same_results(cell, WORKLOAD); }

SAME_RESULTS(returns_structs, "struct_return",
             "structs returned in registers of each kind, and a large one through memory")
SAME_RESULTS(returns_vectors, "vector_returns",
             "__m128, __m256 and __m512 returns keep all their bits")
SAME_RESULTS(returns_long_double, "long_double", "long double returns, on the x87 stack")
SAME_RESULTS(returns_complex, "complex", "complex returns: two values on the x87 stack")
// A design that calls the body from its own frame moves the stack, so the body does not find these
// arguments.
SAME_RESULTS(stack_arguments_fixed, "stack_arguments",
             "integers, doubles and a struct passed on the stack")
SAME_RESULTS(stack_arguments_variadic, "varargs",
             "variadic functions, whose rax tells of vector registers")

}  // namespace retprobe::harness
