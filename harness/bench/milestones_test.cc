#include "harness/bench/milestones.h"

#include <gtest/gtest.h>

namespace retprobe::harness {
namespace {

TEST(Milestones, AShortStageSaysNothing) {
  Milestones milestones;
  for (std::size_t done = 1; done <= 100; ++done)
    EXPECT_FALSE(milestones.due(static_cast<double>(done) * 0.099, done, 100));
}

TEST(Milestones, ATwentiethMoreIsALine) {
  Milestones milestones;
  std::size_t lines = 0;
  for (std::size_t done = 1; done <= 1000; ++done)
    lines += milestones.due(static_cast<double>(done), done, 1000);
  EXPECT_EQ(lines, 19u);
}

TEST(Milestones, NotMoreThanALineInTenSeconds) {
  Milestones milestones;
  std::size_t lines = 0;
  for (std::size_t done = 1; done <= 1000; ++done)
    lines += milestones.due(static_cast<double>(done) * 0.05, done, 1000);
  EXPECT_EQ(lines, 4u);
}

TEST(Milestones, AMinuteIsALineHoweverLittleWasDone) {
  Milestones milestones;
  std::size_t lines = 0;
  for (std::size_t done = 1; done <= 100; ++done)
    lines += milestones.due(static_cast<double>(done) * 6, done, 1'000'000);
  EXPECT_EQ(lines, 10u);
}

}  // namespace
}  // namespace retprobe::harness
