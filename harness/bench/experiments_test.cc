// Checks that the experiments find the figures that the goals compare, and leave the process as it
// was. No test depends on a time.
#include <gtest/gtest.h>

#include <set>

#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/judging/goal_table.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

TEST(Quantile, IsOneOfTheValues) {
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.5), 3);
  EXPECT_EQ(quantile({4, 1, 3, 2}, 0.5), 2);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.99), 5);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 1), 5);
  EXPECT_EQ(quantile({7}, 0.5), 7);
}

class EachExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EachExperiment, FindsWhatTheGoalsCompareAndLeavesNothingAttached) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    const Error configured = configure({design, "paired"});
    ASSERT_FALSE(configured) << configured.message();
    const auto findings = GetParam().run({design, "paired", RegisterSet::scalar, 1});
    // An experiment that needs two processors may have got only one.
    if (!findings.ok() && findings.error().message().find("second processor") != std::string::npos)
      GTEST_SKIP() << findings.error().message();
    ASSERT_TRUE(findings.ok()) << findings.error().message();
    EXPECT_EQ(findings->missed, 0U);
    EXPECT_EQ(usage().sites, 0U);
    std::set<std::string> names;
    for (const Figure& figure : findings->figures) {
      EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
      EXPECT_GT(figure.value, 0) << figure.name;
    }
    for (const Goal& goal : goal_table()) {
      if (goal.kind != Goal::Kind::figures || goal.workload != GetParam().name) continue;
      EXPECT_TRUE(names.contains(goal.figure)) << goal.what;
      EXPECT_TRUE(names.contains(goal.other)) << goal.what;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Experiments, EachExperiment,
                         testing::ValuesIn(experiments().begin(), experiments().end()),
                         [](const testing::TestParamInfo<Experiment>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace retprobe::harness
