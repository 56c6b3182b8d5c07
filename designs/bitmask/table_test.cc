// Tests of the table of handlers: which place a tracer gets, and what hooks read of the table.
#include "designs/bitmask/table.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>

#include "core/control/tracer_state.h"
#include "core/hooks/grace_period.h"
#include "designs/bitmask/bitmask.h"

namespace retprobe::bitmask {
namespace {

// A function's table, which tracers take places of.
class BitmaskTable : public testing::Test {
 protected:
  // Memory from malloc is not zeros, as in a program that has run for a while.
  static void SetUpTestSuite() { mallopt(M_PERTURB, 1); }
  static void TearDownTestSuite() { mallopt(M_PERTURB, 0); }

  const Table& table() const { return *word_.pointer<const Table>(); }
  // The place of the tracer that attaches; `most_places` if it gets none.
  std::uint32_t attach() {
    const Result<Handle> made = make_attachment(nobody_, nullptr, nullptr, nullptr, 0);
    if (!made.ok()) return most_places;
    refusal_ = take_place(word_, *made);
    for (std::uint32_t i = 0; word_.number() && i < table().capacity; ++i)
      if (table().places[i].handle == made->bits) return i;
    return most_places;
  }
  void attach_as_far_as(std::uint32_t last) {
    for (std::uint32_t i = 0; i <= last; ++i) ASSERT_EQ(attach(), i);
  }
  void detach(std::uint32_t place) { leave_place(word_, Handle{table().places[place].handle}); }
  // One tracer attaches and detaches, again and again.
  void come_and_go(int times) {
    const Result<Handle> made = make_attachment(nobody_, nullptr, nullptr, nullptr, 0);
    ASSERT_TRUE(made.ok());
    for (int i = 0; i < times; ++i) {
      ASSERT_FALSE(take_place(word_, *made));
      leave_place(word_, *made);
    }
    recycle_attachment(*made);
  }
  // Whether there is a tracer at a place, and the age of its attach: `#3`. `-`: there is none.
  std::string places() const {
    std::string text;
    for (std::uint32_t i = 0; i < table().capacity; ++i)
      text += table().places[i].handle ? " #" + std::to_string(table().places[i].since) : " -";
    return text;
  }
  std::string order() const {
    return std::to_string(table().used) + (table().in_order ? " in order" : " out of order");
  }

  Error refusal_;

 private:
  TracerState nobody_{{}};
  DesignWord word_;
};

TEST_F(BitmaskTable, GrowsAndKeepsItsTracers) {
  attach_as_far_as(0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&table()) % 64, 0u);
  EXPECT_EQ(places(), " #1 - - - - - - -");
  EXPECT_EQ(order(), "1 in order");
  detach(0);
  EXPECT_EQ(places(), " - - - - - - - -");
  EXPECT_EQ(order(), "0 in order");
  attach_as_far_as(7);
  EXPECT_EQ(places(), " #2 #3 #4 #5 #6 #7 #8 #9");
  detach(2);
  EXPECT_EQ(attach(), 8u);
  EXPECT_EQ(places(), " #2 #3 - #5 #6 #7 #8 #9 #10 - - - - - - -");
  EXPECT_EQ(order(), "9 in order");
  EXPECT_EQ(table().attaches, 10u);
  detach(8);
  EXPECT_EQ(order(), "8 in order");
}

// A table that is out of order when it grows stays so.
TEST_F(BitmaskTable, GrowsOutOfOrder) {
  attach_as_far_as(63);
  for (const std::uint32_t place : {5u, 9u}) detach(place);
  EXPECT_EQ(order(), "64 in order");
  EXPECT_EQ(attach(), 5u);
  EXPECT_EQ(order(), "64 out of order");
  EXPECT_EQ(attach(), 9u);
  EXPECT_EQ(attach(), 64u);
  EXPECT_EQ(table().capacity, 128u);
  EXPECT_EQ(order(), "65 out of order");
  EXPECT_EQ(table().places[5].since, 65u);
  detach(5);
  EXPECT_EQ(order(), "65 out of order");
  detach(9);
  EXPECT_EQ(order(), "65 in order");
}

// The places are in attach order, unless the frames would need one mask word more for it.
TEST_F(BitmaskTable, NoMoreMaskWordsThanTracersNeed) {
  attach_as_far_as(64);
  detach(0);
  EXPECT_EQ(attach(), 65u);  // 65 tracers need two words in either case
  for (const std::uint32_t place : {64u, 65u}) detach(place);
  EXPECT_EQ(order(), "64 in order");
  EXPECT_EQ(attach(), 0u);  // 64 tracers need one word
  EXPECT_EQ(order(), "64 out of order");
}

// A tracer that stays keeps its exits, however often others come and go: with the frames' few bits
// for ages, no frame takes it for younger. Nor does the frame of a call that has been in flight.
TEST_F(BitmaskTable, AgesOfTracersThatStay) {
  attach_as_far_as(2);
  detach(1);
  const auto is_younger_than_frame = [&](std::uint32_t place, std::uint64_t age) {
    return Design::is_younger(table().places[place].since, Design::control(0, 0, 0, age));
  };
  for (std::uint64_t of_frame = 3; table().attaches < 3 * most_age_difference;) {
    come_and_go(1000);
    for (const std::uint32_t place : {0u, 2u})
      for (const std::uint64_t age : {of_frame, table().attaches.load()})
        ASSERT_FALSE(is_younger_than_frame(place, age)) << place << ", " << age;
    ASSERT_LT(table().places[0].since, table().places[2].since);
    ASSERT_TRUE(is_younger_than_frame(3, of_frame)) << of_frame;
    if (table().attaches - of_frame > most_age_difference / 2 - 1000) of_frame = table().attaches;
  }
  EXPECT_EQ(order(), "3 in order");
}

TEST_F(BitmaskTable, AllPlacesAreTaken) {
  attach_as_far_as(most_places - 1);
  EXPECT_EQ(table().capacity, most_places);
  EXPECT_EQ(attach(), most_places);
  EXPECT_EQ(refusal_.code(), Error::Code::exhausted);
  EXPECT_EQ(refusal_.message(),
            "the bitmask design has 1984 places for tracers on one function, and all are taken");
  detach(100);
  EXPECT_EQ(attach(), 100u);
  EXPECT_FALSE(refusal_);
}

// A table that was replaced lasts until the next attach or detach, and then for a grace period.
TEST_F(BitmaskTable, OutgrownTablesAreFreed) {
  attach_as_far_as(63);
  for (const bool by_detach : {false, true}) {
    const std::uint32_t full = table().capacity;
    while (table().used < full) attach();
    run_due_callbacks();
    auto* const outgrown = const_cast<Table*>(&table());
    EXPECT_EQ(attach(), full);
    EXPECT_EQ(table().outgrown, outgrown);
    run_due_callbacks();
    EXPECT_EQ(outgrown->capacity, full);
    if (by_detach)
      detach(full);
    else
      attach();
    EXPECT_EQ(table().outgrown, nullptr);
    EXPECT_EQ(outgrown->capacity, full);
    const std::size_t bytes = malloc_usable_size(outgrown), used_before = mallinfo2().uordblks;
    run_due_callbacks();
    EXPECT_GE(used_before - mallinfo2().uordblks, bytes);
  }
}

}  // namespace
}  // namespace retprobe::bitmask
