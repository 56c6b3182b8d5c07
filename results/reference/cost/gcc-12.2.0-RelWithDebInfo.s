# What one hit executes, by function: made by `retprobe cost --accept`.

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
  lea retprobe_return_trampolines, %rdx
  sub $0x01, %rax
  mov %rax, %rcx
  sub %rdx, %rcx
  xor %edx, %edx
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  and $0x1F, %eax
  cmp $0x19, %rax
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
  lea -0x08(%r14), %rsi
  nop %ax, (%rax,%rax,1)
  movsxdl (%rax), %rcx
  mov 0x08(%rax), %rdx
  add $0x10, %rax
  mov (%r12,%rcx,8), %rcx
  mov %rcx, (%rsp,%rdx,1)
  cmp %rax, %rbp
  jnz (here)
  mov 0xE0(%r13), %rax
  movq $0x02, 0x90(%rsp)
  movq $0x10, 0xA0(%rsp)
  lea 0xA0(%rax), %rdx
  cmpl $0x46505853, 0x1D0(%rax)
  mov %rdx, 0x98(%rsp)
  jnz (here)
  orb $0x02, 0x200(%rax)
  lea (data), %rax
  mov %rsp, %rdi
  mov (%rax), %rax
  call 0x108(%rax)
  nop %eax, (%rax)
  mov 0x08(%rbx), %rdx
  movsxdl (%rbx), %rax
  add $0x10, %rbx
  mov (%rsp,%rdx,1), %rdx
  mov %rdx, (%r12,%rax,8)
  cmp %rbx, %rbp
  jnz (here)
  mov -0x08(%r14), %rax
  mov %rax, 0xA8(%r13)
  add $0xD0, %rsp
  mov $0x01, %eax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret

retprobe::(anonymous namespace)::on_breakpoint(ucontext_t&):
  mov 0xA8(%rdi), %r8
  mov (data), %rcx
  test %rcx, %rcx
  jz (here)
  mov $-0x61C8864680B583EB, %rax
  push %rbx
  mov %rdi, %rbx
  lea -0x01(%r8), %rdi
  imul %rdi, %rax
  sub $0x20, %rsp
  shr $0x20, %rax
  jmp (here)
  mov (%rcx), %rsi
  mov 0x08(%rcx), %rdx
  and %rax, %rsi
  lea (%rdx,%rsi,8), %rsi
  mov (%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov (%rsi), %rsi
  test %rsi, %rsi
  jz (here)
  add $0x20, %rsp
  xor %eax, %eax
  pop %rbx
  ret

retprobe::(anonymous namespace)::on_sigtrap(int, siginfo_t*, void*):
  push %rbp
  mov %rsp, %rbp
  push %r15
  push %r14
  push %r13
  lea 0x10(%rbp), %r13
  push %r12
  mov %rsi, %r12
  push %rbx
  mov %rdx, %rbx
  sub $0x128, %rsp
  mov %edi, -0x13C(%rbp)
  call _init
  cmp %rbx, %r13
  mov (%rax), %r15d
  mov %rax, %r14
  mov 0x08(%r12), %eax
  setz -0x138(%rbp)
  cmp $0x80, %eax
  jz (here)
  lea (data), %rdx
  mov (%rdx), %rax
  test %rax, %rax
  jz (here)
  mov %rdx, -0x150(%rbp)
  mov %rbx, %rdi
  call %rax
  mov -0x150(%rbp), %rdx
  test %al, %al
  jnz (here)
  add $0x08, %rdx
  lea (data), %rax
  cmp %rdx, %rax
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

retprobe::bitmask::Design::return_in_order(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&):
  push %r15
  lea (data), %rcx
  mov %rdi, %r8
  push %r14
  sub $0x30, %rcx
  push %r13
  push %r12
  mov %rdx, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x10(%rdi), %r13
  mov -0x08(%r13), %rax
  mov %rax, %rdx
  and $0x1FFFF, %eax
  shl $0x06, %rax
  shr $0x28, %rdx
  mov 0x30(%rcx,%rax,1), %r15
  add %rcx, %rax
  mov -0x20(%r13), %r9
  mov %rax, 0xA8(%rsi)
  lea retprobe_return_trampolines, %rax
  mov %r9, %rcx
  sub %rax, %rcx
  mov %r9, %rax
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rax, 0xC0(%rsi)
  mov $0x3F, %r14d
  mov %rax, 0x80(%rsi)
  mov -0x18(%r13), %rbx
  jmp (here)
  mov %rcx, -0x18(%r13)
  mov (%rax), %rdi
  test %rdi, %rdi
  jnz (here)
  mov %rcx, %rbx
  bsr %rbx, %rdi
  mov %r14d, %ecx
  mov $0x41, %eax
  mov $0x01, %ebp
  xor $0x3F, %rdi
  sub %edi, %ecx
  sub %edi, %eax
  shl %cl, %rbp
  cdqe
  mov %rbp, %rcx
  shl $0x04, %rax
  xor %rbx, %rcx
  add %r15, %rax
  cmp %rbx, %rbp
  jnz (here)
  lea -0x20(%r13), %rdi
  mov %rdi, 0x10(%r8)
  mov (%rax), %rdi
  test %rdi, %rdi
  jz (here)
  mov 0x08(%rax), %rax
  sub %rdx, %rax
  and $0xFFFFFF, %eax
  sub $0x01, %rax
  cmp $0x7FFFFE, %rax
  jbe (here)
  cmpb $0x00, 0x2D(%r12)
  jnz (here)
  mov %rdi, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, 0x10(%r12)
  mov (%rax), %r10
  cmp %rdi, %r10
  jz (here)
  movq $0x00, 0x10(%r12)
  cmp %rbx, %rbp
  jnz (here)
  add $0x38, %rsp
  mov %r9, %rax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  movzxb (data), %edi
  test %dil, %dil
  jnz (here)
  mov %r8, 0x28(%rsp)
  mov 0x18(%rax), %rdi
  mov %r9, 0x20(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rcx, 0x10(%rsp)
  movq $0x00, 0xB0(%rsi)
  mov %rsi, 0x08(%rsp)
  call 0x10(%rax)
  mov 0x28(%rsp), %r8
  mov 0x20(%rsp), %r9
  mov 0x18(%rsp), %rdx
  mov 0x10(%rsp), %rcx
  mov 0x08(%rsp), %rsi
  jmp (here)

retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&):
  push %r15
  lea (data), %rax
  push %r14
  mov %rdi, %r14
  push %r13
  mov %rsi, %r13
  push %r12
  mov %rdx, %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov 0x10(%rdi), %r8
  mov (data), %rcx
  mov -0x08(%r8), %rbp
  mov %r8, %rdx
  mov %rbp, %r15
  and $0x1FFFF, %r15d
  shl $0x06, %r15
  add %rax, %r15
  mov %rbp, %rax
  shr $0x20, %rax
  mov %r15, 0xA8(%rsi)
  shl $0x03, %rax
  sub %rax, %rdx
  lea -0x10(%rdx), %rbx
  mov 0x38(%rsi), %rdx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rax,%rdx,1), %rax
  mov %rax, 0x80(%r13)
  movzxb 0x2D(%r12), %esi
  mov %rax, 0xC0(%r13)
  mov %rbp, %rax
  shr $0x11, %rax
  mov %rax, %rcx
  and $0x7FFF, %ecx
  test $0x7FFE, %eax
  jz (here)
  mov $-0x20000, %r9d
  jmp (here)
  movq $0x00, 0x10(%r12)
  movzxb 0x2D(%r12), %esi
  sub $0x01, %rcx
  cmp $0x01, %rcx
  jz (here)
  mov -0x08(%rbx), %rdx
  mov %rdx, %rax
  shr $0x35, %rax
  jnz (here)
  sub $0x08, %rbx
  mov %r9, %rax
  xor %edi, %edi
  add %rax, %rbp
  mov %rbp, -0x08(%r8)
  test %sil, %sil
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, 0x10(%r12)
  mov (%rax), %rsi
  cmp %rdx, %rsi
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov %r13, %rsi
  mov %r8, (%rsp)
  mov %rdi, 0xB0(%r13)
  mov 0x18(%rax), %rdi
  call 0x10(%rax)
  mov 0x08(%rsp), %rcx
  mov (%rsp), %r8
  mov $-0x20000, %r9d
  jmp (here)
  mov -0x08(%rbx), %rdx
  mov %rdx, %rax
  shr $0x35, %rax
  jnz (here)
  lea -0x08(%rbx), %rax
  xor %edi, %edi
  mov -0x08(%rax), %rbx
  sub $0x08, %rax
  mov %rax, 0x10(%r14)
  lea retprobe_return_trampolines, %rax
  mov %rbx, %rcx
  mov %r15, 0xA8(%r13)
  sub %rax, %rcx
  mov %rbx, %rax
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rax, 0xC0(%r13)
  mov %rax, 0x80(%r13)
  test %sil, %sil
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, 0x10(%r12)
  mov (%rax), %rcx
  cmp %rdx, %rcx
  jz (here)
  movq $0x00, 0x10(%r12)
  add $0x18, %rsp
  mov %rbx, %rax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rdi, 0xB0(%r13)
  mov %r13, %rsi
  mov 0x18(%rax), %rdi
  call 0x10(%rax)
  jmp (here)

retprobe::harness::accept_call(void*, retprobe::EntryFrame&):
  mov $0x01, %eax
  ret

retprobe::harness::hear_return(void*, retprobe::ReturnFrame&):
  ret

retprobe_call_through:
  push %rbp
  mov %rsp, %rbp
  sub (data), %rsp
  call (data)
  call -0x18(%rsp)
  call (data)
  leave
  ret
  push %rbp
  mov %rsp, %rbp
  sub (data), %rsp
  call (data)
  call -0x18(%rsp)
  call (data)
  leave
  ret
  push %rbp
  mov %rsp, %rbp
  sub (data), %rsp
  call (data)
  call -0x18(%rsp)
  call (data)
  leave
  ret

