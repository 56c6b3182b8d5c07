// A thread's state for hooks: the recursion guard, the current execution stack, the running
// handler; and the slow paths of hooks.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"

namespace retprobe {

/// The recursion guard: whether its thread is in a hook, and where that hook's frame is. One word,
/// so that a hook sets it by one store and a signal handler never sees half of it. A hit that finds
/// it set runs unprobed and is counted, unless the guard is stale: the hook that set it was left by
/// a siglongjmp (guard.cc says how that is known). Hot.
class Guard {
 public:
  constexpr Guard() = default;
  /// Outside of hooks; but the thread has not had its first hit yet, which is to make its state.
  static constexpr Guard first_hit() { return Guard(first_hit_bit); }
  /// In an entry hook. `frame_end`: the address above EntryFrame, whose last word names a record.
  /// In the slot shape it is the return slot.
  static constexpr Guard of_entry(std::uintptr_t frame_end) { return Guard(frame_end); }
  /// Between two stages of a chain: the next stage of the hit at `slot` goes on.
  static constexpr Guard between_stages(std::uintptr_t slot) { return Guard(slot + stage_bit); }
  /// In a return hook. `set`: in the hook's ReturnFrame, the first byte of the word that holds the
  /// mark.
  static Guard of_return(const RegisterSet& set) {
    return Guard(reinterpret_cast<std::uintptr_t>(&set) + return_bit);
  }
  /// In a return hook beneath another hook that is still running: no exit handler runs (leave.h).
  static Guard of_return_beneath(const RegisterSet& set) {
    return Guard(of_return(set).bits_ + beneath_bit);
  }

  constexpr bool is_set() const { return bits_ != 0; }
  constexpr bool is_first_hit() const { return bits_ == first_hit_bit; }
  constexpr bool is_between_stages_of(std::uintptr_t slot) const {
    return bits_ == slot + stage_bit;
  }
  constexpr bool is_of_return() const { return bits_ & return_bit; }
  constexpr bool is_beneath_hook() const { return is_of_return() && (bits_ & beneath_bit); }
  /// The address above the frame of the entry hook that has set it.
  constexpr std::uintptr_t frame_end() const { return bits_; }
  /// In the hook's frame: the address that the guard was made of.
  constexpr std::uintptr_t frame_address() const { return bits_ & ~std::uintptr_t{7}; }

 private:
  static constexpr std::uintptr_t return_bit = 1, first_hit_bit = 2, stage_bit = 4,
                                  beneath_bit = 4;  // with return_bit
  constexpr explicit Guard(std::uintptr_t bits) : bits_(bits) {}
  std::uintptr_t bits_ = 0;
};
static_assert(sizeof(Guard) == sizeof(std::uintptr_t));

/// The state of a thread that hooks use: a few words of initial-exec TLS.
struct Thread {
  ExecutionStack* current = nullptr;  // the stack of the last hit; never null
  Guard guard;
  // The attachment whose handler ran last. While the guard is set, the handler may be running, and
  // a detach waits for it.
  const Attachment* running = nullptr;
  ThreadRecord* record = nullptr;  // null until the first hit
  // Chained designs: the address where the last stage jumps instead of the body; 0: to the body.
  std::uintptr_t redirect = 0;
  // The entry of the stage that goes on, while the guard is between two stages.
  std::uintptr_t next_stage = 0;
  // While exit handlers of a frame run whose call an exception has left: its stack and slot.
  struct {
    ExecutionStack* stack = nullptr;
    std::uintptr_t slot = 0;
  } dropped = {};
  bool passed = false;    // one of its raises took a T out of a slot
  bool finished = false;  // its last TSD destructor has run: hits are only counted as missed
};
extern __thread Thread this_thread [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]]
asm("retprobe_this_thread");

/// `this_thread` by another name, for use after a handler. Of one name, a compiler keeps the
/// address in a register while the handler runs, and the hook has to save that register on the
/// stack. (It takes the two for two variables. The handler's call, or a fence, keeps their loads
/// and stores in order.)
extern __thread Thread this_thread_again
    [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]] asm("retprobe_this_thread_again");

/// The stop switch (see probe.h). Read before each handler.
extern "C" {
[[gnu::visibility("hidden")]] extern std::atomic<bool> retprobe_stopped;  // hot_words_x86_64.S
}
inline bool is_stopped() {
  bool running;
  asm("cmpb $0, %1" : "=@cce"(running) : "m"(retprobe_stopped));  // in assembly, as in is_live
  return !running;
}

/// See Usage::forgone_exits.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint64_t> forgone_exits;

// ---- Slow paths of hooks. Async-signal-safe, no libc, no vector register. ----

/// Called by a hit that found the guard set. True: the guard was stale, or this is the thread's
/// first hit; the guard is now clear, and the hook can go on. False: the call must run unprobed. It
/// has been counted as missed; at the head of a chain, for all stages.
bool admit(Thread& thread, const Record& record, std::uintptr_t slot, bool is_chain);

/// Makes `thread.current` the execution stack of `slot` and drops its stale frames: an entry at
/// `slot` proves that the calls of lower slots are over. `is_tail`: the slot holds a T, so the
/// newest frame with this slot is alive. False: there is no memory for the stack. The call must run
/// unprobed and has been counted as missed.
bool settle_entry(Thread& thread, const Record& record, std::uintptr_t slot, bool is_tail);

/// The second step after settle_entry. Maps the shadow of the slot's granule and makes the granule
/// the stack's near part. False: this failed, or the shadow stack has no room for `words` and a
/// frame of one tracer. The call has been counted as missed.
bool make_room(Thread& thread, const Record& record, std::uintptr_t slot, std::size_t words);

/// As settle_entry, for a return; its hook has set the guard. Afterwards the newest frame of
/// `thread.current` is the frame of `slot`. `keyed`: the design's frames carry their slot. Aborts
/// with a message if there is no such frame: the thread reached a T that no probe put into a slot.
void settle_return(Thread& thread, std::uintptr_t slot, bool keyed);

/// Aborts with a message that names the slot: the return address of this return is not known.
[[noreturn]] void lost_frame(std::uintptr_t slot);

/// Called by a return hook that found the guard set. True: it was stale and is now clear. False:
/// another hook is still running (one of its handlers switched stacks), so this hook must pop the
/// frame without running handlers.
bool admit_return(Thread& thread, std::uintptr_t slot);

/// Counts a call of the record's function as missed, for each of the record's tracers. Either the
/// thread is registered and its guard is set, or it holds the registry's lock.
void miss(const Record& record);

}  // namespace retprobe
