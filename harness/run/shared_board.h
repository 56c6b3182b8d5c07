// The board of a run, from the side of `retprobe`: makes it, and reads what the agents count.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clients/run/board.h"
#include "harness/descriptor.h"
#include "harness/run/launch.h"
#include "harness/run/recorded.h"

namespace retprobe::run {

class SharedBoard {
 public:
  /// Throws Failure. `core` and `agent`: the libraries to preload.
  SharedBoard(const LaunchPlan& plan, const std::string& core, const std::string& agent);
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  ~SharedBoard();

  Board& board() const { return *board_; }
  /// As LD_PRELOAD names them.
  std::string libraries() const;

  /// Keeps the counts of processes that have ended, and makes room for others. Of Mode::count,
  /// where there are many.
  void give_back();
  /// What was counted so far.
  void read(const std::string& program, Launched& launched);

 private:
  ProcessReport report_of(const Process& process) const;
  void read_counts(const Process& process, ProcessReport& report) const;
  void read_times(const Process& process, std::vector<FunctionCounts>& sums) const;
  std::shared_ptr<const SiteNames> names_of(const Process& process,
                                            const std::vector<const Site*>& sites);
  void keep(ProcessReport report);

  std::shared_ptr<harness::Descriptor> file_;
  Board* board_ = nullptr;
  std::vector<ProcessReport> ended_;  // whose entries were given back
  // Of these those beyond the first, merged: by program and ending.
  std::map<std::pair<std::string, ProcessReport::Ending>, ProcessReport> merged_;
  std::map<const Process*, std::shared_ptr<const SiteNames>> names_;
};

}  // namespace retprobe::run
