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

bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, false>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  push %r13
  lea 0xC8(%rdi), %r13
  push %r12
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
  mov %rdx, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r12
  mov 0xC8(%rbx), %rsi
  mov %r13, %rdi
  mov %fs:(%r12), %rax
  mov %rsi, %r8
  sub %rdx, %r8
  mov 0x20(%rax), %rdx
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rdi
  mov -0x10(%rdx), %r9
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp %r9, %r13
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov %rbp, %rcx
  mov %r15, %rbp
  lea (data), %rax
  mov %rsi, (%rdx)
  and $0xFFFFFF, %ebp
  sub %rax, %rcx
  shl $0x06, %rbp
  add (data), %rbp
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%rdx)
  mov %r13, 0x10(%rdx)
  mov %rcx, 0x18(%rdx)
  mov %rbp, %fs:0x10(%r12)
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
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  cmp $0x01, %r14
  jbe (here)
  mov %r13, %rdx
  or $0x04, %rdx
  mov $0x01, %eax
  jmp (here)
  mov 0x20(%rsi), %r15
  lea retprobe_return_trampolines, %rdx
  test %r15, %r15
  jnz (here)
  cmp 0x28(%rax), %rdx
  jnb (here)
  mov 0x10(%rax), %rdx
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %rsi, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %rdx
  mov 0xC8(%rbx), %rsi
  jmp (here)
  mov %fs:0x20(%r12), %rax
  test %rax, %rax
  jnz (here)
  xor %edx, %edx
  jmp (here)

bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, true>(retprobe::EntryFrame&, retprobe::Record&):
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
  ret
  test $0x01, %r14b
  jz (here)
  mov 0x20(%rsi), %r15
  test %r15, %r15
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %rsi
  mov %fs:(%r13), %rax
  mov %rsi, %r8
  sub %rdx, %r8
  mov %r12, %rdx
  mov 0x20(%rax), %r9
  cmp $0x1FFFFF, %r8
  setbe %cl
  sub (%rax), %rdx
  mov -0x10(%r9), %rdi
  cmp 0x08(%rax), %rdx
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %r9
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0x18(%rbp), %rdx
  mov %r12, 0x38(%rbx)
  mov %rdx, 0x80(%rbx)
  cmp $0x1FFFFF, %r8
  jbe (here)
  mov %rsi, 0xC8(%rbx,%rax,1)
  mov 0xC8(%rbx), %rsi
  mov %r15, %rdx
  lea (data), %rax
  mov %rbp, %rcx
  mov %rsi, (%r9)
  and $0xFFFFFF, %edx
  sub %rax, %rcx
  shl $0x06, %rdx
  add (data), %rdx
  test %r15, %r15
  js (here)
  mov %r15, 0x08(%r9)
  mov %r12, 0x10(%r9)
  mov %rcx, 0x18(%r9)
  mov %rdx, %fs:0x10(%r13)
  cmp %r15, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  or $0x04, %r12
  cmp $0x01, %r14
  jbe (here)
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
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

bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, false>(retprobe::EntryFrame&, retprobe::Record&):
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
  xor %eax, %eax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  test %r14, %r14
  jz (here)
  mov 0x20(%rsi), %r8
  test %r8, %r8
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %rsi
  mov %fs:(%r13), %rax
  mov %rsi, %r9
  sub %rdx, %r9
  mov %r12, %rdx
  mov 0x20(%rax), %r15
  cmp $0x1FFFFF, %r9
  setbe %cl
  sub (%rax), %rdx
  mov -0x10(%r15), %rdi
  cmp 0x08(%rax), %rdx
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %r15
  jnb (here)
  mov %r8, %rdx
  lea (data), %rax
  mov %rbp, %rcx
  mov %rsi, (%r15)
  and $0xFFFFFF, %edx
  sub %rax, %rcx
  shl $0x06, %rdx
  add (data), %rdx
  test %r8, %r8
  js (here)
  mov %r8, 0x08(%r15)
  mov %r12, 0x10(%r15)
  mov %rcx, 0x18(%r15)
  mov %rdx, %fs:0x10(%r13)
  cmp %r8, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, (%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rdx)
  mov (%rsp), %rdx
  and 0x20(%rdx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov $0x01, %edx
  nop %ax, (%rax,%rax,1)
  cmp $0x01, %r14
  jbe (here)
  mov 0xB0(%rbx), %rax
  or $0x04, %r12
  mov %rax, 0xB8(%rbx)
  test %dl, %dl
  jz (here)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov 0x20(%rsi), %r8
  lea retprobe_return_trampolines, %rdx
  test %r8, %r8
  jnz (here)
  mov %fs:0x20(%r13), %r12
  test %r12, %r12
  jnz (here)
  mov 0xB0(%rbx), %rax
  jmp (here)
  cmp 0x28(%rax), %r15
  jnb (here)
  mov 0x10(%rax), %rdx
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rsi, 0xC8(%rbx,%rdx,1)
  mov 0x20(%rax), %r15
  mov 0xC8(%rbx), %rsi
  jmp (here)

bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, true>(retprobe::EntryFrame&, retprobe::Record&):
  push %r15
  push %r14
  lea retprobe_go_with_flags, %r14
  push %r13
  push %r12
  lea 0xC8(%rdi), %r12
  push %rbp
  mov %rsi, %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x28, %rsp
  mov 0x30(%rsi), %r15
  cmp $0x01, %r15
  jbe (here)
  mov %r15, %rax
  lea (data), %rcx
  lea retprobe_return_trampolines, %rdx
  and $-0x02, %rax
  sub %rcx, %rax
  shr $0x01, %rax
  add %rdx, %rax
  mov %rax, 0xB0(%rdi)
  test $0x01, %r15b
  jz (here)
  mov %r12, %fs:0x08(%r13)
  add $0x28, %rsp
  xor %eax, %eax
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  test $0x01, %r15b
  jz (here)
  mov 0x20(%rsi), %r8
  test %r8, %r8
  jz (here)
  mov (data), %r13
  mov 0xC8(%rbx), %rsi
  mov %fs:(%r13), %rax
  mov %rsi, %r9
  sub %rdx, %r9
  mov %r12, %rdx
  mov 0x20(%rax), %r10
  cmp $0x1FFFFF, %r9
  setbe %cl
  sub (%rax), %rdx
  mov -0x10(%r10), %rdi
  cmp 0x08(%rax), %rdx
  jnb (here)
  cmp %rdi, %r12
  jb (here)
  jnz (here)
  test %cl, %cl
  jz (here)
  cmp 0x28(%rax), %r10
  jnb (here)
  mov 0x10(%rax), %rax
  mov 0x18(%rbp), %rdx
  mov %r12, 0x38(%rbx)
  mov %rdx, 0x80(%rbx)
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rsi, 0xC8(%rbx,%rax,1)
  mov 0xC8(%rbx), %rsi
  mov %r8, %rdx
  lea (data), %rax
  mov %rbp, %rcx
  mov %rsi, (%r10)
  and $0xFFFFFF, %edx
  sub %rax, %rcx
  shl $0x06, %rdx
  add (data), %rdx
  test %r8, %r8
  js (here)
  mov %r8, 0x08(%r10)
  mov %r12, 0x10(%r10)
  mov %rcx, 0x18(%r10)
  mov %rdx, %fs:0x10(%r13)
  cmp %r8, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  movq $0x00, 0xA8(%rbx)
  call 0x08(%rdx)
  mov 0x08(%rsp), %rdx
  and 0x20(%rdx), %al
  jz (here)
  mov %fs:(%r13), %rax
  addq $0x20, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%rbp), %rax
  jnz (here)
  cmp $0x01, %r15
  jbe (here)
  mov %r14, 0xB8(%rbx)
  or $0x04, %r12
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)
  mov 0x20(%rsi), %r8
  lea retprobe_return_trampolines, %rdx
  test %r8, %r8
  jnz (here)
  mov %fs:0x20(%r13), %rax
  test %rax, %rax
  jnz (here)
  mov %r14, 0xB8(%rbx)
  xor %r12d, %r12d
  jmp (here)

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
  cmp $0x17, %rax
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
  lea retprobe_return_trampolines, %rsi
  mov %rdx, %rax
  and $0x7FFFC0, %eax
  add %rcx, %rax
  mov 0x30(%rax), %r15
  mov -0x20(%r14), %rcx
  mov -0x10(%r14), %rdi
  mov %rax, 0xA8(%rbp)
  mov %rcx, %rax
  mov %rcx, 0xC8(%rbp)
  sub %rsi, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov %rcx, 0x80(%rbp)
  mov -0x18(%r14), %rbx
  nop
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
  and $0xFFFFFF, %eax
  shl $0x06, %rax
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
  and $0xFFFFFF, %eax
  shl $0x06, %rax
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
  and $0xFFFFFF, %eax
  shl $0x06, %rax
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
  mov %rdx, %r15
  lea (data), %rax
  push %r14
  mov %rsi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x18, %rsp
  mov 0x20(%rdi), %r12
  mov %rdi, 0x08(%rsp)
  mov -0x08(%r12), %rbp
  mov %rbp, %rdx
  and $0x7FFFC0, %edx
  lea (%rdx,%rax,1), %rcx
  mov %rbp, %rax
  mov %r12, %rdx
  shr $0x26, %rax
  mov %rcx, (%rsp)
  shl $0x03, %rax
  sub %rax, %rdx
  mov (data), %rax
  lea -0x10(%rdx), %r13
  mov -0x10(%r12), %rdx
  mov %rcx, 0xA8(%rsi)
  mov %rdx, %rsi
  shr $0x18, %rsi
  mov (%rax,%rsi,8), %rax
  test %rax, %rax
  jz (here)
  mov (%rdx,%rax,1), %rax
  mov %rax, 0x80(%r14)
  mov %rbp, %rax
  movzxb 0x2D(%r15), %edi
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
  xor %esi, %esi
  add %rax, %rbp
  mov %rbp, -0x08(%r12)
  test %dil, %dil
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, 0x10(%r15)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rsi, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
  call 0x10(%rax)
  movzxb 0x2D(%r15), %edi
  sub $0x01, %rbx
  cmp $0x01, %rbx
  jnz (here)
  mov -0x08(%r13), %rdx
  test %rdx, %rdx
  js (here)
  sub $0x08, %r13
  xor %r8d, %r8d
  mov 0x08(%rsp), %rcx
  lea -0x08(%r13), %rax
  mov -0x10(%r12), %r9
  lea retprobe_return_trampolines, %rsi
  mov %rax, 0x20(%rcx)
  mov -0x08(%r13), %rax
  mov (%rsp), %rcx
  mov %rax, 0xC8(%r14)
  mov %rcx, 0xA8(%r14)
  mov %rax, %rcx
  sub %rsi, %rcx
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rax, 0x80(%r14)
  test %dil, %dil
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, 0x10(%r15)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0xB0(%r14)
  mov 0x18(%rax), %rdi
  mov %r14, %rsi
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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
  mov %al, 0x90(%rbp)
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
  cmpb $0x01, 0x98(%rsp)
  jb (here)
  pop 0xA8(%rsp)
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
  cmp $0x01, %al
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
  mov %al, 0x2A0(%rsp)
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
  cmpb $0x01, 0x2A0(%rsp)
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

