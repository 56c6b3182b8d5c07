// One function, two threads in it: what it takes to put a probe there and to take it away. A change is three writes of a few bytes
// and three syncs; the syncs are what no implementation of the protocol can go without.
#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/runners.h"
#include "harness/bench/tracers.h"
#include "harness/workloads/workload.h"

namespace retprobe::harness {
namespace {

constexpr unsigned rounds = 300;
constexpr unsigned threads = 2;
constexpr std::uint64_t calls_per_round = 1000;

}  // namespace

Result<Findings> measure_attach_one(const Cell& cell) {
  const Workload* leaf = find_workload("leaf");
  auto sites = sites_of(leaf->probed);
  if (!sites.ok()) return sites.error();
  const Runners runners(threads, [&] { (void)leaf->run(calls_per_round); });

  Findings findings;
  std::vector<double> syncs, attaches, detaches, both;
  for (unsigned round = 0; round < rounds; ++round) {
    const double start = now_ns();
    for (int i = 0; i < 6; ++i)
      if (Error error = sync_processors()) return error;
    const double synced = now_ns();
    auto tracers = CaseTracers::attach(cell, {}, *sites, nullptr);
    if (!tracers.ok()) return tracers.error();
    const double attached = now_ns();
    if (Error error = tracers->detach()) return error;
    const double detached = now_ns();
    findings.missed += tracers->missed();
    syncs.push_back(synced - start);
    attaches.push_back(attached - synced);
    detaches.push_back(detached - attached);
    both.push_back(detached - synced);
  }
  add_distribution(findings, "attach_detach", both);
  add_distribution(findings, "six_syncs", syncs);
  add_distribution(findings, "attach", attaches);
  add_distribution(findings, "detach", detaches);
  return findings;
}

}  // namespace retprobe::harness
