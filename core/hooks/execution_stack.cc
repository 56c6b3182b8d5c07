// Makes execution stacks, and keeps unused ones for reuse. The registry's lock must be held.
// Compiled as hot code.
#include <sys/mman.h>

#include "core/hooks/design_table.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

const DesignEntry* active_design = nullptr;

namespace {

// The address space that a shadow stack reserves. For one slot on a stack of unknown bounds: 2 MiB.
// For a whole stack: four times the size of the machine stack, at least 32 MiB, at most 1 GiB. A
// call takes at least 16 bytes of the machine stack. Its frame takes 24 or 32 bytes with one
// tracer, and more with several tracers or with data.
constexpr std::size_t single_slot_bytes = std::size_t{2} << 20;
constexpr std::size_t least_stack_bytes = std::size_t{32} << 20,
                      most_stack_bytes = std::size_t{1} << 30;
constexpr std::size_t page_bytes = 4096;
// The words between `limit` and the guard page: room for a frame of one tracer with the most data,
// and for a few words of the design.
constexpr std::size_t slack_words = max_data_words + 64;

std::size_t shadow_bytes(ExecutionStack::Kind kind, std::uintptr_t bytes) {
  if (kind == ExecutionStack::Kind::single_slot) return single_slot_bytes;
  std::size_t wanted = bytes > most_stack_bytes / 4 ? most_stack_bytes : bytes * 4;
  if (wanted < least_stack_bytes) wanted = least_stack_bytes;
  return (wanted + page_bytes - 1) & ~(page_bytes - 1);
}

ExecutionStack* set_up(void* memory, std::size_t reserved, ExecutionStack::Kind kind,
                       std::uintptr_t low, std::uintptr_t bytes, ThreadRecord* owner) {
  ExecutionStack* stack = active_design->cold.make_stack(memory);
  const std::size_t header = (active_design->cold.stack_bytes + 63) & ~std::size_t{63};
  auto* words = reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(memory) + header);
  words[0] = bottom_slot;
  stack->base = stack->top = words + 1;
  stack->limit =
      reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(memory) + reserved - page_bytes) -
      slack_words;
  stack->set_bounds(low, bytes);
  stack->kind = kind;
  stack->owner = owner;
  stack->reserved_bytes = reserved;
  return stack;
}

// Its calls in flight never return, and nobody is told.
void forget_frames(ExecutionStack& stack) {
  if (active_design->cold.forget) active_design->cold.forget(stack);
  stack.top = stack.base;
  stack.pending = nullptr;
}

}  // namespace

ExecutionStack* make_stack(ExecutionStack::Kind kind, std::uintptr_t low, std::uintptr_t bytes,
                           ThreadRecord* owner) {
  if (!active_design->cold.make_stack) return nullptr;
  const bool native = kind == ExecutionStack::Kind::native;
  std::size_t reserved = shadow_bytes(kind, native ? owner->usual_bytes : bytes);
  void* memory = nullptr;
  while (!(memory = reserve_memory(reserved)) && reserved > 16 * page_bytes)
    reserved = reserved / 2 & ~(page_bytes - 1);
  if (!memory) return nullptr;
  // The last page is a guard page: a write beyond the limit faults instead of changing other
  // memory.
  raw_syscall(SYS_mprotect,
              static_cast<long>(reinterpret_cast<std::uintptr_t>(memory) + reserved - page_bytes),
              page_bytes, 0);
  // Left out of core files. An unwinder needs the parallel shadow only.
  (void)raw_syscall(SYS_madvise, reinterpret_cast<long>(memory), static_cast<long>(reserved),
                    MADV_DONTDUMP);
  return set_up(memory, reserved, kind, low, bytes, owner);
}

void destroy_stack(ExecutionStack* stack) { release_memory(stack, stack->reserved_bytes); }

// Reuses the stack of an ended thread if it has the size that a new one would have. That saves two
// system calls and the page faults of the first pages.
ExecutionStack* make_native_stack(ThreadRecord& record) {
  constexpr auto kind = ExecutionStack::Kind::native;
  for (ExecutionStack** link = &registry.free_natives; *link; link = &(*link)->next) {
    ExecutionStack* const stack = *link;
    if (stack->reserved_bytes != shadow_bytes(kind, record.usual_bytes)) continue;
    publish(*link, stack->next);
    --registry.free_native_count;
    return set_up(stack, stack->reserved_bytes, kind, record.native_low, record.native_bytes,
                  &record);
  }
  return make_stack(kind, record.native_low, record.native_bytes, &record);
}

// Keeps a few stacks, each with the memory that most threads need.
void leave_native_stack(ExecutionStack* stack) {
  constexpr std::size_t most = 8, kept_bytes = 4 * page_bytes;
  forget_frames(*stack);
  if (registry.free_native_count == most) {
    // Another one makes way: its size may no longer be asked for.
    ExecutionStack* const other = registry.free_natives;
    publish(registry.free_natives, other->next);
    --registry.free_native_count;
    destroy_stack(other);
  }
  raw_syscall(SYS_madvise, static_cast<long>(reinterpret_cast<std::uintptr_t>(stack) + kept_bytes),
              static_cast<long>(stack->reserved_bytes - kept_bytes), MADV_DONTNEED);
  stack->next = registry.free_natives;
  publish(registry.free_natives, stack);
  ++registry.free_native_count;
}

// Reuses a retired stack whose shadow stack is large enough, since programs make many coroutines.
ExecutionStack* make_region_stack(std::uintptr_t low, std::uintptr_t bytes) {
  for (ExecutionStack** link = &registry.free_regions; *link; link = &(*link)->next) {
    ExecutionStack* stack = *link;
    if (stack->reserved_bytes < shadow_bytes(ExecutionStack::Kind::region, bytes)) continue;
    publish(*link, stack->next);
    stack->set_bounds(low, bytes);
    stack->next = nullptr;
    return stack;
  }
  return make_stack(ExecutionStack::Kind::region, low, bytes, nullptr);
}

void free_single_slot(ExecutionStack* stack) {
  stack->next = registry.free_small;
  publish(registry.free_small, stack);
}

void leave_alternate_stack(ExecutionStack* stack) {
  forget_frames(*stack);
  destroy_stack(stack);
}

void retire_region_stack(ExecutionStack* stack) {
  forget_frames(*stack);
  stack->set_bounds(stack->low, 0);
  stack->next = registry.free_regions;
  publish(registry.free_regions, stack);
}

}  // namespace retprobe
