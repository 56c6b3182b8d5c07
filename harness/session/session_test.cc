// Tests which processes a session starts, and how often they visit a case. This program plays
// `retprobe bench --child`, too.
#include "harness/session/session.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include "harness/bench/timing.h"
#include "harness/json_line.h"
#include "harness/must.h"
#include "harness/session/verification.h"

namespace retprobe::harness {
namespace {

using nlohmann::json;

// The sum of the missed calls is the number of visits.
void play_child() {
  std::string line;
  std::getline(std::cin, line);
  std::cout << json_line(json{{"ready", true}}) << std::endl;
  const Sample sample{.missed = 1, .figures = {{"process", static_cast<double>(getpid())}}};
  while (std::getline(std::cin, line)) std::cout << json_line(json(sample)) << std::endl;
}

BenchCase case_of(const std::string& workload, const Variant& variant,
                  RegisterSet registers = RegisterSet::scalar) {
  return {workload, variant, {"counted_shadow", "paired", registers, 1}, {}};
}

std::vector<CaseSamples> samples_of(const std::vector<BenchCase>& cases) {
  auto session = must(run_session(
      {{"counted_shadow", "paired", cases}}, {.processes = 1}, [](const Cell&) { return ""; },
      [](std::size_t, std::size_t, const std::string&) {}));
  for (const CaseSamples& samples : session.cases) EXPECT_EQ(samples.void_reason, "");
  return session.cases;
}

TEST(Session, GivesEachExperimentAProcessOfItsOwn) {
  const auto cases = samples_of({case_of("attach_40000", {}), case_of("leaf", {}),
                                 case_of("attach_40000", {}, RegisterSet::vector),
                                 case_of("leaf", {}, RegisterSet::vector)});
  const auto process_of = [&](std::size_t i) {
    return cases[i].probed.at(0).figures.at("process");
  };
  EXPECT_EQ(process_of(1), process_of(3));
  EXPECT_EQ((std::set{process_of(0), process_of(1), process_of(2)}).size(), 3U);
}

TEST(Session, VisitsTheUnprobedRunOfAChurnCaseAsOftenAsThatOfOthers) {
  const auto cases = samples_of({case_of("leaf", {Variant::Kind::churn, 0}), case_of("leaf", {})});
  EXPECT_EQ(cases[0].probed.at(0).missed, 1U);
  EXPECT_EQ(cases[1].probed.at(0).missed, visits);
  for (const CaseSamples& samples : cases) EXPECT_EQ(samples.unprobed.at(0).missed, visits);
}

// A part of a sweep may have peers and nothing else.
TEST(Verification, RunsNoScenarioForNoGroup) {
  const auto verification = must(verify_groups({}, true, [](auto, auto, const CellResult& last) {
    throw Failure({Error::Code::refused, last.scenario + " was run"});
  }));
  EXPECT_TRUE(verification.ran);
  EXPECT_TRUE(verification.candidates.empty());
  EXPECT_FALSE(verification.left_out.empty());
}

}  // namespace
}  // namespace retprobe::harness

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "bench") {
    retprobe::harness::play_child();
    return 0;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
