// Runs one scenario in this process, whose unwinder has to be LLVM's libunwind. llvm_unwind.cc
// starts this program, with that library and retprobe's in LD_PRELOAD. A process of its own is
// needed, since an unwinder cannot be exchanged after exceptions were thrown with it.
//
//     retprobe_llvm_runner SCENARIO DESIGN TRANSFER REGISTERS TRACERS
//
// Standard output: the verdict's text. Exit status: see llvm_runner.h.
#include <dlfcn.h>
#include <unwind.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "harness/scenarios/ways_out/llvm_runner.h"
#include "harness/verify/findings.h"
#include "harness/verify/require.h"
#include "harness/verify/scenario.h"
#include "retprobe/probe.h"

// Calls `function` from a frame whose personality routine is llvm_runner_witness.
extern "C" void llvm_runner_call(void (*function)());
asm(R"(
        .text
        .type   llvm_runner_call, @function
llvm_runner_call:
        .cfi_startproc
        .cfi_personality 0x1b, llvm_runner_witness
        sub     $8, %rsp
        .cfi_adjust_cfa_offset 8
        call    *%rdi
        add     $8, %rsp
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc
        .size   llvm_runner_call, . - llvm_runner_call
)");

namespace {
const void* carrier = nullptr;  // an address in the unwinder that looked for a handler
}

extern "C" [[gnu::visibility("hidden"), gnu::used]] _Unwind_Reason_Code llvm_runner_witness(
    int, _Unwind_Action, _Unwind_Exception_Class, _Unwind_Exception*, _Unwind_Context*) {
  carrier = __builtin_return_address(0);
  return _URC_CONTINUE_UNWIND;
}

namespace retprobe::harness {
namespace {

std::string file_of(const void* code) {
  Dl_info info{};
  return code && dladdr(code, &info) && info.dli_fname ? info.dli_fname : "nowhere";
}

// Checks which unwinder a `throw` of this process meets. A personality routine sees which unwinder
// calls it.
Outcome check_unwinder() {
  void* const library = dlopen(llvm_unwinder, RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    return unavailable(
        Lack::package,
        std::string(llvm_unwinder) + " cannot be loaded (Debian package libc++abi1 brings it)");
  const void* const raise = dlsym(library, "_Unwind_RaiseException");
  if (!raise) return fail(std::string(llvm_unwinder) + " has no function _Unwind_RaiseException");
  try {
    llvm_runner_call([] { throw 1; });
    return fail("what was thrown was not caught");
  } catch (int) {
  }
  if (file_of(carrier) != file_of(raise))
    return fail("exceptions are carried by " + file_of(carrier) + ", not by " + file_of(raise));
  // This library has to stand in front of it, or tracers would not be notified as elsewhere.
  const auto* const first = dlsym(RTLD_DEFAULT, "_Unwind_RaiseException");
  const auto* const own = reinterpret_cast<const void*>(&retprobe::configure);
  if (file_of(first) != file_of(own))
    return fail("a throw calls " + file_of(first) + " first, not " + file_of(own));
  return pass();
}

Outcome run(const std::string& name, const Cell& cell) {
  try {
    require(check_unwinder());
    for (const Scenario* scenario : scenarios()) {
      if (scenario->name != name) continue;
      if (Error error = configure({cell.design, cell.transfer == "-" ? "paired" : cell.transfer}))
        return fail(error.message());
      return scenario->run(cell);
    }
    return fail("there is no scenario " + name);
  } catch (const Unavailable& missing) {
    return unavailable(missing.lack, missing.what());
  } catch (const std::exception& exception) {
    return fail(exception.what());
  }
}

}  // namespace
}  // namespace retprobe::harness

int main(int count, char** words) {
  using namespace retprobe::harness;
  if (count != 6) {
    std::fprintf(stderr, "usage: %s SCENARIO DESIGN TRANSFER REGISTERS TRACERS\n", words[0]);
    return 2;
  }
  Cell cell{words[2], words[3], retprobe::RegisterSet::scalar,
            static_cast<unsigned>(std::strtoul(words[5], nullptr, 10))};
  for (const auto set : {retprobe::RegisterSet::vector, retprobe::RegisterSet::full})
    if (to_string(set) == std::string_view(words[4])) cell.registers = set;
  const Outcome outcome = look_first(run(words[1], cell), *findings);
  std::fputs(outcome.detail.c_str(), stdout);
  std::fflush(stdout);
  // No destructors run, since a scenario may leave threads behind.
  std::_Exit(llvm_runner_status(outcome.verdict, outcome.lack));
}