retprobe_go_with_flags:
  lea -0x20(%rsp), %rsp
  popfq
  lea 0x18(%rsp), %rsp
  jmp -0x18(%rsp)

retprobe_on_entry_bitmask_paired_direct_full:
  push %r13
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  push %r12
  sub %rdx, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rbp), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rsi
  mov 0x20(%rdi), %rcx
  sub (%rdi), %rsi
  cmp 0x08(%rdi), %rsi
  jnb (here)
  cmp -0x10(%rcx), %r8
  jnb (here)
  cmp 0x28(%rdi), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%rdi), %r10
  mov %rcx, %rsi
  sub %rdx, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x18(%rbp), %rdx
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  and $0xFFFFFF, %r13d
  mov %rdx, 0x80(%rbx)
  shl $0x06, %r13
  mov %rcx, 0xC8(%rbx,%r10,1)
  mov 0x30(%rbp), %rdx
  mov (%rdx), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rsi
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rsi)
  or %rax, %rdx
  mov %rdi, (%rsi)
  mov $0x01, %edi
  shl %cl, %rdi
  mov %rdx, 0x18(%rsi)
  mov %rdi, 0x08(%rsi)
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
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe_on_entry_bitmask_paired_direct_partial:
  lea retprobe_return_trampolines, %rcx
  mov $-0x06, %rax
  push %r12
  lea (data), %rdx
  push %rbp
  sub %rcx, %rax
  mov (data), %r12
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rdx
  mov 0x18(%rdx), %rsi
  mov %rsi, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rdx), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %r10
  mov 0x20(%rdi), %rsi
  sub (%rdi), %r10
  cmp 0x08(%rdi), %r10
  jnb (here)
  cmp -0x10(%rsi), %r8
  jnb (here)
  cmp 0x28(%rdi), %rsi
  jnb (here)
  mov 0xC8(%rbx), %rsi
  mov 0x10(%rdi), %r11
  mov %rsi, %r10
  sub %rcx, %r10
  cmp $0x1FFFFF, %r10
  jbe (here)
  mov %rsi, 0xC8(%rbx,%r11,1)
  mov %r9, %rbp
  mov 0x30(%rdx), %rcx
  and $0xFFFFFF, %ebp
  mov (%rcx), %rsi
  shl $0x06, %rbp
  add (data), %rbp
  mov 0x30(%rbp), %rcx
  mov 0x20(%rdi), %r10
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdx
  shl $0x2B, %rsi
  mov %r8, 0x10(%r10)
  or %rax, %rsi
  mov %rdx, (%r10)
  mov $0x01, %edx
  shl %cl, %rdx
  mov %rsi, 0x18(%r10)
  mov %rdx, 0x08(%r10)
  mov %rbp, %fs:0x10(%r12)
  cmp %r9, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  jz (here)
  mov %fs:(%r12), %rax
  addq $0x20, 0x20(%rax)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  ret

retprobe_on_entry_bitmask_paired_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rcx
  mov $-0x06, %rdx
  push %r14
  sub %rcx, %rdx
  push %r13
  lea (data), %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x68, %rsp
  add 0xC0(%rdi), %rdx
  mov (data), %r8
  add %rdx, %rdx
  add %rdx, %r13
  mov 0x18(%r13), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r8), %r9
  test %r9, %r9
  jnz (here)
  lea 0xC8(%rdi), %rbp
  mov %rbp, %fs:0x08(%r8)
  mov 0x28(%r13), %r12
  mov 0x08(%r12), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r8), %rax
  mov %rbp, %rdi
  mov 0x20(%rax), %rsi
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rsi), %rbp
  jnb (here)
  mov 0x0C(%r12), %edi
  lea (%rsi,%rdi,8), %rsi
  cmp 0x28(%rax), %rsi
  jnb (here)
  mov 0xC8(%rbx), %rsi
  mov 0x10(%rax), %r10
  mov %rsi, %rdi
  sub %rcx, %rdi
  cmp $0x1FFFFF, %rdi
  jbe (here)
  mov 0x18(%r13), %rcx
  mov %rbp, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  mov %rsi, 0xC8(%rbx,%r10,1)
  mov 0x30(%r13), %rcx
  mov (%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov 0x20(%rax), %rsi
  mov %rcx, (%rsi)
  mov 0x30(%r13), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %edi
  shr $0x06, %edi
  cmp $0x3F, %ecx
  setbe %cl
  shl $0x2B, %r10
  movzx %cl, %ecx
  or %r10, %rdx
  add %ecx, %edi
  or %rdi, %rdx
  mov %rdi, %rcx
  mov %rdx, 0x70(%rax)
  mov %rdx, %r14
  cmp $0x01, %edi
  jz (here)
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r8)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  cmpl $0x04, 0x0C(%r12)
  mov 0x08(%r12), %edx
  jnz (here)
  mov 0x20(%rax), %r14
  add $0x10, %r12
  lea (%r12,%rdx,8), %r9
  lea 0x10(%r14), %rcx
  movq $0x00, 0x08(%r14)
  mov %rcx, 0x30(%rax)
  cmp %r9, %r12
  jz (here)
  mov %rax, 0x08(%rsp)
  mov %r9, %r15
  mov %rbp, (%rsp)
  mov %r12, %rbp
  nop %eax, (%rax)
  mov (%rbp), %rax
  mov %rax, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r8)
  mov %rdx, %r12
  cmp %rax, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  call 0x08(%rdx)
  and 0x20(%r12), %al
  mov (data), %r8
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r14)
  add $0x08, %rbp
  cmp %rbp, %r15
  jnz (here)
  mov 0x08(%rsp), %rax
  mov 0x08(%r14), %rdx
  mov (%rsp), %rbp
  movq $0x00, 0x30(%rax)
  test %rdx, %rdx
  jz (here)
  mov 0x70(%rax), %rdx
  mov %rbp, 0x10(%r14)
  lea 0x20(%r14), %rsi
  or $0x1000000, %rdx
  mov %rdx, 0x18(%r14)
  mov %rsi, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r13), %rax
  jz (here)

retprobe_on_entry_bitmask_paired_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %rsi
  mov $-0x06, %rdx
  lea (data), %rcx
  push %r14
  sub %rsi, %rdx
  push %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x68, %rsp
  add 0xC0(%rdi), %rdx
  mov (data), %r8
  add %rdx, %rdx
  add %rdx, %rcx
  mov 0x18(%rcx), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r8), %r10
  test %r10, %r10
  jnz (here)
  lea 0xC8(%rdi), %r13
  mov %r13, %fs:0x08(%r8)
  mov 0x28(%rcx), %r12
  mov 0x08(%r12), %edi
  test %edi, %edi
  jz (here)
  mov %fs:(%r8), %rax
  mov %r13, %r9
  mov 0x20(%rax), %rdi
  sub (%rax), %r9
  cmp 0x08(%rax), %r9
  jnb (here)
  cmp -0x10(%rdi), %r13
  jnb (here)
  mov 0x0C(%r12), %r9d
  lea (%rdi,%r9,8), %rdi
  cmp 0x28(%rax), %rdi
  jnb (here)
  mov 0xC8(%rbx), %rdi
  mov 0x10(%rax), %r11
  mov %rdi, %r9
  sub %rsi, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, 0xC8(%rbx,%r11,1)
  mov 0x30(%rcx), %rsi
  mov (%rsi), %rsi
  mov 0xC8(%rbx), %rdi
  mov 0x20(%rax), %r14
  mov %rdi, (%r14)
  mov 0x30(%rcx), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %edi
  shr $0x06, %edi
  cmp $0x3F, %ecx
  setbe %cl
  shl $0x2B, %rsi
  movzx %cl, %ecx
  or %rsi, %rdx
  add %ecx, %edi
  mov %rdx, %rsi
  or %rdi, %rsi
  mov %rdi, %rcx
  mov %rsi, 0x70(%rax)
  cmp $0x01, %edi
  jz (here)
  mov %r9, 0x20(%rax)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r8)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  cmpl $0x04, 0x0C(%r12)
  mov 0x08(%r12), %edx
  jnz (here)
  mov 0x20(%rax), %r15
  add $0x10, %r12
  lea (%r12,%rdx,8), %r14
  lea 0x10(%r15), %rcx
  movq $0x00, 0x08(%r15)
  mov %rcx, 0x30(%rax)
  cmp %r14, %r12
  jz (here)
  mov %rax, 0x08(%rsp)
  nop %eax, (%rax,%rax,1)
  mov (%r12), %rax
  mov %rax, %rbp
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add (data), %rbp
  mov %rbp, %fs:0x10(%r8)
  cmp %rax, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  mov (data), %r8
  jz (here)
  mov 0x30(%rbp), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r15)
  add $0x08, %r12
  cmp %r12, %r14
  jnz (here)
  mov 0x08(%rsp), %rax
  mov 0x08(%r15), %rdx
  movq $0x00, 0x30(%rax)
  test %rdx, %rdx
  jz (here)
  mov 0x70(%rax), %rdx
  mov %r13, 0x10(%r15)
  lea 0x20(%r15), %r9
  or $0x1000000, %rdx
  mov %rdx, 0x18(%r15)
  jmp (here)

retprobe_on_entry_bitmask_replace_direct_full:
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  push %r14
  sub %rdx, %rax
  push %r13
  push %r12
  mov (data), %r12
  push %rbp
  lea (data), %rbp
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rbp), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rsi
  mov 0x20(%rdi), %rcx
  sub (%rdi), %rsi
  cmp 0x08(%rdi), %rsi
  jnb (here)
  cmp -0x10(%rcx), %r8
  jnb (here)
  cmp 0x28(%rdi), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%rdi), %r10
  mov %rcx, %rsi
  sub %rdx, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov 0x18(%rbp), %rdx
  mov %r8, 0x38(%rbx)
  mov %r9, %r13
  lea retprobe_go_with_flags, %r14
  and $0xFFFFFF, %r13d
  mov %rdx, 0x80(%rbx)
  shl $0x06, %r13
  mov %rcx, 0xC8(%rbx,%r10,1)
  mov 0x30(%rbp), %rdx
  mov (%rdx), %rdx
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rsi
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rsi)
  or %rax, %rdx
  mov %rdi, (%rsi)
  mov $0x01, %edi
  shl %cl, %rdi
  mov %rdx, 0x18(%rsi)
  mov %rdi, 0x08(%rsi)
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
  mov %r14, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret

retprobe_on_entry_bitmask_replace_direct_partial:
  push %r13
  lea retprobe_return_trampolines, %rdx
  mov $-0x06, %rax
  push %r12
  sub %rdx, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %r8
  mov %r8, %fs:0x08(%r12)
  mov 0x20(%rbp), %r9
  test %r9, %r9
  jle (here)
  mov %fs:(%r12), %rdi
  mov %r8, %rsi
  mov 0x20(%rdi), %rcx
  sub (%rdi), %rsi
  cmp 0x08(%rdi), %rsi
  jnb (here)
  cmp -0x10(%rcx), %r8
  jnb (here)
  cmp 0x28(%rdi), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%rdi), %r10
  mov %rcx, %rsi
  sub %rdx, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rcx, 0xC8(%rbx,%r10,1)
  mov %r9, %r13
  mov 0x30(%rbp), %rdx
  and $0xFFFFFF, %r13d
  mov (%rdx), %rdx
  shl $0x06, %r13
  add (data), %r13
  mov 0x30(%r13), %rcx
  mov 0x20(%rdi), %rsi
  cmp $0x3F, %ecx
  jnbe (here)
  mov 0xC8(%rbx), %rdi
  shl $0x2B, %rdx
  mov %r8, 0x10(%rsi)
  or %rax, %rdx
  mov %rdi, (%rsi)
  mov $0x01, %edi
  shl %cl, %rdi
  mov %rdx, 0x18(%rsi)
  mov %rdi, 0x08(%rsi)
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
  mov 0xB0(%rbx), %rax
  mov %rax, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe_on_entry_bitmask_replace_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %rcx
  mov $-0x06, %rdx
  push %r14
  sub %rcx, %rdx
  push %r13
  lea (data), %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x68, %rsp
  add 0xC0(%rdi), %rdx
  mov (data), %r8
  add %rdx, %rdx
  add %rdx, %r13
  mov 0x18(%r13), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r8), %r9
  test %r9, %r9
  jnz (here)
  lea 0xC8(%rdi), %rbp
  mov %rbp, %fs:0x08(%r8)
  mov 0x28(%r13), %r12
  mov 0x08(%r12), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r8), %rax
  mov %rbp, %rdi
  mov 0x20(%rax), %rsi
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rsi), %rbp
  jnb (here)
  mov 0x0C(%r12), %edi
  lea (%rsi,%rdi,8), %rsi
  cmp 0x28(%rax), %rsi
  jnb (here)
  mov 0xC8(%rbx), %rsi
  mov 0x10(%rax), %r10
  mov %rsi, %rdi
  sub %rcx, %rdi
  cmp $0x1FFFFF, %rdi
  jbe (here)
  mov 0x18(%r13), %rcx
  mov %rbp, 0x38(%rbx)
  mov %rcx, 0x80(%rbx)
  mov %rsi, 0xC8(%rbx,%r10,1)
  mov 0x30(%r13), %rcx
  mov (%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov 0x20(%rax), %rsi
  mov %rcx, (%rsi)
  mov 0x30(%r13), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %edi
  shr $0x06, %edi
  cmp $0x3F, %ecx
  setbe %cl
  shl $0x2B, %r10
  movzx %cl, %ecx
  or %r10, %rdx
  add %ecx, %edi
  or %rdi, %rdx
  mov %rdi, %rcx
  mov %rdx, 0x70(%rax)
  mov %rdx, %r14
  cmp $0x01, %edi
  jz (here)
  mov 0x10(%r13), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r8)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  cmpl $0x04, 0x0C(%r12)
  mov 0x08(%r12), %edx
  jnz (here)
  mov 0x20(%rax), %r14
  add $0x10, %r12
  lea (%r12,%rdx,8), %r9
  lea 0x10(%r14), %rcx
  movq $0x00, 0x08(%r14)
  mov %rcx, 0x30(%rax)
  cmp %r9, %r12
  jz (here)
  mov %rax, 0x08(%rsp)
  mov %r9, %r15
  mov %rbp, (%rsp)
  mov %r12, %rbp
  nop %eax, (%rax)
  mov (%rbp), %rax
  mov %rax, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r8)
  mov %rdx, %r12
  cmp %rax, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  call 0x08(%rdx)
  and 0x20(%r12), %al
  mov (data), %r8
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r14)
  add $0x08, %rbp
  cmp %rbp, %r15
  jnz (here)
  mov 0x08(%rsp), %rax
  mov 0x08(%r14), %rcx
  lea retprobe_go_with_flags, %rdx
  mov (%rsp), %rbp
  movq $0x00, 0x30(%rax)
  test %rcx, %rcx
  jz (here)
  mov 0x70(%rax), %rcx
  mov %rbp, 0x10(%r14)
  lea 0x20(%r14), %rsi
  or $0x1000000, %rcx
  mov %rcx, 0x18(%r14)
  mov %rsi, 0x20(%rax)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r13), %rax
  jnz (here)
  mov %rdx, 0xB8(%rbx)
  jmp (here)

retprobe_on_entry_bitmask_replace_iterating_partial:
  push %r15
  lea retprobe_return_trampolines, %rcx
  mov $-0x06, %rdx
  push %r14
  sub %rcx, %rdx
  push %r13
  lea (data), %r13
  push %r12
  push %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x68, %rsp
  add 0xC0(%rdi), %rdx
  mov (data), %r8
  add %rdx, %rdx
  add %rdx, %r13
  mov 0x18(%r13), %rax
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r8), %r9
  test %r9, %r9
  jnz (here)
  lea 0xC8(%rdi), %rbp
  mov %rbp, %fs:0x08(%r8)
  mov 0x28(%r13), %r12
  mov 0x08(%r12), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r8), %rax
  mov %rbp, %rdi
  mov 0x20(%rax), %rsi
  sub (%rax), %rdi
  cmp 0x08(%rax), %rdi
  jnb (here)
  cmp -0x10(%rsi), %rbp
  jnb (here)
  mov 0x0C(%r12), %edi
  lea (%rsi,%rdi,8), %rsi
  cmp 0x28(%rax), %rsi
  jnb (here)
  mov 0xC8(%rbx), %rsi
  mov 0x10(%rax), %r10
  mov %rsi, %rdi
  sub %rcx, %rdi
  cmp $0x1FFFFF, %rdi
  jbe (here)
  mov %rsi, 0xC8(%rbx,%r10,1)
  mov 0x30(%r13), %rcx
  mov (%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov 0x20(%rax), %rsi
  mov %rcx, (%rsi)
  mov 0x30(%r13), %rcx
  mov 0x08(%rcx), %ecx
  add $0x3F, %ecx
  mov %ecx, %edi
  shr $0x06, %edi
  cmp $0x3F, %ecx
  setbe %cl
  shl $0x2B, %r10
  movzx %cl, %ecx
  or %r10, %rdx
  add %ecx, %edi
  or %rdi, %rdx
  mov %rdi, %rcx
  mov %rdx, 0x70(%rax)
  mov %rdx, %r14
  cmp $0x01, %edi
  jz (here)
  mov 0x10(%r13), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r8)
  add $0x68, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  cmpl $0x04, 0x0C(%r12)
  mov 0x08(%r12), %edx
  jnz (here)
  mov 0x20(%rax), %r14
  add $0x10, %r12
  lea (%r12,%rdx,8), %r9
  lea 0x10(%r14), %rcx
  movq $0x00, 0x08(%r14)
  mov %rcx, 0x30(%rax)
  cmp %r9, %r12
  jz (here)
  mov %rax, 0x08(%rsp)
  mov %r9, %r15
  mov %rbp, (%rsp)
  mov %r12, %rbp
  nop %eax, (%rax)
  mov (%rbp), %rax
  mov %rax, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add (data), %rdx
  mov %rdx, %fs:0x10(%r8)
  mov %rdx, %r12
  cmp %rax, (%rdx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rdx), %rdi
  mov %rbx, %rsi
  call 0x08(%rdx)
  and 0x20(%r12), %al
  mov (data), %r8
  jz (here)
  mov 0x30(%r12), %rcx
  mov $0x01, %eax
  shl %cl, %rax
  or %rax, 0x08(%r14)
  add $0x08, %rbp
  cmp %rbp, %r15
  jnz (here)
  mov 0x08(%rsp), %rax
  mov 0x08(%r14), %rdx
  mov (%rsp), %rbp
  movq $0x00, 0x30(%rax)
  test %rdx, %rdx
  jz (here)
  mov 0x70(%rax), %rdx
  mov %rbp, 0x10(%r14)
  lea 0x20(%r14), %rsi
  or $0x1000000, %rdx
  mov %rdx, 0x18(%r14)
  mov %rsi, 0x20(%rax)
  mov 0xB0(%rbx), %rax
  mov %rax, 0xB8(%rbx)
  jmp (here)

retprobe_on_entry_call_through_framed_direct_full:
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  push %r12
  lea 0xC8(%rdi), %rsi
  push %rbp
  sub %rdx, %rax
  lea (data), %rdx
  mov (data), %r12
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  lea (%rdx,%rax,2), %rdx
  mov 0x10(%rdx), %rax
  lea 0xD0(%rdi,%rax,1), %rdi
  mov 0x18(%rdx), %rax
  movq $0x00, 0xC8(%rbx)
  mov %rax, 0xB0(%rbx)
  mov %fs:0x08(%r12), %rax
  test %rax, %rax
  jnz (here)
  mov %rsi, %fs:0x08(%r12)
  mov 0x20(%rdx), %rcx
  test %rcx, %rcx
  jle (here)
  mov %rcx, %rbp
  mov 0x18(%rdx), %rdx
  mov %rdi, 0x38(%rbx)
  and $0xFFFFFF, %ebp
  shl $0x06, %rbp
  add (data), %rbp
  mov %rdx, 0x80(%rbx)
  mov %rcx, 0x10(%rsi)
  movq $0x03, 0x08(%rsi)
  mov %rbp, %fs:0x10(%r12)
  cmp %rcx, (%rbp)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xA8(%rbx)
  mov 0x18(%rbp), %rdi
  mov %rbx, %rsi
  call 0x08(%rbp)
  and 0x20(%rbp), %al
  movzx %al, %eax
  mov %rax, 0xC8(%rbx)
  mov 0x80(%rbx), %rax
  mov %rax, 0xB0(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  ret

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
  lea (%rdx,%rax,2), %rdx
  mov 0x18(%rdx), %rax
  movq $0x00, 0xC8(%rdi)
  mov %rax, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rax
  test %rax, %rax
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r12)
  mov 0x20(%rdx), %rdx
  test %rdx, %rdx
  jle (here)
  mov %rdx, %rbp
  mov %rdx, 0x10(%rcx)
  and $0xFFFFFF, %ebp
  movq $0x03, 0x08(%rcx)
  shl $0x06, %rbp
  add (data), %rbp
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
  mov %rax, 0xC8(%rbx)
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  ret

retprobe_on_entry_call_through_framed_iterating_full:
  push %r15
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  lea 0xC8(%rdi), %rcx
  push %r14
  sub %rdx, %rax
  lea (data), %rdx
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  add 0xC0(%rdi), %rax
  lea (%rdx,%rax,2), %rax
  mov %rcx, 0x08(%rsp)
  mov 0x10(%rax), %rdx
  lea 0xD0(%rdi,%rdx,1), %rsi
  mov 0x18(%rax), %rdx
  movq $0x00, 0xC8(%rdi)
  mov %rdx, 0xB0(%rdi)
  mov (data), %rdx
  mov %fs:0x08(%rdx), %rcx
  mov %rcx, (%rsp)
  test %rcx, %rcx
  jnz (here)
  mov 0x08(%rsp), %rdx
  mov (data), %rcx
  mov %rdx, %fs:0x08(%rcx)
  mov 0x28(%rax), %r12
  mov 0x08(%r12), %edx
  test %edx, %edx
  jz (here)
  mov 0x18(%rax), %rax
  mov %rsi, 0x38(%rdi)
  lea 0xD8(%rdi), %rbp
  xor %r13d, %r13d
  mov %rax, 0x80(%rdi)
  nop %ax, (%rax,%rax,1)
  mov %r13d, %eax
  mov 0x10(%r12,%rax,8), %r15
  mov %r15, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
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
  mov %rax, 0xC8(%r14)
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
  ret

