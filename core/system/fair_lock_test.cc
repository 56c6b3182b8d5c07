// Tests what a thread takes, and does not take, while it is AsyncBlocked.
#include "core/system/fair_lock.h"

#include <gtest/gtest.h>

namespace retprobe {
namespace {

bool is_blocked(int signal) {
  sigset_t mask;
  EXPECT_EQ(pthread_sigmask(SIG_BLOCK, nullptr, &mask), 0);
  return sigismember(&mask, signal) == 1;
}

// This call changes the state, and the next one puts it back.
int cancel_state() {
  int state = -1, ours = -1;
  EXPECT_EQ(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state), 0);
  EXPECT_EQ(pthread_setcancelstate(state, &ours), 0);
  return state;
}

void expect_async_blocked() {
  for (const int asynchronous : {SIGUSR1, SIGALRM, SIGPROF, SIGCHLD, SIGRTMIN, SIGRTMAX})
    EXPECT_TRUE(is_blocked(asynchronous)) << asynchronous;
  for (const int synchronous : {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS})
    EXPECT_FALSE(is_blocked(synchronous)) << synchronous;
  EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_DISABLE);
}

void expect_disturbed() {
  EXPECT_FALSE(is_blocked(SIGUSR1));
  EXPECT_TRUE(is_blocked(SIGUSR2)) << "it was blocked before";
  EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_ENABLE);
}

TEST(FairLock, NothingAsynchronousReachesAThreadThatBlocksThem) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, &blocked, nullptr), 0);
  expect_disturbed();
  {
    const AsyncBlocked async_blocked;
    expect_async_blocked();
    {
      const AsyncBlocked within;
      expect_async_blocked();
    }
    expect_async_blocked();
  }
  expect_disturbed();

  {
    const CancelDisabled cancel_disabled;
    EXPECT_FALSE(is_blocked(SIGUSR1));
    EXPECT_EQ(cancel_state(), PTHREAD_CANCEL_DISABLE);
  }
  expect_disturbed();

  FairLock lock;
  lock.lock_for_fork();
  expect_async_blocked();
  lock.unlock_after_fork();
  expect_disturbed();
}

}  // namespace
}  // namespace retprobe
