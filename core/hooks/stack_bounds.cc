// Finds the bounds of a thread's native stack without libc. The first hit may be inside malloc,
// where pthread_getattr_np would deadlock, since it allocates. Compiled as hot code;
// async-signal-safe, except find_stack_words.
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>

#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"

extern "C" void* __libc_stack_end;  // from ld.so: where the main thread's stack begins

namespace retprobe {
namespace {

// Reads /proc/thread-self/maps through a small buffer and finds the mapping that holds `address`.
bool find_mapping(std::uintptr_t address, Bounds& found) {
  const long file = raw_syscall(
      SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/thread-self/maps"), O_RDONLY | O_CLOEXEC);
  if (is_error(file)) return false;
  char buffer[1024];
  enum { in_low, in_high, in_rest } where = in_low;
  Bounds line;
  bool ok = false;
  for (long got; !ok && (got = raw_syscall(SYS_read, file, reinterpret_cast<long>(buffer),
                                           sizeof buffer)) > 0;) {
    for (long i = 0; i < got && !ok; ++i) {
      const char c = buffer[i];
      if (c == '\n') {
        where = in_low;
        line = {};
        continue;
      }
      if (where == in_rest) continue;
      if (c == '-') {
        where = in_high;
      } else if (c == ' ') {
        where = in_rest;
        ok = line.low <= address && address < line.high;
      } else {
        std::uintptr_t& value = where == in_low ? line.low : line.high;
        value = value * 16 + static_cast<std::uintptr_t>(c <= '9' ? c - '0' : c - 'a' + 10);
      }
    }
  }
  raw_syscall(SYS_close, file);
  if (ok) found = line;
  return ok;
}

Bounds main_stack;
// The main thread's thread pointer, so that no thread needs a system call to find out which it is.
// 0 if another thread loaded the library.
std::uintptr_t main_thread = 0;

std::uintptr_t thread_pointer() {
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
}
bool is_first_of_process() { return raw_syscall(SYS_gettid) == raw_syscall(SYS_getpid); }
bool is_main_thread() {
  return main_thread ? thread_pointer() == main_thread : is_first_of_process();
}

// The offset from the thread pointer at which glibc's thread descriptor has the thread's stack:
// {address, size, guard size}. 0: not known. This is more exact than the mapping that holds the
// stack: the mapping may include a neighbour without a guard page, or the program's own memory.
std::uintptr_t stack_words_at = 0;
struct StackWords {
  std::uintptr_t address, size, guard;
};

// The kernel keeps a gap below the top of the main thread's stack free of mappings, as large as
// RLIMIT_STACK at exec, within these bounds.
constexpr std::uintptr_t least_gap = std::uintptr_t{128} << 20, most_gap = std::uintptr_t{16} << 30;
// More than the usual limit, since a program may raise its limit.
constexpr std::uintptr_t least_usual = std::uintptr_t{12} << 20;

[[gnu::constructor(102)]] void find_main_stack() {
  if (!find_mapping(reinterpret_cast<std::uintptr_t>(__libc_stack_end), main_stack)) return;
  rlimit limit{};
  raw_syscall(SYS_prlimit64, 0, RLIMIT_STACK, 0, reinterpret_cast<long>(&limit));
  std::uintptr_t gap = limit.rlim_cur;
  if (gap < least_gap) gap = least_gap;
  if (gap > most_gap) gap = most_gap;
  main_stack.low = main_stack.high - gap;
  main_stack.usual = limit.rlim_cur < gap ? limit.rlim_cur : gap;
  if (main_stack.usual < least_usual) main_stack.usual = least_usual;
  if (is_first_of_process()) main_thread = thread_pointer();
}

}  // namespace

Bounds native_bounds() {
  if (main_stack.high && is_main_thread()) return main_stack;
  // glibc puts a thread's control block at the top of its stack.
  const std::uintptr_t control_block = thread_pointer();
  Bounds bounds;
  if (stack_words_at) {
    const auto& words = *reinterpret_cast<const StackWords*>(control_block + stack_words_at);
    bounds = {words.address + words.guard, control_block};
  } else if (find_mapping(control_block, bounds)) {
    bounds.high = control_block;
  }
  return bounds;
}

// Makes a thread with a guard area of an uncommon size, asks pthread_getattr_np for its bounds, and
// searches its descriptor for them. If they are not there, hooks read /proc/thread-self/maps
// instead. The new thread allocates nothing: malloc would reserve an arena of 64 MiB for it.
void find_stack_words() {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    constexpr std::size_t page = 4096;
    pthread_attr_setguardsize(&attributes, 5 * page);
    pthread_attr_setstacksize(&attributes, 61 * page);
    pthread_mutex_t looked = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&looked);
    const auto wait = [](void* argument) -> void* {
      auto* const looked = static_cast<pthread_mutex_t*>(argument);
      pthread_mutex_lock(looked);
      pthread_mutex_unlock(looked);
      return nullptr;
    };
    pthread_t thread;
    if (!pthread_create(&thread, &attributes, wait, &looked)) {
      pthread_attr_t bounds;
      if (!pthread_getattr_np(thread, &bounds)) {
        void* low;
        std::size_t size, guard;
        if (!pthread_attr_getstack(&bounds, &low, &size) &&
            !pthread_attr_getguardsize(&bounds, &guard)) {
          const auto top = reinterpret_cast<std::uintptr_t>(low) + size;
          const auto* words = reinterpret_cast<const std::uintptr_t*>(thread);
          for (std::size_t i = 0; i < 2048 / sizeof *words; ++i)
            if (words[i] + words[i + 1] == top &&
                words[i] <= reinterpret_cast<std::uintptr_t>(low) && words[i + 2] == guard)
              stack_words_at = i * sizeof *words;
        }
        pthread_attr_destroy(&bounds);
      }
      pthread_mutex_unlock(&looked);
      pthread_join(thread, nullptr);
    }
    pthread_attr_destroy(&attributes);
  });
}

}  // namespace retprobe
