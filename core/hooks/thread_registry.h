// The threads and execution stacks that the core knows, and the one lock that protects the lists of
// them. Internal to core/thread*.cc and core/hooks/guard.cc.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/hooks/execution_stack.h"
#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

struct ThreadRecord {
  Thread* thread = nullptr;  // null once the thread is gone
  int tid = 0;
  std::uintptr_t native_low = 0;  // bounds of the stack the thread was made with
  std::uintptr_t native_bytes = 0;
  ExecutionStack* native = nullptr;     // made at the first hit there
  ExecutionStack* alternate = nullptr;  // of the current alternate signal stack
  ThreadRecord* next = nullptr;
};

/// Held for a few instructions or one system call, with all signals blocked: a signal handler of
/// the same thread cannot run into it, and a cancellation cannot leave it locked.
/// Async-signal-safe.
class RegistryLock {
 public:
  RegistryLock();
  ~RegistryLock();
  RegistryLock(const RegistryLock&) = delete;
  RegistryLock& operator=(const RegistryLock&) = delete;

 private:
  SignalsBlocked blocked_;
};

/// All below: with the lock held.
struct Registry {
  ThreadRecord* threads = nullptr;
  ThreadRecord* free_threads = nullptr;
  ExecutionStack* single_slots[4096] = {};  // by slot
  struct Region {
    std::uintptr_t low, bytes;
    ExecutionStack* stack;  // made at the first hit there
  };
  Region* regions = nullptr;  // sorted by low
  std::size_t region_count = 0, region_room = 0;
  ExecutionStack* free_regions = nullptr;  // retired, mapped
  ExecutionStack* free_small = nullptr;    // of single slots, to be used again
  ExecutionStack* free_natives = nullptr;  // of ended threads, likewise
  unsigned free_native_count = 0;
};
extern Registry registry;

/// The bottom of every shadow stack: no frame's slot is as high.
inline constexpr std::uint64_t bottom_slot = ~std::uint64_t{0};
/// What a thread has before it has an execution stack: contains nothing.
extern ExecutionStack no_stack;

ExecutionStack* make_stack(ExecutionStack::Kind kind, std::uintptr_t low, std::uintptr_t bytes,
                           ThreadRecord* owner);
/// For the stack that the thread was made with; for a region that was told of.
ExecutionStack* make_native_stack(ThreadRecord& record);
ExecutionStack* make_region_stack(std::uintptr_t low, std::uintptr_t bytes);
/// Unmaps it: no thread may have it as its current one.
void destroy_stack(ExecutionStack* stack);
/// Keeps or unmaps that of a thread that has ended.
void leave_native_stack(ExecutionStack* stack);
/// Keeps a region's stack, whose frames will never return, for another region: threads may still
/// have it as their current one, and find that it contains nothing.
void retire_region_stack(ExecutionStack* stack);

/// Keeps a single slot's stack, which is in no list any more, for another slot. With the lock held.
void free_single_slot(ExecutionStack* stack);

/// Forgets threads that have ended without a word. With the lock held.
void forget_ended_threads();

/// Frees what an ended thread had, and its record, which is in no list any more.
void forget_thread(ThreadRecord* record);

/// Drops the newest frame, whose call will never return, and tells its tracers so: unwound where an
/// exception took its T out of the slot, else abandoned. The guard must be set.
void drop_newest(Thread& thread, ExecutionStack& stack);

/// The execution stack that `address` lies on, where its bounds are known and it has one; else
/// nullptr.
ExecutionStack* stack_of(Thread& thread, std::uintptr_t address);

/// Where the calling thread looks at a stack outside of hooks, without the lock: no stack that is
/// found from here on is unmapped before this ends (see forget_stacks). As a hook's, so that hits
/// meanwhile are counted, not run; it may lie within a handler.
class StackGuard {
 public:
  explicit StackGuard(Thread& thread) : thread_(thread.guard.is_set() ? nullptr : &thread) {
    if (!thread_) return;
    thread_->guard = Guard::of_return(&witness_);
    asm volatile("" : : "r"(&witness_) : "memory");
  }
  ~StackGuard() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (thread_) thread_->guard = {};
  }
  StackGuard(const StackGuard&) = delete;
  StackGuard& operator=(const StackGuard&) = delete;

 private:
  const Record* witness_ =
      retprobe_slot_records;  // as ReturnFrame::record in a return hook: see guard.cc
  Thread* thread_;
};

/// Drops the frames of the calls on `address`'s execution stack that are left when the stack
/// pointer becomes `address`. Outside of hooks. On a stack whose bounds nobody knows: of those only
/// the ones that an exception passed.
void drop_frames_below(Thread& thread, std::uintptr_t address);

/// Where the bounds of `address`'s stack are not known: the innermost slot below it that a raise of
/// this thread has passed, out of the registry (its frames are to be dropped, see
/// free_single_slot), or nullptr. It is on the stack on which an exception is caught at `address`,
/// or on another one that is being left as well.
ExecutionStack* take_passed_slot(Thread& thread, std::uintptr_t address);

/// Makes the thread known at `slot`, if it is not yet: at its first hit, or when the first that it
/// has to do with probed calls is one that began in another thread (a coroutine's) and ends in this
/// one. False where that cannot be.
bool make_known(Thread& thread, std::uintptr_t slot);

/// The thread's number, known or not.
int tid_of(const Thread& thread);

/// Undoes what a hook that was left by a jump had begun.
void clear_stale_guard(Thread& thread);

/// Makes the state of a thread at its first hit, at `slot`. False when the thread is past its end,
/// or there is no memory.
bool first_hit(Thread& thread, std::uintptr_t slot);

/// Tells native_bounds() where the thread descriptor has the stack: see find_stack_words() in
/// stack_words.cc.
void learn_stack_words(std::uintptr_t offset);

/// The bounds of the calling thread's native stack. False when they cannot be known (/proc is not
/// there).
bool native_bounds(std::uintptr_t& low, std::uintptr_t& bytes);

/// Calls `visit` for every execution stack; holds the lock.
template <class Visit>
void for_each_stack(Visit visit) {
  RegistryLock lock;
  for (ThreadRecord* record = registry.threads; record; record = record->next) {
    if (record->native) visit(*record->native);
    if (record->alternate) visit(*record->alternate);
  }
  for (std::size_t i = 0; i < registry.region_count; ++i)
    if (registry.regions[i].stack) visit(*registry.regions[i].stack);
  for (ExecutionStack* stack : registry.single_slots)
    for (; stack; stack = stack->next) visit(*stack);
}

}  // namespace retprobe
