/* Tail calls: a function ends in a jump to another one, and both share one return. Compilers make
   them only at some optimization levels, so these are assembly. */
#include "harness/workloads/site.inc"

  .text

/* wl_tail_a -> wl_tail_b -> wl_tail_c -> unprobed_tail_hop -> wl_tail_d, which returns for all.
   rdi: x; the k-th step computes 3x + k.  Stack: only the return address. */
SITE wl_tail_a
  lea 1(%rdi,%rdi,2), %rdi
  jmp wl_tail_b
END_FUNCTION wl_tail_a

SITE wl_tail_b
  lea 2(%rdi,%rdi,2), %rdi
  jmp wl_tail_c
END_FUNCTION wl_tail_b

SITE wl_tail_c
  lea 3(%rdi,%rdi,2), %rdi
  jmp unprobed_tail_hop
END_FUNCTION wl_tail_c

PLAIN unprobed_tail_hop
  lea 4(%rdi,%rdi,2), %rdi
  jmp wl_tail_d
END_FUNCTION unprobed_tail_hop

SITE wl_tail_d
  lea 5(%rdi,%rdi,2), %rax
  ret
END_FUNCTION wl_tail_d

/* A self tail call: the jump goes to the function's entry. So every round is a call, and one return
   ends all. rdi: x, rsi: rounds, at least 1.  Returns x after `rounds` steps of 3x + 1. */
SITE wl_tail_loop
  lea 1(%rdi,%rdi,2), %rdi
  dec %rsi
  jz 1f
  jmp wl_tail_loop
1:
  mov %rdi, %rax
  ret
END_FUNCTION wl_tail_loop

  .section .note.GNU-stack, "", @progbits
