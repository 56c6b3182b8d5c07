#include "harness/kernel/scenarios.h"

#include <gtest/gtest.h>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

Outcome judged(const std::string& scenario, const std::string& text,
               const std::string& mechanism = "fgraph",
               const std::string& release = "6.12.95+deb12-cloud-amd64") {
  const auto answer = must(parse_answer("ok " + text));
  return judge_played(scenario, mechanism, release, answer);
}

Verdict of_journal(const std::string& scenario, const std::string& journal) {
  return judged(scenario, "journal=" + journal).verdict;
}

TEST(KernelScenarios, ExitsHaveToComeInReverse) {
  const std::string last = ",|,e0,e1,e2,x2,x1,x0";
  EXPECT_EQ(of_journal("order", "e0,e1,e2,x2,x1,x0" + last), Verdict::pass);
  EXPECT_EQ(of_journal("order", "e2,e1,e0,x0,x1,x2" + last), Verdict::pass);
  for (const std::string journal :
       {"e0,e1,e2,x0,x1,x2", "e0,e1,e2,x2,x1", "", "e0,e1,e2,x2,x1,x0,x0", "e0,e1,x1,x0"})
    EXPECT_EQ(of_journal("order", journal + last), Verdict::fail) << journal;
  EXPECT_EQ(of_journal("order", "e0,e1,e2,x2,x1,x0"), Verdict::fail);
  EXPECT_EQ(of_journal("order", "e0,e1,e2,x2,x1,x0,|,e0,e1,x1,x0"), Verdict::fail);
}

TEST(KernelScenarios, WhoDeclinesIsToldNoExit) {
  const std::string last = ",|,e0,e1,x1";
  EXPECT_EQ(of_journal("declined", "e0,e1,x1" + last), Verdict::pass);
  for (const std::string journal : {"e0,e1,x0,x1", "e0,e1", "e0,x1", "e1,x1", "e0,e1,x1,x1"})
    EXPECT_EQ(of_journal("declined", journal + last), Verdict::fail) << journal;
  EXPECT_EQ(of_journal("declined", "e0,e1,x1,|,e0,e1,x0,x1"), Verdict::fail);
}

TEST(KernelScenarios, NoExitWithoutAnEntry) {
  EXPECT_EQ(of_journal("attached", "|,e0,x0"), Verdict::pass);
  EXPECT_EQ(of_journal("attached", "x0,|,e0,x0"), Verdict::fail);
  EXPECT_EQ(of_journal("attached", ""), Verdict::fail);
  EXPECT_EQ(of_journal("detached", "e0,|,e50,x50"), Verdict::pass);
  for (const char* journal : {"e0,x0,|,e50,x50", "e0", "|,e50,x50", "e0,|,x50,e50"})
    EXPECT_EQ(of_journal("detached", journal), Verdict::fail) << journal;
  std::string entries, exits;
  for (const std::string user :
       {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"}) {
    entries += ",e" + user;
    exits += ",x" + user;
  }
  const std::string last = ",|,e99" + entries + exits + ",x99";
  EXPECT_EQ(of_journal("replaced", "e0" + entries + exits + last), Verdict::pass);
  EXPECT_EQ(of_journal("replaced", "e0" + entries + exits + ",x99" + last), Verdict::fail);
  EXPECT_EQ(of_journal("replaced", "e0" + entries + exits + ",x0" + last), Verdict::fail);
  EXPECT_EQ(of_journal("replaced", "e0" + entries + last), Verdict::fail);
  EXPECT_EQ(of_journal("replaced", "e0" + entries + exits), Verdict::fail);
  EXPECT_EQ(of_journal("replaced", ""), Verdict::fail);
}

TEST(KernelScenarios, UsersThatFitAreToldOfACall) {
  const Outcome all = judged("users", "users=2 errno=0 journal=|,e0,e1,x1,x0 cause=");
  EXPECT_EQ(all.verdict, Verdict::pass);
  EXPECT_EQ(all.detail, "all of 2 fit");
  const Outcome full = judged("users", "users=1 errno=28 journal=|,e0,x0 cause=the table is full");
  EXPECT_EQ(full.verdict, Verdict::pass);
  EXPECT_EQ(full.detail, "1 fit, and the next is refused: the table is full");
  EXPECT_EQ(judged("users", "users=2 errno=28 journal=|,e0,x0 cause=").verdict, Verdict::fail);
  EXPECT_EQ(judged("users", "users=2 errno=28").verdict, Verdict::fail);
}

TEST(KernelScenarios, ALimitHasToBeDeclaredAndCounted) {
  const std::string all = "due=1000 entries=1000 exits=1000 missed=0";
  const std::string counted = "due=1000 entries=10 exits=10 missed=990";
  const std::string silent = "due=1000 entries=50 exits=50 missed=0";
  EXPECT_EQ(judged("depth", all).verdict, Verdict::pass);
  EXPECT_EQ(judged("depth", counted, "kretprobe").verdict, Verdict::declared);
  EXPECT_EQ(judged("depth", counted, "fgraph").verdict, Verdict::fail);
  EXPECT_EQ(judged("depth", counted, "fprobe").verdict, Verdict::declared);
  EXPECT_EQ(judged("depth", silent, "kretprobe").verdict, Verdict::fail);
  // Nobody has looked into the headers of this one.
  EXPECT_EQ(judged("depth", counted, "kretprobe", "6.14.0").verdict, Verdict::fail);
  EXPECT_EQ(judged("depth", counted, "kretprobe", "7.3.4+deb13").verdict, Verdict::declared);
}

TEST(KernelScenarios, AnAnswerWithoutItsFieldsFails) {
  for (const KernelScenario& scenario : kernel_scenarios)
    EXPECT_EQ(judged(scenario.name, "").verdict, Verdict::fail) << scenario.name;
}

}  // namespace
}  // namespace retprobe::harness