retprobe_on_entry_call_through_framed_iterating_partial:
  push %r15
  lea retprobe_call_through, %rdx
  mov $-0x11, %rax
  lea 0xC8(%rdi), %rsi
  push %r14
  sub %rdx, %rax
  lea (data), %rdx
  mov %rdi, %r14
  push %r13
  push %r12
  push %rbp
  push %rbx
  sub $0x28, %rsp
  add 0xC0(%rdi), %rax
  lea (%rdx,%rax,2), %rax
  mov %rsi, 0x08(%rsp)
  mov 0x18(%rax), %rdx
  movq $0x00, 0xC8(%rdi)
  mov %rdx, 0xB0(%rdi)
  mov (data), %rdx
  mov %fs:0x08(%rdx), %rcx
  mov %rcx, (%rsp)
  test %rcx, %rcx
  jnz (here)
  mov (data), %rcx
  mov 0x08(%rsp), %rsi
  lea 0xD8(%rdi), %rbp
  xor %r12d, %r12d
  mov %rsi, %fs:0x08(%rcx)
  mov 0x28(%rax), %r13
  mov 0x08(%r13), %eax
  test %eax, %eax
  jz (here)
  nop %ax, (%rax,%rax,1)
  mov %r12d, %eax
  mov 0x10(%r13,%rax,8), %r15
  mov %r15, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
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
  mov %rax, 0xC8(%r14)
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
  ret

