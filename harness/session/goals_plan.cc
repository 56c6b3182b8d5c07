#include "harness/session/goals_plan.h"

#include <algorithm>

#include "core/hooks/design_table.h"
#include "harness/judging/goal_table.h"
#include "retprobe/probe.h"

namespace retprobe::harness {

Result<std::vector<BenchGroup>> plan_goals(const std::vector<std::string>& designs) {
  if (Error error = check_globs("design", designs, design_names())) return error;
  Selection selection{.transfers = {"paired", "-"}, .registers = {"scalar"}};
  bool any = false;
  for (const DesignEntry* design : design_table()) {
    const bool floor = design->facts.wiring == Wiring::framed;
    if (!floor && !(design->facts.keyed_by_slot && is_selected(designs, design->name))) continue;
    any = any || !floor;
    selection.designs.emplace_back(design->name);
  }
  if (!any)
    return Error{Error::Code::not_found,
                 "--goals: none of the selected designs has a shadow stack; see 'retprobe list'"};
  // Of all workloads with all numbers of tracers, only those that the goals need.
  std::vector<BenchGroup> groups;
  std::vector<unsigned> counts;
  for (const Goal& goal : goal_table())
    if (std::ranges::find(counts, goal.tracers) == counts.end()) counts.push_back(goal.tracers);
  for (const unsigned tracers : counts) {
    selection.tracers = {std::to_string(tracers)};
    selection.workloads = {};
    const auto add = [&](const std::string& workload) {
      if (std::ranges::find(selection.workloads, workload) == selection.workloads.end())
        selection.workloads.push_back(workload);
    };
    if (tracers == 1) add("latency");  // shown below the table of goals
    for (const Goal& goal : goal_table()) {
      if (goal.tracers != tracers) continue;
      add(goal.workload);
      if (goal.kind == Goal::Kind::workload || goal.kind == Goal::Kind::scaling) add(goal.other);
    }
    auto planned = plan_benchmarks(selection, false);
    if (!planned.ok()) return planned.error();
    for (BenchGroup& group : *planned) {
      const auto same = std::ranges::find_if(groups, [&](const BenchGroup& other) {
        return other.design == group.design && other.transfer == group.transfer;
      });
      if (same == groups.end())
        groups.push_back(std::move(group));
      else
        std::ranges::move(group.cases, std::back_inserter(same->cases));
    }
  }
  return groups;
}

}  // namespace retprobe::harness
