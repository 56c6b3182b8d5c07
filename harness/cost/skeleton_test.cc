// Tests that each variant of the skeleton has the parts that it says, that the whole one has what a
// real hit executes, and that a variant that is not what it says is found out.
#include "harness/cost/skeleton.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "core/testlib/expect.h"
#include "harness/cost/cost.h"
#include "harness/cost/skeleton_parts.h"
#include "harness/injection/stepper.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

// Instructions, loads, stores, jumps, indirect ones, calls, returns.
using Counts = std::array<std::int64_t, 7>;
Counts counts_of(const Tally& tally) {
  Counts counts;
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = static_cast<std::int64_t>(tally.*tally_fields[i].value);
  return counts;
}
Counts operator-(Counts a, const Counts& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}
Counts operator+(const Counts& a, const Counts& b) { return a - (Counts{} - b); }

// What each change takes away (below 0) or adds, counted by hand.
const std::map<std::string, Counts> changes = {
    {"whole", {}},
    // Seven arguments out and in; rdx out and in.
    {"registers", {-16, -8, -8, 0, 0, 0, 0}},
    // Two tests with their jumps; set twice, once with an address that is made; cleared twice. At
    // exit the thread is found again for it alone: a load.
    {"guard", {-10, -3, -4, -2, 0, 0, 0}},
    // Two stores; the load of the attachment behind the handler, and the test's operand in it.
    {"announcement", {-3, -2, -2, 0, 0, 0, 0}},
    // Fourteen of them with their jumps; the slot's place in the near part: a copy and a
    // subtraction; the attachment, and the slot's address at exit.
    {"tests", {-32, -14, 0, -14, 0, 0, 0}},
    // Handler and slot; made the newest, for which its stack is found again, and popped; whether
    // the newest is the slot's.
    {"frame", {-9, -3, -4, -1, 0, 0, 0}},
    {"shadow", {-2, -1, -1, 0, 0, 0, 0}},
    {"unwinder_words", {-4, 0, -2, 0, 0, 0, 0}},
    // Two marks, two words of data, and the attachment at exit.
    {"handler_words", {-5, 0, -5, 0, 0, 0, 0}},
    {"more_instructions", {40, 0, 0, 0, 0, 0, 0}},
    {"more_stores", {10, 0, 10, 0, 0, 0, 0}},
    // Two calls, their returns, and one answer that is made without a call.
    {"handlers", {-4, -4, -2, 0, -2, -2, -2}},
    {"indirect_jumps", {0, -1, 0, 0, -1, 0, 0}},
    // From the block, to the hook and back, to the block; and the same at exit, but for the last.
    {"jumps", {-7, -1, 0, -7, -1, 0, 0}},
};

// What a hit with more pairs has beyond one with three. A call that takes a jump's place adds its
// store, the `ret` its load. With six pairs the block frees the return slot for T. With seven it
// makes room for the slot, and leaves by a `ret` of its own.
const std::map<unsigned, Counts> more_pairs = {
    {3, {}},
    {4, {0, 1, 1, -2, 0, 1, 1}},
    {5, {0, 2, 2, -4, 0, 2, 2}},
    {6, {1, 2, 3, -6, -1, 3, 3}},
    {7, {3, 3, 4, -7, -1, 4, 4}},
};

class Skeleton : public testing::Test {
 protected:
  void SetUp() override {
    try {
      static const auto walked = walk_skeletons(skeleton_variants());  // for all tests
      ASSERT_TRUE(walked.ok()) << walked.error().message();
      tallies_ = *walked;
    } catch (const NotPermitted& error) {
      GTEST_SKIP() << error.what();
    }
  }
  static std::span<const SkeletonVariant> variants() { return skeleton_variants(); }
  Counts counts(const SkeletonVariant& variant) const {
    return counts_of(tallies_.at(static_cast<std::size_t>(&variant - variants().data())));
  }
  const SkeletonVariant& variant(std::string_view name) const {
    for (const SkeletonVariant& each : variants())
      if (each.name() == name) return each;
    throw std::logic_error("no variant " + std::string(name));
  }
  Counts whole(unsigned pairs) const { return counts(variant("whole/" + std::to_string(pairs))); }

  std::vector<Tally> tallies_;
};