retprobe_entry_trampoline_bitmask_paired_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_bitmask_paired_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_paired_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_bitmask_paired_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_paired_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_bitmask_paired_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_paired_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_bitmask_paired_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_paired_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_bitmask_paired_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_paired_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_bitmask_paired_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_bitmask_replace_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_bitmask_replace_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_bitmask_replace_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_bitmask_replace_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_bitmask_replace_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_bitmask_replace_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_bitmask_replace_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_direct_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x90(%rsp)
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  mov %rbx, 0x10(%rsp)
  mov %rbp, 0x38(%rsp)
  mov %r11, 0x60(%rsp)
  mov %r12, 0x68(%rsp)
  mov %r13, 0x70(%rsp)
  mov %r14, 0x78(%rsp)
  mov %r15, 0x80(%rsp)
  movq $0x02, 0x98(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0xA0(%rbp)
  movq $0x10, 0xA8(%rbp)
  lea 0x08(%rbp), %rdi
  call retprobe_on_entry_call_through_framed_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  mov 0x10(%rsp), %rbx
  mov 0x38(%rsp), %rbp
  mov 0x60(%rsp), %r11
  mov 0x68(%rsp), %r12
  mov 0x70(%rsp), %r13
  mov 0x78(%rsp), %r14
  mov 0x80(%rsp), %r15
  push 0x90(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_direct_scalar:
  lea -0xC8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x00, 0x98(%rsp)
  lea 0x08(%rsp), %rdi
  call retprobe_on_entry_call_through_framed_direct_partial
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  lea 0xC8(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_direct_vector:
  lea -0x2D8(%rsp), %rsp
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
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A8(%rsp)
  mov %rsp, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  lea 0x218(%rsp), %rdi
  call retprobe_on_entry_call_through_framed_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x218(%rsp), %rax
  mov 0x228(%rsp), %rcx
  mov 0x230(%rsp), %rdx
  mov 0x238(%rsp), %rsi
  mov 0x240(%rsp), %rdi
  mov 0x258(%rsp), %r8
  mov 0x260(%rsp), %r9
  mov 0x268(%rsp), %r10
  lea 0x2D8(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_iterating_full:
  lea -0xC8(%rsp), %rsp
  pushfq
  pop 0x90(%rsp)
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  mov %rbx, 0x10(%rsp)
  mov %rbp, 0x38(%rsp)
  mov %r11, 0x60(%rsp)
  mov %r12, 0x68(%rsp)
  mov %r13, 0x70(%rsp)
  mov %r14, 0x78(%rsp)
  mov %r15, 0x80(%rsp)
  movq $0x02, 0x98(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0xA0(%rbp)
  movq $0x10, 0xA8(%rbp)
  lea 0x08(%rbp), %rdi
  call retprobe_on_entry_call_through_framed_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  mov 0x10(%rsp), %rbx
  mov 0x38(%rsp), %rbp
  mov 0x60(%rsp), %r11
  mov 0x68(%rsp), %r12
  mov 0x70(%rsp), %r13
  mov 0x78(%rsp), %r14
  mov 0x80(%rsp), %r15
  push 0x90(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_iterating_scalar:
  lea -0xC8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rcx, 0x18(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rsi, 0x28(%rsp)
  mov %rdi, 0x30(%rsp)
  mov %r8, 0x48(%rsp)
  mov %r9, 0x50(%rsp)
  mov %r10, 0x58(%rsp)
  movq $0x00, 0x98(%rsp)
  lea 0x08(%rsp), %rdi
  call retprobe_on_entry_call_through_framed_iterating_partial
  mov 0x08(%rsp), %rax
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdx
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %rdi
  mov 0x48(%rsp), %r8
  mov 0x50(%rsp), %r9
  mov 0x58(%rsp), %r10
  lea 0xC8(%rsp), %rsp
  ret

retprobe_entry_trampoline_call_through_framed_iterating_vector:
  lea -0x2D8(%rsp), %rsp
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
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A8(%rsp)
  mov %rsp, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  lea 0x218(%rsp), %rdi
  call retprobe_on_entry_call_through_framed_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x218(%rsp), %rax
  mov 0x228(%rsp), %rcx
  mov 0x230(%rsp), %rdx
  mov 0x238(%rsp), %rsi
  mov 0x240(%rsp), %rdi
  mov 0x258(%rsp), %r8
  mov 0x260(%rsp), %r9
  mov 0x268(%rsp), %r10
  lea 0x2D8(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_paired_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_chained_trampolines_paired_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_paired_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_chained_trampolines_paired_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_paired_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_chained_trampolines_paired_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_replace_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_chained_trampolines_replace_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_replace_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_chained_trampolines_replace_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_chained_trampolines_replace_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_chained_trampolines_replace_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_counted_shadow_paired_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_counted_shadow_paired_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_counted_shadow_paired_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_counted_shadow_paired_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_counted_shadow_paired_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_paired_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_counted_shadow_paired_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_counted_shadow_replace_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_counted_shadow_replace_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_counted_shadow_replace_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_counted_shadow_replace_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_counted_shadow_replace_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_counted_shadow_replace_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_counted_shadow_replace_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_instance_pool_paired_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_instance_pool_paired_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_instance_pool_paired_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_instance_pool_paired_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_instance_pool_paired_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_paired_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_instance_pool_paired_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_direct_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_instance_pool_replace_direct_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_direct_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_instance_pool_replace_direct_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_direct_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_instance_pool_replace_direct_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_iterating_full:
  lea -0xC0(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  lea (%rbp), %rdi
  call retprobe_on_entry_instance_pool_replace_iterating_full
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_iterating_scalar:
  lea -0xC0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rdx, 0x18(%rsp)
  mov %rsi, 0x20(%rsp)
  mov %rdi, 0x28(%rsp)
  mov %r8, 0x40(%rsp)
  mov %r9, 0x48(%rsp)
  mov %r10, 0x50(%rsp)
  movq $0x00, 0x90(%rsp)
  lea (%rsp), %rdi
  call retprobe_on_entry_instance_pool_replace_iterating_partial
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  lea 0xC0(%rsp), %rsp
  ret

retprobe_entry_trampoline_instance_pool_replace_iterating_vector:
  lea -0x2D0(%rsp), %rsp
  mov %rax, 0x210(%rsp)
  mov %rcx, 0x220(%rsp)
  mov %rdx, 0x228(%rsp)
  mov %rsi, 0x230(%rsp)
  mov %rdi, 0x238(%rsp)
  mov %r8, 0x250(%rsp)
  mov %r9, 0x258(%rsp)
  mov %r10, 0x260(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vmovupsz %zmm2, 0x80(%rsp)
  vmovupsz %zmm3, 0xC0(%rsp)
  vmovupsz %zmm4, 0x100(%rsp)
  vmovupsz %zmm5, 0x140(%rsp)
  vmovupsz %zmm6, 0x180(%rsp)
  vmovupsz %zmm7, 0x1C0(%rsp)
  vzeroupper
  stmxcsr 0x200(%rsp)
  fnstcw 0x204(%rsp)
  movq $0x01, 0x2A0(%rsp)
  mov %rsp, 0x2A8(%rsp)
  movq $0x40, 0x2B0(%rsp)
  lea 0x210(%rsp), %rdi
  call retprobe_on_entry_instance_pool_replace_iterating_partial
  fldcw 0x204(%rsp)
  ldmxcsr 0x200(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  vmovupsz 0x80(%rsp), %zmm2
  vmovupsz 0xC0(%rsp), %zmm3
  vmovupsz 0x100(%rsp), %zmm4
  vmovupsz 0x140(%rsp), %zmm5
  vmovupsz 0x180(%rsp), %zmm6
  vmovupsz 0x1C0(%rsp), %zmm7
  mov 0x210(%rsp), %rax
  mov 0x220(%rsp), %rcx
  mov 0x228(%rsp), %rdx
  mov 0x230(%rsp), %rsi
  mov 0x238(%rsp), %rdi
  mov 0x250(%rsp), %r8
  mov 0x258(%rsp), %r9
  mov 0x260(%rsp), %r10
  lea 0x2D0(%rsp), %rsp
  ret

retprobe_on_entry_bitmask_paired_direct_full:
  push %r13
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rsi
  push %r12
  sub %rdx, %rax
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x38, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r12
  mov 0x18(%r12), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%r12), %r9
  test %r9, %r9
  jz (here)
  mov 0xC8(%rdi), %r10
  mov %fs:(%rbp), %rdi
  mov %r8, %rcx
  mov 0x10(%rdi), %rax
  sub (%rdi), %rcx
  cmp 0x08(%rdi), %rcx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x18(%rdi), %rax
  jnb (here)
  mov (data), %rax
  mov %r8, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rax
  mov %r10, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %r9, %rdx
  shr $0x35, %rdx
  jnz (here)
  mov 0x18(%r12), %rdx
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  and $0xFFFFFF, %r13d
  mov %rdx, 0x80(%rbx)
  shl $0x06, %r13
  mov %r10, 0xC8(%rbx,%rax,1)
  mov 0x30(%r12), %rax
  mov (%rax), %r10
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x10(%rdi), %rdx
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rax
  shl $0x28, %r10
  mov %r8, 0x10(%rdx)
  mov %rax, (%rdx)
  mov $0x01, %eax
  shl %cl, %rax
  mov %rax, 0x08(%rdx)
  mov %r12, %rax
  sub %rsi, %rax
  sar $0x06, %rax
  or $0x820000, %eax
  or %r10, %rax
  mov %rax, 0x18(%rdx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %r9
  jz (here)
  mov %rdx, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  mov 0xC0(%rbx), %rax
  lea 0x04(%rax), %rdx
  jmp (here)
  movzxb (data), %eax
  test %al, %al
  jz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r12), %rax
  jz (here)

retprobe_on_entry_bitmask_paired_direct_partial:
  push %r12
  lea retprobe_return_trampolines, %rcx
  mov $-0x06, %rax
  lea (data), %rsi
  push %rbp
  sub %rcx, %rax
  push %rbx
  mov %rdi, %rbx
  sub $0x30, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %rdx
  mov 0x18(%rdx), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%rdx), %r9
  test %r9, %r9
  jz (here)
  mov 0xC8(%rdi), %r11
  mov %fs:(%rbp), %rdi
  mov %r8, %r10
  mov 0x10(%rdi), %rax
  sub (%rdi), %r10
  cmp 0x08(%rdi), %r10
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x18(%rdi), %rax
  jnb (here)
  mov (data), %rax
  mov %r8, %r10
  shr $0x18, %r10
  mov (%rax,%r10,8), %rax
  mov %r11, %r10
  sub %rcx, %r10
  cmp $0x1FFFFF, %r10
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %r9, %rcx
  shr $0x35, %rcx
  jnz (here)
  mov %r11, 0xC8(%rbx,%rax,1)
  mov %r9, %r12
  mov 0x30(%rdx), %rax
  and $0xFFFFFF, %r12d
  shl $0x06, %r12
  mov (%rax), %r10
  add (data), %r12
  mov 0x30(%r12), %rcx
  mov 0x10(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  sub %rsi, %rdx
  shl $0x28, %r10
  mov %r8, 0x10(%rax)
  sar $0x06, %rdx
  mov %rdi, (%rax)
  or $0x820000, %edx
  mov $0x01, %edi
  shl %cl, %rdi
  or %r10, %rdx
  mov %rdi, 0x08(%rax)
  mov %rdx, 0x18(%rax)
  mov %r12, %fs:0x10(%rbp)
  mov (%r12), %rax
  cmp %rax, %r9
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x30, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  ret
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)
  movzxb (data), %eax
  test %al, %al
  jz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  jmp (here)

retprobe_on_entry_bitmask_paired_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %r10
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x78, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%r10,%rax,2), %r15
  mov 0x18(%r15), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%r14), %rsi
  test %rsi, %rsi
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r14)
  mov 0x28(%r15), %r8
  mov 0x08(%r8), %r9d
  test %r9d, %r9d
  jz (here)
  mov %fs:(%r14), %rcx
  mov 0xC8(%rdi), %r11
  mov %rax, %r9
  mov 0x10(%rcx), %rdi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rdi), %rax
  jnb (here)
  mov 0x0C(%r8), %r9d
  lea (%rdi,%r9,8), %rdi
  cmp 0x18(%rcx), %rdi
  jnb (here)
  mov (data), %rdi
  mov %rax, %r9
  shr $0x18, %r9
  mov (%rdi,%r9,8), %rdi
  mov %r11, %r9
  sub %rdx, %r9
  cmp $0x1FFFFF, %r9
  setbe %dl
  test %rdi, %rdi
  setz %r9b
  or %r9b, %dl
  jnz (here)
  mov 0x18(%r15), %rdx
  mov %rax, 0x38(%rbx)
  mov %rdx, 0x80(%rbx)
  mov %r11, 0xC8(%rbx,%rdi,1)
  mov 0x30(%r15), %rdx
  xor %edi, %edi
  mov (%rdx), %r11
  mov 0x10(%rcx), %rbp
  mov 0xC8(%rbx), %rdx
  mov %rdx, (%rbp)
  mov 0x30(%r15), %rdx
  mov 0x08(%rdx), %edx
  add $0x3F, %edx
  mov %edx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %edx
  lea 0x08(%rbp), %rdx
  setbe %dil
  mov %rdx, 0x08(%rsp)
  add %r9d, %edi
  movq $0x00, 0x08(%rbp)
  cmp $0x01, %edi
  jbe (here)
  mov 0x08(%rsp), %rdx
  shl $0x28, %r11
  movb $0x00, 0x3B(%rsp)
  xor %r13d, %r13d
  lea (%rdx,%rdi,8), %r9
  mov %r15, %rdx
  shl $0x11, %rdi
  sub %r10, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  or %rdx, %r11
  xor %edx, %edx
  or %rdi, %r11
  mov 0x08(%r8), %edi
  mov %r11, 0x58(%rcx)
  test %edi, %edi
  jz (here)
  mov %rcx, 0x10(%rsp)
  mov %edx, %ecx
  mov %rsi, %rdx
  mov %rbx, %rsi
  mov %r15, 0x50(%rsp)
  mov %rax, 0x58(%rsp)
  mov %rbp, 0x60(%rsp)
  mov %r11, 0x68(%rsp)
  jmp (here)
  mov %r13d, %eax
  xor %r12d, %r12d
  xor %r11d, %r11d
  mov %r9, %r10
  mov 0x10(%r8,%rax,8), %rax
  mov %rax, %rbx
  shr $0x35, %rbx
  jnz (here)
  mov %rax, %rbp
  mov (data), %r15
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add %rbp, %r15
  mov %r15, %fs:0x10(%r14)
  mov (%r15), %rdi
  cmp %rdi, %rax
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x48(%rsp)
  mov 0x18(%r15), %rdi
  mov %r8, 0x40(%rsp)
  mov %ecx, 0x3C(%rsp)
  mov %r9, 0x30(%rsp)
  mov %r11, 0xA8(%rsi)
  mov %rsi, 0x28(%rsp)
  mov %r10, 0x20(%rsp)
  mov %r11, 0x18(%rsp)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov %eax, %edi
  movq $0x00, %fs:0x10(%r14)
  mov 0x28(%rsp), %rsi
  mov 0x30(%rsp), %r9
  mov 0x3C(%rsp), %ecx
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %rdx
  jz (here)
  mov (data), %rax
  mov 0x18(%rsp), %r11
  mov 0x30(%rax,%rbp,1), %rax
  test %r11, %r11
  jz (here)
  mov %eax, %r10d
  mov 0x08(%rsp), %rbx
  shr $0x06, %r10d
  mov %r10d, %r11d
  lea (%rbx,%r11,8), %r11
  cmp %ecx, %r10d
  jnz (here)
  mov %eax, %ecx
  mov $0x01, %ebx
  mov 0x10(%rsp), %rax
  add $0x01, %r13d
  shl %cl, %rbx
  mov %dil, 0x3B(%rsp)
  mov %r10d, %ecx
  or %rbx, %rdx
  mov %rdx, (%r11)
  mov %r9, 0x20(%rax)
  cmp 0x08(%r8), %r13d
  jb (here)
  mov 0x10(%rsp), %rcx
  cmpb $0x00, 0x3B(%rsp)
  mov %rsi, %rbx
  mov 0x50(%rsp), %r15
  mov 0x58(%rsp), %rax
  movq $0x00, 0x20(%rcx)
  mov 0x60(%rsp), %rbp
  mov 0x68(%rsp), %r12
  jz (here)
  mov %rax, (%r9)
  mov %r9, %rax
  add $0x10, %r9
  sub %rbp, %rax
  sar $0x03, %rax
  shl $0x16, %rax
  or %r12, %rax
  mov %rax, -0x08(%r9)
  mov %r9, 0x10(%rcx)
  mov 0x80(%rsi), %rax
  cmp 0x18(%r15), %rax
  jnz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%r14)
  add $0x78, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_bitmask_paired_iterating_partial:
  push %r15
  mov $-0x06, %rax
  lea (data), %r10
  push %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  lea retprobe_return_trampolines, %rdi
  sub %rdi, %rax
  sub $0x68, %rsp
  add 0xC0(%rbx), %rax
  mov (data), %r14
  lea (%r10,%rax,2), %rdx
  mov 0x18(%rdx), %rax
  mov %rax, 0xB0(%rbx)
  mov %fs:0x08(%r14), %rsi
  test %rsi, %rsi
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rbx), %r15
  mov %r15, %fs:0x08(%r14)
  mov 0x28(%rdx), %r8
  mov 0x08(%r8), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r14), %rcx
  mov %r15, %r9
  mov 0xC8(%rbx), %r11
  mov 0x10(%rcx), %rax
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rax), %r15
  jnb (here)
  mov 0x0C(%r8), %r9d
  lea (%rax,%r9,8), %rax
  cmp 0x18(%rcx), %rax
  jnb (here)
  mov (data), %rax
  mov %r15, %r9
  shr $0x18, %r9
  mov (%rax,%r9,8), %r9
  mov %r11, %rax
  sub %rdi, %rax
  cmp $0x1FFFFF, %rax
  setbe %al
  test %r9, %r9
  setz %dil
  or %dil, %al
  jnz (here)
  mov %r11, 0xC8(%rbx,%r9,1)
  mov 0x30(%rdx), %rax
  xor %edi, %edi
  mov (%rax), %r11
  mov 0x10(%rcx), %rbp
  mov 0xC8(%rbx), %rax
  mov %rax, (%rbp)
  mov 0x30(%rdx), %rax
  mov 0x08(%rax), %eax
  add $0x3F, %eax
  mov %eax, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %eax
  lea 0x08(%rbp), %rax
  setbe %dil
  mov %rax, (%rsp)
  add %r9d, %edi
  movq $0x00, 0x08(%rbp)
  cmp $0x01, %edi
  jbe (here)
  sub %r10, %rdx
  mov (%rsp), %rax
  shl $0x28, %r11
  movb $0x00, 0x43(%rsp)
  sar $0x06, %rdx
  xor %r13d, %r13d
  mov %edx, %edx
  lea (%rax,%rdi,8), %r9
  shl $0x11, %rdi
  xor %eax, %eax
  or %rdx, %r11
  mov 0x08(%r8), %edx
  or %rdi, %r11
  mov %r11, 0x58(%rcx)
  test %edx, %edx
  jz (here)
  mov %rcx, 0x08(%rsp)
  mov %rsi, %rdx
  mov %eax, %ecx
  mov %rbx, %rsi
  mov %r15, 0x48(%rsp)
  mov %rbp, 0x50(%rsp)
  mov %r11, 0x58(%rsp)
  jmp (here)
  mov %r13d, %eax
  xor %r12d, %r12d
  xor %r11d, %r11d
  mov %r9, %r10
  mov 0x10(%r8,%rax,8), %rax
  mov %rax, %rbx
  shr $0x35, %rbx
  jnz (here)
  mov %rax, %rbp
  mov (data), %r15
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add %rbp, %r15
  mov %r15, %fs:0x10(%r14)
  mov (%r15), %rdi
  cmp %rdi, %rax
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %ecx, 0x44(%rsp)
  mov 0x18(%r15), %rdi
  mov %r8, 0x38(%rsp)
  mov %r9, 0x30(%rsp)
  mov %rdx, 0x28(%rsp)
  mov %r11, 0xA8(%rsi)
  mov %rsi, 0x20(%rsp)
  mov %r10, 0x18(%rsp)
  mov %r11, 0x10(%rsp)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov %eax, %edi
  movq $0x00, %fs:0x10(%r14)
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdx
  mov 0x30(%rsp), %r9
  mov 0x38(%rsp), %r8
  mov 0x44(%rsp), %ecx
  jz (here)
  mov (data), %rax
  mov 0x10(%rsp), %r11
  mov 0x30(%rax,%rbp,1), %rax
  test %r11, %r11
  jz (here)
  mov %eax, %r10d
  mov (%rsp), %rbx
  shr $0x06, %r10d
  mov %r10d, %r11d
  lea (%rbx,%r11,8), %r11
  cmp %ecx, %r10d
  jnz (here)
  mov %eax, %ecx
  mov $0x01, %ebx
  mov 0x08(%rsp), %rax
  add $0x01, %r13d
  shl %cl, %rbx
  mov %dil, 0x43(%rsp)
  mov %r10d, %ecx
  or %rbx, %rdx
  mov %rdx, (%r11)
  mov %r9, 0x20(%rax)
  cmp 0x08(%r8), %r13d
  jb (here)
  mov 0x08(%rsp), %rcx
  cmpb $0x00, 0x43(%rsp)
  mov %rsi, %rbx
  mov 0x48(%rsp), %r15
  mov 0x50(%rsp), %rbp
  movq $0x00, 0x20(%rcx)
  mov 0x58(%rsp), %r12
  jz (here)
  mov %r9, %rax
  mov %r15, (%r9)
  add $0x10, %r9
  sub %rbp, %rax
  sar $0x03, %rax
  shl $0x16, %rax
  or %r12, %rax
  mov %rax, -0x08(%r9)
  mov %r9, 0x10(%rcx)
  mov 0xC0(%rsi), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%r14)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_bitmask_replace_direct_full:
  push %r13
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rsi
  push %r12
  sub %rdx, %rax
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x38, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r12
  mov 0x18(%r12), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%r12), %r9
  test %r9, %r9
  jz (here)
  mov 0xC8(%rdi), %r10
  mov %fs:(%rbp), %rdi
  mov %r8, %rcx
  mov 0x10(%rdi), %rax
  sub (%rdi), %rcx
  cmp 0x08(%rdi), %rcx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x18(%rdi), %rax
  jnb (here)
  mov (data), %rax
  mov %r8, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rax
  mov %r10, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %r9, %rdx
  shr $0x35, %rdx
  jnz (here)
  mov 0x18(%r12), %rdx
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  and $0xFFFFFF, %r13d
  mov %rdx, 0x80(%rbx)
  shl $0x06, %r13
  mov %r10, 0xC8(%rbx,%rax,1)
  mov 0x30(%r12), %rax
  mov (%rax), %r10
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x10(%rdi), %rdx
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rax
  shl $0x28, %r10
  mov %r8, 0x10(%rdx)
  mov %rax, (%rdx)
  mov $0x01, %eax
  shl %cl, %rax
  mov %rax, 0x08(%rdx)
  mov %r12, %rax
  sub %rsi, %rax
  sar $0x06, %rax
  or $0x820000, %eax
  or %r10, %rax
  mov %rax, 0x18(%rdx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %r9
  jz (here)
  mov %rdx, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  mov 0x10(%r12), %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  movzxb (data), %eax
  test %al, %al
  jz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0x80(%rbx), %rdx
  cmp 0x18(%r12), %rdx
  jnz (here)
  mov 0xB0(%rbx), %rdx
  jmp (here)

retprobe_on_entry_bitmask_replace_direct_partial:
  push %r13
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rsi
  push %r12
  sub %rdx, %rax
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x38, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r12
  mov 0x18(%r12), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%r12), %r9
  test %r9, %r9
  jz (here)
  mov 0xC8(%rdi), %r10
  mov %fs:(%rbp), %rdi
  mov %r8, %rcx
  mov 0x10(%rdi), %rax
  sub (%rdi), %rcx
  cmp 0x08(%rdi), %rcx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x18(%rdi), %rax
  jnb (here)
  mov (data), %rax
  mov %r8, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rax
  mov %r10, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %r9, %rdx
  shr $0x35, %rdx
  jnz (here)
  mov %r10, 0xC8(%rbx,%rax,1)
  mov %r9, %r13
  mov 0x30(%r12), %rax
  and $0xFFFFFF, %r13d
  shl $0x06, %r13
  mov (%rax), %r10
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x10(%rdi), %rdx
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rax
  shl $0x28, %r10
  mov %r8, 0x10(%rdx)
  mov %rax, (%rdx)
  mov $0x01, %eax
  shl %cl, %rax
  mov %rax, 0x08(%rdx)
  mov %r12, %rax
  sub %rsi, %rax
  sar $0x06, %rax
  or $0x820000, %eax
  or %r10, %rax
  mov %rax, 0x18(%rdx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %r9
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  mov 0x10(%r12), %rdx
  mov %rdx, 0xC8(%rbx)
  jmp (here)
  movzxb (data), %eax
  test %al, %al
  jz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0xB0(%rbx), %rax
  jmp (here)

retprobe_on_entry_bitmask_replace_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x78, %rsp
  add 0xC0(%rdi), %rax
  lea (data), %rdi
  mov (data), %r14
  lea (%rdi,%rax,2), %r15
  mov 0x18(%r15), %rcx
  mov %rcx, 0xB0(%rbx)
  mov %fs:0x08(%r14), %r11
  test %r11, %r11
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rbx), %rax
  mov %rax, %fs:0x08(%r14)
  mov 0x28(%r15), %r8
  mov 0x08(%r8), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r14), %rsi
  mov %rax, %r9
  mov 0xC8(%rbx), %r10
  mov 0x10(%rsi), %rcx
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  mov 0x0C(%r8), %r9d
  lea (%rcx,%r9,8), %rcx
  cmp 0x18(%rsi), %rcx
  jnb (here)
  mov (data), %rcx
  mov %rax, %r9
  shr $0x18, %r9
  mov (%rcx,%r9,8), %rcx
  mov %r10, %r9
  sub %rdx, %r9
  cmp $0x1FFFFF, %r9
  setbe %dl
  test %rcx, %rcx
  setz %r9b
  or %r9b, %dl
  jnz (here)
  mov 0x18(%r15), %rdx
  mov %rax, 0x38(%rbx)
  mov %rdx, 0x80(%rbx)
  mov %r10, 0xC8(%rbx,%rcx,1)
  mov 0x30(%r15), %rdx
  xor %ecx, %ecx
  mov (%rdx), %r10
  mov 0x10(%rsi), %rbp
  mov 0xC8(%rbx), %rdx
  mov %rdx, (%rbp)
  mov 0x30(%r15), %rdx
  mov 0x08(%rdx), %edx
  add $0x3F, %edx
  mov %edx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %edx
  lea 0x08(%rbp), %rdx
  setbe %cl
  mov %rdx, 0x08(%rsp)
  add %r9d, %ecx
  movq $0x00, 0x08(%rbp)
  cmp $0x01, %ecx
  jbe (here)
  mov 0x08(%rsp), %rdx
  shl $0x28, %r10
  movb $0x00, 0x33(%rsp)
  xor %r13d, %r13d
  lea (%rdx,%rcx,8), %r9
  mov %r15, %rdx
  shl $0x11, %rcx
  sub %rdi, %rdx
  xor %edi, %edi
  sar $0x06, %rdx
  mov %edx, %edx
  or %rdx, %r10
  mov 0x08(%r8), %edx
  or %rcx, %r10
  mov %r10, 0x58(%rsi)
  test %edx, %edx
  jz (here)
  mov %rsi, 0x10(%rsp)
  mov %edi, %ecx
  mov %rbx, %rsi
  mov %r15, 0x50(%rsp)
  mov %rax, 0x58(%rsp)
  mov %rbp, 0x60(%rsp)
  mov %r10, 0x68(%rsp)
  jmp (here)
  mov %r13d, %eax
  xor %r12d, %r12d
  xor %r10d, %r10d
  mov %r9, %rdx
  mov 0x10(%r8,%rax,8), %rax
  mov %rax, %rbx
  shr $0x35, %rbx
  jnz (here)
  mov %rax, %rbp
  mov (data), %r15
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add %rbp, %r15
  mov %r15, %fs:0x10(%r14)
  mov (%r15), %rdi
  cmp %rdi, %rax
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %r11, 0x48(%rsp)
  mov 0x18(%r15), %rdi
  mov %r9, 0x40(%rsp)
  mov %r8, 0x38(%rsp)
  mov %ecx, 0x34(%rsp)
  mov %r10, 0xA8(%rsi)
  mov %rsi, 0x28(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %r10, 0x18(%rsp)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov %eax, %edi
  movq $0x00, %fs:0x10(%r14)
  mov 0x28(%rsp), %rsi
  mov 0x34(%rsp), %ecx
  mov 0x38(%rsp), %r8
  mov 0x40(%rsp), %r9
  mov 0x48(%rsp), %r11
  jz (here)
  mov (data), %rax
  mov 0x18(%rsp), %r10
  mov 0x30(%rax,%rbp,1), %rax
  test %r10, %r10
  jz (here)
  mov %eax, %edx
  mov 0x08(%rsp), %rbx
  shr $0x06, %edx
  mov %edx, %r10d
  lea (%rbx,%r10,8), %r10
  cmp %ecx, %edx
  jnz (here)
  mov %eax, %ecx
  mov $0x01, %ebx
  mov 0x10(%rsp), %rax
  add $0x01, %r13d
  shl %cl, %rbx
  mov %dil, 0x33(%rsp)
  mov %edx, %ecx
  or %rbx, %r11
  mov %r11, (%r10)
  mov %r9, 0x20(%rax)
  cmp 0x08(%r8), %r13d
  jb (here)
  mov %rsi, %rbx
  mov 0x10(%rsp), %rsi
  cmpb $0x00, 0x33(%rsp)
  mov 0x50(%rsp), %r15
  mov 0x58(%rsp), %rax
  movq $0x00, 0x20(%rsi)
  mov 0x60(%rsp), %rbp
  mov 0x68(%rsp), %r12
  jz (here)
  mov %rax, (%r9)
  mov %r9, %rax
  add $0x10, %r9
  sub %rbp, %rax
  sar $0x03, %rax
  shl $0x16, %rax
  or %r12, %rax
  mov %rax, -0x08(%r9)
  mov %r9, 0x10(%rsi)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r15), %rax
  jnz (here)
  mov 0xB0(%rbx), %rax
  mov 0x10(%r15), %rdx
  mov %rdx, 0xC8(%rbx)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%r14)
  add $0x78, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_bitmask_replace_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %r10
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x78, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%r10,%rax,2), %r15
  mov 0x18(%r15), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%r14), %rsi
  test %rsi, %rsi
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r14)
  mov 0x28(%r15), %r8
  mov 0x08(%r8), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r14), %rcx
  mov 0xC8(%rdi), %r11
  mov %rax, %r9
  mov 0x10(%rcx), %rdi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rdi), %rax
  jnb (here)
  mov 0x0C(%r8), %r9d
  lea (%rdi,%r9,8), %rdi
  cmp 0x18(%rcx), %rdi
  jnb (here)
  mov (data), %rdi
  mov %rax, %r9
  shr $0x18, %r9
  mov (%rdi,%r9,8), %rdi
  mov %r11, %r9
  sub %rdx, %r9
  cmp $0x1FFFFF, %r9
  setbe %dl
  test %rdi, %rdi
  setz %r9b
  or %r9b, %dl
  jnz (here)
  mov %r11, 0xC8(%rbx,%rdi,1)
  mov 0x30(%r15), %rdx
  xor %edi, %edi
  mov (%rdx), %r11
  mov 0x10(%rcx), %rbp
  mov 0xC8(%rbx), %rdx
  mov %rdx, (%rbp)
  mov 0x30(%r15), %rdx
  mov 0x08(%rdx), %edx
  add $0x3F, %edx
  mov %edx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %edx
  lea 0x08(%rbp), %rdx
  setbe %dil
  mov %rdx, 0x08(%rsp)
  add %r9d, %edi
  movq $0x00, 0x08(%rbp)
  cmp $0x01, %edi
  jbe (here)
  mov 0x08(%rsp), %rdx
  shl $0x28, %r11
  movb $0x00, 0x33(%rsp)
  xor %r13d, %r13d
  lea (%rdx,%rdi,8), %r9
  mov %r15, %rdx
  shl $0x11, %rdi
  sub %r10, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  or %rdx, %r11
  mov 0x08(%r8), %edx
  or %rdi, %r11
  xor %edi, %edi
  mov %r11, 0x58(%rcx)
  mov %r11, %r12
  test %edx, %edx
  jz (here)
  mov %rsi, %rdx
  mov %r15, 0x50(%rsp)
  mov %edi, %r11d
  mov %rbx, %rsi
  mov %rax, 0x58(%rsp)
  mov %rcx, 0x10(%rsp)
  mov %rbp, 0x60(%rsp)
  mov %r12, 0x68(%rsp)
  jmp (here)
  mov %r13d, %eax
  xor %r12d, %r12d
  xor %ecx, %ecx
  mov %r9, %r10
  mov 0x10(%r8,%rax,8), %rax
  mov %rax, %rbx
  shr $0x35, %rbx
  jnz (here)
  mov %rax, %rbp
  mov (data), %r15
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add %rbp, %r15
  mov %r15, %fs:0x10(%r14)
  mov (%r15), %rdi
  cmp %rdi, %rax
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x48(%rsp)
  mov 0x18(%r15), %rdi
  mov %r9, 0x40(%rsp)
  mov %r8, 0x38(%rsp)
  mov %r11d, 0x34(%rsp)
  mov %rcx, 0xA8(%rsi)
  mov %rsi, 0x28(%rsp)
  mov %r10, 0x20(%rsp)
  mov %rcx, 0x18(%rsp)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov %eax, %edi
  movq $0x00, %fs:0x10(%r14)
  mov 0x28(%rsp), %rsi
  mov 0x34(%rsp), %r11d
  mov 0x38(%rsp), %r8
  mov 0x40(%rsp), %r9
  mov 0x48(%rsp), %rdx
  jz (here)
  mov (data), %rax
  mov 0x18(%rsp), %rcx
  mov 0x30(%rax,%rbp,1), %rax
  test %rcx, %rcx
  jz (here)
  mov %eax, %r10d
  mov 0x08(%rsp), %rbx
  shr $0x06, %r10d
  mov %r10d, %ecx
  lea (%rbx,%rcx,8), %rbx
  cmp %r10d, %r11d
  jnz (here)
  mov %eax, %ecx
  mov $0x01, %ebp
  mov 0x10(%rsp), %rax
  mov %r10d, %r11d
  shl %cl, %rbp
  mov %dil, 0x33(%rsp)
  add $0x01, %r13d
  or %rbp, %rdx
  mov %rdx, (%rbx)
  mov %r9, 0x20(%rax)
  cmp 0x08(%r8), %r13d
  jb (here)
  mov 0x10(%rsp), %rcx
  cmpb $0x00, 0x33(%rsp)
  mov %rsi, %rbx
  mov 0x50(%rsp), %r15
  mov 0x58(%rsp), %rax
  movq $0x00, 0x20(%rcx)
  mov 0x60(%rsp), %rbp
  mov 0x68(%rsp), %r12
  jz (here)
  mov %rax, (%r9)
  mov %r9, %rax
  add $0x10, %r9
  sub %rbp, %rax
  sar $0x03, %rax
  shl $0x16, %rax
  or %r12, %rax
  mov %rax, -0x08(%r9)
  mov %r9, 0x10(%rcx)
  mov 0xB0(%rsi), %rax
  mov 0x10(%r15), %rdx
  mov %rdx, 0xC8(%rsi)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%r14)
  add $0x78, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_call_through_framed_direct_full:
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  push %r12
  mov (data), %r12
  push %rbp
  sub %rdx, %rax
  lea (data), %rdx
  lea 0xC8(%rdi), %rsi
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  lea (%rdx,%rax,2), %rcx
  mov 0x18(%rcx), %rax
  mov 0x10(%rcx), %rdi
  movq $0x00, 0xC8(%rbx)
  mov %rax, 0xB0(%rbx)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rsi, %fs:0x08(%r12)
  mov 0x20(%rcx), %rdx
  test %rdx, %rdx
  jz (here)
  mov %rdx, %rax
  shr $0x35, %rax
  jnz (here)
  mov %rdx, %rbp
  mov 0x18(%rcx), %rcx
  lea 0xD0(%rbx,%rdi,1), %rdi
  and $0xFFFFFF, %ebp
  mov %rdi, 0x38(%rbx)
  shl $0x06, %rbp
  add (data), %rbp
  mov %rcx, 0x80(%rbx)
  mov %rdx, 0x10(%rsi)
  movq $0x03, 0x08(%rsi)
  mov %rbp, %fs:0x10(%r12)
  mov (%rbp), %rcx
  cmp %rcx, %rdx
  jz (here)
  movq $0x00, %fs:0x10(%r12)
  mov %rax, 0xC8(%rbx)
  mov 0x80(%rbx), %rax
  mov %rax, 0xB0(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  jmp (here)

retprobe_on_entry_call_through_framed_direct_partial:
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  push %r12
  mov (data), %r12
  push %rbp
  sub %rdx, %rax
  lea (data), %rdx
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  lea (%rdx,%rax,2), %rax
  mov 0x18(%rax), %rdx
  movq $0x00, 0xC8(%rdi)
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r12)
  mov 0x20(%rax), %rdx
  test %rdx, %rdx
  jz (here)
  mov %rdx, %rax
  shr $0x35, %rax
  jnz (here)
  mov %rdx, %rbp
  mov %rdx, 0x10(%rcx)
  and $0xFFFFFF, %ebp
  movq $0x03, 0x08(%rcx)
  shl $0x06, %rbp
  add (data), %rbp
  mov %rbp, %fs:0x10(%r12)
  mov (%rbp), %rcx
  cmp %rcx, %rdx
  jz (here)
  movq $0x00, %fs:0x10(%r12)
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  movq $0x00, 0xA8(%rdi)
  mov %rbx, %rsi
  mov 0x18(%rbp), %rdi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  jmp (here)

