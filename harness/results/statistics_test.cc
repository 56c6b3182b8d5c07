#include "harness/results/statistics.h"

#include <gtest/gtest.h>

namespace retprobe::harness {
namespace {

TEST(Spread, IsTheRangeBelowSixSamples) {
  const Spread five = spread_of({5, 1, 4, 2, 3});
  EXPECT_EQ(five.median, 3);
  EXPECT_EQ(five.low, 1);
  EXPECT_EQ(five.high, 5);
  EXPECT_DOUBLE_EQ(coverage(5), 1 - 2.0 / 32);
}

TEST(Spread, TrimsAsFarAsTheBinomialDistributionAllows) {
  // P(at most 1 of 9 below the median) = 10/512. So trimming one value at each end keeps 96.1 %,
  // and trimming two would keep 82 %.
  const Spread nine = spread_of({9, 8, 7, 6, 5, 4, 3, 2, 1});
  EXPECT_EQ(nine.low, 2);
  EXPECT_EQ(nine.high, 8);
  EXPECT_DOUBLE_EQ(coverage(9), 1 - 2 * 10.0 / 512);
  EXPECT_EQ(spread_of({1, 2}).median, 1.5);
  EXPECT_EQ(spread_of({7}).low, 7);
  for (std::size_t n = 6; n < 60; ++n) EXPECT_GE(coverage(n), 0.95) << n;
}

}  // namespace
}  // namespace retprobe::harness
