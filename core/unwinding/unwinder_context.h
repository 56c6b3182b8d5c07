// Gives personality routines access to the context of the unwinder that called them.
#pragma once

#include <unwind.h>

#include <cstdint>

namespace retprobe {

/// The functions by which a personality routine reads a context.
struct ContextReader {
  decltype(&_Unwind_GetIP) ip;
  decltype(&_Unwind_GetCFA) cfa;
};

/// The functions of the unwinder that contains the address `code`, which is the return address of a
/// personality routine. A program may have two unwinders. For example, LLVM's libunwind is linked
/// and throws its exceptions, and glibc loads libgcc's for pthread_exit and pthread_cancel. Neither
/// can read a context of the other.
ContextReader reader_of(std::uintptr_t code);

}  // namespace retprobe
