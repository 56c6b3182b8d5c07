// System calls without libc. They do not change errno, use no vector register and need no lazy
// binding. For slow paths of a hook, which may run in a signal handler or inside malloc.
// Async-signal-safe.
#pragma once

#include <sys/syscall.h>

#include <cstddef>
#include <cstdint>

namespace retprobe {

/// The kernel's own result: a value, or -errno.
inline long raw_syscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                        long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}
inline bool is_error(long result) { return result < 0 && result > -4096; }

/// Returns anonymous memory, zeroed, reserved but not committed; nullptr on failure.
void* reserve_memory(std::size_t bytes);
void release_memory(void* memory, std::size_t bytes);

/// Copies memory that may be unmapped. Returns false when it is. Uses slower ways when
/// process_vm_readv is denied.
bool read_memory(std::uintptr_t from, void* to, std::size_t bytes);

/// Every signal except SIGTRAP and SIGSYS. If those were blocked, a breakpoint, or a system call
/// that a seccomp filter traps, would kill the process.
inline constexpr std::uint64_t blockable_signals =
    ~(std::uint64_t{1} << (5 - 1) | std::uint64_t{1} << (31 - 1));
/// Blocks these signals. Returns the mask from before.
inline std::uint64_t block_signals() {
  std::uint64_t before = 0;
  raw_syscall(SYS_rt_sigprocmask, 0 /* SIG_BLOCK */, reinterpret_cast<long>(&blockable_signals),
              reinterpret_cast<long>(&before), sizeof before);
  return before;
}
inline void restore_signals(std::uint64_t mask) {
  raw_syscall(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, reinterpret_cast<long>(&mask), 0,
              sizeof mask);
}

/// Blocks signals while it lives, so that no siglongjmp and no cancellation leaves the guarded work
/// half done.
class SignalsBlocked {
 public:
  SignalsBlocked() : before_(block_signals()) {}
  ~SignalsBlocked() { restore_signals(before_); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  std::uint64_t before_;
};

}  // namespace retprobe
