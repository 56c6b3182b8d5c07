#include "core/raw_syscall.h"

#include <sys/mman.h>

namespace retprobe {

void* reserve_memory(std::size_t bytes) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return is_error(result) ? nullptr : reinterpret_cast<void*>(result);
}

void release_memory(void* memory, std::size_t bytes) {
  raw_syscall(SYS_munmap, reinterpret_cast<long>(memory), static_cast<long>(bytes));
}

}  // namespace retprobe
