/* Functions that must be refused because of their names or of the bytes at their entry. They are
   local, so that no other code calls them instead of the C library's. See refusals.cc. */
  .text

.macro REFUSED name bytes:vararg
  .type \name, @function
  .p2align 4
\name:
  .cfi_startproc
.Lrefused_\name:
  .byte \bytes
  .pushsection __patchable_function_entries, "awo", @progbits, .Lrefused_\name
  .balign 8
  .quad .Lrefused_\name
  .popsection
  mov %rdi, %rax
  ret
  .cfi_endproc
  .size \name, . - \name
.endm

REFUSED _setjmp 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED __sigsetjmp 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED vfork 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED getcontext 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED swapcontext 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED siglongjmp 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED _Unwind_RaiseException 0x0f, 0x1f, 0x44, 0x00, 0x00
REFUSED __gxx_personality_v0 0x0f, 0x1f, 0x44, 0x00, 0x00
/* Five nops instead of one: a thread may be between two of them. */
REFUSED refused_five_nops 0x90, 0x90, 0x90, 0x90, 0x90
/* As if other software had patched it: a jump to the next instruction. */
REFUSED refused_patched 0xe9, 0x00, 0x00, 0x00, 0x00

  .section .note.GNU-stack, "", @progbits
