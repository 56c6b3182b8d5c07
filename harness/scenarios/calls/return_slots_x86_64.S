/* Functions that do something unusual with their return slot, and callers that put it in unusual
   places: see return_slots.cc. */
#include "harness/workloads/site.inc"

  .text

/* Returns what its return slot holds. */
SITE fx_slot_read
  mov (%rsp), %rax
  ret
END_FUNCTION fx_slot_read

/* rdi: x.  Takes its return address out of the slot and returns by a jump to the copy. */
SITE fx_slot_jump
  lea 1(%rdi,%rdi,2), %rax
  pop %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register rip, rcx
  jmp *%rcx
END_FUNCTION fx_slot_jump

/* rdi: x.  Keeps its return address in rcx while it uses the slot for something else. */
SITE fx_slot_push
  pop %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register rip, rcx
  lea (%rdi,%rdi,2), %rax
  push %rax
  .cfi_adjust_cfa_offset 8
  incq (%rsp)
  pop %rax
  .cfi_adjust_cfa_offset -8
  push %rcx
  .cfi_adjust_cfa_offset 8
  .cfi_offset rip, -8
  ret
END_FUNCTION fx_slot_push

/* rdi: x, rsi: an address.  Returns there instead of to its caller. */
SITE fx_slot_set
  lea 1(%rdi,%rdi,2), %rax
  mov %rsi, (%rsp)
  ret
END_FUNCTION fx_slot_set

/* rdi: x.  Returns fx_slot_set(x, 1f) + 1000. The call returns to 1f, not to the instruction that
   follows it. */
PLAIN return_slots_call_set
  sub $8, %rsp
  .cfi_adjust_cfa_offset 8
  lea 1f(%rip), %rsi
  call fx_slot_set
  ud2
1:
  add $1000, %rax
  add $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
END_FUNCTION return_slots_call_set

/* rdi: x; two more words on the stack, which it pops.  Returns the sum of the three. */
SITE fx_slot_pops
  mov %rdi, %rax
  add 8(%rsp), %rax
  add 16(%rsp), %rax
  ret $16
END_FUNCTION fx_slot_pops

/* rdi: x.  Returns fx_slot_pops(x, 1, 2). */
PLAIN return_slots_call_pops
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register rbp
  push $2
  push $1
  call fx_slot_pops
  leave
  .cfi_def_cfa rsp, 8
  ret
END_FUNCTION return_slots_call_pops

/* rdi: where to store this stack pointer, rsi: the other one.  Does what machine_switch does, but
   can be probed: it is called on one stack and returns on the other. */
SITE fx_slot_switch
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp, (%rdi)
  mov %rsi, %rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
END_FUNCTION fx_slot_switch

/* A new stack begins here.  rbx: the function to call. That function does not return. */
PLAIN return_slots_begin
  .cfi_undefined rip
  call *%rbx
  ud2
END_FUNCTION return_slots_begin

/* rdi: function, rsi: x, rdx: stack pointer.  Returns function(x). The call's return slot lies
   right below that stack pointer. */
PLAIN return_slots_call_at
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_offset rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register rbp
  mov %rdx, %rsp
  mov %rdi, %rax
  mov %rsi, %rdi
  call *%rax
  leave
  .cfi_def_cfa rsp, 8
  ret
END_FUNCTION return_slots_call_at

  .section .note.GNU-stack, "", @progbits
