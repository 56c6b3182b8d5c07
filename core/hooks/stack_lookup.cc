// Finds the execution stack that a slot lies on, and drops the stale frames there. Compiled as hot
// code: no vector registers, and no libc except through retprobe_preserving_vectors.
#include "core/hooks/stack_lookup.h"

#include <signal.h>

#include <algorithm>

#include "core/blocks/unwind_mark.h"
#include "core/hooks/design_table.h"
#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/system/cpu.h"

namespace retprobe {

namespace {
std::uint64_t no_stack_words[1] = {bottom_slot};
}
constinit ExecutionStack no_stack{
    .top = no_stack_words + 1, .limit = no_stack_words + 1, .base = no_stack_words + 1};

namespace {

Registry::Region* region_of(std::uintptr_t slot) {
  const std::span<Registry::Region> regions = known_regions();
  const auto above = std::upper_bound(
      regions.begin(), regions.end(), slot,
      [](std::uintptr_t address, const Registry::Region& region) { return address < region.low; });
  if (above == regions.begin()) return nullptr;
  Registry::Region& region = above[-1];
  return slot - region.low < region.bytes ? &region : nullptr;
}

// Sets the bounds of the native stack that hooks check first to the gap between other stacks around
// `slot`. A coroutine's stack, or the alternate signal stack, may lie within a native stack: as an
// array in a frame, or in memory that the program provided together with the thread's stack.
// Comparing slot addresses is valid across the whole native stack.
void look_between_stacks(const ThreadRecord& record, std::uintptr_t slot) {
  std::uintptr_t low = record.native_low, high = low + record.native_bytes;
  const auto leave_out = [&](std::uintptr_t other, std::uintptr_t bytes) {
    if (other > slot)
      high = std::min(high, other);
    else
      low = std::max(low, other + bytes);
  };
  for (const Registry::Region& region : known_regions()) {
    leave_out(region.low, region.bytes);
    if (region.low > slot) break;
  }
  if (record.alternate) leave_out(record.alternate->low, record.alternate->bytes);
  if (record.native->low != low || record.native->bytes != high - low)
    record.native->set_bounds(low, high - low);
}

// Finds the stack of `slot` among those whose bounds the registry has. With the lock held. False:
// the slot lies on none of them.
bool find_bounded(ThreadRecord* record, std::uintptr_t slot, bool make, ExecutionStack*& found) {
  // Regions come before the native stack: a coroutine's stack may be an array in a frame there.
  if (Registry::Region* region = region_of(slot)) {
    if (!region->stack && make)
      publish(region->stack, make_region_stack(region->low, region->bytes));
    found = region->stack;
    return true;
  }
  if (!record || slot - record->native_low >= record->native_bytes) return false;
  if (!record->native && make) publish(record->native, make_native_stack(*record));
  if (record->native) look_between_stacks(*record, slot);
  found = record->native;
  return true;
}

// The thread's alternate signal stack, as the kernel knows it now. Empty: there is none.
Bounds alternate_now() {
  stack_t alternate{};
  if (is_error(raw_syscall(SYS_sigaltstack, 0, reinterpret_cast<long>(&alternate))) ||
      (alternate.ss_flags & SS_DISABLE))
    return {};
  const auto low = reinterpret_cast<std::uintptr_t>(alternate.ss_sp);
  return {.low = low, .high = low + alternate.ss_size};
}

bool contains(const Bounds& stack, std::uintptr_t address) {
  return address - stack.low < stack.high - stack.low;
}

// Whether frames of a native stack or a coroutine's look stale at `address` that are not, since the
// address is on an alternate stack in a frame further out.
bool is_alternate_within(const ExecutionStack& stack, std::uintptr_t address) {
  using enum ExecutionStack::Kind;
  return (stack.kind == native || stack.kind == region) && stack.top_slot() < address &&
         contains(alternate_now(), address);
}

// Null: the slot does not lie on the alternate stack, or there is no memory.
ExecutionStack* alternate_stack(Thread& thread, std::uintptr_t slot) {
  const Bounds now = alternate_now();
  ExecutionStack* known = __atomic_load_n(&thread.record->alternate, __ATOMIC_ACQUIRE);
  const bool holds = contains(now, slot);
  if (known && known->low == now.low && known->bytes == now.high - now.low)
    return holds ? known : nullptr;
  if (!holds && !(known && known->contains(slot))) return nullptr;
  if (known) {  // the program has installed another one, or none
    while (!known->empty()) drop_newest(thread, *known);
    if (thread.current == known) thread.current = &no_stack;
  }
  RegistryLock lock;
  ExecutionStack*& place = thread.record->alternate;
  if (ExecutionStack* const old = place) {  // null if forget_stacks took it meanwhile
    publish(place, static_cast<ExecutionStack*>(nullptr));
    destroy_stack(old);
  }
  if (ExecutionStack* const native = thread.record->native)
    native->set_bounds(native->low, 0);  // see look_between_stacks
  if (holds)
    publish(place, make_stack(ExecutionStack::Kind::alternate, now.low, now.high - now.low,
                              thread.record));
  return place;
}

std::size_t bucket_of(std::uintptr_t slot) {
  return (slot >> 4 ^ slot >> 14) % (sizeof registry.single_slots / sizeof(void*));
}

ExecutionStack* find_single_slot(std::uintptr_t slot) {
  for (ExecutionStack* stack = registry.single_slots[bucket_of(slot)]; stack; stack = stack->next)
    if (stack->low == slot) return stack;
  return nullptr;
}

// The execution stack that `slot` lies on. With `make`, it is made if there is none yet, and
// nullptr means that there is no memory. Without `make`, nullptr means that there is none.
ExecutionStack* find_stack(Thread& thread, std::uintptr_t slot, bool make) {
  // Null: the thread is about to end, or there was no memory for its record.
  ThreadRecord* record = thread.record;
  bool alternate_first = false;  // it may lie within the native stack
  {
    RegistryLock lock;
    alternate_first =
        record && record->alternate && record->alternate->contains(slot) && !region_of(slot);
    if (ExecutionStack* found; !alternate_first && find_bounded(record, slot, make, found))
      return found;
  }
  if (record)
    if (ExecutionStack* alternate = alternate_stack(thread, slot)) return alternate;
  RegistryLock lock;
  if (ExecutionStack* found; alternate_first && find_bounded(record, slot, make, found))
    return found;
  ExecutionStack* stack = find_single_slot(slot);
  if (stack) stack->owner = record;
  if (stack || !make) return stack;
  if ((stack = registry.free_small)) {
    publish(registry.free_small, stack->next);
    stack->low = slot;
    stack->owner = record;
  } else if (!(stack = make_stack(ExecutionStack::Kind::single_slot, slot, 0, record))) {
    return nullptr;
  }
  ExecutionStack*& head = registry.single_slots[bucket_of(slot)];
  stack->next = head;
  publish(head, stack);
  return stack;
}

// Like find_stack, for a thread that goes on to `slot`.
ExecutionStack* next_stack(Thread& thread, std::uintptr_t slot, bool make) {
  if (const ExecutionStack& left = *thread.current;
      left.kind == ExecutionStack::Kind::single_slot && left.low != slot) {
    const RegistryLock lock;
    leave_single_slot(thread);
  }
  return find_stack(thread, slot, make);
}

// Makes the granule of `slot`, whose shadow is mapped, the stack's near part. With the lock held,
// since other threads may change the bounds (see add_stack).
void note_near(ExecutionStack& stack, std::uintptr_t slot) {
  const std::uintptr_t granule = slot & ~(shadow_granule_bytes - 1);
  stack.near_low = std::max(stack.low, granule);
  stack.near_delta = shadow_delta(slot);
  stack.near_bytes =
      std::min(stack.low + stack.bytes, granule + shadow_granule_bytes) - stack.near_low;
}

// For an `address` on a stack with unknown bounds. The stack of the innermost slot below it that a
// raise of this thread has passed, or nullptr. The slot lies on the stack on which the exception is
// caught, or on another one that the exception leaves as well.
ExecutionStack* passed_slot(Thread& thread, std::uintptr_t address) {
  const int tid = tid_of(thread);
  ExecutionStack* lowest = nullptr;
  thread.passed = false;  // set again below if some are left
  RegistryLock lock;
  for (ExecutionStack* stack : registry.single_slots)
    for (; stack; stack = stack->next) {
      if (stack->empty() || !is_passed_by(tid, stack->low)) continue;
      thread.passed = true;
      if (stack->low < address && (!lowest || stack->low < lowest->low)) lowest = stack;
    }
  if (lowest) lowest->owner = thread.record;
  return lowest;
}

// Takes the stack out of the registry and frees it. With the lock held.
void forget_single_slot(ExecutionStack* stack) {
  ExecutionStack** link = &registry.single_slots[bucket_of(stack->low)];
  while (*link && *link != stack) link = &(*link)->next;
  if (!*link) return;
  publish(*link, stack->next);
  free_single_slot(stack);
}

}  // namespace

// Only the stack's owner may free it. Another thread, on which the coroutine ran before, may still
// have it as its current stack; by now the stack may belong to another slot, and be about to get
// its first frame.
void leave_single_slot(Thread& thread) {
  ExecutionStack* const stack = thread.current;
  if (stack->kind != ExecutionStack::Kind::single_slot || !stack->empty() ||
      stack->owner != thread.record)
    return;
  thread.current = &no_stack;
  forget_single_slot(stack);
}

void begin_on_known_stack(Thread& thread, std::uintptr_t slot) {
  ExecutionStack* stack = nullptr;
  if (!find_bounded(thread.record, slot, true, stack) || !stack) return;
  if (map_shadow(slot)) note_near(*stack, slot);
  thread.current = stack;
}

std::uintptr_t stack_within(std::uintptr_t address) {
  if (const Bounds alternate = alternate_now(); contains(alternate, address)) return alternate.low;
  const RegistryLock lock;
  const Registry::Region* const region = region_of(address);
  return region ? region->low : 0;
}

ExecutionStack* stack_of(Thread& thread, std::uintptr_t address) {
  ExecutionStack* stack = thread.current;
  if (stack->kind == ExecutionStack::Kind::single_slot || !stack->contains(address))
    stack = find_stack(thread, address, false);
  if (stack && is_alternate_within(*stack, address)) stack = alternate_stack(thread, address);
  return stack && stack->kind != ExecutionStack::Kind::single_slot ? stack : nullptr;
}

bool settle_entry(Thread& thread, const Record& record, std::uintptr_t slot, bool is_tail) {
  ExecutionStack* found = thread.current;
  if (!found->contains(slot)) found = next_stack(thread, slot, true);
  if (found && is_alternate_within(*found, slot)) found = alternate_stack(thread, slot);
  if (!found) {
    miss(record);
    return false;
  }
  thread.current = found;
  ExecutionStack& stack = *thread.current;
  while (stack.top_slot() < slot || (stack.top_slot() == slot && !is_tail))
    drop_newest(thread, stack);
  return true;
}

bool make_room(Thread& thread, const Record& record, std::uintptr_t slot, std::size_t words) {
  ExecutionStack& stack = *thread.current;
  if (stack.top + words >= stack.limit || !map_shadow(slot)) {
    miss(record);
    return false;
  }
  if (stack.kind == ExecutionStack::Kind::single_slot) {
    // Of a call that is gone, whose frame may be there: if frames do not carry their slot, they are
    // not known to be stale.
    mark_word(slot, shadow_delta(slot)) = 0;
    return true;
  }
  if (stack.bytes == 0 || stack.contains_near(slot)) return true;
  const RegistryLock lock;
  if (stack.contains(slot)) note_near(stack, slot);
  return true;
}

void settle_return(Thread& thread, std::uintptr_t slot, bool keyed) {
  if (!thread.current->contains(slot)) {
    ExecutionStack* stack = next_stack(thread, slot, false);
    if (!stack) lost_frame(slot);
    thread.current = stack;
  }
  ExecutionStack& stack = *thread.current;
  if (!keyed) return;
  while (stack.top_slot() < slot) drop_newest(thread, stack);
  if (stack.top_slot() != slot) lost_frame(slot);
}

void lost_frame(std::uintptr_t slot) {
  char line[] =
      "retprobe: no frame for the return slot 0x................, which a return trampoline was "
      "reached through: the shadow stack is corrupted, or the stack was copied; aborting rather "
      "than returning somewhere\n";
  constexpr std::size_t digits = 16;
  std::size_t at = 0;
  while (line[at] != '.') ++at;
  for (std::size_t i = 0; i < digits; ++i)
    line[at + i] = "0123456789abcdef"[slot >> (60 - 4 * i) & 15];
  raw_syscall(SYS_write, 2, reinterpret_cast<long>(line), sizeof line - 1);
  constexpr std::uint64_t abort_signal = 1u << (SIGABRT - 1);  // blocked beneath a hook (leave.h)
  raw_syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, reinterpret_cast<long>(&abort_signal), 0,
              sizeof abort_signal);
  const long pid = raw_syscall(SYS_getpid);
  raw_syscall(SYS_tgkill, pid, raw_syscall(SYS_gettid), SIGABRT);
  for (;;) raw_syscall(SYS_exit_group, 134);
}

