// Tests of the recursion guard that a jump out of a hook has left behind.
#include <errno.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include <cstddef>
#include <iterator>

#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

ucontext_t thread_context, coroutine_context;
sigjmp_buf before_the_call;
bool jumps = false;
int jumps_made = 0, exit_handlers = 0;

void to_the_coroutine() { swapcontext(&thread_context, &coroutine_context); }

// One call of pf_meanwhile, which is in flight across the switch back to the thread.
void coroutine() {
  (void)call_during(
      [](int value) {
        swapcontext(&coroutine_context, &thread_context);
        return value;
      },
      1);
}

// Jumps out of the hook that has asked for the alternate stack, or answers for the kernel.
void on_sigsys(int, siginfo_t*, void* context) {
  if (jumps) {
    jumps = false;
    ++jumps_made;
    siglongjmp(before_the_call, 1);
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
}

bool trap_sigaltstack() {
  struct sigaction action{};
  action.sa_sigaction = on_sigsys;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sigaltstack, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{std::size(filter), filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

// An entry handler switches to a coroutine, where a call returns beneath the handler: its exit
// handler does not run. A signal handler jumps out of that return. From then on, exit handlers run
// again: also that of a call whose frame turns out to be stale.
int leave_a_return_beneath_a_hook(const std::string& design) {
  if (configure({.design = design})) return 2;
  constexpr std::size_t bytes = 256 << 10;
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 3;
  TracerOptions options{.name = "mine",
                        .on_entry = [](void*, EntryFrame&) { return true; },
                        .on_return = [](void*, ReturnFrame&) { ++exit_handlers; }};
  static Result<Tracer> tracer = Tracer::make(options);
  options.on_entry = [](void*, EntryFrame&) {
    to_the_coroutine();
    return false;
  };
  static Result<Tracer> switching = Tracer::make(options);
  if (tracer->attach("pf_meanwhile") || switching->attach("pf_one")) return 4;
  getcontext(&coroutine_context);
  coroutine_context.uc_stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = bytes};
  coroutine_context.uc_link = &thread_context;
  makecontext(&coroutine_context, coroutine, 0);
  remove_stack(memory);  // so the hooks ask whether it is the alternate stack
  to_the_coroutine();
  if (!trap_sigaltstack()) return 5;
  jumps = true;
  if (sigsetjmp(before_the_call, 1) == 0) (void)call_plain(1);
  if (jumps_made != 1 || exit_handlers != 0) return 6;
  if (sigsetjmp(before_the_call, 0) == 0)
    (void)call_during([](int) -> int { siglongjmp(before_the_call, 1); }, 1);
  (void)call_during([](int value) { return value; }, 1);
  return exit_handlers == 2 ? 0 : 10 + exit_handlers;
}

using Guard = CallsOnStacks;
TEST_F(Guard, AJumpOutOfAReturnBeneathAHook) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow"})
    EXPECT_EQ(in_child([design] { return leave_a_return_beneath_a_hook(design); }), 0) << design;
}

}  // namespace
}  // namespace retprobe
