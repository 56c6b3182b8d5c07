// Ends a scenario where something is not as it has to be. Each function throws then, and the
// framework makes the message a failure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "harness/verify/scenario.h"
#include "retprobe/error.h"

namespace retprobe::harness {

void require(const Error& error);
void require(bool holds, const std::string& otherwise);
template <class T>
T require(Result<T> result) {
  if (!result.ok()) require(result.error());
  return *std::move(result);
}
/// The scenario ends with `outcome` unless that is a pass. A failure's message begins with `when`.
void require(const Outcome& outcome, const std::string& when = "");
/// "what: expected 3, seen 4".
void require_equal(std::string_view what, std::uint64_t seen, std::uint64_t expected);

}  // namespace retprobe::harness
