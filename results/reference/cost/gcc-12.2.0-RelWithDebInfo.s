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
  mov %r14, 0x38(%rsp)
  movq $0x02, 0x90(%rsp)
  lea 0xA0(%rax), %rdx
  cmpl $0x46505853, 0x1D0(%rax)
  movq $0x10, 0xA0(%rsp)
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

retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&):
  push %r15
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  mov %rdx, %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  sub $0x18, %rsp
  mov 0x20(%rdi), %r14
  mov -0x08(%r14), %rax
  test $0x3F, %al
  jz (here)
  mov %rax, %rdx
  shr $0x17, %rdx
  and $0xFFFFF, %edx
  cmp $0x02, %rdx
  jz (here)
  lea (data), %rcx
  and $0x7FFFC0, %eax
  mov 0x30(%rcx,%rax,1), %rax
  movzxb 0x0C(%rax), %eax
  test %al, %al
  jz (here)
  mov -0x08(%r14), %rdx
  mov %rdx, %rax
  and $0x7FFFC0, %eax
  add %rax, %rcx
  mov 0x30(%rcx), %r15
  mov -0x20(%r14), %rax
  mov -0x10(%r14), %rsi
  mov %rcx, 0xA8(%rbp)
  lea retprobe_return_trampolines, %rcx
  mov %rax, 0x80(%rbp)
  mov %rax, 0xC8(%rbp)
  sub %rcx, %rax
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov -0x18(%r14), %rbx
  nop %eax, (%rax)
  bsr %rbx, %rax
  btr %rax, %rbx
  add $0x02, %rax
  shl $0x04, %rax
  add %r15, %rax
  test %rbx, %rbx
  jz (here)
  mov %rbx, -0x18(%r14)
  mov (%rax), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rax), %rax
  shl $0x2B, %rax
  sub %rdx, %rax
  test %rax, %rax
  jnle (here)
  cmpb $0x00, 0x2D(%r12)
  jnz (here)
  mov %rcx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, 0x10(%r12)
  cmp %rcx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rax), %rdi
  mov %rbp, %rsi
  movq $0x00, 0xB0(%rbp)
  call 0x10(%rax)
  mov 0x08(%rsp), %rdx
  jmp (here)
  sub $0x20, %r14
  mov %r14, 0x20(%r13)
  mov (%rax), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rax), %rax
  shl $0x2B, %rax
  sub %rdx, %rax
  test %rax, %rax
  jnle (here)
  cmpb $0x00, 0x2D(%r12)
  jnz (here)
  mov %rcx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, 0x10(%r12)
  cmp %rcx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rbp)
  mov 0x18(%rax), %rdi
  mov %rbp, %rsi
  mov 0x10(%rax), %rax
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp %rax

retprobe::call_through::Design::return_to_several(unsigned long*, retprobe::ReturnFrame&, retprobe::Thread&):
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x08, %rsp
  mov 0x08(%rdi), %rax
  mov (%rdi), %r12
  lea (%rdi,%rax,8), %rbx
  test %r12, %r12
  jz (here)
  mov %rsi, %rbp
  mov %rdx, %r13
  mov -0x08(%rbx), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %rbx
  xor %ecx, %ecx
  cmpb $0x00, 0x2D(%r13)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, 0x10(%r13)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0xB0(%rbp)
  mov 0x18(%rax), %rdi
  mov %rbp, %rsi
  call 0x10(%rax)
  sub $0x01, %r12
  jnz (here)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&):
  push %r15
  lea (data), %rax
  mov %rsi, %r15
  push %r14
  push %r13
  push %r12
  mov %rdx, %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov 0x20(%rdi), %rbp
  mov %rdi, 0x08(%rsp)
  mov -0x08(%rbp), %r14
  mov %r14, %rdx
  and $0x7FFFC0, %edx
  lea (%rdx,%rax,1), %rcx
  mov %r14, %rax
  mov %rbp, %rdx
  shr $0x23, %rax
  mov %rcx, (%rsp)
  and $0xFFFFFF8, %eax
  sub %rax, %rdx
  mov (data), %rax
  lea -0x10(%rdx), %r13
  mov -0x10(%rbp), %rdx
  mov %rcx, 0xA8(%rsi)
  mov %rdx, %rsi
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jz (here)
  mov (%rdx,%rax,1), %rax
  mov %rax, 0x80(%r15)
  mov %r14, %rax
  movzxb 0x2D(%r12), %esi
  shr $0x17, %rax
  and $0x7FFF, %eax
  lea 0x01(%rax), %rbx
  jz (here)
  nop %eax, (%rax)
  mov -0x08(%r13), %rdx
  test %rdx, %rdx
  js (here)
  mov $0x3FFF800000, %rax
  sub $0x08, %r13
  xor %edi, %edi
  add %rax, %r14
  mov %r14, -0x08(%rbp)
  test %sil, %sil
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, 0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdi, 0xB0(%r15)
  mov %r15, %rsi
  mov 0x18(%rax), %rdi
  call 0x10(%rax)
  movzxb 0x2D(%r12), %esi
  sub $0x01, %rbx
  cmp $0x01, %rbx
  jnz (here)
  mov -0x08(%r13), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %r13
  xor %r9d, %r9d
  mov 0x08(%rsp), %rcx
  lea -0x08(%r13), %rax
  lea retprobe_return_trampolines, %rdi
  mov -0x10(%rbp), %r8
  mov %rax, 0x20(%rcx)
  mov -0x08(%r13), %rax
  mov (%rsp), %rcx
  mov %rax, 0x80(%r15)
  mov %rax, 0xC8(%r15)
  sub %rdi, %rax
  mov %rcx, 0xA8(%r15)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  test %sil, %sil
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, 0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0xB0(%r15)
  mov 0x18(%rax), %rdi
  mov %r15, %rsi
  mov 0x10(%rax), %rax
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp %rax

retprobe::harness::accept_call(void*, retprobe::EntryFrame&):
  mov $0x01, %eax
  ret

retprobe::harness::hear_return(void*, retprobe::ReturnFrame&):
  ret

retprobe_call_through:
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)
  mov %r11, -0x70(%rsp)
  lea (data), %r11
  jmp (%r11)
  call -0x20(%rsp)
  jmp (data)

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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  mov %r11, -0x08(%rbp)
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov %r11, %rsi
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
  movq $0x00, 0x98(%rsp)
  mov %r11, 0xC8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov %r11, %rsi
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
  movq $0x01, 0x2A8(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x2B0(%rsp)
  movq $0x40, 0x2B8(%rsp)
  mov %r11, 0x2D8(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x218(%rsp), %rdi
  mov %r11, %rsi
  jmp retprobe_on_entry_instance_pool_replace_iterating_vector

retprobe_on_entry_bitmask_paired_direct_full:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r12
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0x18(%rsi), %rdx
  mov 0x10(%rdi), %rax
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  and $0x3FFFFFC0, %r13d
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rsi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rsi, (%rax)
  mov $0x01, %esi
  shl %cl, %rsi
  mov %rbp, %rcx
  mov %rsi, 0x08(%rax)
  lea (data), %rsi
  sub %rsi, %rcx
  or %rcx, %rdx
  mov %rdx, 0x18(%rax)
  mov %r13, %fs:0x10(%r12)
  cmp %r9, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_paired_full

retprobe_on_entry_bitmask_paired_direct_scalar:
  push %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%rbp), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0xC8(%rbx), %rdx
  mov 0x10(%rdi), %rax
  mov %r9, %r12
  and $0x3FFFFFC0, %r12d
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r12
  mov 0x30(%r12), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rdi, (%rax)
  mov $0x01, %edi
  shl %cl, %rdi
  lea (data), %rcx
  sub %rcx, %rsi
  mov %rdi, 0x08(%rax)
  or %rdx, %rsi
  mov %rsi, 0x18(%rax)
  mov %r12, %fs:0x10(%rbp)
  cmp %r9, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_bitmask_paired_direct_vector:
  push %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%rbp)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%rbp), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0xC8(%rbx), %rdx
  mov 0x10(%rdi), %rax
  mov %r9, %r12
  and $0x3FFFFFC0, %r12d
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r12
  mov 0x30(%r12), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rdi, (%rax)
  mov $0x01, %edi
  shl %cl, %rdi
  lea (data), %rcx
  sub %rcx, %rsi
  mov %rdi, 0x08(%rax)
  or %rdx, %rsi
  mov %rsi, 0x18(%rax)
  mov %r12, %fs:0x10(%rbp)
  cmp %r9, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_vector

retprobe_on_entry_bitmask_paired_iterating_full:
  push %r15
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r8
  test %r8, %r8
  jnz (here)
  lea 0xC8(%rdi), %rbx
  mov %rbx, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %rbx, %rsi
  mov 0x20(%rax), %rcx
  sub (%rax), %rsi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rbx
  jnb (here)
  mov 0x0C(%r13), %esi
  lea (%rcx,%rsi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x18(%r12), %rsi
  mov 0x10(%rax), %rcx
  xor %edi, %edi
  mov %rbx, 0x38(%rbp)
  lea (data), %r10
  mov %rsi, 0x80(%rbp)
  mov 0xC8(%rbp), %rsi
  mov %rsi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%r12), %rcx
  mov (%rcx), %rsi
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %r11
  mov %rcx, (%r11)
  mov 0x30(%r12), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %ecx
  mov %r12, %rcx
  setbe %dil
  sub %r10, %rcx
  shl $0x2B, %rsi
  add %edi, %r9d
  or %rsi, %rcx
  or %r9, %rcx
  mov %r9, %rdi
  mov %rcx, 0x70(%rax)
  cmp $0x01, %r9d
  jz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_full
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %edi
  jnz (here)
  mov 0x20(%rax), %r14
  add $0x10, %r13
  lea (%r13,%rdi,8), %r8
  lea 0x10(%r14), %rcx
  movq $0x00, 0x08(%r14)
  mov %rcx, 0x30(%rax)
  cmp %r8, %r13
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %r8, %r15
  mov %rbx, (%rsp)
  mov %r13, %rbx
  mov %rax, %r13
  nop
  mov (%rbx), %rax
  mov %rax, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  mov %rcx, %r12
  cmp %rax, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  call 0x08(%rcx)
  and 0x20(%r12), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r14)
  add $0x08, %rbx
  cmp %rbx, %r15
  jnz (here)
  mov 0x08(%r14), %rcx
  mov (%rsp), %rbx
  movq $0x00, 0x30(%r13)
  mov 0x08(%rsp), %r12
  test %rcx, %rcx
  jnz (here)
  mov 0x70(%r13), %rcx
  mov %rbx, 0x10(%r14)
  lea 0x20(%r14), %rsi
  or $0x1000000, %rcx
  mov %rcx, 0x18(%r14)
  mov %rsi, 0x20(%r13)
  mov 0x80(%rbp), %rax
  cmp 0x18(%r12), %rax
  jz (here)

