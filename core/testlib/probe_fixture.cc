// Functions that core/probe_*_test.cc and core/blocks/pool_test.cc probe, in a library that they
// load with dlopen.
#if defined(__clang__)
#define FIXTURE extern "C" __attribute__((noinline, visibility("default")))
#else
#define FIXTURE extern "C" __attribute__((noipa, visibility("default")))
#endif

FIXTURE int pf_one(int value) {
  asm volatile("" : "+r"(value));
  return value + 1;
}
FIXTURE int pf_two(int value) {
  asm volatile("" : "+r"(value));
  return value + 2;
}
// The statement after the call keeps it from becoming a tail call.
FIXTURE int pf_calls_one(int value) {
  int result = pf_one(value);
  asm volatile("" : "+r"(result));
  return result + 10;
}
FIXTURE int pf_meanwhile(int (*work)(int), int value) {
  int result = work(value);
  asm volatile("" : "+r"(result));
  return result;
}
FIXTURE int pf_many(int, int, int, int, int, int, int seventh) { return seventh + 1; }
// Tail-calls itself and, at the end, pf_meanwhile. By a pointer, so that it does not become a loop.
FIXTURE int pf_tail(int (*work)(int), int value);
static int (*volatile pf_tail_again)(int (*)(int), int) = pf_tail;
FIXTURE int pf_tail(int (*work)(int), int value) {
  return value ? pf_tail_again(work, value - 1) : pf_meanwhile(work, value);
}
// Leaves the library by a tail call.
FIXTURE int pf_leaves(int (*work)(int), int value) { return work(value); }
// The catalogue must refuse this name: a function that returns twice, as setjmp does, finds another
// return address the second time. Hidden, so that it does not replace libc's function.
extern "C" __attribute__((noinline, used, visibility("hidden"))) int savectx(int value) {
  asm volatile("" : "+r"(value));
  return value;
}
