// JSON as text: of all results, and between processes.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace retprobe::harness {

/// One line, without its end. A byte that is not UTF-8, as of a path or of what another program
/// said, becomes U+FFFD.
template <class Json>
std::string json_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace retprobe::harness
