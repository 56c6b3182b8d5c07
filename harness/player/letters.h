// Users of a tracer, and our own tracers, have letters in scripts and in what is said of them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace retprobe::harness {

/// "A" … "Z", "26", …
std::string tracer_letter(unsigned tracer);
/// The inverse: takes the letter or the number away from the front of `text`.
unsigned take_tracer(std::string_view& text);

/// What the oracle would not notice: a letter that a script (harness/verify/oracle.h) cannot have,
/// or a user that there is not. "" if there is nothing.
std::string wrong_letters(std::string_view script, std::size_t users);

}  // namespace retprobe::harness
