/* Sets of 1, 16, 256, 1000 and 4000 different leaves. For each set, a function without branches
   calls every leaf once, in an order that is unrelated to their addresses. This shows what a
   probe's code and data cost in caches and predictors when many functions are called. */
#include "harness/workloads/site.inc"

  .altmacro
  .text

/* rdi: x.  Returns 3x + number + 1. */
.macro NUMBERED_LEAF prefix, number
SITE \prefix\number
  lea \number + 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION \prefix\number
.endm

.macro CALL_NUMBERED prefix, number
  call \prefix\number
  mov %rax, %rdi
.endm

/* The order: a linear congruence of full period modulo 2^bits (multiplier 1 modulo 4, odd
   increment). The low bits alone repeat too soon, so they are mixed with the high bits. Numbers
   that no leaf has are left out.

   \round: rdi: x.  Returns x after all leaves.  Stack: 8 bytes for alignment. Not a site. */
.macro LEAVES prefix, count, bits, round
  .set .Lnumber, 0
  .rept \count
  NUMBERED_LEAF \prefix, %.Lnumber
  .set .Lnumber, .Lnumber + 1
  .endr

PLAIN \round
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  .set .Lstate, 1
  .rept 1 << \bits
  .set .Lstate, (.Lstate * 341 + 187) & ((1 << \bits) - 1)
  .set .Lnumber, .Lstate ^ (.Lstate >> (\bits / 2))
  .if .Lnumber < \count
  CALL_NUMBERED \prefix, %.Lnumber
  .endif
  .endr
  mov %rdi, %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION \round
.endm

LEAVES wl_functions_1_, 1, 0, functions_1_round
LEAVES wl_functions_16_, 16, 4, functions_16_round
LEAVES wl_functions_256_, 256, 8, functions_256_round
LEAVES wl_functions_1000_, 1000, 10, functions_1000_round
LEAVES wl_functions_4000_, 4000, 12, functions_4000_round

  .section .note.GNU-stack, "", @progbits
