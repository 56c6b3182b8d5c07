// The groups of the table of workloads, one for each source file, in the order of the table.
#pragma once

#include <vector>

#include "harness/workloads/workload.h"

namespace retprobe::harness {

std::vector<Workload> leaf_workloads();
std::vector<Workload> recursion_workloads();
std::vector<Workload> tail_call_workloads();
std::vector<Workload> many_functions_workloads();
std::vector<Workload> argument_workloads();
std::vector<Workload> return_workloads();
std::vector<Workload> real_programs();

}  // namespace retprobe::harness
