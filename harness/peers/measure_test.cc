// Tests that a peer is attached whenever its runs are made, and never in an unprobed run. Its time
// does not show that.
#include "harness/peers/program/measure.h"

#include <gtest/gtest.h>

#include <vector>

#include "harness/must.h"

extern "C" void retprobe_test_probed();
void retprobe_test_probed() {}

namespace retprobe::peers {
namespace {

bool attached = false;
std::uint64_t runs_with = 0, runs_without = 0;

harness::WorkloadRun run(std::uint64_t iterations) {
  (attached ? runs_with : runs_without) += iterations;
  return {iterations, 1};
}

const harness::Workload fake = {
    .name = "fake", .what = "", .probed = {"retprobe_test_probed"}, .run = run, .iterations = 1000};

class FakePeer final : public Peer {
 public:
  std::string attach(std::string_view, std::span<const Function> functions,
                     bool counting) override {
    EXPECT_EQ(functions.size(), 1U);
    EXPECT_FALSE(attached);
    attached = true;
    counts.push_back(counting);
    return "";
  }
  std::string detach() override {
    EXPECT_TRUE(attached);
    attached = false;
    return "";
  }

  std::vector<bool> counts;  // of each attach
};

class Measuring : public testing::Test {
 protected:
  Measuring() { runs_with = runs_without = 0; }
  FakePeer peer_;
};

TEST_F(Measuring, MakesEachProbedRunWithThePeer) {
  auto measurement = harness::must(measure(peer_, "variant", fake, true, 0.001));
  EXPECT_EQ(peer_.counts, (std::vector<bool>{true, false}));
  EXPECT_GT(measurement.timed.calls, 0U);
  EXPECT_EQ(runs_with, measurement.calls);
  const std::uint64_t runs = runs_with, timed = measurement.timed.calls;
  ASSERT_FALSE(visit_again(peer_, "variant", fake, true, 0.001, measurement));
  EXPECT_EQ(peer_.counts, (std::vector<bool>{true, false, false}));
  EXPECT_GT(measurement.timed.calls, timed);
  EXPECT_GT(runs_with, runs);
  EXPECT_EQ(runs_with, measurement.calls);
  EXPECT_EQ(runs_without, 0U);
  EXPECT_FALSE(attached);
}

TEST_F(Measuring, MakesNoUnprobedRunWithThePeer) {
  auto measurement = harness::must(measure(peer_, "variant", fake, false, 0.001));
  ASSERT_FALSE(visit_again(peer_, "variant", fake, false, 0.001, measurement));
  EXPECT_TRUE(peer_.counts.empty());
  EXPECT_EQ(runs_with, 0U);
  EXPECT_EQ(runs_without, measurement.calls);
  EXPECT_EQ(measurement.timed.calls, 0U);
}

}  // namespace
}  // namespace retprobe::peers
