// Checks that the experiments find the figures that the goals compare, and leave the process as it
// was. No test depends on a time.
#include <gtest/gtest.h>

#include "harness/bench/experiments/clocks.h"
#include "harness/bench/experiments/experiment.h"
#include "harness/judging/goal_table.h"
#include "harness/must.h"
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
    Sample sample;
    try {
      sample = GetParam().run({design, "paired", RegisterSet::scalar, 1});
    } catch (const Failure& failure) {
      // An experiment that needs two processors may have got only one.
      if (failure.error.message().find("second processor") == std::string::npos) throw;
      GTEST_SKIP() << failure.what();
    }
    EXPECT_EQ(sample.missed, 0U);
    EXPECT_EQ(usage().sites, 0U);
    for (const auto& [name, value] : sample.figures) EXPECT_GT(value, 0) << name;
    for (const Goal& goal : goal_table()) {
      if (goal.kind != Goal::Kind::figures || goal.workload != GetParam().name) continue;
      EXPECT_TRUE(sample.figures.contains(goal.figure)) << goal.what;
      EXPECT_TRUE(sample.figures.contains(goal.other)) << goal.what;
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
