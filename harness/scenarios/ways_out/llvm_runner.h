// What llvm_unwind.cc and the program that it starts (llvm/runner.cc) agree on.
#pragma once

#include "harness/verify/scenario.h"

namespace retprobe::harness {

/// LLVM's libunwind; nongnu libunwind's name differs in the number.
inline constexpr const char* llvm_unwinder = "libunwind.so.1";
inline constexpr const char* llvm_runner_file = "retprobe_llvm_runner";

/// The exit status for a verdict; not one that the system or a sanitizer gives.
inline constexpr int llvm_runner_first_status = 40;
constexpr int llvm_runner_status(Verdict verdict) {
  return llvm_runner_first_status + static_cast<int>(verdict);
}

}  // namespace retprobe::harness
