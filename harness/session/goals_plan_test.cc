// Tests that the plan of `bench --goals` measures everything that the goals need.
#include "harness/session/goals_plan.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/testlib/expect.h"
#include "harness/judging/goal_table.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

TEST(GoalsPlan, MeasuresAllThatIsNotAPeersAndNothingTwice) {
  auto plan = must(plan_goals({}));
  std::set<std::string> names;
  for (const BenchGroup& group : plan)
    for (const BenchCase& bench_case : group.cases)
      EXPECT_TRUE(names.insert(name_of(bench_case)).second);
  EXPECT_TRUE(names.contains("latency/counted_shadow/paired/scalar/1"));
  for (const Goal& goal : goal_table())
    for (const char* candidate : {"counted_shadow/paired", "chained_trampolines/paired",
                                  "bitmask/paired", "call_through/-"})
      EXPECT_TRUE(names.contains(std::string(goal.workload) + "/" + candidate + "/scalar/" +
                                 std::to_string(goal.tracers)))
          << goal.what;
  EXPECT_FALSE(names.contains("leaf/instance_pool/paired/scalar/1"));
  EXPECT_FALSE(names.contains("leaf/none/-/scalar/1"));
  EXPECT_FALSE(names.contains("fib/counted_shadow/paired/scalar/8"));
  auto one = must(plan_goals({"bit*"}));
  EXPECT_EQ(one.size(), 2U);
  EXPECT_FALSE(plan_goals({"instance_pool"}).ok());
  const auto misspelt = plan_goals({"counted_shadow", "bitmsk"});
  ASSERT_FALSE(misspelt.ok());
  EXPECT_HAS(misspelt.error().message(), "no design matches 'bitmsk'");
}

}  // namespace
}  // namespace retprobe::harness
