// The registry: the threads and execution stacks that the core knows, and the lock that protects
// their lists. For core/hooks and core/unwinding only.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "core/hooks/execution_stack.h"
#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

struct ThreadRecord {
  Thread* thread = nullptr;  // null once the thread has ended
  int tid = 0;
  std::uintptr_t native_low = 0;  // bounds of the stack that the thread was made with
  std::uintptr_t native_bytes = 0;
  ExecutionStack* native = nullptr;     // made at the first hit there
  ExecutionStack* alternate = nullptr;  // of the current alternate signal stack
  ThreadRecord* next = nullptr;
};

/// The registry's lock. Hold it for a few instructions or system calls only. All signals are
/// blocked meanwhile: a signal handler of the same thread cannot deadlock on it, and a thread
/// cancellation cannot leave it locked. Async-signal-safe.
class RegistryLock {
 public:
  RegistryLock();
  ~RegistryLock();
  RegistryLock(const RegistryLock&) = delete;
  RegistryLock& operator=(const RegistryLock&) = delete;

 private:
  SignalsBlocked blocked_;
};

/// Read and changed with the lock held.
///
/// A fork does not wait for the lock. It would hold it while it waits for malloc's locks. A thread
/// that a signal interrupted in malloc may have its first hit in the handler, and would wait for
/// the fork. So a child may be born between any two instructions of another thread's change. It
/// must find each list whole: each change is one store to a list, which comes after what it leads
/// to is complete and before what it no longer leads to is used for anything else. At worst the
/// child loses what was in no list. publish() keeps the compiler from moving other stores past it.
struct Registry {
  ThreadRecord* threads = nullptr;
  ThreadRecord* free_threads = nullptr;
  ExecutionStack* single_slots[4096] = {};  // by slot
  struct Region {
    std::uintptr_t low, bytes;
    ExecutionStack* stack;  // made at the first hit there
  };
  // Sorted by low. A change writes the spare table, and exchanges the two.
  struct RegionTable {
    std::size_t count, room;
    Region at[1];  // `room` of them
  };
  RegionTable* regions = nullptr;
  RegionTable* spare_regions = nullptr;
  ExecutionStack* free_regions = nullptr;  // of removed regions, mapped, for reuse
  ExecutionStack* free_small = nullptr;    // of single slots, for reuse
  ExecutionStack* free_natives = nullptr;  // of ended threads, for reuse
  unsigned free_native_count = 0;
};
extern Registry registry;

template <class Value>
void publish(Value*& place, Value* value) {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  place = value;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

inline std::span<Registry::Region> known_regions() {
  if (!registry.regions) return {};
  return {registry.regions->at, registry.regions->count};
}

/// The slot at the bottom of every shadow stack: higher than any frame's slot.
inline constexpr std::uint64_t bottom_slot = ~std::uint64_t{0};
/// The current stack of a thread that has none yet. It contains no address.
extern ExecutionStack no_stack;

ExecutionStack* make_stack(ExecutionStack::Kind kind, std::uintptr_t low, std::uintptr_t bytes,
                           ThreadRecord* owner);
/// For the stack that the thread was made with; for a region registered with add_stack.
ExecutionStack* make_native_stack(ThreadRecord& record);
ExecutionStack* make_region_stack(std::uintptr_t low, std::uintptr_t bytes);
/// Unmaps a stack. It must not be the current stack of any thread.
void destroy_stack(ExecutionStack* stack);
/// Keeps the stack of an ended thread for reuse, or unmaps it.
void leave_native_stack(ExecutionStack* stack);
/// Keeps the stack of a removed region for another region. Its frames will never return. It may
/// still be the current stack of a thread; it contains no address, so that thread looks for its
/// stack anew.
void retire_region_stack(ExecutionStack* stack);

/// Keeps a single slot's stack for another slot. It must not be in a list any more. With the lock
/// held.
void free_single_slot(ExecutionStack* stack);

/// Forgets threads that have ended without notifying the core. With the lock held.
void forget_ended_threads();

/// Frees the stacks of an ended thread, and its record, which must not be in a list any more.
void forget_thread(ThreadRecord* record);

/// Drops the newest frame, whose call will never return, and notifies its tracers. The reason is
/// `unwound` if an exception took its T out of the slot, else `abandoned`. The guard must be set.
void drop_newest(Thread& thread, ExecutionStack& stack);

/// The execution stack that `address` lies on; nullptr if its bounds are not known or it has no
/// shadow stack yet.
ExecutionStack* stack_of(Thread& thread, std::uintptr_t address);

/// A read-side section (see grace_period.h) for code that reads an execution stack outside of
/// hooks, without the lock. No stack that is found after its start is unmapped before its end. It
/// sets the thread's guard as a return hook does, so hits meanwhile are counted as missed. If the
/// guard is set already, as in a handler, it changes nothing.
class StackGuard {
 public:
  explicit StackGuard(Thread& thread) : thread_(thread.guard.is_set() ? nullptr : &thread) {
    if (!thread_) return;
    frame_.describe(RegisterSet::scalar, ReturnReason::returned);
    thread_->guard = Guard::of_return(frame_.set);
    asm volatile("" : : "r"(&frame_) : "memory");
  }
  ~StackGuard() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (thread_) thread_->guard = {};
  }
  StackGuard(const StackGuard&) = delete;
  StackGuard& operator=(const StackGuard&) = delete;

 private:
  Registers frame_;  // stands for those of a return hook, whose mark guard.cc reads
  Thread* thread_;
};

/// Drops the frames of calls that end when the stack pointer becomes `address`: those below it on
/// its execution stack. On a stack with unknown bounds, it drops only those of them that an
/// exception has passed. Not to be called in a hook.
void drop_frames_below(Thread& thread, std::uintptr_t address);

/// For an `address` on a stack with unknown bounds. Takes the innermost slot below it that a raise
/// of this thread has passed out of the registry and returns its stack, or nullptr. The caller has
/// to drop the frames and free the stack (free_single_slot). The slot lies on the stack on which
/// the exception is caught, or on another one that the exception leaves as well.
ExecutionStack* take_passed_slot(Thread& thread, std::uintptr_t address);

/// Registers the thread at `slot` if it is not registered yet. This happens at its first hit; or at
/// a return, when the call began in another thread (in a coroutine that moved) and ends in this
/// one. False if that fails.
bool make_known(Thread& thread, std::uintptr_t slot);

/// The thread's tid, whether it is registered or not.
int tid_of(const Thread& thread);

/// Cleans up after a hook that was left by a jump, and clears its guard.
void clear_stale_guard(Thread& thread);

/// Makes the state of a thread at its first hit, at `slot`. False if the thread is about to end, or
/// there is no memory.
bool first_hit(Thread& thread, std::uintptr_t slot);

/// Tells native_bounds() at which offset of the thread descriptor the stack's bounds lie. See
/// find_stack_words() in stack_words.cc.
void learn_stack_words(std::uintptr_t offset);

/// The bounds of the calling thread's native stack. False if they cannot be found (no /proc).
bool native_bounds(std::uintptr_t& low, std::uintptr_t& bytes);

/// Calls `visit` for every execution stack, with the lock held.
template <class Visit>
void for_each_stack(Visit visit) {
  RegistryLock lock;
  for (ThreadRecord* record = registry.threads; record; record = record->next) {
    if (record->native) visit(*record->native);
    if (record->alternate) visit(*record->alternate);
  }
  for (const Registry::Region& region : known_regions())
    if (region.stack) visit(*region.stack);
  for (ExecutionStack* stack : registry.single_slots)
    for (; stack; stack = stack->next) visit(*stack);
}

}  // namespace retprobe
