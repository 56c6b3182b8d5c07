// Functions with and without arguments on the stack, for core/control/stack_arguments_test.cc. It
// loads them as compiled with different options.
#include <unistd.h>

#include <cstdarg>
#include <cstddef>

#if defined(__clang__)
#define FIXTURE extern "C" __attribute__((noinline, visibility("hidden"), used))
#else
#define FIXTURE extern "C" __attribute__((noipa, visibility("hidden"), used))
#endif

struct Large {
  long words[5];
};
struct Numbers {
  int of[64];
};
using Callee = long (*)(long);
static Callee volatile callee;
static char* volatile kept;

FIXTURE long none_leaf(long a) { return a + 1; }
FIXTURE long none_six(long a, long b, long c, long d, long e, long f) {
  return a + b + c + d + e + f;
}
// A frame with an array that is indexed, and calls with stack arguments of their own. The array
// could be one of the caller's, indexed from below.
FIXTURE long some_seventh(long, long, long, long, long, long, long g) { return g; }
FIXTURE long none_passes_seven(long a) { return some_seventh(a, a, a, a, a, a, a) + 1; }
FIXTURE long unknown_array(long a) {
  long numbers[40];
  for (long i = 0; i < 40; ++i) numbers[i] = none_leaf(i + a);
  kept = reinterpret_cast<char*>(numbers);
  return numbers[a % 40] + none_leaf(a);
}
FIXTURE long none_switch(long a) {
  switch (a) {
    case 0:
      return none_leaf(3);
    case 1:
      return 7;
    case 2:
      return none_leaf(9) + 1;
    case 3:
      return 4;
    case 4:
      return 11 * none_leaf(a);
    case 5:
      return 2;
    case 6:
      return none_leaf(5) * 3;
    default:
      return 0;
  }
}
FIXTURE long none_alloca(long a) {
  kept = static_cast<char*>(__builtin_alloca(static_cast<std::size_t>(a)));
  return none_leaf(a) + 1;
}
// By a stub of the procedure linkage table.
FIXTURE long none_tail_to_libc() { return getpid(); }
FIXTURE long none_tail(long a) { return none_leaf(a + 1); }
FIXTURE long none_large_result(Large* large) {
  *large = {{1, 2, 3, 4, 5}};
  return none_leaf(1) + 1;
}
FIXTURE double none_floats(double a, double b, double c, double d, double e, double f, double g,
                           double h) {
  return a + b + c + d + e + f + g + h;
}

FIXTURE long some_struct(Large large) { return large.words[2]; }
FIXTURE long some_struct_indexed(Large large, long i) { return large.words[i - 1]; }
FIXTURE int some_array_indexed(Numbers numbers, long i) { return numbers.of[i - 1]; }
FIXTURE long some_by_reference(Large large) {
  kept = reinterpret_cast<char*>(&large);
  return none_leaf(1) + 1;
}
FIXTURE long some_variadic(long count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  while (count--) sum += va_arg(list, long);
  va_end(list);
  return sum;
}
// Only its rare part uses them; compilers put that apart.
FIXTURE long some_rarely(long a, long, long, long, long, long, long g) {
  if (__builtin_expect(a == 77, 0)) {
    if (g == 3) __builtin_trap();
    return none_leaf(g) * none_leaf(a);
  }
  return a;
}
FIXTURE long some_calls_stack_argument(long, long, long, long, long, long, Callee g) {
  return g(1) + 1;
}
FIXTURE float some_ninth_float(float, float, float, float, float, float, float, float, float i) {
  return i;
}
// A tail call leaves its caller's stack arguments where they are.
FIXTURE long some_tail(long a, long b, long c, long d, long e, long f, long g) {
  return some_seventh(b, a, c, d, e, f, g);
}

// Nothing is known of what these tail-call.
FIXTURE long unknown_pointer(long a) { return callee(a); }
FIXTURE long unknown_variadic(long a, long b) { return some_variadic(a, b); }