// Several frames may share the slot. When the last of them is popped, the mark goes: it is for no
// later call there.
void end_drop(Thread& thread) {
  const auto [stack, slot] = thread.dropped;
  if (slot != 0 && stack->top_slot() != slot) mark_word(slot, shadow_delta(slot)) = 0;
  // Last: if a jump leaves this, clear_stale_guard ends it.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.dropped.slot = 0;
}

void drop_newest(Thread& thread, ExecutionStack& stack) {
  const std::uintptr_t slot = stack.top_slot();
  // The slot is bottom_slot if the design's frames do not carry their slot.
  const std::uint64_t delta = slot == bottom_slot ? 0 : shadow_delta(slot);
  const bool unwound = delta && mark_word(slot, delta) != 0;
  const auto outer = thread.dropped;
  thread.dropped.stack = &stack;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.dropped.slot = unwound ? slot : 0;
  struct Drop {
    Thread& thread;
    ExecutionStack& stack;
    ReturnReason reason;
  } drop{thread, stack, unwound ? ReturnReason::unwound : ReturnReason::abandoned};
  // The stale frame's handlers may use vector registers that this hook's trampoline has not saved.
  retprobe_preserving_vectors(
      [](void* argument) {
        auto& [thread, stack, reason] = *static_cast<Drop*>(argument);
        ReturnFrame frame;
        frame.registers.describe(RegisterSet::scalar, reason);
        // If frames do not carry their slot, this gives slot 0, which has no original address.
        frame.slot = stack.top_slot() == bottom_slot ? 0 : stack.top_slot();
        // As in the slot: a T. It leads handlers to the original address.
        frame.slot_word = reinterpret_cast<std::uintptr_t>(retprobe_slot_pool);
        active_design->cold.on_return(stack, frame, thread);
      },
      &drop);
  end_drop(thread);
  thread.dropped = outer;
}

