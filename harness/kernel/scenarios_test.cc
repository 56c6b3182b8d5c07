#include "harness/kernel/scenarios.h"

#include <gtest/gtest.h>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

Outcome judged(const std::string& scenario, const std::string& text,
               const std::string& mechanism = "fgraph") {
  const auto answer = must(parse_answer("ok " + text));
  return judge_played(scenario, mechanism, answer);
}

TEST(KernelScenarios, ExitsHaveToComeInReverse) {
  EXPECT_EQ(judged("order", "journal=e0,e1,e2,x2,x1,x0").verdict, Verdict::pass);
  EXPECT_EQ(judged("order", "journal=e2,e1,e0,x0,x1,x2").verdict, Verdict::pass);
  for (const char* journal : {"journal=e0,e1,e2,x0,x1,x2", "journal=e0,e1,e2,x2,x1", "journal="})
    EXPECT_EQ(judged("order", journal).verdict, Verdict::fail) << journal;
}

TEST(KernelScenarios, WhoDeclinesIsToldNoExit) {
  EXPECT_EQ(judged("declined", "journal=e0,e1,x1").verdict, Verdict::pass);
  EXPECT_EQ(judged("declined", "journal=e0,e1,x0,x1").verdict, Verdict::fail);
  EXPECT_EQ(judged("declined", "journal=e0,e1").verdict, Verdict::fail);
}

TEST(KernelScenarios, NoExitWithoutAnEntry) {
  EXPECT_EQ(judged("attached", "journal=").verdict, Verdict::pass);
  EXPECT_EQ(judged("attached", "journal=x0").verdict, Verdict::fail);
  EXPECT_EQ(judged("replaced", "journal=e0,e1,x1").verdict, Verdict::pass);
  EXPECT_EQ(judged("replaced", "journal=e0,e1,x1,x99").verdict, Verdict::fail);
  EXPECT_EQ(judged("detached", "journal=e0").verdict, Verdict::pass);
  EXPECT_EQ(judged("detached", "journal=e0,x0").verdict, Verdict::fail);
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
}

TEST(KernelScenarios, AnAnswerWithoutItsFieldsFails) {
  for (const KernelScenario& scenario : kernel_scenarios)
    EXPECT_EQ(judged(scenario.name, "").verdict, Verdict::fail) << scenario.name;
}

}  // namespace
}  // namespace retprobe::harness
