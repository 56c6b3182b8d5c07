// Finds out where glibc stores the bounds of a thread's stack. Runs once, before the first attach.
#include <pthread.h>

#include <mutex>

#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

// A hook must not call pthread_getattr_np, which allocates. So a thread with a guard area of an
// uncommon size calls it for itself here, and searches its own descriptor for the result. If it is
// not there, hooks read /proc/self/maps instead.
void find_stack_words() {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    constexpr std::size_t page = 4096;
    pthread_attr_setguardsize(&attributes, 5 * page);
    pthread_attr_setstacksize(&attributes, 61 * page);
    std::uintptr_t found = 0;
    pthread_t thread;
    const auto look = [](void* argument) -> void* {
      pthread_attr_t own;
      if (pthread_getattr_np(pthread_self(), &own)) return nullptr;
      void* low;
      std::size_t size, guard;
      if (!pthread_attr_getstack(&own, &low, &size) && !pthread_attr_getguardsize(&own, &guard)) {
        const auto top = reinterpret_cast<std::uintptr_t>(low) + size;
        const auto* words = reinterpret_cast<const std::uintptr_t*>(pthread_self());
        for (std::size_t i = 0; i < 2048 / sizeof *words; ++i)
          if (words[i] + words[i + 1] == top && words[i] <= reinterpret_cast<std::uintptr_t>(low) &&
              words[i + 2] == guard)
            *static_cast<std::uintptr_t*>(argument) = i * sizeof *words;
      }
      pthread_attr_destroy(&own);
      return nullptr;
    };
    if (!pthread_create(&thread, &attributes, look, &found)) pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    learn_stack_words(found);
  });
}

}  // namespace retprobe
