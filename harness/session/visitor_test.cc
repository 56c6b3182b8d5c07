// Tests which process visits which case when. The processes are shell scripts.
#include "harness/session/visitor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/bench/timing.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

struct Log {
  std::vector<std::string> visits;  // "A leaf/1", in the order of the answers
  std::vector<std::string> refusals;
  unsigned processes = 0;
};

class Scripted final : public Visitor {
 public:
  // `answer`: shell commands. $n is the index that was read.
  Scripted(const std::string& name, const std::vector<Case>& cases, Log& log,
           std::string answer = "echo '{}'", std::string ending = "exit 0")
      : Visitor(name),
        name_(name),
        log_(log),
        answer_(std::move(answer)),
        ending_(std::move(ending)) {
    for (const Case& each : cases) add(each);
  }
  static inline double patience_s = 30;

 private:
  Result<Child> fresh_process() override {
    ++log_.processes;
    return Child::of_program(
        {"sh", "-c",
         "echo '{\"ready\": true}'; while read -r n; do " + answer_ + "; done; " + ending_});
  }
  double patience() const override { return patience_s; }
  void take(std::size_t which, const json&) override {
    log_.visits.push_back(name_ + " " + cases()[which].comparison_key);
  }
  void refuse(std::size_t which, const std::string& why) override {
    log_.refusals.push_back(cases()[which].comparison_key + ": " + why);
  }

  std::string name_;
  Log& log_;
  std::string answer_, ending_;
};

using Visitors = std::vector<std::unique_ptr<Visitor>>;
const std::vector<Visitor::Case> three = {
    {"leaf", "leaf/1", visits}, {"fib", "fib/1", visits}, {"leaf", "leaf/8", 2}};

Error all_of(const Visitors& visitors, std::vector<std::string>* shown = nullptr,
             unsigned seed = 1) try {
  std::mt19937_64 random(seed);
  visit_in_turns(visitors, random, [&](const std::string& what) {
    if (shown) shown->push_back(what);
  });
  return {};
} catch (const Failure& failure) {
  return failure.error;
}

std::vector<std::string> sorted(std::vector<std::string> words) {
  std::ranges::sort(words);
  return words;
}

TEST(Turns, AreTakenAtEachCaseByAllBeforeTheNextOne) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>("A", three, log));
  visitors.push_back(std::make_unique<Scripted>("B", three, log));
  visitors.push_back(std::make_unique<Scripted>("C", std::vector<Visitor::Case>{three[0]}, log));
  std::vector<std::string> shown;
  ASSERT_FALSE(all_of(visitors, &shown));
  EXPECT_EQ(shown.size(), turns_of(visitors));
  std::size_t next = 0;
  for (const std::string& line : shown) {
    const std::string key = line.substr(0, line.find(','));
    std::vector<std::string> expected;
    for (const char* who : {"A ", "B ", "C "})
      if (*who != 'C' || key == "leaf/1") expected.push_back(who + key);
    if (key == "leaf/8" && line.find("visit 1") == std::string::npos &&
        line.find("visit 2") == std::string::npos)
      expected.clear();
    ASSERT_LE(next + expected.size(), log.visits.size());
    const auto begin = log.visits.begin() + static_cast<std::ptrdiff_t>(next);
    EXPECT_EQ(sorted({begin, begin + static_cast<std::ptrdiff_t>(expected.size())}), expected)
        << line;
    next += expected.size();
  }
  EXPECT_EQ(next, log.visits.size());
  EXPECT_EQ(log.processes, 3U);
  EXPECT_TRUE(log.refusals.empty());
}

TEST(Turns, KeepTheCasesOfAWorkloadTogether) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    Log log;
    Visitors visitors;
    visitors.push_back(std::make_unique<Scripted>("A", three, log));
    std::vector<std::string> shown;
    ASSERT_FALSE(all_of(visitors, &shown, seed));
    EXPECT_FALSE(shown[1].starts_with("fib")) << "between the two of leaf";
  }
}

TEST(Turns, GoOnInAnotherProcessWithoutTheCaseThatOneDiedOf) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>(
      "A", three, log, "[ $n = 1 ] && { echo 'so it is' >&2; kill -SEGV $$; }; echo '{}'"));
  ASSERT_FALSE(all_of(visitors));
  EXPECT_EQ(log.refusals, std::vector<std::string>{"fib/1: killed by SIGSEGV: so it is"});
  EXPECT_EQ(log.processes, 2U);
  EXPECT_EQ(std::ranges::count(log.visits, "A leaf/1"), visits);
  EXPECT_EQ(std::ranges::count(log.visits, "A leaf/8"), 2);
}

TEST(Turns, DoNotComeBackToACaseThatCannotBeTimed) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>(
      "A", three, log, "[ $n = 0 ] && echo '{\"void\": \"no\"}' || echo '{}'"));
  ASSERT_FALSE(all_of(visitors));
  EXPECT_EQ(log.refusals, std::vector<std::string>{"leaf/1: no"});
  EXPECT_EQ(log.processes, 1U);
}

TEST(Turns, KillWhoIsSilent) {
  Log log;
  Visitors visitors;
  visitors.push_back(
      std::make_unique<Scripted>("A", std::vector<Visitor::Case>{three[0]}, log, "exec sleep 600"));
  Scripted::patience_s = 1;
  ASSERT_FALSE(all_of(visitors));
  Scripted::patience_s = 30;
  EXPECT_EQ(log.refusals, std::vector<std::string>{"leaf/1: timed out after 1 s"});
}

TEST(Turns, HaveNoNumbersOfAProcessThatDoesNotEndWell) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>("A", three, log, "echo '{}'", "exit 7"));
  ASSERT_FALSE(all_of(visitors));
  EXPECT_EQ(log.refusals.size(), three.size());
  EXPECT_EQ(log.refusals[0], "leaf/1: its process did not end well: exit status 7");
}

TEST(Turns, DoNotWaitForAProcessThatDoesNotEnd) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>("A", std::vector<Visitor::Case>{three[0]}, log,
                                                "echo '{}'", "exec sleep 600"));
  Scripted::patience_s = 1;
  ASSERT_FALSE(all_of(visitors));
  Scripted::patience_s = 30;
  EXPECT_EQ(log.refusals,
            std::vector<std::string>{"leaf/1: its process did not end well: timed out after 1 s"});
}

TEST(Turns, AreNoneWhereAProcessEndsAtOnceOrTalksNonsense) {
  Log log;
  Visitors visitors;
  visitors.push_back(std::make_unique<Scripted>("A", three, log, "echo nonsense"));
  EXPECT_EQ(all_of(visitors).message(),
            "a benchmark process of A wrote what is no result: nonsense");

  class Stillborn final : public Visitor {
   public:
    Stillborn() : Visitor("B") { add(three[0]); }

   private:
    Result<Child> fresh_process() override { return Child::of_program({"no-such-program-at-all"}); }
    void take(std::size_t, const json&) override {}
    void refuse(std::size_t, const std::string&) override {}
  };
  Visitors stillborn;
  stillborn.push_back(std::make_unique<Stillborn>());
  EXPECT_EQ(all_of(stillborn).message(),
            "a benchmark process of B ended before its first case: exit status 127");
}

TEST(Command, WhatIsKeptOfItsErrorsBeginsWithACharacter) {
  const ProcessEnd end = must(run_command(
      {"sh", "-c", "yes ä | head -n 3000 | tr -d '\\n' >&2; printf . >&2"}, "",
      [](const std::string&) {}, 30));
  EXPECT_TRUE(end.errors.starts_with("ää")) << end.errors;
}

}  // namespace
}  // namespace retprobe::harness
