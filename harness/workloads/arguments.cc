// Arguments on the stack: `stack_arguments` and `varargs`. A probe that calls the body from its own
// stack frame moves the stack, so the body does not find these arguments. A probe that leaves the
// return slot where it is does not move it.
#include <cstdarg>

#include "harness/workloads/groups.h"
#include "harness/workloads/shape.h"

using retprobe::harness::keep;
using retprobe::harness::mix;
using std::uint64_t;

namespace {

/// Too large for registers: the caller passes a copy on the stack.
struct Parcel {
  uint64_t words[5];
};

}  // namespace

RETPROBE_WORKLOAD_SITE uint64_t wl_ten_integers(uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                                                uint64_t e, uint64_t f, uint64_t g, uint64_t h,
                                                uint64_t i, uint64_t j) {
  uint64_t sum = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
  keep(sum);
  return sum;
}

/// Eight doubles fill the vector registers. The last two doubles and the last integer are on the
/// stack.
RETPROBE_WORKLOAD_SITE uint64_t wl_ten_doubles(double a, double b, double c, double d, double e,
                                               double f, double g, double h, double i, double j,
                                               uint64_t k, uint64_t l, uint64_t m, uint64_t n,
                                               uint64_t o, uint64_t p, uint64_t q) {
  const double sum = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
  uint64_t result =
      static_cast<uint64_t>(sum) ^ (k + 2 * l + 3 * m + 4 * n + 5 * o + 6 * p + 7 * q);
  keep(result);
  return result;
}

RETPROBE_WORKLOAD_SITE uint64_t wl_struct_by_value(Parcel parcel, uint64_t last) {
  uint64_t sum = last;
  for (const uint64_t word : parcel.words) sum = 3 * sum + word;
  keep(sum);
  return sum;
}

RETPROBE_WORKLOAD_SITE uint64_t wl_variadic_integers(unsigned count, ...) {
  std::va_list arguments;
  va_start(arguments, count);
  uint64_t sum = count;
  for (unsigned i = 0; i < count; ++i) sum = 3 * sum + va_arg(arguments, uint64_t);
  va_end(arguments);
  keep(sum);
  return sum;
}

/// `kinds` has one letter per argument: i for uint64_t, d for double, l for long double (which is
/// always on the stack).
RETPROBE_WORKLOAD_SITE uint64_t wl_variadic_mixed(const char* kinds, ...) {
  std::va_list arguments;
  va_start(arguments, kinds);
  uint64_t sum = 0;
  for (const char* kind = kinds; *kind != '\0'; ++kind) {
    sum *= 3;
    if (*kind == 'i') sum += va_arg(arguments, uint64_t);
    if (*kind == 'd') sum += static_cast<uint64_t>(va_arg(arguments, double));
    if (*kind == 'l') sum += static_cast<uint64_t>(va_arg(arguments, long double));
  }
  va_end(arguments);
  keep(sum);
  return sum;
}

namespace retprobe::harness {
namespace {

// A small whole number, so that every floating-point sum is exact in any order and on any machine.
double small(std::uint64_t x) { return static_cast<double>(x & 0xfffff); }

WorkloadRun run_stack_arguments(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    x = mix(x, wl_ten_integers(x, i, x + 1, i + 1, x + 2, i + 2, x + 3, i + 3, x + 4, i + 4));
    x = mix(
        x, wl_ten_doubles(small(x), 1, small(x >> 20), 2, small(i), 3, small(x >> 40), 4,
                          small(x >> 10), small(x >> 30), x, i, x + 1, i + 1, x + 2, i + 2, x + 3));
    x = mix(x, wl_struct_by_value({{x, i, x + 1, i + 1, x + 2}}, i));
  }
  return {.calls = 3 * iterations, .checksum = x};
}

WorkloadRun run_varargs(std::uint64_t iterations) {
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    x = mix(x, wl_variadic_integers(3, x, i, x + 1));
    x = mix(x, wl_variadic_integers(8, x, i, x + 1, i + 1, x + 2, i + 2, x + 3, i + 3));
    x = mix(x, wl_variadic_mixed("idl", x, small(x), static_cast<long double>(i)));
    x = mix(x, wl_variadic_mixed("diddddiddddd", small(x), x, 1.0, 2.0, small(i), 3.0, i, 4.0, 5.0,
                                 small(x >> 20), 6.0, small(x >> 40)));
  }
  return {.calls = 4 * iterations, .checksum = x};
}

}  // namespace

std::vector<Workload> argument_workloads() {
  return {
      {.name = "stack_arguments",
       .what = "integers, doubles and a struct by value that do not fit the argument registers",
       .probed = {"wl_ten_integers", "wl_ten_doubles", "wl_struct_by_value"},
       .run = run_stack_arguments,
       .iterations = 30'000,
       .stack_arguments = true},
      {.name = "varargs",
       .what = "variadic functions: integers, doubles, long doubles, in registers and on the stack",
       .probed = {"wl_variadic_*"},
       .run = run_varargs,
       .iterations = 15'000,
       .stack_arguments = true}};
}

}  // namespace retprobe::harness
