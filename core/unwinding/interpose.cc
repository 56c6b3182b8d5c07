// Interposes functions of libc, in programs that link with this library or preload it (which
// interposition() finds out):
//
//   longjmp and its variants
//       The tracers of the calls that a jump passes over are notified at once (`abandoned`). If the
//       jump leaves a handler, the guard of its hook is cleared.
//   makecontext
//       Registers the coroutine's stack (add_stack). Its bounds cannot be found in another way.
//
// Other programs do without them. guard.cc and execution_stack.h describe what happens then.
#include <setjmp.h>
#include <ucontext.h>

#include <cstdint>

#include "core/hooks/stack_lookup.h"
#include "core/hooks/thread_registry.h"
#include "core/unwinding/next.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

// The rsp in glibc's jmp_buf: the seventh word, mangled. glibc xors it with fs:0x30 and then
// rotates it left by 17 bits (sysdeps/x86_64/__longjmp.S).
std::uintptr_t target_stack_pointer(const __jmp_buf_tag* environment) {
  constexpr int jb_rsp = 6;
  auto value = static_cast<std::uintptr_t>(environment->__jmpbuf[jb_rsp]);
  std::uintptr_t key;
  asm("mov %%fs:0x30, %0" : "=r"(key));
  value = value >> 17 | value << 47;
  return value ^ key;
}

// Whether a jump from `here` to `target` leaves the running hook. It does if the hook lies on the
// stack that the jump leaves, or below `target` on the stack that it goes to. A jump within a
// handler, or within a signal handler that interrupted it, does not leave the hook. Nor does a jump
// elsewhere, while the handler has switched stacks.
bool leaves_hook(const Thread& thread, std::uintptr_t here, std::uintptr_t target) {
  const std::uintptr_t hook = thread.guard.frame_address();
  // Whether an address is on the hook's stack.
  const auto is_beside = [&](std::uintptr_t address) {
    const ThreadRecord& record = *thread.record;
    const bool native = hook - record.native_low < record.native_bytes;
    if (native != (address - record.native_low < record.native_bytes)) return false;
    const ExecutionStack& current = *thread.current;
    if (!native && current.kind != ExecutionStack::Kind::single_slot && current.contains(hook))
      return current.contains(address);
    const std::uintptr_t within = stack_within(hook);
    if (within != stack_within(address)) return false;
    // Where nothing is known of either's stack, they are on one if they lie close together.
    constexpr std::uintptr_t close = 16 << 10;
    return native || within != 0 || address - hook + close < 2 * close;
  };
  return is_beside(target) ? target > hook : is_beside(here);
}

void before_jump(const __jmp_buf_tag* environment) {
  Thread& thread = this_thread;
  if (!thread.record) return;
  const std::uintptr_t target = target_stack_pointer(environment);
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (clear_guards_left(thread, [&] { return leaves_hook(thread, here, target); }))
    drop_frames_below(thread, target, true);
}

using Jump = void(__jmp_buf_tag*, int);
constinit Next<Jump> real_siglongjmp{"siglongjmp"}, real_longjmp_chk{"__longjmp_chk"};
constinit Next<void()> real_makecontext{"makecontext"};

[[gnu::constructor(101)]] void find_real_functions() {
  real_siglongjmp();
  real_longjmp_chk();
  real_makecontext();
}

}  // namespace
}  // namespace retprobe

// The assembly below calls this with makecontext's first argument.
extern "C" [[gnu::visibility("hidden")]] void* retprobe_before_makecontext(ucontext_t* context) {
  // If the stack cannot be registered, each of its slots is an execution stack. That is slower, but
  // correct.
  (void)static_cast<bool>(retprobe::add_stack(context->uc_stack.ss_sp, context->uc_stack.ss_size));
  return reinterpret_cast<void*>(retprobe::real_makecontext());
}

#define RP_INTERPOSED extern "C" [[noreturn, gnu::visibility("default")]]

RP_INTERPOSED void retprobe_siglongjmp(__jmp_buf_tag* environment, int value) {
  retprobe::before_jump(environment);
  retprobe::real_siglongjmp()(environment, value);
  __builtin_unreachable();
}
RP_INTERPOSED void retprobe_longjmp_chk(__jmp_buf_tag* environment, int value) {
  retprobe::before_jump(environment);
  retprobe::real_longjmp_chk()(environment, value);
  __builtin_unreachable();
}
// The names are set in assembly, since <setjmp.h> declares them with its own types and, with
// _FORTIFY_SOURCE, redirects them.
asm(R"(
        .globl  longjmp, _longjmp, siglongjmp, __longjmp_chk
        .type   longjmp, @function
        .type   _longjmp, @function
        .type   siglongjmp, @function
        .type   __longjmp_chk, @function
        .set    longjmp, retprobe_siglongjmp
        .set    _longjmp, retprobe_siglongjmp
        .set    siglongjmp, retprobe_siglongjmp
        .set    __longjmp_chk, retprobe_longjmp_chk

# makecontext is variadic: its arguments are kept as they are, and it is entered with a jump.
        .text
        .globl  makecontext
        .type   makecontext, @function
makecontext:
        .cfi_startproc
        push    %rdi
        .cfi_adjust_cfa_offset 8
        push    %rsi
        .cfi_adjust_cfa_offset 8
        push    %rdx
        .cfi_adjust_cfa_offset 8
        push    %rcx
        .cfi_adjust_cfa_offset 8
        push    %r8
        .cfi_adjust_cfa_offset 8
        push    %r9
        .cfi_adjust_cfa_offset 8
        push    %rax
        .cfi_adjust_cfa_offset 8
        call    retprobe_before_makecontext
        mov     %rax, %r11
        pop     %rax
        .cfi_adjust_cfa_offset -8
        pop     %r9
        .cfi_adjust_cfa_offset -8
        pop     %r8
        .cfi_adjust_cfa_offset -8
        pop     %rcx
        .cfi_adjust_cfa_offset -8
        pop     %rdx
        .cfi_adjust_cfa_offset -8
        pop     %rsi
        .cfi_adjust_cfa_offset -8
        pop     %rdi
        .cfi_adjust_cfa_offset -8
        jmp     *%r11
        .cfi_endproc
        .size   makecontext, . - makecontext
)");
