// What another thread blocks.
#pragma once

#include <fstream>
#include <string>

namespace retprobe {

/// Whether a thread of this process takes no such signal now: it blocks it, or has ended.
inline bool blocks_signal(int thread, int signal) {
  std::ifstream status("/proc/self/task/" + std::to_string(thread) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigBlk:"))
      return std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1;
  return true;
}

}  // namespace retprobe
