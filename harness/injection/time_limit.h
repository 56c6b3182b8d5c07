// A limit for the time that a process takes. It counts the processor time that the process gets,
// because a busy machine may delay a process that works well.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>

namespace retprobe::harness {

class TimeLimit {
 public:
  /// Begins now, for `process`, its group and its descendants together. The limit is `seconds` of
  /// processor time, or twenty times as long by the clock.
  TimeLimit(pid_t process, double seconds);

  enum class State {
    within,
    over,     // it used up its processor time, or it waits for something other than a processor
    starved,  // the time by the clock is over, and it did not get its processor time
  };
  /// The state now. To be called regularly: it reads /proc, a few times a second at most.
  State look();
  /// The state at the last look.
  State state() const { return state_; }

  /// A message about a process that is not within its limit.
  std::string text() const;

 private:
  using Clock = std::chrono::steady_clock;
  void sample(double since);
  pid_t process_;
  double limit_, interval_, next_, elapsed_ = 0, processor_seconds_ = 0;
  double wanted_seconds_ = 0;  // in which a thread ran, or waited for a processor or a disk
  double unknown_seconds_ = 0, unknown_processor_seconds_ = 0;  // between looks far apart
  std::map<pid_t, unsigned long long> wanted_of_;               // each thread, in nanoseconds
  Clock::time_point start_ = Clock::now();
  State state_ = State::within;
};

}  // namespace retprobe::harness
