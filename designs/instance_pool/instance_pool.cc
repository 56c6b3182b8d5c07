#include "designs/instance_pool/instance_pool.h"

#include "core/picture.h"

namespace retprobe::instance_pool {

ShadowView Design::describe(const Stack& stack) {
  Picture picture(stack);
  for (Instance* instance = stack.newest; instance; instance = instance->next) {
    picture.frame(instance->record);
    picture.handler(&instance->handle, instance->handle);
    picture.data(instance->data(), instance->handle.words() * 8);
    picture.address(&instance->original, "original", instance->original);
  }
  return std::move(picture).view();
}

}  // namespace retprobe::instance_pool
