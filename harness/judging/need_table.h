// The needs that the decisions (decisions.h) answer, as data.
#pragma once

#include <span>

namespace retprobe::harness {

/// The candidates that can serve a need. Floors (call_through, none) cannot serve every function.
enum class Among {
  designs,     // all but the floors
  unpaired,    // of those, the transfers that do not let the block call the body
  with_floor,  // the designs and call_through, whose bodies do not find their stack arguments
};

struct Need {
  const char* what;
  const char* workload;
  unsigned tracers;
  const char* counter = "added_ns";  // has an interval; a number of bytes is exact
  const char* registers = "scalar";
  Among among = Among::designs;
};

/// The needs that most people have come first.
std::span<const Need> need_table();
inline constexpr std::size_t common_needs = 6;

}  // namespace retprobe::harness
