// The real programs among the workloads: what they print, for a comparison byte for byte, and
// whether they can run here. Cold: reads files, allocates, throws.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "retprobe/error.h"

namespace retprobe::harness {

/// Why this real program cannot run here (its input is not installed; not a real program at all),
/// or success. To be asked before Workload::run, which can only throw a std::runtime_error with the
/// same line.
Error real_program_ready(std::string_view workload);

/// The whole output of one pass of this real program. It is the same text in every pass, probed or
/// not. Throws std::runtime_error where real_program_ready() returns an error. With `most_bytes`,
/// of each document the records that end in its first so many bytes: for who has no time for all of
/// them.
std::string real_program_output(std::string_view workload,
                                std::size_t most_bytes = std::string_view::npos);

}  // namespace retprobe::harness
