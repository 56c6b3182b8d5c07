// The input of a real program. It has only views, so that the program's library shares no code with
// the loader.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace retprobe::harness {

struct Document {
  std::string_view name;
  std::string_view text;
};

/// A real program's entry point. It makes one pass over the documents and appends its text to
/// `output`. The same documents give the same output and the same calls in the same order: nothing
/// depends on a clock, an address or a hash order.
using ProgramPass = void (*)(std::span<const Document> documents, std::string& output);

}  // namespace retprobe::harness
