// Tests that a split sweep has every case in exactly one part, and all that is compared in the same
// part.
#include "harness/session/shard.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/testlib/expect.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

std::vector<BenchGroup> sweep() { return must(plan_benchmarks({}, false)); }

std::set<std::string> names_of(const std::vector<BenchGroup>& groups) {
  std::set<std::string> names;
  for (const BenchGroup& group : groups)
    for (const BenchCase& bench_case : group.cases)
      EXPECT_TRUE(names.insert(name_of(bench_case)).second);
  return names;
}

TEST(Shard, IsReadOrRefused) {
  auto shard = must(parse_shard("2/8"));
  EXPECT_EQ(shard.index, 2U);
  EXPECT_EQ(shard.count, 8U);
  for (const char* text : {"", "/", "1", "1/", "/2", "a/2", "-1/2", "1/2/3", "0/0", "2/2",
                           "1/99999999999", " 0/1", "0x1/2"})
    EXPECT_FALSE(parse_shard(text).ok()) << text;
}

TEST(Shard, PartsHaveEveryCaseOnce) {
  const std::set<std::string> all = names_of(sweep());
  for (const unsigned count : {1U, 2U, 5U, 9U}) {
    std::set<std::string> together;
    std::set<std::string> plans;
    std::size_t cases = 0;
    for (unsigned index = 0; index < count; ++index) {
      auto groups = sweep();
      auto plan = must(take_shard(groups, {}, {index, count}));
      const auto names = names_of(groups);
      EXPECT_EQ(names.size(), plan.cases);
      EXPECT_EQ(plan.cases_in_all, all.size());
      EXPECT_FALSE(names.empty());
      for (const std::string& name : names) EXPECT_TRUE(together.insert(name).second) << name;
      plans.insert(plan.plan);
      cases += plan.cases;
    }
    EXPECT_EQ(together, all);
    EXPECT_EQ(cases, all.size());
    EXPECT_EQ(plans.size(), 1U);
  }
}

TEST(Shard, WhatIsComparedStaysTogether) {
  std::map<std::string, unsigned> part_of;
  for (unsigned index = 0; index < 6; ++index) {
    auto groups = sweep();
    ASSERT_TRUE(take_shard(groups, {}, {index, 6}).ok());
    for (const BenchGroup& group : groups)
      for (const BenchCase& bench_case : group.cases) {
        const auto [known, first] = part_of.emplace(unprobed_name_of(bench_case), index);
        EXPECT_EQ(known->second, index) << name_of(bench_case);
      }
  }
  EXPECT_GT(part_of.size(), 6U);
}

TEST(Shard, PeersGoWithTheirWorkloadAndBelongToThePlan) {
  const std::vector<ShardedPeer> peers = {{"leaf/peer:xray/counting/-/1", "leaf"},
                                          {"odd/peer:xray/counting/-/1", "odd"}};
  unsigned with_leaf = 0, with_odd = 0;
  for (unsigned index = 0; index < 3; ++index) {
    auto groups = sweep();
    auto plan = must(take_shard(groups, peers, {index, 3}));
    EXPECT_EQ(plan.has("leaf"), names_of(groups).contains("leaf/call_through/-/scalar/1"));
    with_leaf += plan.has("leaf");
    with_odd += plan.has("odd");
    auto without = sweep();
    EXPECT_NE(plan.plan, take_shard(without, {}, {index, 3})->plan);
  }
  EXPECT_EQ(with_leaf, 1U);
  EXPECT_EQ(with_odd, 1U);
}

TEST(Shard, PartsAreAboutEquallyLarge) {
  std::size_t largest = 0, smallest = SIZE_MAX;
  for (unsigned index = 0; index < 2; ++index) {
    auto groups = sweep();
    const std::size_t cases = take_shard(groups, {}, {index, 2})->cases;
    largest = std::max(largest, cases);
    smallest = std::min(smallest, cases);
  }
  EXPECT_LE(largest, smallest * 5 / 4);
}

TEST(Shard, MorePartsThanWorkloadsAreRefused) {
  Selection selection;
  selection.workloads = {"leaf", "fib"};
  auto groups = must(plan_benchmarks(selection, false));
  const auto refused = take_shard(groups, {}, {0, 3});
  ASSERT_FALSE(refused.ok());
  EXPECT_HAS(refused.error().message(), "--shard i/2 at most");
}

}  // namespace
}  // namespace retprobe::harness
