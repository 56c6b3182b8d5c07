// Threads and the execution stacks that they run on: state at the first hit, the recursion guard,
// the slow paths of a hook, and what the cold side needs to know of hooks that are running.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"
#include "retprobe/error.h"

namespace retprobe {

struct DesignEntry;

/// The recursion guard: whether its thread is in a hook, and where that hook's frame is. One word,
/// so that a hook sets it by one store and a signal handler never sees half of it. A hit that finds
/// it set runs unprobed and is counted, unless the guard is stale: the hook that set it was left by
/// a siglongjmp (guard.cc says how that is known). Hot.
class Guard {
 public:
  constexpr Guard() = default;
  /// Outside of hooks; but the thread has not had its first hit yet, which is to make its state.
  static constexpr Guard first_hit() { return Guard(first_hit_bit); }
  /// In an entry hook. `above_x`: the address above X; in the slot shape that is the return slot.
  static constexpr Guard of_entry(std::uintptr_t above_x) { return Guard(above_x); }
  /// Between two stages of a chain: the next stage of the hit at `slot` goes on.
  static constexpr Guard between_stages(std::uintptr_t slot) { return Guard(slot | stage_bit); }
  /// In a return hook. `witness`: a word of the hook's frame that names a record as long as the
  /// frame is there (ReturnFrame::record).
  static Guard of_return(const Record* const* witness) {
    return Guard(reinterpret_cast<std::uintptr_t>(witness) + return_bit);
  }

  constexpr bool is_set() const { return bits_ != 0; }
  constexpr bool is_first_hit() const { return bits_ == first_hit_bit; }
  constexpr bool is_between_stages_of(std::uintptr_t slot) const {
    return bits_ == (slot | stage_bit);
  }
  constexpr bool is_of_return() const { return bits_ & return_bit; }
  /// In the hook's frame: the address that the guard was made of.
  constexpr std::uintptr_t frame_address() const { return bits_ & ~std::uintptr_t{7}; }

 private:
  static constexpr std::uintptr_t return_bit = 1, first_hit_bit = 2, stage_bit = 4;
  constexpr explicit Guard(std::uintptr_t bits) : bits_(bits) {}
  std::uintptr_t bits_ = 0;
};
static_assert(sizeof(Guard) == sizeof(std::uintptr_t));

/// What a hook needs of its thread: a few words of initial-exec TLS.
struct Thread {
  ExecutionStack* current = nullptr;  // where the last hit was; never null
  Guard guard;
  const Attachment* running =
      nullptr;  // whose handler ran last; runs, while the guard is set: detach waits for it
  ThreadRecord* record = nullptr;  // null until the first hit
  std::uintptr_t redirect =
      0;  // a chain's: where its last stage is to go instead of the body; 0: to the body
  std::uint32_t raise = 0;  // the number of its newest raise: see unwinding.h
  bool passed = false;      // one of its raises took a T out of a slot
  bool muted = false;       // a return beneath a running hook: its exit handlers do not run
  bool finished = false;    // its last TSD destructor has run: hits are counted, no state is made
};
extern __thread Thread this_thread [[gnu::tls_model("initial-exec"), gnu::visibility("hidden")]];

/// The stop switch (see probe.h). Read before each handler.
extern "C" {
[[gnu::visibility("hidden")]] extern std::atomic<bool> retprobe_stopped;  // hot_words_x86_64.S
}
inline bool is_stopped() {
  bool running;
  asm("cmpb $0, %1" : "=@cce"(running) : "m"(retprobe_stopped));  // by hand: see is_live
  return !running;
}

// ---- Slow paths of hooks. Async-signal-safe, no libc, no vector register. ----

/// A hit found the guard set. True when the guard was stale (and is cleared): go on.
/// False: run unprobed; what has to be counted is counted, for all stages where the record is the
/// head of a chain.
bool admit(Thread& thread, const Record& record, std::uintptr_t slot, bool is_chain);

/// Makes `thread.current` the execution stack of `slot` and drops the frames on it that an entry at
/// `slot` shows to be stale. False when there is no memory for it: the call runs unprobed, and is
/// counted here. `is_tail` says that the slot holds a T: the newest frame there is alive.
bool settle_entry(Thread& thread, const Record& record, std::uintptr_t slot, bool is_tail);

/// What settle_entry leaves to do: the slot's granule gets its shadow, and the stack is told that
/// hits are there now. False where that cannot be, or the shadow stack has no room for `words` and
/// a frame of one tracer: the call is counted.
bool make_room(Thread& thread, const Record& record, std::uintptr_t slot, std::size_t words);

/// The same at a return, whose hook has set its guard: afterwards the newest frame of
/// `thread.current` is the one of `slot`. Aborts with a message when there is none: a T was reached
/// that nobody put there. `keyed`: the design's frames carry their slot.
void settle_return(Thread& thread, std::uintptr_t slot, bool keyed);

/// Aborts with a message that names the slot: a return that nobody knows where to lead.
[[noreturn]] void lost_frame(std::uintptr_t slot);

/// A return hook found the guard set. True: it is stale, and cleared. False: a hook is running
/// beneath (a handler switched stacks); the frame must be popped without running handlers.
bool admit_return(Thread& thread, std::uintptr_t slot);

/// Counts a call of the record's function as missed for each of its tracers (in a chain: for the
/// stage's).
void miss(const Record& record);

/// Whether the caller runs inside a handler.
bool in_handler();
int current_tid();

/// Drops those frames of the calling thread that a jump or an exception passed over on its way to
/// `stack_pointer`, as its next hit there would. Does nothing inside a handler.
void drop_own_stale_frames(std::uintptr_t stack_pointer);

}  // namespace retprobe