retprobe_on_entry_chained_trampolines_paired_direct_full:
  push %r13
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea 0xC8(%rdi), %rdx
  push %r12
  sub %r8, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rcx
  test %rcx, %rcx
  jnz (here)
  mov %rdx, %fs:0x08(%r12)
  mov 0x30(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rcx
  mov %rdx, %r9
  mov 0x20(%rcx), %rsi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rdx
  jnb (here)
  cmp 0x28(%rcx), %rsi
  jnb (here)
  mov 0x10(%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov %rcx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov 0x18(%rbp), %r8
  mov %rdx, 0x38(%rbx)
  and $0xFFFFFF, %r13d
  shl $0x06, %r13
  add (data), %r13
  mov %r8, 0x80(%rbx)
  mov %rcx, 0xC8(%rbx,%r10,1)
  mov %rcx, (%rsi)
  mov %rdi, 0x08(%rsi)
  mov %rdx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  or $0x04, %rdx
  cmp %rdx, %rcx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, true>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_paired_direct_partial:
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r12
  lea (data), %rsi
  push %rbp
  sub %r8, %rax
  mov (data), %rbp
  lea 0xC8(%rdi), %rdx
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rsi
  mov 0x18(%rsi), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  mov %rdx, %fs:0x08(%rbp)
  mov 0x30(%rsi), %rcx
  test %rcx, %rcx
  jnz (here)
  mov 0x20(%rsi), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rcx
  mov %rdx, %r9
  mov 0x20(%rcx), %rsi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rdx
  jnb (here)
  cmp 0x28(%rcx), %rsi
  jnb (here)
  mov 0x10(%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov %rcx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r12
  mov %rcx, 0xC8(%rbx,%r10,1)
  and $0xFFFFFF, %r12d
  mov %rcx, (%rsi)
  shl $0x06, %r12
  add (data), %r12
  mov %rdi, 0x08(%rsi)
  mov %rdx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
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
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  ret
  or $0x04, %rdx
  cmp %rdx, %rcx
  jz (here)
  movq $0x00, %fs:0x20(%rbp)
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  jmp bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)0, false>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_replace_direct_full:
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r14
  lea 0xC8(%rdi), %rdx
  push %r13
  sub %r8, %rax
  push %r12
  mov (data), %r12
  push %rbp
  lea (data), %rbp
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rcx
  test %rcx, %rcx
  jnz (here)
  mov %rdx, %fs:0x08(%r12)
  mov 0x30(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rcx
  mov %rdx, %r9
  mov 0x20(%rcx), %rsi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rdx
  jnb (here)
  cmp 0x28(%rcx), %rsi
  jnb (here)
  mov 0x10(%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov %rcx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov 0x18(%rbp), %r8
  mov %rdx, 0x38(%rbx)
  lea retprobe_go_with_flags, %r14
  and $0xFFFFFF, %r13d
  shl $0x06, %r13
  add (data), %r13
  mov %r8, 0x80(%rbx)
  mov %rcx, 0xC8(%rbx,%r10,1)
  mov %rcx, (%rsi)
  mov %rdi, 0x08(%rsi)
  mov %rdx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov %r14, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret
  or $0x04, %rdx
  cmp %rdx, %rcx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  jmp bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, true>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_chained_trampolines_replace_direct_partial:
  push %r13
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  lea 0xC8(%rdi), %rdx
  push %r12
  sub %r8, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rcx
  mov %rcx, 0xB0(%rdi)
  mov %fs:0x08(%r12), %rcx
  test %rcx, %rcx
  jnz (here)
  mov %rdx, %fs:0x08(%r12)
  mov 0x30(%rbp), %rcx
  test %rcx, %rcx
  jnz (here)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rcx
  mov %rdx, %r9
  mov 0x20(%rcx), %rsi
  sub (%rcx), %r9
  cmp 0x08(%rcx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rdx
  jnb (here)
  cmp 0x28(%rcx), %rsi
  jnb (here)
  mov 0x10(%rcx), %r10
  mov 0xC8(%rbx), %rcx
  mov %rcx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov %rcx, 0xC8(%rbx,%r10,1)
  and $0xFFFFFF, %r13d
  mov %rcx, (%rsi)
  shl $0x06, %r13
  add (data), %r13
  mov %rdi, 0x08(%rsi)
  mov %rdx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov 0xB0(%rbx), %rax
  mov %rax, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret
  or $0x04, %rdx
  cmp %rdx, %rcx
  jz (here)
  movq $0x00, %fs:0x20(%r12)
  add $0x08, %rsp
  mov %rbp, %rsi
  mov %rbx, %rdi
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  jmp bool retprobe::enter_stage<retprobe::chained_trampolines::Design, (retprobe::EntryMode)1, false>(retprobe::EntryFrame&, retprobe::Record&)

retprobe_on_entry_counted_shadow_paired_direct_full:
  push %r13
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r12
  sub %r8, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rdx
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r12)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rcx, %r9
  mov 0x20(%rdx), %rsi
  sub (%rdx), %r9
  cmp 0x08(%rdx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rcx
  jnb (here)
  cmp 0x28(%rdx), %rsi
  jnb (here)
  mov 0x10(%rdx), %r10
  mov 0xC8(%rbx), %rdx
  mov %rdx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov 0x18(%rbp), %r8
  mov %rcx, 0x38(%rbx)
  and $0xFFFFFF, %r13d
  shl $0x06, %r13
  add (data), %r13
  mov %r8, 0x80(%rbx)
  mov %rdx, 0xC8(%rbx,%r10,1)
  mov %rdx, (%rsi)
  mov %rdi, 0x08(%rsi)
  mov %rcx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe_on_entry_counted_shadow_paired_direct_partial:
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r12
  lea (data), %rdx
  push %rbp
  sub %r8, %rax
  mov (data), %rbp
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rdx
  mov 0x18(%rdx), %rsi
  mov %rsi, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%rbp)
  mov 0x20(%rdx), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %rdx
  mov %rcx, %r9
  mov 0x20(%rdx), %rsi
  sub (%rdx), %r9
  cmp 0x08(%rdx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rcx
  jnb (here)
  cmp 0x28(%rdx), %rsi
  jnb (here)
  mov 0x10(%rdx), %r10
  mov 0xC8(%rbx), %rdx
  mov %rdx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r12
  mov %rdx, 0xC8(%rbx,%r10,1)
  and $0xFFFFFF, %r12d
  mov %rdx, (%rsi)
  shl $0x06, %r12
  add (data), %r12
  mov %rdi, 0x08(%rsi)
  mov %rcx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
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
  mov $0x01, %eax
  movq $0x00, %fs:0x08(%rbp)
  pop %rbx
  pop %rbp
  pop %r12
  ret

retprobe_on_entry_counted_shadow_paired_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %r8
  lea (data), %rax
  push %r14
  mov $-0x06, %r14
  push %r13
  sub %r8, %r14
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %r14
  lea (%r14,%r14,1), %rcx
  mov (data), %r14
  add %rcx, %rax
  mov 0x18(%rax), %rdx
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r14), %r10
  test %r10, %r10
  jnz (here)
  add $0xC8, %rdi
  mov %rdi, %fs:0x08(%r14)
  mov 0x28(%rax), %rdx
  mov 0x08(%rdx), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r14), %rsi
  mov %rdi, %r9
  mov 0x20(%rsi), %r15
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%r15), %rdi
  jnb (here)
  mov 0x0C(%rdx), %r9d
  lea (%r15,%r9,8), %r9
  cmp 0x28(%rsi), %r9
  jnb (here)
  mov 0xC8(%rbp), %r9
  mov 0x10(%rsi), %rbx
  mov %r9, %r11
  sub %r8, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  mov 0x18(%rax), %r8
  mov %rcx, 0x18(%rsp)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rax, 0x20(%rsp)
  mov %rdx, %r12
  mov %rdi, 0x28(%rsp)
  mov %rsi, 0x08(%rsp)
  mov %r10, 0x10(%rsp)
  mov %rdi, 0x38(%rbp)
  mov %r8, 0x80(%rbp)
  mov %r9, 0xC8(%rbp,%rbx,1)
  mov %r9, -0x08(%r15)
  nop %ax, (%rax,%rax,1)
  mov %r13d, %eax
  mov 0x10(%r12,%rax,8), %rbx
  mov %rbx, %rcx
  and $0xFFFFFF, %ecx
  shl $0x06, %rcx
  add (data), %rcx
  test %rbx, %rbx
  js (here)
  mov %rcx, %fs:0x10(%r14)
  cmp %rbx, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, (%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  movq $0x00, 0xA8(%rbp)
  call 0x08(%rcx)
  mov (%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %rbx, (%r15)
  add $0x08, %r15
  mov 0x08(%rsp), %rax
  addq $0x01, 0x10(%rsp)
  mov %r15, 0x30(%rax)
  add $0x01, %r13d
  cmp 0x08(%r12), %r13d
  jb (here)
  mov 0x08(%rsp), %rsi
  mov 0x10(%rsp), %r10
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rax
  movq $0x00, 0x30(%rsi)
  mov 0x28(%rsp), %rdi
  test %r10, %r10
  jz (here)
  sub $0x01, %r10
  mov %rdi, (%r15)
  add $0x10, %r15
  shl $0x17, %r10
  or %rcx, %r10
  mov %r10, -0x08(%r15)
  mov %r15, 0x20(%rsi)
  mov 0x80(%rbp), %rdx
  cmp %rdx, 0x18(%rax)
  jnz (here)
  mov 0xC0(%rbp), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbp)
  mov $0x01, %eax
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
  mov %rdi, %rsi
  lea retprobe_return_trampolines, %rdi
  push %r14
  mov $-0x06, %r14
  push %r13
  sub %rdi, %r14
  push %r12
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rsi), %r14
  lea (%r14,%r14,1), %rax
  mov (data), %r14
  mov %rax, %rcx
  mov %rax, 0x28(%rsp)
  lea (data), %rax
  add %rcx, %rax
  lea 0xC8(%rsi), %rcx
  mov 0x18(%rax), %rdx
  mov %rcx, 0x20(%rsp)
  mov %rdx, 0xB0(%rsi)
  mov %fs:0x08(%r14), %r8
  test %r8, %r8
  jnz (here)
  mov 0x20(%rsp), %rcx
  mov %rcx, %fs:0x08(%r14)
  mov 0x28(%rax), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r14), %r15
  mov 0x20(%rsp), %rcx
  mov 0x20(%r15), %r13
  mov %rcx, %rax
  sub (%r15), %rax
  cmp 0x08(%r15), %rax
  jnb (here)
  cmp -0x10(%r13), %rcx
  jnb (here)
  mov 0x0C(%rdx), %eax
  lea (%r13,%rax,8), %rax
  cmp 0x28(%r15), %rax
  jnb (here)
  mov 0xC8(%rsi), %rax
  mov 0x10(%r15), %r11
  mov %rax, %r10
  sub %rdi, %r10
  cmp $0x1FFFFF, %r10
  jbe (here)
  mov %rax, 0xC8(%rsi,%r11,1)
  add $0x08, %r13
  xor %r12d, %r12d
  mov %rax, -0x08(%r13)
  nop
  mov %r12d, %eax
  mov 0x10(%rdx,%rax,8), %rbp
  mov %rbp, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add (data), %rbx
  test %rbp, %rbp
  js (here)
  mov %rbx, %fs:0x10(%r14)
  cmp %rbp, (%rbx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x18(%rsp)
  mov 0x18(%rbx), %rdi
  mov %r8, 0x10(%rsp)
  movq $0x00, 0xA8(%rsi)
  mov %rsi, 0x08(%rsp)
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x08(%rsp), %rsi
  mov 0x10(%rsp), %r8
  mov 0x18(%rsp), %rdx
  jz (here)
  mov %rbp, (%r13)
  add $0x08, %r13
  mov %r13, 0x30(%r15)
  add $0x01, %r8
  add $0x01, %r12d
  cmp 0x08(%rdx), %r12d
  jb (here)
  movq $0x00, 0x30(%r15)
  test %r8, %r8
  jz (here)
  mov 0x20(%rsp), %rax
  sub $0x01, %r8
  add $0x10, %r13
  shl $0x17, %r8
  mov %rax, -0x10(%r13)
  mov 0x28(%rsp), %rax
  or %rax, %r8
  mov $0x01, %eax
  mov %r8, -0x08(%r13)
  mov %r13, 0x20(%r15)
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
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r14
  sub %r8, %rax
  push %r13
  push %r12
  mov (data), %r12
  push %rbp
  lea (data), %rbp
  push %rbx
  add 0xC0(%rdi), %rax
  mov %rdi, %rbx
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rdx
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r12)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rcx, %r9
  mov 0x20(%rdx), %rsi
  sub (%rdx), %r9
  cmp 0x08(%rdx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rcx
  jnb (here)
  cmp 0x28(%rdx), %rsi
  jnb (here)
  mov 0x10(%rdx), %r10
  mov 0xC8(%rbx), %rdx
  mov %rdx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov 0x18(%rbp), %r8
  mov %rcx, 0x38(%rbx)
  lea retprobe_go_with_flags, %r14
  and $0xFFFFFF, %r13d
  shl $0x06, %r13
  add (data), %r13
  mov %r8, 0x80(%rbx)
  mov %rdx, 0xC8(%rbx,%r10,1)
  mov %rdx, (%rsi)
  mov %rdi, 0x08(%rsi)
  mov %rcx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov %r14, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  ret

retprobe_on_entry_counted_shadow_replace_direct_partial:
  push %r13
  lea retprobe_return_trampolines, %r8
  mov $-0x06, %rax
  push %r12
  sub %r8, %rax
  push %rbp
  lea (data), %rbp
  push %rbx
  mov %rdi, %rbx
  sub $0x08, %rsp
  add 0xC0(%rdi), %rax
  mov (data), %r12
  add %rax, %rax
  add %rax, %rbp
  mov 0x18(%rbp), %rdx
  mov %rdx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rcx
  mov %rcx, %fs:0x08(%r12)
  mov 0x20(%rbp), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rdx
  mov %rcx, %r9
  mov 0x20(%rdx), %rsi
  sub (%rdx), %r9
  cmp 0x08(%rdx), %r9
  jnb (here)
  cmp -0x10(%rsi), %rcx
  jnb (here)
  cmp 0x28(%rdx), %rsi
  jnb (here)
  mov 0x10(%rdx), %r10
  mov 0xC8(%rbx), %rdx
  mov %rdx, %r9
  sub %r8, %r9
  cmp $0x1FFFFF, %r9
  jbe (here)
  mov %rdi, %r13
  mov %rdx, 0xC8(%rbx,%r10,1)
  and $0xFFFFFF, %r13d
  mov %rdx, (%rsi)
  shl $0x06, %r13
  add (data), %r13
  mov %rdi, 0x08(%rsi)
  mov %rcx, 0x10(%rsi)
  mov %rax, 0x18(%rsi)
  mov %r13, %fs:0x10(%r12)
  cmp %rdi, (%r13)
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
  mov 0xB0(%rbx), %rax
  mov %rax, 0xB8(%rbx)
  mov 0x10(%rbp), %rax
  mov %rax, 0xC8(%rbx)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x08, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  ret

retprobe_on_entry_counted_shadow_replace_iterating_full:
  push %r15
  lea retprobe_return_trampolines, %r8
  lea (data), %rax
  push %r14
  mov $-0x06, %r14
  push %r13
  sub %r8, %r14
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %r14
  lea (%r14,%r14,1), %rcx
  mov (data), %r14
  add %rcx, %rax
  mov 0x18(%rax), %rdx
  mov %rdx, 0xB0(%rdi)
  mov %fs:0x08(%r14), %r10
  test %r10, %r10
  jnz (here)
  add $0xC8, %rdi
  mov %rdi, %fs:0x08(%r14)
  mov 0x28(%rax), %rdx
  mov 0x08(%rdx), %esi
  test %esi, %esi
  jz (here)
  mov %fs:(%r14), %rsi
  mov %rdi, %r9
  mov 0x20(%rsi), %r15
  sub (%rsi), %r9
  cmp 0x08(%rsi), %r9
  jnb (here)
  cmp -0x10(%r15), %rdi
  jnb (here)
  mov 0x0C(%rdx), %r9d
  lea (%r15,%r9,8), %r9
  cmp 0x28(%rsi), %r9
  jnb (here)
  mov 0xC8(%rbp), %r9
  mov 0x10(%rsi), %rbx
  mov %r9, %r11
  sub %r8, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  mov 0x18(%rax), %r8
  mov %rcx, 0x18(%rsp)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rax, 0x20(%rsp)
  mov %rdx, %r12
  mov %rdi, 0x28(%rsp)
  mov %rsi, 0x08(%rsp)
  mov %r10, 0x10(%rsp)
  mov %rdi, 0x38(%rbp)
  mov %r8, 0x80(%rbp)
  mov %r9, 0xC8(%rbp,%rbx,1)
  mov %r9, -0x08(%r15)
  nop %ax, (%rax,%rax,1)
  mov %r13d, %eax
  mov 0x10(%r12,%rax,8), %rbx
  mov %rbx, %rcx
  and $0xFFFFFF, %ecx
  shl $0x06, %rcx
  add (data), %rcx
  test %rbx, %rbx
  js (here)
  mov %rcx, %fs:0x10(%r14)
  cmp %rbx, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, (%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  movq $0x00, 0xA8(%rbp)
  call 0x08(%rcx)
  mov (%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %rbx, (%r15)
  add $0x08, %r15
  mov 0x08(%rsp), %rax
  addq $0x01, 0x10(%rsp)
  mov %r15, 0x30(%rax)
  add $0x01, %r13d
  cmp 0x08(%r12), %r13d
  jb (here)
  mov 0x08(%rsp), %rsi
  mov 0x10(%rsp), %r10
  lea retprobe_go_with_flags, %rdx
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rax
  movq $0x00, 0x30(%rsi)
  mov 0x28(%rsp), %rdi
  test %r10, %r10
  jz (here)
  sub $0x01, %r10
  mov %rdi, (%r15)
  add $0x10, %r15
  shl $0x17, %r10
  or %rcx, %r10
  mov %r10, -0x08(%r15)
  mov %r15, 0x20(%rsi)
  mov 0x80(%rbp), %rsi
  cmp 0x18(%rax), %rsi
  jnz (here)
  mov %rdx, 0xB8(%rbp)
  mov 0x10(%rax), %rax
  mov %rax, 0xC8(%rbp)
  xor %eax, %eax
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
  push %r14
  mov $-0x06, %r14
  push %r13
  sub %r8, %r14
  push %r12
  push %rbp
  mov %rdi, %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%rdi), %r14
  lea (data), %rdi
  lea (%r14,%r14,1), %rcx
  mov (data), %r14
  add %rcx, %rdi
  mov 0x18(%rdi), %rax
  mov %rax, 0xB0(%rbp)
  mov %fs:0x08(%r14), %rsi
  test %rsi, %rsi
  jnz (here)
  lea 0xC8(%rbp), %r9
  mov %r9, %fs:0x08(%r14)
  mov 0x28(%rdi), %rdx
  mov 0x08(%rdx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r14), %rax
  mov %r9, %r10
  mov 0x20(%rax), %r15
  sub (%rax), %r10
  cmp 0x08(%rax), %r10
  jnb (here)
  cmp -0x10(%r15), %r9
  jnb (here)
  mov 0x0C(%rdx), %r10d
  lea (%r15,%r10,8), %r10
  cmp 0x28(%rax), %r10
  jnb (here)
  mov 0xC8(%rbp), %r10
  mov 0x10(%rax), %rbx
  mov %r10, %r11
  sub %r8, %r11
  cmp $0x1FFFFF, %r11
  jbe (here)
  mov %rcx, 0x18(%rsp)
  add $0x08, %r15
  xor %r13d, %r13d
  mov %rdx, %r12
  mov %rdi, 0x20(%rsp)
  mov %r9, 0x28(%rsp)
  mov %rax, 0x08(%rsp)
  mov %rsi, 0x10(%rsp)
  mov %r10, 0xC8(%rbp,%rbx,1)
  mov %r10, -0x08(%r15)
  nop %eax, (%rax,%rax,1)
  mov %r13d, %eax
  mov 0x10(%r12,%rax,8), %rbx
  mov %rbx, %rcx
  and $0xFFFFFF, %ecx
  shl $0x06, %rcx
  add (data), %rcx
  test %rbx, %rbx
  js (here)
  mov %rcx, %fs:0x10(%r14)
  cmp %rbx, (%rcx)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %rcx, (%rsp)
  mov 0x18(%rcx), %rdi
  mov %rbp, %rsi
  movq $0x00, 0xA8(%rbp)
  call 0x08(%rcx)
  mov (%rsp), %rcx
  and 0x20(%rcx), %al
  jz (here)
  mov %rbx, (%r15)
  add $0x08, %r15
  mov 0x08(%rsp), %rax
  addq $0x01, 0x10(%rsp)
  mov %r15, 0x30(%rax)
  add $0x01, %r13d
  cmp 0x08(%r12), %r13d
  jb (here)
  mov 0x08(%rsp), %rax
  mov 0x10(%rsp), %rsi
  mov 0x18(%rsp), %rcx
  mov 0x20(%rsp), %rdi
  movq $0x00, 0x30(%rax)
  mov 0x28(%rsp), %r9
  test %rsi, %rsi
  jz (here)
  sub $0x01, %rsi
  mov %r9, (%r15)
  add $0x10, %r15
  shl $0x17, %rsi
  or %rcx, %rsi
  mov %rsi, -0x08(%r15)
  mov %r15, 0x20(%rax)
  mov 0xB0(%rbp), %rax
  mov %rax, 0xB8(%rbp)
  mov 0x10(%rdi), %rax
  mov %rax, 0xC8(%rbp)
  xor %eax, %eax
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
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %r12
  mov %rax, %rsi
  mov 0x20(%r12), %rcx
  sub (%r12), %rsi
  cmp 0x08(%r12), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%r12), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%r12), %r8
  mov %rcx, %rsi
  sub %rdx, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%r13), %rax
  mov %rdi, %r14
  and $0xFFFFFF, %r14d
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  shl $0x06, %r14
  mov %rcx, 0xC8(%rbx,%r8,1)
  add %r14, %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r15
  mov (%r15), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r15), %rdx
  lea 0x40(%r15,%rdx,1), %r8
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r8), %esi
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rsi, %rdx
  lock cmpxchg %rdx, (%r15)
  jnz (here)
  lock addl $0x01, 0x08(%r15)
  mov 0x20(%r8), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r8), %rdx
  cmovz %rax, %rdx
  add (data), %r14
  mov %r14, %fs:0x10(%rbp)
  cmp %rdi, (%r14)
  jnz (here)
  mov %rcx, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, 0x08(%rsp)
  mov 0x18(%r14), %rdi
  mov %rbx, %rsi
  mov %rdx, 0xA8(%rbx)
  call 0x08(%r14)
  and 0x20(%r14), %al
  mov 0x08(%rsp), %r8
  mov (%rsp), %rcx
  jnz (here)
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x70(%r12), %rax
  mov %r13, 0x10(%r8)
  mov %rcx, 0x18(%r8)
  mov %rax, (%r8)
  mov %r8, 0x70(%r12)
  addq $0x01, 0x38(%r12)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r13), %rax
  jnz (here)
  mov 0xC0(%rbx), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%rbx)
  mov $0x01, %eax
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
  mov (data), %r12
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rbp
  mov %rax, %rsi
  mov 0x20(%rbp), %rcx
  sub (%rbp), %rsi
  cmp 0x08(%rbp), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rbp), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%rbp), %rsi
  mov %rcx, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov %rdi, %r14
  mov (data), %rax
  mov %rcx, 0xC8(%rbx,%rsi,1)
  and $0xFFFFFF, %r14d
  shl $0x06, %r14
  add %r14, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r15
  mov (%r15), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  mov %rax, %rsi
  imul 0x10(%r15), %rdx
  shr $0x20, %rsi
  add $0x01, %rsi
  shl $0x20, %rsi
  lea 0x40(%r15,%rdx,1), %rdx
  mov 0x2C(%rdx), %r8d
  or %r8, %rsi
  lock cmpxchg %rsi, (%r15)
  jnz (here)
  lock addl $0x01, 0x08(%r15)
  mov 0x20(%rdx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rdx), %rsi
  cmovz %rax, %rsi
  add (data), %r14
  mov %r14, %fs:0x10(%r12)
  cmp %rdi, (%r14)
  jnz (here)
  mov %rcx, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%r14), %rdi
  mov %rsi, 0xA8(%rbx)
  mov %rbx, %rsi
  call 0x08(%r14)
  and 0x20(%r14), %al
  mov 0x08(%rsp), %rdx
  mov (%rsp), %rcx
  jnz (here)
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x70(%rbp), %rax
  mov %r13, 0x10(%rdx)
  mov %rcx, 0x18(%rdx)
  mov %rax, (%rdx)
  mov $0x01, %eax
  mov %rdx, 0x70(%rbp)
  addq $0x01, 0x38(%rbp)
  jmp (here)

