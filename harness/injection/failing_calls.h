// Runs a process whose requests for memory can fail with ENOMEM: one of them, or all from one on.
// It needs no knowledge of the process's code. Seccomp's user notification sends every mmap,
// mprotect, madvise, mremap, munmap, brk, memfd_create and clone of every thread to this process,
// whether libc makes the call or not.
//
//     const auto run = run_with_failing_calls(
//         [](Shortage& shortage) { …; shortage.begin(); …; shortage.end(); … }, {.first = 3}, 10);
//
// Throws NotPermitted for a fault of the machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/injection/stepper.h"

namespace retprobe::harness {

/// The process gets this to say when requests are counted and may fail.
class Shortage {
 public:
  void begin() { armed_.store(true, std::memory_order_seq_cst); }
  void end() { armed_.store(false, std::memory_order_seq_cst); }

 private:
  friend struct SharedWithChild;
  std::atomic<bool> armed_{false};
};

struct FailingCalls {
  std::uint64_t first = 0;  // the number, from 1, of the request that fails; 0: none fails
  bool all_after = false;   // all later requests fail, too, until the shortage ends
};

struct FailedRun {
  Ending ending;
  std::uint64_t calls = 0, failed = 0;  // during the shortage
  std::string victim;                   // the system call that failed first: "mmap"
  std::string report;                   // what `body` returned
};

/// Runs `body` in a forked process, which is killed when it takes longer than `seconds` (TimeLimit)
/// from one watched call to the next. `body` returns what went wrong, or an empty text.
FailedRun run_with_failing_calls(const std::function<std::string(Shortage&)>& body,
                                 FailingCalls which, unsigned seconds);

}  // namespace retprobe::harness