retprobe_on_entry_bitmask_paired_iterating_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r8
  test %r8, %r8
  jnz (here)
  lea 0xC8(%rdi), %r12
  mov %r12, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %r12, %rdi
  mov 0x20(%rax), %rcx
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rcx), %r12
  jnb (here)
  mov 0x0C(%r13), %edi
  lea (%rcx,%rdi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0xC8(%rbp), %rdi
  mov 0x10(%rax), %rcx
  mov %rdi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%rsi), %rcx
  xor %edi, %edi
  mov (%rcx), %r10
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %rbx
  mov %rcx, (%rbx)
  mov 0x30(%rsi), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %ecx
  lea (data), %rcx
  setbe %dil
  sub %rcx, %rsi
  shl $0x2B, %r10
  add %edi, %r9d
  or %r10, %rsi
  or %r9, %rsi
  mov %rsi, 0x70(%rax)
  mov %rsi, %r15
  cmp $0x01, %r9d
  jz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %ecx
  jnz (here)
  mov 0x20(%rax), %r15
  add $0x10, %r13
  lea (%r13,%rcx,8), %r14
  lea 0x10(%r15), %rsi
  movq $0x00, 0x08(%r15)
  mov %rsi, 0x30(%rax)
  cmp %r14, %r13
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %r13, %r12
  mov %rax, %r13
  mov (%r12), %rax
  mov %rax, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  mov %rbx, %fs:0x10(%rdx)
  cmp %rax, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rbx), %rdi
  mov %rbp, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%rbx), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r15)
  add $0x08, %r12
  cmp %r12, %r14
  jnz (here)
  mov 0x08(%r15), %rcx
  mov 0x08(%rsp), %r12
  movq $0x00, 0x30(%r13)
  test %rcx, %rcx
  jz (here)
  mov 0x70(%r13), %rcx
  mov %r12, 0x10(%r15)
  add $0x20, %r15
  or $0x1000000, %rcx
  mov %rcx, -0x08(%r15)
  mov %r15, 0x20(%r13)
  jmp (here)

retprobe_on_entry_bitmask_paired_iterating_vector:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r8
  test %r8, %r8
  jnz (here)
  lea 0xC8(%rdi), %r12
  mov %r12, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %r12, %rdi
  mov 0x20(%rax), %rcx
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rcx), %r12
  jnb (here)
  mov 0x0C(%r13), %edi
  lea (%rcx,%rdi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0xC8(%rbp), %rdi
  mov 0x10(%rax), %rcx
  mov %rdi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%rsi), %rcx
  xor %edi, %edi
  mov (%rcx), %r10
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %rbx
  mov %rcx, (%rbx)
  mov 0x30(%rsi), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %ecx
  lea (data), %rcx
  setbe %dil
  sub %rcx, %rsi
  shl $0x2B, %r10
  add %edi, %r9d
  or %r10, %rsi
  or %r9, %rsi
  mov %rsi, 0x70(%rax)
  mov %rsi, %r15
  cmp $0x01, %r9d
  jz (here)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_vector
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %ecx
  jnz (here)
  mov 0x20(%rax), %r15
  add $0x10, %r13
  lea (%r13,%rcx,8), %r14
  lea 0x10(%r15), %rsi
  movq $0x00, 0x08(%r15)
  mov %rsi, 0x30(%rax)
  cmp %r14, %r13
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %r13, %r12
  mov %rax, %r13
  mov (%r12), %rax
  mov %rax, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  mov %rbx, %fs:0x10(%rdx)
  cmp %rax, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rbx), %rdi
  mov %rbp, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%rbx), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r15)
  add $0x08, %r12
  cmp %r12, %r14
  jnz (here)
  mov 0x08(%r15), %rcx
  mov 0x08(%rsp), %r12
  movq $0x00, 0x30(%r13)
  test %rcx, %rcx
  jz (here)
  mov 0x70(%r13), %rcx
  mov %r12, 0x10(%r15)
  add $0x20, %r15
  or $0x1000000, %rcx
  mov %rcx, -0x08(%r15)
  mov %r15, 0x20(%r13)
  jmp (here)

retprobe_on_entry_bitmask_replace_direct_full:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r12
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0x18(%rsi), %rdx
  mov 0x10(%rdi), %rax
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  and $0x3FFFFFC0, %r13d
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rsi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rsi, (%rax)
  mov $0x01, %esi
  shl %cl, %rsi
  mov %rbp, %rcx
  mov %rsi, 0x08(%rax)
  lea (data), %rsi
  sub %rsi, %rcx
  or %rcx, %rdx
  mov %rdx, 0x18(%rax)
  mov %r13, %fs:0x10(%r12)
  cmp %r9, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_full

retprobe_on_entry_bitmask_replace_direct_scalar:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r12
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0xC8(%rbx), %rdx
  mov 0x10(%rdi), %rax
  mov %r9, %r13
  and $0x3FFFFFC0, %r13d
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rsi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rsi, (%rax)
  mov $0x01, %esi
  shl %cl, %rsi
  mov %rbp, %rcx
  mov %rsi, 0x08(%rax)
  lea (data), %rsi
  sub %rsi, %rcx
  or %rcx, %rdx
  mov %rdx, 0x18(%rax)
  mov %r13, %fs:0x10(%r12)
  cmp %r9, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_bitmask_replace_direct_vector:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r12
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rsi), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rdx
  mov 0x20(%rdi), %rax
  sub (%rdi), %rdx
  cmp 0x08(%rdi), %rdx
  jnb (here)
  cmp -0x10(%rax), %r8
  jnb (here)
  cmp 0x28(%rdi), %rax
  jnb (here)
  mov 0xC8(%rbx), %rdx
  mov 0x10(%rdi), %rax
  mov %r9, %r13
  and $0x3FFFFFC0, %r13d
  mov %rdx, 0xC8(%rbx,%rax,1)
  mov 0x30(%rsi), %rax
  mov (%rax), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rax
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rsi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rax)
  mov %rsi, (%rax)
  mov $0x01, %esi
  shl %cl, %rsi
  mov %rbp, %rcx
  mov %rsi, 0x08(%rax)
  lea (data), %rsi
  sub %rsi, %rcx
  or %rcx, %rdx
  mov %rdx, 0x18(%rax)
  mov %r13, %fs:0x10(%r12)
  cmp %r9, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_vector

retprobe_on_entry_bitmask_replace_iterating_full:
  push %r15
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r8
  test %r8, %r8
  jnz (here)
  lea 0xC8(%rdi), %rbx
  mov %rbx, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %rbx, %rsi
  mov 0x20(%rax), %rcx
  sub (%rax), %rsi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rbx
  jnb (here)
  mov 0x0C(%r13), %esi
  lea (%rcx,%rsi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x18(%r12), %rsi
  mov 0x10(%rax), %rcx
  xor %edi, %edi
  mov %rbx, 0x38(%rbp)
  lea (data), %r10
  mov %rsi, 0x80(%rbp)
  mov 0xC8(%rbp), %rsi
  mov %rsi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%r12), %rcx
  mov (%rcx), %rsi
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %r11
  mov %rcx, (%r11)
  mov 0x30(%r12), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r9d
  shr $0x06, %r9d
  cmp $0x3F, %ecx
  mov %r12, %rcx
  setbe %dil
  sub %r10, %rcx
  shl $0x2B, %rsi
  add %edi, %r9d
  or %rsi, %rcx
  or %r9, %rcx
  mov %r9, %rdi
  mov %rcx, 0x70(%rax)
  cmp $0x01, %r9d
  jz (here)
  mov 0x10(%r12), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbp)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_full
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %edi
  jnz (here)
  mov 0x20(%rax), %r14
  add $0x10, %r13
  lea (%r13,%rdi,8), %r8
  lea 0x10(%r14), %rcx
  movq $0x00, 0x08(%r14)
  mov %rcx, 0x30(%rax)
  cmp %r8, %r13
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %r8, %r15
  mov %rbx, (%rsp)
  mov %r13, %rbx
  mov %rax, %r13
  nop
  mov (%rbx), %rax
  mov %rax, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  mov %rcx, %r12
  cmp %rax, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  call 0x08(%rcx)
  and 0x20(%r12), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r14)
  add $0x08, %rbx
  cmp %rbx, %r15
  jnz (here)
  mov 0x08(%r14), %rcx
  mov (%rsp), %rbx
  movq $0x00, 0x30(%r13)
  mov 0x08(%rsp), %r12
  test %rcx, %rcx
  jnz (here)
  mov 0x70(%r13), %rcx
  mov %rbx, 0x10(%r14)
  lea 0x20(%r14), %rsi
  or $0x1000000, %rcx
  mov %rcx, 0x18(%r14)
  mov %rsi, 0x20(%r13)
  mov 0x80(%rbp), %rax
  cmp 0x18(%r12), %rax
  jz (here)

