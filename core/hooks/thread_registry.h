// The registry: the threads and execution stacks that the core knows, and the lock that protects
// their lists. For core/hooks and core/unwinding only.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "core/hooks/execution_stack.h"
#include "core/hooks/thread.h"
#include "core/system/raw_syscall.h"

namespace retprobe {

struct ThreadRecord {
  Thread* thread = nullptr;  // null once the thread has ended
  int tid = 0;
  std::uintptr_t native_low = 0;  // bounds of the stack that the thread was made with
  std::uintptr_t native_bytes = 0;
  std::uintptr_t usual_bytes = 0;       // of them, what the thread is expected to use
  ExecutionStack* native = nullptr;     // made at the first hit there
  ExecutionStack* alternate = nullptr;  // of the current alternate signal stack
  ThreadRecord* next = nullptr;
};

/// The registry's lock. Hold it for a few instructions or system calls only. All signals are
/// blocked meanwhile: a signal handler of the same thread cannot deadlock on it, and a thread
/// cancellation cannot leave it locked. Async-signal-safe.
class RegistryLock {
 public:
  RegistryLock() : blocked_(std::in_place) { acquire(); }
  /// Signals are blocked already.
  explicit RegistryLock(const SignalsBlocked&) { acquire(); }
  ~RegistryLock();
  RegistryLock(const RegistryLock&) = delete;
  RegistryLock& operator=(const RegistryLock&) = delete;
  /// The child of a fork releases the lock for a thread that it does not have.
  static void release();

 private:
  static void acquire();
  std::optional<SignalsBlocked> blocked_;
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

ExecutionStack* make_stack(ExecutionStack::Kind kind, std::uintptr_t low, std::uintptr_t bytes,
                           ThreadRecord* owner);
/// For the stack that the thread was made with; for a region registered with add_stack.
ExecutionStack* make_native_stack(ThreadRecord& record);
ExecutionStack* make_region_stack(std::uintptr_t low, std::uintptr_t bytes);
/// Unmaps a stack. It must not be the current stack of any thread.
void destroy_stack(ExecutionStack* stack);
/// Keeps the stack of an ended thread for reuse, or unmaps it.
void leave_native_stack(ExecutionStack* stack);
/// Unmaps the alternate stack of an ended thread.
void leave_alternate_stack(ExecutionStack* stack);
/// Keeps the stack of a removed region for another region. Its frames will never return. It may
/// still be the current stack of a thread; it contains no address, so that thread looks for its
/// stack anew.
void retire_region_stack(ExecutionStack* stack);

/// Keeps a single slot's stack for another slot. It must not be in a list any more. With the lock
/// held.
void free_single_slot(ExecutionStack* stack);

/// Registers a thread at its first hit, at `slot`, which may be inside malloc or in a signal
/// handler. `tid`: 0 if it is not known. False: no memory.
bool register_thread(Thread& thread, std::uintptr_t slot, int tid, const SignalsBlocked& blocked);

/// Registers the thread at `slot` if it is not registered yet. This happens at its first hit; or at
/// a return, when the call began in another thread (in a coroutine that moved) and ends in this
/// one. False if that fails.
bool make_known(Thread& thread, std::uintptr_t slot, int tid = 0);

/// The thread's tid, whether it is registered or not.
int tid_of(const Thread& thread);

/// Has the calling thread's exit notify the registry.
void arm_exit();
/// Forgets threads that have ended without notifying the core. With the lock held.
void forget_ended_threads();
/// Frees the stacks of an ended thread, and its record, which must not be in a list any more.
void forget_thread(ThreadRecord* record);
/// Forgets the threads for which `has_ended` is true. With the lock held.
template <class Predicate>
void forget_threads(Predicate has_ended) {
  for (ThreadRecord** link = &registry.threads; ThreadRecord* const record = *link;) {
    if (has_ended(*record)) {
      publish(*link, record->next);
      forget_thread(record);
    } else {
      link = &record->next;
    }
  }
}

/// The bounds of the calling thread's native stack. Empty if they cannot be found (no /proc).
struct Bounds {
  std::uintptr_t low = 0, high = 0;
  std::uintptr_t usual = 0;  // how far the stack is expected to grow; 0: to `low`
  std::uintptr_t usual_bytes() const { return usual ? usual : high - low; }
};
Bounds native_bounds();

}  // namespace retprobe
