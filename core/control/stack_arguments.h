// Whether a function uses arguments that its caller passes on the stack. The answer comes from its
// code. Only framed designs ask, since they call the body from another frame.
#pragma once

#include <cstdint>

#include "retprobe/site.h"

namespace retprobe {

struct StackLook {
  StackArguments answer;
  std::uintptr_t at;  // `some`: the instruction that shows it
};

/// Reads the function's code, that of its parts elsewhere, and that of the functions that it
/// tail-calls. An Error where the catalogue cannot be read now. Cold: takes the catalogue's lock
/// and the loader's.
Result<StackLook> look_for_stack_arguments(const Site& site);

}  // namespace retprobe
