// Runs one scenario in one cell in a child process: starts it, watches it, reads its verdict.
// Internal to verify.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/injection/time_limit.h"
#include "harness/verify/scenario.h"

namespace retprobe::harness {

struct Findings;

class ScenarioProcess {
 public:
  /// Forks. The child configures the process for `cell`, runs the scenario, reports, and ends with
  /// _exit.
  static Result<ScenarioProcess> start(const Scenario& scenario, const Cell& cell);
  ScenarioProcess(ScenarioProcess&& other) noexcept;
  ScenarioProcess& operator=(ScenarioProcess&& other) noexcept;
  ~ScenarioProcess();

  /// Waits until one of the children has said something, or may have ended.
  static Error wait_for_any(const std::vector<const ScenarioProcess*>& children);

  /// Reads what there is to read, and kills the child when its time is over (TimeLimit). True: the
  /// child has ended, and `outcome` is its verdict.
  bool finished(Outcome& outcome);

  /// Valid once it has finished: how long it lived, and how much processor time the child and its
  /// reaped children used.
  double seconds() const { return seconds_; }
  double processor_seconds() const { return processor_seconds_; }

 private:
  ScenarioProcess() = default;
  Outcome judge(int status);
  std::string log_tail() const;

  int pid_ = -1, report_ = -1, log_ = -1;
  Findings* findings_ = nullptr;  // shared with the child
  double seconds_ = 0, processor_seconds_ = 0;
  std::chrono::steady_clock::time_point started_;
  std::optional<TimeLimit> limit_;  // once it runs
  std::string report_text_, log_text_;
};

}  // namespace retprobe::harness
