#include "harness/peers/program/json.h"

namespace retprobe::peers {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

std::string json_of(const Count& count) {
  std::string text = "{\"calls\": " + std::to_string(count.calls);
  if (count.hits)
    text += ", \"entries\": " + std::to_string(count.hits->entries) +
            ", \"exits\": " + std::to_string(count.hits->exits);
  return text + "}";
}

}  // namespace retprobe::peers
