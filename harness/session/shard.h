// A sweep split over machines: `bench --shard i/n` measures the i-th of n parts, the same one each
// time, wherever it runs.
//
// What has to be measured in turns stays in one part: all cases that are compared with one unprobed
// run, that is a workload with all its candidates, transfers, register sets, numbers of tracers and
// variants (but +threadsN, whose unprobed run is another), and the peers on it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bench/plan.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// "2/8" is the third of eight parts: array jobs and indexed jobs count from 0.
struct Shard {
  unsigned index = 0, count = 1;
};
Result<Shard> parse_shard(std::string_view text);

/// What a peer measures beside the groups (harness/peers): the name of the case and its workload.
struct ShardedPeer {
  std::string name, workload;
};

/// One part of a sweep.
struct ShardPlan {
  Shard shard;
  std::vector<std::string> workloads;  // sorted; as in the names of unprobed runs
  std::size_t cases = 0;               // of this part, peers' included
  std::size_t cases_in_all = 0;
  std::string plan;  // names the whole sweep: parts of different sweeps must not be joined

  bool has(std::string_view workload) const;
};

/// Leaves of `groups` what belongs to the part. Parts get about equally many cases; which are whose
/// depends on the names alone. Error where there are more parts than workloads.
Result<ShardPlan> take_shard(std::vector<BenchGroup>& groups, const std::vector<ShardedPeer>& peers,
                             Shard shard);

/// The "shard" of a result's context.
nlohmann::ordered_json to_json(const ShardPlan& plan);

}  // namespace retprobe::harness
