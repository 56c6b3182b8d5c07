// A library that the test's program opens with dlopen. Its constructor calls a patchable function.
extern "C" [[gnu::noinline]] int in_opened(int value) {
  asm volatile("" : "+r"(value));
  return value;
}
extern "C" void call_opened() {
  for (int i = 0; i < 50; ++i) in_opened(i);
}
extern "C" [[gnu::noinline]] int recurse_opened(int depth) {
  if (depth == 0) return 0;
  int below = recurse_opened(depth - 1);
  asm volatile("" : "+r"(below));  // so that the call stays one
  return below + 1;
}

namespace {
struct AtLoad {
  AtLoad() {
    for (int i = 0; i < 5; ++i) in_opened(i);
  }
  ~AtLoad() { in_opened(0); }
} at_load;
}  // namespace
