// Attaches a probe to one function that two threads run, and detaches it. A change is three writes
// of a few bytes and three syncs. No implementation of the protocol can do without the syncs.
//
// A sync costs next to nothing while no other processor runs the process's code. On a busy machine
// that is often the case. So a round counts only if a thread was running both during the syncs and
// during the change.
#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/runners.h"
#include "harness/bench/tracers.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

constexpr unsigned wanted_rounds = 300, least_rounds = 30, most_rounds = 5000;
constexpr unsigned threads = 2;
constexpr std::uint64_t calls_per_turn = 10;  // these take less time than a sync

}  // namespace

Result<Findings> measure_attach_one(const Cell& cell) {
  const Workload* leaf = find_workload("leaf");
  auto sites = sites_of(leaf->probed);
  if (!sites.ok()) return sites.error();
  const Runners runners(threads, [&] { (void)leaf->run(calls_per_turn); });

  Findings findings;
  std::vector<double> syncs, attaches, detaches, both;
  for (unsigned round = 0; round < most_rounds && both.size() < wanted_rounds; ++round) {
    const std::uint64_t at_start = runners.rounds();
    const double start = now_ns();
    for (int i = 0; i < 6; ++i)
      if (Error error = sync_processors()) return error;
    const double synced = now_ns();
    const std::uint64_t at_synced = runners.rounds();
    auto tracers = CaseTracers::attach(cell, {}, *sites, nullptr);
    if (!tracers.ok()) return tracers.error();
    const double attached = now_ns();
    if (Error error = tracers->detach()) return error;
    const double detached = now_ns();
    findings.missed += tracers->missed();
    if (at_synced == at_start || runners.rounds() == at_synced) continue;
    syncs.push_back(synced - start);
    attaches.push_back(attached - synced);
    detaches.push_back(detached - attached);
    both.push_back(detached - synced);
  }
  if (both.size() < least_rounds)
    return Error{Error::Code::system,
                 "attach_one: its threads were running in " + std::to_string(both.size()) + " of " +
                     std::to_string(most_rounds) +
                     " rounds only; it needs a second processor that is not busy"};
  add_distribution(findings, "attach_detach", both);
  add_distribution(findings, "six_syncs", syncs);
  add_distribution(findings, "attach", attaches);
  add_distribution(findings, "detach", detaches);
  return findings;
}

}  // namespace retprobe::harness
