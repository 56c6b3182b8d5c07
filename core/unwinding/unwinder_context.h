// What a personality routine asks the unwinder that called it.
#pragma once

#include <unwind.h>

#include <cstdint>

namespace retprobe {

/// The functions by which a personality routine reads a context.
struct ContextReader {
  decltype(&_Unwind_GetIP) ip;
  decltype(&_Unwind_GetCFA) cfa;
};

/// Those of the unwinder that `code` is part of: a personality routine's return address. A program
/// may have two unwinders: one that it links with (LLVM's libunwind) throws its exceptions, and
/// glibc loads libgcc's for pthread_exit and pthread_cancel; neither can read a context of the
/// other.
ContextReader reader_of(std::uintptr_t code);

}  // namespace retprobe
