// Tests that the hot path stores to no cache line that another thread's hot path uses. Otherwise
// threads could not run side by side at full speed.
#include "harness/cost/sharing.h"

#include <gtest/gtest.h>

#include "core/hooks/design_table.h"
#include "harness/bench/handlers.h"
#include "harness/injection/stepper.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

// The cells of all designs except instance_pool, or those of instance_pool, whose instances are
// shared by all threads by design.
std::vector<Cell> cells(bool keyed_by_slot) {
  std::vector<Cell> cells;
  for (const DesignEntry* design : design_table()) {
    const bool framed = design->facts.wiring == Wiring::framed;
    if (design->facts.wiring == Wiring::unhooked) continue;
    if ((framed || design->facts.keyed_by_slot) != keyed_by_slot) continue;
    for (const unsigned tracers : {1U, 8U})
      for (const char* transfer : {"paired", "push_ret"}) {
        if (framed && transfer != std::string("paired")) continue;
        cells.push_back(
            {std::string(design->name), framed ? "-" : transfer, RegisterSet::scalar, tracers});
      }
  }
  return cells;
}

TEST(Sharing, ThereIsNoneInDesignsWhoseFramesBelongToAStack) {
  try {
    for (const Cell& cell : cells(true)) {
      const auto shared = must(shared_lines(cell, accept_call, nullptr));
      EXPECT_TRUE(shared.empty()) << to_string(cell) << " stores to " << shared.size()
                                  << " lines that another thread uses, the first at 0x" << std::hex
                                  << *shared.begin() * 64;
    }
  } catch (const NotPermitted& why) {
    GTEST_SKIP() << why.what();
  }
}

TEST(Sharing, IsFoundWhereItIs) {
  alignas(64) static std::uint64_t calls = 0;
  try {
    // With a handler that counts in one word for all threads.
    const auto counted = must(
        shared_lines({"counted_shadow", "paired", RegisterSet::scalar, 1}, count_call, &calls));
    EXPECT_EQ(counted, std::set<std::uintptr_t>{reinterpret_cast<std::uintptr_t>(&calls) / 64});
    // With one pool of instances for all threads.
    for (const Cell& cell : cells(false)) {
      const auto pool = must(shared_lines(cell, accept_call, nullptr));
      EXPECT_FALSE(pool.empty()) << to_string(cell);
    }
  } catch (const NotPermitted& why) {
    GTEST_SKIP() << why.what();
  }
}

}  // namespace
}  // namespace retprobe::harness
