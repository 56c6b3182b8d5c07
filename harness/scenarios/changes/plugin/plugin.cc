// A shared library that scenarios load and unload. Its functions are sites.
#include <cstdint>

extern "C" __attribute__((noinline)) std::uint64_t plugin_work(std::uint64_t x) {
  asm volatile("" : "+r"(x));
  return 9 * x + 4;
}

/// Calls `step` from its body.
extern "C" __attribute__((noinline)) std::uint64_t plugin_step(void (*step)(), std::uint64_t x) {
  step();
  asm volatile("" : "+r"(x));
  return 7 * x + 3;
}
