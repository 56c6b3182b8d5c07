// Tests what a walk says of the hit as a whole: its stack, and the callers above it.
#include <gtest/gtest.h>

#include "harness/cost/cost.h"
#include "harness/injection/stepper.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

class Walk : public testing::Test {
 protected:
  void SetUp() override {
    try {
      cost("none", "-");
    } catch (const NotPermitted& error) {
      GTEST_SKIP() << error.what();
    }
  }
  HitCost cost(const char* design, const char* transfer, unsigned tracers = 1) {
    return must(cost_of({design, transfer, RegisterSet::scalar, tracers}, book_));
  }

  CodeBook book_;
};

TEST_F(Walk, NoHookTakesNoStackAndLeavesTheCallersAlone) {
  EXPECT_EQ(cost("none", "-").stack_bytes, 0U);
  EXPECT_EQ(cost("none", "-").callers12, 0U);
}

TEST_F(Walk, OneEntryOffMispredictsAllTwelveCallers) {
  EXPECT_EQ(cost("counted_shadow", "push_ret").callers12, 12U);
  EXPECT_EQ(cost("counted_shadow", "paired").callers12, 0U);
}

// Its eight returns and the twelve callers' are more than the predictor's 16 entries.
TEST_F(Walk, NestedTrampolinesPushTheOutermostCallersOut) {
  EXPECT_GT(cost("chained_trampolines", "paired", 8).callers12, 0U);
}

// The hook saves 15 registers.
TEST_F(Walk, AHookTakesStack) {
  EXPECT_GE(cost("counted_shadow", "paired").stack_bytes, 15 * 8U);
  EXPECT_GT(cost("call_through", "-").stack_bytes, cost("counted_shadow", "paired").stack_bytes);
}

}  // namespace
}  // namespace retprobe::harness
