// Errors that say that there is no memory. Their texts need memory, too.
#pragma once

#include <new>

#include "retprobe/error.h"

namespace retprobe {

/// An Error of Code::exhausted with the text that `make_text()` returns; with a short text where
/// there is no memory for that one. Never throws bad_alloc. Cold.
template <class MakeText>
Error no_memory(MakeText make_text) {
  try {
    return {Error::Code::exhausted, make_text()};
  } catch (const std::bad_alloc&) {
    // The text is short enough for std::string to hold it without allocating.
    return {Error::Code::exhausted, "out of memory"};
  }
}

}  // namespace retprobe
