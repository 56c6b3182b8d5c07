// Errors as exceptions, for cold code that can only pass them on.
#pragma once

#include <stdexcept>
#include <utility>

#include "retprobe/error.h"

namespace retprobe::harness {

struct Failure : std::runtime_error {
  explicit Failure(Error its_error)
      : std::runtime_error(its_error.message()), error(std::move(its_error)) {}
  Error error;
};

/// The result's value. Throws Failure where there is none.
template <class T>
T must(Result<T> result) {
  if (!result.ok()) throw Failure(result.error());
  return *std::move(result);
}
inline void must(const Error& error) {
  if (error) throw Failure(error);
}

}  // namespace retprobe::harness
