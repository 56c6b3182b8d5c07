// Attaches a probe to one function that two threads run, and detaches it. A change is three writes
// of a few bytes and three syncs. No implementation of the protocol can do without the syncs.
//
// A sync costs next to nothing while no other processor runs the process's code. On a busy machine
// that is often the case. So a round counts only if a thread was running both during the syncs and
// during the change.
#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/runners.h"
#include "harness/bench/tracers.h"
#include "harness/must.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

constexpr unsigned wanted_rounds = 300, least_rounds = 30, most_rounds = 5000;
constexpr unsigned threads = 2;
constexpr std::uint64_t calls_per_turn = 10;  // these take less time than a sync

}  // namespace

Sample measure_attach_one(const Cell& cell) {
  const Workload* leaf = find_workload("leaf");
  auto sites = must(sites_of(leaf->probed));
  const Runners runners(threads, [&] { (void)leaf->run(calls_per_turn); });

  Sample sample;
  std::vector<double> syncs, attaches, detaches, both;
  for (unsigned round = 0; round < most_rounds && both.size() < wanted_rounds; ++round) {
    const std::uint64_t at_start = runners.rounds();
    const double start = now_ns();
    for (int i = 0; i < 6; ++i) sync_processors();
    const double synced = now_ns();
    const std::uint64_t at_synced = runners.rounds();
    auto tracers = must(CaseTracers::attach(cell, {}, sites, nullptr));
    const double attached = now_ns();
    must(tracers.detach());
    const double detached = now_ns();
    sample.missed += tracers.missed();
    if (at_synced == at_start || runners.rounds() == at_synced) continue;
    syncs.push_back(synced - start);
    attaches.push_back(attached - synced);
    detaches.push_back(detached - attached);
    both.push_back(detached - synced);
  }
  if (both.size() < least_rounds)
    throw Failure({Error::Code::system,
                   "attach_one: its threads were running in " + std::to_string(both.size()) +
                       " of " + std::to_string(most_rounds) +
                       " rounds only; it needs a second processor that is not busy"});
  add_distribution(sample, "attach_detach", both);
  add_distribution(sample, "six_syncs", syncs);
  add_distribution(sample, "attach", attaches);
  add_distribution(sample, "detach", detaches);
  return sample;
}

}  // namespace retprobe::harness
