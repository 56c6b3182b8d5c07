// Locks that are held across fork.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <mutex>

namespace retprobe {

/// While this lives, the thread takes no asynchronous signal and no cancellation: neither may leave
/// things half done, and a signal handler that forks would wait for its own thread.
class Undisturbed {
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
    for (const int synchronous : {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      sigdelset(&blocked, synchronous);
    pthread_sigmask(SIG_BLOCK, &blocked, &before.mask);
    return before;
  }
  static void end(const Before& before) {
    pthread_sigmask(SIG_SETMASK, &before.mask, nullptr);
    pthread_setcancelstate(before.cancel, nullptr);
  }

  Undisturbed() : before_(begin()) {}
  ~Undisturbed() { end(before_); }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  Before before_;
};

/// Whoever waits keeps the door shut, so that a thread that locks again and again cannot shut out
/// the others (a plain mutex made a fork wait for milliseconds). To be locked by a thread that is
/// Undisturbed.
class FairLock {
 public:
  void lock() {
    const std::lock_guard waiting(door_);
    inside_.lock();
  }
  void unlock() { inside_.unlock(); }

  /// Around fork nobody may be at the door either: a child would find it shut for ever. Nor may a
  /// signal handler fork in the middle of a fork.
  void lock_for_fork() {
    const Undisturbed::Before before = Undisturbed::begin();
    door_.lock();
    inside_.lock();
    before_fork_ = before;
  }
  void unlock_after_fork() {
    const Undisturbed::Before before = before_fork_;
    inside_.unlock();
    door_.unlock();
    Undisturbed::end(before);
  }

 private:
  std::mutex door_, inside_;
  Undisturbed::Before before_fork_{};
};

}  // namespace retprobe
