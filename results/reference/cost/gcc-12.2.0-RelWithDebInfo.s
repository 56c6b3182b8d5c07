# What one hit executes, by function, without the hooks of the sets vector and full:
# made by `retprobe cost --accept`.

(no name):
  mov $0x0F, %rax
  syscall

__errno_location:
  mov (data), %rax
  add %fs:(data), %rax
  ret

_init:
  jmp (data)

retprobe::(anonymous namespace)::handle_return_trap(ucontext_t&):
  mov 0xA8(%rdi), %rax
  lea -0x01(%rax), %rsi
  lea retprobe_return_trampolines, %rax
  mov %rsi, %rdx
  sub %rax, %rdx
  xor %eax, %eax
  cmp $0x1FFFFF, %rdx
  jnbe (here)
  mov %rsi, %rdx
  and $0x1F, %edx
  cmp $0x1D, %rdx
  jnz (here)
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  lea 0x28(%rdi), %r12
  push %rbp
  push %rbx
  lea (data), %rbx
  lea 0x100(%rbx), %rbp
  mov %rbx, %rax
  sub $0xD0, %rsp
  mov 0xA0(%rdi), %r14
  lea -0x08(%r14), %rdi
  nop %eax, (%rax)
  movsxdl (%rax), %rcx
  mov 0x08(%rax), %rdx
  add $0x10, %rax
  mov (%r12,%rcx,8), %rcx
  mov %rcx, (%rsp,%rdx,1)
  cmp %rax, %rbp
  jnz (here)
  mov 0xE0(%r13), %rax
  mov %rsp, %rdx
  mov %rdi, 0xC0(%rsp)
  mov %rsi, 0xC8(%rsp)
  mov %rdi, %rsi
  mov %rdx, %rdi
  add $0xA0, %rax
  mov %r14, 0x38(%rsp)
  mov %rax, 0x98(%rsp)
  lea (data), %rax
  movq $0x72010002, 0x90(%rsp)
  movq $0x10, 0xA0(%rsp)
  mov (%rax), %rax
  call 0x38(%rax)
  mov 0x08(%rbx), %rdx
  movsxdl (%rbx), %rax
  add $0x10, %rbx
  mov (%rsp,%rdx,1), %rdx
  mov %rdx, (%r12,%rax,8)
  cmp %rbx, %rbp
  jnz (here)
  mov 0xC8(%rsp), %rax
  mov %rax, -0x08(%r14)
  mov %rax, 0xA8(%r13)
  add $0xD0, %rsp
  mov $0x01, %eax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret

retprobe::(anonymous namespace)::on_sigtrap(int, siginfo_t*, void*):
  push %rbp
  mov %rsp, %rbp
  push %r15
  push %r14
  push %r13
  lea 0x10(%rbp), %r13
  push %r12
  mov %rdx, %r12
  push %rbx
  mov %rsi, %rbx
  sub $0x128, %rsp
  mov %edi, -0x13C(%rbp)
  call _init
  cmp %r12, %r13
  mov (%rax), %r15d
  mov %rax, %r14
  mov 0x08(%rbx), %eax
  setz -0x138(%rbp)
  cmp $0x80, %eax
  jz (here)
  lea (data), %rdx
  mov (%rdx), %rax
  test %rax, %rax
  jz (here)
  mov %rdx, -0x148(%rbp)
  mov %r12, %rdi
  call %rax
  mov -0x148(%rbp), %rdx
  test %al, %al
  jnz (here)
  add $0x128, %rsp
  pop %rbx
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  pop %rbp
  ret
  mov %r15d, (%r14)
  jmp (here)

retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&):
  mov 0x30(%rdi), %rax
  test $0x01, %al
  jnz (here)
  mov 0x20(%rdi), %r10
  test %r10, %r10
  jle (here)
  push %rbx
  mov 0x18(%rdi), %rdx
  lea 0xC8(%rsi), %rcx
  mov %rdx, 0xB0(%rsi)
  test %rax, %rax
  jz (here)
  mov (data), %r8
  add $0x05, %rax
  mov %rax, %fs:0x28(%r8)
  mov %rax, 0xB0(%rsi)
  mov %fs:(%r8), %rdx
  mov 0x20(%rdx), %rax
  mov -0x08(%rax), %r9
  cmp %r9, %rcx
  jz (here)
  mov %rcx, %r11
  sub (%rdx), %r11
  cmp 0x08(%rdx), %r11
  jnb (here)
  cmp %r9, %rcx
  jnb (here)
  cmp 0x28(%rdx), %rax
  jnb (here)
  mov 0xC8(%rsi), %r9
  mov 0x10(%rdx), %rdx
  mov %r9, 0xC8(%rsi,%rdx,1)
  mov %r9, (%rax)
  mov %r10, 0x08(%rax)
  mov %rcx, 0x10(%rax)
  mov %r10, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r8)
  cmp %r10, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rsi)
  mov 0x18(%rax), %rdi
  call 0x08(%rax)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  mov %fs:0x08(%rdx), %rax
  mov -0x08(%rax), %rsi
  lea -0xC8(%rax), %rcx
  mov 0x18(%rsi), %rbx
  cmp %rbx, 0xB0(%rcx)
  jz (here)
  add $0x04, %rax
  mov %rax, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_paired_scalar
  mov 0xC8(%rsi), %r9
  lea retprobe_return_trampolines, %rbx
  mov %r9, %r11
  sub %rbx, %r11
  cmp $0x1FFFFF, %r11
  jnbe (here)
  cmp 0x28(%rdx), %rax
  jb (here)
  movq $0x00, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_paired_scalar
  mov (data), %r8
  jmp (here)
  mov %fs:0x20(%rdx), %rax
  test %rax, %rax
  jz (here)

retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&):
  mov 0x30(%rdi), %rax
  test $0x01, %al
  jnz (here)
  mov 0x20(%rdi), %r10
  test %r10, %r10
  jle (here)
  push %rbx
  mov 0x18(%rdi), %rdx
  lea 0xC8(%rsi), %rcx
  mov %rdx, 0xB0(%rsi)
  test %rax, %rax
  jz (here)
  mov (data), %r8
  add $0x05, %rax
  mov %rax, %fs:0x28(%r8)
  mov %rax, 0xB0(%rsi)
  mov %fs:(%r8), %rdx
  mov 0x20(%rdx), %rax
  mov -0x08(%rax), %r9
  cmp %r9, %rcx
  jz (here)
  mov %rcx, %r11
  sub (%rdx), %r11
  cmp 0x08(%rdx), %r11
  jnb (here)
  cmp %r9, %rcx
  jnb (here)
  cmp 0x28(%rdx), %rax
  jnb (here)
  mov 0xC8(%rsi), %r9
  mov 0x10(%rdx), %rdx
  mov %r9, 0xC8(%rsi,%rdx,1)
  mov %r9, (%rax)
  mov %r10, 0x08(%rax)
  mov %rcx, 0x10(%rax)
  mov %r10, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r8)
  cmp %r10, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rsi)
  mov 0x18(%rax), %rdi
  call 0x08(%rax)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  mov %fs:0x08(%rdx), %rax
  mov -0x08(%rax), %rcx
  lea -0xC8(%rax), %rsi
  mov 0x18(%rcx), %rbx
  cmp %rbx, 0xB0(%rsi)
  jz (here)
  mov 0x10(%rcx), %rcx
  add $0x04, %rax
  add $0x06, %rcx
  mov %rcx, 0xC8(%rsi)
  mov %rax, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_replace_scalar
  mov 0xC8(%rsi), %r9
  lea retprobe_return_trampolines, %rbx
  mov %r9, %r11
  sub %rbx, %r11
  cmp $0x1FFFFF, %r11
  jnbe (here)
  cmp 0x28(%rdx), %rax
  jb (here)
  movq $0x00, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_replace_scalar
  mov (data), %r8
  jmp (here)
  mov %fs:0x20(%rdx), %rax
  test %rax, %rax
  jz (here)
  mov 0x10(%rcx), %rax
  add $0x06, %rax
  mov %rax, 0xC8(%rsi)
  jmp (here)

retprobe::harness::accept_call(void*, retprobe::EntryFrame&):
  mov $0x01, %eax
  ret

retprobe::harness::ignore_return(void*, retprobe::ReturnFrame&):
  ret

retprobe_call_through:
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp retprobe_entry_trampoline_call_through_framed_direct_scalar
  call wl_leaf
  jmp retprobe_return_trampoline_call_through_framed_scalar
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp retprobe_entry_trampoline_call_through_framed_iterating_scalar
  call wl_leaf
  jmp retprobe_return_trampoline_call_through_framed_scalar
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp retprobe_entry_trampoline_call_through_framed_iterating_scalar
  call wl_leaf
  jmp retprobe_return_trampoline_call_through_framed_scalar

retprobe_entry_trampoline_bitmask_paired_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_bitmask_paired_direct_full

retprobe_entry_trampoline_bitmask_paired_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_paired_direct_scalar

retprobe_entry_trampoline_bitmask_paired_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_paired_direct_vector

retprobe_entry_trampoline_bitmask_paired_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_bitmask_paired_iterating_full

retprobe_entry_trampoline_bitmask_paired_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_paired_iterating_scalar

retprobe_entry_trampoline_bitmask_paired_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_paired_iterating_vector

retprobe_entry_trampoline_bitmask_replace_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_bitmask_replace_direct_full

retprobe_entry_trampoline_bitmask_replace_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_replace_direct_scalar

retprobe_entry_trampoline_bitmask_replace_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_replace_direct_vector

retprobe_entry_trampoline_bitmask_replace_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_bitmask_replace_iterating_full

retprobe_entry_trampoline_bitmask_replace_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_replace_iterating_scalar

retprobe_entry_trampoline_bitmask_replace_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_bitmask_replace_iterating_vector

