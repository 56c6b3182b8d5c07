// The needs that the decisions (decisions.h) answer, as data.
#pragma once

#include <span>

namespace retprobe::harness {

struct Need {
  const char* what;
  const char* workload;
  unsigned tracers;
  const char* counter = "added_ns";  // has an interval; a number of bytes is exact
  const char* registers = "scalar";
};

std::span<const Need> need_table();

}  // namespace retprobe::harness
