/* Fixtures that need exact instructions: see fixtures.h and call_tree.h. */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi: x.  Stack: 8 bytes for alignment.  Returns what the function returns. */
PLAIN fixture_call
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  mov %rdi, %rax
  mov %rsi, %rdi
  call *%rax
  .globl fixture_return_point
fixture_return_point:
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION fixture_call

/* rdi: x, one more in each round; rsi: rounds left.  Returns x and one per round. */
SITE fx_self_tail
  dec %rsi
  jz 1f
  inc %rdi
  jmp fx_self_tail
1:
  lea 1(%rdi), %rax
  ret
END_FUNCTION fx_self_tail

/* Passes its arguments on to fx_body unchanged. */
SITE fx_tail_body
  jmp fx_body
END_FUNCTION fx_tail_body

/* A node of a call tree; `code` is its letter as a number. rdi: the player.
   Its body is retprobe_play_body(player, letter), which returns the function to tail-call, or 0.
   Returns its letter, so that the caller can check which function returned.
   Stack: one word, which keeps the player and aligns the call. */
.macro TREE_NODE kind letter code
\kind tree_\letter
  push %rdi
  .cfi_adjust_cfa_offset 8
  mov $\code, %esi
  call retprobe_play_body
  pop %rdi
  .cfi_adjust_cfa_offset -8
  test %rax, %rax
  jz 1f
  jmp *%rax
1:
  mov $\code, %eax
  ret
END_FUNCTION tree_\letter
.endm

TREE_NODE SITE f 102
TREE_NODE SITE g 103
TREE_NODE SITE h 104
TREE_NODE SITE k 107
/* Not a site: for tail calls that pass through an unprobed function. */
TREE_NODE PLAIN u 117

  .section .note.GNU-stack, "", @progbits
