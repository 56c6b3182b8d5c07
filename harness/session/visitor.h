// Processes that are alive together and run one case at a time in turns: the candidates, and the
// peers that are programs of their own. Cold.
//
// An idle virtual machine was seen to change between two speeds, a third apart, every few
// hundredths of a second to two seconds (timing.h). Processes that are timed one after the other
// each see their own mixture of the two. Here all processes time a case within a tenth of a second,
// and time it again when all other cases have had their turn. tools/two_speeds.py simulates both
// orders: of the ratios of a quick comparison, 1 % are wrong by more than 5 % when processes take
// turns, and 46 % when they run one after the other.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness/session/process.h"
#include "retprobe/error.h"

namespace retprobe::harness {

/// The cases of one process. Where the process dies, another one takes over the cases that are
/// left.
class Visitor {
 public:
  struct Case {
    std::string workload;
    /// The same for all cases that are compared with each other. These are visited one after the
    /// other.
    std::string comparison_key;
    unsigned visits;  // how often the case is visited
  };

  virtual ~Visitor() = default;
  const std::vector<Case>& cases() const { return cases_; }

  /// Throws Failure where no process can be started, and where one writes what is no result.
  void start();
  /// Does nothing where the case is over: it cannot be timed, or its process died of it.
  void visit(std::size_t which);
  /// No cases are left. A process that fails to end has no numbers.
  void end();

 protected:
  explicit Visitor(std::string name) : name_(std::move(name)) {}
  void add(Case one) {
    cases_.push_back(std::move(one));
    over_.push_back(false);
  }

 private:
  /// A process that knows everything but which case to visit. It writes {"ready": true}, and then
  /// one line for each index that it reads.
  virtual Result<Child> fresh_process() = 0;
  /// How long the process may write nothing, in seconds.
  virtual double patience() const { return silence_seconds; }
  virtual void take(std::size_t which, const nlohmann::json& line) = 0;
  virtual void refuse(std::size_t which, const std::string& why) = 0;
  /// Called after all visits.
  virtual void finish() {}

  std::string name_;
  std::vector<Case> cases_;
  std::vector<bool> over_;
  std::optional<Child> child_;
};

/// How many times visit_in_turns() calls `show`.
std::size_t turns_of(const std::vector<std::unique_ptr<Visitor>>& visitors);

/// Visits all cases in rounds (timing.h). In a round, all visitors that have a case visit it in
/// random order. The order of cases is random too, but cases of one workload, its unprobed run
/// included, follow each other. `show` gets the name of what comes next.
void visit_in_turns(const std::vector<std::unique_ptr<Visitor>>& visitors, std::mt19937_64& random,
                    const std::function<void(const std::string&)>& show);

}  // namespace retprobe::harness
