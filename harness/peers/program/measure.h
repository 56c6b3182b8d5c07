// Times one workload in this process, unprobed or probed by the peer that the program is linked
// with. Cold.
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
  harness::GoogleTimes times;  // of the fastest visit
  std::uint64_t runs_per_iteration = 0;
  double calls_per_run = 0;
  std::uint64_t checksum = 0;  // of a single run
  std::uint64_t calls = 0;     // of this case in all, for peers that count from outside
  Count counted;               // before the timing, with hooks that count
  std::string_view optimised;  // site.h, behind the last visit; "" where it is not probed
  Count timed;                 // during all visits; without hits where the hooks do not count
};

/// A counted run, and then the first visit. Each visit lasts at least `seconds`.
Result<Measurement> measure(Peer& peer, std::string_view variant, const harness::Workload& workload,
                            bool probed, double seconds);
/// Makes another visit. The measurement keeps the faster result.
Error visit_again(Peer& peer, std::string_view variant, const harness::Workload& workload,
                  bool probed, double seconds, Measurement& measurement);

}  // namespace retprobe::peers