retprobe_on_entry_instance_pool_paired_iterating_full:
  push %r15
  mov $-0x06, %rax
  lea (data), %rdx
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  lea retprobe_return_trampolines, %rdi
  push %rbp
  sub %rdi, %rax
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%r12), %rax
  mov (data), %r15
  lea (%rdx,%rax,2), %r10
  mov 0x18(%r10), %rax
  mov %rax, 0xB0(%r12)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%r12), %r9
  mov %r9, %fs:0x08(%r15)
  mov 0x28(%r10), %rcx
  mov 0x08(%rcx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %rsi
  mov %r9, %rax
  mov 0x20(%rsi), %r8
  sub (%rsi), %rax
  cmp 0x08(%rsi), %rax
  setb %dl
  cmp -0x10(%r8), %r9
  setb %al
  and %al, %dl
  mov %dl, 0x27(%rsp)
  jnz (here)
  mov 0x0C(%rcx), %eax
  lea (%r8,%rax,8), %rax
  cmp 0x28(%rsi), %rax
  jnb (here)
  mov 0xC8(%r12), %rax
  mov 0x10(%rsi), %r8
  mov %rax, %rdx
  sub %rdi, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x18(%r10), %rdx
  xor %r13d, %r13d
  xor %r11d, %r11d
  mov %r9, 0x38(%r12)
  mov %r12, 0x28(%rsp)
  mov %r13d, %r14d
  mov %rcx, %rbp
  mov %rdx, 0x80(%r12)
  mov %r10, 0x10(%rsp)
  mov %rax, 0xC8(%r12,%r8,1)
  mov %r11d, %r12d
  mov %r9, 0x30(%rsp)
  mov %rsi, 0x38(%rsp)
  jmp (here)
  mov 0x30(%rsp), %rax
  mov (%rax), %r9
  mov %r14d, %eax
  mov 0x10(%rbp,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add %rbx, %rax
  mov %rax, %fs:0x10(%r15)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r13
  mov (%r13), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r13), %rdx
  lea 0x40(%r13,%rdx,1), %r8
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r8), %ecx
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rcx, %rdx
  lock cmpxchg %rdx, (%r13)
  jnz (here)
  lock addl $0x01, 0x08(%r13)
  mov 0x20(%r8), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r8), %rsi
  cmovz %rax, %rsi
  add (data), %rbx
  mov %rbx, %fs:0x10(%r15)
  cmp %rdi, (%rbx)
  jnz (here)
  mov %r9, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov 0x28(%rsp), %rax
  mov 0x18(%rbx), %rdi
  mov %r8, 0x18(%rsp)
  mov %rsi, 0xA8(%rax)
  mov %rax, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x18(%rsp), %r8
  mov 0x08(%rsp), %r9
  jnz (here)
  test %r12b, %r12b
  jz (here)
  mov 0x10(%rsp), %rax
  movzxb 0x27(%rsp), %r12d
  mov 0x10(%rax), %r9
  jmp (here)
  mov 0x38(%rsp), %rcx
  mov 0x10(%rsp), %rax
  mov %r9, 0x18(%r8)
  add $0x01, %r14d
  mov %rax, 0x10(%r8)
  mov 0x70(%rcx), %rax
  mov %rax, (%r8)
  mov %r8, 0x70(%rcx)
  addq $0x01, 0x38(%rcx)
  cmp 0x08(%rbp), %r14d
  jb (here)
  mov 0x28(%rsp), %r12
  mov 0x10(%rsp), %r10
  mov 0x80(%r12), %rax
  cmp 0x18(%r10), %rax
  jz (here)
  mov 0xC0(%r12), %rax
  add $0x02, %rax
  mov %rax, 0xB8(%r12)
  mov $0x01, %eax
  mov %eax, %r11d
  mov %r11d, %eax
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_instance_pool_paired_iterating_partial:
  push %r15
  mov $-0x06, %rax
  lea (data), %rdx
  push %r14
  push %r13
  mov %rdi, %r13
  lea retprobe_return_trampolines, %rdi
  push %r12
  sub %rdi, %rax
  push %rbp
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%r13), %rax
  mov (data), %r15
  lea (%rdx,%rax,2), %r10
  mov 0x18(%r10), %rax
  mov %rax, 0xB0(%r13)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%r13), %r9
  mov %r9, %fs:0x08(%r15)
  mov 0x28(%r10), %rcx
  mov 0x08(%rcx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %rsi
  mov %r9, %rax
  mov 0x20(%rsi), %r8
  sub (%rsi), %rax
  cmp 0x08(%rsi), %rax
  setb %dl
  cmp -0x10(%r8), %r9
  setb %al
  and %al, %dl
  mov %dl, 0x1F(%rsp)
  jnz (here)
  mov 0x0C(%rcx), %eax
  lea (%r8,%rax,8), %rax
  cmp 0x28(%rsi), %rax
  jnb (here)
  mov 0xC8(%r13), %rax
  mov 0x10(%rsi), %r8
  mov %rax, %rdx
  sub %rdi, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  xor %r12d, %r12d
  xor %r11d, %r11d
  mov %r13, 0x28(%rsp)
  mov %rcx, %r14
  mov %rax, 0xC8(%r13,%r8,1)
  mov %r12d, %ebp
  mov %r11d, %r13d
  mov %r10, 0x20(%rsp)
  mov %r9, 0x30(%rsp)
  mov %rsi, 0x38(%rsp)
  jmp (here)
  mov 0x30(%rsp), %rax
  mov (%rax), %r9
  mov %ebp, %eax
  mov 0x10(%r14,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add %rbx, %rax
  mov %rax, %fs:0x10(%r15)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r12
  mov (%r12), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r12), %rdx
  lea 0x40(%r12,%rdx,1), %r8
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r8), %ecx
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rcx, %rdx
  lock cmpxchg %rdx, (%r12)
  jnz (here)
  lock addl $0x01, 0x08(%r12)
  mov 0x20(%r8), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r8), %rsi
  cmovz %rax, %rsi
  add (data), %rbx
  mov %rbx, %fs:0x10(%r15)
  cmp %rdi, (%rbx)
  jnz (here)
  mov %r9, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov 0x28(%rsp), %rax
  mov 0x18(%rbx), %rdi
  mov %r8, 0x10(%rsp)
  mov %rsi, 0xA8(%rax)
  mov %rax, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x10(%rsp), %r8
  mov 0x08(%rsp), %r9
  jnz (here)
  test %r13b, %r13b
  jz (here)
  mov 0x20(%rsp), %rax
  movzxb 0x1F(%rsp), %r13d
  mov 0x10(%rax), %r9
  jmp (here)
  mov 0x38(%rsp), %rcx
  mov 0x20(%rsp), %rax
  mov %r9, 0x18(%r8)
  add $0x01, %ebp
  mov %rax, 0x10(%r8)
  mov 0x70(%rcx), %rax
  mov %rax, (%r8)
  mov %r8, 0x70(%rcx)
  addq $0x01, 0x38(%rcx)
  cmp 0x08(%r14), %ebp
  jb (here)
  nop %eax, (%rax,%rax,1)
  mov $0x01, %eax
  mov %eax, %r11d
  mov %r11d, %eax
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

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
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%rbp)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%rbp)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%rbp), %r12
  mov %rax, %rsi
  mov 0x20(%r12), %rcx
  sub (%r12), %rsi
  cmp 0x08(%r12), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%r12), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%r12), %r8
  mov %rcx, %rsi
  sub %rdx, %rsi
  cmp $0x1FFFFF, %rsi
  jbe (here)
  mov %rax, 0x38(%rbx)
  mov 0x18(%r13), %rax
  mov %rdi, %r14
  and $0xFFFFFF, %r14d
  mov %rax, 0x80(%rbx)
  mov (data), %rax
  shl $0x06, %r14
  mov %rcx, 0xC8(%rbx,%r8,1)
  lea retprobe_go_with_flags, %r8
  add %r14, %rax
  mov %rax, %fs:0x10(%rbp)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r15
  mov (%r15), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  mov %rax, %rsi
  imul 0x10(%r15), %rdx
  shr $0x20, %rsi
  add $0x01, %rsi
  shl $0x20, %rsi
  lea 0x40(%r15,%rdx,1), %rdx
  mov 0x2C(%rdx), %r9d
  or %r9, %rsi
  lock cmpxchg %rsi, (%r15)
  jnz (here)
  lock addl $0x01, 0x08(%r15)
  mov 0x20(%rdx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rdx), %rsi
  cmovz %rax, %rsi
  add (data), %r14
  mov %r14, %fs:0x10(%rbp)
  cmp %rdi, (%r14)
  jnz (here)
  mov %rcx, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%r14), %rdi
  mov %rsi, 0xA8(%rbx)
  mov %rbx, %rsi
  call 0x08(%r14)
  and 0x20(%r14), %al
  lea retprobe_go_with_flags, %r8
  mov 0x08(%rsp), %rdx
  mov (%rsp), %rcx
  jnz (here)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%rbp)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x70(%r12), %rax
  mov %r13, 0x10(%rdx)
  mov %rcx, 0x18(%rdx)
  mov %rax, (%rdx)
  mov %rdx, 0x70(%r12)
  addq $0x01, 0x38(%r12)
  mov 0x80(%rbx), %rax
  cmp 0x18(%r13), %rax
  jnz (here)
  mov %r8, 0xB8(%rbx)
  mov 0x10(%r13), %rax
  mov %rax, 0xC8(%rbx)
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
  mov (data), %r12
  lea (%rcx,%rax,2), %r13
  mov 0x18(%r13), %rcx
  mov %rcx, 0xB0(%rdi)
  cmpq $0x00, %fs:0x08(%r12)
  jnz (here)
  lea 0xC8(%rdi), %rax
  mov %rax, %fs:0x08(%r12)
  mov 0x20(%r13), %rdi
  test %rdi, %rdi
  jle (here)
  mov %fs:(%r12), %rbp
  mov %rax, %rsi
  mov 0x20(%rbp), %rcx
  sub (%rbp), %rsi
  cmp 0x08(%rbp), %rsi
  jnb (here)
  cmp -0x10(%rcx), %rax
  jnb (here)
  cmp 0x28(%rbp), %rcx
  jnb (here)
  mov 0xC8(%rbx), %rcx
  mov 0x10(%rbp), %rsi
  mov %rcx, %rax
  sub %rdx, %rax
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov %rdi, %r14
  mov (data), %rax
  mov %rcx, 0xC8(%rbx,%rsi,1)
  and $0xFFFFFF, %r14d
  shl $0x06, %r14
  add %r14, %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r15
  mov (%r15), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  mov %rax, %rsi
  imul 0x10(%r15), %rdx
  shr $0x20, %rsi
  add $0x01, %rsi
  shl $0x20, %rsi
  lea 0x40(%r15,%rdx,1), %rdx
  mov 0x2C(%rdx), %r8d
  or %r8, %rsi
  lock cmpxchg %rsi, (%r15)
  jnz (here)
  lock addl $0x01, 0x08(%r15)
  mov 0x20(%rdx), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%rdx), %rsi
  cmovz %rax, %rsi
  add (data), %r14
  mov %r14, %fs:0x10(%r12)
  cmp %rdi, (%r14)
  jnz (here)
  mov %rcx, (%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov %rdx, 0x08(%rsp)
  mov 0x18(%r14), %rdi
  mov %rsi, 0xA8(%rbx)
  mov %rbx, %rsi
  call 0x08(%r14)
  and 0x20(%r14), %al
  mov 0x08(%rsp), %rdx
  mov (%rsp), %rcx
  jnz (here)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r12)
  add $0x18, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
  mov 0x70(%rbp), %rax
  mov %r13, 0x10(%rdx)
  mov %rcx, 0x18(%rdx)
  mov %rax, (%rdx)
  mov %rdx, 0x70(%rbp)
  mov 0xB0(%rbx), %rax
  addq $0x01, 0x38(%rbp)
  mov %rax, 0xB8(%rbx)
  mov 0x10(%r13), %rax
  mov %rax, 0xC8(%rbx)
  jmp (here)

