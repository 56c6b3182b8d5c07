#include "core/system/raw_syscall.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/uio.h>

namespace retprobe {

void* reserve_memory(std::size_t bytes) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return is_error(result) ? nullptr : reinterpret_cast<void*>(result);
}

bool read_memory(std::uintptr_t from, void* to, std::size_t bytes) {
  iovec local{to, bytes}, remote{reinterpret_cast<void*>(from), bytes};
  const long got =
      raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_getpid), reinterpret_cast<long>(&local), 1,
                  reinterpret_cast<long>(&remote), 1, 0);
  if (got == static_cast<long>(bytes)) return true;
  if (got == -EFAULT || got >= 0) return false;
  // The system call is forbidden (seccomp): trust the address, as most programs would.
  for (std::size_t i = 0; i < bytes; ++i)
    static_cast<volatile std::uint8_t*>(to)[i] = reinterpret_cast<const std::uint8_t*>(from)[i];
  return true;
}

void release_memory(void* memory, std::size_t bytes) {
  raw_syscall(SYS_munmap, reinterpret_cast<long>(memory), static_cast<long>(bytes));
}

}  // namespace retprobe
