// The registers that a handler sees, and which of them are there.
//
// One structure for entry and exit, filled by the trampolines; its offsets are shared with the
// assembly (core/blocks/layout.h). The idea of one partial-or-full structure is Linux's (Steven
// Rostedt, "ftrace: Return pt_regs to function trace callback", 2011); as there, a handler can tell
// which set it got.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe {

/// Three sets, each containing the one before. Chosen per tracer; the strongest of a function's
/// tracers wins.
enum class RegisterSet : std::uint64_t {
  scalar = 0,  // entry: rax rcx rdx rsi rdi r8 r9 r10; exit: rax rdx. Handlers compiled
               // -mgeneral-regs-only
  vector = 1,  // and xmm0-7 (exit: xmm0, xmm1, st0, st1) to the CPU's width, MXCSR, x87
               // control. Any handler
  full = 2,    // every register; flags as they were before any compare; stack pointer.
               // Handlers may redirect
};

inline constexpr std::size_t register_set_count = 3;
constexpr const char* to_string(RegisterSet set) {
  return set == RegisterSet::scalar ? "scalar" : set == RegisterSet::vector ? "vector" : "full";
}

/// What the trampoline saved and will restore. A handler may change what its set contains:
/// arguments at entry, the return value at exit; in the full set also rip at entry (a redirected
/// call; see Tracer::redirects). Fields outside the set are undefined.
struct Registers {
  std::uint64_t rax, rbx, rcx, rdx, rsi, rdi, rbp;
  std::uint64_t rsp;  // full: at entry, the return slot's address; at exit, 8 above it
  std::uint64_t r8, r9, r10, r11, r12, r13, r14, r15;
  std::uint64_t rip;     // at entry, full: where the body begins; at exit, every set: the original
                         // return address
  std::uint64_t rflags;  // full
  RegisterSet set;       // which set this is
  std::byte* vectors;    // vector, full: the low 16 bytes of xmm0
  std::uint64_t vector_stride;  // bytes from xmm(i) to xmm(i+1)

  /// The low 16 bytes of xmm`i`: 0-7 at entry, 0-1 at exit; any in the full set. Not for the scalar
  /// set.
  std::byte* xmm(unsigned i) const { return vectors + i * vector_stride; }
};

}  // namespace retprobe