retprobe_entry_trampoline_call_through_framed_direct_full:
  push %rbp
  mov %rsp, %rbp
  pushfq
  lea 0x08(%rsp), %rsp
  sub 0x30(%r11), %rsp
  lea -0xD0(%rsp), %rsp
  push -0x08(%rbp)
  pop 0x88(%rsp)
  push -0x68(%rbp)
  pop 0x58(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_call_through_framed_direct_full

retprobe_entry_trampoline_call_through_framed_direct_scalar:
  push %rbp
  mov %rsp, %rbp
  sub 0x30(%r11), %rsp
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_call_through_framed_direct_scalar

retprobe_entry_trampoline_call_through_framed_direct_vector:
  push %rbp
  mov %rsp, %rbp
  sub 0x30(%r11), %rsp
  lea -0x2E8(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_call_through_framed_direct_vector

retprobe_entry_trampoline_call_through_framed_iterating_full:
  push %rbp
  mov %rsp, %rbp
  pushfq
  lea 0x08(%rsp), %rsp
  sub 0x30(%r11), %rsp
  lea -0xD0(%rsp), %rsp
  push -0x08(%rbp)
  pop 0x88(%rsp)
  push -0x68(%rbp)
  pop 0x58(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_call_through_framed_iterating_full

retprobe_entry_trampoline_call_through_framed_iterating_scalar:
  push %rbp
  mov %rsp, %rbp
  sub 0x30(%r11), %rsp
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_call_through_framed_iterating_scalar

retprobe_entry_trampoline_call_through_framed_iterating_vector:
  push %rbp
  mov %rsp, %rbp
  sub 0x30(%r11), %rsp
  lea -0x2E8(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_call_through_framed_iterating_vector

retprobe_entry_trampoline_chained_trampolines_paired_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_chained_trampolines_paired_direct_full

retprobe_entry_trampoline_chained_trampolines_paired_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_chained_trampolines_paired_direct_scalar

retprobe_entry_trampoline_chained_trampolines_paired_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_chained_trampolines_paired_direct_vector

retprobe_entry_trampoline_chained_trampolines_replace_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_chained_trampolines_replace_direct_full

retprobe_entry_trampoline_chained_trampolines_replace_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_chained_trampolines_replace_direct_scalar

retprobe_entry_trampoline_chained_trampolines_replace_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_chained_trampolines_replace_direct_vector

retprobe_entry_trampoline_counted_shadow_paired_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_counted_shadow_paired_direct_full

retprobe_entry_trampoline_counted_shadow_paired_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_paired_direct_scalar

retprobe_entry_trampoline_counted_shadow_paired_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_paired_direct_vector

retprobe_entry_trampoline_counted_shadow_paired_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_counted_shadow_paired_iterating_full

retprobe_entry_trampoline_counted_shadow_paired_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_paired_iterating_scalar

retprobe_entry_trampoline_counted_shadow_paired_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_paired_iterating_vector

retprobe_entry_trampoline_counted_shadow_replace_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_counted_shadow_replace_direct_full

retprobe_entry_trampoline_counted_shadow_replace_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_replace_direct_scalar

retprobe_entry_trampoline_counted_shadow_replace_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_replace_direct_vector

retprobe_entry_trampoline_counted_shadow_replace_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_counted_shadow_replace_iterating_full

retprobe_entry_trampoline_counted_shadow_replace_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_replace_iterating_scalar

retprobe_entry_trampoline_counted_shadow_replace_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_counted_shadow_replace_iterating_vector

retprobe_entry_trampoline_instance_pool_paired_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_instance_pool_paired_direct_full

retprobe_entry_trampoline_instance_pool_paired_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_paired_direct_scalar

retprobe_entry_trampoline_instance_pool_paired_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_paired_direct_vector

retprobe_entry_trampoline_instance_pool_paired_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_instance_pool_paired_iterating_full

retprobe_entry_trampoline_instance_pool_paired_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_paired_iterating_scalar

retprobe_entry_trampoline_instance_pool_paired_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_paired_iterating_vector

retprobe_entry_trampoline_instance_pool_replace_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_instance_pool_replace_direct_full

retprobe_entry_trampoline_instance_pool_replace_direct_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_replace_direct_scalar

retprobe_entry_trampoline_instance_pool_replace_direct_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_replace_direct_vector

retprobe_entry_trampoline_instance_pool_replace_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %r11, 0xC0(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r11, %rdi
  mov %r12, %rsi
  jmp retprobe_on_entry_instance_pool_replace_iterating_full

retprobe_entry_trampoline_instance_pool_replace_iterating_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x72000000, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_replace_iterating_scalar

retprobe_entry_trampoline_instance_pool_replace_iterating_vector:
  lea -0x2E0(%rsp), %rsp
  mov %rax, 0x218(%rsp)
  mov %rcx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rsi, 0x238(%rsp)
  mov %rdi, 0x240(%rsp)
  mov %r8, 0x258(%rsp)
  mov %r9, 0x260(%rsp)
  mov %r10, 0x268(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vmovupsz %zmm2, 0x88(%rsp)
  vmovupsz %zmm3, 0xC8(%rsp)
  vmovupsz %zmm4, 0x108(%rsp)
  vmovupsz %zmm5, 0x148(%rsp)
  vmovupsz %zmm6, 0x188(%rsp)
  vmovupsz %zmm7, 0x1C8(%rsp)
  vzeroupper
  stmxcsr 0x208(%rsp)
  fnstcw 0x20C(%rsp)
  movq $0x72000001, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  mov %r11, %rdi
  lea 0x218(%rsp), %rsi
  jmp retprobe_on_entry_instance_pool_replace_iterating_vector

retprobe_on_entry_bitmask_paired_direct_scalar:
  mov (data), %rax
  cmpq $0x00, %fs:0x08(%rax)
  jnz (here)
  lea 0xC8(%rsi), %r8
  mov %r8, %fs:0x08(%rax)
  mov 0x20(%rdi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%rax), %r10
  mov %r8, %rcx
  mov 0x20(%r10), %rdx
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  jnb (here)
  cmp -0x08(%rdx), %r8
  jnb (here)
  cmp 0x28(%r10), %rdx
  jnb (here)
  push %rbx
  mov 0xC8(%rsi), %rcx
  mov 0x10(%r10), %r11
  mov %rcx, 0xC8(%rsi,%r11,1)
  mov %rcx, (%rdx)
  mov 0x30(%rdi), %rdx
  mov (%rdx), %rbx
  mov %r9, %rdx
  mov 0x20(%r10), %r11
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov 0x30(%rdx), %rcx
  cmp $0x3F, %ecx
  jnbe (here)
  mov $0x01, %r10d
  shl $0x2B, %rbx
  mov %r8, 0x18(%r11)
  shl %cl, %r10
  lea (data), %rcx
  sub %rcx, %rdi
  mov %r10, 0x08(%r11)
  or %rbx, %rdi
  mov %rdi, 0x10(%r11)
  mov %rdx, %fs:0x10(%rax)
  cmp %r9, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rsi)
  mov 0x18(%rdx), %rdi
  call 0x08(%rdx)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_bitmask_paired_iterating_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  push %rbx
  sub $0x68, %rsp
  mov (data), %r15
  mov %fs:0x08(%r15), %r11
  test %r11, %r11
  jnz (here)
  lea 0xC8(%rsi), %rbp
  mov %rbp, %fs:0x08(%r15)
  mov 0x28(%rdi), %rdx
  mov (%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %rsi
  mov %rbp, %rcx
  mov 0x20(%rsi), %rax
  sub (%rsi), %rcx
  cmp 0x08(%rsi), %rcx
  jnb (here)
  cmp -0x08(%rax), %rbp
  jnb (here)
  mov 0x04(%rdx), %ecx
  lea (%rax,%rcx,8), %rcx
  cmp 0x28(%rsi), %rcx
  jnb (here)
  mov 0xC8(%r12), %rcx
  mov 0x10(%rsi), %r8
  mov %rcx, 0xC8(%r12,%r8,1)
  mov %rcx, (%rax)
  mov 0x30(%rdi), %rax
  xor %ecx, %ecx
  mov (%rax), %r9
  mov 0x20(%rsi), %rbx
  mov 0x30(%rdi), %rax
  mov 0x08(%rax), %eax
  add $0x3F, %eax
  mov %eax, %r8d
  shr $0x06, %r8d
  cmp $0x3F, %eax
  lea (data), %rax
  setbe %cl
  sub %rax, %rdi
  shl $0x2B, %r9
  add %ecx, %r8d
  or %r9, %rdi
  or %r8, %rdi
  mov %r8, %rcx
  mov %rdi, 0x70(%rsi)
  mov %rdi, %r14
  cmp $0x01, %r8d
  jz (here)
  movq $0x00, %fs:0x08(%r15)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar
  cmpl $0x04, 0x04(%rdx)
  jnz (here)
  mov 0x20(%rsi), %r13
  lea 0x08(%rdx), %r14
  movq $0x00, 0x08(%r13)
  lea 0x10(%r13), %rax
  mov %rax, 0x30(%rsi)
  mov (%rdx), %eax
  lea (%r14,%rax,8), %rdx
  cmp %rdx, %r14
  jz (here)
  mov %rsi, 0x08(%rsp)
  mov %rdx, %rbx
  mov %rbp, (%rsp)
  mov %r14, %rbp
  nop %eax, (%rax)
  mov (%rbp), %rax
  mov %rax, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r15)
  mov %rdx, %r14
  cmp %rax, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%r12)
  mov 0x18(%rdx), %rdi
  mov %r12, %rsi
  call 0x08(%rdx)
  test %al, 0x20(%r14)
  jz (here)
  mov 0x30(%r14), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r13)
  add $0x08, %rbp
  cmp %rbp, %rbx
  jnz (here)
  mov (%rsp), %rbp
  mov 0x08(%rsp), %rsi
  cmpq $0x00, 0x08(%r13)
  jz (here)
  mov 0x70(%rsi), %rax
  mov %rbp, 0x18(%r13)
  lea 0x20(%r13), %r8
  or $0x1000000, %rax
  mov %rax, 0x10(%r13)
  mov %r8, 0x20(%rsi)
  movq $0x00, 0x30(%rsi)
  jmp (here)

retprobe_on_entry_bitmask_replace_direct_scalar:
  mov (data), %rdx
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0xC8(%rsi), %r8
  mov %r8, %fs:0x08(%rdx)
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rsi)
  mov 0x20(%rdi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%rdx), %rax
  mov %r8, %r10
  mov 0x20(%rax), %rcx
  sub (%rax), %r10
  cmp 0x08(%rax), %r10
  jnb (here)
  cmp -0x08(%rcx), %r8
  jnb (here)
  cmp 0x28(%rax), %rcx
  jnb (here)
  push %rbx
  mov 0xC8(%rsi), %r10
  mov 0x10(%rax), %r11
  mov %r10, 0xC8(%rsi,%r11,1)
  mov %r10, (%rcx)
  mov 0x30(%rdi), %rcx
  mov %r9, %r10
  and $0x3FFFFFC0, %r10d
  mov (%rcx), %rbx
  add (data), %r10
  mov 0x30(%r10), %rcx
  mov 0x20(%rax), %r11
  cmp $0x3F, %ecx
  jnbe (here)
  mov $0x01, %eax
  shl $0x2B, %rbx
  mov %r8, 0x18(%r11)
  shl %cl, %rax
  mov %rax, 0x08(%r11)
  lea (data), %rax
  sub %rax, %rdi
  or %rbx, %rdi
  mov %rdi, 0x10(%r11)
  mov %r10, %fs:0x10(%rdx)
  cmp %r9, (%r10)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rsi)
  mov 0x18(%r10), %rdi
  call 0x08(%r10)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x20, 0x20(%rax)
  mov %fs:0x08(%rdx), %rax
  sub $0xC8, %rax
  mov 0xC0(%rax), %rcx
  mov 0x10(%rcx), %rcx
  add $0x06, %rcx
  mov %rcx, 0xC8(%rax)
  movq $0x00, %fs:0x08(%rdx)
  pop %rbx
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_bitmask_replace_iterating_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov (data), %r15
  mov %fs:0x08(%r15), %r11
  test %r11, %r11
  jnz (here)
  lea 0xC8(%rsi), %r12
  mov %r12, %fs:0x08(%r15)
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rsi)
  mov 0x28(%rdi), %rdx
  mov (%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %rsi
  mov %r12, %rcx
  mov 0x20(%rsi), %rax
  sub (%rsi), %rcx
  cmp 0x08(%rsi), %rcx
  jnb (here)
  cmp -0x08(%rax), %r12
  jnb (here)
  mov 0x04(%rdx), %ecx
  lea (%rax,%rcx,8), %rcx
  cmp 0x28(%rsi), %rcx
  jnb (here)
  mov 0xC8(%rbp), %rcx
  mov 0x10(%rsi), %r8
  mov %rcx, 0xC8(%rbp,%r8,1)
  mov %rcx, (%rax)
  mov 0x30(%rdi), %rax
  xor %ecx, %ecx
  mov (%rax), %r9
  mov 0x20(%rsi), %rbx
  mov 0x30(%rdi), %rax
  mov 0x08(%rax), %eax
  add $0x3F, %eax
  mov %eax, %r8d
  shr $0x06, %r8d
  cmp $0x3F, %eax
  lea (data), %rax
  setbe %cl
  sub %rax, %rdi
  shl $0x2B, %r9
  add %ecx, %r8d
  or %r9, %rdi
  or %r8, %rdi
  mov %r8, %rcx
  mov %rdi, 0x70(%rsi)
  mov %rdi, %r14
  cmp $0x01, %r8d
  jz (here)
  mov 0xC0(%rbp), %rax
  movq $0x00, 0x30(%rsi)
  mov 0x10(%rax), %rax
  add $0x06, %rax
  mov %rax, 0xC8(%rbp)
  movq $0x00, %fs:0x08(%r15)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar
  cmpl $0x04, 0x04(%rdx)
  jnz (here)
  mov 0x20(%rsi), %r13
  lea 0x08(%rdx), %r14
  movq $0x00, 0x08(%r13)
  lea 0x10(%r13), %rax
  mov %rax, 0x30(%rsi)
  mov (%rdx), %eax
  lea (%r14,%rax,8), %rdx
  cmp %rdx, %r14
  jz (here)
  mov %rsi, 0x08(%rsp)
  mov %rdx, %rbx
  mov %r12, (%rsp)
  mov %r14, %r12
  nop %eax, (%rax)
  mov (%r12), %rax
  mov %rax, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r15)
  mov %rdx, %r14
  cmp %rax, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rdx), %rdi
  mov %rbp, %rsi
  call 0x08(%rdx)
  test %al, 0x20(%r14)
  jz (here)
  mov 0x30(%r14), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r13)
  add $0x08, %r12
  cmp %r12, %rbx
  jnz (here)
  mov (%rsp), %r12
  mov 0x08(%rsp), %rsi
  cmpq $0x00, 0x08(%r13)
  jz (here)
  mov 0x70(%rsi), %rax
  mov %r12, 0x18(%r13)
  lea 0x20(%r13), %r8
  or $0x1000000, %rax
  mov %rax, 0x10(%r13)
  mov %r8, 0x20(%rsi)
  jmp (here)

