// The callers of the leaves in C++: the twelve callers of leaf.S, and the rounds of
// many_functions.S. Nothing in this file is probed. leaf.cc and many_functions.cc of
// harness/workloads call these functions.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "harness/peers/workloads/numbers.h"
#include "harness/workloads/shape.h"

namespace {

using Leaf = std::uint64_t(std::uint64_t);

// The same order as in many_functions.S, which explains it.
template <std::size_t count, unsigned bits>
constexpr std::array<std::size_t, count> order() {
  std::array<std::size_t, count> numbers{};
  std::size_t state = 1, next = 0;
  for (std::size_t turn = 0; turn < std::size_t{1} << bits; ++turn) {
    state = (state * 341 + 187) & ((std::size_t{1} << bits) - 1);
    const std::size_t number = state ^ (state >> (bits / 2));
    if (number < count) numbers[next++] = number;
  }
  return numbers;
}

}  // namespace

extern "C" std::uint64_t wl_leaf(std::uint64_t x);

// Each caller works after its call, so that no call becomes a tail call.
#define RP_CALLER(name, callee)                                      \
  extern "C" [[gnu::noinline]] std::uint64_t name(std::uint64_t x) { \
    std::uint64_t below = callee(x);                                 \
    retprobe::harness::keep(below);                                  \
    return below + 1;                                                \
  }
RP_CALLER(unprobed_caller_1, wl_leaf)
RP_CALLER(unprobed_caller_2, unprobed_caller_1)
RP_CALLER(unprobed_caller_3, unprobed_caller_2)
RP_CALLER(unprobed_caller_4, unprobed_caller_3)
RP_CALLER(unprobed_caller_5, unprobed_caller_4)
RP_CALLER(unprobed_caller_6, unprobed_caller_5)
RP_CALLER(unprobed_caller_7, unprobed_caller_6)
RP_CALLER(unprobed_caller_8, unprobed_caller_7)
RP_CALLER(unprobed_caller_9, unprobed_caller_8)
RP_CALLER(unprobed_caller_10, unprobed_caller_9)
RP_CALLER(unprobed_caller_11, unprobed_caller_10)
RP_CALLER(unprobed_caller_12, unprobed_caller_11)

#define RP_DECLARE(count, number) extern "C" Leaf wl_functions_##count##_##number;
#define RP_DECLARE_1(number) RP_DECLARE(1, number)
#define RP_DECLARE_16(number) RP_DECLARE(16, number)
#define RP_DECLARE_256(number) RP_DECLARE(256, number)
#define RP_DECLARE_1000(number) RP_DECLARE(1000, number)
#define RP_DECLARE_4000(number) RP_DECLARE(4000, number)
RP_1(RP_DECLARE_1)
RP_16(RP_DECLARE_16)
RP_256(RP_DECLARE_256)
RP_1000(RP_DECLARE_1000)
RP_4000(RP_DECLARE_4000)

namespace {

// Calls of the leaves, one after the other. The order is a constant, so every call is direct. There
// are a hundred calls in an expression, because compilers limit the length of an expression.
constexpr std::size_t at_a_time = 100;
template <const auto& leaves, const auto& order, std::size_t first, std::size_t... place>
[[gnu::always_inline]] inline std::uint64_t some(std::uint64_t x, std::index_sequence<place...>) {
  ((x = leaves[order[first + place]](x)), ...);
  return x;
}
template <const auto& leaves, const auto& order, std::size_t count, std::size_t... hundred>
[[gnu::always_inline]] inline std::uint64_t all(std::uint64_t x, std::index_sequence<hundred...>) {
  ((x = some<leaves, order, hundred * at_a_time>(
        x, std::make_index_sequence<std::min(at_a_time, count - hundred * at_a_time)>())),
   ...);
  return x;
}

}  // namespace

#define RP_NAME(count, number) wl_functions_##count##_##number,
#define RP_NAME_1(number) RP_NAME(1, number)
#define RP_NAME_16(number) RP_NAME(16, number)
#define RP_NAME_256(number) RP_NAME(256, number)
#define RP_NAME_1000(number) RP_NAME(1000, number)
#define RP_NAME_4000(number) RP_NAME(4000, number)
#define RP_ROUND(count, bits)                                                        \
  namespace {                                                                        \
  constexpr std::array<Leaf*, count> leaves_##count = {RP_##count(RP_NAME_##count)}; \
  constexpr auto order_##count = order<count, bits>();                               \
  }                                                                                  \
  extern "C" std::uint64_t functions_##count##_round(std::uint64_t x) {              \
    return all<leaves_##count, order_##count, count>(                                \
        x, std::make_index_sequence<(count + at_a_time - 1) / at_a_time>());         \
  }
RP_ROUND(1, 0)
RP_ROUND(16, 4)
RP_ROUND(256, 8)
RP_ROUND(1000, 10)
RP_ROUND(4000, 12)
