/* A module of 40,000 leaves, for an attach to all of them at once. They lie 64 bytes apart, about
   as far as small compiled functions do, and so on 625 pages. Only the experiment loads the module,
   so that only the experiment pays for reading its symbols.

   The macros of site.inc are not used. They would make a section of records for each function, as
   compilers do, and the assembler would take half a minute. Here one section has all records. */
  .altmacro
  .text
  .p2align 12
  .cfi_startproc

/* rdi: x.  Returns 3x + number + 1. */
.macro NUMBERED_LEAF number
  .p2align 6
  .type crowd_\number, @function
crowd_\number:
  .byte 0x0f, 0x1f, 0x44, 0x00, 0x00
  lea \number + 1(%rdi,%rdi,2), %rax
  ret
  .size crowd_\number, . - crowd_\number
.endm

  .set .Lnumber, 0
  .rept 40000
  NUMBERED_LEAF %.Lnumber
  .set .Lnumber, .Lnumber + 1
  .endr
  .cfi_endproc

  .section __patchable_function_entries, "awo", @progbits, crowd_0
  .balign 8
  .set .Lnumber, 0
  .rept 40000
  .quad crowd_0 + 64 * .Lnumber
  .set .Lnumber, .Lnumber + 1
  .endr

  .section .note.GNU-stack, "", @progbits
