// Compares runs of testlib/program.cc, and decides on figures that are made up.
#include "harness/run/comparison.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/testlib/expect.h"
#include "harness/judging/ratio.h"
#include "harness/run/testlib/fixtures.h"

namespace retprobe::run {
namespace {

const std::vector<harness::Cell> three = {
    {"bitmask", "paired"}, {"chained_trampolines", "paired"}, {"counted_shadow", "paired"}};

ComparisonPlan plan_of(const std::vector<std::string>& arguments) {
  ComparisonPlan plan;
  plan.program.command = {the_program()};
  plan.program.command.insert(plan.program.command.end(), arguments.begin(), arguments.end());
  plan.cells = three;
  plan.rounds = 2;
  return plan;
}

Comparison compared(const ComparisonPlan& plan) {
  std::size_t last = 0, all = 0;
  auto comparison = compare(plan, [&](std::size_t done, std::size_t total, const std::string&) {
    EXPECT_LE(done, total);
    last = done, all = total;
  });
  EXPECT_EQ(last, all);
  EXPECT_TRUE(comparison.ok()) << comparison.error().message();
  return comparison.ok() ? *std::move(comparison) : Comparison();
}

TEST(Comparison, AnInterruptThatTheProgramHandlesEndsIt) {
  const auto comparison = compare(plan_of({"interrupts"}), [](auto...) {});
  ASSERT_FALSE(comparison.ok());
  EXPECT_HAS(comparison.error().message(), "interrupted: ");
}

TEST(Comparison, AProgramThatDoesTheSameEachTime) {
  const Comparison comparison = compared(plan_of({"calls"}));
  EXPECT_EQ(WEXITSTATUS(comparison.status), 7);
  EXPECT_TRUE(comparison.output_is_steady);
  EXPECT_TRUE(comparison.calls_are_steady);
  EXPECT_EQ(comparison.processor.size(), 2u);
  ASSERT_EQ(comparison.costs.size(), 3u);
  for (const Cost& cost : comparison.costs) {
    EXPECT_EQ(cost.difference, "") << cost.design;
    EXPECT_GE(cost.calls, 1030u) << cost.design;
    EXPECT_EQ(cost.processor.size(), 2u);
    EXPECT_FALSE(cost.is_void());
  }
  EXPECT_FALSE(comparison.take.empty());
  const std::string text = comparison_text(comparison);
  EXPECT_HAS(text, "for this program: ");
  EXPECT_LACKS(text, "DIFFERENT");
}

TEST(Comparison, AProgramThatSeesItsOwnCodeIsNotTheSame) {
  const Comparison comparison = compared(plan_of({"looks"}));
  ASSERT_EQ(comparison.costs.size(), 3u);
  for (const Cost& cost : comparison.costs) {
    EXPECT_EQ(cost.difference, "standard output differs from byte 0 on") << cost.design;
    EXPECT_TRUE(cost.is_void());
  }
  EXPECT_TRUE(comparison.take.empty());
  EXPECT_HAS(comparison_text(comparison), "DIFFERENT");
}

TEST(Comparison, WhatVariesFromRunToRunIsNotCompared) {
  const Comparison output = compared(plan_of({"varies", "output"}));
  EXPECT_FALSE(output.output_is_steady);
  EXPECT_TRUE(output.calls_are_steady);
  EXPECT_HAS(comparison_text(output), "output was not compared");
  const Comparison calls = compared(plan_of({"varies", "calls"}));
  ComparisonPlan once = plan_of({"varies", "calls"});
  once.rounds = 1;
  const Comparison one_round = compared(once);
  EXPECT_FALSE(one_round.calls_are_steady);
  EXPECT_TRUE(calls.output_is_steady);
  EXPECT_FALSE(calls.calls_are_steady);
  for (const Comparison* const comparison : {&output, &calls, &one_round})
    for (const Cost& cost : comparison->costs) EXPECT_EQ(cost.difference, "");
}

TEST(Comparison, OtherEndsAreADifference) {
  const Calls expected = {{{"", "leaf"}, {9, 5, 2, 1}}, {{"", "other"}, {1, 1, 0, 0}}};
  const auto difference = [&](const Ends& leaf, bool have_ends = true) {
    return calls_difference({{{"", "leaf"}, leaf}, {{"", "other"}, {1, 1, 0, 0}}}, expected,
                            "bitmask", have_ends);
  };
  EXPECT_EQ(difference({9, 5, 2, 1}), "");
  EXPECT_EQ(difference({8, 5, 2, 1}), "8 calls of leaf, bitmask saw 9");
  EXPECT_EQ(difference({9, 4, 2, 1}), "4 calls of leaf returned, bitmask saw 5");
  EXPECT_EQ(difference({9, 5, 3, 1}), "3 calls of leaf were unwound, bitmask saw 2");
  EXPECT_EQ(difference({9, 5, 2, 0}), "0 calls of leaf were abandoned, bitmask saw 1");
  EXPECT_EQ(difference({9, 1, 1, 1}, false), "");
  EXPECT_EQ(calls_difference({}, expected, "bitmask", false), "0 calls of leaf, bitmask saw 9");
}

TEST(Comparison, MissedCallsMakeAFigureVoid) {
  ComparisonPlan plan = plan_of({"deep", "20000"});
  plan.cells = {{"counted_shadow", "paired"}, {"instance_pool", "paired"}};
  const Comparison comparison = compared(plan);
  ASSERT_EQ(comparison.costs.size(), 2u);
  EXPECT_FALSE(comparison.costs[0].is_void());
  EXPECT_TRUE(comparison.costs[1].is_void());
  EXPECT_GT(comparison.costs[1].missed, 0u);
  EXPECT_EQ(comparison.take, std::vector<std::string>{"counted_shadow"});
}

// Only a process that ends by itself says how many there were.
TEST(Comparison, MissedCallsOfAKilledProgramAreUnknownAndNoDifference) {
  ComparisonPlan plan = plan_of({"deep", "20000", "killed"});
  plan.cells = {{"counted_shadow", "paired"}, {"instance_pool", "paired"}};
  const Comparison comparison = compared(plan);
  ASSERT_EQ(comparison.costs.size(), 2u);
  for (const Cost& cost : comparison.costs) {
    EXPECT_FALSE(cost.missed_is_known) << cost.design;
    EXPECT_EQ(cost.difference, "") << cost.design;
  }
  EXPECT_FALSE(comparison.costs[0].is_void());
  EXPECT_TRUE(comparison.costs[1].is_void());
  const std::string text = comparison_text(comparison);
  EXPECT_HAS(text, "the same       ?");
  EXPECT_HAS(text, "calls of recurses, counted_shadow saw 20001, or were missed\n");
  EXPECT_HAS(text, "how many calls were missed is known of processes that ended by exit or exec");
}

TEST(Comparison, ARoundWithoutCallsMakesAFigureVoid) {
  char path[] = "/tmp/retprobe-state-XXXXXX";
  const int file = mkstemp(path);
  ASSERT_GE(file, 0);
  close(file);
  ComparisonPlan plan = plan_of({"stops_calling", path});
  plan.cells = {{"counted_shadow", "paired"}};
  plan.program.functions = {"leaf"};
  const Comparison comparison = compared(plan);
  unlink(path);
  ASSERT_EQ(comparison.costs.size(), 1u);
  EXPECT_EQ(comparison.costs[0].calls, 1u);
  EXPECT_TRUE(comparison.costs[0].is_void());
  EXPECT_TRUE(comparison.take.empty());
  EXPECT_HAS(comparison_text(comparison),
             "counted_shadow: void, since it saw no call in round 2 of 2\n");
}

TEST(Comparison, EachRunReadsTheSameInput) {
  char path[] = "/tmp/retprobe-input-XXXXXX";
  const int file = mkstemp(path);
  ASSERT_GE(file, 0);
  ASSERT_EQ(write(file, "hello\n", 6), 6);
  close(file);
  ComparisonPlan plan = plan_of({"copy"});
  plan.program.functions = {"leaf"};
  plan.input = path;
  for (const Cost& cost : compared(plan).costs) {
    EXPECT_EQ(cost.calls, 6u) << cost.design;
    EXPECT_EQ(cost.difference, "");
  }
  unlink(path);
  const auto missing = compare(plan, [](std::size_t, std::size_t, const std::string&) {});
  ASSERT_FALSE(missing.ok());
  EXPECT_HAS(missing.error().message(), path);
}

// What each design adds to a second of processor time, in six rounds.
Comparison with(const std::vector<std::vector<double>>& added) {
  Comparison comparison;
  comparison.processor.assign(6, 1.0);
  for (std::size_t i = 0; i < added.size(); ++i) {
    Cost cost(three[i].design, three[i].transfer);
    for (const double seconds : added[i]) cost.processor.push_back(1 + seconds);
    if (!cost.processor.empty())
      cost.slowdown = harness::ratio_of_pairs(cost.processor, comparison.processor);
    comparison.costs.push_back(cost);
  }
  decide(comparison);
  return comparison;
}
std::vector<double> each(double seconds) { return std::vector<double>(6, seconds); }
using Names = std::vector<std::string>;

TEST(Decision, TheCheapestIsTaken) {
  const Comparison comparison = with({each(0.30), each(0.20), each(0.22)});
  EXPECT_EQ(comparison.take, Names{"chained_trampolines"});
  EXPECT_NEAR(comparison.added_seconds, 0.2, 1e-9);
  EXPECT_FALSE(comparison.decides_nothing());
}

TEST(Decision, LessThanAFewPercentIsATie) {
  EXPECT_EQ(with({each(0.209), each(0.20), each(0.211)}).take,
            (Names{"chained_trampolines", "bitmask"}));
}

TEST(Decision, WhatCannotBeToldIsATie) {
  const std::vector<double> noisy = {0.18, 0.40, 0.41, 0.19, 0.39, 0.40};
  EXPECT_EQ(with({noisy, each(0.20), each(0.40)}).take, (Names{"chained_trampolines", "bitmask"}));
}

TEST(Decision, AVoidFigureIsNotTaken) {
  EXPECT_EQ(with({{}, each(0.20), each(0.30)}).take, Names{"chained_trampolines"});
  EXPECT_TRUE(with({{}, {}, {}}).take.empty());
}

TEST(Decision, TooLittleDecidesNothing) {
  const Comparison comparison = with({each(0.002), each(0.001), each(0.019)});
  EXPECT_TRUE(comparison.decides_nothing());
  EXPECT_EQ(comparison.take, (Names{"chained_trampolines", "bitmask", "counted_shadow"}));
}

}  // namespace
}  // namespace retprobe::run
