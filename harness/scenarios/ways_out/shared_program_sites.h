// The functions that the programs of shared_programs.cc leave. Every peer's compiler instruments
// shared_program_sites.cc, too. Nothing here is inline, since compilers also instrument what they
// inline.
#pragma once

#include "harness/verify/fixtures.h"

namespace fixture {

/// Its destructor appends its number to the program's record.
struct Guard {
  explicit Guard(int number);
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

 private:
  int number_;
};

}  // namespace fixture

/// Five calls, one in the other, each with a Guard of its number. The innermost calls bottom().
RETPROBE_FIXTURE void way_out_guarded_5(void (*bottom)());
/// The same with nothing to destroy.
RETPROBE_FIXTURE void way_out_bare_5(void (*bottom)());

// The functions that way_out_bare_5 calls, to be found in a chain of callers.
RETPROBE_FIXTURE void way_out_bare_4(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_3(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_2(void (*bottom)());
RETPROBE_FIXTURE void way_out_bare_1(void (*bottom)());
