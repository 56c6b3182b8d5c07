// How long a process may take. What counts is the processor time that it gets: on a machine that is
// busy with other things it takes longer, and is not to blame.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace retprobe::harness {

class TimeLimit {
 public:
  /// From now on, for `process`, its group and its descendants together: `seconds` of processor
  /// time, and twenty times as long by the clock.
  TimeLimit(pid_t process, double seconds);

  enum class State {
    within,
    over,     // it used up its processor time, or waits for something that is no processor
    starved,  // the time by the clock is over, and it did not get its processor time
  };
  /// Where it stands. To be asked every now and then: reads /proc, a few times a second at most.
  State look();
  /// What the last look said.
  State state() const { return state_; }

  /// What there is to say about a process that is not within its limit.
  std::string text() const;

 private:
  using Clock = std::chrono::steady_clock;
  void sample();
  pid_t process_;
  double limit_, interval_, next_, elapsed_ = 0, processor_seconds_ = 0;
  unsigned looks_ = 0, looks_wanting_ = 0;
  Clock::time_point start_ = Clock::now();
  State state_ = State::within;
};

}  // namespace retprobe::harness
