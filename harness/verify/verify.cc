#include "harness/verify/verify.h"

#include <fnmatch.h>

#include <algorithm>
#include <functional>
#include <list>
#include <numeric>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "core/hooks/design_table.h"
#include "harness/verify/covering.h"
#include "harness/verify/declared.h"
#include "harness/verify/scenario_process.h"
#include "retprobe/site.h"

namespace retprobe::harness {
namespace {

struct Job {
  const Scenario* scenario;
  CellResult result;
  const std::vector<Inability>* declared = nullptr;  // PlannedCell::declared
  bool is_again = false;                             // the machine was too busy for it
};

struct Running {
  ScenarioProcess child;
  std::size_t job;
};

bool matches(const std::string& glob, const std::string& text) {
  return fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

bool is_run_in(const ScenarioOptions& options, const Cell& cell) {
  const auto has = [](const auto& list, auto value) {
    return std::ranges::find(list, value) != list.end();
  };
  return has(options.tracers, cell.tracers) &&
         (options.any_cell || cell.registers == RegisterSet::scalar) &&
         (options.registers.empty() || has(options.registers, cell.registers)) &&
         (cell.transfer == "-" || is_selected(options.transfers, cell.transfer));
}

Result<std::vector<PlannedCell>> product_of(const Selection& selection) {
  std::vector<const Scenario*> chosen;
  std::vector<unsigned> counts;
  if (Error error = check_scenarios(selection.scenarios)) return error;
  for (const Scenario* scenario : scenarios()) {
    if (!is_selected(selection.scenarios, scenario->name)) continue;
    chosen.push_back(scenario);
    counts.insert(counts.end(), scenario->options.tracers.begin(), scenario->options.tracers.end());
  }
  if (chosen.empty()) return Error{Error::Code::not_found, "there are no scenarios in this build"};
  std::ranges::sort(counts);
  Result<std::vector<Cell>> cells = select_cells(selection, counts);
  if (!cells.ok()) return cells.error();

  std::vector<PlannedCell> product;
  for (const Scenario* scenario : chosen) {
    for (const Cell& cell : *cells)
      if (is_run_in(scenario->options, cell)) product.push_back({scenario, cell});
  }
  if (product.empty())
    return Error{Error::Code::not_found,
                 "nothing to verify: none of the selected scenarios is run with the selected "
                 "numbers of tracers, register sets and transfers (many are run with the scalar "
                 "set only)"};
  return product;
}

std::string name_of(const PlannedCell& cell) {
  return std::string(cell.scenario->name) + " " + to_string(cell.cell);
}

// The covering selection of the whole product, whatever is selected of it.
Result<std::set<std::string>> names_of_covering(std::uint64_t seed) {
  const auto whole = product_of({});
  if (!whole.ok()) return whole.error();
  std::vector<ScenarioCell> product;
  for (const PlannedCell& planned : *whole)
    product.push_back({planned.scenario->name, planned.scenario->options.seconds, planned.cell,
                       find_design(planned.cell.design)->facts.wiring});
  const std::vector<bool> selected = covering_selection(product, seed);
  std::set<std::string> names;
  for (std::size_t i = 0; i < selected.size(); ++i)
    if (selected[i]) names.insert(name_of((*whole)[i]));
  return names;
}

void judge(Job& job, const Outcome& outcome) {
  CellResult& result = job.result;
  result.verdict = outcome.verdict;
  result.detail = outcome.detail;
  result.injection_points = outcome.injection_points;
  result.injection_failures = outcome.injection_failures;
  result.returns = outcome.returns;
  result.lack = outcome.lack;
  const std::vector<const Inability*> inabilities =
      job.declared ? inabilities_in(*job.declared, result.scenario)
                   : declared_inabilities(result.cell.design, result.scenario);
  if (inabilities.empty()) return;
  if (outcome.verdict == Verdict::fail) {
    std::string expected;
    for (const Inability* inability : inabilities) {
      for (const std::string& glob : inability->fails) {
        if (matches(glob, outcome.detail)) {
          result.verdict = Verdict::declared;
          result.detail = inability->why + " (seen: " + outcome.detail + ")";
          return;
        }
        expected += (expected.empty() ? "'" : " or '") + glob + "'";
      }
    }
    result.detail += " (another failure of this scenario is declared: " +
                     (expected.empty() ? "it does not say which" : expected) + ")";
  } else if (outcome.verdict == Verdict::pass) {
    result.detail = "passes, although it is declared that it does not: " + inabilities.front()->why;
  }
}

// A design without hooks calls no handler. No scenario needs to run to show that.
bool judge_unhooked(Job& job) {
  CellResult& result = job.result;
  if (!job.scenario->options.is_ours) return false;
  if (find_design(result.cell.design)->facts.wiring != Wiring::unhooked) return false;
  const std::vector<const Inability*> declared =
      declared_inabilities(result.cell.design, result.scenario);
  result.verdict = declared.empty() ? Verdict::fail : Verdict::declared;
  result.detail =
      !declared.empty()
          ? declared.front()->why
          : "the design has no hooks, and does not declare that it therefore fails this scenario";
  return true;
}

// The order in which the jobs begin.
Result<std::vector<std::size_t>> order_of(const std::vector<Job>& jobs, const CellPlan& plan,
                                          const VerifyRun& run) {
  std::vector<std::size_t> order(jobs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto limit = [&](std::size_t job) { return jobs[job].scenario->options.seconds; };
  if (run.fail_fast_seed) {
    const auto covering = names_of_covering(*run.fail_fast_seed);
    if (!covering.ok()) return covering.error();
    std::vector<bool> is_later;
    for (const PlannedCell& cell : plan.cells)
      is_later.push_back(!covering->contains(name_of(cell)));
    std::mt19937_64 random(*run.fail_fast_seed);
    std::ranges::shuffle(order, random);
    std::ranges::stable_sort(order, std::less{}, [&](std::size_t job) {
      return std::pair(bool(is_later[job]), limit(job));
    });
  } else {
    // The highest time limits first. Otherwise these jobs would run alone at the end.
    std::ranges::stable_sort(order, std::greater{}, limit);
  }
  return order;
}

}  // namespace

Error check_scenarios(const std::vector<std::string>& globs) {
  for (const std::string& glob : globs)
    if (std::ranges::none_of(scenarios(), [&](const Scenario* scenario) {
          return is_selected({glob}, scenario->name);
        }))
      return {Error::Code::not_found, "no scenario matches '" + glob +
                                          "'; 'retprobe list' names all " +
                                          std::to_string(scenarios().size())};
  return {};
}

unsigned usual_jobs() { return std::thread::hardware_concurrency() + 1; }

Result<CellPlan> plan_cells(const Selection& selection, const CellChoice& choice) {
  auto product = product_of(selection);
  if (!product.ok()) return product.error();
  CellPlan plan{.cells = std::move(*product)};
  plan.product = plan.cells.size();
  if (choice.covering_seed) {
    const auto covering = names_of_covering(*choice.covering_seed);
    if (!covering.ok()) return covering.error();
    std::erase_if(plan.cells,
                  [&](const PlannedCell& cell) { return !covering->contains(name_of(cell)); });
  }
  plan.chosen = plan.cells.size();
  std::string names;
  for (const PlannedCell& cell : plan.cells) names += name_of(cell) + "\n";
  plan.digest = digest(names);
  std::erase_if(plan.cells, [&](const PlannedCell& cell) {
    return choice.shard && digest(name_of(cell)) % choice.shard->count != choice.shard->index;
  });
  if (plan.cells.empty())
    return Error{Error::Code::not_found, "nothing to verify: of the cells that match, " +
                                             std::to_string(plan.product) + ", none is in " +
                                             (plan.chosen ? "this part" : "the selection")};
  return plan;
}

Result<std::vector<CellResult>> verify(const Selection& selection, const VerifyRun& run,
                                       const VerifyProgress& progress) {
  const Result<CellPlan> plan = plan_cells(selection, {});
  if (!plan.ok()) return plan.error();
  return verify(*plan, run, progress);
}

Result<std::vector<CellResult>> verify(const CellPlan& plan, const VerifyRun& run,
                                       const VerifyProgress& progress) {
  if (Error error = load_declared()) return error;
  // Reads the sites here once, so that the children need not.
  if (Result<std::vector<const Site*>> sites = all_sites(); !sites.ok()) return sites.error();

  std::vector<Job> all;
  for (const auto& [scenario, cell, declared] : plan.cells)
    all.push_back(
        {scenario, {std::string(scenario->name), cell, Verdict::fail, "was not run"}, declared});
  auto ordered = order_of(all, plan, run);
  if (!ordered.ok()) return ordered.error();
  std::vector<std::size_t>& order = *ordered;
  std::list<Running> running;
  std::size_t next = 0, done = 0;
  std::vector<bool> was_run(all.size());
  bool ended = false;
  const auto finish = [&](std::size_t job) {
    const CellResult& result = all[job].result;
    was_run[job] = true;
    ended = run.fail_fast_seed && result.verdict == Verdict::fail;
    ++done;
    if (progress) progress(done, all.size(), result);
  };
  while (!ended && (next < order.size() || !running.empty())) {
    while (!ended && next < order.size() && running.size() < (next < all.size() ? run.jobs : 1)) {
      Job& job = all[order[next]];
      if (judge_unhooked(job)) {
        finish(order[next++]);
        continue;
      }
      Result<ScenarioProcess> child = ScenarioProcess::start(*job.scenario, job.result.cell);
      if (!child.ok()) {
        if (running.empty()) return child.error();
        break;  // no more processes for now: try again when one of ours has ended
      }
      running.push_back({std::move(*child), order[next++]});
    }
    std::vector<const ScenarioProcess*> children;
    for (const Running& one : running) children.push_back(&one.child);
    if (Error error = ScenarioProcess::wait_for_any(children)) return error;
    for (auto one = running.begin(); !ended && one != running.end();) {
      Outcome outcome;
      if (!one->child.finished(outcome)) {
        ++one;
        continue;
      }
      CellResult& result = all[one->job].result;
      judge(all[one->job], outcome);
      result.seconds = one->child.seconds();
      result.processor_seconds = one->child.processor_seconds();
      const std::size_t job = one->job;
      one = running.erase(one);
      if (run.retry_busy && !all[job].is_again && result.verdict == Verdict::unavailable &&
          result.lack == Lack::time) {
        all[job].is_again = true;
        order.push_back(job);
      } else {
        finish(job);
      }
    }
  }

  std::vector<CellResult> results;
  results.reserve(all.size());
  for (std::size_t job = 0; job < all.size(); ++job)
    if (was_run[job]) results.push_back(std::move(all[job].result));
  return results;
}

}  // namespace retprobe::harness
