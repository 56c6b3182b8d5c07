#include "core/hooks/stacks.h"

#include <cstring>
#include <new>

#include "core/hooks/design_table.h"
#include "core/hooks/grace_period.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

int current_tid() { return static_cast<int>(raw_syscall(SYS_gettid)); }

void forget_ended_threads() {
  const long process = raw_syscall(SYS_getpid);
  ThreadRecord** link = &registry.threads;
  while (ThreadRecord* record = *link) {
    if (raw_syscall(SYS_tgkill, process, record->tid, 0) != -ESRCH) {
      link = &record->next;
      continue;
    }
    *link = record->next;
    forget_thread(record);
  }
}

// Threads read their stacks without a lock, with their guard set: in hooks, in release_thread and
// under a StackGuard. These are read-side sections. So the stacks are taken from the threads first
// and unmapped after a grace period.
void forget_stacks(const DesignEntry& next) {
  ExecutionStack* forgotten = nullptr;
  const auto forget = [&forgotten](ExecutionStack*& stack) {
    if (!stack) return;
    stack->next = forgotten;
    forgotten = stack;
    __atomic_store_n(&stack, static_cast<ExecutionStack*>(nullptr), __ATOMIC_RELEASE);
  };
  const auto forget_list = [&forgotten](ExecutionStack*& list) {
    while (ExecutionStack* stack = list) {
      list = stack->next;
      stack->next = forgotten;
      forgotten = stack;
    }
  };
  {
    RegistryLock lock;
    forget_ended_threads();
    for (ThreadRecord* record = registry.threads; record; record = record->next) {
      if (record->thread) __atomic_store_n(&record->thread->current, &no_stack, __ATOMIC_RELEASE);
      forget(record->native);
      forget(record->alternate);
    }
    for (std::size_t i = 0; i < registry.region_count; ++i) forget(registry.regions[i].stack);
    registry.free_native_count = 0;
    for (ExecutionStack** list :
         {&registry.free_regions, &registry.free_small, &registry.free_natives})
      forget_list(*list);
    for (ExecutionStack*& list : registry.single_slots) forget_list(list);
    active_design = &next;  // under the lock, which is held wherever a stack is made
  }
  if (!forgotten) return;
  try {
    call_after_grace_period([forgotten] {
      for (ExecutionStack *stack = forgotten, *after; stack; stack = after) {
        after = stack->next;
        destroy_stack(stack);
      }
    });
  } catch (const std::bad_alloc&) {  // the stacks stay mapped
  }
}

std::vector<bool> records_in_flight() {
  std::vector<bool> found(RP_BLOCK_COUNT);  // nothing is allocated under the lock
  for_each_stack([&](const ExecutionStack& stack) {
    // The stack's thread may push and pop meanwhile. So this reads words, not frames. The words of
    // a call that stays in flight do not move.
    const std::uint64_t* const top = __atomic_load_n(&stack.top, __ATOMIC_ACQUIRE);
    for (const std::uint64_t* word = stack.base; word < top; ++word)
      if (const std::uint64_t offset = __atomic_load_n(word, __ATOMIC_RELAXED);
          offset < RP_BLOCK_COUNT * RP_RECORD_BYTES)
        found[offset / RP_RECORD_BYTES] = true;
  });
  return found;
}

std::size_t frames_in_flight() {
  if (!active_design || !active_design->cold.frames) return 0;
  std::size_t frames = 0;
  {
    RegistryLock lock;
    forget_ended_threads();
  }
  for_each_stack([&](const ExecutionStack& stack) { frames += active_design->cold.frames(stack); });
  return frames;
}

std::vector<StackUse> stack_uses() {
  std::vector<StackUse> uses;
  if (!active_design || !active_design->cold.frames) return uses;
  std::size_t count = 0;
  {
    RegistryLock lock;
    forget_ended_threads();
  }
  for_each_stack([&](const ExecutionStack&) { ++count; });
  uses.reserve(count + 64);  // nothing is allocated under the lock
  for_each_stack([&](const ExecutionStack& stack) {
    if (uses.size() < uses.capacity())
      uses.push_back({stack.kind, stack.low, stack.bytes, active_design->cold.frames(stack),
                      static_cast<std::size_t>(stack.top - stack.base) * sizeof(std::uint64_t)});
  });
  return uses;
}

Error add_stack(const void* low_pointer, std::size_t bytes) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  if (bytes < 64 || low + bytes < low)
    return {Error::Code::usage, "add_stack: a stack of " + std::to_string(bytes) +
                                    " bytes; give its lowest address and its size"};
  RegistryLock lock;
  std::size_t kept = 0, at = 0;
  for (std::size_t i = 0; i < registry.region_count; ++i) {
    Registry::Region region = registry.regions[i];
    if (region.low == low && region.bytes == bytes) return {};
    if (region.low < low + bytes && low < region.low + region.bytes) {
      // The old stack was freed, and a new one was made in its memory. Nothing can run on the old
      // one, so its calls in flight never return.
      if (region.stack) retire_region_stack(region.stack);
      continue;
    }
    registry.regions[kept++] = region;
    if (region.low < low) at = kept;
  }
  registry.region_count = kept;
  if (kept == registry.region_room) {
    const std::size_t room = kept ? kept * 2 : 64;
    auto* regions = static_cast<Registry::Region*>(reserve_memory(room * sizeof(Registry::Region)));
    if (!regions) return {Error::Code::exhausted, "add_stack: no memory for the table of stacks"};
    std::memcpy(regions, registry.regions, kept * sizeof(Registry::Region));
    if (registry.regions)
      release_memory(registry.regions, registry.region_room * sizeof(Registry::Region));
    registry.regions = regions;
    registry.region_room = room;
  }
  std::memmove(registry.regions + at + 1, registry.regions + at,
               (kept - at) * sizeof(Registry::Region));
  registry.regions[at] = {low, bytes, nullptr};
  ++registry.region_count;
  // A region may lie inside a thread's native stack. Such a thread finds its bounds anew at its
  // next hit (look_between_regions).
  for (ThreadRecord* record = registry.threads; record; record = record->next)
    if (record->native && record->native->low < low + bytes &&
        low < record->native->low + record->native->bytes)
      record->native->set_bounds(record->native->low, 0);
  return {};
}

void remove_stack(const void* low_pointer) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  RegistryLock lock;
  for (std::size_t i = 0; i < registry.region_count; ++i) {
    if (registry.regions[i].low != low) continue;
    if (registry.regions[i].stack) retire_region_stack(registry.regions[i].stack);
    std::memmove(registry.regions + i, registry.regions + i + 1,
                 (registry.region_count - i - 1) * sizeof(Registry::Region));
    --registry.region_count;
    return;
  }
}

}  // namespace retprobe