retprobe_on_entry_bitmask_replace_iterating_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r9
  test %r9, %r9
  jnz (here)
  lea 0xC8(%rdi), %rbx
  mov %rbx, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %rbx, %rsi
  mov 0x20(%rax), %rcx
  sub (%rax), %rsi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rbx
  jnb (here)
  mov 0x0C(%r13), %esi
  lea (%rcx,%rsi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0xC8(%rbp), %rsi
  mov 0x10(%rax), %rcx
  xor %edi, %edi
  lea (data), %r10
  mov %rsi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%r12), %rcx
  mov (%rcx), %rsi
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %r11
  mov %rcx, (%r11)
  mov 0x30(%r12), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r8d
  shr $0x06, %r8d
  cmp $0x3F, %ecx
  mov %r12, %rcx
  setbe %dil
  sub %r10, %rcx
  shl $0x2B, %rsi
  add %edi, %r8d
  or %rsi, %rcx
  or %r8, %rcx
  mov %r8, %rdi
  mov %rcx, 0x70(%rax)
  cmp $0x01, %r8d
  jz (here)
  mov %r8, 0x20(%rax)
  mov 0x10(%r12), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbp)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %esi
  jnz (here)
  mov 0x20(%rax), %r15
  lea 0x10(%r13), %r14
  lea (%r14,%rsi,8), %rsi
  lea 0x10(%r15), %rcx
  movq $0x00, 0x08(%r15)
  mov %rcx, 0x30(%rax)
  cmp %rsi, %r14
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %rsi, %r13
  mov %rbx, (%rsp)
  mov %r14, %rbx
  mov %rax, %r14
  nop %ax, (%rax,%rax,1)
  mov (%rbx), %rax
  mov %rax, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  mov %rcx, %r12
  cmp %rax, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  call 0x08(%rcx)
  and 0x20(%r12), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r15)
  add $0x08, %rbx
  cmp %rbx, %r13
  jnz (here)
  mov 0x08(%r15), %rcx
  mov (%rsp), %rbx
  mov %r14, %rax
  movq $0x00, 0x30(%r14)
  mov 0x08(%rsp), %r12
  test %rcx, %rcx
  jz (here)
  mov 0x70(%r14), %rcx
  mov %rbx, 0x10(%r15)
  lea 0x20(%r15), %r8
  or $0x1000000, %rcx
  mov %rcx, 0x18(%r15)
  jmp (here)

retprobe_on_entry_bitmask_replace_iterating_vector:
  push %r15
  push %r14
  push %r13
  push %r12
  mov %rsi, %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x68, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %rdx
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%rdx), %r9
  test %r9, %r9
  jnz (here)
  lea 0xC8(%rdi), %rbx
  mov %rbx, %fs:0x08(%rdx)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%rdx), %rax
  mov %rbx, %rsi
  mov 0x20(%rax), %rcx
  sub (%rax), %rsi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rbx
  jnb (here)
  mov 0x0C(%r13), %esi
  lea (%rcx,%rsi,8), %rcx
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0xC8(%rbp), %rsi
  mov 0x10(%rax), %rcx
  xor %edi, %edi
  lea (data), %r10
  mov %rsi, 0xC8(%rbp,%rcx,1)
  mov 0x30(%r12), %rcx
  mov (%rcx), %rsi
  mov 0xC8(%rbp), %rcx
  mov 0x20(%rax), %r11
  mov %rcx, (%r11)
  mov 0x30(%r12), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %r8d
  shr $0x06, %r8d
  cmp $0x3F, %ecx
  mov %r12, %rcx
  setbe %dil
  sub %r10, %rcx
  shl $0x2B, %rsi
  add %edi, %r8d
  or %rsi, %rcx
  or %r8, %rcx
  mov %r8, %rdi
  mov %rcx, 0x70(%rax)
  cmp $0x01, %r8d
  jz (here)
  mov %r8, 0x20(%rax)
  mov 0x10(%r12), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbp)
  movq $0x00, %fs:0x08(%rdx)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_vector
  cmpl $0x04, 0x0C(%r13)
  mov 0x08(%r13), %esi
  jnz (here)
  mov 0x20(%rax), %r15
  lea 0x10(%r13), %r14
  lea (%r14,%rsi,8), %rsi
  lea 0x10(%r15), %rcx
  movq $0x00, 0x08(%r15)
  mov %rcx, 0x30(%rax)
  cmp %rsi, %r14
  jz (here)
  mov %r12, 0x08(%rsp)
  mov %rsi, %r13
  mov %rbx, (%rsp)
  mov %r14, %rbx
  mov %rax, %r14
  nop %ax, (%rax,%rax,1)
  mov (%rbx), %rax
  mov %rax, %rcx
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  mov %rcx, %fs:0x10(%rdx)
  mov %rcx, %r12
  cmp %rax, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  call 0x08(%rcx)
  and 0x20(%r12), %al
  mov (data), %rdx
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r15)
  add $0x08, %rbx
  cmp %rbx, %r13
  jnz (here)
  mov 0x08(%r15), %rcx
  mov (%rsp), %rbx
  mov %r14, %rax
  movq $0x00, 0x30(%r14)
  mov 0x08(%rsp), %r12
  test %rcx, %rcx
  jz (here)
  mov 0x70(%r14), %rcx
  mov %rbx, 0x10(%r15)
  lea 0x20(%r15), %r8
  or $0x1000000, %rcx
  mov %rcx, 0x18(%r15)
  jmp (here)

retprobe_on_entry_call_through_framed_direct_full:
  push %r12
  lea 0xC8(%rdi), %rdx
  mov (data), %r12
  lea 0xD0(%rdi), %rcx
  push %rbp
  push %rbx
  mov 0x30(%rsi), %rax
  mov %rdi, %rbx
  lea 0xD8(%rdi,%rax,1), %rdi
  mov 0x18(%rsi), %rax
  movq $0x00, 0xD0(%rbx)
  mov %rax, 0xB0(%rbx)
  mov %fs:0x08(%r12), %rax
  test %rax, %rax
  jnz (here)
  mov %rdx, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdx
  test %rdx, %rdx
  jle (here)
  mov 0x18(%rsi), %rsi
  mov %rdx, %rbp
  mov %rdi, 0x38(%rbx)
  and $0x3FFFFFC0, %ebp
  add (data), %rbp
  mov %rsi, 0x80(%rbx)
  mov %rdx, 0x10(%rcx)
  movq $0x03, 0x08(%rcx)
  mov %rbp, %fs:0x10(%r12)
  cmp %rdx, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  mov %rax, 0xD0(%rbx)
  mov 0x80(%rbx), %rax
  mov %rax, 0xB0(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_framed_full

retprobe_on_entry_call_through_framed_direct_scalar:
  push %r12
  mov (data), %r12
  push %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  movq $0x00, 0xD0(%rdi)
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rax
  test %rax, %rax
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdx
  test %rdx, %rdx
  jle (here)
  mov %rdx, %rbp
  mov %rdx, 0xE0(%rdi)
  lea 0xD0(%rdi), %rcx
  and $0x3FFFFFC0, %ebp
  add (data), %rbp
  movq $0x03, 0x08(%rcx)
  mov %rbp, %fs:0x10(%r12)
  cmp %rdx, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rdi)
  mov %rbx, %rsi
  mov 0x18(%rbp), %rdi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  mov %rax, 0xD0(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_framed_scalar

retprobe_on_entry_call_through_framed_direct_vector:
  push %r12
  mov (data), %r12
  push %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  movq $0x00, 0xD0(%rdi)
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rax
  test %rax, %rax
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdx
  test %rdx, %rdx
  jle (here)
  mov %rdx, %rbp
  mov %rdx, 0xE0(%rdi)
  lea 0xD0(%rdi), %rcx
  and $0x3FFFFFC0, %ebp
  add (data), %rbp
  movq $0x03, 0x08(%rcx)
  mov %rbp, %fs:0x10(%r12)
  cmp %rdx, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rdi)
  mov %rbx, %rsi
  mov 0x18(%rbp), %rdi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  mov %rax, 0xD0(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_framed_vector

retprobe_on_entry_call_through_framed_iterating_full:
  push %r15
  lea 0xD0(%rdi), %rax
  lea 0xC8(%rdi), %rcx
  push %r14
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  mov %rax, 0x08(%rsp)
  mov 0x30(%rsi), %rax
  lea 0xD8(%rdi,%rax,1), %rdi
  mov 0x18(%rsi), %rax
  movq $0x00, 0xD0(%r14)
  mov %rax, 0xB0(%r14)
  mov (data), %rax
  mov %fs:0x08(%rax), %rax
  mov %rax, (%rsp)
  test %rax, %rax
  jnz (here)
  mov (data), %rax
  mov %rcx, %fs:0x08(%rax)
  mov 0x28(%rsi), %r12
  mov 0x08(%r12), %eax
  test %eax, %eax
  jz (here)
  mov 0x18(%rsi), %rax
  mov %rdi, 0x38(%r14)
  lea 0xE0(%r14), %rbp
  xor %r13d, %r13d
  mov %rax, 0x80(%r14)
  nop %eax, (%rax)
  mov %r13d, %eax
  mov 0x10(%r12,%rax,8), %r15
  mov %r15, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %r15, %r15
  js (here)
  mov (data), %rax
  mov %rbx, %fs:0x10(%rax)
  cmp %r15, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%r14)
  mov 0x18(%rbx), %rdi
  mov %r14, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  jz (here)
  addq $0x01, (%rsp)
  add $0x08, %rbp
  mov %r15, -0x08(%rbp)
  add $0x01, %r13d
  cmp 0x08(%r12), %r13d
  jb (here)
  mov (%rsp), %rax
  mov %rax, 0xD0(%r14)
  mov 0x08(%rsp), %rax
  sub %rax, %rbp
  sar $0x03, %rbp
  mov %rbp, 0x08(%rax)
  mov 0x80(%r14), %rax
  mov %rax, 0xB0(%r14)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_framed_full

retprobe_on_entry_call_through_framed_iterating_scalar:
  push %r15
  push %r14
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  mov 0x18(%rsi), %rax
  movq $0x00, 0xD0(%rdi)
  mov %rax, 0xB0(%rdi)
  lea 0xD0(%rdi), %rax
  mov %rax, 0x08(%rsp)
  mov (data), %rax
  mov %fs:0x08(%rax), %rax
  mov %rax, (%rsp)
  test %rax, %rax
  jnz (here)
  mov (data), %rax
  lea 0xC8(%rdi), %rdx
  lea 0xE0(%rdi), %rbp
  xor %r12d, %r12d
  mov %rdx, %fs:0x08(%rax)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %eax
  test %eax, %eax
  jz (here)
  nop %eax, (%rax)
  mov %r12d, %eax
  mov 0x10(%r13,%rax,8), %r15
  mov %r15, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %r15, %r15
  js (here)
  mov (data), %rax
  mov %rbx, %fs:0x10(%rax)
  cmp %r15, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%r14)
  mov 0x18(%rbx), %rdi
  mov %r14, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  jz (here)
  addq $0x01, (%rsp)
  add $0x08, %rbp
  mov %r15, -0x08(%rbp)
  add $0x01, %r12d
  cmp 0x08(%r13), %r12d
  jb (here)
  mov (%rsp), %rax
  mov %rax, 0xD0(%r14)
  mov 0x08(%rsp), %rax
  sub %rax, %rbp
  sar $0x03, %rbp
  mov %rbp, 0x08(%rax)
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