retprobe_on_entry_call_through_framed_iterating_full:
  push %r15
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  push %r14
  sub %rdx, %rax
  lea (data), %rdx
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r13
  lea (%rdx,%rax,2), %rax
  mov 0x18(%rax), %rdx
  mov 0x10(%rax), %rsi
  movq $0x00, 0xC8(%rdi)
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r13), %r8
  test %r8, %r8
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r13)
  mov 0x28(%rax), %rdx
  mov 0x08(%rdx), %edi
  test %edi, %edi
  jz (here)
  mov 0x18(%rax), %rax
  lea 0xD0(%r14,%rsi,1), %rsi
  lea 0xD8(%r14), %r15
  xor %r12d, %r12d
  mov %rsi, 0x38(%r14)
  mov %rax, 0x80(%r14)
  jmp (here)
  mov %r12d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r9
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r9
  mov %rbx, %fs:0x10(%r13)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r14, %rsi
  mov %r8, 0x08(%rsp)
  mov %rcx, (%rsp)
  movq $0x00, 0xA8(%r14)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  movq $0x00, %fs:0x10(%r13)
  mov (%rsp), %rcx
  mov 0x08(%rsp), %r8
  mov 0x10(%rsp), %rdx
  jz (here)
  mov %rbp, (%r15)
  add $0x01, %r8
  add $0x08, %r15
  add $0x01, %r12d
  cmp 0x08(%rdx), %r12d
  jb (here)
  sub %rcx, %r15
  mov %r8, 0xC8(%r14)
  sar $0x03, %r15
  mov %r15, 0x08(%rcx)
  mov 0x80(%r14), %rax
  mov %rax, 0xB0(%r14)
  movq $0x00, %fs:0x08(%r13)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_call_through_framed_iterating_partial:
  push %r15
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  mov %rdi, %rcx
  push %r14
  sub %rdx, %rax
  lea (data), %rdx
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r13
  lea (%rdx,%rax,2), %rax
  mov 0x18(%rax), %rsi
  movq $0x00, 0xC8(%rdi)
  mov %rsi, 0xB0(%rdi)
  mov %fs:0x08(%r13), %r8
  test %r8, %r8
  jnz (here)
  movzxb (data), %esi
  test %sil, %sil
  jnz (here)
  lea 0xC8(%rdi), %rdx
  lea 0xD8(%rdi), %r14
  xor %r12d, %r12d
  mov %rdx, %fs:0x08(%r13)
  mov 0x28(%rax), %r15
  mov 0x08(%r15), %eax
  test %eax, %eax
  jnz (here)
  mov %r12d, %eax
  mov 0x10(%r15,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r9
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r9
  mov %rbx, %fs:0x10(%r13)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %r8, 0x10(%rsp)
  mov %rcx, %rsi
  mov 0x18(%rbx), %rdi
  mov %rdx, 0x08(%rsp)
  movq $0x00, 0xA8(%rcx)
  mov %rcx, (%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  movq $0x00, %fs:0x10(%r13)
  mov (%rsp), %rcx
  mov 0x08(%rsp), %rdx
  mov 0x10(%rsp), %r8
  jz (here)
  mov %rbp, (%r14)
  add $0x01, %r8
  add $0x08, %r14
  add $0x01, %r12d
  cmp 0x08(%r15), %r12d
  jb (here)
  sub %rdx, %r14
  mov %r8, 0xC8(%rcx)
  sar $0x03, %r14
  mov %r14, 0x08(%rdx)
  movq $0x00, %fs:0x08(%r13)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_chained_trampolines_paired_direct_full:
  push %r15
  mov $-0x06, %rax
  lea (data), %rsi
  push %r14
  push %r13
  push %r12
  lea retprobe_return_trampolines, %r12
  push %rbp
  sub %r12, %rax
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r13
  lea 0xC8(%rdi), %rax
  mov 0x18(%r13), %rdx
  mov %rax, %r14
  or $0x04, %r14
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rdx
  cmp %r14, %rdx
  jz (here)
  test %rdx, %rdx
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rax, %fs:0x08(%rbp)
  movq $0x00, %fs:0x20(%rbp)
  mov 0x30(%r13), %rcx
  cmp $0x3F, %rcx
  jnbe (here)
  and $0x01, %ecx
  jnz (here)
  mov 0x20(%r13), %r8
  test %r8, %r8
  jz (here)
  mov 0xC8(%rbx), %r9
  mov %fs:(%rbp), %rdi
  mov %rax, %r11
  mov %r9, %r10
  mov 0x10(%rdi), %rdx
  sub %r12, %r10
  cmp $0x1FFFFF, %r10
  mov -0x10(%rdx), %r15
  setbe %cl
  sub (%rdi), %r11
  cmp 0x08(%rdi), %r11
  jnb (here)
  cmp %r15, %rax
  jnb (here)
  cmp 0x18(%rdi), %rdx
  jnb (here)
  mov (data), %r11
  mov %rax, %r15
  shr $0x18, %r15
  mov (%r11,%r15,8), %r11
  test %r11, %r11
  jz (here)
  mov %r8, %r15
  shr $0x35, %r15
  jnz (here)
  mov 0x18(%r13), %rcx
  mov %rax, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  cmp $0x1FFFFF, %r10
  jbe (here)
  mov %r9, 0xC8(%rbx,%r11,1)
  mov 0xC8(%rbx), %r9
  mov %rax, 0x10(%rdx)
  mov %r13, %rax
  mov %r8, %r15
  sub %rsi, %rax
  and $0xFFFFFF, %r15d
  mov %r9, (%rdx)
  sar $0x06, %rax
  shl $0x06, %r15
  add (data), %r15
  mov %r8, 0x08(%rdx)
  and $-0x01, %eax
  mov %rax, 0x18(%rdx)
  mov %r15, %fs:0x10(%rbp)
  mov (%r15), %rax
  cmp %rax, %r8
  jz (here)
  mov %rcx, %rdx
  and $-0x02, %rdx
  sub %rsi, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  shl $0x05, %rdx
  add %r12, %rdx
  mov %rdx, 0xB0(%rbx)
  jmp (here)
  jnz (here)
  test %cl, %cl
  jnz (here)
  mov %rax, 0xB8(%rbx)
  xor %r14d, %r14d
  mov %r14, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  test %al, %al
  jz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%rbx)
  jmp (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  call 0x08(%r15)
  and 0x20(%r15), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rdx
  addq $0x20, 0x10(%rdx)
  mov 0x80(%rbx), %rdx
  cmp 0x18(%r13), %rdx
  jnz (here)
  mov 0xB0(%rbx), %rdx
  mov %rdx, %rcx
  sub %r12, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %fs:0x20(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  test %al, %al
  jz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_chained_trampolines_paired_direct_partial:
  push %r15
  mov $-0x06, %rax
  push %r14
  push %r13
  push %r12
  lea retprobe_return_trampolines, %r12
  push %rbp
  sub %r12, %rax
  push %rbx
  mov %rdi, %rbx
  lea 0xC8(%rbx), %rsi
  mov %rsi, %r13
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  lea (data), %rdi
  or $0x04, %r13
  lea (%rdi,%rax,2), %rax
  mov (data), %rbp
  mov 0x18(%rax), %rdx
  mov %rdx, 0xB0(%rbx)
  mov %fs:0x08(%rbp), %rdx
  cmp %r13, %rdx
  jz (here)
  test %rdx, %rdx
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rsi, %fs:0x08(%rbp)
  movq $0x00, %fs:0x20(%rbp)
  mov 0x30(%rax), %rcx
  cmp $0x3F, %rcx
  jnbe (here)
  and $0x01, %ecx
  jnz (here)
  mov 0x20(%rax), %rdx
  test %rdx, %rdx
  jz (here)
  mov 0xC8(%rbx), %r10
  mov %fs:(%rbp), %r9
  mov %rsi, %r14
  mov %r10, %r11
  mov 0x10(%r9), %r8
  sub %r12, %r11
  cmp $0x1FFFFF, %r11
  mov -0x10(%r8), %r15
  setbe %cl
  sub (%r9), %r14
  cmp 0x08(%r9), %r14
  jnb (here)
  cmp %r15, %rsi
  jnb (here)
  cmp 0x18(%r9), %r8
  jnb (here)
  mov (data), %r14
  mov %rsi, %r15
  shr $0x18, %r15
  mov (%r14,%r15,8), %r15
  test %r15, %r15
  jz (here)
  mov %rdx, %r14
  shr $0x35, %r14
  jnz (here)
  cmp $0x1FFFFF, %r11
  jbe (here)
  mov %r10, 0xC8(%rbx,%r15,1)
  sub %rdi, %rax
  mov %rdx, %r15
  mov %r10, (%r8)
  sar $0x06, %rax
  and $0xFFFFFF, %r15d
  mov %rdx, 0x08(%r8)
  and $-0x01, %eax
  shl $0x06, %r15
  add (data), %r15
  mov %rsi, 0x10(%r8)
  mov %rax, 0x18(%r8)
  mov %r15, %fs:0x10(%rbp)
  mov (%r15), %rax
  cmp %rax, %rdx
  jz (here)
  mov %rax, 0xB8(%rbx)
  mov %r14, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, %rdx
  and $-0x02, %rdx
  sub %rdi, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  shl $0x05, %rdx
  add %r12, %rdx
  mov %rdx, 0xB0(%rbx)
  jmp (here)
  jnz (here)
  test %cl, %cl
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  call 0x08(%r15)
  and 0x20(%r15), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0xB0(%rbx), %rax
  sub %r12, %rax
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%rbx)
  jmp (here)
  mov %r13, %r14
  jmp (here)
  mov %fs:0x20(%rbp), %rax
  test %rax, %rax
  jz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_chained_trampolines_replace_direct_full:
  push %r15
  mov $-0x06, %rax
  lea (data), %rsi
  push %r14
  push %r13
  lea retprobe_return_trampolines, %r13
  push %r12
  sub %r13, %rax
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r12
  lea 0xC8(%rdi), %rax
  mov 0x18(%r12), %rdx
  mov %rax, %r14
  or $0x04, %r14
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rdx
  cmp %r14, %rdx
  jz (here)
  test %rdx, %rdx
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rax, %fs:0x08(%rbp)
  movq $0x00, %fs:0x20(%rbp)
  mov 0x30(%r12), %rcx
  cmp $0x3F, %rcx
  jnbe (here)
  and $0x01, %ecx
  jnz (here)
  mov 0x20(%r12), %r8
  test %r8, %r8
  jz (here)
  mov 0xC8(%rbx), %r9
  mov %fs:(%rbp), %rdi
  mov %rax, %r11
  mov %r9, %r10
  mov 0x10(%rdi), %rdx
  sub %r13, %r10
  cmp $0x1FFFFF, %r10
  mov -0x10(%rdx), %r15
  setbe %cl
  sub (%rdi), %r11
  cmp 0x08(%rdi), %r11
  jnb (here)
  cmp %r15, %rax
  jnb (here)
  cmp 0x18(%rdi), %rdx
  jnb (here)
  mov (data), %r11
  mov %rax, %r15
  shr $0x18, %r15
  mov (%r11,%r15,8), %r11
  test %r11, %r11
  jz (here)
  mov %r8, %r15
  shr $0x35, %r15
  jnz (here)
  mov 0x18(%r12), %rcx
  mov %rax, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  cmp $0x1FFFFF, %r10
  jbe (here)
  mov %r9, 0xC8(%rbx,%r11,1)
  mov 0xC8(%rbx), %r9
  mov %rax, 0x10(%rdx)
  mov %r12, %rax
  mov %r8, %r15
  sub %rsi, %rax
  and $0xFFFFFF, %r15d
  mov %r9, (%rdx)
  sar $0x06, %rax
  shl $0x06, %r15
  add (data), %r15
  mov %r8, 0x08(%rdx)
  and $-0x01, %eax
  mov %rax, 0x18(%rdx)
  mov %r15, %fs:0x10(%rbp)
  mov (%r15), %rax
  cmp %rax, %r8
  jz (here)
  mov %rcx, %rdx
  and $-0x02, %rdx
  sub %rsi, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  shl $0x05, %rdx
  add %r13, %rdx
  mov %rdx, 0xB0(%rbx)
  jmp (here)
  jnz (here)
  test %cl, %cl
  jnz (here)
  xor %r14d, %r14d
  mov %r14, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  call 0x08(%r15)
  and 0x20(%r15), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rdx
  addq $0x20, 0x10(%rdx)
  mov 0x80(%rbx), %rdx
  cmp 0x18(%r12), %rdx
  jnz (here)
  mov 0xB0(%rbx), %rdx
  mov %rdx, %rcx
  sub %r13, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %fs:0x20(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  test %al, %al
  jz (here)
  mov 0x10(%r12), %rax
  mov %rax, 0xC8(%rbx)
  mov %rdx, 0xB8(%rbx)
  jmp (here)
  test %al, %al
  jz (here)
  mov 0x10(%r12), %rax
  mov %rdx, 0xB8(%rbx)
  mov %rax, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_chained_trampolines_replace_direct_partial:
  push %r15
  mov $-0x06, %rax
  lea (data), %rsi
  lea 0xC8(%rdi), %rdx
  push %r14
  mov %rdx, %r14
  push %r13
  or $0x04, %r14
  push %r12
  lea retprobe_return_trampolines, %r12
  push %rbp
  sub %r12, %rax
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rsi,%rax,2), %r13
  mov 0x18(%r13), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rax
  cmp %r14, %rax
  jz (here)
  test %rax, %rax
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, %fs:0x08(%rbp)
  movq $0x00, %fs:0x20(%rbp)
  mov 0x30(%r13), %rcx
  cmp $0x3F, %rcx
  jnbe (here)
  and $0x01, %ecx
  jnz (here)
  mov 0x20(%r13), %rax
  test %rax, %rax
  jz (here)
  mov 0xC8(%rbx), %r10
  mov %fs:(%rbp), %r8
  mov %rdx, %r9
  mov %r10, %r11
  mov 0x10(%r8), %rdi
  sub %r12, %r11
  cmp $0x1FFFFF, %r11
  mov -0x10(%rdi), %r15
  setbe %cl
  sub (%r8), %r9
  cmp 0x08(%r8), %r9
  jnb (here)
  cmp %r15, %rdx
  jnb (here)
  cmp 0x18(%r8), %rdi
  jnb (here)
  mov (data), %r9
  mov %rdx, %r15
  shr $0x18, %r15
  mov (%r9,%r15,8), %r15
  test %r15, %r15
  jz (here)
  mov %rax, %r9
  shr $0x35, %r9
  jnz (here)
  cmp $0x1FFFFF, %r11
  jbe (here)
  mov %r10, 0xC8(%rbx,%r15,1)
  mov %rdx, 0x10(%rdi)
  mov %r13, %rdx
  mov %rax, %r15
  sub %rsi, %rdx
  and $0xFFFFFF, %r15d
  mov %r10, (%rdi)
  sar $0x06, %rdx
  shl $0x06, %r15
  add (data), %r15
  mov %rax, 0x08(%rdi)
  and $-0x01, %edx
  mov %rdx, 0x18(%rdi)
  mov %r15, %fs:0x10(%rbp)
  mov (%r15), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, %rax
  and $-0x02, %rax
  sub %rsi, %rax
  sar $0x06, %rax
  mov %eax, %eax
  shl $0x05, %rax
  add %r12, %rax
  mov %rax, 0xB0(%rbx)
  jmp (here)
  jnz (here)
  test %cl, %cl
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %r9, 0x08(%rsp)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%r15)
  and 0x20(%r15), %al
  movq $0x00, %fs:0x10(%rbp)
  mov 0x08(%rsp), %r9
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0xB0(%rbx), %rax
  mov %rax, %rdx
  sub %r12, %rdx
  cmp $0x1FFFFF, %rdx
  jnbe (here)
  mov 0x10(%r13), %rdx
  mov %rax, 0xB8(%rbx)
  mov %rdx, 0xC8(%rbx)
  jmp (here)
  mov %r14, %r9
  jmp (here)
  mov %fs:0x20(%rbp), %rdx
  test %rdx, %rdx
  jz (here)
  mov 0x10(%r13), %rax
  mov %rdx, 0xB8(%rbx)
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov %rax, %rdx
  jmp (here)

retprobe_on_entry_counted_shadow_paired_direct_full:
  push %r13
  mov $-0x06, %rax
  lea (data), %r8
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  lea retprobe_return_trampolines, %rdi
  sub %rdi, %rax
  sub $0x08, %rsp
  add 0xC0(%rbx), %rax
  mov (data), %rbp
  lea (%r8,%rax,2), %r12
  mov 0x18(%r12), %rdx
  mov %rdx, 0xB0(%rbx)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%rbx), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r12), %rdx
  test %rdx, %rdx
  jz (here)
  mov %fs:(%rbp), %rsi
  mov %rax, %r9
  mov 0xC8(%rbx), %r10
  mov 0x10(%rsi), %rcx
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%rsi), %rcx
  jnb (here)
  mov (data), %r9
  mov %rax, %r11
  shr $0x18, %r11
  mov (%r9,%r11,8), %r9
  mov %r10, %r11
  sub %rdi, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  test %r9, %r9
  jz (here)
  mov %rdx, %rdi
  shr $0x35, %rdi
  jnz (here)
  mov 0x18(%r12), %rsi
  mov %rax, 0x38(%rbx)
  mov %rdx, %r13
  and $0xFFFFFF, %r13d
  mov %rsi, 0x80(%rbx)
  shl $0x06, %r13
  add (data), %r13
  mov %r10, 0xC8(%rbx,%r9,1)
  mov %rax, 0x10(%rcx)
  mov %r12, %rax
  sub %r8, %rax
  mov %r10, (%rcx)
  sar $0x06, %rax
  mov %rdx, 0x08(%rcx)
  or $0x20000, %eax
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %rdx
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r12), %rax
  jnz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_counted_shadow_paired_direct_partial:
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r12
  lea (data), %r9
  push %rbp
  sub %r8, %rax
  mov (data), %rbp
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  lea (%r9,%rax,2), %rax
  mov 0x18(%rax), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%rbp)
  mov 0x20(%rax), %rcx
  test %rcx, %rcx
  jz (here)
  mov %fs:(%rbp), %rsi
  mov 0xC8(%rdi), %r11
  mov %rdx, %r10
  mov 0x10(%rsi), %rdi
  sub (%rsi), %r10
  cmp 0x08(%rsi), %r10
  jnb (here)
  cmp -0x10(%rdi), %rdx
  jnb (here)
  cmp 0x18(%rsi), %rdi
  jnb (here)
  mov (data), %r10
  mov %rdx, %r12
  shr $0x18, %r12
  mov (%r10,%r12,8), %r10
  mov %r11, %r12
  sub %r8, %r12
  cmp $0x1FFFFF, %r12
  jbe (here)
  test %r10, %r10
  jz (here)
  mov %rcx, %r8
  shr $0x35, %r8
  jnz (here)
  sub %r9, %rax
  mov %rcx, %r12
  mov %r11, 0xC8(%rbx,%r10,1)
  sar $0x06, %rax
  and $0xFFFFFF, %r12d
  mov %r11, (%rdi)
  or $0x20000, %eax
  shl $0x06, %r12
  add (data), %r12
  mov %rcx, 0x08(%rdi)
  mov %rdx, 0x10(%rdi)
  mov %rax, 0x18(%rdi)
  mov %r12, %fs:0x10(%rbp)
  mov (%r12), %rax
  cmp %rax, %rcx
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  ret
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_counted_shadow_paired_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %r8, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%rcx,%rax,2), %rdi
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%r12)
  mov %fs:0x08(%r14), %r9
  test %r9, %r9
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%r12), %rsi
  mov %rsi, %fs:0x08(%r14)
  mov 0x28(%rdi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r14), %rcx
  mov %rsi, %r11
  mov 0xC8(%r12), %r10
  mov 0x10(%rcx), %r15
  sub (%rcx), %r11
  cmp 0x08(%rcx), %r11
  jnb (here)
  cmp -0x10(%r15), %rsi
  jnb (here)
  mov 0x0C(%rdx), %r11d
  lea (%r15,%r11,8), %r11
  cmp 0x18(%rcx), %r11
  jnb (here)
  mov (data), %r11
  mov %rsi, %rbx
  shr $0x18, %rbx
  mov (%r11,%rbx,8), %r11
  mov %r10, %rbx
  sub %r8, %rbx
  cmp $0x1FFFFF, %rbx
  jbe (here)
  test %r11, %r11
  jz (here)
  mov 0x18(%rdi), %r8
  mov %rsi, 0x38(%r12)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rsi, 0x20(%rsp)
  mov %r12, %rsi
  mov %r8, 0x80(%r12)
  mov %r10, 0xC8(%r12,%r11,1)
  mov %rcx, %r12
  mov %r10, -0x08(%r15)
  mov %r15, %r8
  mov %r9, %r15
  mov %rdi, 0x18(%rsp)
  jmp (here)
  mov %r13d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r10
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r10
  mov %rbx, %fs:0x10(%r14)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r8, 0x08(%rsp)
  movq $0x00, 0xA8(%rsi)
  mov %rsi, (%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  movq $0x00, %fs:0x10(%r14)
  mov (%rsp), %rsi
  mov 0x08(%rsp), %r8
  mov 0x10(%rsp), %rdx
  jz (here)
  mov %rbp, (%r8)
  add $0x08, %r8
  mov %r8, 0x20(%r12)
  add $0x01, %r15
  add $0x01, %r13d
  cmp 0x08(%rdx), %r13d
  jb (here)
  mov %r12, %rcx
  mov %r15, %r9
  mov %rsi, %r12
  mov 0x18(%rsp), %rdi
  movq $0x00, 0x20(%rcx)
  mov 0x20(%rsp), %rsi
  mov %r8, %r15
  test %r9, %r9
  jz (here)
  lea (data), %rax
  mov %rdi, %rdx
  mov %rsi, (%r8)
  add $0x10, %r15
  sub %rax, %rdx
  mov %r9, %rax
  sar $0x06, %rdx
  shl $0x11, %rax
  mov %edx, %edx
  or %rdx, %rax
  mov %rax, 0x08(%r8)
  mov %r15, 0x10(%rcx)
  mov 0x80(%r12), %rax
  cmp 0x18(%rdi), %rax
  jnz (here)
  mov 0xC0(%r12), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%r14)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_counted_shadow_paired_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea (data), %r9
  push %r14
  sub %r8, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%r9,%rax,2), %rax
  mov 0x18(%rax), %rdx
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r14), %rcx
  test %rcx, %rcx
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  add $0xC8, %rdi
  mov %rdi, %fs:0x08(%r14)
  mov 0x28(%rax), %rdx
  mov 0x08(%rdx), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r14), %rsi
  mov %rdi, %r11
  mov 0xC8(%r12), %r10
  mov 0x10(%rsi), %r15
  sub (%rsi), %r11
  cmp 0x08(%rsi), %r11
  jnb (here)
  cmp -0x10(%r15), %rdi
  jnb (here)
  mov 0x0C(%rdx), %r11d
  lea (%r15,%r11,8), %r11
  cmp 0x18(%rsi), %r11
  jnb (here)
  mov (data), %r11
  mov %rdi, %rbx
  shr $0x18, %rbx
  mov (%r11,%rbx,8), %r11
  mov %r10, %rbx
  sub %r8, %rbx
  cmp $0x1FFFFF, %rbx
  jbe (here)
  test %r11, %r11
  jz (here)
  mov %r10, 0xC8(%r12,%r11,1)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rax, 0x18(%rsp)
  mov %r12, %rax
  mov %r10, -0x08(%r15)
  mov %r15, %r12
  mov %rsi, %r15
  mov %rax, %rsi
  mov %rdi, 0x20(%rsp)
  jmp (here)
  mov %r13d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r10
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r10
  mov %rbx, %fs:0x10(%r14)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %rcx, 0x08(%rsp)
  movq $0x00, 0xA8(%rsi)
  mov %rsi, (%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  lea (data), %r9
  movq $0x00, %fs:0x10(%r14)
  mov (%rsp), %rsi
  mov 0x08(%rsp), %rcx
  mov 0x10(%rsp), %rdx
  jz (here)
  mov %rbp, (%r12)
  add $0x08, %r12
  mov %r12, 0x20(%r15)
  add $0x01, %rcx
  add $0x01, %r13d
  cmp 0x08(%rdx), %r13d
  jb (here)
  mov %rsi, %rdx
  mov %r15, %rsi
  mov 0x18(%rsp), %rax
  mov %r12, %r15
  movq $0x00, 0x20(%rsi)
  mov 0x20(%rsp), %rdi
  mov %rdx, %r12
  test %rcx, %rcx
  jz (here)
  sub %r9, %rax
  shl $0x11, %rcx
  mov %rdi, (%r15)
  add $0x10, %r15
  sar $0x06, %rax
  mov %eax, %eax
  or %rcx, %rax
  mov %rax, -0x08(%r15)
  mov %r15, 0x10(%rsi)
  mov 0xC0(%rdx), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%r14)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_counted_shadow_replace_direct_full:
  push %r13
  mov $-0x06, %rax
  lea (data), %r8
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  lea retprobe_return_trampolines, %rdi
  sub %rdi, %rax
  sub $0x08, %rsp
  add 0xC0(%rbx), %rax
  mov (data), %rbp
  lea (%r8,%rax,2), %r12
  mov 0x18(%r12), %rdx
  mov %rdx, 0xB0(%rbx)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%rbx), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r12), %rdx
  test %rdx, %rdx
  jz (here)
  mov %fs:(%rbp), %rsi
  mov %rax, %r9
  mov 0xC8(%rbx), %r10
  mov 0x10(%rsi), %rcx
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%rsi), %rcx
  jnb (here)
  mov (data), %r9
  mov %rax, %r11
  shr $0x18, %r11
  mov (%r9,%r11,8), %r9
  mov %r10, %r11
  sub %rdi, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  test %r9, %r9
  jz (here)
  mov %rdx, %rdi
  shr $0x35, %rdi
  jnz (here)
  mov 0x18(%r12), %rsi
  mov %rax, 0x38(%rbx)
  mov %rdx, %r13
  and $0xFFFFFF, %r13d
  mov %rsi, 0x80(%rbx)
  shl $0x06, %r13
  add (data), %r13
  mov %r10, 0xC8(%rbx,%r9,1)
  mov %rax, 0x10(%rcx)
  mov %r12, %rax
  sub %r8, %rax
  mov %r10, (%rcx)
  sar $0x06, %rax
  mov %rdx, 0x08(%rcx)
  or $0x20000, %eax
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %rdx
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r12), %rax
  jnz (here)
  mov 0xB0(%rbx), %rax
  mov 0x10(%r12), %rdx
  mov %rdx, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_counted_shadow_replace_direct_partial:
  push %r13
  mov $-0x06, %rax
  lea (data), %r8
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  lea retprobe_return_trampolines, %rdi
  sub %rdi, %rax
  sub $0x08, %rsp
  add 0xC0(%rbx), %rax
  mov (data), %rbp
  lea (%r8,%rax,2), %r12
  mov 0x18(%r12), %rdx
  mov %rdx, 0xB0(%rbx)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%rbx), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r12), %rdx
  test %rdx, %rdx
  jz (here)
  mov %fs:(%rbp), %rsi
  mov %rax, %r9
  mov 0xC8(%rbx), %r10
  mov 0x10(%rsi), %rcx
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%rsi), %rcx
  jnb (here)
  mov (data), %r9
  mov %rax, %r11
  shr $0x18, %r11
  mov (%r9,%r11,8), %r9
  mov %r10, %r11
  sub %rdi, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  test %r9, %r9
  jz (here)
  mov %rdx, %rdi
  shr $0x35, %rdi
  jnz (here)
  mov %r10, 0xC8(%rbx,%r9,1)
  mov %rdx, %r13
  mov %rax, 0x10(%rcx)
  mov %r12, %rax
  and $0xFFFFFF, %r13d
  sub %r8, %rax
  shl $0x06, %r13
  add (data), %r13
  mov %r10, (%rcx)
  sar $0x06, %rax
  mov %rdx, 0x08(%rcx)
  or $0x20000, %eax
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%rbp)
  mov (%r13), %rax
  cmp %rax, %rdx
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  movq $0x00, %fs:0x10(%rbp)
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x10(%rax)
  mov 0xB0(%rbx), %rax
  mov 0x10(%r12), %rdx
  mov %rdx, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_counted_shadow_replace_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %r8, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%rcx,%rax,2), %rdi
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%r12)
  mov %fs:0x08(%r14), %r9
  test %r9, %r9
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  lea 0xC8(%r12), %rsi
  mov %rsi, %fs:0x08(%r14)
  mov 0x28(%rdi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r14), %rcx
  mov %rsi, %r11
  mov 0xC8(%r12), %r10
  mov 0x10(%rcx), %r15
  sub (%rcx), %r11
  cmp 0x08(%rcx), %r11
  jnb (here)
  cmp -0x10(%r15), %rsi
  jnb (here)
  mov 0x0C(%rdx), %r11d
  lea (%r15,%r11,8), %r11
  cmp 0x18(%rcx), %r11
  jnb (here)
  mov (data), %r11
  mov %rsi, %rbx
  shr $0x18, %rbx
  mov (%r11,%rbx,8), %r11
  mov %r10, %rbx
  sub %r8, %rbx
  cmp $0x1FFFFF, %rbx
  jbe (here)
  test %r11, %r11
  jz (here)
  mov 0x18(%rdi), %r8
  mov %rsi, 0x38(%r12)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rsi, 0x20(%rsp)
  mov %r12, %rsi
  mov %r8, 0x80(%r12)
  mov %r10, 0xC8(%r12,%r11,1)
  mov %rcx, %r12
  mov %r10, -0x08(%r15)
  mov %r15, %r8
  mov %r9, %r15
  mov %rdi, 0x18(%rsp)
  jmp (here)
  mov %r13d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r10
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r10
  mov %rbx, %fs:0x10(%r14)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r8, 0x08(%rsp)
  movq $0x00, 0xA8(%rsi)
  mov %rsi, (%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  movq $0x00, %fs:0x10(%r14)
  mov (%rsp), %rsi
  mov 0x08(%rsp), %r8
  mov 0x10(%rsp), %rdx
  jz (here)
  mov %rbp, (%r8)
  add $0x08, %r8
  mov %r8, 0x20(%r12)
  add $0x01, %r15
  add $0x01, %r13d
  cmp 0x08(%rdx), %r13d
  jb (here)
  mov %r12, %rcx
  mov %r15, %r9
  mov %rsi, %r12
  mov 0x18(%rsp), %rdi
  movq $0x00, 0x20(%rcx)
  mov 0x20(%rsp), %rsi
  mov %r8, %r15
  test %r9, %r9
  jz (here)
  lea (data), %rax
  mov %rdi, %rdx
  mov %rsi, (%r8)
  add $0x10, %r15
  sub %rax, %rdx
  mov %r9, %rax
  sar $0x06, %rdx
  shl $0x11, %rax
  mov %edx, %edx
  or %rdx, %rax
  mov %rax, 0x08(%r8)
  mov %r15, 0x10(%rcx)
  mov 0x80(%r12), %rax
  cmp 0x18(%rdi), %rax
  jnz (here)
  mov 0xB0(%r12), %rax
  mov 0x10(%rdi), %rdx
  mov %rdx, 0xC8(%r12)
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%r14)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_counted_shadow_replace_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea (data), %r9
  push %r14
  sub %r8, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r14
  lea (%r9,%rax,2), %rdi
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%r12)
  mov %fs:0x08(%r14), %rcx
  test %rcx, %rcx
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%r12), %rsi
  mov %rsi, %fs:0x08(%r14)
  mov 0x28(%rdi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r14), %rax
  mov %rsi, %r11
  mov 0xC8(%r12), %r10
  mov 0x10(%rax), %r15
  sub (%rax), %r11
  cmp 0x08(%rax), %r11
  jnb (here)
  cmp -0x10(%r15), %rsi
  jnb (here)
  mov 0x0C(%rdx), %r11d
  lea (%r15,%r11,8), %r11
  cmp 0x18(%rax), %r11
  jnb (here)
  mov (data), %r11
  mov %rsi, %rbx
  shr $0x18, %rbx
  mov (%r11,%rbx,8), %r11
  mov %r10, %rbx
  sub %r8, %rbx
  cmp $0x1FFFFF, %rbx
  jbe (here)
  test %r11, %r11
  jz (here)
  mov %r10, 0xC8(%r12,%r11,1)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %r10, -0x08(%r15)
  mov %rsi, 0x20(%rsp)
  mov %r12, %rsi
  mov %r15, %r12
  mov %rax, %r15
  mov %rdi, 0x18(%rsp)
  jmp (here)
  mov %r13d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  mov %rbp, %r10
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  shr $0x35, %r10
  mov %rbx, %fs:0x10(%r14)
  mov (%rbx), %rax
  jnz (here)
  cmp %rax, %rbp
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  mov %rdx, 0x10(%rsp)
  mov 0x18(%rbx), %rdi
  mov %rcx, 0x08(%rsp)
  movq $0x00, 0xA8(%rsi)
  mov %rsi, (%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  lea (data), %r9
  movq $0x00, %fs:0x10(%r14)
  mov (%rsp), %rsi
  mov 0x08(%rsp), %rcx
  mov 0x10(%rsp), %rdx
  jz (here)
  mov %rbp, (%r12)
  add $0x08, %r12
  mov %r12, 0x20(%r15)
  add $0x01, %rcx
  add $0x01, %r13d
  cmp 0x08(%rdx), %r13d
  jb (here)
  mov %r15, %rax
  mov 0x18(%rsp), %rdi
  mov %r12, %r15
  mov %rsi, %r12
  movq $0x00, 0x20(%rax)
  mov 0x20(%rsp), %rsi
  test %rcx, %rcx
  jz (here)
  mov %rdi, %rdx
  shl $0x11, %rcx
  mov %rsi, (%r15)
  add $0x10, %r15
  sub %r9, %rdx
  sar $0x06, %rdx
  mov %edx, %edx
  or %rcx, %rdx
  mov %rdx, -0x08(%r15)
  mov %r15, 0x10(%rax)
  mov 0xB0(%r12), %rax
  mov 0x10(%rdi), %rdx
  mov %rdx, 0xC8(%r12)
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%r14)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_instance_pool_paired_direct_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jz (here)
  mov %fs:(%rbp), %r12
  mov %rax, %rsi
  mov 0xC8(%rbx), %r15
  mov 0x10(%r12), %rcx
  sub (%r12), %rsi
  cmp 0x08(%r12), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%r12), %rcx
  jnb (here)
  mov (data), %rcx
  mov %rax, %rsi
  shr $0x18, %rsi
  mov (%rcx,%rsi,8), %rsi
  mov %r15, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rsi, %rsi
  jz (here)
  mov %rdi, %rdx
  shr $0x35, %rdx
  jnz (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%r13), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  shl $0x06, %rdx
  mov %r15, 0xC8(%rbx,%rsi,1)
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rcx
  cmp %rcx, %rdi
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%r14), %rcx
  lea 0x40(%r14,%rcx,1), %r8
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r8), %esi
  add $0x01, %rcx
  shl $0x20, %rcx
  or %rsi, %rcx
  lock cmpxchg %rcx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  xor %ecx, %ecx
  testw $0x7FE0, 0x26(%r8)
  lea 0x30(%r8), %rax
  cmovz %rcx, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rcx
  cmp %rcx, %rdi
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  mov %r8, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rdx, (%rsp)
  mov %rax, 0xA8(%rbx)
  call 0x08(%rdx)
  mov (%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov 0x08(%rsp), %r8
  jz (here)
  mov 0x58(%r12), %rax
  mov %r13, 0x10(%r8)
  mov %r15, 0x18(%r8)
  mov %rax, (%r8)
  mov %r8, 0x58(%r12)
  addq $0x01, 0x28(%r12)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r13), %rax
  jnz (here)
  mov 0xC0(%rbx), %rax
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_instance_pool_paired_direct_partial:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jz (here)
  mov %fs:(%rbp), %r12
  mov %rax, %rsi
  mov 0xC8(%rbx), %r8
  mov 0x10(%r12), %rcx
  sub (%r12), %rsi
  cmp 0x08(%r12), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%r12), %rcx
  jnb (here)
  mov (data), %rcx
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  mov %r8, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %rdi, %rsi
  shr $0x35, %rsi
  jnz (here)
  mov %rdi, %rdx
  mov %r8, 0xC8(%rbx,%rax,1)
  mov (data), %rax
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rcx
  cmp %rcx, %rdi
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%r14), %rcx
  lea 0x40(%r14,%rcx,1), %r15
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r15), %esi
  add $0x01, %rcx
  shl $0x20, %rcx
  or %rsi, %rcx
  lock cmpxchg %rcx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  xor %ecx, %ecx
  testw $0x7FE0, 0x26(%r15)
  lea 0x30(%r15), %rax
  cmovz %rcx, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rcx
  cmp %rcx, %rdi
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %r8, (%rsp)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rax, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov (%rsp), %r8
  jz (here)
  mov 0x58(%r12), %rax
  mov %r13, 0x10(%r15)
  mov %r8, 0x18(%r15)
  mov %rax, (%r15)
  mov %r15, 0x58(%r12)
  mov 0xC0(%rbx), %rax
  addq $0x01, 0x28(%r12)
  add $0x04, %rax
  jmp (here)

