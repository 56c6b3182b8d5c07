// Tests the result file of samples whose outcome is known, and what the report and the decisions
// say of that file.
#include "harness/session/result_file.h"

#include <gtest/gtest.h>

#include "harness/judging/decisions.h"
#include "harness/report/comparison.h"
#include "harness/report/decisions_report.h"
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
  SessionResult session{std::move(cases), R"({"date": "2026-11-20", "num_cpus": 2})"};
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
  const ordered_json file = file_of({samples_of("counted_shadow", "paired", 6, 3)});
  const ordered_json& gone = row(file, "leaf/counted_shadow/paired/scalar/1");
  EXPECT_EQ(gone["missed"], 6);
  EXPECT_EQ(gone["void"], "missed 6 calls");
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
  auto view = ResultView::parse(file, "file");
  ASSERT_TRUE(view.ok()) << view.error().message();
  const std::string text = comparison_text(*view);
  EXPECT_NE(text.find("counted_shadow/paired    5.2 ±0.2"), std::string::npos) << text;
  EXPECT_NE(text.find("FAILED 1"), std::string::npos) << text;
  EXPECT_NE(text.find("went wrong"), std::string::npos) << text;
  const std::string decisions = decision_text(*view);
  EXPECT_NE(decisions.find("one tracer, hot small functions  counted_shadow/paired  "
                           "leaf/counted_shadow/paired/scalar/1 5.2 ns; next "
                           "leaf/counted_shadow/push_ret/scalar/1 8.4 ns"),
            std::string::npos)
      << decisions;
}

TEST(Report, SaysWhenIntervalsDoNotTellCandidatesApart) {
  const ordered_json file = file_of(
      {samples_of("counted_shadow", "paired", 6), samples_of("counted_shadow", "push_ret", 6.2)});
  auto view = ResultView::parse(file, "file");
  ASSERT_TRUE(view.ok());
  EXPECT_NE(decision_text(*view).find("counted_shadow/paired = counted_shadow/push_ret"),
            std::string::npos);
}

TEST(Decisions, TakeTheFloorOnlyWhereItIsCheaper) {
  for (const double floor_ns : {2.0, 5.9, 9.0}) {
    auto view = ResultView::parse(file_of({samples_of("counted_shadow", "paired", 6),
                                           samples_of("call_through", "-", floor_ns)}),
                                  "file");
    ASSERT_TRUE(view.ok()) << view.error().message();
    const auto decisions = decide(*view);
    ASSERT_EQ(decisions.size(), 1U);  // only one design competes, so there is one decision
    const Decision& last = decisions.back();
    const bool cheaper = floor_ns == 2;
    EXPECT_EQ(last.chosen.at(0), cheaper ? "call_through" : "counted_shadow/paired");
    EXPECT_EQ(last.note, cheaper ? "" : "call_through is no cheaper");
    ASSERT_TRUE(last.next);
    EXPECT_EQ(last.next->candidate.floor, !cheaper);
  }
}

TEST(Decisions, AreTheSameInJson) {
  auto view = ResultView::parse(file_of({samples_of("counted_shadow", "paired", 6),
                                         samples_of("counted_shadow", "push_ret", 9)}),
                                "file");
  ASSERT_TRUE(view.ok()) << view.error().message();
  const ordered_json json = decision_json(*view);
  const auto decisions = decide(*view);
  ASSERT_EQ(json.size(), decisions.size());
  EXPECT_EQ(json[0]["need"], decisions[0].need);
  EXPECT_EQ(json[0]["chosen"], ordered_json::array({"counted_shadow/paired"}));
  EXPECT_EQ(json[0]["answers"].size(), 2U);
  EXPECT_EQ(json[0]["next"]["row"], "leaf/counted_shadow/push_ret/scalar/1");
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
