// What a real program is given: views only, so that the program's library shares no code with the
// loader's.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct Document {
  std::string_view name;
  std::string_view text;
};

/// A real program's entry point: one pass over the documents, appending what it has to say to
/// `output`. The same documents give the same output and the same calls in the same order: no
/// clock, address or hash order is looked at.
using ProgramPass = void (*)(std::span<const Document> documents, std::string& output);

}  // namespace retprobe::harness
