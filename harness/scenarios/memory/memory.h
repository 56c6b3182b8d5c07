// Shared parts of the scenarios memory_fails_* and heap_fails_*. They run a part of a traced
// program's life again and again. In each run another request for memory fails. Internal to
// memory*.cc.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/injection/failing_calls.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/machine.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness::memory {

using Sites = std::vector<const Site*>;
using Part = void (*)(const Cell& cell, Shortage& shortage);

inline constexpr std::uint64_t later_calls = 1000;

// Set before a part runs: the heap is empty, too, so that every malloc is a request for memory.
extern bool squeezes_heap;
void squeeze_heap();

/// Memory is short while this lives.
class Short {
 public:
  explicit Short(Shortage& shortage) : shortage_(shortage) {
    if (squeezes_heap) squeeze_heap();
    shortage_.begin();
  }
  ~Short() { shortage_.end(); }
  Short(const Short&) = delete;
  Short& operator=(const Short&) = delete;

 private:
  Shortage& shortage_;
};

/// Whether a cold call may return this while memory is short: success, or an Error about memory.
bool refuses_well(const Error& error);

/// Tracers on some functions, and the number of calls that each of them must see or miss.
class Traced {
 public:
  Traced(const Cell& cell, std::string_view pattern)
      : bench_(cell), sites_(require(find_sites(pattern))) {
    std::erase_if(sites_, [&](const Site* site) { return !takes(cell, *site); });
    require(!sites_.empty(), "no site to attach to");
  }

  TestBench& bench() { return bench_; }
  const Sites& sites() const { return sites_; }
  bool attached(Tap& tap) const { return tap->attached() == sites_.size(); }

  /// Attaches all tracers that are not attached yet. note() checks the refusals.
  void attach() {
    for (Tap& tap : bench_)
      if (!attached(tap)) note(tap->attach(sites_));
  }
  void attach_or_throw() {
    for (Tap& tap : bench_)
      if (!attached(tap)) require(tap->attach(sites_));
  }
  void detach() {
    for (Tap& tap : bench_)
      if (attached(tap)) note(tap->detach(sites_));
  }
  void detach_or_throw() {
    for (Tap& tap : bench_)
      if (attached(tap)) require(tap->detach(sites_));
  }

  /// Adds `calls` to what each attached tracer must see or miss. Call it before the calls.
  void expect(std::uint64_t calls) {
    for (Tap& tap : bench_)
      if (attached(tap)) expected_[tap.index] += calls;
  }
  void expect_seen_from(const Tap& tap, std::uint64_t calls) { expected_[tap.index] += calls; }
  void leaf(std::uint64_t calls) {
    expect(calls);
    for (std::uint64_t i = 0; i < calls; ++i) wrong_ += fx_leaf(i) != 3 * i + 1;
  }
  void recurse(std::uint64_t depth) {
    expect(depth + 1);
    wrong_ += fx_recurse(depth) != depth * (depth + 1) / 2;
  }
  std::atomic<std::uint64_t>& wrong() { return wrong_; }

  void note(const Error& error) { bad_refusal_ |= !refuses_well(error); }

  static void recursions(Traced& self) {
    for (int i = 0; i < 250; ++i) self.recurse(3);
  }
  /// Call it when there is memory again. Checks that all tracers can be attached, that a thousand
  /// calls are all seen, and that no call and no exit was lost.
  void settle(void (*calls)(Traced&) = [](Traced& self) { self.leaf(later_calls); }) {
    require(!bad_refusal_, "a refusal did not speak of memory");
    attach_or_throw();
    std::vector<std::uint64_t> entries, expected;
    for (Tap& tap : bench_) {
      entries.push_back(tap.entries);
      expected.push_back(expected_[tap.index]);
    }
    calls(*this);
    require_equal("wrong values", wrong_, 0);
    for (Tap& tap : bench_) {
      const std::string who = "tracer " + tracer_letter(tap.index) + ": ";
      require_equal(who + "calls that are seen with memory back", tap.entries - entries[tap.index],
                    expected_[tap.index] - expected[tap.index]);
      require_equal(who + "entries and missed calls", tap.entries + tap->missed(),
                    expected_[tap.index]);
      require_equal(who + "exits of accepted calls", tap.exits(), tap.accepted);
    }
    require_equal("calls in flight", usage().frames, 0);
    detach_or_throw();
    for (std::uint64_t i = 0; i < 10; ++i)
      require_equal("a call after the detach", fx_leaf(i), 3 * i + 1);
  }

 private:
  CountingBench bench_;
  Sites sites_;
  std::uint64_t expected_[64] = {};
  std::atomic<std::uint64_t> wrong_{0};
  bool bad_refusal_ = false;
};

/// Runs a part again and again, with the 1st, 2nd, … request for memory failing, until there are no
/// more requests. Then does the same with all later requests failing, too.
Outcome fail_each(const Cell& cell, Part part);

}  // namespace retprobe::harness::memory

#define MEMORY_SCENARIO(NAME, WHAT, ...)                                         \
  void part_##NAME(const Cell& cell, Shortage& shortage);                        \
  SCENARIO(memory_fails_##NAME, WHAT ": every request for memory fails in turn", \
           __VA_ARGS__ __VA_OPT__(, ).seconds = 120, .any_cell = false) {        \
    return fail_each(cell, part_##NAME);                                         \
  }                                                                              \
  void part_##NAME([[maybe_unused]] const Cell& cell, [[maybe_unused]] Shortage& shortage)

// The same with an empty heap: every malloc of a cold call fails in turn.
#define HEAP_SCENARIO(NAME, WHAT, ...)                                    \
  SCENARIO(heap_fails_##NAME, WHAT ": every malloc fails in turn",        \
           __VA_ARGS__ __VA_OPT__(, ).seconds = 120, .any_cell = false) { \
    squeezes_heap = true;                                                 \
    return fail_each(cell, part_##NAME);                                  \
  }
