// Locks that are held across fork.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <mutex>

namespace retprobe {

/// While this object lives, the thread is not cancelled. It takes a cancellation later.
class CancelDisabled {
 public:
  CancelDisabled() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~CancelDisabled() { pthread_setcancelstate(before_, nullptr); }
  CancelDisabled(const CancelDisabled&) = delete;
  CancelDisabled& operator=(const CancelDisabled&) = delete;

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

/// While this object lives, the thread takes no asynchronous signal and no cancellation. Neither
/// may leave work half done, and a signal handler that forks would wait for its own thread.
class AsyncBlocked {
 public:
  struct Before {
    sigset_t mask;
    int cancel = PTHREAD_CANCEL_ENABLE;
  };
  static Before begin() {
    Before before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before.cancel);
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int synchronous : {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS})
      sigdelset(&blocked, synchronous);
    pthread_sigmask(SIG_BLOCK, &blocked, &before.mask);
    return before;
  }
  static void end(const Before& before) {
    pthread_sigmask(SIG_SETMASK, &before.mask, nullptr);
    pthread_setcancelstate(before.cancel, nullptr);
  }

  AsyncBlocked() : before_(begin()) {}
  ~AsyncBlocked() { end(before_); }
  AsyncBlocked(const AsyncBlocked&) = delete;
  AsyncBlocked& operator=(const AsyncBlocked&) = delete;

 private:
  Before before_;
};

/// A fair lock. A waiting thread holds the door, so a thread that locks again and again cannot shut
/// out the others. (A plain mutex made a fork wait for milliseconds.) Only a thread that is
/// AsyncBlocked may lock it.
class FairLock {
 public:
  void lock() {
    const std::lock_guard waiting(door_);
    inside_.lock();
  }
  void unlock() { inside_.unlock(); }

  /// Around fork, no thread may hold the door either: in the child it would stay locked for ever.
  /// And no signal handler may fork in the middle of a fork.
  void lock_for_fork() {
    const AsyncBlocked::Before before = AsyncBlocked::begin();
    door_.lock();
    inside_.lock();
    before_fork_ = before;
  }
  void unlock_after_fork() {
    const AsyncBlocked::Before before = before_fork_;
    inside_.unlock();
    door_.unlock();
    AsyncBlocked::end(before);
  }

 private:
  std::mutex door_, inside_;
  AsyncBlocked::Before before_fork_{};
};

}  // namespace retprobe