retprobe_on_entry_call_through_framed_iterating_vector:
  push %r15
  push %r14
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  mov 0x18(%rsi), %rax
  movq $0x00, 0xD0(%rdi)
  mov %rax, 0xB0(%rdi)
  lea 0xD0(%rdi), %rax
  mov %rax, 0x08(%rsp)
  mov (data), %rax
  mov %fs:0x08(%rax), %rax
  mov %rax, (%rsp)
  test %rax, %rax
  jnz (here)
  mov (data), %rax
  lea 0xC8(%rdi), %rdx
  lea 0xE0(%rdi), %rbp
  xor %r12d, %r12d
  mov %rdx, %fs:0x08(%rax)
  mov 0x28(%rsi), %r13
  mov 0x08(%r13), %eax
  test %eax, %eax
  jz (here)
  nop %eax, (%rax)
  mov %r12d, %eax
  mov 0x10(%r13,%rax,8), %r15
  mov %r15, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %r15, %r15
  js (here)
  mov (data), %rax
  mov %rbx, %fs:0x10(%rax)
  cmp %r15, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%r14)
  mov 0x18(%rbx), %rdi
  mov %r14, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  jz (here)
  addq $0x01, (%rsp)
  add $0x08, %rbp
  mov %r15, -0x08(%rbp)
  add $0x01, %r12d
  cmp 0x08(%r13), %r12d
  jb (here)
  mov (%rsp), %rax
  mov %rax, 0xD0(%r14)
  mov 0x08(%rsp), %rax
  sub %rax, %rbp
  sar $0x03, %rbp
  mov %rbp, 0x08(%rax)
  mov (data), %rax
  movq $0x00, %fs:0x08(%rax)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_framed_vector

retprobe_on_entry_chained_trampolines_paired_direct_full:
  push %r13
  lea 0xC8(%rdi), %rax
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%r12)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdi
  mov 0x18(%rbp), %rdx
  mov %rax, 0x38(%rbx)
  mov %rsi, %r13
  and $0x3FFFFFC0, %r13d
  add (data), %r13
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rdi,1)
  mov %rdx, (%rcx)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%r12)
  cmp %rsi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_paired_full
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)2>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_paired_direct_scalar:
  push %r12
  lea 0xC8(%rdi), %rax
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rdx
  mov %rdi, %rbx
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%rbp)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rdx
  mov %rax, %r8
  mov 0x20(%rdx), %rcx
  sub (%rdx), %r8
  cmp 0x08(%rdx), %r8
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0xC8(%rbx), %r8
  mov 0x10(%rdx), %rdx
  mov %rdi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %r8, 0xC8(%rbx,%rdx,1)
  mov %rax, 0x10(%rcx)
  lea (data), %rax
  sub %rax, %rsi
  mov %r8, (%rcx)
  mov %rdi, 0x08(%rcx)
  mov %rsi, 0x18(%rcx)
  mov %r12, %fs:0x10(%rbp)
  cmp %rdi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_scalar
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%rbp)
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)0>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_paired_direct_vector:
  push %r12
  lea 0xC8(%rdi), %rax
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rdx
  mov %rdi, %rbx
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%rbp)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rdx
  mov %rax, %r8
  mov 0x20(%rdx), %rcx
  sub (%rdx), %r8
  cmp 0x08(%rdx), %r8
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0xC8(%rbx), %r8
  mov 0x10(%rdx), %rdx
  mov %rdi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %r8, 0xC8(%rbx,%rdx,1)
  mov %rax, 0x10(%rcx)
  lea (data), %rax
  sub %rax, %rsi
  mov %r8, (%rcx)
  mov %rdi, 0x08(%rcx)
  mov %rsi, 0x18(%rcx)
  mov %r12, %fs:0x10(%rbp)
  cmp %rdi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_vector
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%rbp)
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)1>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_replace_direct_full:
  push %r13
  lea 0xC8(%rdi), %rax
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%r12)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdi
  mov 0x18(%rbp), %rdx
  mov %rax, 0x38(%rbx)
  mov %rsi, %r13
  and $0x3FFFFFC0, %r13d
  add (data), %r13
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rdi,1)
  mov %rdx, (%rcx)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%r12)
  cmp %rsi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_full
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)2>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_replace_direct_scalar:
  push %r13
  lea 0xC8(%rdi), %rax
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%r12)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdx
  mov 0xC8(%rbx), %rdi
  mov %rsi, %r13
  and $0x3FFFFFC0, %r13d
  add (data), %r13
  mov %rdi, 0xC8(%rbx,%rdx,1)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rdi, (%rcx)
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%r12)
  cmp %rsi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_scalar
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)0>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_replace_direct_vector:
  push %r13
  lea 0xC8(%rdi), %rax
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rdx
  test %rdx, %rdx
  jnz (here)
  mov %rax, %fs:0x08(%r12)
  mov 0x30(%rsi), %rdx
  test %rdx, %rdx
  jnz (here)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdx
  mov 0xC8(%rbx), %rdi
  mov %rsi, %r13
  and $0x3FFFFFC0, %r13d
  add (data), %r13
  mov %rdi, 0xC8(%rbx,%rdx,1)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rdi, (%rcx)
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%r12)
  cmp %rsi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_vector
  or $0x04, %rax
  cmp %rax, %rdx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)1>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_counted_shadow_paired_direct_full:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdi
  mov 0x18(%rbp), %rdx
  mov %rax, 0x38(%rbx)
  mov %rsi, %r13
  and $0x3FFFFFC0, %r13d
  add (data), %r13
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rdi,1)
  mov %rdx, (%rcx)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r13, %fs:0x10(%r12)
  cmp %rsi, (%r13)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r13), %rdi
  mov %rbx, %rsi
  call 0x08(%r13)
  and 0x20(%r13), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_paired_full

retprobe_on_entry_counted_shadow_paired_direct_scalar:
  push %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%rbp)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rax
  mov %rdx, %r8
  mov 0x20(%rax), %rcx
  sub (%rax), %r8
  cmp 0x08(%rax), %r8
  jnb (here)
  cmp -0x10(%rcx), %rdx
  jnb (here)
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rbx), %r8
  mov %rdi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %r8, 0xC8(%rbx,%rax,1)
  lea (data), %rax
  sub %rax, %rsi
  mov %r8, (%rcx)
  mov %rdi, 0x08(%rcx)
  mov %rdx, 0x10(%rcx)
  mov %rsi, 0x18(%rcx)
  mov %r12, %fs:0x10(%rbp)
  cmp %rdi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_counted_shadow_paired_direct_vector:
  push %r12
  push %rbp
  mov (data), %rbp
  push %rbx
  mov 0x18(%rsi), %rax
  mov %rdi, %rbx
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%rbp)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rax
  mov %rdx, %r8
  mov 0x20(%rax), %rcx
  sub (%rax), %r8
  cmp 0x08(%rax), %r8
  jnb (here)
  cmp -0x10(%rcx), %rdx
  jnb (here)
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rbx), %r8
  mov %rdi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %r8, 0xC8(%rbx,%rax,1)
  lea (data), %rax
  sub %rax, %rsi
  mov %r8, (%rcx)
  mov %rdi, 0x08(%rcx)
  mov %rdx, 0x10(%rcx)
  mov %rsi, 0x18(%rcx)
  mov %r12, %fs:0x10(%rbp)
  cmp %rdi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%rbp), %rax
  addq $0x20, 0x20(%rax)
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  jmp retprobe_resume_entry_paired_vector

retprobe_on_entry_counted_shadow_paired_iterating_full:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x20(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %rax
  mov %rax, 0x28(%rsp)
  test %rax, %rax
  jnz (here)
  mov 0x20(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %r14
  mov 0x08(%r14), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x20(%rsp), %rcx
  mov 0x20(%r10), %rdx
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%rdx), %rcx
  jnb (here)
  mov 0x0C(%r14), %eax
  lea (%rdx,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0x18(%r9), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %rdx
  mov %rcx, 0x38(%rdi)
  xor %r13d, %r13d
  mov %rax, 0x80(%rdi)
  mov 0xC8(%rdi), %rax
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%rdx)
  nop %eax, (%rax)
  mov %r13d, %eax
  mov 0x10(%r14,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0x18(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r12, %rsi
  mov %rdx, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%r12)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %rdx
  mov 0x18(%rsp), %r9
  jz (here)
  mov %rbp, (%rdx)
  add $0x08, %rdx
  addq $0x01, 0x28(%rsp)
  mov %rdx, 0x30(%r10)
  add $0x01, %r13d
  cmp 0x08(%r14), %r13d
  jb (here)
  cmpq $0x00, 0x28(%rsp)
  movq $0x00, 0x30(%r10)
  jz (here)
  mov 0x20(%rsp), %rax
  mov 0x28(%rsp), %r14
  lea (data), %rcx
  add $0x10, %rdx
  mov %rax, -0x10(%rdx)
  sub $0x01, %r14
  mov %r9, %rax
  sub %rcx, %rax
  shl $0x17, %r14
  or %rax, %r14
  mov %r14, -0x08(%rdx)
  mov %rdx, 0x20(%r10)
  mov 0x80(%r12), %rax
  cmp %rax, 0x18(%r9)
  jnz (here)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_full

retprobe_on_entry_counted_shadow_paired_iterating_scalar:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x20(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %rax
  mov %rax, 0x28(%rsp)
  test %rax, %rax
  jnz (here)
  mov 0x20(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %r14
  mov 0x08(%r14), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x20(%rsp), %rcx
  mov 0x20(%r10), %rdx
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%rdx), %rcx
  jnb (here)
  mov 0x0C(%r14), %eax
  lea (%rdx,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%rdi), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %rdx
  xor %r12d, %r12d
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%rdx)
  nop %ax, (%rax,%rax,1)
  mov %r12d, %eax
  mov 0x10(%r14,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0x18(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r13, %rsi
  mov %rdx, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%r13)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %rdx
  mov 0x18(%rsp), %r9
  jz (here)
  mov %rbp, (%rdx)
  add $0x08, %rdx
  addq $0x01, 0x28(%rsp)
  mov %rdx, 0x30(%r10)
  add $0x01, %r12d
  cmp 0x08(%r14), %r12d
  jb (here)
  cmpq $0x00, 0x28(%rsp)
  movq $0x00, 0x30(%r10)
  jz (here)
  mov 0x20(%rsp), %rax
  mov 0x28(%rsp), %r14
  add $0x10, %rdx
  mov %rax, -0x10(%rdx)
  sub $0x01, %r14
  lea (data), %rax
  shl $0x17, %r14
  sub %rax, %r9
  or %r14, %r9
  mov %r9, -0x08(%rdx)
  mov %rdx, 0x20(%r10)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_counted_shadow_paired_iterating_vector:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x20(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %rax
  mov %rax, 0x28(%rsp)
  test %rax, %rax
  jnz (here)
  mov 0x20(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %r14
  mov 0x08(%r14), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x20(%rsp), %rcx
  mov 0x20(%r10), %rdx
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%rdx), %rcx
  jnb (here)
  mov 0x0C(%r14), %eax
  lea (%rdx,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%rdi), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %rdx
  xor %r12d, %r12d
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%rdx)
  nop %ax, (%rax,%rax,1)
  mov %r12d, %eax
  mov 0x10(%r14,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0x18(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r13, %rsi
  mov %rdx, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%r13)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %rdx
  mov 0x18(%rsp), %r9
  jz (here)
  mov %rbp, (%rdx)
  add $0x08, %rdx
  addq $0x01, 0x28(%rsp)
  mov %rdx, 0x30(%r10)
  add $0x01, %r12d
  cmp 0x08(%r14), %r12d
  jb (here)
  cmpq $0x00, 0x28(%rsp)
  movq $0x00, 0x30(%r10)
  jz (here)
  mov 0x20(%rsp), %rax
  mov 0x28(%rsp), %r14
  add $0x10, %rdx
  mov %rax, -0x10(%rdx)
  sub $0x01, %r14
  lea (data), %rax
  shl $0x17, %r14
  sub %rax, %r9
  or %r14, %r9
  mov %r9, -0x08(%rdx)
  mov %rdx, 0x20(%r10)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_vector

retprobe_on_entry_counted_shadow_replace_direct_full:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r13
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r13)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r13)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r13), %rdx
  mov %rax, %rdi
  mov 0x20(%rdx), %rcx
  sub (%rdx), %rdi
  cmp 0x08(%rdx), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rdx), %rcx
  jnb (here)
  mov 0x10(%rdx), %rdi
  mov 0x18(%rbp), %rdx
  mov %rax, 0x38(%rbx)
  mov %rsi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %rdx, 0x80(%rbx)
  mov 0xC8(%rbx), %rdx
  mov %rdx, 0xC8(%rbx,%rdi,1)
  mov %rdx, (%rcx)
  lea (data), %rdx
  mov %rax, 0x10(%rcx)
  mov %rbp, %rax
  sub %rdx, %rax
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r12, %fs:0x10(%r13)
  cmp %rsi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r13)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_full

