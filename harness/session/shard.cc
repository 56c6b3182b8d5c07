#include "harness/session/shard.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>

namespace retprobe::harness {
namespace {

std::string workload_of(const BenchCase& bench_case) {
  const std::string unprobed = unprobed_name_of(bench_case);
  return unprobed.substr(0, unprobed.find('/'));
}

// FNV-1a, which gives the same value on every machine and with every library. std::hash does not
// promise that.
std::string digest(const std::set<std::string>& names) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& name : names)
    for (const char letter : name + "\n")
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

// Takes the largest first, and gives each to the part that has the fewest cases so far.
std::vector<std::set<std::string>> distribute(const std::map<std::string, std::size_t>& sizes,
                                              unsigned count) {
  std::vector<std::pair<std::string, std::size_t>> ordered(sizes.begin(), sizes.end());
  std::ranges::stable_sort(ordered, std::greater{}, &std::pair<std::string, std::size_t>::second);
  std::vector<std::set<std::string>> parts(count);
  std::vector<std::size_t> loads(count);
  for (const auto& [workload, size] : ordered) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(loads) - loads.begin());
    parts[least].insert(workload);
    loads[least] += size;
  }
  return parts;
}

}  // namespace

bool ShardPlan::has(std::string_view workload) const {
  return std::ranges::binary_search(workloads, workload);
}

Result<ShardPlan> take_shard(std::vector<BenchGroup>& groups, const std::vector<ShardedPeer>& peers,
                             Shard shard) {
  std::map<std::string, std::size_t> sizes;
  std::set<std::string> names;
  for (const BenchGroup& group : groups)
    for (const BenchCase& bench_case : group.cases) {
      ++sizes[workload_of(bench_case)];
      names.insert(name_of(bench_case));
    }
  for (const ShardedPeer& peer : peers) {
    ++sizes[peer.workload];
    names.insert(peer.name);
  }
  if (shard.count > sizes.size())
    return Error{
        Error::Code::usage,
        "this sweep cannot be split into " + std::to_string(shard.count) +
            " parts: what is compared with one unprobed run is measured together, and there are " +
            std::to_string(sizes.size()) + " of these; use --shard i/" +
            std::to_string(sizes.size()) + " at most"};
  const std::set<std::string> mine = distribute(sizes, shard.count)[shard.index];
  for (BenchGroup& group : groups)
    std::erase_if(group.cases, [&](const BenchCase& bench_case) {
      return !mine.contains(workload_of(bench_case));
    });
  std::erase_if(groups, [](const BenchGroup& group) { return group.cases.empty(); });
  ShardPlan plan{shard, {mine.begin(), mine.end()}, 0, names.size(), digest(names)};
  for (const std::string& workload : mine) plan.cases += sizes[workload];
  return plan;
}

nlohmann::ordered_json to_json(const ShardPlan& plan) {
  return {{"index", plan.shard.index},
          {"count", plan.shard.count},
          {"plan", plan.plan},
          {"cases", plan.cases},
          {"cases_in_all", plan.cases_in_all},
          {"workloads", plan.workloads}};
}

}  // namespace retprobe::harness