// Assembly in which two functions share an unwind entry.
asm(R"(
        .macro  function name
        .balign 16
        .globl  \name
        .type   \name, @function
\name:
.Lentry_\name:
        .pushsection __patchable_function_entries, "awo", @progbits, .Lentry_\name
        .balign 8
        .quad   .Lentry_\name
        .popsection
        .byte   0x0f, 0x1f, 0x44, 0x00, 0x00
        .endm
        .macro  done name
        .size   \name, . - \name
        .endm

        .text
        .cfi_startproc
        function none_beside_another
        lea     1(%rdi), %rax
        ret
        done    none_beside_another
        function some_beside_another
        mov     8(%rsp), %rax
        ret
        done    some_beside_another
        function unknown_runs_on
        test    %edi, %edi
        done    unknown_runs_on
        function none_is_run_into
        ret
        done    none_is_run_into
        .cfi_endproc

// What compilers rarely say of a frame: DW_CFA_advance_loc4 past the nop, undefined,
// GNU_args_size, expression (%rbx is at %rsp), and with them, where the arguments are.
        .macro  rarely_said
        push    %rbx
        .cfi_escape 0x04, 1, 0, 0, 0
        .cfi_escape 0x07, 0
        .cfi_escape 0x2e, 16
        .cfi_escape 0x10, 3, 2, 0x77, 0
        .cfi_escape 0x0e, 16
        nop
        .endm
        .macro  alone name
        .balign 16
        .cfi_startproc
        function \name
        .endm
        alone   none_rarely_said
        rarely_said
        mov     8(%rsp), %rax
        pop     %rbx
        ret
        done    none_rarely_said
        .cfi_endproc
        alone   some_rarely_said
        rarely_said
        mov     16(%rsp), %rax
        pop     %rbx
        ret
        done    some_rarely_said
        .cfi_endproc

// DW_CFA_def_cfa_expression: the arguments begin where an expression says.
        alone   unknown_by_expression
        .cfi_escape 0x0f, 2, 0x77, 8
        mov     8(%rsp), %rax
        ret
        done    unknown_by_expression
        .cfi_endproc

// It aligns the stack, and finds its arguments by a register of its own.
        alone   unknown_realigned
        lea     8(%rsp), %r10
        .cfi_def_cfa %r10, 0
        and     $-64, %rsp
        lea     -8(%r10), %rsp
        .cfi_def_cfa %rsp, 8
        ret
        done    unknown_realigned
        .cfi_endproc

// The base may stand in the index's place.
        alone   some_as_index
        push    %rbp
        .cfi_def_cfa_offset 16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        mov     16(%rdi, %rbp), %rax
        pop     %rbp
        .cfi_def_cfa %rsp, 8
        ret
        done    some_as_index
        .cfi_endproc

        alone   some_gathered
        vpgatherdd %xmm0, 8(%rsp, %xmm1, 4), %xmm2
        ret
        done    some_gathered
        .cfi_endproc

        alone   none_scaled
        push    %rbp
        .cfi_def_cfa_offset 16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        mov     16(%rdi, %rbp, 8), %rax
        pop     %rbp
        .cfi_def_cfa %rsp, 8
        ret
        done    none_scaled
        .cfi_endproc

// A struct's words, or those of an array below the return address.
        alone   unknown_indexed_far_below
        mov     -8(%rsp, %rdi, 8), %rax
        ret
        done    unknown_indexed_far_below
        .cfi_endproc

// An entry of an unusual form: its personality routine has an address of eight bytes.
        alone   unknown_wide_entry
        .cfi_personality 0x1c, none_leaf
        ret
        done    unknown_wide_entry
        .cfi_endproc

        alone   unknown_no_instruction
        ret
        .byte   0x06
        done    unknown_no_instruction
        .cfi_endproc

// It leads to more places than are looked at.
        alone   unknown_too_many_places
        .rept   70
        je      none_leaf
        .endr
        ret
        done    unknown_too_many_places
        .cfi_endproc
)");
