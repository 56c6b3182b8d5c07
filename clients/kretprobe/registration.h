// The state that a registered kretprobe's handlers use. Internal; the hot object includes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "retprobe/hit.h"

namespace retprobe::kretprobe {

struct Kretprobe;
struct KretprobeInstance;

struct HotState {
  Kretprobe* probe = nullptr;
  int (*entry_handler)(KretprobeInstance&, Registers&) = nullptr;  // may be null
  int (*handler)(KretprobeInstance&, Registers&) = nullptr;        // null: no exit is handled
  std::size_t maxactive = 0;
  std::atomic<bool> disabled{false};
  std::atomic<std::size_t> active{0};
  std::atomic<std::uint64_t> full{0};  // calls beyond maxactive
};

/// `context` is the HotState. Hot, async-signal-safe, no vector register.
bool enter_kretprobe(void* context, EntryFrame& call);
void leave_kretprobe(void* context, ReturnFrame& call);

}  // namespace retprobe::kretprobe