retprobe_on_entry_counted_shadow_replace_direct_scalar:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r13
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r13)
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%r13)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r13), %rax
  mov %rdx, %rdi
  mov 0x20(%rax), %rcx
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rdx
  jnb (here)
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rbx), %rdi
  mov %rsi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %rdi, 0xC8(%rbx,%rax,1)
  mov %rbp, %rax
  mov %rdx, 0x10(%rcx)
  lea (data), %rdx
  sub %rdx, %rax
  mov %rdi, (%rcx)
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r12, %fs:0x10(%r13)
  cmp %rsi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r13)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_counted_shadow_replace_direct_vector:
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  mov 0x18(%rsi), %rax
  mov (data), %r13
  mov %rax, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r13)
  jnz (here)
  lea 0xC8(%rdi), %rdx
  mov %rdx, %fs:0x08(%r13)
  mov 0x20(%rsi), %rsi
  test %rsi, %rsi
  jle (here)
  mov %fs:(%r13), %rax
  mov %rdx, %rdi
  mov 0x20(%rax), %rcx
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rcx), %rdx
  jnb (here)
  cmp 0x28(%rax), %rcx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0xC8(%rbx), %rdi
  mov %rsi, %r12
  and $0x3FFFFFC0, %r12d
  add (data), %r12
  mov %rdi, 0xC8(%rbx,%rax,1)
  mov %rbp, %rax
  mov %rdx, 0x10(%rcx)
  lea (data), %rdx
  sub %rdx, %rax
  mov %rdi, (%rcx)
  mov %rsi, 0x08(%rcx)
  mov %rax, 0x18(%rcx)
  mov %r12, %fs:0x10(%r13)
  cmp %rsi, (%r12)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%r12), %rdi
  mov %rbx, %rsi
  call 0x08(%r12)
  and 0x20(%r12), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r13)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp retprobe_resume_entry_replace_vector

retprobe_on_entry_counted_shadow_replace_iterating_full:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x20(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %rax
  mov %rax, 0x28(%rsp)
  test %rax, %rax
  jnz (here)
  mov 0x20(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %r14
  mov 0x08(%r14), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x20(%rsp), %rcx
  mov 0x20(%r10), %rdx
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%rdx), %rcx
  jnb (here)
  mov 0x0C(%r14), %eax
  lea (%rdx,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0x18(%r9), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %rdx
  mov %rcx, 0x38(%rdi)
  xor %r13d, %r13d
  mov %rax, 0x80(%rdi)
  mov 0xC8(%rdi), %rax
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%rdx)
  nop %eax, (%rax)
  mov %r13d, %eax
  mov 0x10(%r14,%rax,8), %r12
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
  mov %r9, 0x18(%rsp)
  mov 0x18(%rbx), %rdi
  mov %rbp, %rsi
  mov %rdx, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%rbp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %rdx
  mov 0x18(%rsp), %r9
  jz (here)
  mov %r12, (%rdx)
  add $0x08, %rdx
  addq $0x01, 0x28(%rsp)
  mov %rdx, 0x30(%r10)
  add $0x01, %r13d
  cmp 0x08(%r14), %r13d
  jb (here)
  cmpq $0x00, 0x28(%rsp)
  movq $0x00, 0x30(%r10)
  jz (here)
  mov 0x20(%rsp), %rax
  mov 0x28(%rsp), %r14
  lea (data), %rcx
  add $0x10, %rdx
  mov %rax, -0x10(%rdx)
  sub $0x01, %r14
  mov %r9, %rax
  sub %rcx, %rax
  shl $0x17, %r14
  or %rax, %r14
  mov %r14, -0x08(%rdx)
  mov %rdx, 0x20(%r10)
  mov 0x80(%rbp), %rax
  cmp %rax, 0x18(%r9)
  jnz (here)
  mov 0x10(%r9), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbp)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_full

retprobe_on_entry_counted_shadow_replace_iterating_scalar:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x28(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %r8
  test %r8, %r8
  jnz (here)
  mov 0x28(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x28(%rsp), %rcx
  mov 0x20(%r10), %r14
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%r14), %rcx
  jnb (here)
  mov 0x0C(%rdx), %eax
  lea (%r14,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%rdi), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %r14
  xor %r12d, %r12d
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%r14)
  nop
  mov %r12d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0x20(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r13, %rsi
  mov %rdx, 0x18(%rsp)
  mov %r8, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%r13)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %r8
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %r9
  jz (here)
  mov %rbp, (%r14)
  add $0x08, %r14
  mov %r14, 0x30(%r10)
  add $0x01, %r8
  add $0x01, %r12d
  cmp 0x08(%rdx), %r12d
  jb (here)
  movq $0x00, 0x30(%r10)
  test %r8, %r8
  jz (here)
  mov 0x28(%rsp), %rax
  sub $0x01, %r8
  lea (data), %rdx
  add $0x10, %r14
  shl $0x17, %r8
  mov %rax, -0x10(%r14)
  mov %r9, %rax
  sub %rdx, %rax
  or %rax, %r8
  mov %r8, -0x08(%r14)
  mov %r14, 0x20(%r10)
  mov 0x10(%r9), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%r13)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar

retprobe_on_entry_counted_shadow_replace_iterating_vector:
  push %r15
  lea 0xC8(%rdi), %rax
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  mov (data), %r15
  mov %rax, 0x28(%rsp)
  mov 0x18(%rsi), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r15), %r8
  test %r8, %r8
  jnz (here)
  mov 0x28(%rsp), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %r10
  mov 0x28(%rsp), %rcx
  mov 0x20(%r10), %r14
  mov %rcx, %rax
  sub (%r10), %rax
  cmp 0x08(%r10), %rax
  jnb (here)
  cmp -0x10(%r14), %rcx
  jnb (here)
  mov 0x0C(%rdx), %eax
  lea (%r14,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%rdi), %rax
  mov 0x10(%r10), %rsi
  add $0x08, %r14
  xor %r12d, %r12d
  mov %rax, 0xC8(%rdi,%rsi,1)
  mov %rax, -0x08(%r14)
  nop
  mov %r12d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  and $0x3FFFFFC0, %ebx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r15)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, 0x20(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r13, %rsi
  mov %rdx, 0x18(%rsp)
  mov %r8, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  movq $0x00, 0xA8(%r13)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %r8
  mov 0x18(%rsp), %rdx
  mov 0x20(%rsp), %r9
  jz (here)
  mov %rbp, (%r14)
  add $0x08, %r14
  mov %r14, 0x30(%r10)
  add $0x01, %r8
  add $0x01, %r12d
  cmp 0x08(%rdx), %r12d
  jb (here)
  movq $0x00, 0x30(%r10)
  test %r8, %r8
  jz (here)
  mov 0x28(%rsp), %rax
  sub $0x01, %r8
  lea (data), %rdx
  add $0x10, %r14
  shl $0x17, %r8
  mov %rax, -0x10(%r14)
  mov %r9, %rax
  sub %rdx, %rax
  or %rax, %r8
  mov %r8, -0x08(%r14)
  mov %r14, 0x20(%r10)
  mov 0x10(%r9), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%r13)
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_vector

