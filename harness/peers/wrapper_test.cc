// Tests that the wrapper keeps the registers of the scalar set for the body and for the caller,
// whatever its handlers do to them.
#include "harness/peers/wrapper/wrapper.h"

#include <gtest/gtest.h>

#include <array>

extern "C" {
// rax rcx rdx rsi rdi r8 r9 r10, as the body finds them.
std::array<std::uint64_t, 8> retprobe_test_found;
unsigned retprobe_test_entries, retprobe_test_exits;
void retprobe_test_body();
void retprobe_test_entry();
void retprobe_test_exit();
}

asm(R"(
    .text
retprobe_test_body:
    lea     retprobe_test_found(%rip), %r11
    mov     %rax, (%r11)
    mov     %rcx, 8(%r11)
    mov     %rdx, 16(%r11)
    mov     %rsi, 24(%r11)
    mov     %rdi, 32(%r11)
    mov     %r8, 40(%r11)
    mov     %r9, 48(%r11)
    mov     %r10, 56(%r11)
    mov     $71, %eax
    mov     $72, %edx
    ret
retprobe_test_entry:
    incl    retprobe_test_entries(%rip)
    jmp     .Lspoil
retprobe_test_exit:
    incl    retprobe_test_exits(%rip)
.Lspoil:
    mov     $-1, %rax
    mov     %rax, %rcx
    mov     %rax, %rdx
    mov     %rax, %rsi
    mov     %rax, %rdi
    mov     %rax, %r8
    mov     %rax, %r9
    mov     %rax, %r10
    mov     %rax, %r11
    ret
)");

namespace retprobe::peers {
namespace {

struct Returned {
  std::uint64_t rax = 1, rdx = 3;
};

// Calls the stub with 1 … 8 in the registers.
Returned call_with_numbers(const std::byte* stub) {
  Returned words;
  register std::uint64_t r8 asm("r8") = 6;
  register std::uint64_t r9 asm("r9") = 7;
  register std::uint64_t r10 asm("r10") = 8;
  std::uint64_t rcx = 2, rsi = 4, rdi = 5;
  asm volatile("sub $128, %%rsp\n\tcall *%[stub]\n\tadd $128, %%rsp"
               : "+a"(words.rax), "+d"(words.rdx), "+c"(rcx), "+S"(rsi), "+D"(rdi), "+r"(r8),
                 "+r"(r9), "+r"(r10)
               : [stub] "b"(stub)
               : "r11", "memory", "cc");
  return words;
}

TEST(Wrapper, KeepsTheRegistersOfTheScalarSet) {
  retprobe_wrapper_handlers.entry = retprobe_test_entry;
  retprobe_wrapper_handlers.exit = retprobe_test_exit;
  constexpr std::size_t number = 3;
  retprobe_wrapped_bodies[number] = reinterpret_cast<std::uintptr_t>(&retprobe_test_body);
  const Returned words = call_with_numbers(retprobe_wrapper_stubs + number * stub_bytes);
  EXPECT_EQ(retprobe_test_found, (std::array<std::uint64_t, 8>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(words.rax, 71U);
  EXPECT_EQ(words.rdx, 72U);
  EXPECT_EQ(retprobe_test_entries, 1U);
  EXPECT_EQ(retprobe_test_exits, 1U);
}

}  // namespace
}  // namespace retprobe::peers
