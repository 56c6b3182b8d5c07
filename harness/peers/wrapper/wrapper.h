// What the assembly of a wrapper (wrapper_x86_64.S), its handlers and its peer share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/peers/program/peer.h"

extern "C" {
/// A stub for each function that can be wrapped: 16 bytes of code.
extern const std::byte retprobe_wrapper_stubs[], retprobe_wrapper_stubs_end[];
/// For each stub, the address of the body that its wrapper calls.
extern std::uintptr_t retprobe_wrapped_bodies[];
/// What the wrapper calls before the body and after it. How they are called is the assembly's.
extern struct {
  void (*entry)();
  void (*exit)();
  void* context;
} retprobe_wrapper_handlers;
}

namespace retprobe::peers {

inline constexpr std::size_t stub_bytes = 16;

/// The counts of handlers of the kind "counting".
extern Hits wrapped_hits;

/// Installs the handlers of this kind ("empty", "counting", "recording"); false where there is no
/// such kind. Each wrapper's own handlers.cc has it. Cold.
bool install_handlers(std::string_view kind);

}  // namespace retprobe::peers
