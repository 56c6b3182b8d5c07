// Calls the functions that libretprobe.so interposes before that has run its constructors.
// core/unwinding/interposition_test.cc preloads it beside libretprobe.so, which it does not know.
#include <setjmp.h>
#include <ucontext.h>

#include <cstdio>

extern "C" [[noreturn]] void __longjmp_chk(__jmp_buf_tag*, int) noexcept;

namespace {

ucontext_t before, coroutine;
alignas(16) char stack[64 << 10];
bool has_run;

void jump(const char* name, void (*function)(__jmp_buf_tag*, int)) {
  jmp_buf landing;
  if (sigsetjmp(landing, 0) == 0) function(landing, 1);
  std::printf("%s ", name);
}

[[gnu::constructor]] void call_all() {
  jump("longjmp", longjmp);
  jump("_longjmp", _longjmp);
  jump("siglongjmp", siglongjmp);
  jump("__longjmp_chk", __longjmp_chk);
  getcontext(&coroutine);
  coroutine.uc_stack = {.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  coroutine.uc_link = &before;
  makecontext(&coroutine, [] { has_run = true; }, 0);
  swapcontext(&before, &coroutine);
  std::printf("makecontext%s\n", has_run ? "" : " did nothing");
  std::fflush(stdout);
}

}  // namespace
