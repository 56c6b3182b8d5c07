// Tests the arithmetic of the rank tests against values of scipy 1.17. The scipy calls stand beside
// the values.
#include "harness/regress/rank_tests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace retprobe::harness {
namespace {

const std::vector<double> before = {17.1, 16.8, 17.4, 16.9, 17.0, 18.2, 16.7, 17.3, 17.2};
const std::vector<double> after = {17.9, 18.4, 17.6, 18.0, 17.8, 18.8, 18.1, 17.5, 18.3};

TEST(RankTest, IsExactForFewSamples) {
  // scipy.stats.mannwhitneyu(after, before, alternative=…, method="exact")
  const RankTest test = rank_test(before, after);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.p_greater, 0.0006170300287947346, 1e-15);
  EXPECT_NEAR(test.p_less, 0.9996092143150966, 1e-13);
  EXPECT_NEAR(test.cliffs_delta, 0.8518518518518521, 1e-12);
  EXPECT_NEAR(rank_test({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}).p_greater, 1.0 / 252, 1e-15);
  EXPECT_EQ(rank_test(after, before).p_less, test.p_greater);
}

TEST(RankTest, CountsAllOrdersOfTiedSamplesToo) {
  // Of all 462 choices of 5 of the 11 midranks, 61 have a sum as large and 431 have one as small.
  // scipy.stats.permutation_test with mannwhitneyu's statistic and n_resamples=inf agrees:
  // 0.13203463203463203
  const RankTest test = rank_test({1, 2, 2, 3, 3, 5}, {2, 3, 4, 5, 5});
  EXPECT_NEAR(test.p_greater, 61.0 / 462, 1e-15);
  EXPECT_NEAR(test.p_less, 431.0 / 462, 1e-15);
  const RankTest equal = rank_test({4, 4, 4}, {4, 4, 4, 4});
  EXPECT_EQ(equal.p_greater, 1);
  EXPECT_EQ(equal.p_less, 1);
  EXPECT_EQ(equal.cliffs_delta, 0);
}

TEST(RankTest, TakesTheNormalDistributionWithTiesForMany) {
  std::vector<double> x, y;
  for (int i = 0; i < 30; ++i) x.push_back((7 * i) % 23);
  for (int i = 0; i < 25; ++i) y.push_back((7 * i) % 23 + i % 3);
  // scipy.stats.mannwhitneyu(y, x, alternative=…, method="asymptotic", use_continuity=True)
  const RankTest test = rank_test(x, y);
  EXPECT_FALSE(test.exact);
  EXPECT_NEAR(test.p_greater, 0.4361403897315892, 1e-12);
  EXPECT_NEAR(test.p_less, 0.5705145901782962, 1e-12);
  EXPECT_EQ(rank_test(std::vector<double>(30, 1.0), std::vector<double>(30, 1.0)).p_greater, 1);
}

TEST(RankTest, SmallestPIsThatOfSidesThatDoNotOverlap) {
  EXPECT_EQ(smallest_p(3, 3), 1.0 / 20);
  EXPECT_NEAR(smallest_p(9, 9), 1.0 / 48620, 1e-15);
  EXPECT_NEAR(smallest_p(5, 5), rank_test({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}).p_greater, 1e-12);
  EXPECT_EQ(smallest_p(0, 3), 1);
}

TEST(Shift, IsTheMedianOfAllDifferencesWithTheIntervalOfTheTest) {
  // numpy.median(numpy.subtract.outer(after, before)). The interval holds the shifts t for which
  // mannwhitneyu(after - t, before, method="exact").pvalue > 0.05, found in steps of 0.001.
  const Shift shift = shift_of(before, after, 0.95);
  EXPECT_NEAR(shift.estimate, 0.9, 1e-9);
  EXPECT_NEAR(shift.low, 0.5, 1e-9);
  EXPECT_NEAR(shift.high, 1.3, 1e-9);
  EXPECT_NEAR(shift.coverage, 0.9600164541341012, 1e-12);
}

TEST(Shift, SaysWhatAnIntervalOfFewSamplesCovers) {
  EXPECT_NEAR(shift_of({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}, 0.95).coverage, 0.9682539682539683, 1e-12);
  const Shift three = shift_of({1, 2, 3}, {11, 12, 13}, 0.95);
  EXPECT_EQ(three.low, 8);  // the range: three samples have no interval that covers 95 %
  EXPECT_EQ(three.high, 12);
  EXPECT_NEAR(three.coverage, 1 - 2.0 / 20, 1e-12);
  EXPECT_EQ(shift_of({1}, {3}, 0.95).estimate, 2);
  EXPECT_EQ(shift_of({1}, {3}, 0.95).coverage, 0);
}

TEST(Corrected, IsBenjaminiAndHochbergs) {
  // scipy.stats.false_discovery_control([0.01, 0.04, 0.03, 0.005, 0.55])
  const std::vector<double> p = corrected({0.01, 0.04, 0.03, 0.005, 0.55});
  const std::vector<double> expected = {0.025, 0.05, 0.05, 0.025, 0.55};
  ASSERT_EQ(p.size(), expected.size());
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NEAR(p[i], expected[i], 1e-12) << i;
  EXPECT_TRUE(corrected({}).empty());
}

}  // namespace
}  // namespace retprobe::harness
