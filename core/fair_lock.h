// Locks that are held across fork.
#pragma once

#include <pthread.h>
#include <signal.h>

#include <mutex>

namespace retprobe {

/// Whoever waits keeps the door shut, so that a thread that locks again and again cannot shut out the others (a plain mutex
/// made a fork wait for milliseconds). To be locked by a thread that is Undisturbed.
class FairLock {
 public:
  void lock() {
    const std::lock_guard waiting(door_);
    inside_.lock();
  }
  void unlock() { inside_.unlock(); }

  /// Around fork nobody may be at the door either: a child would find it shut for ever.
  void lock_for_fork() {
    door_.lock();
    inside_.lock();
  }
  void unlock_after_fork() {
    inside_.unlock();
    door_.unlock();
  }

 private:
  std::mutex door_, inside_;
};

/// While this lives, the thread takes no asynchronous signal and no cancellation: neither may leave things half done, and a
/// signal handler that forks would wait for its own thread.
class Undisturbed {
 public:
  Undisturbed() {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_);
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int synchronous : {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigdelset(&blocked, synchronous);
    pthread_sigmask(SIG_BLOCK, &blocked, &mask_);
  }
  ~Undisturbed() {
    pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
    pthread_setcancelstate(cancel_, nullptr);
  }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  sigset_t mask_;
  int cancel_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace retprobe
