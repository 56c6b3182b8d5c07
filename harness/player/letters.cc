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

std::string wrong_letters(std::string_view script, std::size_t users) {
  constexpr std::string_view known =
      "fghkup ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-*.,!?^{}#@$()[]> satowr|my=;bexn";
  const std::size_t unknown = script.find_first_not_of(known);
  if (unknown != script.npos) return std::string("script: what is '") + script[unknown] + "'?";
  for (std::size_t at; (at = script.find_first_of("+-")) != script.npos;) {
    script.remove_prefix(at + 1);
    if (script.starts_with('*')) continue;
    const std::string_view from = script;
    const unsigned user = take_tracer(script);
    const std::string_view name = from.substr(0, from.size() - script.size());
    if (name.empty() || user >= users)
      return "script: there is no tracer '" + std::string(name) + "'";
  }
  return "";
}

}  // namespace retprobe::harness
