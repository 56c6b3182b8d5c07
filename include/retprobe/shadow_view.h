// A snapshot of a shadow stack as data, newest frame first. The text picture and the Python package
// are drawn from it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace retprobe {

/// One word of a frame or, where `data` is not empty, an area of entry data.
struct ShadowWord {
  std::uintptr_t address = 0;
  std::uint64_t value = 0;
  std::string meaning;             // "slot 0x7ff…", "original main+0x12"
  std::vector<std::uint8_t> data;  // of an area: a copy of its bytes, from `address` upwards
};

/// One call in flight. In chained_trampolines and instance_pool: one tracer of one call.
struct ShadowFrame {
  std::string function;           // the probed function; "" where the frame no longer names it
  std::vector<ShadowWord> words;  // in the order in which a return reads them
};

struct ShadowView {
  std::uintptr_t low = 0, bytes = 0;  // the machine stack that the calls run on
  std::vector<ShadowFrame> frames;    // newest first
};

/// The shadow stack of the calling thread's current execution stack. Empty where the design uses no
/// shadow stack. Cold. May be called in a handler that may allocate memory.
[[gnu::visibility("default")]] ShadowView view_shadow_stack();

}  // namespace retprobe
