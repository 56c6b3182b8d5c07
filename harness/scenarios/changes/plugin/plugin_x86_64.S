/* The plugin's function that must be a tail call: see plugin.cc. */
#include "harness/workloads/site.inc"

  .text

/* rdi: function, rsi: x.  Ends in a tail call of function(x). */
SITE plugin_tail
  mov %rdi, %rax
  mov %rsi, %rdi
  jmp *%rax
END_FUNCTION plugin_tail

  .section .note.GNU-stack, "", @progbits
