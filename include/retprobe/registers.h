// The registers that a handler can read and change.
//
// One structure serves entry and exit. The trampolines fill it. As in Linux, the structure may be
// filled partly or fully, and a field says which (Steven Rostedt, "ftrace: Return pt_regs to
// function trace callback", 2011).
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe {

/// The registers that the trampolines save and restore. Each set contains the one before. A tracer
/// chooses its set; a function with several tracers gets the largest of theirs.
enum class RegisterSet : std::uint8_t {
  // Entry: rax rcx rdx rsi rdi r8 r9 r10; exit: rax rdx. The handlers must be compiled with
  // -mgeneral-regs-only, since the vector registers are not saved.
  scalar = 0,
  // Also xmm0-7 (exit: xmm0, xmm1, st0, st1) at the CPU's full width, MXCSR, the x87 control word.
  // Handlers need no special compiler flags.
  vector = 1,
  // Every register, the stack pointer, and the flags as the caller left them. An entry handler may
  // redirect the call.
  full = 2,
};

inline constexpr std::size_t register_set_count = 3;
constexpr const char* to_string(RegisterSet set) {
  return set == RegisterSet::scalar ? "scalar" : set == RegisterSet::vector ? "vector" : "full";
}

/// Why an exit handler runs.
enum class ReturnReason : std::uint8_t {
  returned,   // the function returned
  unwound,    // an exception left it
  abandoned,  // it never returned: longjmp, thread exit; notified when its frame is found stale
};
constexpr const char* to_string(ReturnReason reason) {
  return reason == ReturnReason::returned  ? "returned"
         : reason == ReturnReason::unwound ? "unwound"
                                           : "abandoned";
}

/// The registers that the trampoline saved and will restore. A handler may change those of its set:
/// arguments at entry, the return value at exit. In the full set it may also change rip at entry,
/// which redirects the call (see TracerOptions::redirects). Fields outside the set are undefined.
struct Registers {
  std::uint64_t rax, rbx, rcx, rdx, rsi, rdi, rbp;
  std::uint64_t rsp;  // full: at entry, the return slot's address; at exit, 8 above it
  std::uint64_t r8, r9, r10, r11, r12, r13, r14, r15;
  std::uint64_t rip;     // full, at entry: where the body begins
  std::uint64_t rflags;  // full

  // One word, which a trampoline writes with one store: what it knows when it is assembled.
  RegisterSet set;      // which set this is
  ReturnReason reason;  // of a ReturnFrame: see its reason()
  bool slot_is_copy;    // of a ReturnFrame: slot_word is a copy, and the slot is at `slot`
  std::uint8_t mark;    // frame_mark, as long as the frame is there
  std::uint32_t zero;   // a part of the mark

  std::byte* vectors;           // vector, full: the low 16 bytes of xmm0
  std::uint64_t vector_stride;  // bytes from xmm(i) to xmm(i+1)

  /// The low 16 bytes of xmm`i`. Vector set: `i` is 0-7 at entry, 0-1 at exit. Full set: any
  /// register. Not for the scalar set.
  std::byte* xmm(unsigned i) const { return vectors + i * vector_stride; }
  /// Fills that word for a frame that no trampoline has made, which has no vectors.
  void describe(RegisterSet which, ReturnReason why) {
    set = which, reason = why, slot_is_copy = true, mark = frame_mark, zero = 0;
    vectors = nullptr;
  }
  static constexpr std::uint8_t frame_mark = 0x72;
};

}  // namespace retprobe
