// The functions that are probed. What they return follows from their argument, so that each caller
// can check it.
#pragma once

#include <atomic>
#include <cstdint>

#include "program.h"

namespace random_handlers {

constexpr const char* function_names[functions] = {
    "probed_call", "probed_tail_call", "probed_destructor", "probed_rethrower", "probed_recursion"};
constexpr const char* all_functions = "probed_*";

/// Calls of each that have been made, also those that were then left by an exception or a jump.
extern std::atomic<int> made[functions];

inline std::uint64_t value_of(std::uint64_t argument) {
  return (argument ^ argument >> 7) * 0x9e3779b97f4a7c15 + 5;
}

/// Plays what is inside the action in a call. Only for actions that are calls.
void call(const Action& action);
/// Calls each function twice, with nothing inside.
void call_each_twice();

}  // namespace random_handlers