TEST_F(Skeleton, EachVariantLacksWhatItSays) {
  for (const SkeletonVariant& each : variants()) {
    if (each.change.starts_with("all")) continue;  // WithoutAllIsWhatIsLeft
    EXPECT_EQ(counts(each) - whole(each.pairs), changes.at(std::string(each.change)))
        << each.name();
  }
}

TEST_F(Skeleton, MorePairsAreMoreCallsAndFewerJumps) {
  for (const auto& [pairs, more] : more_pairs)
    EXPECT_EQ(whole(pairs) - whole(3), more) << pairs << " pairs";
}

// The test of the handler's answer needs the thread only for the announcement. The code behind the
// handler finds the thread for the frame and the guard, too. So without all, more is left out than
// the sum of the parts; and what two parts share is left out once.
TEST_F(Skeleton, WithoutAllIsWhatIsLeft) {
  Counts sum{};
  for (const char* part : {"registers", "guard", "announcement", "tests", "frame", "shadow",
                           "unwinder_words", "handler_words"})
    sum = sum + changes.at(part);
  // Shared by the tests with the guard (two), the frame (one, and its address), the announcement
  // (its load). Left out only now: the thread behind the entry handler.
  const Counts shared{8, 2 + 1 + 2, 0, 3, 0, 0, 0}, thread{-1, -1, 0, 0, 0, 0, 0};
  EXPECT_EQ(counts(variant("all/3")) - whole(3), sum + shared + thread);
  EXPECT_EQ(counts(variant("all/7")) - whole(7), sum + shared + thread);
  for (const char* more : {"more_instructions", "more_stores"})
    for (const char* pairs : {"/3", "/7"})
      EXPECT_EQ(counts(variant(std::string("all_and_") + more + pairs)),
                counts(variant(std::string("all") + pairs)) + changes.at(more))
          << more << pairs;
  EXPECT_EQ(counts(variant("all_and_jumps/3")), counts(variant("all/3")) + changes.at("jumps"));
}

// `share`: the difference that is permitted, of the real figure.
void expect_as_in(const Counts& counts, const Cell& cell, double share) {
  CodeBook book;
  const auto cost = must(cost_of(cell, book));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const TallyField& field = tally_fields[i];
    const auto real = static_cast<double>(cost.entry.*field.value + cost.exit.*field.value);
    // Whatever the compiler: three pairs, and the way to them.
    const bool exact = field.value == &Tally::indirect || field.value == &Tally::calls ||
                       field.value == &Tally::returns;
    EXPECT_LE(std::abs(static_cast<double>(counts[i]) - real), exact ? 0 : share * real)
        << counts[i] << " " << field.name << " in the skeleton, " << real << " in the real hit";
  }
}

TEST_F(Skeleton, TheWholeOneIsTheRealHit) {
  // Written after GCC 12's code. Others' differs by some instructions.
  const bool same_compiler = cost_context().compiler == "gcc 12.2.0";
  expect_as_in(whole(3), {"counted_shadow", "paired", RegisterSet::scalar, 1},
               same_compiler ? 0 : 0.1);
  // The floor has no stack to look after.
  expect_as_in(whole(3), {"call_through", "-", RegisterSet::scalar, 1}, 0.3);
}

// Wrong variants: what the walk has to find.

std::string found_in(SkeletonVariant wrong) {
  const auto walked = walk_skeletons({&wrong, 1});
  return walked.ok() ? "" : walked.error().message();
}

TEST_F(Skeleton, AHandlerThatIsNotCalledIsFound) {
  SkeletonVariant wrong = variant("handlers/3");
  wrong.without = RP_WITHOUT_NOTHING;
  EXPECT_HAS(found_in(wrong), "handlers/3 ran 'b' and not 'ebx'");
}

TEST_F(Skeleton, ABodyThatIsNotReachedIsFound) {
  SkeletonVariant wrong = variant("whole/3");
  wrong.copies[1].body = variant("guard/3").copies[1].body;
  EXPECT_HAS(found_in(wrong), "whole/3 ran 'ex' and not 'ebx'");
}

std::uint64_t off_by_one(std::uint64_t x) {
  return skeleton_variants().front().copies[0].site(x) + 1;
}

