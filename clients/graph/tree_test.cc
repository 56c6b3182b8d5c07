// Tests the trees of calls that are made of records.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "clients/graph/recorder.h"
#include "clients/graph/trace.h"

namespace retprobe::graph {
namespace {

struct Given {
  std::uint64_t start, ticks;
  std::uintptr_t slot;
  CallState state = CallState::returned;
  bool is_tail_call = false;
};

std::vector<CallRecord> records_of(const std::vector<Given>& given) {
  std::vector<CallRecord> records(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    records[i].start = given[i].start;
    records[i].ticks = given[i].ticks;
    records[i].slot = given[i].slot;
    records[i].state = given[i].state;
    records[i].is_tail_call = given[i].is_tail_call;
  }
  return records;
}

// The parents of the calls, with - for none.
std::string parents_of(const std::vector<Given>& given) {
  const std::vector<CallRecord> records = records_of(given);
  const std::vector<Call> calls = make_tree(records);
  std::string text;
  for (const Call& call : calls) {
    const bool has_parent = call.parent != Call::none;
    EXPECT_EQ(call.depth, has_parent ? calls[call.parent].depth + 1 : 0);
    text += has_parent ? std::to_string(call.parent) : "-";
  }
  return text;
}

TEST(Tree, TheTimesDecide) {
  EXPECT_EQ(parents_of({{100, 50, 10}, {149, 1, 20}}), "-0");
  EXPECT_EQ(parents_of({{100, 50, 10}, {150, 1, 5}}), "--") << "it was over at that tick";
  EXPECT_EQ(parents_of({{100, 50, 10}, {151, 1, 5}}), "--");
  EXPECT_EQ(parents_of({{100, 50, 10, CallState::unwound}, {149, 1, 20}}), "-0");
  EXPECT_EQ(parents_of({{100, 50, 10, CallState::abandoned}, {150, 1, 5}}), "--");
}

TEST(Tree, WithoutAnExitTheStackDecides) {
  constexpr CallState none = CallState::in_flight;
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 9}}), "-0");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 11}}), "--");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 10}}), "--");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 10, CallState::returned, true}}), "-0");
  EXPECT_EQ(parents_of({{100, 0, 10, none}, {200, 1, 11, CallState::returned, true}}), "--");
  EXPECT_EQ(parents_of({{100, 900, 10, none}, {200, 1, 11}}), "--") << "it has no length";
}

TEST(Tree, ParentsAreNumberedInTheOrderOfEntries) {
  EXPECT_EQ(parents_of({{0, 100, 9}, {1, 10, 8}, {2, 5, 7}, {20, 10, 8}, {25, 1, 7}, {200, 1, 9}}),
            "-0103-");
}

TEST(Tree, ACallWithoutAnExitHasNoLength) {
  const std::vector<CallRecord> records =
      records_of({{100, 77, 10, CallState::in_flight}, {200, 66, 9}});
  const std::vector<Call> calls = make_tree(records);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].ticks, 0u);
  EXPECT_EQ(calls[0].ending, Ending::in_flight);
  EXPECT_EQ(calls[1].ticks, 66u);
  EXPECT_EQ(calls[1].start, 200u);
}

TEST(Tree, EveryEndingHasAName) {
  EXPECT_STREQ(to_string(Ending::returned), "returned");
  EXPECT_STREQ(to_string(Ending::unwound), "unwound");
  EXPECT_STREQ(to_string(Ending::abandoned), "abandoned");
  EXPECT_STREQ(to_string(Ending::unheard), "unheard");
  EXPECT_STREQ(to_string(Ending::in_flight), "in_flight");
}

// Notes what it learns: "+depth" for a call that is entered, and "-depth until" for one that is
// left, with * behind the depth of one that is unheard.
class Noting final : public CallVisitor {
 public:
  void enter(const Call& call) override { text += "+" + of(call) + " "; }
  void leave(const Call& call, std::uint64_t until) override {
    text += "-" + of(call) + "@" + (until == never ? "never" : std::to_string(until)) + " ";
  }
  std::string text;

 private:
  static std::string of(const Call& call) {
    return std::to_string(call.depth) + (call.ending == Ending::unheard ? "*" : "");
  }
};

TEST(Tree, AVisitorLearnsWhenACallWasOver) {
  const std::vector<CallRecord> records = records_of({{100, 50, 10},
                                                      {110, 5, 9},
                                                      {120, 0, 9, CallState::in_flight},
                                                      {130, 0, 8, CallState::in_flight},
                                                      {160, 10, 10}});
  Noting noting;
  CallTree tree(noting);
  for (const CallRecord& record : records) tree.add(record, nullptr);
  EXPECT_EQ(noting.text, "+0 +1 -1@120 +1 +2 -2*@160 -1*@160 -0@160 +0 ");
  noting.text.clear();
  tree.finish();
  EXPECT_EQ(noting.text, "-0@never ");
}

TEST(Tree, OfACallThatIsKnownToBeUnheardTheStackDecides) {
  const std::vector<CallRecord> records =
      records_of({{100, 0, 10, CallState::in_flight}, {120, 5, 9}, {130, 5, 10}});
  Noting noting;
  CallTree tree(noting);
  tree.add(records[0], nullptr, true);
  tree.add(records[1], nullptr);
  tree.add(records[2], nullptr);
  tree.finish();
  EXPECT_EQ(noting.text, "+0* +1 -1@130 -0*@130 +0 -0@never ");
}

}  // namespace
}  // namespace retprobe::graph
