// Tests of the end of a process whose shadow stack has lost a call.
#include "core/hooks/stack_lookup.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe {
namespace {

TEST(LostFrame, AbortsAndNamesTheSlot) {
  EXPECT_EXIT(lost_frame(0x123456789abcdef0), testing::KilledBySignal(SIGABRT),
              "no frame for the return slot 0x123456789abcdef0");
}

TEST(LostFrame, AbortsWhereSignalsAreBlocked) {
  const auto lose = [] {
    const SignalsBlocked blocked;
    lost_frame(16);
  };
  EXPECT_EXIT(lose(), testing::KilledBySignal(SIGABRT), "0x0000000000000010");
}

// Nobody may take the end for a success where the program outlives SIGABRT.
TEST(LostFrame, EndsAProgramThatIgnoresTheSignal) {
  const auto ignore_and_lose = [] {
    signal(SIGABRT, SIG_IGN);
    lost_frame(16);
  };
  EXPECT_EXIT(ignore_and_lose(), testing::ExitedWithCode(134), "0x0000000000000010");
}

}  // namespace
}  // namespace retprobe
