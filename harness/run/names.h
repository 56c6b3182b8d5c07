// Names of functions as people type them, and durations.
#pragma once

#include <string>
#include <string_view>

#include "retprobe/error.h"

namespace retprobe::run {

/// Whether `pattern` selects the function `name` (demangled), as a pattern of find_sites does: the
/// name with or without its parameters, or a glob over these.
bool has_name(std::string_view name, std::string_view pattern);

/// The nanoseconds of "5us", "1.5ms". The Error begins with `option`.
Result<double> nanoseconds_in(const std::string& text, const std::string& option);
/// "812 ns", "1.24 µs", "35.1 ms", "2.07 s", "123 s": three digits.
std::string duration_text(double nanoseconds);

}  // namespace retprobe::run