retprobe_on_entry_instance_pool_replace_iterating_full:
  push %r15
  mov $-0x06, %rax
  lea (data), %rdx
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  lea retprobe_return_trampolines, %rdi
  push %rbp
  sub %rdi, %rax
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%r12), %rax
  mov (data), %r15
  lea (%rdx,%rax,2), %r9
  mov 0x18(%r9), %rax
  mov %rax, 0xB0(%r12)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%r12), %r10
  mov %r10, %fs:0x08(%r15)
  mov 0x28(%r9), %rcx
  mov 0x08(%rcx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %rsi
  mov %r10, %rax
  mov 0x20(%rsi), %r8
  sub (%rsi), %rax
  cmp 0x08(%rsi), %rax
  setb %dl
  cmp -0x10(%r8), %r10
  setb %al
  and %al, %dl
  mov %dl, 0x27(%rsp)
  jnz (here)
  mov 0x0C(%rcx), %eax
  lea (%r8,%rax,8), %rax
  cmp 0x28(%rsi), %rax
  jnb (here)
  mov 0xC8(%r12), %rax
  mov 0x10(%rsi), %r8
  mov %rax, %rdx
  sub %rdi, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov 0x18(%r9), %rdx
  xor %r13d, %r13d
  xor %r11d, %r11d
  mov %r10, 0x38(%r12)
  mov %r12, 0x28(%rsp)
  mov %r11d, %r14d
  mov %r13d, %ebp
  mov %rdx, 0x80(%r12)
  mov %r9, 0x10(%rsp)
  mov %rax, 0xC8(%r12,%r8,1)
  mov %rcx, %r12
  mov %r10, 0x30(%rsp)
  mov %rsi, 0x38(%rsp)
  jmp (here)
  mov 0x30(%rsp), %rax
  mov (%rax), %r9
  mov %ebp, %eax
  mov 0x10(%r12,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add %rbx, %rax
  mov %rax, %fs:0x10(%r15)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r13
  mov (%r13), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r13), %rdx
  lea 0x40(%r13,%rdx,1), %r8
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r8), %ecx
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rcx, %rdx
  lock cmpxchg %rdx, (%r13)
  jnz (here)
  lock addl $0x01, 0x08(%r13)
  mov 0x20(%r8), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r8), %rsi
  cmovz %rax, %rsi
  add (data), %rbx
  mov %rbx, %fs:0x10(%r15)
  cmp %rdi, (%rbx)
  jnz (here)
  mov %r9, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov 0x28(%rsp), %rax
  mov 0x18(%rbx), %rdi
  mov %r8, 0x18(%rsp)
  mov %rsi, 0xA8(%rax)
  mov %rax, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x18(%rsp), %r8
  mov 0x08(%rsp), %r9
  jnz (here)
  test %r14b, %r14b
  jz (here)
  mov 0x10(%rsp), %rax
  movzxb 0x27(%rsp), %r14d
  mov 0x10(%rax), %r9
  jmp (here)
  mov 0x38(%rsp), %rcx
  mov 0x10(%rsp), %rax
  mov %r9, 0x18(%r8)
  add $0x01, %ebp
  mov %rax, 0x10(%r8)
  mov 0x70(%rcx), %rax
  mov %rax, (%r8)
  mov %r8, 0x70(%rcx)
  addq $0x01, 0x38(%rcx)
  cmp 0x08(%r12), %ebp
  jb (here)
  mov 0x28(%rsp), %r12
  mov 0x10(%rsp), %r9
  mov 0x80(%r12), %rax
  cmp %rax, 0x18(%r9)
  jnz (here)
  lea retprobe_go_with_flags, %rax
  mov %rax, 0xB8(%r12)
  mov 0x10(%r9), %rax
  mov %rax, 0xC8(%r12)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_entry_instance_pool_replace_iterating_partial:
  push %r15
  mov $-0x06, %rax
  lea (data), %rdx
  push %r14
  push %r13
  push %r12
  mov %rdi, %r12
  lea retprobe_return_trampolines, %rdi
  push %rbp
  sub %rdi, %rax
  push %rbx
  sub $0x48, %rsp
  add 0xC0(%r12), %rax
  mov (data), %r15
  lea (%rdx,%rax,2), %r10
  mov 0x18(%r10), %rax
  mov %rax, 0xB0(%r12)
  cmpq $0x00, %fs:0x08(%r15)
  jnz (here)
  lea 0xC8(%r12), %r9
  mov %r9, %fs:0x08(%r15)
  mov 0x28(%r10), %rcx
  mov 0x08(%rcx), %eax
  test %eax, %eax
  jz (here)
  mov %fs:(%r15), %rsi
  mov %r9, %rax
  mov 0x20(%rsi), %r8
  sub (%rsi), %rax
  cmp 0x08(%rsi), %rax
  setb %dl
  cmp -0x10(%r8), %r9
  setb %al
  and %al, %dl
  mov %dl, 0x27(%rsp)
  jnz (here)
  mov 0x0C(%rcx), %eax
  lea (%r8,%rax,8), %rax
  cmp 0x28(%rsi), %rax
  jnb (here)
  mov 0xC8(%r12), %rax
  mov 0x10(%rsi), %r8
  mov %rax, %rdx
  sub %rdi, %rdx
  cmp $0x1FFFFF, %rdx
  jbe (here)
  xor %r13d, %r13d
  xor %r11d, %r11d
  mov %r12, 0x28(%rsp)
  mov %rcx, %rbp
  mov %rax, 0xC8(%r12,%r8,1)
  mov %r13d, %r14d
  mov %r11d, %r12d
  mov %r10, 0x10(%rsp)
  mov %r9, 0x30(%rsp)
  mov %rsi, 0x38(%rsp)
  jmp (here)
  mov 0x30(%rsp), %rax
  mov (%rax), %r9
  mov %r14d, %eax
  mov 0x10(%rbp,%rax,8), %rdi
  mov (data), %rax
  mov %rdi, %rbx
  and $0xFFFFFF, %ebx
  shl $0x06, %rbx
  add %rbx, %rax
  mov %rax, %fs:0x10(%r15)
  cmp %rdi, (%rax)
  jnz (here)
  mov 0x30(%rax), %r13
  mov (%r13), %rax
  test %eax, %eax
  jz (here)
  lea -0x01(%rax), %edx
  imul 0x10(%r13), %rdx
  lea 0x40(%r13,%rdx,1), %r8
  mov %rax, %rdx
  shr $0x20, %rdx
  mov 0x2C(%r8), %ecx
  add $0x01, %rdx
  shl $0x20, %rdx
  or %rcx, %rdx
  lock cmpxchg %rdx, (%r13)
  jnz (here)
  lock addl $0x01, 0x08(%r13)
  mov 0x20(%r8), %rax
  sar $0x36, %rax
  test %eax, %eax
  mov $0x00, %eax
  lea 0x30(%r8), %rsi
  cmovz %rax, %rsi
  add (data), %rbx
  mov %rbx, %fs:0x10(%r15)
  cmp %rdi, (%rbx)
  jnz (here)
  mov %r9, 0x08(%rsp)
  cmpb $0x00, (data)
  jnz (here)
  mov 0x28(%rsp), %rax
  mov 0x18(%rbx), %rdi
  mov %r8, 0x18(%rsp)
  mov %rsi, 0xA8(%rax)
  mov %rax, %rsi
  call 0x08(%rbx)
  and 0x20(%rbx), %al
  mov 0x18(%rsp), %r8
  mov 0x08(%rsp), %r9
  jnz (here)
  test %r12b, %r12b
  jz (here)
  mov 0x10(%rsp), %rax
  movzxb 0x27(%rsp), %r12d
  mov 0x10(%rax), %r9
  jmp (here)
  mov 0x38(%rsp), %rcx
  mov 0x10(%rsp), %rax
  mov %r9, 0x18(%r8)
  add $0x01, %r14d
  mov %rax, 0x10(%r8)
  mov 0x70(%rcx), %rax
  mov %rax, (%r8)
  mov %r8, 0x70(%rcx)
  addq $0x01, 0x38(%rcx)
  cmp 0x08(%rbp), %r14d
  jb (here)
  mov 0x28(%rsp), %r12
  mov 0x10(%rsp), %r10
  mov 0xB0(%r12), %rax
  mov %rax, 0xB8(%r12)
  mov 0x10(%r10), %rax
  mov %rax, 0xC8(%r12)
  xor %eax, %eax
  movq $0x00, %fs:0x08(%r15)
  add $0x48, %rsp
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret

