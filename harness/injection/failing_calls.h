// A process whose requests for memory are answered by us: one of them, or all from one on, fail
// with ENOMEM. It knows nothing of the process's code: every mmap, mprotect, madvise, mremap,
// munmap, brk, memfd_create and clone of every thread, from libc or not, comes by here (seccomp's
// user notification).
//
//     const auto run = run_with_failing_calls([](Shortage& shortage) { …; shortage.begin(); …;
//     shortage.end(); … },
//                                             {.first = 3}, 10);
//
// What is wrong with the machine is thrown as NotPermitted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/injection/stepper.h"

namespace retprobe::harness {

/// Handed to the process: when requests are counted, and may fail.
class Shortage {
 public:
  void begin() { armed_.store(true, std::memory_order_seq_cst); }
  void end() { armed_.store(false, std::memory_order_seq_cst); }

 private:
  friend struct SharedWithChild;
  std::atomic<bool> armed_{false};
};

struct FailingCalls {
  std::uint64_t first = 0;  // the number, from 1, of the request that fails; 0: none does
  bool all_after = false;   // so do all that come later, until the shortage ends
};

struct FailedRun {
  Ending ending;
  std::uint64_t calls = 0, failed = 0;  // during the shortage
  std::string victim;                   // the system call that failed first: "mmap"
  std::string report;                   // what `body` returned
};

/// Runs `body` in a forked process; empty: all is well. One that takes longer than `seconds` is
/// killed.
FailedRun run_with_failing_calls(const std::function<std::string(Shortage&)>& body,
                                 FailingCalls which, unsigned seconds);

}  // namespace retprobe::harness
