// The functions that scenarios probe. All are sites (compiled to be patchable). They have C
// linkage, so their symbols are their names.
#pragma once

#include <cstdint>

// The function is never inlined, cloned or merged. Its callers assume nothing about its body.
#if defined(__clang__)
#define RETPROBE_FIXTURE extern "C" __attribute__((noinline))
#else
#define RETPROBE_FIXTURE extern "C" __attribute__((noipa))
#endif

/// 3x + 1.
RETPROBE_FIXTURE std::uint64_t fx_leaf(std::uint64_t x);
/// 5x + 2: another function.
RETPROBE_FIXTURE std::uint64_t fx_other(std::uint64_t x);
/// 7x + 3: the target of redirected calls.
RETPROBE_FIXTURE std::uint64_t fx_counted(std::uint64_t x);
/// All six register arguments, each weighted: a + 10b + 100c + 1000d + 10000e + 100000f.
RETPROBE_FIXTURE std::uint64_t fx_six(std::uint64_t a, std::uint64_t b, std::uint64_t c,
                                      std::uint64_t d, std::uint64_t e, std::uint64_t f);
/// {x + 1, x + 2}, in rax and rdx.
struct FixturePair {
  std::uint64_t first, second;
};
RETPROBE_FIXTURE FixturePair fx_pair(std::uint64_t x);
/// -x.
RETPROBE_FIXTURE std::int64_t fx_negative(std::int64_t x);
/// depth + (depth - 1) + … + 1, by one recursive call for each.
RETPROBE_FIXTURE std::uint64_t fx_recurse(std::uint64_t depth);
/// Calls `step(argument)` from its body and returns 3x + 1.
RETPROBE_FIXTURE std::uint64_t fx_body(void (*step)(void*), void* argument, std::uint64_t x);
RETPROBE_FIXTURE std::uint64_t fx_body_other(void (*step)(void*), void* argument, std::uint64_t x);

/// Ends in a tail call of fx_body.
RETPROBE_FIXTURE std::uint64_t fx_tail_body(void (*step)(void*), void* argument, std::uint64_t x);

// ---- C++ names ----
namespace fixture {
std::uint64_t overloaded(std::uint64_t x);
std::uint64_t overloaded(std::uint64_t x, std::uint64_t y);
struct Shape {
  std::uint64_t width;
  std::uint64_t area(std::uint64_t height) const;
};
}  // namespace fixture

// ---- Assembly ----

/// Calls function(x) from a known address: the call returns to fixture_return_point. Not a site.
extern "C" std::uint64_t fixture_call(std::uint64_t (*function)(std::uint64_t), std::uint64_t x);
extern "C" const char fixture_return_point[];

/// Runs `rounds` times, at least once. Each round but the first is its own tail call; one return
/// ends all. Returns x + rounds.
extern "C" std::uint64_t fx_self_tail(std::uint64_t x, std::uint64_t rounds);
