// Times one workload in this process, probed by the peer that the program was linked with or not. Cold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/error.h"
#include "harness/peers/program/peer.h"
#include "harness/workloads/workload.h"

namespace retprobe::peers {

struct Measurement {
  std::string google;  // Google Benchmark's own JSON on one line
  std::uint64_t runs_per_iteration = 0;
  double calls_per_run = 0;
  std::uint64_t checksum = 0;  // of a single run
  std::uint64_t calls = 0;     // that this case made in all, for peers that count from outside
  Count counted;               // before the timing, when the hooks were made to count
  Count timed;                 // during the timing; without hits where its hooks do not count
};

Result<Measurement> measure(Peer& peer, std::string_view variant, const harness::Workload& workload,
                            bool probed, double min_time);

}  // namespace retprobe::peers
