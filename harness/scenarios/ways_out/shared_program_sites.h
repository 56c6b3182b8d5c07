// What the programs of shared_programs.cc leave: shared_program_sites.cc, which every peer's
// compiler instruments, too. Nothing here is inline, since what compilers inline they instrument as
// well.
#pragma once

#include "harness/verify/fixtures.h"

namespace fixture {

/// Writes its number into the program's record when it is destroyed.
struct Guard {
  explicit Guard(int number);
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

 private:
  int number_;
};

}  // namespace fixture

/// Five calls, one in the other, then bottom(): each has a Guard of its number.
RETPROBE_FIXTURE void way_out_guarded_5(void (*bottom)());
/// The same with nothing to destroy.
RETPROBE_FIXTURE void way_out_bare_5(void (*bottom)());

// What they call, for who looks for them in a chain of callers.
RETPROBE_FIXTURE void way_out_bare_4(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_3(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_2(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_1(void (*bottom)());
