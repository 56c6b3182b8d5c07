// What a handler asks of the kernel. A handler must not call libc, not even its thin wrappers: they
// may be bound lazily.
#pragma once

#include <asm/unistd.h>

namespace retprobe::graph {

inline long system_call(long number, long a = 0, long b = 0, long c = 0) {
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c)
               : "rcx", "r11", "memory");
  return result;
}

inline int thread_id() { return static_cast<int>(system_call(__NR_gettid)); }

inline bool has_ended(int process, int thread) {
  constexpr long no_such_process = -3;
  return system_call(__NR_tgkill, process, thread, 0) == no_such_process;
}

}  // namespace retprobe::graph
