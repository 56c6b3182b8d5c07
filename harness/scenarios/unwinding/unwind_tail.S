/* A tail call with any compiler. Declared in unwind_sites.h. */
#include "harness/workloads/site.inc"

  .text

SITE unwind_tail
  jmp unwind_leaf
END_FUNCTION unwind_tail

  .section .note.GNU-stack, "", @progbits