retprobe_on_entry_instance_pool_paired_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  lea (%rcx,%rax,2), %r11
  mov 0x18(%r11), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r9
  mov %r9, %fs:0x08(%r12)
  mov 0x28(%r11), %r15
  mov 0x08(%r15), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r12), %r10
  mov %r9, %rax
  mov 0xC8(%rdi), %rdi
  mov 0x10(%r10), %rsi
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  setb %cl
  cmp -0x10(%rsi), %r9
  setb %al
  and %al, %cl
  mov %cl, 0x0F(%rsp)
  jnz (here)
  mov 0x0C(%r15), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x18(%r10), %rax
  jnb (here)
  mov (data), %rax
  mov %r9, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rcx
  mov %rdi, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  setbe %dl
  test %rcx, %rcx
  setz %al
  or %al, %dl
  jnz (here)
  mov 0x18(%r11), %rax
  mov %r9, 0x38(%rbp)
  xor %r13d, %r13d
  mov %edx, %r14d
  mov %rbp, 0x10(%rsp)
  mov %rax, 0x80(%rbp)
  mov %rdi, 0xC8(%rbp,%rcx,1)
  jmp (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %esi
  imul 0x10(%rbx), %rsi
  lea 0x40(%rbx,%rsi,1), %rbp
  mov %rax, %rsi
  shr $0x20, %rsi
  mov 0x2C(%rbp), %r8d
  add $0x01, %rsi
  shl $0x20, %rsi
  or %r8, %rsi
  lock cmpxchg %rsi, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  xor %eax, %eax
  testw $0x7FE0, 0x26(%rbp)
  lea 0x30(%rbp), %rsi
  cmovnz %rsi, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%r12)
  mov (%rdx), %rsi
  cmp %rdi, %rsi
  jz (here)
  test %r14b, %r14b
  jnz (here)
  mov (%r9), %rcx
  mov %r13d, %eax
  mov 0x10(%r15,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%r12)
  mov (%rax), %rsi
  cmp %rdi, %rsi
  jz (here)
  mov 0x80(%rbp), %rax
  cmp 0x18(%r11), %rax
  jnz (here)
  mov 0xB0(%rbp), %rax
  test %r8b, %r8b
  jz (here)
  mov 0xC0(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%rbp)
  movq $0x00, %fs:0x08(%r12)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, 0x18(%rsp)
  movzxb (data), %esi
  test %sil, %sil
  jnz (here)
  mov 0x10(%rsp), %rsi
  mov %r10, 0x38(%rsp)
  mov %r9, 0x30(%rsp)
  mov 0x18(%rdx), %rdi
  mov %r11, 0x28(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rax, 0xA8(%rsi)
  call 0x08(%rdx)
  mov 0x20(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%r12)
  mov 0x28(%rsp), %r11
  mov 0x30(%rsp), %r9
  mov 0x38(%rsp), %r10
  mov 0x18(%rsp), %rcx
  jz (here)
  mov 0x58(%r10), %rdx
  mov %r11, 0x10(%rbp)
  add $0x01, %r13d
  mov %rcx, 0x18(%rbp)
  mov %rdx, (%rbp)
  mov %rbp, 0x58(%r10)
  addq $0x01, 0x28(%r10)
  cmp 0x08(%r15), %r13d
  jnb (here)
  mov 0x10(%r11), %rcx
  movzxb 0x0F(%rsp), %r14d
  jmp (here)
  mov 0x10(%rsp), %rbp
  mov %eax, %r8d
  jmp (here)

retprobe_on_entry_instance_pool_paired_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r11
  mov 0x18(%r11), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r10
  mov %r10, %fs:0x08(%rbp)
  mov 0x28(%r11), %r15
  mov 0x08(%r15), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%rbp), %r9
  mov %r10, %rax
  mov 0xC8(%rdi), %rdi
  mov 0x10(%r9), %rsi
  sub (%r9), %rax
  cmp 0x08(%r9), %rax
  setb %cl
  cmp -0x10(%rsi), %r10
  setb %al
  and %al, %cl
  mov %cl, 0x0F(%rsp)
  jnz (here)
  mov 0x0C(%r15), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x18(%r9), %rax
  jnb (here)
  mov (data), %rax
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rcx
  mov %rdi, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  setbe %dl
  test %rcx, %rcx
  setz %al
  or %al, %dl
  jnz (here)
  mov %rdi, 0xC8(%r12,%rcx,1)
  xor %r13d, %r13d
  mov %edx, %r14d
  mov %r12, 0x10(%rsp)
  jmp (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %esi
  imul 0x10(%rbx), %rsi
  lea 0x40(%rbx,%rsi,1), %r12
  mov %rax, %rsi
  shr $0x20, %rsi
  mov 0x2C(%r12), %r8d
  add $0x01, %rsi
  shl $0x20, %rsi
  or %r8, %rsi
  lock cmpxchg %rsi, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  xor %eax, %eax
  testw $0x7FE0, 0x26(%r12)
  lea 0x30(%r12), %rsi
  cmovnz %rsi, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rsi
  cmp %rdi, %rsi
  jz (here)
  test %r14b, %r14b
  jnz (here)
  mov (%r10), %rcx
  mov %r13d, %eax
  mov 0x10(%r15,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rsi
  cmp %rdi, %rsi
  jz (here)
  mov 0xC0(%r12), %rax
  add $0x04, %rax
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%rbp)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, 0x18(%rsp)
  movzxb (data), %esi
  test %sil, %sil
  jnz (here)
  mov 0x10(%rsp), %rsi
  mov %r9, 0x38(%rsp)
  mov %r10, 0x30(%rsp)
  mov 0x18(%rdx), %rdi
  mov %r11, 0x28(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rax, 0xA8(%rsi)
  call 0x08(%rdx)
  mov 0x20(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov 0x28(%rsp), %r11
  mov 0x30(%rsp), %r10
  mov 0x38(%rsp), %r9
  mov 0x18(%rsp), %rcx
  jz (here)
  mov 0x58(%r9), %rax
  mov %r11, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov %rax, (%r12)
  mov %r12, 0x58(%r9)
  addq $0x01, 0x28(%r9)
  cmp 0x08(%r15), %r13d
  jnb (here)
  mov 0x10(%r11), %rcx
  movzxb 0x0F(%rsp), %r14d
  jmp (here)
  mov 0x10(%rsp), %r12
  jmp (here)

retprobe_on_entry_instance_pool_replace_direct_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r12
  mov 0x18(%r12), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r12), %rdi
  test %rdi, %rdi
  jz (here)
  mov %fs:(%rbp), %r13
  mov %rax, %rsi
  mov 0xC8(%rbx), %r15
  mov 0x10(%r13), %rcx
  sub (%r13), %rsi
  cmp 0x08(%r13), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%r13), %rcx
  jnb (here)
  mov (data), %rcx
  mov %rax, %rsi
  shr $0x18, %rsi
  mov (%rcx,%rsi,8), %rsi
  mov %r15, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rsi, %rsi
  jz (here)
  mov %rdi, %rdx
  shr $0x35, %rdx
  jnz (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%r12), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  shl $0x06, %rdx
  mov %r15, 0xC8(%rbx,%rsi,1)
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rcx
  cmp %rcx, %rdi
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%r14), %rcx
  lea 0x40(%r14,%rcx,1), %r8
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r8), %esi
  add $0x01, %rcx
  shl $0x20, %rcx
  or %rsi, %rcx
  lock cmpxchg %rcx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  xor %ecx, %ecx
  testw $0x7FE0, 0x26(%r8)
  lea 0x30(%r8), %rax
  cmovz %rcx, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rcx
  cmp %rcx, %rdi
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  mov %r8, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rdx, (%rsp)
  mov %rax, 0xA8(%rbx)
  call 0x08(%rdx)
  mov (%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov 0x08(%rsp), %r8
  jz (here)
  mov 0x58(%r13), %rax
  mov %r12, 0x10(%r8)
  mov %r15, 0x18(%r8)
  mov %rax, (%r8)
  mov %r8, 0x58(%r13)
  addq $0x01, 0x28(%r13)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r12), %rax
  jnz (here)
  mov 0xB0(%rbx), %rax
  mov 0x10(%r12), %rdx
  mov %rdx, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_direct_partial:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jz (here)
  mov %fs:(%rbp), %r12
  mov %rax, %rsi
  mov 0xC8(%rbx), %r8
  mov 0x10(%r12), %rcx
  sub (%r12), %rsi
  cmp 0x08(%r12), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x18(%r12), %rcx
  jnb (here)
  mov (data), %rcx
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  mov %r8, %rcx
  sub %rdx, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  test %rax, %rax
  jz (here)
  mov %rdi, %rsi
  shr $0x35, %rsi
  jnz (here)
  mov %rdi, %rdx
  mov %r8, 0xC8(%rbx,%rax,1)
  mov (data), %rax
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rcx
  cmp %rcx, %rdi
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %ecx
  imul 0x10(%r14), %rcx
  lea 0x40(%r14,%rcx,1), %r15
  mov %rax, %rcx
  shr $0x20, %rcx
  mov 0x2C(%r15), %esi
  add $0x01, %rcx
  shl $0x20, %rcx
  or %rsi, %rcx
  lock cmpxchg %rcx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  xor %ecx, %ecx
  testw $0x7FE0, 0x26(%r15)
  lea 0x30(%r15), %rax
  cmovz %rcx, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rcx
  cmp %rcx, %rdi
  jz (here)
  mov %rax, 0xB8(%rbx)
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %r8, (%rsp)
  movzxb (data), %ecx
  test %cl, %cl
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rax, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov (%rsp), %r8
  jz (here)
  mov 0x58(%r12), %rax
  mov %r13, 0x10(%r15)
  mov %r8, 0x18(%r15)
  mov %rax, (%r15)
  mov %r15, 0x58(%r12)
  addq $0x01, 0x28(%r12)
  mov 0xB0(%rbx), %rax
  mov 0x10(%r13), %rdx
  mov %rdx, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  lea (%rcx,%rax,2), %r9
  mov 0x18(%r9), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r10
  mov %r10, %fs:0x08(%r12)
  mov 0x28(%r9), %r15
  mov 0x08(%r15), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r12), %r11
  mov %r10, %rax
  mov 0xC8(%rdi), %rdi
  mov 0x10(%r11), %rsi
  sub (%r11), %rax
  cmp 0x08(%r11), %rax
  setb %cl
  cmp -0x10(%rsi), %r10
  setb %al
  and %al, %cl
  mov %cl, 0x0F(%rsp)
  jnz (here)
  mov 0x0C(%r15), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x18(%r11), %rax
  jnb (here)
  mov (data), %rax
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rcx
  mov %rdi, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  setbe %dl
  test %rcx, %rcx
  setz %al
  or %al, %dl
  jnz (here)
  mov 0x18(%r9), %rax
  mov %r10, 0x38(%rbp)
  xor %r13d, %r13d
  mov %edx, %r14d
  mov %rbp, 0x10(%rsp)
  mov %rax, 0x80(%rbp)
  mov %rdi, 0xC8(%rbp,%rcx,1)
  jmp (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %esi
  imul 0x10(%rbx), %rsi
  lea 0x40(%rbx,%rsi,1), %rbp
  mov %rax, %rsi
  shr $0x20, %rsi
  mov 0x2C(%rbp), %r8d
  add $0x01, %rsi
  shl $0x20, %rsi
  or %r8, %rsi
  lock cmpxchg %rsi, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  xor %eax, %eax
  testw $0x7FE0, 0x26(%rbp)
  lea 0x30(%rbp), %rsi
  cmovnz %rsi, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%r12)
  mov (%rdx), %rsi
  cmp %rdi, %rsi
  jz (here)
  test %r14b, %r14b
  jnz (here)
  mov (%r10), %rcx
  mov %r13d, %eax
  mov 0x10(%r15,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%r12)
  mov (%rax), %rsi
  cmp %rdi, %rsi
  jz (here)
  mov 0x80(%rbp), %rax
  cmp 0x18(%r9), %rax
  jnz (here)
  mov 0xB0(%rbp), %rax
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rdx
  mov %rdx, 0xC8(%rbp)
  mov %rax, 0xB8(%rbp)
  movq $0x00, %fs:0x08(%r12)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, 0x18(%rsp)
  movzxb (data), %esi
  test %sil, %sil
  jnz (here)
  mov 0x10(%rsp), %rsi
  mov %r11, 0x38(%rsp)
  mov %r10, 0x30(%rsp)
  mov 0x18(%rdx), %rdi
  mov %r9, 0x28(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rax, 0xA8(%rsi)
  call 0x08(%rdx)
  mov 0x20(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%r12)
  mov 0x28(%rsp), %r9
  mov 0x30(%rsp), %r10
  mov 0x38(%rsp), %r11
  mov 0x18(%rsp), %rcx
  jz (here)
  mov 0x58(%r11), %rdx
  mov %r9, 0x10(%rbp)
  add $0x01, %r13d
  mov %rcx, 0x18(%rbp)
  mov %rdx, (%rbp)
  mov %rbp, 0x58(%r11)
  addq $0x01, 0x28(%r11)
  cmp 0x08(%r15), %r13d
  jnb (here)
  mov 0x10(%r9), %rcx
  movzxb 0x0F(%rsp), %r14d
  jmp (here)
  mov 0x10(%rsp), %rbp
  mov %eax, %r8d
  jmp (here)

retprobe_on_entry_instance_pool_replace_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  lea (data), %rcx
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %rbp
  lea (%rcx,%rax,2), %r11
  mov 0x18(%r11), %rax
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  movzxb (data), %eax
  test %al, %al
  jnz (here)
  lea 0xC8(%rdi), %r10
  mov %r10, %fs:0x08(%rbp)
  mov 0x28(%r11), %r15
  mov 0x08(%r15), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%rbp), %r9
  mov %r10, %rax
  mov 0xC8(%rdi), %rdi
  mov 0x10(%r9), %rsi
  sub (%r9), %rax
  cmp 0x08(%r9), %rax
  setb %cl
  cmp -0x10(%rsi), %r10
  setb %al
  and %al, %cl
  mov %cl, 0x0F(%rsp)
  jnz (here)
  mov 0x0C(%r15), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x18(%r9), %rax
  jnb (here)
  mov (data), %rax
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rax,%rcx,8), %rcx
  mov %rdi, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  setbe %dl
  test %rcx, %rcx
  setz %al
  or %al, %dl
  jnz (here)
  mov %rdi, 0xC8(%r12,%rcx,1)
  xor %r13d, %r13d
  mov %edx, %r14d
  mov %r12, 0x10(%rsp)
  jmp (here)
  mov 0x30(%rax), %rbx
  mov (%rbx), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %esi
  imul 0x10(%rbx), %rsi
  lea 0x40(%rbx,%rsi,1), %r12
  mov %rax, %rsi
  shr $0x20, %rsi
  mov 0x2C(%r12), %r8d
  add $0x01, %rsi
  shl $0x20, %rsi
  or %r8, %rsi
  lock cmpxchg %rsi, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  xor %eax, %eax
  testw $0x7FE0, 0x26(%r12)
  lea 0x30(%r12), %rsi
  cmovnz %rsi, %rax
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbp)
  mov (%rdx), %rsi
  cmp %rdi, %rsi
  jz (here)
  test %r14b, %r14b
  jnz (here)
  mov (%r10), %rcx
  mov %r13d, %eax
  mov 0x10(%r15,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add %rdx, %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rsi
  cmp %rdi, %rsi
  jz (here)
  mov 0x10(%r11), %rdx
  mov %rdx, 0xC8(%r12)
  mov %rax, 0xB8(%r12)
  movq $0x00, %fs:0x08(%rbp)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov %rcx, 0x18(%rsp)
  movzxb (data), %esi
  test %sil, %sil
  jnz (here)
  mov 0x10(%rsp), %rsi
  mov %r9, 0x38(%rsp)
  mov %r10, 0x30(%rsp)
  mov 0x18(%rdx), %rdi
  mov %r11, 0x28(%rsp)
  mov %rdx, 0x20(%rsp)
  mov %rax, 0xA8(%rsi)
  call 0x08(%rdx)
  mov 0x20(%rsp), %rdx
  and 0x20(%rdx), %al
  movq $0x00, %fs:0x10(%rbp)
  mov 0x28(%rsp), %r11
  mov 0x30(%rsp), %r10
  mov 0x38(%rsp), %r9
  mov 0x18(%rsp), %rcx
  jz (here)
  mov 0x58(%r9), %rax
  mov %r11, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov %rax, (%r12)
  mov %r12, 0x58(%r9)
  addq $0x01, 0x28(%r9)
  cmp 0x08(%r15), %r13d
  jnb (here)
  mov 0x10(%r11), %rcx
  movzxb 0x0F(%rsp), %r14d
  jmp (here)
  mov 0x10(%rsp), %r12
  mov 0xB0(%r12), %rax
  jmp (here)

retprobe_on_return_bitmask_slot:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov (data), %r12
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_bitmask_slot.cold
  lea 0xA8(%rdi), %rax
  lea (data), %r13
  or $0x01, %rax
  mov %r13, 0xA8(%rdi)
  mov %rax, %fs:0x08(%r12)
  mov %rsi, %rax
  mov %fs:(%r12), %rdi
  sub (%rdi), %rax
  cmp 0x08(%rdi), %rax
  jnb (here)
  mov 0x10(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  lea 0x08(%rbp), %rax
  lea (data), %rsi
  movq $0x00, 0xB8(%rbx)
  mov %rax, 0x38(%rbx)
  mov -0x08(%rdx), %rcx
  mov %rcx, %rax
  and $0x1FFFF, %eax
  shl $0x06, %rax
  mov (%rsi,%rax,1), %rsi
  lea (%r13,%rax,1), %r8
  mov %rcx, %rax
  shr $0x16, %rax
  and $0x3FFFF, %eax
  cmp $0x02, %rax
  jnz (here)
  mov -0x18(%rdx), %rax
  lea -0x01(%rax), %r9
  test %rax, %r9
  jnz (here)
  mov -0x20(%rdx), %r13
  sub $0x20, %rdx
  mov %rdx, 0x10(%rdi)
  lea retprobe_return_trampolines, %rdx
  mov %r13, %rdi
  mov %r8, 0xA8(%rbx)
  sub %rdx, %rdi
  mov %r13, %rdx
  cmp $0x1FFFFF, %rdi
  jbe (here)
  tzcnt %rax, %rax
  mov %rdx, 0xC0(%rbx)
  add $0x02, %eax
  mov %rdx, 0x80(%rbx)
  cdqe
  shl $0x04, %rax
  add %rsi, %rax
  mov (%rax), %rdx
  test %rdx, %rdx
  jz (here)
  mov 0x08(%rax), %rax
  shr $0x28, %rcx
  sub %rcx, %rax
  and $0xFFFFFF, %eax
  sub $0x01, %rax
  cmp $0x7FFFFE, %rax
  jbe (here)
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  mov (%rax), %rcx
  cmp %rcx, %rdx
  jz (here)
  movq $0x00, %fs:0x10(%r12)
  mov %r13, (%rbp)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  movq $0x00, 0xB0(%rbx)
  mov 0x18(%rax), %rdi
  mov %rbx, %rsi
  call 0x10(%rax)
  jmp (here)
  movzxb 0x0C(%rsi), %eax
  mov %rbx, %rsi
  mov %fs:(data), %rdx
  add %r12, %rdx
  test %al, %al
  jz (here)
  call retprobe::bitmask::Design::return_in_order(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  mov %rax, %r13
  jmp (here)

retprobe_on_return_call_through_framed:
  cmpq $0x00, (%rsi)
  jz (here)
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x08, %rsp
  mov (data), %rbp
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_call_through_framed.cold
  mov -0x08(%rsi), %rax
  lea retprobe_call_through, %rdx
  sub %rdx, %rax
  lea (data), %rdx
  shr $0x05, %rax
  shl $0x06, %rax
  add %rdx, %rax
  lea 0xA8(%rdi), %rdx
  or $0x01, %rdx
  mov 0x10(%rax), %rcx
  mov %rax, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbp)
  add %rsi, %rcx
  lea 0x10(%rcx), %rdx
  lea 0x08(%rcx), %r8
  mov %rdx, 0x38(%rdi)
  movq $0x00, 0xB8(%rdi)
  mov 0x08(%rcx), %rdx
  mov %rax, 0xA8(%rdi)
  lea retprobe_return_trampolines, %rdi
  mov %rdx, %rax
  sub %rdi, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov %rdx, 0xC0(%r13)
  mov %rdx, 0x80(%r13)
  mov 0x08(%rsi), %rax
  mov (%rsi), %r12
  lea (%rsi,%rax,8), %rbx
  test %r12, %r12
  jnz (here)
  movq $0x00, %fs:0x10(%rbp)
  sub $0x01, %r12
  jz (here)
  mov -0x08(%rbx), %rdx
  mov %rdx, %rax
  shr $0x35, %rax
  jnz (here)
  sub $0x08, %rbx
  xor %esi, %esi
  cmpb $0x00, %fs:0x2D(%rbp)
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rcx
  cmp %rdx, %rcx
  jnz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rsi, 0xB0(%r13)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  call 0x10(%rax)
  jmp (here)
  movq $0x00, %fs:0x08(%rbp)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe_on_return_chained_trampolines_slot:
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov %rdi, %rbx
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_chained_trampolines_slot.cold
  lea 0xA8(%rdi), %rax
  lea (data), %r13
  mov %rsi, %rdx
  or $0x01, %rax
  mov %r13, 0xA8(%rdi)
  mov %rax, %fs:0x08(%rbp)
  mov %fs:(%rbp), %rax
  sub (%rax), %rdx
  cmp 0x08(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdi
  cmp -0x10(%rdi), %rsi
  jnz (here)
  movq $0x00, 0xB8(%rbx)
  lea 0x08(%r12), %rdx
  mov %rdx, 0x38(%rbx)
  mov -0x18(%rdi), %rdx
  mov %rdx, %rcx
  shr $0x35, %rcx
  jnz (here)
  lea -0x18(%rdi), %rsi
  xor %ecx, %ecx
  mov -0x08(%rsi), %r14
  sub $0x08, %rsi
  mov %rsi, 0x10(%rax)
  mov -0x08(%rdi), %rax
  mov %r14, %rsi
  and $0x1FFFF, %eax
  shl $0x06, %rax
  add %rax, %r13
  lea retprobe_return_trampolines, %rax
  sub %rax, %rsi
  mov %r13, 0xA8(%rbx)
  mov %r14, %rax
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rax, 0xC0(%rbx)
  mov %rax, 0x80(%rbx)
  cmpb $0x00, %fs:0x2D(%rbp)
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rsi
  cmp %rdx, %rsi
  jz (here)
  movq $0x00, %fs:0x10(%rbp)
  mov %r14, (%r12)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rcx, 0xB0(%rbx)
  mov 0x18(%rax), %rdi
  mov %rbx, %rsi
  call 0x10(%rax)
  jmp (here)
  mov (data), %rax
  mov %r12, %rsi
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jz (here)
  mov (%r12,%rax,1), %rax
  jmp (here)

retprobe_on_return_counted_shadow_slot:
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov %rdi, %rbx
  cmpq $0x00, %fs:0x08(%rbp)
  jnz retprobe_on_return_counted_shadow_slot.cold
  lea 0xA8(%rdi), %rax
  lea (data), %r13
  or $0x01, %rax
  mov %r13, 0xA8(%rdi)
  mov %rax, %fs:0x08(%rbp)
  mov %rsi, %rax
  mov %fs:(%rbp), %rdi
  sub (%rdi), %rax
  cmp 0x08(%rdi), %rax
  jnb (here)
  mov 0x10(%rdi), %rax
  cmp -0x10(%rax), %rsi
  jnz (here)
  movq $0x00, 0xB8(%rbx)
  lea 0x08(%r12), %rdx
  mov %rdx, 0x38(%rbx)
  mov -0x08(%rax), %rdx
  mov %rdx, %rcx
  shr $0x11, %rcx
  cmp $0x01, %rcx
  jnz (here)
  mov -0x18(%rax), %rcx
  mov %rcx, %rsi
  shr $0x35, %rsi
  jnz (here)
  sub $0x18, %rax
  xor %esi, %esi
  mov -0x08(%rax), %r14
  and $0x1FFFF, %edx
  sub $0x08, %rax
  shl $0x06, %rdx
  mov %rax, 0x10(%rdi)
  lea retprobe_return_trampolines, %rax
  add %rdx, %r13
  mov %r14, %rdx
  sub %rax, %rdx
  mov %r13, 0xA8(%rbx)
  mov %r14, %rax
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov %rax, 0xC0(%rbx)
  mov %rax, 0x80(%rbx)
  cmpb $0x00, %fs:0x2D(%rbp)
  jnz (here)
  mov %rcx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%rbp)
  mov (%rax), %rdx
  cmp %rcx, %rdx
  jz (here)
  movq $0x00, %fs:0x10(%rbp)
  mov %r14, (%r12)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %rsi, 0xB0(%rbx)
  mov 0x18(%rax), %rdi
  mov %rbx, %rsi
  call 0x10(%rax)
  jmp (here)
  mov %fs:(data), %rdx
  mov %rbx, %rsi
  add %rbp, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  mov %rax, %r14
  jmp (here)

retprobe_on_return_instance_pool_slot:
  push %r15
  mov %rsi, %r8
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r15
  cmpq $0x00, %fs:0x08(%r15)
  jnz retprobe_on_return_instance_pool_slot.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA8(%rdi), %rax
  or $0x01, %rax
  mov %rax, %fs:0x08(%r15)
  mov %rsi, %rax
  mov %fs:(%r15), %r13
  sub (%r13), %rax
  cmp 0x08(%r13), %rax
  jnb (here)
  movq $0x00, 0xB8(%r12)
  lea 0x08(%r8), %rax
  mov %rax, 0x38(%r12)
  mov 0x58(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov %rbx, %r14
  jmp (here)
  mov (%r14), %r14
  test %r14, %r14
  jz (here)
  mov 0x10(%r14), %rdx
  mov 0x18(%r14), %rax
  cmp 0x10(%rdx), %rax
  jz (here)
  mov (data), %rdx
  mov %r8, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r8,%rdx,1), %rdx
  cmp %rdx, %rax
  jnz (here)
  nop %ax, (%rax,%rax,1)
  lea retprobe_return_trampolines, %rbp
  jmp (here)
  mov %r14, %rdx
  mov %rsi, 0xA8(%r12)
  mov %r14, %rax
  sub %rbp, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov %rax, 0xC0(%r12)
  mov %rax, 0x80(%r12)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  shr $0x35, %rcx
  test $0x3FF, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r15)
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%r15)
  mov (%rax), %rsi
  cmp %rsi, %rdx
  jz (here)
  movq $0x00, %fs:0x10(%r15)
  mov 0x08(%rbx), %rcx
  mov (%rcx), %rax
  mov %rax, %rdx
  mov 0x28(%rbx), %esi
  mov %eax, 0x2C(%rbx)
  shr $0x20, %rdx
  add $0x01, %rdx
  add $0x01, %esi
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%rcx)
  jnz (here)
  lock subl $0x01, 0x08(%rcx)
  cmp %r9, %r14
  jnz (here)
  mov 0x58(%r13), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov (%rbx), %rax
  mov 0x18(%rbx), %r14
  mov 0x10(%rsi), %r9
  subq $0x01, 0x28(%r13)
  cmpq $0x00, 0xB8(%r12)
  mov %rax, 0x58(%r13)
  jz (here)
  movzxb (data), %edx
  test %dl, %dl
  jnz (here)
  mov %r8, 0x08(%rsp)
  mov 0x18(%rax), %rdi
  mov %r12, %rsi
  mov %r9, (%rsp)
  mov %rcx, 0xB0(%r12)
  call 0x10(%rax)
  mov 0x08(%rsp), %r8
  mov (%rsp), %r9
  jmp (here)
  mov %r14, (%r8)
  movq $0x00, %fs:0x08(%r15)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x38(%r12), %rdx
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rax,%rdx,1), %rax
  jmp (here)

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  push (%rsp)
  lea 0x10(%rsp), %rsp
  call (here)
  push -0x08(%rsp)
  pop (%rsp)
  ret

