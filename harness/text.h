// Small texts of reports and messages.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>

namespace retprobe::harness {

/// "a, b, c". `name_of`: what of each element is named.
template <class Range, class NameOf = std::identity>
std::string joined(Range&& range, const char* between = ", ", NameOf name_of = {}) {
  std::string text;
  bool is_first = true;
  for (const auto& each : range) {
    if (!is_first) text += between;
    is_first = false;
    text += std::invoke(name_of, each);
  }
  return text;
}

/// "1 row", "2 rows".
inline std::string number_of(std::size_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// "1,234,567"
inline std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

/// The end of a text that was cut, from its first whole character (UTF-8) on.
inline std::string from_character(std::string end) {
  std::size_t at = 0;
  while (at < 3 && at < end.size() && (end[at] & 0xc0) == 0x80) ++at;
  return end.erase(0, at);
}

/// "SIGSEGV", or "signal 34" where it has no name.
inline std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

/// What printf would print, up to 160 characters.
template <class... Values>
std::string printed(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

}  // namespace retprobe::harness
