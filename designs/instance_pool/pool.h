// A pool of instances: what one return probe (one tracer on one function) has for its calls in
// flight. `maxactive` of them, made at registration; a hit takes one and a return gives it back,
// from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/blocks/attachment.h"

namespace retprobe {
struct Record;
}

namespace retprobe::instance_pool {

struct Pool;

/// A call in flight, as Rusty Lynch's patch of 2005 has it: the probe, the return address, the task
/// (here: the list of the execution stack that it is on), and no stack address. Entry data follows.
struct alignas(16) Instance {
  Instance* next;  // on the task's list, newest first
  Pool* pool;
  const Record* record;
  std::uintptr_t original;  // what the return slot held
  Handle handle;
  std::uint32_t index;  // in the pool
  std::uint32_t next_free;

  std::byte* data() { return handle.words() ? reinterpret_cast<std::byte*>(this + 1) : nullptr; }
};

/// The free ones form a stack of indices with a tag against ABA: a lock-free list that all threads
/// share, as the kernel's was until objpool (2023). That it does not scale is part of the design.
struct Pool {
  std::atomic<std::uint64_t> free;  // index + 1 of the first free one, or 0; tag in the high half
  std::atomic<std::uint32_t> out;   // instances in flight
  std::uint32_t count;
  std::size_t stride;  // bytes from one instance to the next
  std::size_t bytes;
  Pool* next_abandoned;

  Instance& at(std::uint32_t index) {
    return *reinterpret_cast<Instance*>(reinterpret_cast<std::byte*>(this) + first_offset() +
                                        index * stride);
  }
  static constexpr std::size_t first_offset();

  /// Hot. Null when all are in flight.
  [[gnu::always_inline]] Instance* take() {
    std::uint64_t head = free.load(std::memory_order_acquire);
    for (;;) {
      const auto first = static_cast<std::uint32_t>(head);
      if (first == 0) return nullptr;
      Instance& instance = at(first - 1);
      const std::uint64_t rest = ((head >> 32) + 1) << 32 | instance.next_free;
      if (free.compare_exchange_weak(head, rest, std::memory_order_acquire)) {
        out.fetch_add(1, std::memory_order_relaxed);
        return &instance;
      }
    }
  }
  [[gnu::always_inline]] void give_back(Instance& instance) {
    std::uint64_t head = free.load(std::memory_order_relaxed);
    do {
      instance.next_free = static_cast<std::uint32_t>(head);
    } while (!free.compare_exchange_weak(head, ((head >> 32) + 1) << 32 | (instance.index + 1),
                                         std::memory_order_release));
    out.fetch_sub(1, std::memory_order_release);  // the last time that this call touches the pool
  }
};
constexpr std::size_t Pool::first_offset() { return (sizeof(Pool) + 63) & ~std::size_t{63}; }

/// Cold. Makes the pool of an attachment and stores it in Attachment::design_word.
Error make_pool(Handle handle);
/// Cold. The tracer is gone; its pool goes when the last of its instances has come home.
void abandon_pool(Handle handle);

}  // namespace retprobe::instance_pool
