// The mark that an exception writes beside a return slot's shadow word when it takes the T out of
// the slot. core/unwinding/unwinding.h describes why.
#pragma once

#include <cstdint>

#include "core/blocks/block.h"
#include "core/blocks/parallel_shadow.h"

namespace retprobe {

/// A mark, from its upper bits down: 16 bits that tell the exception from others of its thread, the
/// tid of the thread that raised it (24), and the offset of the T in the pool (24). Never 0, since
/// no tid is 0.
inline constexpr unsigned mark_exception_shift = 48, mark_thread_shift = 24;
static_assert(pool_bytes <= std::uintptr_t{1} << mark_thread_shift);
inline std::uintptr_t unwound_mark(std::uintptr_t trampoline, const void* exception, int thread) {
  return reinterpret_cast<std::uintptr_t>(exception) >> 4 << mark_exception_shift |
         std::uintptr_t(static_cast<unsigned>(thread)) << mark_thread_shift |
         (trampoline - reinterpret_cast<std::uintptr_t>(retprobe_slot_pool));
}
inline std::uintptr_t trampoline_in(std::uintptr_t mark) {
  return reinterpret_cast<std::uintptr_t>(retprobe_slot_pool) +
         (mark & ((std::uintptr_t{1} << mark_thread_shift) - 1));
}
/// Whether `mark` is of this exception, which the thread `thread` raised.
inline bool is_of(std::uintptr_t mark, const void* exception, int thread) {
  return unwound_mark(trampoline_in(mark), exception, thread) == mark;
}
constexpr int thread_in(std::uintptr_t mark) {
  return static_cast<int>(mark >> mark_thread_shift & 0xff'ffff);
}
/// Whether an exception that the thread `tid` raised has taken the T out of `slot`.
/// Async-signal-safe.
inline bool is_passed_by(int tid, std::uintptr_t slot) {
  const std::uint64_t delta = shadow_delta(slot);
  const std::uintptr_t mark = delta ? mark_word(slot, delta) : 0;
  return mark != 0 && thread_in(mark) == tid;
}

}  // namespace retprobe