retprobe_on_entry_call_through_framed_direct_scalar:
  mov (data), %rcx
  cmpq $0x00, %fs:0x08(%rcx)
  jnz (here)
  lea 0xC8(%rsi), %rax
  mov %rax, %fs:0x08(%rcx)
  mov 0x20(%rdi), %rdx
  test %rdx, %rdx
  jle (here)
  mov %rdx, %rax
  mov %rdx, 0xD0(%rsi)
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rcx)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  sub $0x08, %rsp
  mov 0x18(%rax), %rdi
  movq $0x00, 0xA8(%rsi)
  call 0x08(%rax)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  jmp retprobe_resume_entry_framed_scalar

retprobe_on_entry_call_through_framed_iterating_scalar:
  push %r15
  lea 0xD0(%rsi), %rdx
  mov %rsi, %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  mov (data), %rcx
  mov %rdx, 0x08(%rsp)
  mov %fs:0x08(%rcx), %rcx
  mov %rcx, (%rsp)
  test %rcx, %rcx
  jnz (here)
  mov (data), %rdx
  lea 0xC8(%rsi), %rax
  lea 0xD8(%rsi), %r14
  xor %r12d, %r12d
  mov %rax, %fs:0x08(%rdx)
  mov 0x28(%rdi), %r13
  mov (%r13), %eax
  test %eax, %eax
  jz (here)
  nop %eax, (%rax,%rax,1)
  mov %r12d, %eax
  mov 0x08(%r13,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov (data), %rax
  mov %rbx, %fs:0x10(%rax)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%r15)
  mov 0x18(%rbx), %rdi
  mov %r15, %rsi
  call 0x08(%rbx)
  test %al, 0x20(%rbx)
  jz (here)
  addq $0x01, (%rsp)
  add $0x08, %r14
  mov %rbp, -0x08(%r14)
  add $0x01, %r12d
  cmp (%r13), %r12d
  jb (here)
  mov 0x08(%rsp), %rsi
  mov %r14, %rax
  mov (%rsp), %rdx
  sub %rsi, %rax
  sar $0x03, %rax
  shl $0x20, %rax
  or %rdx, %rax
  bts $0x3F, %rax
  test %rdx, %rdx
  mov $0x00, %edx
  cmovz %rdx, %rax
  mov %rax, 0xD0(%r15)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_framed_scalar

retprobe_on_entry_chained_trampolines_paired_direct_scalar:
  mov (data), %r9
  lea 0xC8(%rsi), %rdx
  mov %fs:0x08(%r9), %rax
  test %rax, %rax
  jnz (here)
  mov %rdx, %fs:0x08(%r9)
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rsi)
  mov 0x30(%rdi), %rax
  test %rax, %rax
  jnz (here)
  mov 0x20(%rdi), %rcx
  test %rcx, %rcx
  jle (here)
  mov %fs:(%r9), %rax
  mov %rdx, %r10
  mov 0x20(%rax), %r8
  sub (%rax), %r10
  cmp 0x08(%rax), %r10
  jnb (here)
  cmp -0x08(%r8), %rdx
  jnb (here)
  cmp 0x28(%rax), %r8
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rsi), %rdi
  mov %rdi, 0xC8(%rsi,%rax,1)
  mov %rcx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rdi, (%r8)
  mov %rcx, 0x08(%r8)
  mov %rdx, 0x10(%r8)
  mov %rax, %fs:0x10(%r9)
  cmp %rcx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  sub $0x08, %rsp
  mov 0x18(%rax), %rdi
  movq $0x00, 0xA8(%rsi)
  call 0x08(%rax)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  jmp retprobe_resume_entry_paired_scalar
  lea 0xCC(%rsi), %rcx
  cmp %rcx, %rax
  jnz (here)
  mov 0x10(%rdi), %rax
  sub %fs:0x28(%r9), %rax
  cmp $0x1F, %rax
  jnbe (here)
  mov %rdx, %fs:0x08(%r9)
  jmp retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&)
  movq $0x00, %fs:0x20(%r9)
  jmp retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&)

retprobe_on_entry_chained_trampolines_replace_direct_scalar:
  mov (data), %r9
  lea 0xC8(%rsi), %rdx
  mov %fs:0x08(%r9), %rax
  test %rax, %rax
  jnz (here)
  mov %rdx, %fs:0x08(%r9)
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rsi)
  mov 0x30(%rdi), %rax
  test %rax, %rax
  jnz (here)
  mov 0x20(%rdi), %rcx
  test %rcx, %rcx
  jle (here)
  mov %fs:(%r9), %rax
  mov %rdx, %r10
  mov 0x20(%rax), %r8
  sub (%rax), %r10
  cmp 0x08(%rax), %r10
  jnb (here)
  cmp -0x08(%r8), %rdx
  jnb (here)
  cmp 0x28(%rax), %r8
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rsi), %rdi
  mov %rdi, 0xC8(%rsi,%rax,1)
  mov %rcx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rdi, (%r8)
  mov %rcx, 0x08(%r8)
  mov %rdx, 0x10(%r8)
  mov %rax, %fs:0x10(%r9)
  cmp %rcx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  sub $0x08, %rsp
  mov 0x18(%rax), %rdi
  movq $0x00, 0xA8(%rsi)
  call 0x08(%rax)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  mov %fs:0x08(%rdx), %rax
  mov -0x08(%rax), %rcx
  sub $0xC8, %rax
  mov 0x10(%rcx), %rcx
  add $0x06, %rcx
  mov %rcx, 0xC8(%rax)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  jmp retprobe_resume_entry_replace_scalar
  lea 0xCC(%rsi), %rcx
  cmp %rcx, %rax
  jnz (here)
  mov 0x10(%rdi), %rax
  sub %fs:0x28(%r9), %rax
  cmp $0x1F, %rax
  jnbe (here)
  mov %rdx, %fs:0x08(%r9)
  jmp retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&)
  movq $0x00, %fs:0x20(%r9)
  jmp retprobe::EntryHook<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::Path)0, (retprobe::RegisterSet)0>::enter_stage(retprobe::Record&, retprobe::EntryFrame&)

