// Functions for core/probe_test.cc and core/blocks/pool_test.cc to probe. A library that is loaded
// by dlopen.
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
// Takes the call out of the tail position, so that it is a call of its own.
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
// Named so that the catalogue refuses it: setjmp's second return finds another return address.
// Hidden, for it must not stand in front of libc's.
extern "C" __attribute__((noinline, used, visibility("hidden"))) int savectx(int value) {
  asm volatile("" : "+r"(value));
  return value;
}
