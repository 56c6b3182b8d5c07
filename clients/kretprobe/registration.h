// The state that a registered kretprobe's handlers use. Internal; the hot object includes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "retprobe/hit.h"

namespace retprobe::kretprobe {

struct Kretprobe;
struct KretprobeInstance;

/// The calls in flight that have an instance. The child of a fork begins with none: the calls of
/// its other threads never return there. Those of the thread that forked do, so the count may be
/// too small until they have.
class Instances {
 public:
  /// Takes one, unless `limit` are in use.
  bool take(std::size_t limit) {
    Count count = count_.load(std::memory_order_relaxed), next;
    do {
      const std::uint32_t now = forks.load(std::memory_order_relaxed);
      next = {now, count.forks == now ? count.in_use : 0};
      if (next.in_use++ >= limit) return false;
    } while (!count_.compare_exchange_weak(count, next, std::memory_order_relaxed));
    return true;
  }
  void give_back() {
    Count count = count_.load(std::memory_order_relaxed), next;
    do {
      next = count;
      if (count.forks != forks.load(std::memory_order_relaxed) || next.in_use-- == 0) return;
    } while (!count_.compare_exchange_weak(count, next, std::memory_order_relaxed));
  }
  std::size_t in_use() const {
    const Count count = count_.load(std::memory_order_relaxed);
    return count.forks == forks.load(std::memory_order_relaxed) ? count.in_use : 0;
  }

  static std::atomic<std::uint32_t> forks;  // that made this process

 private:
  struct alignas(8) Count {
    std::uint32_t forks, in_use;
  };
  std::atomic<Count> count_{};
};

struct HotState {
  Kretprobe* probe = nullptr;
  int (*entry_handler)(KretprobeInstance&, Registers&) = nullptr;  // may be null
  int (*handler)(KretprobeInstance&, Registers&) = nullptr;        // null: no exit is handled
  std::size_t maxactive = 0;
  std::atomic<bool> disabled{false};
  Instances instances;
  std::atomic<std::uint64_t> full{0};  // calls beyond maxactive
};

/// `context` is the HotState. Hot, async-signal-safe, no vector register.
bool enter_kretprobe(void* context, EntryFrame& call);
void leave_kretprobe(void* context, ReturnFrame& call);

}  // namespace retprobe::kretprobe
