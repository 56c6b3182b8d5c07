// Processes that are alive together and visit what they are told to, one at a time: candidates and
// those peers that are programs of their own. Cold.
//
// A virtual machine that was idle was seen to change between two speeds, a third apart, every few
// hundredths of a second to two seconds (timing.h). Processes that are timed one after the other
// each see their own mixture of them. Here a case is timed in all of them within a tenth of a
// second, and again when all other cases had their turn. tools/two_speeds.py simulates both orders:
// of the ratios of a quick comparison, 1 % are wrong by more than 5 % in turns, and 46 % by
// themselves.
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

/// What one process visits. Where it dies, another takes up the cases that are left.
class Visitor {
 public:
  struct Case {
    std::string workload;
    std::string alike;  // what it has in common with the cases of others that it is compared with:
                        // those are visited one behind the other
    unsigned visits;    // how often
  };

  virtual ~Visitor() = default;
  const std::vector<Case>& cases() const { return cases_; }

  /// Error where there is no process that could visit anything.
  Error start();
  /// Nothing where the case is over: one that cannot be timed, or that its process died of.
  Error visit(std::size_t which);
  /// Nothing is left to do. A process that cannot even end has no numbers.
  void end();

 protected:
  explicit Visitor(std::string name) : name_(std::move(name)) {}
  void add(Case one) {
    cases_.push_back(std::move(one));
    over_.push_back(false);
  }

 private:
  /// A process that has been told all but which case to visit. It says {"ready": true}, and then a
  /// line for each index that it is told.
  virtual Result<Child> fresh_process() = 0;
  /// How long it may be silent, in seconds.
  virtual double patience() const { return silence_seconds; }
  virtual void take(std::size_t which, const nlohmann::json& line) = 0;
  virtual void refuse(std::size_t which, const std::string& why) = 0;
  /// All visits are over.
  virtual void finish() {}

  std::string name_;
  std::vector<Case> cases_;
  std::vector<bool> over_;
  std::optional<Child> child_;
};

/// How many calls of `show` visit_in_turns() makes.
std::size_t turns_of(const std::vector<std::unique_ptr<Visitor>>& visitors);

/// In rounds over all cases (timing.h), each of which all visitors that have it visit in random
/// order. The order of cases is random, but those of a workload, and its unprobed run, follow each
/// other. `show` is told what comes next.
Error visit_in_turns(const std::vector<std::unique_ptr<Visitor>>& visitors, std::mt19937_64& random,
                     const std::function<void(const std::string&)>& show);

}  // namespace retprobe::harness
