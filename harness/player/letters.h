// Users of a tracer, and our own tracers, have letters in scripts and in what is said of them.
#pragma once

#include <string>
#include <string_view>

namespace retprobe::harness {

/// "A" … "Z", "26", …
std::string tracer_letter(unsigned tracer);
/// The inverse: takes the letter or the number away from the front of `text`.
unsigned take_tracer(std::string_view& text);

}  // namespace retprobe::harness
