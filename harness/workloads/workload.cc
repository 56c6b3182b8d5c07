// The table of workloads, made from the groups.
#include "harness/workloads/workload.h"

#include <algorithm>

#include "harness/workloads/groups.h"

namespace retprobe::harness {

std::span<const Workload> workloads() {
  static const std::vector<Workload> table = [] {
    std::vector<Workload> all;
    for (auto group :
         {leaf_workloads, recursion_workloads, tail_call_workloads, many_functions_workloads,
          argument_workloads, return_workloads, real_programs}) {
      std::ranges::move(group(), std::back_inserter(all));
    }
    return all;
  }();
  return table;
}

const Workload* find_workload(std::string_view name) {
  const auto found = std::ranges::find(workloads(), name, &Workload::name);
  return found == workloads().end() ? nullptr : &*found;
}

}  // namespace retprobe::harness