void drop_frames_below(Thread& thread, std::uintptr_t address, bool is_ahead) {
  const StackGuard guard(thread);
  if (ExecutionStack* const stack = stack_of(thread, address)) {
    while (stack->top_slot() < address) {
      auto& word = *reinterpret_cast<std::uintptr_t*>(stack->top_slot());
      if (is_ahead && is_trampoline(word)) word = original_of(stack->top_slot());
      drop_newest(thread, *stack);
    }
  } else if (thread.passed) {
    while (ExecutionStack* const slot = passed_slot(thread, address)) {
      // Frames that do not carry their slot have no use of its mark, and end_drop leaves it.
      if (slot->top_slot() == bottom_slot) mark_word(slot->low, shadow_delta(slot->low)) = 0;
      while (!slot->empty()) drop_newest(thread, *slot);
      if (thread.current == slot) thread.current = &no_stack;
      RegistryLock lock;
      forget_single_slot(slot);
    }
  }
}

void drop_own_stale_frames(std::uintptr_t stack_pointer) {
  Thread& thread = this_thread;
  // A thread that is not registered may have had its first contact with probed calls in an
  // exception: through the calls of a coroutine that began in another thread.
  if (!thread.record && !(thread.passed && make_known(thread, stack_pointer))) return;
  if (!in_handler()) drop_frames_below(thread, stack_pointer);
}

}  // namespace retprobe