retprobe_on_return_bitmask_slot:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_bitmask_slot.cold
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
  mov -0x08(%rcx), %r9
  test $0x3F, %r9b
  jnz (here)
  mov %r9, %r8
  lea -0x20(%rcx), %r10
  and $0x7FFFC0, %r8d
  add %rdx, %r8
  xor %edx, %edx
  tzcnt -0x18(%rcx), %rdx
  mov -0x20(%rcx), %rcx
  mov %r10, 0x20(%rdi)
  lea retprobe_return_trampolines, %r10
  mov %rcx, %rdi
  mov %r8, 0xA8(%rax)
  sub %r10, %rdi
  mov %rcx, 0xC8(%rax)
  cmp $0x1FFFFF, %rdi
  jbe (here)
  add $0x02, %edx
  mov %rcx, 0x80(%rax)
  mov 0x30(%r8), %rcx
  movsxd %edx, %rdx
  shl $0x04, %rdx
  add %rcx, %rdx
  mov (%rdx), %rcx
  test %rcx, %rcx
  jz (here)
  mov 0x08(%rdx), %rdx
  shl $0x2B, %rdx
  sub %r9, %rdx
  test %rdx, %rdx
  jnle (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rcx, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
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

retprobe_on_return_call_through_framed:
  cmpq $0x00, (%rsi)
  jz (here)
  push %rbx
  mov (data), %rbx
  lea retprobe_call_through, %rdx
  mov %rdi, %r8
  mov $-0x1B, %rax
  mov %rsi, %rdi
  sub %rdx, %rax
  lea (data), %rdx
  add -0x08(%rsi), %rax
  cmpq $0x00, %fs:0x08(%rbx)
  lea (%rdx,%rax,2), %rdx
  jnz retprobe_on_return_call_through_framed.cold
  lea 0xA9(%r8), %rax
  mov %rdx, 0xA8(%r8)
  mov %rax, %fs:0x08(%rbx)
  movq $0x00, 0xB8(%r8)
  mov 0x10(%rdx), %rax
  mov 0x08(%rsi,%rax,1), %rax
  mov %rax, 0x80(%r8)
  cmpq $0x03, 0x08(%rsi)
  jnz (here)
  cmpb $0x00, %fs:0x2D(%rbx)
  mov 0x10(%rsi), %rdx
  jnz (here)
  mov %rdx, %rax
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%rbx)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  movq $0x00, 0xB0(%r8)
  mov 0x18(%rax), %rdi
  mov %r8, %rsi
  call 0x10(%rax)
  movq $0x00, %fs:0x08(%rbx)
  pop %rbx
  ret
  mov %fs:(data), %rdx
  mov %r8, %rsi
  add %rbx, %rdx
  call retprobe::call_through::Design::return_to_several(unsigned long*, retprobe::ReturnFrame&, retprobe::Thread&)
  jmp (here)

retprobe_on_return_chained_trampolines_slot:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_chained_trampolines_slot.cold
  lea 0xA9(%rdi), %rcx
  lea (data), %rdx
  mov %rdx, 0xA8(%rdi)
  mov %rcx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rcx
  mov -0x10(%rcx), %r9
  cmp %r9, %rsi
  jnz (here)
  cmpq $0x00, 0x18(%rdi)
  jz (here)
  mov -0x18(%rcx), %r8
  lea -0x18(%rcx), %rsi
  xor %r10d, %r10d
  movq $0x00, 0xB8(%rax)
  test %r8, %r8
  js (here)
  lea -0x08(%rsi), %r11
  mov -0x08(%rsi), %rsi
  add -0x08(%rcx), %rdx
  lea retprobe_return_trampolines, %rcx
  mov %r11, 0x20(%rdi)
  mov %rdx, 0xA8(%rax)
  mov %rsi, %rdx
  sub %rcx, %rdx
  mov %rsi, 0xC8(%rax)
  cmp $0x1FFFFF, %rdx
  jbe (here)
  mov %rsi, 0x80(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %r8, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
  add (data), %rdx
  mov %rdx, %fs:0x10(%rbx)
  cmp %r8, (%rdx)
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
  mov (data), %rdx
  mov %r9, %rcx
  shr $0x18, %rcx
  mov (%rdx,%rcx,8), %rsi
  test %rsi, %rsi
  jz (here)
  mov (%r9,%rsi,1), %rsi
  jmp (here)

retprobe_on_return_counted_shadow_slot:
  push %rbx
  mov (data), %rbx
  mov %rdi, %rax
  cmpq $0x00, %fs:0x08(%rbx)
  jnz retprobe_on_return_counted_shadow_slot.cold
  lea 0xA9(%rdi), %rdx
  lea (data), %rcx
  mov %rcx, 0xA8(%rdi)
  mov %rdx, %fs:0x08(%rbx)
  mov %fs:(%rbx), %rdi
  mov 0x20(%rdi), %rdx
  mov -0x10(%rdx), %r9
  cmp %r9, %rsi
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
  lea -0x08(%rdx), %r11
  mov -0x08(%rdx), %rdx
  add %r8, %rcx
  mov %r11, 0x20(%rdi)
  lea retprobe_return_trampolines, %rdi
  mov %rcx, 0xA8(%rax)
  mov %rdx, %rcx
  sub %rdi, %rcx
  mov %rdx, 0xC8(%rax)
  cmp $0x1FFFFF, %rcx
  jbe (here)
  mov %rdx, 0x80(%rax)
  cmpb $0x00, %fs:0x2D(%rbx)
  jnz (here)
  mov %rsi, %rdx
  and $0xFFFFFF, %edx
  shl $0x06, %rdx
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

retprobe_on_return_instance_pool_slot:
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
  jnz retprobe_on_return_instance_pool_slot.cold
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
  mov %r8, %rax
  mov %rsi, 0xA8(%r13)
  mov 0x38(%r13), %rcx
  mov %r8, %rdx
  sub %r14, %rax
  mov %r8, 0xC8(%r13)
  cmp $0x1FFFFF, %rax
  jbe (here)
  mov %rdx, 0x80(%r13)
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
  and $0xFFFFFF, %eax
  shl $0x06, %rax
  add (data), %rax
  mov %rax, %fs:0x10(%r12)
  cmp %rdx, (%rax)
  jnz (here)
  cmpb $0x00, (data)
  jnz (here)
  mov %r8, (%rsp)
  mov 0x18(%rax), %rdi
  mov %r13, %rsi
  mov %rcx, 0xB0(%r13)
  call 0x10(%rax)
  mov (%rsp), %r8
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
  cmp %rbp, %r8
  jnz (here)
  mov 0x70(%r15), %rbx
  test %rbx, %rbx
  jz (here)
  mov 0x10(%rbx), %rsi
  mov (%rbx), %rax
  mov 0x18(%rbx), %r8
  mov 0x10(%rsi), %rbp
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
  mov (data), %rdx
  lea -0x08(%rcx), %rax
  shr $0x18, %rax
  mov (%rdx,%rax,8), %rdx
  test %rdx, %rdx
  jz (here)
  mov -0x08(%rcx,%rdx,1), %rdx
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0x10(%rbp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  lea 0xD0(%rsp), %rax
  mov %rax, 0x38(%rsp)
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
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)
  call (data)
  jb (here)
  lea 0x08(%rsp), %rsp
  call -0x20(%rsp)
  jmp (data)
  int3
  jmp -0x10(%rsp)

wl_leaf:
  jmp retprobe_return_trampolines
