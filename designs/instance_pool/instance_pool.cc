#include "designs/instance_pool/instance_pool.h"

#include "core/picture.h"

namespace retprobe::instance_pool {

std::string Design::describe(const Stack& stack) {
  Picture picture(stack);
  for (Instance* instance = stack.newest; instance; instance = instance->next) {
    picture.handler(instance, instance->handle);
    picture.address(&instance->original, "original", instance->original);
  }
  return picture.text();
}

}  // namespace retprobe::instance_pool
