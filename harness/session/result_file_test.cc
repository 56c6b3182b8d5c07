// Tests the result file of samples whose outcome is known, and what the report and the decisions
// say of that file.
#include "harness/session/result_file.h"

#include <gtest/gtest.h>

#include "core/testlib/expect.h"
#include "harness/judging/decisions.h"
#include "harness/must.h"
#include "harness/report/report.h"
#include "harness/results/result_view.h"
#include "harness/session/session.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

// A session of two processes. A call takes `ns` in the probed run and 1 ns in the unprobed one.
CaseSamples samples_of(const std::string& design, const std::string& transfer, double ns,
                       std::uint64_t missed = 0) {
  CaseSamples samples{{"leaf", {}, {design, transfer, RegisterSet::scalar, 1}, {}}, {}, {}, {}};
  for (unsigned process = 0; process < 2; ++process) {
    // One iteration of Google Benchmark has 1000 iterations of the workload, with one call each.
    // The second process is a tenth slower.
    const double slower = process == 0 ? 1.0 : 1.1;
    Sample sample{process, 1, 10,   1000, ns * 1000 * slower, ns * 1000 * slower, 1, missed,
                  48,      0, 4096, -1};
    samples.probed.push_back(sample);
    sample.real_ns = sample.cpu_ns = 1000 * slower;
    samples.unprobed.push_back(sample);
  }
  return samples;
}

ordered_json file_of(std::vector<CaseSamples> cases, const Verification& verification = {}) {
  SessionResult session{std::move(cases), {{"date", "2026-11-20"}, {"num_cpus", 2}}};
  return result_file(session, {.processes = 2, .min_time = 0.1, .seed = 1}, false, verification);
}

const ordered_json& row(const ordered_json& file, const std::string& name) {
  static const ordered_json none;
  for (const ordered_json& each : file["benchmarks"])
    if (each["name"] == name) return each;
  ADD_FAILURE() << "no row " << name;
  return none;
}

TEST(Visits, KeepTheFastestAndAddUpWhatWasMissed) {
  std::vector<Sample> samples;
  const auto visit = [&](unsigned process, std::uint64_t runs_per_iteration, double ns,
                         std::uint64_t missed) {
    add_visit(samples, {process, 1, 10, runs_per_iteration, ns, ns, 1, missed, 48, 0, 4096, -1});
  };
  visit(0, 1000, 5000, 1);
  visit(0, 1000, 4000, 0);
  visit(0, 1000, 6000, 2);
  visit(0, 2000, 7000, 0);  // of a process that goes on where another one died: 3.5 a run
  visit(1, 1000, 9000, 0);
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].run_ns(), 3.5);
  EXPECT_EQ(samples[0].real_ns, 7000);
  EXPECT_EQ(samples[0].missed, 3U);
  EXPECT_EQ(samples[0].calls_per_run, 1);
  EXPECT_EQ(samples[1].run_ns(), 9);
}

TEST(Results, TakeTheUnprobedRunOfTheSameProcessAway) {
  const ordered_json file =
      file_of({samples_of("counted_shadow", "paired", 6), samples_of("call_through", "-", 3)});
  const ordered_json& median = row(file, "leaf/counted_shadow/paired/scalar/1_median");
  EXPECT_NEAR(median["ns_per_call"].get<double>(), 6 * 1.05, 1e-9);
  EXPECT_NEAR(median["added_ns"].get<double>(), 5 * 1.05, 1e-9);
  EXPECT_NEAR(median["added_ns_low"].get<double>(), 5, 1e-9);
  EXPECT_NEAR(median["added_ns_high"].get<double>(), 5.5, 1e-9);
  EXPECT_NEAR(median["ratio_to_call_through"].get<double>(), 2.5, 1e-9);
  EXPECT_NEAR(row(file, "leaf/unprobed/-/-/0_median")["ns_per_call"].get<double>(), 1.05, 1e-9);
  EXPECT_EQ(file["context"]["num_cpus"], 2);
}

TEST(Results, HaveNoTimeWhereACallWasMissed) {
  const ordered_json file = file_of({samples_of("counted_shadow", "paired", 6, 617)});
  const ordered_json& gone = row(file, "leaf/counted_shadow/paired/scalar/1");
  EXPECT_EQ(gone["missed"], 1234);
  EXPECT_EQ(gone["void"], "missed 1,234 calls");
  EXPECT_FALSE(gone.contains("real_time"));
  EXPECT_FALSE(gone.contains("added_ns"));
}

TEST(Results, HaveNoRatioWhereTheFloorHasNoTime) {
  const ordered_json file =
      file_of({samples_of("counted_shadow", "paired", 6), samples_of("call_through", "-", 3, 1)});
  EXPECT_FALSE(
      row(file, "leaf/counted_shadow/paired/scalar/1_median").contains("ratio_to_call_through"));
}

CellResult verdict(const char* scenario, const char* transfer, Verdict what,
                   const char* detail = "") {
  return {scenario, {"counted_shadow", transfer, RegisterSet::scalar, 1}, what, detail};
}

TEST(Verification, RefusesExactlyTheCandidateThatFails) {
  const Verification sum = sum_up(
      {verdict("a", "paired", Verdict::pass), verdict("b", "paired", Verdict::fail, "went wrong"),
       verdict("a", "jump", Verdict::pass), verdict("b", "jump", Verdict::declared, "cannot")});
  EXPECT_EQ(sum.failures(), 1U);
  EXPECT_EQ(sum.refusal({"counted_shadow", "paired", RegisterSet::scalar, 64}),
            "failed verification: b with 1 tracer: went wrong");
  EXPECT_EQ(sum.refusal({"counted_shadow", "jump", RegisterSet::scalar, 64}), "");
  // A cell that was not verified is refused like one that failed.
  EXPECT_NE(sum.refusal({"counted_shadow", "jump", RegisterSet::full, 1}), "");
  EXPECT_EQ(Verification{}.refusal({"counted_shadow", "jump", RegisterSet::full, 1}), "");
}

