// The agreement between llvm_unwind.cc and the program that it starts (llvm/runner.cc).
#pragma once

#include "harness/verify/scenario.h"

namespace retprobe::harness {

/// LLVM's libunwind. Nongnu libunwind's file name has another number.
inline constexpr const char* llvm_unwinder = "libunwind.so.1";
inline constexpr const char* llvm_runner_file = "retprobe_llvm_runner";

/// The exit status for an outcome. Neither the system nor a sanitizer uses these numbers.
inline constexpr int llvm_runner_first_status = 40;
constexpr int llvm_runner_status(Verdict verdict, Lack lack) {
  const int of_lack = verdict == Verdict::unavailable ? static_cast<int>(lack) : 0;
  return llvm_runner_first_status + static_cast<int>(verdict) + of_lack;
}
static_assert(static_cast<int>(Verdict::unavailable) == 4);  // the last one: its lacks follow

}  // namespace retprobe::harness
