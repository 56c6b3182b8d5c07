#include "core/system/cpu.h"

#include <cpuid.h>

#include <algorithm>

namespace {

constexpr std::uint32_t x87 = 1, sse = 2, avx = 4, avx512 = 0xe0;

std::uint32_t enabled_by_system() {
  std::uint32_t low, high;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

[[gnu::constructor(101)]] void detect() {
  retprobe_xsave_bytes = 512;  // FXSAVE's, until it is known that there is XSAVE
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return;
  const std::uint32_t enabled = enabled_by_system();
  retprobe_xsave_mask = enabled & (x87 | sse | avx | avx512);
  if ((enabled & avx) && (c & bit_AVX)) retprobe_vector_width = 1;
  if ((enabled & avx512) == avx512 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX512F))
    retprobe_vector_width = 2;

  std::uint64_t end = 512 + 64;
  for (unsigned component = 2; component < 8; ++component) {
    if (!(retprobe_xsave_mask >> component & 1)) continue;
    if (__get_cpuid_count(0xd, component, &a, &b, &c, &d))
      end = std::max<std::uint64_t>(end, std::uint64_t{b} + a);
  }
  retprobe_xsave_bytes = (end + 63) & ~std::uint64_t{63};
}

}  // namespace
