// Runs a player and keeps its history. Internal to tracers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/player/history.h"

namespace retprobe::harness {

/// A player that has ended.
class PlayerProcess {
 public:
  /// Starts the player with these words, and waits until it has ended. It is killed after `seconds`
  /// (TimeLimit), or when it has written more than 16 MB. Throws Failure where no process can be
  /// made, TooBusy where the machine has other work.
  PlayerProcess(const std::vector<std::string>& words, double seconds);
  /// How it ended, or "" for exit status 0: "crashed: SIGSEGV", "hangs …", "exit status 2", "it
  /// writes without end …"; with the end of what it wrote to its standard error.
  const std::string& end() const { return end_; }
  const std::string& output() const { return output_; }
  const History& history() const { return *history_; }

 private:
  struct Unmap {
    void operator()(History* history) const;
  };
  std::unique_ptr<History, Unmap> history_;
  std::string end_, output_;
};

}  // namespace retprobe::harness