retprobe_on_entry_instance_pool_paired_direct_full:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %r13
  mov %rax, %rcx
  mov 0x20(%r13), %rdx
  sub (%r13), %rcx
  cmp 0x08(%r13), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r13), %rdx
  jnb (here)
  mov 0xC8(%rbx), %rdx
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r13), %r8
  mov %rdx, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%rbp), %rax
  mov %rdi, %r15
  and $0x3FFFFFC0, %r15d
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  mov %rdx, 0xC8(%rbx,%r8,1)
  mov 0xC8(%rbx), %r8
  add %r15, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r14), %rdx
  lea 0x40(%r14,%rdx,1), %rcx
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%rcx), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  mov 0x20(%rcx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rcx), %rdx
  cmovz %rax, %rdx
  add (data), %r15
  mov %r15, %fs:0x10(%r12)
  cmp %rdi, (%r15)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  mov %rdx, 0xA8(%rbx)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov 0x08(%rsp), %rcx
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_full
  mov 0x70(%r13), %rax
  mov %rbp, 0x10(%rcx)
  mov %r8, 0x18(%rcx)
  mov %rax, (%rcx)
  mov %rcx, 0x70(%r13)
  addq $0x01, 0x38(%r13)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jz (here)

retprobe_on_entry_instance_pool_paired_direct_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %r13
  mov %rax, %rcx
  mov 0x20(%r13), %rdx
  sub (%r13), %rcx
  cmp 0x08(%r13), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r13), %rdx
  jnb (here)
  mov 0xC8(%rbx), %r8
  lea retprobe_return_trampolines, %rdx
  mov 0x10(%r13), %rcx
  mov %r8, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %r15
  mov %r8, 0xC8(%rbx,%rcx,1)
  and $0x3FFFFFC0, %r15d
  add %r15, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r14), %rdx
  lea 0x40(%r14,%rdx,1), %rcx
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%rcx), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  mov 0x20(%rcx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rcx), %rdx
  cmovz %rax, %rdx
  add (data), %r15
  mov %r15, %fs:0x10(%r12)
  cmp %rdi, (%r15)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  mov %rdx, 0xA8(%rbx)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov 0x08(%rsp), %rcx
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar
  mov 0x70(%r13), %rax
  mov %rbp, 0x10(%rcx)
  mov %r8, 0x18(%rcx)
  mov %rax, (%rcx)
  mov %rcx, 0x70(%r13)
  addq $0x01, 0x38(%r13)
  jmp (here)

retprobe_on_entry_instance_pool_paired_direct_vector:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %r13
  mov %rax, %rcx
  mov 0x20(%r13), %rdx
  sub (%r13), %rcx
  cmp 0x08(%r13), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r13), %rdx
  jnb (here)
  mov 0xC8(%rbx), %r8
  lea retprobe_return_trampolines, %rdx
  mov 0x10(%r13), %rcx
  mov %r8, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %r15
  mov %r8, 0xC8(%rbx,%rcx,1)
  and $0x3FFFFFC0, %r15d
  add %r15, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r14), %rdx
  lea 0x40(%r14,%rdx,1), %rcx
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%rcx), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  mov 0x20(%rcx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rcx), %rdx
  cmovz %rax, %rdx
  add (data), %r15
  mov %r15, %fs:0x10(%r12)
  cmp %rdi, (%r15)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  mov %rdx, 0xA8(%rbx)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov 0x08(%rsp), %rcx
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_vector
  mov 0x70(%r13), %rax
  mov %rbp, 0x10(%rcx)
  mov %r8, 0x18(%rcx)
  mov %rax, (%rcx)
  mov %rcx, 0x70(%r13)
  addq $0x01, 0x38(%r13)
  jmp (here)

retprobe_on_entry_instance_pool_paired_iterating_full:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rdi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %sil
  cmp -0x10(%rdi), %rax
  setb %cl
  and %cl, %sil
  mov %esi, %r11d
  jnz (here)
  mov 0x0C(%rdx), %ecx
  lea (%rdi,%rcx,8), %rcx
  cmp 0x28(%r10), %rcx
  jnb (here)
  mov 0xC8(%r12), %rcx
  lea retprobe_return_trampolines, %rdi
  mov 0x10(%r10), %r8
  mov %rcx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rax, 0x38(%r12)
  mov 0x18(%r9), %rax
  xor %r13d, %r13d
  mov %rdx, %r14
  mov %r10, 0x28(%rsp)
  mov %r12, %r10
  mov %rax, 0x80(%r12)
  mov %r11b, 0x27(%rsp)
  mov %rcx, 0xC8(%r12,%r8,1)
  xor %r8d, %r8d
  jmp (here)
  mov 0xC8(%r10), %rcx
  mov %r13d, %eax
  mov 0x10(%r14,%rax,8), %rdi
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
  and 0x20(%rbp), %al
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov 0x70(%rsi), %rax
  mov %rax, (%r12)
  mov %r12, 0x70(%rsi)
  addq $0x01, 0x38(%rsi)
  cmp 0x08(%r14), %r13d
  jb (here)
  mov 0x80(%r10), %rax
  cmp 0x18(%r9), %rax
  jz (here)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_full

retprobe_on_entry_instance_pool_paired_iterating_scalar:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x10(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x0C(%rdx), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%r13), %rax
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r10), %rdi
  mov %rax, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %r10, 0x28(%rsp)
  xor %r12d, %r12d
  xor %r8d, %r8d
  mov %rdx, %r14
  mov %rax, 0xC8(%r13,%rdi,1)
  mov %r13, %r10
  mov %r11b, 0x27(%rsp)
  jmp (here)
  mov 0xC8(%r10), %rcx
  mov %r12d, %eax
  mov 0x10(%r14,%rax,8), %rdi
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
  lea 0x40(%rbx,%rdx,1), %r13
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r13), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  mov 0x20(%r13), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r13), %rsi
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
  and 0x20(%rbp), %al
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r13)
  add $0x01, %r12d
  mov %rcx, 0x18(%r13)
  mov 0x70(%rsi), %rax
  mov %rax, (%r13)
  mov %r13, 0x70(%rsi)
  addq $0x01, 0x38(%rsi)
  cmp 0x08(%r14), %r12d
  jb (here)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar

retprobe_on_entry_instance_pool_paired_iterating_vector:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x10(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x0C(%rdx), %eax
  lea (%rsi,%rax,8), %rax
  cmp 0x28(%r10), %rax
  jnb (here)
  mov 0xC8(%r13), %rax
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r10), %rdi
  mov %rax, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %r10, 0x28(%rsp)
  xor %r12d, %r12d
  xor %r8d, %r8d
  mov %rdx, %r14
  mov %rax, 0xC8(%r13,%rdi,1)
  mov %r13, %r10
  mov %r11b, 0x27(%rsp)
  jmp (here)
  mov 0xC8(%r10), %rcx
  mov %r12d, %eax
  mov 0x10(%r14,%rax,8), %rdi
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
  lea 0x40(%rbx,%rdx,1), %r13
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r13), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%rbx)
  jnz (here)
  lock addl $0x01, 0x08(%rbx)
  mov 0x20(%r13), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r13), %rsi
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
  and 0x20(%rbp), %al
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r13)
  add $0x01, %r12d
  mov %rcx, 0x18(%r13)
  mov 0x70(%rsi), %rax
  mov %rax, (%r13)
  mov %r13, 0x70(%rsi)
  addq $0x01, 0x38(%rsi)
  cmp 0x08(%r14), %r12d
  jb (here)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_vector

retprobe_on_entry_instance_pool_replace_direct_full:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r12
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %r13
  mov %rax, %rcx
  mov 0x20(%r13), %rdx
  sub (%r13), %rcx
  cmp 0x08(%r13), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r13), %rdx
  jnb (here)
  mov 0xC8(%rbx), %rdx
  lea retprobe_return_trampolines, %rsi
  mov 0x10(%r13), %r8
  mov %rdx, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%rbp), %rax
  mov %rdi, %r15
  and $0x3FFFFFC0, %r15d
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  mov %rdx, 0xC8(%rbx,%r8,1)
  mov 0xC8(%rbx), %r8
  add %r15, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r14
  mov (%r14), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r14), %rdx
  lea 0x40(%r14,%rdx,1), %rcx
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%rcx), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%r14)
  jnz (here)
  lock addl $0x01, 0x08(%r14)
  mov 0x20(%rcx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rcx), %rdx
  cmovz %rax, %rdx
  add (data), %r15
  mov %r15, %fs:0x10(%r12)
  cmp %rdi, (%r15)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%r15), %rdi
  mov %rbx, %rsi
  mov %rdx, 0xA8(%rbx)
  call 0x08(%r15)
  and 0x20(%r15), %al
  mov 0x08(%rsp), %rcx
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_full
  mov 0x70(%r13), %rax
  mov %rbp, 0x10(%rcx)
  mov %r8, 0x18(%rcx)
  mov %rax, (%rcx)
  mov %rcx, 0x70(%r13)
  addq $0x01, 0x38(%r13)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_direct_scalar:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r13
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r13)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r13)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r13), %r12
  mov %rax, %rcx
  mov 0x20(%r12), %rdx
  sub (%r12), %rcx
  cmp 0x08(%r12), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r12), %rdx
  jnb (here)
  mov 0xC8(%rbx), %r8
  lea retprobe_return_trampolines, %rdx
  mov 0x10(%r12), %rcx
  mov %r8, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %rdx
  mov %r8, 0xC8(%rbx,%rcx,1)
  and $0x3FFFFFC0, %edx
  add %rdx, %rax
  mov %rax, %fs:0x10(%r13)
  cmp %rdi, (%rax)
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
  mov 0x20(%r15), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r15), %rcx
  cmovz %rax, %rcx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r13)
  cmp %rdi, (%rdx)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rcx, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r13)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar
  mov 0x70(%r12), %rax
  mov %rbp, 0x10(%r15)
  mov %r8, 0x18(%r15)
  mov %rax, (%r15)
  mov %r15, 0x70(%r12)
  mov 0x10(%rbp), %rax
  addq $0x01, 0x38(%r12)
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_direct_vector:
  push %r15
  push %r14
  push %r13
  push %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r13
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r13)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r13)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r13), %r12
  mov %rax, %rcx
  mov 0x20(%r12), %rdx
  sub (%r12), %rcx
  cmp 0x08(%r12), %rcx
  jnb (here)
  cmp -0x10(%rdx), %rax
  jnb (here)
  cmp 0x28(%r12), %rdx
  jnb (here)
  mov 0xC8(%rbx), %r8
  lea retprobe_return_trampolines, %rdx
  mov 0x10(%r12), %rcx
  mov %r8, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov (data), %rax
  mov %rdi, %rdx
  mov %r8, 0xC8(%rbx,%rcx,1)
  and $0x3FFFFFC0, %edx
  add %rdx, %rax
  mov %rax, %fs:0x10(%r13)
  cmp %rdi, (%rax)
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
  mov 0x20(%r15), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r15), %rcx
  cmovz %rax, %rcx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r13)
  cmp %rdi, (%rdx)
  jnz (here)
  mov %r8, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  mov %rcx, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  mov (%rsp), %r8
  jnz (here)
  movq $0x00, %fs:0x08(%r13)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_vector
  mov 0x70(%r12), %rax
  mov %rbp, 0x10(%r15)
  mov %r8, 0x18(%r15)
  mov %rax, (%r15)
  mov %r15, 0x70(%r12)
  mov 0x10(%rbp), %rax
  addq $0x01, 0x38(%r12)
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_iterating_full:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rdi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %sil
  cmp -0x10(%rdi), %rax
  setb %cl
  and %cl, %sil
  mov %esi, %r11d
  jnz (here)
  mov 0x0C(%rdx), %ecx
  lea (%rdi,%rcx,8), %rcx
  cmp 0x28(%r10), %rcx
  jnb (here)
  mov 0xC8(%r12), %rcx
  lea retprobe_return_trampolines, %rdi
  mov 0x10(%r10), %r8
  mov %rcx, %rsi
  sub %rdi, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rax, 0x38(%r12)
  mov 0x18(%r9), %rax
  xor %r13d, %r13d
  mov %r10, 0x28(%rsp)
  mov %r12, %r10
  mov %rax, 0x80(%r12)
  mov %rcx, 0xC8(%r12,%r8,1)
  xor %r8d, %r8d
  mov %r11b, 0x27(%rsp)
  mov %r8d, %r14d
  jmp (here)
  mov 0xC8(%r10), %rcx
  mov %r13d, %eax
  mov 0x10(%rdx,%rax,8), %rdi
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
  mov %rcx, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xA8(%r10)
  mov 0x18(%rbp), %rdi
  mov %r10, %rsi
  mov %r9, 0x18(%rsp)
  mov %rdx, 0x10(%rsp)
  mov %r10, 0x08(%rsp)
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  mov 0x08(%rsp), %r10
  mov 0x10(%rsp), %rdx
  mov 0x18(%rsp), %r9
  mov (%rsp), %rcx
  jnz (here)
  test %r14b, %r14b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r14d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rbx
  mov %r9, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov 0x70(%rbx), %rax
  mov %rax, (%r12)
  mov %r12, 0x70(%rbx)
  addq $0x01, 0x38(%rbx)
  cmp 0x08(%rdx), %r13d
  jb (here)
  mov 0x80(%r10), %rax
  mov %r10, %r12
  cmp 0x18(%r9), %rax
  jz (here)
  mov 0x10(%r9), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%r12)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_full

