#include "core/unwinding/unwinding.h"

#include "core/hooks/design_table.h"
#include "core/hooks/stack_lookup.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {
namespace {

// Puts the T that the raise of this exception took out back into the slot, only if the slot still
// holds the original address. Otherwise the memory may be in use for something else by now.
void put_back(std::uintptr_t slot, const void* exception) {
  const std::uint64_t delta = shadow_delta(slot);
  if (!delta) return;
  std::uintptr_t& mark = mark_word(slot, delta);
  auto& word = *reinterpret_cast<std::uintptr_t*>(slot);
  if (mark == 0 || !is_of(mark, exception, tid_of(this_thread)) || word != shadow_word(slot, delta))
    return;
  word = trampoline_in(mark);
  mark = 0;
}

}  // namespace

void take_trampoline_out(std::uintptr_t slot, const void* exception) {
  auto& word = *reinterpret_cast<std::uintptr_t*>(slot);
  const std::uintptr_t trampoline = word;
  if (!is_trampoline(trampoline)) return;
  word = original_of(slot);
  Thread& thread = this_thread;
  mark_word(slot, shadow_delta(slot)) = unwound_mark(trampoline, exception, tid_of(thread));
  thread.passed = true;
}

void undo_raise(const void* exception, std::uintptr_t here) {
  Thread& thread = this_thread;
  if (!thread.passed) return;
  // A registered thread's guard is a read-side section: grace periods wait for it.
  if (!thread.record) make_known(thread, here);
  const StackGuard guard(thread);
  if (const ExecutionStack* stack = stack_of(thread, here)) {
    if (!active_design->cold.visit_frames) return;  // the frames do not say where their slots are
    struct Undo {
      const void* exception;
      std::uintptr_t here;
    } undo{exception, here};
    active_design->cold.visit_frames(
        *stack,
        [](void* context, std::uintptr_t slot) {
          const auto& [exception, here] = *static_cast<Undo*>(context);
          if (slot > here) put_back(slot, exception);
          return true;
        },
        &undo);
    return;
  }
  // A stack of unknown bounds: each of its slots is an execution stack.
  RegistryLock lock;
  for (const ExecutionStack* stack : registry.single_slots)
    for (; stack; stack = stack->next)
      if (!stack->empty()) put_back(stack->low, exception);
}

}  // namespace retprobe
