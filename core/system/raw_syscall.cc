#include "core/system/raw_syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>

namespace retprobe {

void* reserve_memory(std::size_t bytes) {
  const long result = raw_syscall(SYS_mmap, 0, static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return is_error(result) ? nullptr : reinterpret_cast<void*>(result);
}

namespace {

// Copies through /proc/thread-self/mem: the kernel copies, as in process_vm_readv, so a change of
// the memory meanwhile causes no fault.
bool copied_by_file(std::uintptr_t from, void* to, std::size_t bytes, bool& readable) {
  const long file = raw_syscall(
      SYS_openat, AT_FDCWD, reinterpret_cast<long>("/proc/thread-self/mem"), O_RDONLY | O_CLOEXEC);
  if (is_error(file)) return false;  // no free descriptor, no /proc, or not permitted
  const long got = raw_syscall(SYS_pread64, file, reinterpret_cast<long>(to),
                               static_cast<long>(bytes), static_cast<long>(from));
  raw_syscall(SYS_close, file);
  readable = got == static_cast<long>(bytes);
  return true;
}

// Passes `address` as a signal set, with an invalid `how`. The kernel reads the set before it
// rejects `how`, so EFAULT shows unmapped memory. (Address 0 means no set.)
bool is_readable(std::uintptr_t address) {
  constexpr long no_way = ~0L;
  return address != 0 && raw_syscall(SYS_rt_sigprocmask, no_way, static_cast<long>(address), 0,
                                     sizeof(std::uint64_t)) != -EFAULT;
}

}  // namespace

bool read_memory(std::uintptr_t from, void* to, std::size_t bytes) {
  // By the thread's number: by the process's, there is no memory when its main thread has ended.
  iovec local{to, bytes}, remote{reinterpret_cast<void*>(from), bytes};
  const long got =
      raw_syscall(SYS_process_vm_readv, raw_syscall(SYS_gettid), reinterpret_cast<long>(&local), 1,
                  reinterpret_cast<long>(&remote), 1, 0);
  if (got == static_cast<long>(bytes)) return true;
  if (got == -EFAULT || got >= 0) return false;
  // The system call is denied, as in some containers.
  bool readable = false;
  if (copied_by_file(from, to, bytes, readable)) return readable;
  // Check first, then copy. This fails only if another thread unmaps the memory in between.
  constexpr std::uintptr_t page = 4096, word = sizeof(std::uint64_t);
  const std::uintptr_t last = from + bytes - 1;
  if (last < from) return false;
  for (std::uintptr_t at = from;; at = (at | (page - 1)) + 1) {
    if (!is_readable(at & ~(word - 1))) return false;
    if ((at | (page - 1)) >= last) break;
  }
  for (std::size_t i = 0; i < bytes; ++i)
    static_cast<volatile std::uint8_t*>(to)[i] = reinterpret_cast<const std::uint8_t*>(from)[i];
  return true;
}

void release_memory(void* memory, std::size_t bytes) {
  raw_syscall(SYS_munmap, reinterpret_cast<long>(memory), static_cast<long>(bytes));
}

}  // namespace retprobe
