#include "harness/bench/plan.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/hooks/design_table.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/workloads/real_program.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

bool is_depth(std::string_view workload) { return workload.starts_with("recursion_"); }

// The numbers of tracers: the usual ones, and any number that the command line names.
std::vector<unsigned> tracer_counts(const Selection& selection) {
  std::set<unsigned> counts = {1, 2, 4, 8, 16, 64, 256};
  for (const std::string& text : selection.tracers) {
    unsigned count = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (failed == std::errc() && end == text.data() + text.size() && count >= 1 && count <= 4096)
      counts.insert(count);
  }
  return {counts.begin(), counts.end()};
}

// Like usual() below, for an experiment. The time of an attach hardly depends on how calls return
// later.
bool usual_experiment(const Cell& cell, const Selection& selection, bool quick) {
  if (quick && selection.workloads.empty()) return false;
  if (selection.registers.empty() && cell.registers != RegisterSet::scalar) return false;
  if (selection.tracers.empty() && cell.tracers != 1) return false;
  return !selection.transfers.empty() || cell.transfer == "paired" || cell.transfer == "-";
}

// Whether a workload is measured in this cell by default. Only the dimensions without a selection
// count.
bool usual(const WorkloadVariant& what, const Cell& cell, const Selection& selection, bool quick) {
  if (find_experiment(what.workload)) return usual_experiment(cell, selection, quick);
  const bool plain = what.variant.kind == Variant::Kind::plain;
  const bool leaf = what.workload == "leaf";
  const bool empty = handlers_of(what.variant) == "empty";
  // What real handlers leave of the designs' differences is shown for the usual ways to call.
  if (!empty && selection.workloads.empty()) {
    if (selection.transfers.empty() && cell.transfer != "paired" && cell.transfer != "-")
      return false;
    if (quick && !leaf && what.workload != "fib") return false;
  }
  if (selection.registers.empty() && cell.registers != RegisterSet::scalar)
    if (quick || !plain || !(leaf || what.workload == "fib") || cell.tracers != 1) return false;
  if (selection.tracers.empty() && cell.tracers != 1) {
    if (quick && cell.tracers != 8 && cell.tracers != 64) return false;
    if (!(leaf && plain) && !(what.variant.kind == Variant::Kind::declining && cell.tracers <= 64))
      return false;
  }
  // A breakpoint for each of a million returns takes minutes.
  if (selection.transfers.empty() && cell.transfer == "trap" &&
      find_workload(what.workload)->real_program)
    return false;
  // A design's depth does not depend on the transfer, and the deepest recursion takes seconds with
  // breakpoints.
  if (quick && selection.transfers.empty() && is_depth(what.workload) &&
      cell.transfer != "paired" && cell.transfer != "-")
    return false;
  return true;
}

void add_once(std::vector<WorkloadVariant>& all, const WorkloadVariant& what) {
  if (std::ranges::find(all, what) == all.end()) all.push_back(what);
}

// The same with the selected kinds of handlers.
std::vector<WorkloadVariant> with_handlers(const std::vector<WorkloadVariant>& chosen,
                                           const std::vector<std::string>& handlers) {
  if (handlers.empty()) return chosen;
  std::vector<WorkloadVariant> all;
  const auto add = [&](const WorkloadVariant& what) { add_once(all, what); };
  for (const WorkloadVariant& what : chosen) {
    if (is_selected(handlers, handlers_of(what.variant))) add(what);
    if (what.variant.kind == Variant::Kind::plain && !find_experiment(what.workload))
      for (const std::string& kind : handlers) add({what.workload, variant_with(kind)});
  }
  return all;
}

std::string why_not(const Workload* known, const Cell& cell) {
  if (!known) return "";  // an experiment
  const Workload& workload = *known;
  const DesignEntry* design = find_design(cell.design);
  if (design && design->facts.wiring == Wiring::framed && workload.stack_arguments)
    return cell.design + " cannot call functions that take arguments on the stack";
  if (workload.real_program)
    if (Error error = real_program_ready(workload.name)) return error.message();
  return "";
}

}  // namespace

std::string name_of(const BenchCase& bench_case) {
  return bench_case.workload + suffix_of(bench_case.variant) + "/" + to_string(bench_case.cell);
}

std::string unprobed_name_of(const BenchCase& bench_case) {
  return bench_case.workload +
         (changes_unprobed_run(bench_case.variant) ? suffix_of(bench_case.variant) : "") +
         "/unprobed/-/-/0";
}

Result<std::vector<WorkloadVariant>> select_workloads(const Selection& selection, bool quick) {
  std::vector<WorkloadVariant> all;
  for (const Workload& workload : workloads()) all.push_back({std::string(workload.name), {}});
  std::ranges::copy(default_variants(), std::back_inserter(all));
  for (const Experiment& experiment : experiments())
    all.push_back({std::string(experiment.name), {}});
  std::vector<WorkloadVariant> chosen;
  const auto choose = [&](const WorkloadVariant& what) { add_once(chosen, what); };
  if (selection.workloads.empty()) {
    for (const auto& what : all) {
      const bool shown = what.workload == "leaf" || what.workload == "fib" ||
                         what.workload == "callers12" || is_depth(what.workload);
      if (!quick || (shown && what.variant.kind == Variant::Kind::plain)) choose(what);
    }
    return chosen;
  }
  for (const std::string& glob : selection.workloads) {
    const std::size_t before = chosen.size();
    bool matched = false;
    for (const auto& what : all) {
      if (!is_selected({glob}, what.workload + suffix_of(what.variant))) continue;
      matched = true;
      choose(what);
    }
    if (matched || chosen.size() != before) continue;
    if (glob.find_first_of("*?[") != std::string::npos)
      return Error{Error::Code::not_found,
                   "no workload matches '" + glob + "'; see 'retprobe list'"};
    auto named = parse_workload_variant(glob);
    if (!named.ok()) return named.error();
    choose(*named);
  }
  return chosen;
}

Result<std::vector<BenchGroup>> plan_benchmarks(const Selection& selection, bool quick) {
  auto cells = select_cells(selection, tracer_counts(selection));
  if (!cells.ok()) return cells.error();
  auto selected = select_workloads(selection, quick);
  if (!selected.ok()) return selected.error();
  const auto chosen = with_handlers(*selected, selection.handlers);
  std::vector<BenchGroup> groups;
  for (const Cell& cell : *cells) {
    auto group = std::ranges::find_if(groups, [&](const BenchGroup& other) {
      return other.design == cell.design && other.transfer == cell.transfer;
    });
    if (group == groups.end()) group = groups.insert(group, {cell.design, cell.transfer, {}});
    for (const WorkloadVariant& what : chosen) {
      if (!usual(what, cell, selection, quick)) continue;
      group->cases.push_back(
          {what.workload, what.variant, cell, why_not(find_workload(what.workload), cell)});
    }
  }
  std::erase_if(groups, [](const BenchGroup& group) { return group.cases.empty(); });
  if (groups.empty())
    return Error{Error::Code::usage,
                 "nothing to measure: no selected workload is measured with the selected tracers, "
                 "registers and handlers"};
  return groups;
}

}  // namespace retprobe::harness
