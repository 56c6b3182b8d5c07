// Coroutines on stacks of which the library does not know the bounds.
#pragma once

#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>

#include "retprobe/probe.h"

namespace retprobe {

inline constexpr std::size_t unknown_stack_bytes = 256 << 10;

/// Memory for two such stacks, one above the other. nullptr: there is none.
inline std::byte* two_unknown_stacks() {
  void* const memory = mmap(nullptr, 2 * unknown_stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}
/// Makes a coroutine there, behind which `next` goes on. Takes back that makecontext has announced
/// its stack: each of its slots is an execution stack.
inline void make_unknown(ucontext_t& coroutine, std::byte* low, ucontext_t* next, void (*body)()) {
  getcontext(&coroutine);
  coroutine.uc_stack = {.ss_sp = low, .ss_flags = 0, .ss_size = unknown_stack_bytes};
  coroutine.uc_link = next;
  makecontext(&coroutine, body, 0);
  remove_stack(low);
}

}  // namespace retprobe