retprobe_on_entry_instance_pool_replace_iterating_scalar:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x10(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x0C(%rdx), %eax
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
  mov 0x10(%r14,%rax,8), %rdi
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
  and 0x20(%rbp), %al
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov 0x70(%rsi), %rax
  mov %rax, (%r12)
  mov %r12, 0x70(%rsi)
  addq $0x01, 0x38(%rsi)
  cmp 0x08(%r14), %r13d
  jb (here)
  mov %r10, %r12
  jmp (here)
  mov 0x10(%r9), %rax
  add $0x04, %rax
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

retprobe_on_entry_instance_pool_replace_iterating_vector:
  push %r15
  mov %rsi, %r9
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  push %rbp
  push %rbx
  sub $0x38, %rsp
  mov 0x18(%rsi), %rdx
  mov (data), %r15
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r15)
  mov 0x28(%rsi), %rdx
  mov 0x08(%rdx), %ecx
  test %ecx, %ecx
  jz (here)
  mov %fs:(%r15), %r10
  mov %rax, %rcx
  mov 0x20(%r10), %rsi
  sub (%r10), %rcx
  cmp 0x08(%r10), %rcx
  setb %cl
  cmp -0x10(%rsi), %rax
  setb %al
  and %al, %cl
  mov %ecx, %r11d
  jnz (here)
  mov 0x0C(%rdx), %eax
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
  mov 0x10(%r14,%rax,8), %rdi
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
  and 0x20(%rbp), %al
  mov 0x10(%rsp), %r10
  movzxb 0x26(%rsp), %r8d
  mov 0x18(%rsp), %r9
  mov 0x08(%rsp), %rcx
  jnz (here)
  test %r8b, %r8b
  jz (here)
  mov 0x10(%r9), %rax
  movzxb 0x27(%rsp), %r8d
  lea 0x04(%rax), %rcx
  jmp (here)
  mov 0x28(%rsp), %rsi
  mov %r9, 0x10(%r12)
  add $0x01, %r13d
  mov %rcx, 0x18(%r12)
  mov 0x70(%rsi), %rax
  mov %rax, (%r12)
  mov %r12, 0x70(%rsi)
  addq $0x01, 0x38(%rsi)
  cmp 0x08(%r14), %r13d
  jb (here)
  mov %r10, %r12
  jmp (here)
  mov 0x10(%r9), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%r12)
  movq $0x00, %fs:0x08(%r15)
  add $0x38, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_vector

