// Splits a sweep over machines: `bench --shard i/n` measures part i of n, which is the same on
// every machine and at every run.
//
// Cases that have to take turns stay in one part. These are all cases that are compared with one
// unprobed run: a workload with all its candidates, transfers, register sets, numbers of tracers
// and variants, and the peers on it. Only a variant +threadsN has an unprobed run of its own.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bench/plan.h"
#include "harness/selection.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// A measurement of a peer (harness/peers): the name of the case, and its workload.
struct ShardedPeer {
  std::string name, workload;
};

/// One part of a sweep.
struct ShardPlan {
  Shard shard;
  std::vector<std::string> workloads;  // sorted; named as in the unprobed runs
  std::size_t cases = 0;               // of this part, with those of peers
  std::size_t cases_in_all = 0;
  std::string plan;  // identifies the whole sweep: parts of different sweeps must not be joined

  bool has(std::string_view workload) const;
};

/// Removes from `groups` what does not belong to the part. Parts get about the same number of
/// cases. Only the names decide which part has which case. Error where there are more parts than
/// workloads.
Result<ShardPlan> take_shard(std::vector<BenchGroup>& groups, const std::vector<ShardedPeer>& peers,
                             Shard shard);

/// The "shard" of a result's context.
nlohmann::ordered_json to_json(const ShardPlan& plan);

}  // namespace retprobe::harness
