// A pool of `maxactive` instances for the calls in flight of one return probe (one tracer on one
// function). It is made at the attach. A hit takes an instance and a return gives it back, in any
// thread.
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

/// One call in flight, as in Rusty Lynch's patch of 2005: the probe, the return address, and the
/// task (here: by the list of the execution stack that the instance is on). No stack address. Entry
/// data follows the structure.
struct alignas(16) Instance {
  Instance* next;  // on the task's list, newest first
  Pool* pool;
  const Record* record;
  std::uintptr_t original;  // the return slot's content at entry
  Handle handle;
  std::uint32_t index;  // in the pool
  std::uint32_t next_free;

  std::byte* data() { return handle.words() ? reinterpret_cast<std::byte*>(this + 1) : nullptr; }
};

/// The free instances form a lock-free stack of indices, with a tag against the ABA problem. All
/// threads share it, as they did in the kernel until objpool (2023). It does not scale; that is
/// part of the design.
struct Pool {
  // Index + 1 of the first free instance, or 0; the tag is in the high half.
  std::atomic<std::uint64_t> free;
  std::atomic<std::uint32_t> out;  // instances in flight
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
    out.fetch_sub(1, std::memory_order_release);  // this call does not touch the pool afterwards
  }
};
constexpr std::size_t Pool::first_offset() { return (sizeof(Pool) + 63) & ~std::size_t{63}; }

/// Cold. Makes the pool of an attachment and stores it in Attachment::design_word.
Error make_pool(Handle handle);
/// Cold. The tracer has detached. Its pool is freed when all instances have been given back.
void abandon_pool(Handle handle);

}  // namespace retprobe::instance_pool