retprobe_on_return_bitmask_call_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_call_ret_full.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_call_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_call_ret_scalar.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_call_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_call_ret_vector.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_jump_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_jump_full.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_jump_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_jump_scalar.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_jump_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_jump_vector.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_push_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_push_ret_full.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_push_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_push_ret_scalar.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_bitmask_push_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_push_ret_vector.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_call_through_framed_full:
  cmpq $0x00, 0xD0(%rdi)
  mov %rdi, %rax
  jz (here)
  push %rbx
  mov (data), %rbx
  add $0xD0, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_call_through_framed_full.cold
  lea 0xA9(%rax), %rdx
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  movq $0x00, 0xB8(%rax)
  mov 0x30(%rsi), %rdx
  cmpq $0x03, 0xD8(%rax)
  mov 0x08(%rdi,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jnz (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  mov 0xE0(%rax), %rcx
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_framed_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::call_through::Design::return_to_several(unsigned long*, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_call_through_framed_scalar:
  cmpq $0x00, 0xD0(%rdi)
  mov %rdi, %rax
  jz (here)
  push %rbx
  mov (data), %rbx
  add $0xD0, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_call_through_framed_scalar.cold
  lea 0xA9(%rax), %rdx
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  movq $0x00, 0xB8(%rax)
  mov 0x30(%rsi), %rdx
  cmpq $0x03, 0xD8(%rax)
  mov 0x08(%rdi,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jnz (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  mov 0xE0(%rax), %rcx
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_framed_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::call_through::Design::return_to_several(unsigned long*, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_call_through_framed_vector:
  cmpq $0x00, 0xD0(%rdi)
  mov %rdi, %rax
  jz (here)
  push %rbx
  mov (data), %rbx
  add $0xD0, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_call_through_framed_vector.cold
  lea 0xA9(%rax), %rdx
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  movq $0x00, 0xB8(%rax)
  mov 0x30(%rsi), %rdx
  cmpq $0x03, 0xD8(%rax)
  mov 0x08(%rdi,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jnz (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  mov 0xE0(%rax), %rcx
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_framed_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::call_through::Design::return_to_several(unsigned long*, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_chained_trampolines_call_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_call_ret_full.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_full
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_call_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_call_ret_scalar.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_scalar
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_call_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_call_ret_vector.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_vector
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_jump_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_jump_full.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_full
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_jump_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_jump_scalar.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_scalar
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_jump_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_jump_vector.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_vector
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_push_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_push_ret_full.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_full
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_push_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_push_ret_scalar.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_scalar
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_chained_trampolines_push_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  add $0xC8, %rdi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_push_ret_vector.cold
  lea 0xA9(%rax), %rdx
  lea (data), %rsi
  mov %rsi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rdi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rdi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rdi, %rdi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rsi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rdi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rdi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_vector
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rsi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rsi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

retprobe_on_return_counted_shadow_call_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_call_ret_full.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_call_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_call_ret_scalar.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_call_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_call_ret_vector.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_call_ret_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_jump_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_jump_full.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_jump_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_jump_scalar.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_jump_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_jump_vector.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_jump_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_push_ret_full:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_push_ret_full.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_full
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_push_ret_scalar:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_push_ret_scalar.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_scalar
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_counted_shadow_push_ret_vector:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  lea 0xC8(%rdi), %rsi
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_push_ret_vector.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  jmp retprobe_resume_return_push_ret_vector
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_instance_pool_call_ret_full:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_call_ret_full.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_call_ret_full

retprobe_on_return_instance_pool_call_ret_scalar:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_call_ret_scalar.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_call_ret_scalar

retprobe_on_return_instance_pool_call_ret_vector:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_call_ret_vector.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_call_ret_vector

retprobe_on_return_instance_pool_jump_full:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_jump_full.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_jump_full

retprobe_on_return_instance_pool_jump_scalar:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_jump_scalar.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_jump_scalar

retprobe_on_return_instance_pool_jump_vector:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_jump_vector.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_jump_vector

retprobe_on_return_instance_pool_push_ret_full:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_push_ret_full.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_push_ret_full

retprobe_on_return_instance_pool_push_ret_scalar:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_push_ret_scalar.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_push_ret_scalar

retprobe_on_return_instance_pool_push_ret_vector:
  push %r15
  lea 0xC8(%rdi), %rax
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rax, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz retprobe_on_return_instance_pool_push_ret_vector.cold
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  lea 0xD0(%rdi), %rax
  movq $0x00, 0xB8(%rdi)
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_return_push_ret_vector

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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_bitmask_call_ret_full

retprobe_return_trampoline_bitmask_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_bitmask_jump_full

retprobe_return_trampoline_bitmask_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_bitmask_push_ret_full

retprobe_return_trampoline_bitmask_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  mov -0x08(%rbp), %rsi
  jmp retprobe_on_return_call_through_framed_full

retprobe_return_trampoline_call_through_framed_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
  mov -0x08(%rbp), %rsi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
  mov -0x08(%rbp), %rsi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_chained_trampolines_call_ret_full

retprobe_return_trampoline_chained_trampolines_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_chained_trampolines_jump_full

retprobe_return_trampoline_chained_trampolines_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_chained_trampolines_push_ret_full

retprobe_return_trampoline_chained_trampolines_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_counted_shadow_call_ret_full

retprobe_return_trampoline_counted_shadow_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_counted_shadow_jump_full

retprobe_return_trampoline_counted_shadow_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_counted_shadow_push_ret_full

retprobe_return_trampoline_counted_shadow_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_instance_pool_call_ret_full

retprobe_return_trampoline_instance_pool_call_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_instance_pool_jump_full

retprobe_return_trampoline_instance_pool_jump_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
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
  movq $0x02, 0x90(%rsp)
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
  mov %r12, %rdi
  jmp retprobe_on_return_instance_pool_push_ret_full

retprobe_return_trampoline_instance_pool_push_ret_scalar:
  lea -0xD8(%rsp), %rsp
  mov %rax, 0x08(%rsp)
  mov %rdx, 0x20(%rsp)
  movq $0x00, 0x98(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0x08(%rsp), %rdi
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
  movq $0x01, 0x148(%rsp)
  lea 0x08(%rsp), %rax
  mov %rax, 0x150(%rsp)
  movq $0x40, 0x158(%rsp)
  lea (here), %rax
  mov %rax, (%rsp)
  lea 0xB8(%rsp), %rdi
  jmp retprobe_on_return_instance_pool_push_ret_vector

retprobe_return_trampolines:
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

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)0>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_scalar
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  bts $0x3F, %rsi
  nop %ax, (%rax,%rax,1)
  mov %r15, %rbp
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ebp
  add (data), %rbp
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rbp, %fs:0x10(%r13)
  cmp %r15, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  or $0x04, %r12
  cmp $0x01, %r14
  jnbe (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdx
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %rdx
  mov 0xC8(%rbx), %r9
  jmp (here)

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)1>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x18, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_vector
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  bts $0x3F, %rsi
  nop %ax, (%rax,%rax,1)
  mov %r15, %rbp
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ebp
  add (data), %rbp
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rbp, %fs:0x10(%r13)
  cmp %r15, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  or $0x04, %r12
  cmp $0x01, %r14
  jnbe (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdx
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %rdx
  mov 0xC8(%rbx), %r9
  jmp (here)

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, (retprobe::RegisterSet)2>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x28, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_paired_full
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0x18(%rbp), %rcx
  mov %rbp, %rsi
  mov %r12, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  lea (data), %rcx
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rax,1)
  mov 0xC8(%rbx), %r9
  mov %r15, %rcx
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rcx, %fs:0x10(%r13)
  cmp %r15, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rcx)
  mov 0x08(%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  or $0x04, %r12
  cmp $0x01, %r14
  jnbe (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  bts $0x3F, %rsi
  jmp (here)

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)0>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x28, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_scalar
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  bts $0x3F, %rsi
  nop %ax, (%rax,%rax,1)
  mov %r15, %rcx
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rcx, %fs:0x10(%r13)
  cmp %r15, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rcx)
  mov 0x08(%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  or $0x04, %r12
  cmp $0x01, %r14
  jbe (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdx
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %rdx
  mov 0xC8(%rbx), %r9
  jmp (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)1>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x28, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_vector
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  bts $0x3F, %rsi
  nop %ax, (%rax,%rax,1)
  mov %r15, %rcx
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rcx, %fs:0x10(%r13)
  cmp %r15, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rcx)
  mov 0x08(%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  or $0x04, %r12
  cmp $0x01, %r14
  jbe (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdx
  lea (data), %rcx
  mov %rbp, %rsi
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %rdx
  mov 0xC8(%rbx), %r9
  jmp (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)

void retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, (retprobe::RegisterSet)2>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x28, %rsp
  mov 0x30(%rsi), %r14
  cmp $0x01, %r14
  jbe (here)
  mov %r14, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r14b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x28, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  jmp retprobe_resume_entry_replace_full
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %r9
  mov %r12, %rsi
  mov %fs:(%r13), %rax
  mov %r9, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rsi
  mov -0x10(%rdx), %rdi
  cmp 0x08(%rax), %rsi
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0x18(%rbp), %rcx
  mov %rbp, %rsi
  mov %r12, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  lea (data), %rcx
  sub %rcx, %rsi
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %r9, 0xC8(%rbx,%rax,1)
  mov 0xC8(%rbx), %r9
  mov %r15, %rcx
  mov %r9, (%rdx)
  and $0x3FFFFFC0, %ecx
  add (data), %rcx
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r12, 0x10(%rdx)
  mov %rsi, 0x18(%rdx)
  mov %rcx, %fs:0x10(%r13)
  cmp %r15, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, 0x08(%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rcx)
  mov 0x08(%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  or $0x04, %r12
  cmp $0x01, %r14
  jbe (here)
  mov 0x10(%rbp), %rax
  add $0x04, %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  xor %r12d, %r12d
  jmp (here)
  bts $0x3F, %rsi
  jmp (here)

void retprobe::leave_by_trap<retprobe::bitmask::Design>(retprobe::ReturnFrame*, unsigned long):
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz (here)
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  cmp -0x10(%rcx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rcx), %r8
  test $0x3F, %r8b
  jnz (here)
  mov %r8, %rsi
  lea -0x20(%rcx), %r9
  and $0x7FFFC0, %esi
  add %rdx, %rsi
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r9, 0x20(%rdi)
  mov %rsi, 0xA8(%rax)
  mov %rcx, 0x80(%rax)
  add $0x02, %edx
  mov %rcx, 0xC8(%rax)
  mov 0x30(%rsi), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r8, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rcx, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  ret
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::bitmask::Design::return_to_several(retprobe::bitmask::Design::Stack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

void retprobe::leave_by_trap<retprobe::chained_trampolines::Design>(retprobe::ReturnFrame*, unsigned long):
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz (here)
  lea 0xA9(%rax), %rdx
  lea (data), %rdi
  mov %rdi, 0xA8(%rax)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rcx
  mov 0x20(%rcx), %rdx
  mov -0x10(%rdx), %r10
  cmp %r10, %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rcx)
  jz (here)
  mov -0x18(%rdx), %rsi
  lea -0x18(%rdx), %r9
  xor %r8d, %r8d
  movq $0x00, 0xB8(%rax)
  test %rsi, %rsi
  js (here)
  mov -0x08(%rdx), %rdx
  lea -0x08(%r9), %r11
  mov %r11, 0x20(%rcx)
  mov -0x08(%r9), %rcx
  test %rdx, %rdx
  js (here)
  add %rdi, %rdx
  mov %rcx, 0x80(%rax)
  mov %rdx, 0xA8(%rax)
  mov %rcx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  ret
  btr $0x3F, %rdx
  mov %rcx, 0x80(%rax)
  add %rdx, %rdi
  lea retprobe_return_trampolines, %rdx
  mov %rcx, 0xC8(%rax)
  sub %rdx, %rcx
  mov %rdi, 0xA8(%rax)
  cmp $0x1FFFFF, %rcx
  jnbe (here)
  mov (data), %rdx
  mov %r10, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%r10,%rdx,1), %rdx
  mov %rdx, 0x80(%rax)
  jmp (here)

void retprobe::leave_by_trap<retprobe::counted_shadow::Design>(retprobe::ReturnFrame*, unsigned long):
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz (here)
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  cmp -0x10(%rdx), %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  movq $0x00, 0xB8(%rax)
  mov -0x08(%rdx), %r8
  cmp $0x7FFFFF, %r8
  jnbe (here)
  mov -0x18(%rdx), %rsi
  test %rsi, %rsi
  js (here)
  sub $0x18, %rdx
  xor %r10d, %r10d
  lea -0x08(%rdx), %r9
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r9, 0x20(%rdi)
  mov %rcx, 0xA8(%rax)
  mov %rdx, 0x80(%rax)
  mov %rdx, 0xC8(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0x3FFFFFC0, %edx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %rsi, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r10, 0xB0(%rax)
  mov 0x18(%rdx), %rdi
  mov %rax, %rsi
  call 0x10(%rdx)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  ret
  mov %fs:(data), %rdx
  mov %rax, %rsi
  add %rbx, %rdx
  call retprobe::counted_shadow::Design::return_to_several(retprobe::counted_shadow::Design::CountedStack&, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

void retprobe::leave_by_trap<retprobe::instance_pool::Design>(retprobe::ReturnFrame*, unsigned long):
  push %r15
  push %r14
  push %r13
  mov %rdi, %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov (data), %r12
  mov %rsi, 0x08(%rsp)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea (data), %rax
  mov %rax, 0xA8(%rdi)
  lea 0xA9(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov %fs:(%r12), %r15
  mov 0x08(%rsp), %rax
  sub 0x40(%r15), %rax
  cmp 0x18(%r15), %rax
  jnb (here)
  movq $0x00, 0xB8(%rdi)
  mov 0x08(%rsp), %rax
  add $0x08, %rax
  mov %rax, 0x38(%rdi)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  lea retprobe_return_trampolines, %r14
  mov %rbx, %rbp
  jmp (here)
  mov (%rbp), %rbp
  test %rbp, %rbp
  jz (here)
  mov 0x18(%rbp), %rax
  mov %rax, %rdx
  sub %r14, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x08(%rsp), %rdi
  mov (data), %rdx
  mov %rdi, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov (%rdi,%rdx,1), %rdx
  cmp %rdx, %rax
  jz (here)
  mov %r9, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rdx
  sub %r14, %rax
  mov %r9, 0x80(%r13)
  mov %r9, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jnbe (here)
  mov (data), %rcx
  lea -0x08(%rdx), %rax
  shr $0x18, %rax
  mov (%rcx,%rax,8), %rax
  test %rax, %rax
  jz (here)
  mov -0x08(%rdx,%rax,1), %rax
  mov %rax, 0x80(%r13)
  mov 0x20(%rbx), %rdx
  lea 0x30(%rbx), %rax
  mov %rdx, %rcx
  sar $0x36, %rcx
  test %ecx, %ecx
  mov $0x00, %ecx
  cmovnz %rax, %rcx
  cmpb $0x00, %fs:0x2D(%r12)
  jnz (here)
  mov %rdx, %rax
  and $0x3FFFFFC0, %eax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r9, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r9
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
  cmp %rbp, %r9
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov 0x18(%rbx), %r9
  mov 0x10(%rsi), %rax
  lea 0x04(%rax), %rbp
  mov (%rbx), %rax
  subq $0x01, 0x38(%r15)
  cmpq $0x00, 0xB8(%r13)
  mov %rax, 0x70(%r15)
  jz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

wl_leaf:
  jmp retprobe_return_trampolines