retprobe_return_trampoline_bitmask_call_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_return_trampoline_bitmask_call_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_bitmask_jump_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_bitmask_jump_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_bitmask_push_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_bitmask_push_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_bitmask_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  ret

retprobe_return_trampoline_call_through_framed_full:
  lea -0xD8(%rsp), %rsp
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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xE0(%rbp), %rsi
  call retprobe_on_return_call_through_framed
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xD8(%rsp), %rsp
  ret

retprobe_return_trampoline_call_through_framed_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xE0(%rsp), %rsi
  call retprobe_on_return_call_through_framed
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xD8(%rsp), %rsp
  ret

retprobe_return_trampoline_call_through_framed_vector:
  lea -0x188(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x190(%rsp), %rsi
  call retprobe_on_return_call_through_framed
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x188(%rsp), %rsp
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  push (%rsp)
  lea 0x10(%rsp), %rsp
  call (here)
  push -0x08(%rsp)
  pop (%rsp)
  ret

retprobe_return_trampoline_chained_trampolines_call_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_return_trampoline_chained_trampolines_call_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_chained_trampolines_jump_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_chained_trampolines_jump_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_chained_trampolines_push_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_chained_trampolines_push_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_chained_trampolines_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  push (%rsp)
  lea 0x10(%rsp), %rsp
  call (here)
  push -0x08(%rsp)
  pop (%rsp)
  ret

retprobe_return_trampoline_counted_shadow_call_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_return_trampoline_counted_shadow_call_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_counted_shadow_jump_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_counted_shadow_jump_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_counted_shadow_push_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_counted_shadow_push_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_counted_shadow_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  push (%rsp)
  lea 0x10(%rsp), %rsp
  call (here)
  push -0x08(%rsp)
  pop (%rsp)
  ret

retprobe_return_trampoline_instance_pool_call_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

retprobe_return_trampoline_instance_pool_call_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  mov (%rsp), %rcx
  lea 0x08(%rsp), %rsp
  call (here)
  mov %rcx, (%rsp)
  ret

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_instance_pool_jump_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

retprobe_return_trampoline_instance_pool_jump_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  lea 0x08(%rsp), %rsp
  jmp -0x08(%rsp)

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
  mov %r11, 0x58(%rsp)
  mov %r12, 0x60(%rsp)
  mov %r13, 0x68(%rsp)
  mov %r14, 0x70(%rsp)
  mov %r15, 0x78(%rsp)
  movq $0x02, 0x90(%rsp)
  mov %rsp, %rbp
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
  mov %rax, 0x98(%rbp)
  movq $0x10, 0xA0(%rbp)
  mov %rbp, %rdi
  lea 0xC8(%rbp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (data), %eax
  test %eax, %eax
  jz (here)
  xor %edx, %edx
  xrstor64 (%rsp)
  jmp (here)
  mov %rbp, %rsp
  mov (%rsp), %rax
  mov 0x10(%rsp), %rcx
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %rsi
  mov 0x28(%rsp), %rdi
  mov 0x40(%rsp), %r8
  mov 0x48(%rsp), %r9
  mov 0x50(%rsp), %r10
  mov 0x08(%rsp), %rbx
  mov 0x30(%rsp), %rbp
  mov 0x58(%rsp), %r11
  mov 0x60(%rsp), %r12
  mov 0x68(%rsp), %r13
  mov 0x70(%rsp), %r14
  mov 0x78(%rsp), %r15
  push 0x88(%rsp)
  popfq
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_instance_pool_push_ret_scalar:
  lea -0xD0(%rsp), %rsp
  mov %rax, (%rsp)
  mov %rdx, 0x18(%rsp)
  movq $0x00, 0x90(%rsp)
  mov %rsp, %rdi
  lea 0xC8(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  mov (%rsp), %rax
  mov 0x18(%rsp), %rdx
  lea 0xC8(%rsp), %rsp
  ret

retprobe_return_trampoline_instance_pool_push_ret_vector:
  lea -0x180(%rsp), %rsp
  mov %rax, 0xB0(%rsp)
  mov %rdx, 0xC8(%rsp)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz %zmm0, (%rsp)
  vmovupsz %zmm1, 0x40(%rsp)
  vzeroupper
  movl $0x00, 0xA0(%rsp)
  fxam
  fnstsw %ax
  and $0x4500, %eax
  cmp $0x4100, %eax
  jz (here)
  stmxcsr 0xA4(%rsp)
  fnstcw 0xA8(%rsp)
  movq $0x01, 0x140(%rsp)
  mov %rsp, 0x148(%rsp)
  movq $0x40, 0x150(%rsp)
  lea 0xB0(%rsp), %rdi
  lea 0x178(%rsp), %rsi
  call retprobe_on_return_instance_pool_slot
  fldcw 0xA8(%rsp)
  ldmxcsr 0xA4(%rsp)
  cmpl $0x01, 0xA0(%rsp)
  jb (here)
  cmpb $0x01, (data)
  jnbe (here)
  vmovupsz (%rsp), %zmm0
  vmovupsz 0x40(%rsp), %zmm1
  mov 0xB0(%rsp), %rax
  mov 0xC8(%rsp), %rdx
  lea 0x178(%rsp), %rsp
  ret

retprobe_return_trampolines:
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  call (data)
  jmp -0x10(%rsp)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3

wl_leaf:
  jmp retprobe_return_trampolines
