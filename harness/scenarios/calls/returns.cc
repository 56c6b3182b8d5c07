// Arguments and return values of every kind in the calling convention. The functions are compiled
// (harness/workloads). The handlers clobber every register that they may clobber.
#include "harness/scenarios/calls/registers.h"
#include "harness/verify/machine.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

Outcome same_results(const Cell& cell, std::string_view name) {
  machine_vector_width = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 2
                         : __builtin_cpu_supports("avx") ? 1
                                                         : 0;
  const Workload* workload = find_workload(name);
  if (!workload) return fail("there is no workload " + std::string(name));
  constexpr std::uint64_t iterations = 300;
  const WorkloadRun plain = workload->run(iterations);
  CountingTracers tracers(cell.registers, count_and_clobber_entry, count_and_clobber_exit);
  MACHINE_OK(tracers.add_all(cell, {workload->probed.begin(), workload->probed.end()}));
  const WorkloadRun probed = workload->run(iterations);
  MACHINE_EQUAL("checksum of the results", probed.checksum, plain.checksum);
  return tracers.all_seen(probed.calls);
}

}  // namespace

SCENARIO(returns_structs,
         "structs returned in registers of each kind, and a large one through memory",
         .tracers = {1, 2, 8}) {
  return same_results(cell, "struct_return");
}
SCENARIO(returns_vectors, "__m128, __m256 and __m512 returns keep all their bits",
         .tracers = {1, 2, 8}) {
  return same_results(cell, "vector_returns");
}
SCENARIO(returns_long_double, "long double returns, on the x87 stack", .tracers = {1, 2, 8}) {
  return same_results(cell, "long_double");
}
SCENARIO(returns_complex, "complex returns: two values on the x87 stack", .tracers = {1, 2, 8}) {
  return same_results(cell, "complex");
}
// A design that calls the body from its own frame moves the stack, so the body does not find these
// arguments.
SCENARIO(stack_arguments_fixed, "integers, doubles and a struct passed on the stack",
         .tracers = {1, 2, 8}) {
  return same_results(cell, "stack_arguments");
}
SCENARIO(stack_arguments_variadic, "variadic functions, whose rax tells of vector registers",
         .tracers = {1, 2, 8}) {
  return same_results(cell, "varargs");
}

}  // namespace retprobe::harness
