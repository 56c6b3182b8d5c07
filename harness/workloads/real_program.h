// The real programs among the workloads: says whether they can run here, and returns what they
// print, for a comparison byte for byte. Cold: reads files, allocates, throws.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "retprobe/error.h"

namespace retprobe::harness {

/// Success, or why this real program cannot run here: its input is not installed, or there is no
/// real program of this name. Call it before Workload::run, which can only throw a
/// std::runtime_error with the same message.
Error real_program_ready(std::string_view workload);

/// The whole output of one pass of this real program. It is the same text in every pass, probed or
/// not. Throws std::runtime_error when real_program_ready() returns an error. `most_bytes` shortens
/// each longer document to the records that end in its first `most_bytes` bytes.
std::string real_program_output(std::string_view workload,
                                std::size_t most_bytes = std::string_view::npos);

}  // namespace retprobe::harness
