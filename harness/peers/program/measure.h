// Times one workload in this process, probed by the peer that the program was linked with or not.
// Cold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/bench/timing.h"
#include "harness/peers/program/peer.h"
#include "harness/workloads/workload.h"
#include "retprobe/error.h"

namespace retprobe::peers {

struct Measurement {
  harness::GoogleTimes google;  // of the fastest visit
  std::uint64_t runs_per_iteration = 0;
  double calls_per_run = 0;
  std::uint64_t checksum = 0;  // of a single run
  std::uint64_t calls = 0;     // that this case made in all, for peers that count from outside
  Count counted;               // before the timing, when the hooks were made to count
  Count timed;                 // during all visits; without hits where its hooks do not count
};

/// The first visit, and before it a run that is counted; each visit lasts `seconds` at least.
Result<Measurement> measure(Peer& peer, std::string_view variant, const harness::Workload& workload,
                            bool probed, double seconds);
/// Another one: what it measured is faster or as it was.
Error visit_again(Peer& peer, std::string_view variant, const harness::Workload& workload,
                  bool probed, double seconds, Measurement& measurement);

}  // namespace retprobe::peers
