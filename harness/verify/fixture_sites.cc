// The fixtures that are C++ (fixtures.h).
#include "harness/verify/fixtures.h"

// After a call it keeps that call from becoming a tail call. At a function's start it keeps clang,
// which has no `noipa`, from deducing anything about the value.
#define KEEP(value) asm volatile("" : "+r"(value))

std::uint64_t fx_leaf(std::uint64_t x) {
  KEEP(x);
  return 3 * x + 1;
}

std::uint64_t fx_other(std::uint64_t x) {
  KEEP(x);
  return 5 * x + 2;
}

std::uint64_t fx_counted(std::uint64_t x) {
  KEEP(x);
  return 7 * x + 3;
}

std::uint64_t fx_six(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d,
                     std::uint64_t e, std::uint64_t f) {
  KEEP(a);
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}

FixturePair fx_pair(std::uint64_t x) {
  KEEP(x);
  return {x + 1, x + 2};
}

std::int64_t fx_negative(std::int64_t x) {
  KEEP(x);
  return -x;
}

std::uint64_t fx_recurse(std::uint64_t depth) {
  if (depth == 0) return 0;
  std::uint64_t below = fx_recurse(depth - 1);
  KEEP(below);
  return depth + below;
}

std::uint64_t fx_body(void (*step)(void*), void* argument, std::uint64_t x) {
  step(argument);
  KEEP(x);
  return 3 * x + 1;
}

std::uint64_t fx_body_other(void (*step)(void*), void* argument, std::uint64_t x) {
  step(argument);
  KEEP(x);
  return 5 * x + 2;
}

__attribute__((noinline)) std::uint64_t fixture::overloaded(std::uint64_t x) {
  KEEP(x);
  return x + 1;
}

__attribute__((noinline)) std::uint64_t fixture::overloaded(std::uint64_t x, std::uint64_t y) {
  KEEP(x);
  return x + y;
}

__attribute__((noinline)) std::uint64_t fixture::Shape::area(std::uint64_t height) const {
  KEEP(height);
  return width * height;
}
