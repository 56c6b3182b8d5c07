#include "harness/on_stack.h"

#include <pthread.h>

#include <string>

namespace retprobe::harness {

Error on_stack(std::size_t bytes, const std::function<void()>& what) {
  if (bytes == 0) {
    what();
    return {};
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  int failed = pthread_attr_setstacksize(&attributes, bytes);
  pthread_t thread;
  if (!failed)
    failed = pthread_create(
        &thread, &attributes,
        [](void* context) -> void* {
          (*static_cast<const std::function<void()>*>(context))();
          return nullptr;
        },
        const_cast<std::function<void()>*>(&what));
  pthread_attr_destroy(&attributes);
  if (failed)
    return system_error("a thread with " + std::to_string(bytes) + " bytes of stack", failed);
  pthread_join(thread, nullptr);
  return {};
}

}  // namespace retprobe::harness