retprobe_on_entry_counted_shadow_paired_direct_scalar:
  mov (data), %rax
  cmpq $0x00, %fs:0x08(%rax)
  jnz (here)
  lea 0xC8(%rsi), %rcx
  mov %rcx, %fs:0x08(%rax)
  mov 0x20(%rdi), %r8
  test %r8, %r8
  jle (here)
  mov %fs:(%rax), %rdx
  mov %rcx, %r10
  mov 0x20(%rdx), %r9
  sub (%rdx), %r10
  cmp 0x08(%rdx), %r10
  jnb (here)
  cmp -0x08(%r9), %rcx
  jnb (here)
  cmp 0x28(%rdx), %r9
  jnb (here)
  sub $0x08, %rsp
  mov 0x10(%rdx), %rdx
  mov 0xC8(%rsi), %rdi
  mov %rdi, 0xC8(%rsi,%rdx,1)
  mov %r8, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdi, (%r9)
  mov %r8, 0x08(%r9)
  mov %rcx, 0x10(%r9)
  mov %rdx, %fs:0x10(%rax)
  cmp %r8, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rsi)
  mov 0x18(%rdx), %rdi
  call 0x08(%rdx)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_counted_shadow_paired_iterating_scalar:
  push %r15
  lea 0xC8(%rsi), %rax
  push %r14
  mov %rsi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov (data), %r12
  mov %rax, 0x18(%rsp)
  mov %fs:0x08(%r12), %r9
  test %r9, %r9
  jnz (here)
  mov 0x18(%rsp), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x28(%rdi), %r8
  mov (%r8), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r12), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rcx), %rax
  mov %rdx, %rsi
  sub (%rcx), %rsi
  cmp 0x08(%rcx), %rsi
  jnb (here)
  cmp -0x08(%rax), %rdx
  jnb (here)
  mov 0x04(%r8), %esi
  lea (%rax,%rsi,8), %rsi
  cmp 0x28(%rcx), %rsi
  jnb (here)
  mov 0xC8(%r14), %rsi
  mov 0x10(%rcx), %rdi
  lea 0x08(%rax), %r15
  xor %r13d, %r13d
  mov %rsi, 0xC8(%r14,%rdi,1)
  mov %rsi, (%rax)
  nop %eax, (%rax)
  mov %r13d, %eax
  mov 0x08(%r8,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r12)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r14, %rsi
  mov %r9, 0x08(%rsp)
  mov %rcx, (%rsp)
  movq $0x00, 0xA8(%r14)
  call 0x08(%rbx)
  test %al, 0x20(%rbx)
  mov (%rsp), %rcx
  mov 0x08(%rsp), %r9
  mov 0x10(%rsp), %r8
  jz (here)
  mov %rbp, (%r15)
  add $0x08, %r15
  mov %r15, 0x30(%rcx)
  add $0x01, %r9
  add $0x01, %r13d
  cmp (%r8), %r13d
  jb (here)
  test %r9, %r9
  jz (here)
  cmp $0x01, %r9
  jz (here)
  lea (%r9,%r9,1), %rax
  add $0x08, %r15
  bts $0x3F, %rax
  mov %rax, -0x08(%r15)
  mov 0x18(%rsp), %rax
  mov %rax, (%r15)
  lea 0x08(%r15), %rax
  mov %rax, 0x20(%rcx)
  movq $0x00, 0x30(%rcx)
  movq $0x00, %fs:0x08(%r12)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_counted_shadow_replace_direct_scalar:
  mov (data), %rax
  cmpq $0x00, %fs:0x08(%rax)
  jnz (here)
  lea 0xC8(%rsi), %rcx
  mov %rcx, %fs:0x08(%rax)
  mov 0x18(%rdi), %rdx
  mov %rdx, 0xB0(%rsi)
  mov 0x20(%rdi), %r8
  test %r8, %r8
  jle (here)
  mov %fs:(%rax), %rdx
  mov %rcx, %r10
  mov 0x20(%rdx), %r9
  sub (%rdx), %r10
  cmp 0x08(%rdx), %r10
  jnb (here)
  cmp -0x08(%r9), %rcx
  jnb (here)
  cmp 0x28(%rdx), %r9
  jnb (here)
  mov 0x10(%rdx), %rdx
  mov 0xC8(%rsi), %rdi
  mov %rdi, 0xC8(%rsi,%rdx,1)
  mov %r8, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdi, (%r9)
  mov %r8, 0x08(%r9)
  mov %rcx, 0x10(%r9)
  mov %rdx, %fs:0x10(%rax)
  cmp %r8, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  sub $0x08, %rsp
  mov 0x18(%rdx), %rdi
  movq $0x00, 0xA8(%rsi)
  call 0x08(%rdx)
  mov (data), %rdx
  mov %fs:0x10(%rdx), %rcx
  test %al, 0x20(%rcx)
  jz (here)
  mov %fs:(%rdx), %rax
  addq $0x18, 0x20(%rax)
  mov %fs:0x08(%rdx), %rax
  mov -0x08(%rax), %rcx
  sub $0xC8, %rax
  mov 0x10(%rcx), %rcx
  add $0x06, %rcx
  mov %rcx, 0xC8(%rax)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_counted_shadow_replace_iterating_scalar:
  push %r15
  lea 0xC8(%rsi), %rax
  push %r14
  push %r13
  mov %rsi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov (data), %r15
  mov %rax, 0x18(%rsp)
  mov %fs:0x08(%r15), %r9
  test %r9, %r9
  jnz (here)
  mov 0x18(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rsi)
  mov 0x28(%rdi), %r8
  mov (%r8), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %rbp
  mov 0x18(%rsp), %rdx
  mov 0x20(%rbp), %rax
  mov %rdx, %rcx
  sub (%rbp), %rcx
  cmp 0x08(%rbp), %rcx
  jnb (here)
  cmp -0x08(%rax), %rdx
  jnb (here)
  mov 0x04(%r8), %ecx
  lea (%rax,%rcx,8), %rcx
  cmp 0x28(%rbp), %rcx
  jnb (here)
  mov 0xC8(%rsi), %rcx
  mov 0x10(%rbp), %rsi
  xor %r14d, %r14d
  mov %rcx, 0xC8(%r13,%rsi,1)
  mov %rcx, (%rax)
  lea 0x08(%rax), %rcx
  nop %eax, (%rax)
  mov %r14d, %eax
  mov 0x08(%r8,%rax,8), %r12
  mov %r12, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %r12, %r12
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %r12, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r13, %rsi
  mov %rcx, 0x08(%rsp)
  mov %r9, (%rsp)
  movq $0x00, 0xA8(%r13)
  call 0x08(%rbx)
  test %al, 0x20(%rbx)
  mov (%rsp), %r9
  mov 0x08(%rsp), %rcx
  mov 0x10(%rsp), %r8
  jz (here)
  mov %r12, (%rcx)
  add $0x08, %rcx
  mov %rcx, 0x30(%rbp)
  add $0x01, %r9
  add $0x01, %r14d
  cmp (%r8), %r14d
  jb (here)
  test %r9, %r9
  jz (here)
  cmp $0x01, %r9
  jz (here)
  lea (%r9,%r9,1), %rax
  add $0x08, %rcx
  bts $0x3F, %rax
  mov %rax, -0x08(%rcx)
  mov 0x18(%rsp), %rax
  mov %rax, (%rcx)
  lea 0x08(%rcx), %rax
  mov %rax, 0x20(%rbp)
  movq $0x00, 0x30(%rbp)
  mov 0xC0(%r13), %rax
  mov 0x10(%rax), %rax
  add $0x06, %rax
  mov %rax, 0xC8(%r13)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_instance_pool_paired_direct_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x08, %rsp
  mov (data), %rdx
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0xC8(%rsi), %rax
  mov %rax, %fs:0x08(%rdx)
  mov 0x20(%rdi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rdx), %r12
  mov %rax, %r8
  mov 0x20(%r12), %rcx
  sub (%r12), %r8
  cmp 0x08(%r12), %r8
  jnb (here)
  cmp -0x08(%rcx), %rax
  jnb (here)
  cmp 0x28(%r12), %rcx
  jnb (here)
  mov 0xC8(%rsi), %r15
  lea retprobe_return_trampolines, %rcx
  mov 0x10(%r12), %r8
  mov %r15, %rax
  sub %rcx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %r13
  mov %r15, 0xC8(%rsi,%r8,1)
  and $0x3FFFFFC0, %r13d
  add %r13, %rax
  mov %rax, %fs:0x10(%rdx)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%rbx), %rcx
  lea 0x40(%rbx,%rcx,1), %r14
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r14), %r8d
  add $0x01, %rcx
  shl $0x20, %rcx
  or %r8, %rcx
  lock cmpxchg %rcx, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  mov 0x20(%r14), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r14), %rcx
  cmovz %rax, %rcx
  add (data), %r13
  mov %r13, %fs:0x10(%rdx)
  cmp %rdi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xA8(%rsi)
  mov 0x18(%r13), %rdi
  call 0x08(%r13)
  test %al, 0x20(%r13)
  jnz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar
  mov 0x38(%r12), %rax
  mov %rbp, 0x10(%r14)
  mov %r15, 0x18(%r14)
  mov %rax, (%r14)
  mov %r14, 0x38(%r12)
  mov (data), %rdx
  jmp (here)

