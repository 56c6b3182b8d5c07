#include "core/hooks/stacks.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/hooks/design_table.h"
#include "core/hooks/grace_period.h"
#include "core/hooks/thread_registry.h"
#include "core/system/no_memory.h"

namespace retprobe {

// Threads read their stacks without a lock, with their guard set: in hooks, in release_thread and
// under a StackGuard. These are read-side sections. So the stacks are taken from the threads first
// and unmapped after a grace period.
void forget_stacks(const DesignEntry& next) {
  ExecutionStack* forgotten = nullptr;
  const auto forget = [&forgotten](ExecutionStack*& list) {
    while (ExecutionStack* stack = list) {
      __atomic_store_n(&list, stack->next, __ATOMIC_RELEASE);
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
    for (Registry::Region& region : known_regions()) forget(region.stack);
    registry.free_native_count = 0;
    for (ExecutionStack** list :
         {&registry.free_regions, &registry.free_small, &registry.free_natives})
      forget(*list);
    for (ExecutionStack*& list : registry.single_slots) forget(list);
    active_design = &next;  // under the lock, which is held wherever a stack is made
  }
  if (!forgotten) return;
  call_after_grace_period_if_possible([forgotten] {
    for (ExecutionStack *stack = forgotten, *after; stack; stack = after) {
      after = stack->next;
      destroy_stack(stack);
    }
  });
}

namespace {

template <class Visit>
void for_each_stack(Visit visit) {
  RegistryLock lock;
  forget_ended_threads();
  for (ThreadRecord* record = registry.threads; record; record = record->next) {
    if (record->native) visit(*record->native);
    if (record->alternate) visit(*record->alternate);
  }
  for (const Registry::Region& region : known_regions())
    if (region.stack) visit(*region.stack);
  for (ExecutionStack* stack : registry.single_slots)
    for (; stack; stack = stack->next) visit(*stack);
}

}  // namespace

std::size_t frames_in_flight() {
  std::size_t frames = 0;
  for_each_stack([&](const ExecutionStack& stack) { frames += active_design->cold.frames(stack); });
  return frames;
}

std::size_t own_frames() {
  const auto frames = active_design->cold.frames;  // null in a design that keeps no list
  return this_thread.record && frames ? frames(*this_thread.current) : 0;
}

std::vector<StackUse> stack_uses() {
  std::vector<StackUse> uses;
  std::size_t count = 0;
  for_each_stack([&](const ExecutionStack&) { ++count; });
  uses.reserve(count + 64);  // nothing is allocated under the lock
  for_each_stack([&](const ExecutionStack& stack) {
    if (uses.size() < uses.capacity())
      uses.push_back({stack.kind, stack.low, stack.bytes, active_design->cold.frames(stack),
                      static_cast<std::size_t>(stack.top - stack.base) * sizeof(std::uint64_t)});
  });
  return uses;
}

namespace {

bool overlap(const Registry::Region& region, std::uintptr_t low, std::uintptr_t bytes) {
  return region.low < low + bytes && low < region.low + region.bytes;
}

// A table with room for `count` regions, which is not in use. Null: no memory.
Registry::RegionTable* spare_regions(std::size_t count) {
  if (registry.spare_regions && registry.spare_regions->room >= count)
    return registry.spare_regions;
  using Table = Registry::RegionTable;
  const auto bytes_of = [](std::size_t room) {
    return sizeof(Table) + room * sizeof(Registry::Region);
  };
  const std::size_t room = count < 64 ? 64 : count * 2;
  auto* const table = static_cast<Table*>(reserve_memory(bytes_of(room)));
  if (!table) return nullptr;
  table->room = room;
  Table* const small = registry.spare_regions;
  publish(registry.spare_regions, table);
  if (small) release_memory(small, bytes_of(small->room));
  return table;
}

// The spare table becomes the table.
void exchange_regions() {
  Registry::RegionTable *const before = registry.regions, *const next = registry.spare_regions;
  registry.spare_regions = nullptr;
  publish(registry.regions, next);
  publish(registry.spare_regions, before);
}

// Takes the regions that overlap [low, low + bytes) out of the table, and puts `added` into it. The
// stacks of those taken out were freed, and new ones were made in their memory. Nothing can run on
// them, so their calls in flight never return. False: no memory, and nothing has changed.
bool change_regions(std::uintptr_t low, std::uintptr_t bytes, const Registry::Region* added) {
  const auto kept = std::ranges::count_if(known_regions(), [&](const Registry::Region& region) {
    return !overlap(region, low, bytes);
  });
  Registry::RegionTable* const next =
      spare_regions(static_cast<std::size_t>(kept) + (added != nullptr));
  if (!next) return false;
  next->count = 0;
  for (const Registry::Region& region : known_regions()) {
    if (overlap(region, low, bytes)) continue;
    if (added && region.low > low) next->at[next->count++] = *std::exchange(added, nullptr);
    next->at[next->count++] = region;
  }
  if (added) next->at[next->count++] = *added;
  exchange_regions();
  const Registry::RegionTable& before = *registry.spare_regions;
  for (std::size_t i = 0; i < before.count; ++i)
    if (before.at[i].stack && overlap(before.at[i], low, bytes))
      retire_region_stack(before.at[i].stack);
  return true;
}

// False: no memory.
bool add_region(std::uintptr_t low, std::uintptr_t bytes) {
  const RegistryLock lock;
  for (const Registry::Region& region : known_regions())
    if (region.low == low && region.bytes == bytes) return true;
  // A region may lie inside a thread's native stack. Such a thread finds its bounds anew at its
  // next hit (look_between_stacks).
  for (ThreadRecord* record = registry.threads; record; record = record->next)
    if (record->native && record->native->low < low + bytes &&
        low < record->native->low + record->native->bytes)
      record->native->set_bounds(record->native->low, 0);
  // There are two tables from the first region on. A removal then needs no memory: the spare table
  // is the one before, which had room for all regions but the last that was added.
  if (!registry.regions) {
    if (!spare_regions(1)) return false;
    exchange_regions();
  }
  const Registry::Region added{low, bytes, nullptr};
  return change_regions(low, bytes, &added);
}

}  // namespace

void prepare_thread(int tid) {
  (void)make_known(this_thread, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)), tid);
}

Error add_stack(const void* low_pointer, std::size_t bytes) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  if (!low || bytes < 64 || low + bytes < low)
    return {Error::Code::usage, "add_stack: a stack of " + std::to_string(bytes) +
                                    (low ? " bytes" : " bytes at address 0") +
                                    "; give its lowest address and its size"};
  // The text is made without the lock, since malloc may be probed.
  if (!add_region(low, bytes))
    return no_memory([] { return "add_stack: no memory for the table of stacks"; });
  return {};
}

void remove_stack(const void* low_pointer) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  RegistryLock lock;
  for (const Registry::Region& region : known_regions())
    if (region.low == low) {
      change_regions(low, 1, nullptr);  // needs no memory: see add_region
      return;
    }
}

}  // namespace retprobe
