#include "harness/judging/ratio.h"

#include <gtest/gtest.h>

#include <vector>

namespace retprobe::harness {
namespace {

TEST(Ratio, OfPairsIsOfEachProcess) {
  // Each process is twice as slow as the one before. In the ratio of pairs this cancels.
  const std::vector<double> dividends = {3, 6, 12, 24, 48, 96}, divisors = {2, 4, 8, 16, 32, 64};
  const auto ratio = ratio_of_pairs(dividends, divisors);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->median, 1.5);
  EXPECT_EQ(ratio->low, 1.5);
  EXPECT_EQ(ratio->high, 1.5);
  EXPECT_FALSE(ratio_of_pairs(dividends, std::vector<double>{2, 4}));
  EXPECT_FALSE(ratio_of_pairs(std::vector<double>{1}, std::vector<double>{0}));
  EXPECT_FALSE(ratio_of_pairs({}, {}));
}

TEST(Ratio, OfMediansHasAnIntervalAroundIt) {
  const auto sharp = ratio_of_medians(std::vector<double>(9, 6.0), std::vector<double>(9, 4.0));
  ASSERT_TRUE(sharp);
  EXPECT_EQ(sharp->median, 1.5);
  EXPECT_EQ(sharp->low, 1.5);
  EXPECT_EQ(sharp->high, 1.5);

  const std::vector<double> wide = {1, 2, 3, 4, 5, 6, 7, 8, 9}, one(9, 1.0);
  const auto ratio = ratio_of_medians(wide, one);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->median, 5);
  // The median of nine draws from 1 … 9 lies below 3 in 3.0 % of the cases, below 2 in 0.1 %.
  EXPECT_GE(ratio->low, 2);
  EXPECT_LE(ratio->low, 4);
  EXPECT_GE(ratio->high, 6);
  EXPECT_LE(ratio->high, 8);
  EXPECT_EQ(ratio_of_medians(wide, one)->low, ratio->low);
  EXPECT_FALSE(ratio_of_medians(wide, std::vector<double>(9, -1.0)));
  EXPECT_FALSE(ratio_of_medians({}, one));
}

}  // namespace
}  // namespace retprobe::harness
