// Every way in which the System V ABI returns a value: in one or two general registers, in one or
// two vector registers, in one of each, through hidden memory, on the x87 stack. A return
// trampoline must not change any of them.
#include <array>

#include "harness/workloads/groups.h"
#include "harness/workloads/shape.h"

using retprobe::harness::keep;
using std::uint64_t;

namespace {

struct TwoIntegers {  // rax, rdx
  uint64_t first, second;
};
struct TwoDoubles {  // xmm0, xmm1
  double first, second;
};
struct IntegerAndDouble {  // rax, xmm0
  uint64_t first;
  double second;
};
struct Large {  // in the caller's memory; its address is in rdi at entry and in rax at return
  uint64_t words[6];
};

// A whole number that is exact in every floating-point type.
double small(uint64_t x) { return static_cast<double>(x & 0xfffff); }

}  // namespace

RETPROBE_WORKLOAD_SITE TwoIntegers wl_two_integers(uint64_t x) {
  keep(x);
  return {3 * x + 1, x ^ 0x5555};
}
RETPROBE_WORKLOAD_SITE TwoDoubles wl_two_doubles(uint64_t x) {
  keep(x);
  return {small(x), small(x >> 20)};
}
RETPROBE_WORKLOAD_SITE IntegerAndDouble wl_integer_and_double(uint64_t x) {
  keep(x);
  return {5 * x + 3, small(x >> 7)};
}
RETPROBE_WORKLOAD_SITE Large wl_large_struct(uint64_t x) {
  keep(x);
  return {{x, x + 1, x ^ 2, 3 * x, x >> 4, ~x}};
}

RETPROBE_WORKLOAD_SITE long double wl_long_double(uint64_t x) {  // st0
  keep(x);
  return static_cast<long double>(x) + 0.5L;  // exact: run_long_double passes at most 63 bits
}

// Both parts come in the low eight bytes of xmm0.
RETPROBE_WORKLOAD_SITE _Complex float wl_complex_float(uint64_t x) {
  keep(x);
  _Complex float z;
  __real__ z = static_cast<float>(x & 0xffff);
  __imag__ z = static_cast<float>((x >> 16) & 0xffff);
  return z;
}
RETPROBE_WORKLOAD_SITE _Complex double wl_complex_double(uint64_t x) {  // xmm0, xmm1
  keep(x);
  _Complex double z;
  __real__ z = small(x);
  __imag__ z = small(x >> 20);
  return z;
}
RETPROBE_WORKLOAD_SITE _Complex long double wl_complex_long_double(uint64_t x) {  // st0, st1
  keep(x);
  _Complex long double z;
  __real__ z = static_cast<long double>(x >> 2);
  __imag__ z = -static_cast<long double>(x >> 3);
  return z;
}

namespace retprobe::harness {
namespace {

std::uint64_t whole(double value) { return static_cast<std::uint64_t>(value); }

WorkloadRun run_structs(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    const TwoIntegers integers = wl_two_integers(x);
    x = mix(mix(x, integers.first), integers.second);
    const TwoDoubles doubles = wl_two_doubles(x);
    x = mix(mix(x, whole(doubles.first)), whole(doubles.second));
    const IntegerAndDouble mixed = wl_integer_and_double(x);
    x = mix(mix(x, mixed.first), whole(mixed.second));
    const Large large = wl_large_struct(x);
    for (const std::uint64_t word : large.words) x = mix(x, word);
  }
  return {.calls = 4 * iterations, .checksum = x};
}

WorkloadRun run_long_double(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    const long double value = wl_long_double(x >> 1);
    // Twice the value is a whole number with all 64 bits of the x87 significand. So the checksum
    // covers every bit.
    x = mix(x, static_cast<std::uint64_t>(value * 2.0L));
  }
  return {.calls = iterations, .checksum = x};
}

WorkloadRun run_complex(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    const _Complex float narrow = wl_complex_float(x);
    x = mix(mix(x, whole(__real__ narrow)), whole(__imag__ narrow));
    const _Complex double wide = wl_complex_double(x);
    x = mix(mix(x, whole(__real__ wide)), whole(__imag__ wide));
    const _Complex long double widest = wl_complex_long_double(x);
    x = mix(x, static_cast<std::uint64_t>(__real__ widest));
    x = mix(x, static_cast<std::uint64_t>(-__imag__ widest));
  }
  return {.calls = 3 * iterations, .checksum = x};
}

}  // namespace

WorkloadRun run_vector_returns(std::uint64_t iterations);  // vector_returns.cc

std::vector<Workload> return_workloads() {
  return {
      {.name = "struct_return",
       .what = "structs returned in two registers of each kind, and one through memory",
       .probed = {"wl_two_integers", "wl_two_doubles", "wl_integer_and_double", "wl_large_struct"},
       .run = run_structs,
       .iterations = 30'000},
      {.name = "vector_returns",
       .what = "__m128, __m256 and __m512 returns, as wide as this CPU has them",
       .probed = {"wl_vector_*"},
       .run = run_vector_returns,
       .iterations = 10'000},
      {.name = "long_double",
       .what = "long double returns, on the x87 stack",
       .probed = {"wl_long_double"},
       .run = run_long_double,
       .iterations = 60'000},
      {.name = "complex",
       .what = "complex float, double and long double returns: xmm0, xmm0 and xmm1, st0 and st1",
       .probed = {"wl_complex_*"},
       .run = run_complex,
       .iterations = 30'000}};
}

}  // namespace retprobe::harness
