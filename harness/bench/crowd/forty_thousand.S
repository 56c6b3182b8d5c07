/* A module of 40,000 leaves: what is attached to all at once. 64 bytes apart, about as far as small compiled functions are, so that
   they lie on 625 pages. Loaded by the experiment alone, so that only it pays for reading its symbols.

   Not with the macros of site.inc: a section of records for each function, as compilers make them, takes the assembler half a
   minute. Here one section has all of the records. */
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
