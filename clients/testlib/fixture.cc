#include "clients/testlib/fixture.h"

// Prevents inlining and cloning, and keeps the compiler from treating the function as pure.
#if defined(__clang__)
#define FIXTURE __attribute__((noinline))
#else
#define FIXTURE __attribute__((noipa))
#endif

namespace {

// Hides from the compiler how the value was made, so that no call before it becomes a tail call.
[[gnu::always_inline]] inline int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

}  // namespace

extern "C" {

FIXTURE int fx_leaf(int value) { return opaque(value) + 1; }
FIXTURE int fx_middle(int value) { return opaque(fx_leaf(value)) + 10; }
FIXTURE int fx_outer(int value) {
  int sum = opaque(fx_leaf(value));
  sum += opaque(fx_leaf(sum));
  return sum + opaque(fx_middle(sum));
}
FIXTURE int fx_fib(int n) {
  if (n < 2) return opaque(n);
  const int first = opaque(fx_fib(n - 1));
  return first + opaque(fx_fib(n - 2));
}
FIXTURE int fx_tail_target(int value) { return opaque(value) * 3; }
FIXTURE int fx_tail_caller(int value) { return fx_tail_target(opaque(value) + 1); }
FIXTURE void fx_thrower(int value) { throw opaque(value); }
FIXTURE int fx_catcher(int value) {
  try {
    fx_thrower(value);
  } catch (int thrown) {
    return opaque(thrown);
  }
  return -1;
}
FIXTURE void fx_jumper(std::jmp_buf* target) { std::longjmp(*target, opaque(1)); }
FIXTURE void fx_deep_jumper(std::jmp_buf* target) {
  (void)opaque(fx_leaf(1));
  fx_jumper(target);
  (void)opaque(2);
}
FIXTURE int fx_hold(int (*meanwhile)(int), int value) { return opaque(meanwhile(value)) + 100; }
FIXTURE int FxTwin(int value) { return opaque(value) + 1; }
}

FIXTURE int FxTwin(const char* text) { return opaque(*text); }
