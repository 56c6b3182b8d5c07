#include "harness/verify/verify.h"

#include <fnmatch.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <list>
#include <numeric>
#include <thread>

#include "core/hooks/design_table.h"
#include "harness/verify/scenario_process.h"
#include "retprobe/site.h"

namespace retprobe::harness {
namespace {

// A child that ends closes its pipes, and poll() returns at once. When the child's own children
// hold the pipes open, only a look at the child shows its end.
constexpr int poll_ms = 50, closed_poll_ms = 1;

struct Job {
  const Scenario* scenario;
  CellResult result;
};

struct Running {
  Child child;
  std::size_t job;
};

// Looks in what the design declares, then in what the core declares for every design that uses
// shadow stacks.
const Inability* declared_inability(const Facts& facts, std::string_view scenario) {
  const auto find = [&](std::span<const Inability> inabilities) -> const Inability* {
    for (const Inability& inability : inabilities) {
      if (fnmatch(std::string(inability.scenario).c_str(), std::string(scenario).c_str(), 0) == 0)
        return &inability;
    }
    return nullptr;
  };
  if (const Inability* own = find(facts.declared)) return own;
  const bool on_shadow_stacks = facts.wiring == Wiring::shared || facts.wiring == Wiring::chained;
  return on_shadow_stacks ? find(core_inabilities) : nullptr;
}

Result<std::vector<Job>> make_jobs(const Selection& selection) {
  std::vector<const Scenario*> chosen;
  std::vector<unsigned> counts;
  for (const std::string& glob : selection.scenarios) {
    if (std::ranges::any_of(scenarios(), [&](const Scenario* scenario) {
          return is_selected({glob}, scenario->name);
        }))
      continue;
    return Error{Error::Code::not_found, "no scenario matches '" + glob +
                                             "'; 'retprobe list' names all " +
                                             std::to_string(scenarios().size())};
  }
  for (const Scenario* scenario : scenarios()) {
    if (!is_selected(selection.scenarios, scenario->name)) continue;
    chosen.push_back(scenario);
    counts.insert(counts.end(), scenario->options.tracers.begin(), scenario->options.tracers.end());
  }
  if (chosen.empty()) return Error{Error::Code::not_found, "there are no scenarios in this build"};
  std::ranges::sort(counts);
  Result<std::vector<Cell>> cells = select_cells(selection, counts);
  if (!cells.ok()) return cells.error();

  std::vector<Job> jobs;
  for (const Scenario* scenario : chosen) {
    for (const Cell& cell : *cells) {
      if (std::ranges::find(scenario->options.tracers, cell.tracers) ==
          scenario->options.tracers.end())
        continue;
      if (!scenario->options.any_cell && cell.registers != RegisterSet::scalar) continue;
      jobs.push_back({scenario, {std::string(scenario->name), cell, Verdict::fail, "was not run"}});
    }
  }
  if (jobs.empty())
    return Error{Error::Code::not_found,
                 "nothing to verify: none of the selected scenarios is run with the selected "
                 "numbers of tracers and register sets (some are run with the scalar set only)"};
  return jobs;
}

void judge(CellResult& result, const Outcome& outcome) {
  result.verdict = outcome.verdict;
  result.detail = outcome.detail;
  result.injection_points = outcome.injection_points;
  result.injection_failures = outcome.injection_failures;
  result.returns = outcome.returns;
  const Inability* inability =
      declared_inability(find_design(result.cell.design)->facts, result.scenario);
  if (!inability) return;
  if (outcome.verdict == Verdict::fail) {
    result.verdict = Verdict::declared;
    result.detail = std::string(inability->why) + " (seen: " + outcome.detail + ")";
  } else if (outcome.verdict == Verdict::pass) {
    result.detail =
        "passes, although the design declares that it does not: " + std::string(inability->why);
  }
}

// A design without hooks calls no handler. No scenario needs to run to show that.
bool judge_unhooked(CellResult& result) {
  const Facts& facts = find_design(result.cell.design)->facts;
  if (facts.wiring != Wiring::unhooked) return false;
  const Inability* inability = declared_inability(facts, result.scenario);
  result.verdict = inability ? Verdict::declared : Verdict::fail;
  result.detail =
      inability
          ? std::string(inability->why)
          : "the design has no hooks, and does not declare that it therefore fails this scenario";
  return true;
}

}  // namespace

unsigned usual_jobs() { return std::thread::hardware_concurrency() + 1; }

Result<std::vector<CellResult>> verify(const Selection& selection, unsigned jobs,
                                       const VerifyProgress& progress) {
  Result<std::vector<Job>> made = make_jobs(selection);
  if (!made.ok()) return made.error();
  // Reads the sites here once, so that the children need not.
  if (Result<std::vector<const Site*>> sites = all_sites(); !sites.ok()) return sites.error();
  const std::size_t room = jobs ? jobs : usual_jobs();

  std::vector<Job>& all = *made;
  // The jobs with the highest time limits begin first. Otherwise they would run alone at the end.
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{},
                           [&](std::size_t job) { return all[job].scenario->options.seconds; });
  std::list<Running> running;
  std::size_t next = 0, done = 0;
  const auto finish = [&](const CellResult& result) {
    ++done;
    if (progress) progress(done, all.size(), result);
  };
  while (next < all.size() || !running.empty()) {
    while (next < all.size() && running.size() < room) {
      Job& job = all[order[next]];
      if (judge_unhooked(job.result)) {
        ++next;
        finish(job.result);
        continue;
      }
      Result<Child> child = Child::start(*job.scenario, job.result.cell);
      if (!child.ok()) {
        if (running.empty()) return child.error();
        break;  // no more processes for now: try again when one of ours has ended
      }
      running.push_back({std::move(*child), order[next++]});
    }
    std::vector<pollfd> polled;
    int wait_ms = poll_ms;
    for (const Running& one : running) {
      polled.push_back({one.child.report_descriptor(), POLLIN, 0});
      polled.push_back({one.child.log_descriptor(), POLLIN, 0});
      if (one.child.closed()) wait_ms = closed_poll_ms;
    }
    if (!polled.empty() && poll(polled.data(), polled.size(), wait_ms) < 0 && errno != EINTR)
      return system_error("cannot wait for scenarios", errno);
    for (auto one = running.begin(); one != running.end();) {
      Outcome outcome;
      if (!one->child.finished(outcome)) {
        ++one;
        continue;
      }
      CellResult& result = all[one->job].result;
      judge(result, outcome);
      result.seconds = one->child.seconds();
      result.processor_seconds = one->child.processor_seconds();
      one = running.erase(one);
      finish(result);
    }
  }

  std::vector<CellResult> results;
  results.reserve(all.size());
  for (Job& job : all) results.push_back(std::move(job.result));
  return results;
}

}  // namespace retprobe::harness
