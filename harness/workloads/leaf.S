/* The smallest function, and twelve callers that are not sites. */
#include "harness/workloads/site.inc"

  .text

/* rdi: x.  Returns 3x + 1.  One instruction, so that a measurement shows the probe's cost. */
SITE wl_leaf
  lea 1(%rdi,%rdi,2), %rax
  ret
END_FUNCTION wl_leaf

/* unprobed_caller_12 calls _11, which calls _10, ... , and _1 calls wl_leaf. Each does work after
   its call. So none of the calls can be a jump, and all twelve returns use the return predictor.

   rdi: x.  Returns wl_leaf(x) + 12.
   Stack of each: 8 bytes for alignment, below its return address. */
.macro CALLER name, callee
PLAIN \name
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  call \callee
  inc %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION \name
.endm

CALLER unprobed_caller_1, wl_leaf
CALLER unprobed_caller_2, unprobed_caller_1
CALLER unprobed_caller_3, unprobed_caller_2
CALLER unprobed_caller_4, unprobed_caller_3
CALLER unprobed_caller_5, unprobed_caller_4
CALLER unprobed_caller_6, unprobed_caller_5
CALLER unprobed_caller_7, unprobed_caller_6
CALLER unprobed_caller_8, unprobed_caller_7
CALLER unprobed_caller_9, unprobed_caller_8
CALLER unprobed_caller_10, unprobed_caller_9
CALLER unprobed_caller_11, unprobed_caller_10
CALLER unprobed_caller_12, unprobed_caller_11

  .section .note.GNU-stack, "", @progbits
