#include "harness/player/letters.h"

#include <algorithm>
#include <charconv>

namespace retprobe::harness {

std::string tracer_letter(unsigned tracer) {
  return tracer < 26 ? std::string(1, static_cast<char>('A' + tracer)) : std::to_string(tracer);
}

unsigned take_tracer(std::string_view& text) {
  unsigned tracer = 0;
  std::size_t size = 1;
  if (!text.empty() && text[0] >= 'A')
    tracer = static_cast<unsigned>(text[0] - 'A');
  else
    size = static_cast<std::size_t>(
        std::from_chars(text.data(), text.data() + text.size(), tracer).ptr - text.data());
  text.remove_prefix(std::min(size, text.size()));
  return tracer;
}

}  // namespace retprobe::harness