TEST_F(Skeleton, AWrongValueIsFound) {
  SkeletonVariant wrong = variant("whole/3");
  wrong.copies[0].site = off_by_one;
  EXPECT_HAS(found_in(wrong), "whole/3 returned 23");
}

TEST_F(Skeleton, AVariantWithAnotherOnesCodeHasOtherCounts) {
  SkeletonVariant wrong = variant("guard/3");
  wrong.copies = variant("shadow/3").copies;
  const auto walked = must(walk_skeletons({&wrong, 1}));
  EXPECT_NE(counts_of(walked.front()) - whole(3), changes.at("guard"));
}

TEST_F(Skeleton, ACopyThatDiffersIsFound) {
  SkeletonVariant wrong = variant("guard/3");
  wrong.copies[1] = variant("shadow/3").copies[1];
  EXPECT_HAS(found_in(wrong), "guard/3 has copies that differ");
}

// ---- The clock ----

std::uint64_t wrong_sum(std::uint64_t passes) { return passes; }

// Made-up rounds: a cycle of two ticks, a plain call of 10 cycles, a whole hit of 30 and a variant
// of 15, its copies a cycle apart. In every third round nothing disturbs, in the others all takes
// longer.
std::vector<SkeletonRound> made_up_rounds() {
  std::vector<SkeletonRound> rounds;
  for (unsigned number = 0; number < skeleton_rounds; ++number) {
    const double longer = number % 3 == 0 ? 0 : 100 + number;
    rounds.push_back({.cycle = 2,
                      .plain = 20,
                      .copies = {{60 + longer, 58 + longer, 62 + longer},
                                 {32 + longer, 28 + longer, 30 + longer}}});
  }
  return rounds;
}

TEST(SkeletonTimes, AreThoseOfTheQuietRounds) {
  static_assert(3 * skeleton_quiet_rounds == skeleton_rounds);
  const SkeletonTimes times = skeleton_times(made_up_rounds(), 0.25);
  EXPECT_DOUBLE_EQ(times.cycle_ns, 0.5);
  EXPECT_DOUBLE_EQ(times.plain.median, 10);
  ASSERT_EQ(times.variants.size(), 2U);
  for (const auto& [variant, cycles, ratio] :
       {std::tuple(0, 30.0, 1.0), std::tuple(1, 15.0, 0.5)}) {
    const SkeletonTimes::Variant& found = times.variants[static_cast<std::size_t>(variant)];
    for (const double each : {found.cycles.low, found.cycles.median, found.cycles.high})
      EXPECT_DOUBLE_EQ(each, cycles) << variant;
    for (const double each : {found.ratio.low, found.ratio.median, found.ratio.high})
      EXPECT_DOUBLE_EQ(each, ratio) << variant;
  }
  EXPECT_DOUBLE_EQ(times.variants[1].copies[0], 16);
  EXPECT_DOUBLE_EQ(times.variants[1].copies[1], 14);
  EXPECT_DOUBLE_EQ(times.variants[1].copies[2], 15);
  // The round in the middle: `longer` is 131 for both variants.
  EXPECT_DOUBLE_EQ(times.slowdown, (20 + 60 + 30 + 2 * 131.0) / (20 + 60 + 30));
}

TEST(SkeletonTimes, EachVariantHasATime) {
  const auto times = must(time_skeletons(skeleton_variants()));
  EXPECT_GT(times.cycle_ns, 0);
  EXPECT_GT(times.plain.median, 0);
  ASSERT_EQ(times.variants.size(), skeleton_variants().size());
  for (const SkeletonTimes::Variant& each : times.variants) {
    EXPECT_TRUE(std::isfinite(each.cycles.median));
    EXPECT_LE(each.cycles.low, each.cycles.median);
    EXPECT_GE(each.cycles.high, each.cycles.median);
  }
  EXPECT_EQ(times.variants.front().ratio.median, 1);
}

TEST(SkeletonTimes, AWrongSumIsFound) {
  SkeletonVariant wrong = skeleton_variants().front();
  wrong.copies[1].calls = wrong_sum;
  const auto times = time_skeletons({&wrong, 1});
  ASSERT_FALSE(times.ok());
  EXPECT_HAS(times.error().message(), "whole/3 returned a wrong value");
}

}  // namespace
}  // namespace retprobe::harness