retprobe_on_entry_instance_pool_paired_iterating_scalar:
  push %r15
  mov %rdi, %rdx
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov (data), %r14
  cmpq $0x00, %fs:0x08(%r14)
  jnz (here)
  lea 0xC8(%rsi), %rax
  mov %rax, %fs:0x08(%r14)
  mov 0x28(%rdi), %r15
  mov (%r15), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r14), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x08(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x04(%r15), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%r9), %rax
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r10), %rdi
  mov %rax, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %r10, 0x28(%rsp)
  xor %r12d, %r12d
  xor %r8d, %r8d
  mov %r15, %r13
  mov %rax, 0xC8(%r9,%rdi,1)
  mov %r11b, 0x27(%rsp)
  jmp (here)
  mov 0xC8(%r9), %rcx
  mov %r12d, %eax
  mov 0x08(%r13,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbp
  and $0x3FFFFFC0, %ebp
  add %rbp, %rax
  mov %rax, %fs:0x10(%r14)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %esi
  imul 0x10(%rbx), %rsi
  lea 0x40(%rbx,%rsi,1), %r15
  mov %rax, %rsi
  shr $0x20, %rsi
  mov 0x2C(%r15), %r10d
  add $0x01, %rsi
  shl $0x20, %rsi
  or %r10, %rsi
  lock cmpxchg %rsi, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  mov 0x20(%r15), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r15), %rsi
  cmovz %rax, %rsi
  add (data), %rbp
  mov %rbp, %fs:0x10(%r14)
  cmp %rdi, (%rbp)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xA8(%r9)
  mov 0x18(%rbp), %rdi
  mov %r9, %rsi
  mov %rdx, 0x18(%rsp)
  mov %r8b, 0x26(%rsp)
  mov %r9, 0x10(%rsp)
  call 0x08(%rbp)
  test %al, 0x20(%rbp)
  mov 0x10(%rsp), %r9
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %rdx
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%rdx), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x06(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rbx
  mov %rdx, 0x10(%r15)
  add $0x01, %r12d
  mov %rcx, 0x18(%r15)
  mov 0x38(%rbx), %rax
  mov %rax, (%r15)
  mov %r15, 0x38(%rbx)
  cmp (%r13), %r12d
  jb (here)
  movq $0x00, %fs:0x08(%r14)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_instance_pool_replace_direct_scalar:
  push %r15
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x08, %rsp
  mov (data), %rdx
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0xC8(%rsi), %rax
  mov %rax, %fs:0x08(%rdx)
  mov 0x18(%rdi), %rcx
  mov %rcx, 0xB0(%rsi)
  mov 0x20(%rdi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rdx), %rbx
  mov %rax, %r8
  mov 0x20(%rbx), %rcx
  sub (%rbx), %r8
  cmp 0x08(%rbx), %r8
  jnb (here)
  cmp -0x08(%rcx), %rax
  jnb (here)
  cmp 0x28(%rbx), %rcx
  jnb (here)
  mov 0xC8(%rsi), %r15
  lea retprobe_return_trampolines, %rcx
  mov 0x10(%rbx), %r8
  mov %r15, %rax
  sub %rcx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %r14
  mov %r15, 0xC8(%rsi,%r8,1)
  and $0x3FFFFFC0, %r14d
  add %r14, %rax
  mov %rax, %fs:0x10(%rdx)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %rbp
  mov (%rbp), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%rbp), %rcx
  lea 0x40(%rbp,%rcx,1), %r12
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r12), %r8d
  add $0x01, %rcx
  shl $0x20, %rcx
  or %r8, %rcx
  lock cmpxchg %rcx, (%rbp)
  jnz (here)
  lock addl $0x01, 0x08(%rbp)
  mov 0x20(%r12), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r12), %rcx
  cmovz %rax, %rcx
  add (data), %r14
  mov %r14, %fs:0x10(%rdx)
  cmp %rdi, (%r14)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xA8(%rsi)
  mov 0x18(%r14), %rdi
  call 0x08(%r14)
  test %al, 0x20(%r14)
  jnz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar
  mov 0x38(%rbx), %rax
  mov %r13, 0x10(%r12)
  mov %r15, 0x18(%r12)
  mov %rax, (%r12)
  mov %r12, 0x38(%rbx)
  mov (data), %rdx
  mov %fs:0x08(%rdx), %rax
  mov -0x08(%rax), %rcx
  sub $0xC8, %rax
  mov 0x10(%rcx), %rcx
  add $0x06, %rcx
  mov %rcx, 0xC8(%rax)
  jmp (here)