TEST(Report, ShowsCandidatesReasonsAndDecisions) {
  const Verification sum = sum_up(
      {verdict("a", "paired", Verdict::pass), verdict("a", "jump", Verdict::fail, "went wrong")});
  CaseSamples refused = samples_of("counted_shadow", "jump", 2);
  refused.void_reason = sum.refusal(refused.bench_case.cell);
  const ordered_json file = file_of({samples_of("counted_shadow", "paired", 6),
                                     samples_of("counted_shadow", "push_ret", 9), refused},
                                    sum);
  auto view = must(ResultView::parse(file, "file"));
  const std::string text = comparison_text(view);
  EXPECT_HAS(text, "counted_shadow/paired  5.2 ±0.2");
  EXPECT_HAS(text, "FAILED 1");
  EXPECT_HAS(text, "went wrong");
  const std::string answer = answer_text(view);
  EXPECT_HAS(answer, "counted_shadow  5.2 ns [5.0, 5.5]");
}

ResultView view_of(std::vector<CaseSamples> cases) {
  return must(ResultView::parse(file_of(std::move(cases)), "file"));
}

TEST(Decisions, TieWhereIntervalsOverlapOrMediansDifferByLessThanFivePercent) {
  struct Case {
    double other_ns;
    bool tie;
  };
  // The samples of a case spread by a tenth (samples_of): 6 ns give added ns of 5 to 5.5.
  for (const auto& [other_ns, tie] : {Case{6.2, true}, Case{9, false}}) {
    const auto decisions = decide(view_of(
        {samples_of("counted_shadow", "paired", 6), samples_of("bitmask", "paired", other_ns)}));
    ASSERT_FALSE(decisions.empty());
    const Decision& first = decisions.front();
    EXPECT_EQ(first.need, "one tracer on a function");
    EXPECT_EQ(first.chosen.size(), tie ? 2U : 1U);
    EXPECT_EQ(first.next.has_value(), !tie);
  }
}

TEST(Decisions, JudgeADesignByItsBestTransfer) {
  const auto decisions = decide(
      view_of({samples_of("counted_shadow", "paired", 6), samples_of("counted_shadow", "jump", 6.1),
               samples_of("bitmask", "paired", 12), samples_of("bitmask", "jump", 20)}));
  ASSERT_EQ(decisions.size(), 5U);  // two are about memory
  EXPECT_EQ(decisions[0].chosen, std::vector<std::string>{"counted_shadow/paired"});
  EXPECT_EQ(decisions[0].next->candidate.text(), "bitmask/paired");
  EXPECT_EQ(decisions[2].need, "the hook cannot call the body: no paired");
  EXPECT_EQ(decisions[2].chosen, std::vector<std::string>{"counted_shadow/jump"});
  EXPECT_EQ(decisions[2].next->candidate.text(), "bitmask/jump");
  EXPECT_EQ(overall(decisions), "counted_shadow: best, or level with the best, for 3 of 3 needs");
}

TEST(Decisions, LetTheFloorCompeteOnlyWhereNoFunctionTakesStackArguments) {
  for (const double floor_ns : {2.0, 5.9, 9.0}) {
    const auto decisions = decide(view_of(
        {samples_of("counted_shadow", "paired", 6), samples_of("call_through", "-", floor_ns)}));
    ASSERT_EQ(decisions.size(), 1U);  // elsewhere there is one candidate
    const Decision& only = decisions.front();
    EXPECT_EQ(only.need, "functions known to take no stack arguments");
    EXPECT_EQ(only.chosen.at(0), floor_ns < 6 ? "call_through" : "counted_shadow/paired");
    EXPECT_EQ(only.chosen.size(), floor_ns == 5.9 ? 2U : 1U);
  }
}

TEST(Answer, NamesWhatWasLeftOut) {
  const ResultView view =
      view_of({samples_of("counted_shadow", "paired", 6), samples_of("bitmask", "paired", 9),
               samples_of("instance_pool", "paired", 3, 2)});
  EXPECT_HAS(answer_text(view),
             "left out: instance_pool (one tracer on a function, functions "
             "known to take no stack arguments): missed 4 calls");
  EXPECT_LACKS(answer_text(view), "instance_pool  ");
}

TEST(Decisions, AreTheSameInJson) {
  const ResultView view =
      view_of({samples_of("counted_shadow", "paired", 6), samples_of("bitmask", "push_ret", 9)});
  const ordered_json json = decision_json(view);
  const auto decisions = decide(view);
  ASSERT_EQ(json.size(), decisions.size());
  EXPECT_EQ(json[0]["need"], decisions[0].need);
  EXPECT_EQ(json[0]["chosen"], ordered_json::array({"counted_shadow/paired"}));
  EXPECT_EQ(json[0]["common"], true);
  EXPECT_EQ(json[0]["answers"].size(), 2U);
  EXPECT_EQ(json[0]["next"]["row"], "leaf/bitmask/push_ret/scalar/1");
}

TEST(Report, RefusesWhatIsNoResult) {
  EXPECT_FALSE(ResultView::parse({}, "file").ok());
  EXPECT_FALSE(ResultView::parse({{"context", 1}, {"benchmarks", 2}}, "file").ok());
  ordered_json future = file_of({samples_of("counted_shadow", "paired", 6)});
  future["context"]["retprobe"] = 2;
  EXPECT_FALSE(ResultView::parse(future, "file").ok());
}

}  // namespace
}  // namespace retprobe::harness
