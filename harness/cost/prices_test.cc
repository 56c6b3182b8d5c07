// Tests that each loop of prices has the steps that its name says, and the arithmetic of a price.
// What a processor takes for a step is no test.
#include "harness/cost/prices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "harness/code/disassembly.h"
#include "harness/cost/tally.h"
#include "harness/cost/walked_call.h"

namespace retprobe::harness {
namespace {

// What a step executes, counted by hand.
const std::map<std::string_view, Tally> steps = {
    {"a multiplication that waits for the one before it", {.instructions = 1}},
    {"a taken jump", {.instructions = 1, .branches = 1}},
    {"a taken jump through memory", {.instructions = 1, .loads = 1, .branches = 1, .indirect = 1}},
    {"a test and a jump that is not taken", {.instructions = 2, .branches = 1}},
    {"a call and its return",
     {.instructions = 2, .loads = 1, .stores = 1, .calls = 1, .returns = 1}},
    {"a call through memory and its return",
     {.instructions = 2, .loads = 2, .stores = 1, .indirect = 1, .calls = 1, .returns = 1}},
    {"a store", {.instructions = 1, .stores = 1}},
    {"a load", {.instructions = 1, .loads = 1}},
    {"a store and the load that waits for it", {.instructions = 2, .loads = 1, .stores = 1}},
};

// Cache lines and predictions are no sums over steps.
constexpr bool is_sum(const TallyField& field) {
  return field.value != &Tally::mispredicted && field.value != &Tally::code_lines &&
         field.value != &Tally::data_lines;
}

std::vector<PriceLoops> all_loops() {
  std::vector<PriceLoops> all(price_loops().begin(), price_loops().end());
  all.push_back(unit_loops());
  return all;
}

std::uint64_t pass(std::uint64_t loop) {
  std::uint64_t memory[64] = {1};
  reinterpret_cast<PriceLoops::Loop*>(loop)(1, memory);
  return memory[0];
}

Tally walk_pass(TracedThread& thread) {
  const std::uint64_t stack_pointer = walked_call::run_to(thread);
  Tallier tallier;
  while (!walked_call::is_over(thread, stack_pointer)) {
    tallier.count(thread.registers(), thread.code_at(thread.registers().rip));
    thread.step();
  }
  return tallier.take();
}

TEST(PriceLoops, HaveTheStepsThatTheyAreNamedFor) try {
  const std::vector<PriceLoops> all = all_loops();
  ASSERT_EQ(all.size(), steps.size());
  TracedProcess process(
      [&] {
        for (const PriceLoops& loops : all)
          for (PriceLoops::Loop* const loop : {loops.shorter, loops.longer})
            for (unsigned call = 0; call < walked_call::calls; ++call)
              cost_call(reinterpret_cast<std::uintptr_t>(pass),
                        reinterpret_cast<std::uintptr_t>(loop));
        return 0;
      },
      {.marks = {walked_call::begin()}});
  for (const PriceLoops& loops : all) {
    const Tally shorter = walk_pass(process.main()), longer = walk_pass(process.main());
    for (const TallyField& field : tally_fields)
      if (is_sum(field)) {
        EXPECT_EQ(longer.*field.value - shorter.*field.value,
                  PriceLoops::steps * steps.at(loops.what).*field.value)
            << field.name << " of " << loops.what;
      }
  }
  process.main().release();
  EXPECT_TRUE(process.wait(walked_call::patience_seconds).well());
} catch (const NotPermitted& why) {
  GTEST_SKIP() << why.what();
}

// The instructions of a loop's steps, as in the sources.
std::vector<std::string> steps_of(PriceLoops::Loop* loop, const std::string& mnemonic) {
  constexpr std::size_t most_bytes = 512;
  const auto at = reinterpret_cast<std::uintptr_t>(loop);
  std::vector<std::string> found;
  for (const DecodedLine& line :
       decode_lines(at, {reinterpret_cast<const std::uint8_t*>(at), most_bytes},
                    [](std::uintptr_t) { return std::string(); })) {
    if (line.text.starts_with("ret")) break;
    if (line.text.starts_with(mnemonic)) found.push_back(line.text);
  }
  return found;
}

// A step that waits for the one before it reads what that one wrote.
TEST(PriceLoops, WaitWhereTheySaySo) {
  for (PriceLoops::Loop* const loop : {unit_loops().shorter, unit_loops().longer})
    for (const std::string& text : steps_of(loop, "imul")) EXPECT_EQ(text, "imul %rax, %rax");
  const PriceLoops& last = price_loops().back();
  ASSERT_EQ(last.what, "a store and the load that waits for it");
  for (PriceLoops::Loop* const loop : {last.shorter, last.longer}) {
    std::vector<std::string> found = steps_of(loop, "mov");
    found.erase(found.begin());  // the word that the first store writes
    const std::size_t pairs = loop == last.shorter ? PriceLoops::steps : 2 * PriceLoops::steps;
    ASSERT_EQ(found.size(), 2 * pairs);
    for (std::size_t i = 0; i < found.size(); i += 2) {
      EXPECT_EQ(found[i], "mov %rax, (%rsi)");
      EXPECT_EQ(found[i + 1], "mov (%rsi), %rax");
    }
  }
}

TEST(Price, IsWhatTheLongerLoopTakesMore) {
  // A multiplication takes three cycles, of two ticks each; the rest of a loop takes 50 ticks.
  const PassTicks unit = {50 + 16 * 6, 50 + 32 * 6};
  EXPECT_DOUBLE_EQ(cycles_of_step(unit, unit), 3);
  EXPECT_DOUBLE_EQ(cycles_of_step({50 + 16 * 2, 50 + 32 * 2}, unit), 1);
  EXPECT_DOUBLE_EQ(cycles_of_step({7 + 16 * 0.5, 7 + 32 * 0.5}, unit), 0.25);
  // The clock says that the longer loop took less.
  EXPECT_EQ(cycles_of_step({80, 79}, unit), 0);
}

TEST(Price, ThereIsOneOfEachKind) {
  const std::vector<Price> prices = measure_prices();
  ASSERT_EQ(prices.size(), price_loops().size());
  for (std::size_t i = 0; i < prices.size(); ++i) {
    EXPECT_EQ(prices[i].what, price_loops()[i].what);
    EXPECT_TRUE(std::isfinite(prices[i].cycles)) << prices[i].what;
  }
}

}  // namespace
}  // namespace retprobe::harness
