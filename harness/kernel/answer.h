// What a guest says: the lines of its protocol, and the log of its console. Both come from a
// machine that may be broken, so nothing is taken for granted. Fuzzed
// (tests/fuzz/guest_console.cc).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "retprobe/error.h"

namespace retprobe::harness {

/// The answer to a line of the protocol (docs/linux.md).
struct GuestAnswer {
  std::string word;                           // "ok", "error" or "ready"
  std::string text;                           // all that comes after it
  std::map<std::string, std::string> fields;  // those words of the text that are key=value

  /// An Error where the answer has no such field, or it is no number.
  Result<std::uint64_t> number(const std::string& key, int base = 10) const;
};

/// An Error that quotes the line where it is not one of the protocol's.
Result<GuestAnswer> parse_answer(std::string_view line);

/// The first panic, oops or bug in the log of a kernel's console, as one line without its time.
/// Empty where there is none.
std::string kernel_complaint(std::string_view log);

}  // namespace retprobe::harness
