#include "designs/instance_pool/instance_pool.h"

#include "core/picture.h"

namespace retprobe::instance_pool {

// All instances of a call but the first that was taken hold the function's trampoline. So does the
// first one where the function tail-calls itself: then the newer instances have its tracer already.
//
// The stack's thread may change the list meanwhile, which can lead to other stacks' lists. So the
// walk is bounded. No pool is unmapped, since the caller holds the control lock.
std::size_t Design::frames(const Stack& stack) {
  constexpr std::uint32_t most_steps = 1u << 30;
  std::size_t calls = 0;
  const Instance *newest = nullptr, *last = nullptr;  // of the current call; the one before
  const Instance* instance = stack.newest();
  for (std::uint32_t step = 0; instance && step < most_steps; ++step) {
    const auto is_of_call = [&] {
      if (!last || last->original != last->record->trampoline()) return false;
      for (const Instance* newer = newest; newer && newer != instance; newer = newer->next)
        if (newer->handle.bits == instance->handle.bits) return false;
      return true;
    };
    if (!is_of_call()) ++calls, newest = instance;
    last = instance;
    instance = instance->next;
  }
  return calls;
}

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for (Instance* instance = stack.newest(); instance; instance = instance->next) {
    picture.frame(instance->record);
    picture.handler(&instance->handle, instance->handle);
    picture.data(instance->data(), instance->handle.words() * 8);
    picture.address(&instance->original, "original", instance->original);
  }
  return std::move(picture).view();
}

}  // namespace retprobe::instance_pool