retprobe_on_entry_instance_pool_replace_iterating_scalar:
  push %r15
  mov %rdi, %r9
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov (data), %r15
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rsi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x18(%rdi), %rdx
  mov %rdx, 0xB0(%rsi)
  mov 0x28(%rdi), %rdx
  mov (%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x08(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x04(%rdx), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%r12), %rax
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r10), %rdi
  mov %rax, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %r10, 0x28(%rsp)
  xor %r13d, %r13d
  xor %r8d, %r8d
  mov %rdx, %r14
  mov %rax, 0xC8(%r12,%rdi,1)
  mov %r12, %r10
  mov %r11b, 0x27(%rsp)
  jmp (here)
  mov 0xC8(%r10), %rcx
  mov %r13d, %eax
  mov 0x08(%r14,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbp
  and $0x3FFFFFC0, %ebp
  add %rbp, %rax
  mov %rax, %fs:0x10(%r15)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%rbx), %rdx
  lea 0x40(%rbx,%rdx,1), %r12
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r12), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  mov 0x20(%r12), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r12), %rsi
  cmovz %rax, %rsi
  add (data), %rbp
  mov %rbp, %fs:0x10(%r15)
  cmp %rdi, (%rbp)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xA8(%r10)
  mov 0x18(%rbp), %rdi
  mov %r10, %rsi
  mov %r9, 0x18(%rsp)
  mov %r8b, 0x26(%rsp)
  mov %r10, 0x10(%rsp)
  call 0x08(%rbp)
  test %al, 0x20(%rbp)
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x06(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov 0x38(%rsi), %rax
  mov %rax, (%r12)
  mov %r12, 0x38(%rsi)
  cmp (%r14), %r13d
  jb (here)
  mov %r10, %r12
  jmp (here)
  mov 0xC0(%r12), %rax
  mov 0x10(%rax), %rax
  add $0x06, %rax
  mov %rax, 0xC8(%r12)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_return_bitmask_call_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_bitmask_call_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rcx
  mov 0x20(%rcx), %rdx
  cmp -0x08(%rdx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rdx), %r8
  test $0x3F, %r8b
  jnz (here)
  xor %edi, %edi
  tzcnt -0x18(%rdx), %rdi
  lea -0x20(%rdx), %r9
  mov -0x20(%rdx), %rdx
  mov %r9, 0x20(%rcx)
  lea (data), %rcx
  mov %rdx, 0xC8(%rsi)
  mov %r8, %rdx
  and $0x7FFFC0, %edx
  add $0x02, %edi
  mov (%rcx,%rdx,1), %rdx
  movsxd %edi, %rdi
  shl $0x04, %rdi
  add %rdi, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_call_ret_scalar
  mov %rcx, %rdi
  call void retprobe::bitmask::Design::return_to_several<false>(retprobe::bitmask::Design::Stack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_bitmask_jump_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_bitmask_jump_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rcx
  mov 0x20(%rcx), %rdx
  cmp -0x08(%rdx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rdx), %r8
  test $0x3F, %r8b
  jnz (here)
  xor %edi, %edi
  tzcnt -0x18(%rdx), %rdi
  lea -0x20(%rdx), %r9
  mov -0x20(%rdx), %rdx
  mov %r9, 0x20(%rcx)
  lea (data), %rcx
  mov %rdx, 0xC8(%rsi)
  mov %r8, %rdx
  and $0x7FFFC0, %edx
  add $0x02, %edi
  mov (%rcx,%rdx,1), %rdx
  movsxd %edi, %rdi
  shl $0x04, %rdi
  add %rdi, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_jump_scalar
  mov %rcx, %rdi
  call void retprobe::bitmask::Design::return_to_several<false>(retprobe::bitmask::Design::Stack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_bitmask_push_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_bitmask_push_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rcx
  mov 0x20(%rcx), %rdx
  cmp -0x08(%rdx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rdx), %r8
  test $0x3F, %r8b
  jnz (here)
  xor %edi, %edi
  tzcnt -0x18(%rdx), %rdi
  lea -0x20(%rdx), %r9
  mov -0x20(%rdx), %rdx
  mov %r9, 0x20(%rcx)
  lea (data), %rcx
  mov %rdx, 0xC8(%rsi)
  mov %r8, %rdx
  and $0x7FFFC0, %edx
  add $0x02, %edi
  mov (%rcx,%rdx,1), %rdx
  movsxd %edi, %rdi
  shl $0x04, %rdi
  add %rdi, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_push_ret_scalar
  mov %rcx, %rdi
  call void retprobe::bitmask::Design::return_to_several<false>(retprobe::bitmask::Design::Stack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_call_through_framed_scalar:
  cmpq $0x00, 0xD0(%rsi)
  jz (here)
  mov (data), %rdx
  lea 0xD0(%rsi), %r8
  cmpq $0x00, %fs:0x08(%rdx)
  jnz retprobe_on_return_call_through_framed_scalar.cold
  lea 0x91(%rsi), %rax
  sub $0x08, %rsp
  mov %rax, %fs:0x08(%rdx)
  mov (%rdi), %rax
  mov 0xD0(%rsi), %rcx
  mov %rax, 0xC8(%rsi)
  test %rcx, %rcx
  jle (here)
  mov %rcx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rdx)
  cmp %rcx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rax), %rdi
  mov %rax, 0xA8(%rsi)
  call 0x10(%rax)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_framed_scalar
  mov %r8, %rdi
  call void retprobe::call_through::Design::return_to_several<false>(unsigned long*, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_chained_trampolines_call_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_chained_trampolines_call_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_call_ret_scalar

retprobe_on_return_chained_trampolines_jump_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_chained_trampolines_jump_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_jump_scalar

retprobe_on_return_chained_trampolines_push_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_chained_trampolines_push_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_push_ret_scalar

retprobe_on_return_counted_shadow_call_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_counted_shadow_call_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_call_ret_scalar
  mov %rdx, %rdi
  call void retprobe::counted_shadow::Design::return_to_several<false>(retprobe::counted_shadow::Design::CountedStack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_counted_shadow_jump_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_counted_shadow_jump_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_jump_scalar
  mov %rdx, %rdi
  call void retprobe::counted_shadow::Design::return_to_several<false>(retprobe::counted_shadow::Design::CountedStack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_counted_shadow_push_ret_scalar:
  mov (data), %rax
  lea 0xC8(%rsi), %rdi
  cmpq $0x00, %fs:0x08(%rax)
  jnz retprobe_on_return_counted_shadow_push_ret_scalar.cold
  lea 0x91(%rsi), %rdx
  mov %rdx, %fs:0x08(%rax)
  mov %fs:(%rax), %rdx
  mov 0x20(%rdx), %rcx
  cmp -0x08(%rcx), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rdx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rcx), %r8
  mov %r8, 0x20(%rdx)
  mov -0x18(%rcx), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rax)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rsi)
  mov 0x18(%rdx), %rdi
  mov %rdx, 0xA8(%rsi)
  call 0x10(%rdx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  jmp retprobe_resume_return_push_ret_scalar
  mov %rdx, %rdi
  call void retprobe::counted_shadow::Design::return_to_several<false>(retprobe::counted_shadow::Design::CountedStack&, retprobe::Exits<false>)
  jmp (here)

retprobe_on_return_instance_pool_call_ret_scalar:
  push %r15
  lea 0xC8(%rsi), %rax
  push %r14
  mov %rsi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %rbp
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_instance_pool_call_ret_scalar.cold
  lea 0x91(%rsi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov %fs:(%rbp), %r13
  mov 0x08(%rsp), %rax
  sub 0x40(%r13), %rax
  cmp 0x18(%r13), %rax
  jnb (here)
  cmpb $0x00, 0x91(%rsi)
  mov 0x38(%r13), %rbx
  jnz (here)
  cmpb $0x00, 0x92(%rsi)
  jz (here)
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %rdi
  mov %rbx, %rax
  jmp (here)
  mov (%rax), %rax
  test %rax, %rax
  jz (here)
  mov 0x18(%rax), %rdx
  mov %rdx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x08(%rsp), %rsi
  mov (data), %rax
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jnz (here)
  cmp %rax, %rdx
  jz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
  mov %rax, 0xA8(%r14)
  call 0x10(%rax)
  mov 0x08(%rbx), %rsi
  mov (%rsi), %rax
  mov %rax, %rdx
  mov 0x28(%rbx), %edi
  mov %eax, 0x2C(%rbx)
  shr $0x20, %rdx
  add $0x01, %rdx
  add $0x01, %edi
  shl $0x20, %rdx
  or %rdi, %rdx
  lock cmpxchg %rdx, (%rsi)
  jnz (here)
  lock subl $0x01, 0x08(%rsi)
  cmp %r15, %r12
  jnz (here)
  mov 0x38(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rax
  mov 0x20(%rbx), %rdx
  mov 0x18(%rbx), %r12
  mov 0x10(%rax), %r15
  mov %rdx, %rsi
  mov (%rbx), %rax
  sar $0x36, %rsi
  mov %rax, 0x38(%r13)
  add $0x06, %r15
  lea 0x30(%rbx), %rax
  test %esi, %esi
  mov $0x00, %esi
  mov %r12, 0xC8(%r14)
  cmovnz %rax, %rsi
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdx, (%rax)
  jz (here)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_call_ret_scalar
  mov 0x08(%rsp), %rcx
  mov (%rcx,%rax,1), %rax
  jmp (here)

retprobe_on_return_instance_pool_jump_scalar:
  push %r15
  lea 0xC8(%rsi), %rax
  push %r14
  mov %rsi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %rbp
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_instance_pool_jump_scalar.cold
  lea 0x91(%rsi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov %fs:(%rbp), %r13
  mov 0x08(%rsp), %rax
  sub 0x40(%r13), %rax
  cmp 0x18(%r13), %rax
  jnb (here)
  cmpb $0x00, 0x91(%rsi)
  mov 0x38(%r13), %rbx
  jnz (here)
  cmpb $0x00, 0x92(%rsi)
  jz (here)
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %rdi
  mov %rbx, %rax
  jmp (here)
  mov (%rax), %rax
  test %rax, %rax
  jz (here)
  mov 0x18(%rax), %rdx
  mov %rdx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x08(%rsp), %rsi
  mov (data), %rax
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jnz (here)
  cmp %rax, %rdx
  jz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
  mov %rax, 0xA8(%r14)
  call 0x10(%rax)
  mov 0x08(%rbx), %rsi
  mov (%rsi), %rax
  mov %rax, %rdx
  mov 0x28(%rbx), %edi
  mov %eax, 0x2C(%rbx)
  shr $0x20, %rdx
  add $0x01, %rdx
  add $0x01, %edi
  shl $0x20, %rdx
  or %rdi, %rdx
  lock cmpxchg %rdx, (%rsi)
  jnz (here)
  lock subl $0x01, 0x08(%rsi)
  cmp %r15, %r12
  jnz (here)
  mov 0x38(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rax
  mov 0x20(%rbx), %rdx
  mov 0x18(%rbx), %r12
  mov 0x10(%rax), %r15
  mov %rdx, %rsi
  mov (%rbx), %rax
  sar $0x36, %rsi
  mov %rax, 0x38(%r13)
  add $0x06, %r15
  lea 0x30(%rbx), %rax
  test %esi, %esi
  mov $0x00, %esi
  mov %r12, 0xC8(%r14)
  cmovnz %rax, %rsi
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdx, (%rax)
  jz (here)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_jump_scalar
  mov 0x08(%rsp), %rcx
  mov (%rcx,%rax,1), %rax
  jmp (here)

retprobe_on_return_instance_pool_push_ret_scalar:
  push %r15
  lea 0xC8(%rsi), %rax
  push %r14
  mov %rsi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %rbp
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_instance_pool_push_ret_scalar.cold
  lea 0x91(%rsi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov %fs:(%rbp), %r13
  mov 0x08(%rsp), %rax
  sub 0x40(%r13), %rax
  cmp 0x18(%r13), %rax
  jnb (here)
  cmpb $0x00, 0x91(%rsi)
  mov 0x38(%r13), %rbx
  jnz (here)
  cmpb $0x00, 0x92(%rsi)
  jz (here)
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %rdi
  mov %rbx, %rax
  jmp (here)
  mov (%rax), %rax
  test %rax, %rax
  jz (here)
  mov 0x18(%rax), %rdx
  mov %rdx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x08(%rsp), %rsi
  mov (data), %rax
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jnz (here)
  cmp %rax, %rdx
  jz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
  mov %rax, 0xA8(%r14)
  call 0x10(%rax)
  mov 0x08(%rbx), %rsi
  mov (%rsi), %rax
  mov %rax, %rdx
  mov 0x28(%rbx), %edi
  mov %eax, 0x2C(%rbx)
  shr $0x20, %rdx
  add $0x01, %rdx
  add $0x01, %edi
  shl $0x20, %rdx
  or %rdi, %rdx
  lock cmpxchg %rdx, (%rsi)
  jnz (here)
  lock subl $0x01, 0x08(%rsi)
  cmp %r15, %r12
  jnz (here)
  mov 0x38(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rax
  mov 0x20(%rbx), %rdx
  mov 0x18(%rbx), %r12
  mov 0x10(%rax), %r15
  mov %rdx, %rsi
  mov (%rbx), %rax
  sar $0x36, %rsi
  mov %rax, 0x38(%r13)
  add $0x06, %r15
  lea 0x30(%rbx), %rax
  test %esi, %esi
  mov $0x00, %esi
  mov %r12, 0xC8(%r14)
  cmovnz %rax, %rsi
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdx, (%rax)
  jz (here)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_push_ret_scalar
  mov 0x08(%rsp), %rcx
  mov (%rcx,%rax,1), %rax
  jmp (here)

retprobe_resume_entry_framed_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov 0xC0(%rsp), %rax
  mov 0x10(%rax), %rax
  mov %rax, 0xB8(%rsp)
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xD0(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_resume_entry_framed_scalar:
  mov 0xC8(%rsp), %r11
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  lea 0xD8(%rsp), %rsp
  jmp 0x10(%r11)

retprobe_resume_entry_framed_vector:
  fldcw 0x20C(%rsp)
  ldmxcsr 0x208(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  vmovupsz 0x88(%rsp), %zmm2
  vmovupsz 0xC8(%rsp), %zmm3
  vmovupsz 0x108(%rsp), %zmm4
  vmovupsz 0x148(%rsp), %zmm5
  vmovupsz 0x188(%rsp), %zmm6
  vmovupsz 0x1C8(%rsp), %zmm7
  mov 0x2D8(%rsp), %r11
  mov 0x218(%rsp), %rax
  mov 0x228(%rsp), %rcx
  mov 0x230(%rsp), %rdx
  mov 0x238(%rsp), %rsi
  mov 0x240(%rsp), %rdi
  mov 0x258(%rsp), %r8
  mov 0x260(%rsp), %r9
  mov 0x268(%rsp), %r10
  lea 0x2E8(%rsp), %rsp
  jmp 0x10(%r11)

retprobe_resume_entry_paired_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov 0xC0(%rsp), %rax
  mov 0x10(%rax), %rax
  mov %rax, 0xB8(%rsp)
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xD0(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_resume_entry_paired_scalar:
  mov 0xC8(%rsp), %r11
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  lea 0xD8(%rsp), %rsp
  jmp 0x10(%r11)

retprobe_resume_entry_paired_vector:
  fldcw 0x20C(%rsp)
  ldmxcsr 0x208(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  vmovupsz 0x88(%rsp), %zmm2
  vmovupsz 0xC8(%rsp), %zmm3
  vmovupsz 0x108(%rsp), %zmm4
  vmovupsz 0x148(%rsp), %zmm5
  vmovupsz 0x188(%rsp), %zmm6
  vmovupsz 0x1C8(%rsp), %zmm7
  mov 0x2D8(%rsp), %r11
  mov 0x218(%rsp), %rax
  mov 0x228(%rsp), %rcx
  mov 0x230(%rsp), %rdx
  mov 0x238(%rsp), %rsi
  mov 0x240(%rsp), %rdi
  mov 0x258(%rsp), %r8
  mov 0x260(%rsp), %r9
  mov 0x268(%rsp), %r10
  lea 0x2E8(%rsp), %rsp
  jmp 0x10(%r11)

retprobe_resume_entry_replace_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_resume_entry_replace_scalar:
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  lea 0xD0(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_resume_entry_replace_vector:
  fldcw 0x20C(%rsp)
  ldmxcsr 0x208(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  vmovupsz 0x88(%rsp), %zmm2
  vmovupsz 0xC8(%rsp), %zmm3
  vmovupsz 0x108(%rsp), %zmm4
  vmovupsz 0x148(%rsp), %zmm5
  vmovupsz 0x188(%rsp), %zmm6
  vmovupsz 0x1C8(%rsp), %zmm7
  mov 0x218(%rsp), %rax
  mov 0x228(%rsp), %rcx
  mov 0x230(%rsp), %rdx
  mov 0x238(%rsp), %rsi
  mov 0x240(%rsp), %rdi
  mov 0x258(%rsp), %r8
  mov 0x260(%rsp), %r9
  mov 0x268(%rsp), %r10
  lea 0x2E0(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_resume_return_call_ret_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  push (%rsp)
  lea 0x10(%rsp), %rsp
  call (here)
  push -0x08(%rsp)
  pop (%rsp)
  ret

retprobe_resume_return_call_ret_scalar:
  mov 0x08(%rsp), %rax
  mov 0x20(%rsp), %rdx
  lea 0xD0(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_resume_return_call_ret_vector:
  fldcw 0xB0(%rsp)
  ldmxcsr 0xAC(%rsp)
  cmpl $0x01, 0xA8(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  mov 0xB8(%rsp), %rax
  mov 0xD0(%rsp), %rdx
  lea 0x180(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_resume_return_framed_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  leave
  ret

retprobe_resume_return_framed_scalar:
  mov 0x08(%rsp), %rax
  mov 0x20(%rsp), %rdx
  leave
  ret

retprobe_resume_return_framed_vector:
  fldcw 0xB0(%rsp)
  ldmxcsr 0xAC(%rsp)
  cmpl $0x01, 0xA8(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  mov 0xB8(%rsp), %rax
  mov 0xD0(%rsp), %rdx
  leave
  ret

retprobe_resume_return_jump_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_resume_return_jump_scalar:
  mov 0x08(%rsp), %rax
  mov 0x20(%rsp), %rdx
  lea 0xD0(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_resume_return_jump_vector:
  fldcw 0xB0(%rsp)
  ldmxcsr 0xAC(%rsp)
  cmpl $0x01, 0xA8(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  mov 0xB8(%rsp), %rax
  mov 0xD0(%rsp), %rdx
  lea 0x180(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_resume_return_push_ret_full:
  pop %rax
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %r12, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x58(%rsp), %r11
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  mov 0x60(%rsp), %r12
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_resume_return_push_ret_scalar:
  mov 0x08(%rsp), %rax
  mov 0x20(%rsp), %rdx
  lea 0xD0(%rsp), %rsp
  ret

retprobe_resume_return_push_ret_vector:
  fldcw 0xB0(%rsp)
  ldmxcsr 0xAC(%rsp)
  cmpl $0x01, 0xA8(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz 0x08(%rsp), %zmm0
  vmovupsz 0x48(%rsp), %zmm1
  mov 0xB8(%rsp), %rax
  mov 0xD0(%rsp), %rdx
  lea 0x180(%rsp), %rsp
  ret

retprobe_return_trampoline_bitmask_call_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_bitmask_call_ret_full

retprobe_return_trampoline_bitmask_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_bitmask_call_ret_scalar

retprobe_return_trampoline_bitmask_call_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_bitmask_call_ret_vector

retprobe_return_trampoline_bitmask_jump_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_bitmask_jump_full

retprobe_return_trampoline_bitmask_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_bitmask_jump_scalar

retprobe_return_trampoline_bitmask_jump_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_bitmask_jump_vector

retprobe_return_trampoline_bitmask_push_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_bitmask_push_ret_full

retprobe_return_trampoline_bitmask_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_bitmask_push_ret_scalar

retprobe_return_trampoline_bitmask_push_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_bitmask_push_ret_vector

retprobe_return_trampoline_call_through_framed_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0x10(%rbp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  lea 0x08(%rbp), %rdi
  mov %r12, %rsi
  jmp retprobe_on_return_call_through_framed_full

retprobe_return_trampoline_call_through_framed_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rbp), %rdi
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_call_through_framed_scalar

retprobe_return_trampoline_call_through_framed_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rbp), %rdi
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_call_through_framed_vector

retprobe_return_trampoline_chained_trampolines_call_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_chained_trampolines_call_ret_full

retprobe_return_trampoline_chained_trampolines_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_call_ret_scalar

retprobe_return_trampoline_chained_trampolines_call_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_call_ret_vector

retprobe_return_trampoline_chained_trampolines_jump_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_chained_trampolines_jump_full

retprobe_return_trampoline_chained_trampolines_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_jump_scalar

retprobe_return_trampoline_chained_trampolines_jump_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_jump_vector

retprobe_return_trampoline_chained_trampolines_push_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_chained_trampolines_push_ret_full

retprobe_return_trampoline_chained_trampolines_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_push_ret_scalar

retprobe_return_trampoline_chained_trampolines_push_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_chained_trampolines_push_ret_vector

retprobe_return_trampoline_counted_shadow_call_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_counted_shadow_call_ret_full

retprobe_return_trampoline_counted_shadow_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_call_ret_scalar

retprobe_return_trampoline_counted_shadow_call_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_call_ret_vector

retprobe_return_trampoline_counted_shadow_jump_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_counted_shadow_jump_full

retprobe_return_trampoline_counted_shadow_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_jump_scalar

retprobe_return_trampoline_counted_shadow_jump_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_jump_vector

retprobe_return_trampoline_counted_shadow_push_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_counted_shadow_push_ret_full

retprobe_return_trampoline_counted_shadow_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_push_ret_scalar

retprobe_return_trampoline_counted_shadow_push_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_counted_shadow_push_ret_vector

retprobe_return_trampoline_instance_pool_call_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_instance_pool_call_ret_full

retprobe_return_trampoline_instance_pool_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_call_ret_scalar

retprobe_return_trampoline_instance_pool_call_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_call_ret_vector

retprobe_return_trampoline_instance_pool_jump_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_instance_pool_jump_full

retprobe_return_trampoline_instance_pool_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_jump_scalar

retprobe_return_trampoline_instance_pool_jump_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_jump_vector

retprobe_return_trampoline_instance_pool_push_ret_full:
  lea -0xD0(%rsp), %rsp
  pushfq
  pop 0x88(%rsp)
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  mov %rbx, 0x08(%rsp)
  mov %rbp, 0x30(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  mov %r11, 0x58(%rsp)
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
  movq $0x72000002, 0x90(%rsp)
  mov %rsp, %r12
  sub (data), %rsp
  and $-0x40, %rsp
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  mov %rdx, 0x200(%rsp)
  mov %rdx, 0x208(%rsp)
  mov %rdx, 0x210(%rsp)
  mov %rdx, 0x218(%rsp)
  mov %rdx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rdx, 0x230(%rsp)
  mov %rdx, 0x238(%rsp)
  xsave64 (%rsp)
  orb $0x02, 0x200(%rsp)
  jmp (here)
  fninit
  fldcw (%rsp)
  lea 0xA0(%rsp), %rax
  mov %rax, 0x98(%r12)
  movq $0x10, 0xA0(%r12)
  lea (here), %rax
  push %rax
  mov %r12, %rsi
  jmp retprobe_on_return_instance_pool_push_ret_full

retprobe_return_trampoline_instance_pool_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x72000000, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_push_ret_scalar

retprobe_return_trampoline_instance_pool_push_ret_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB8(%rsp)
  mov %rdx, 0xD0(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, 0x08(%rsp)
  vmovupsz %zmm1, 0x48(%rsp)
  vzeroupper
  movl $0x00, 0xA8(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xAC(%rsp)
  fnstcw 0xB0(%rsp)
  movq $0x72000001, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rsi
  jmp retprobe_on_return_instance_pool_push_ret_vector

retprobe_return_trampolines:
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp retprobe_entry_trampoline_bitmask_paired_direct_scalar
  call wl_leaf
  jmp retprobe_return_trampoline_bitmask_push_ret_scalar
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp retprobe_entry_trampoline_bitmask_paired_iterating_scalar
  call wl_leaf
  jmp retprobe_return_trampoline_bitmask_push_ret_scalar
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  int3

void retprobe::bitmask::Design::return_to_several<false>(retprobe::bitmask::Design::Stack&, retprobe::Exits<false>):
  push %r15
  mov %rsi, %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x08, %rsp
  mov 0x20(%rdi), %r12
  mov -0x10(%r12), %rax
  test $0x3F, %al
  jz (here)
  mov %rax, %rdx
  shr $0x17, %rdx
  and $0xFFFFF, %edx
  cmp $0x02, %rdx
  jz (here)
  lea (data), %rdx
  and $0x7FFFC0, %eax
  mov 0x30(%rdx,%rax,1), %rax
  movzxb 0x0C(%rax), %eax
  test %al, %al
  jz (here)
  mov -0x10(%r12), %r14
  mov %r14, %rax
  and $0x7FFFC0, %eax
  mov 0x30(%rdx,%rax,1), %r13
  mov -0x18(%r12), %rbx
  bsr %rbx, %rax
  btr %rax, %rbx
  add $0x02, %rax
  shl $0x04, %rax
  add %r13, %rax
  test %rbx, %rbx
  jz (here)
  mov %rbx, -0x18(%r12)
  mov (%rax), %rdx
  test %rdx, %rdx
  jz (here)
  mov 0x08(%rax), %rax
  shl $0x2B, %rax
  sub %r14, %rax
  test %rax, %rax
  jnle (here)
  mov (data), %rcx
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rcx)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rax, 0xA8(%r15)
  mov 0x18(%rax), %rdi
  mov %r15, %rsi
  movq $0x00, 0xB0(%r15)
  call 0x10(%rax)
  jmp (here)
  lea -0x20(%r12), %rdx
  mov %rdx, 0x20(%rbp)
  mov -0x20(%r12), %rdx
  mov %rdx, 0xC8(%r15)
  mov (%rax), %rdx
  test %rdx, %rdx
  jz (here)
  mov 0x08(%rax), %rax
  shl $0x2B, %rax
  sub %r14, %rax
  test %rax, %rax
  jnle (here)
  mov (data), %rcx
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rcx)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rax, 0xA8(%r15)
  mov 0x18(%rax), %rdi
  mov %r15, %rsi
  movq $0x00, 0xB0(%r15)
  mov 0x10(%rax), %rax
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp %rax

void retprobe::call_through::Design::return_to_several<false>(unsigned long*, retprobe::Exits<false>):
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x08, %rsp
  mov (%rdi), %rax
  lea (%rax,%rax,1), %rdx
  shr $0x21, %rdx
  lea (%rdi,%rdx,8), %rbx
  test %eax, %eax
  jz (here)
  mov (data), %rbp
  mov %rsi, %r13
  mov %eax, %r12d
  nop %ax, (%rax,%rax,1)
  mov -0x08(%rbx), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %rbx
  xor %ecx, %ecx
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xB0(%r13)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rax, 0xA8(%r13)
  call 0x10(%rax)
  sub $0x01, %r12d
  jnz (here)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

void retprobe::counted_shadow::Design::return_to_several<false>(retprobe::counted_shadow::Design::CountedStack&, retprobe::Exits<false>):
  push %r15
  xor %edx, %edx
  mov %rdi, %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  sub $0x08, %rsp
  mov 0x20(%rdi), %r14
  mov -0x10(%r14), %rbx
  lea -0x10(%r14), %rax
  test %rbx, %rbx
  js (here)
  mov %rax, 0xA8(%rbp)
  mov 0x18(%rax), %rdi
  mov %rbp, %rsi
  mov 0x10(%rax), %rax
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp %rax
  test $0x01, %bl
  jnz (here)
  lea (%rbx,%rbx,1), %rax
  mov %r14, %rdx
  mov (data), %r12
  shr $0x11, %rax
  shl $0x03, %rax
  sub %rax, %rdx
  lea -0x10(%rdx), %r13
  cmp $0x02, %bx
  jz (here)
  nop %eax, (%rax)
  mov -0x08(%r13), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %r13
  mov $0xFFFE, %eax
  xor %ecx, %ecx
  add %rax, %rbx
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rbx, -0x10(%r14)
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xB0(%rbp)
  mov 0x18(%rax), %rdi
  mov %rbp, %rsi
  mov %rax, 0xA8(%rbp)
  call 0x10(%rax)
  cmp $0x02, %bx
  jnz (here)
  mov -0x08(%r13), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %r13
  xor %ecx, %ecx
  lea -0x08(%r13), %rax
  mov %rax, 0x20(%r15)
  mov -0x08(%r13), %rax
  mov %rax, 0xC8(%rbp)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xB0(%rbp)
  jmp (here)

void retprobe::leave_by_trap<retprobe::bitmask::Design>(retprobe::ReturnFrame*, unsigned long):
  mov (data), %rdx
  mov %rdi, %rax
  mov %rsi, %rdi
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0x91(%rax), %rcx
  mov %rcx, %fs:0x08(%rdx)
  mov %fs:(%rdx), %r8
  mov 0x20(%r8), %rcx
  cmp -0x08(%rcx), %rsi
  jz (here)
  cmpq $0x00, 0x18(%r8)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rcx), %rdi
  test $0x3F, %dil
  jnz (here)
  xor %esi, %esi
  tzcnt -0x18(%rcx), %rsi
  lea -0x20(%rcx), %r9
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%r8)
  lea (data), %r8
  mov %rcx, 0xC8(%rax)
  mov %rdi, %rcx
  and $0x7FFFC0, %ecx
  add $0x02, %esi
  mov (%r8,%rcx,1), %rcx
  movsxd %esi, %rsi
  shl $0x04, %rsi
  add %rsi, %rcx
  mov (%rcx), %rsi
  test %rsi, %rsi
  jz (here)
  mov 0x08(%rcx), %rcx
  shl $0x2B, %rcx
  sub %rdi, %rcx
  test %rcx, %rcx
  jnle (here)
  mov %rsi, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  cmp %rsi, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xA8(%rax)
  mov 0x18(%rcx), %rdi
  mov %rax, %rsi
  movq $0x00, 0xB0(%rax)
  call 0x10(%rcx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  ret
  mov %rax, %rsi
  mov %r8, %rdi
  call void retprobe::bitmask::Design::return_to_several<false>(retprobe::bitmask::Design::Stack&, retprobe::Exits<false>)
  jmp (here)

void retprobe::leave_by_trap<retprobe::chained_trampolines::Design>(retprobe::ReturnFrame*, unsigned long):
  mov (data), %rdx
  mov %rdi, %rax
  mov %rsi, %rdi
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0x91(%rax), %rcx
  mov %rcx, %fs:0x08(%rdx)
  mov %fs:(%rdx), %rcx
  mov 0x20(%rcx), %rsi
  cmp -0x08(%rsi), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rsi), %r8
  mov %r8, 0x20(%rcx)
  mov -0x18(%rsi), %rcx
  mov %rcx, 0xC8(%rax)
  mov %rdi, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  cmp %rdi, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xA8(%rax)
  mov 0x18(%rcx), %rdi
  mov %rax, %rsi
  movq $0x00, 0xB0(%rax)
  call 0x10(%rcx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  ret

void retprobe::leave_by_trap<retprobe::counted_shadow::Design>(retprobe::ReturnFrame*, unsigned long):
  mov (data), %rdx
  mov %rdi, %rax
  mov %rsi, %rdi
  cmpq $0x00, %fs:0x08(%rdx)
  jnz (here)
  lea 0x91(%rax), %rcx
  mov %rcx, %fs:0x08(%rdx)
  mov %fs:(%rdx), %rcx
  mov 0x20(%rcx), %rsi
  cmp -0x08(%rsi), %rdi
  jz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  sub $0x08, %rsp
  mov -0x10(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  lea -0x18(%rsi), %r8
  mov %r8, 0x20(%rcx)
  mov -0x18(%rsi), %rcx
  mov %rcx, 0xC8(%rax)
  mov %rdi, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  cmp %rdi, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xA8(%rax)
  mov 0x18(%rcx), %rdi
  mov %rax, %rsi
  movq $0x00, 0xB0(%rax)
  call 0x10(%rcx)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x08, %rsp
  ret
  mov %rax, %rsi
  mov %rcx, %rdi
  call void retprobe::counted_shadow::Design::return_to_several<false>(retprobe::counted_shadow::Design::CountedStack&, retprobe::Exits<false>)
  jmp (here)

void retprobe::leave_by_trap<retprobe::instance_pool::Design>(retprobe::ReturnFrame*, unsigned long):
  push %r15
  push %r14
  mov %rdi, %r14
  mov %rsi, %rdi
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %rbp
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0x91(%r14), %rax
  mov %rax, %fs:0x08(%rbp)
  mov %rsi, %rax
  mov %fs:(%rbp), %r13
  sub 0x40(%r13), %rax
  cmp 0x18(%r13), %rax
  jnb (here)
  cmpb $0x00, 0x91(%r14)
  mov 0x38(%r13), %rbx
  jnz (here)
  lea 0xC8(%r14), %rax
  cmpb $0x00, 0x92(%r14)
  mov %rax, 0x08(%rsp)
  jz (here)
  mov 0xC0(%r14), %rax
  mov %rax, 0x08(%rsp)
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %rdi
  mov %rbx, %rax
  jmp (here)
  mov (%rax), %rax
  test %rax, %rax
  jz (here)
  mov 0x18(%rax), %rdx
  mov %rdx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x08(%rsp), %rsi
  mov (data), %rax
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jnz (here)
  cmp %rax, %rdx
  jz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
  mov %rax, 0xA8(%r14)
  call 0x10(%rax)
  mov 0x08(%rbx), %rsi
  mov (%rsi), %rax
  mov %rax, %rdx
  mov 0x28(%rbx), %edi
  mov %eax, 0x2C(%rbx)
  shr $0x20, %rdx
  add $0x01, %rdx
  add $0x01, %edi
  shl $0x20, %rdx
  or %rdi, %rdx
  lock cmpxchg %rdx, (%rsi)
  jnz (here)
  lock subl $0x01, 0x08(%rsi)
  cmp %r15, %r12
  jnz (here)
  mov 0x38(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rax
  mov 0x20(%rbx), %rdx
  mov 0x18(%rbx), %r12
  mov 0x10(%rax), %r15
  mov %rdx, %rsi
  mov (%rbx), %rax
  sar $0x36, %rsi
  mov %rax, 0x38(%r13)
  add $0x06, %r15
  lea 0x30(%rbx), %rax
  test %esi, %esi
  mov $0x00, %esi
  mov %r12, 0xC8(%r14)
  cmovnz %rax, %rsi
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdx, (%rax)
  jz (here)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x08(%rsp), %rcx
  mov (%rcx,%rax,1), %rax
  jmp (here)

wl_leaf:
  jmp retprobe_return_trampolines
