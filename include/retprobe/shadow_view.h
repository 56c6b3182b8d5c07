// A live shadow stack as data, newest first: what the text picture, the Python package and others
// draw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace retprobe {

/// A word of a frame; or, where `data` is not empty, an area of entry data.
struct ShadowWord {
  std::uintptr_t address = 0;
  std::uint64_t value = 0;
  std::string meaning;             // "slot 0x7ff…", "original main+0x12"
  std::vector<std::uint8_t> data;  // of an area: its bytes as they were, from `address` upwards
};

/// One call in flight; of chained_trampolines and instance_pool one per call and tracer.
struct ShadowFrame {
  std::string function;           // the probed one; "" where its frame does not say any more
  std::vector<ShadowWord> words;  // in the order in which a return meets them
};

struct ShadowView {
  std::uintptr_t low = 0, bytes = 0;  // the machine stack that the calls run on
  std::vector<ShadowFrame> frames;    // newest first
};

/// The shadow stack of the calling thread's current execution stack. Empty where the design keeps
/// nothing on one. Cold, but also for handlers that may allocate.
[[gnu::visibility("default")]] ShadowView view_shadow_stack();

}  // namespace retprobe
