// The needs that the decisions answer, as data.
#pragma once

#include <span>

namespace retprobe::harness {

struct Need {
  const char* what;
  const char* workload;
  unsigned tracers;
  const char* counter = "added_ns";  // which has an interval; or a number of bytes, which is exact
  const char* registers = "scalar";
};

std::span<const Need> need_table();

}  // namespace retprobe::harness
