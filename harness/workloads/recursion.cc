// Recursion: a tree of calls (fib), one function that calls itself to several depths (recursion_N),
// and two functions that call each other.
#include <array>

#include "harness/workloads/groups.h"
#include "harness/workloads/shape.h"

using retprobe::harness::keep;
using retprobe::harness::keep_memory;
using retprobe::harness::mix;

/// The n-th Fibonacci number, by naive recursion.
RETPROBE_WORKLOAD_SITE std::uint64_t wl_fib(std::uint64_t n) {
  if (n < 2) {
    keep(n);
    return n;
  }
  std::uint64_t last = wl_fib(n - 1);
  keep(last);
  std::uint64_t before = wl_fib(n - 2);
  keep(before);
  return last + before;
}

/// Calls itself until `depth` is 1. It needs its local variables again after the call.
RETPROBE_WORKLOAD_SITE std::uint64_t wl_recurse(std::uint64_t depth, std::uint64_t x) {
  std::uint64_t locals[2] = {x, depth};  // not std::array: its operators are calls at -O0
  keep_memory(locals);
  if (depth == 1) return 3 * x + 1;
  std::uint64_t below = wl_recurse(depth - 1, 3 * x + 1);
  keep(below);
  return below + (locals[0] ^ locals[1]);
}

/// Hofstadter's female and male sequences: F(n) = n - M(F(n-1)), M(n) = n - F(M(n-1)), F(0) = 1,
/// M(0) = 0.
RETPROBE_WORKLOAD_SITE std::uint64_t wl_male(std::uint64_t n);
RETPROBE_WORKLOAD_SITE std::uint64_t wl_female(std::uint64_t n) {
  if (n == 0) {
    std::uint64_t first = 1;
    keep(first);
    return first;
  }
  std::uint64_t inner = wl_female(n - 1);
  keep(inner);
  std::uint64_t outer = wl_male(inner);
  keep(outer);
  return n - outer;
}
RETPROBE_WORKLOAD_SITE std::uint64_t wl_male(std::uint64_t n) {
  if (n == 0) {
    keep(n);
    return n;
  }
  std::uint64_t inner = wl_male(n - 1);
  keep(inner);
  std::uint64_t outer = wl_female(inner);
  keep(outer);
  return n - outer;
}

namespace retprobe::harness {
namespace {

constexpr std::uint64_t fib_argument = 20;
constexpr std::uint64_t hofstadter_argument = 30;

constexpr std::uint64_t fib_calls(std::uint64_t n) {
  std::uint64_t before = 1, last = 1;  // calls for 0 and for 1
  for (std::uint64_t i = 1; i < n; ++i) {
    const std::uint64_t next = last + before + 1;
    before = last;
    last = next;
  }
  return last;
}

constexpr std::uint64_t hofstadter_calls(std::uint64_t argument) {
  std::array<std::uint64_t, 64> female{1}, male{0}, female_calls{1}, male_calls{1};
  for (std::uint64_t n = 1; n <= argument; ++n) {
    // M comes first: F(n) may need M(n), but M(n) needs only smaller F.
    male[n] = n - female[male[n - 1]];
    male_calls[n] = 1 + male_calls[n - 1] + female_calls[male[n - 1]];
    female[n] = n - male[female[n - 1]];
    female_calls[n] = 1 + female_calls[n - 1] + male_calls[female[n - 1]];
  }
  return female_calls[argument];
}

WorkloadRun run_fib(std::uint64_t iterations) {
  std::uint64_t checksum = 0;
  for (std::uint64_t i = 0; i < iterations; ++i) checksum = mix(checksum, wl_fib(fib_argument));
  return {.calls = iterations * fib_calls(fib_argument), .checksum = checksum};
}

WorkloadRun run_mutual(std::uint64_t iterations) {
  std::uint64_t checksum = 0;
  for (std::uint64_t i = 0; i < iterations; ++i)
    checksum = mix(checksum, wl_female(hofstadter_argument));
  return {.calls = iterations * hofstadter_calls(hofstadter_argument), .checksum = checksum};
}

template <std::uint64_t depth>
WorkloadRun run_recursion(std::uint64_t iterations) {
  std::uint64_t checksum = 0;
  for (std::uint64_t i = 0; i < iterations; ++i) checksum = mix(checksum, wl_recurse(depth, i));
  return {.calls = iterations * depth, .checksum = checksum};
}

// A frame of wl_recurse takes 32 to 96 bytes, depending on the compiler. The rest is for designs
// and handlers that keep data on the stack for every call in flight.
constexpr std::size_t stack_per_call = 512;
constexpr std::size_t stack_base = std::size_t{256} * 1024;

/// The table's row for one depth. Depths below 10,000 fit the stack of any thread.
template <std::uint64_t depth>
Workload recursion(std::string_view name, std::string_view what, std::uint64_t iterations) {
  return {.name = name,
          .what = what,
          .probed = {"wl_recurse"},
          .run = run_recursion<depth>,
          .iterations = iterations,
          .stack_bytes = depth < 10'000 ? 0 : stack_base + depth * stack_per_call};
}

}  // namespace

std::vector<Workload> recursion_workloads() {
  return {{.name = "fib",
           .what = "fib(20), recursive: 21,891 calls in a tree 20 deep",
           .probed = {"wl_fib"},
           .run = run_fib,
           .iterations = 20},
          recursion<10>("recursion_10", "one function that calls itself, 10 deep", 70'000),
          recursion<100>("recursion_100", "one function that calls itself, 100 deep", 6'000),
          recursion<1'000>("recursion_1000", "one function that calls itself, 1,000 deep", 600),
          recursion<10'000>("recursion_10000", "one function that calls itself, 10,000 deep", 60),
          recursion<100'000>("recursion_100000", "one function that calls itself, 100,000 deep", 5),
          recursion<1'000'000>("recursion_1000000",
                               "one function that calls itself, 1,000,000 deep", 1),
          {.name = "mutual_recursion",
           .what = "two functions that call each other and themselves (Hofstadter's F and M)",
           .probed = {"wl_female", "wl_male"},
           .run = run_mutual,
           .iterations = 80}};
}

}  // namespace retprobe::harness
