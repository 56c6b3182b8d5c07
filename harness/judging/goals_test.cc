// Tests the judgement of goals, and its texts, on a small result whose outcome is known.
#include "harness/judging/goals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "core/testlib/expect.h"
#include "harness/judging/goal_table.h"
#include "harness/must.h"
#include "harness/report/report.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

// An empty result, which a test fills: rows of nine processes, which are alike but for `spread`.
class File {
 public:
  File() {
    file_ = {{"context",
              {{"retprobe", 1},
               {"quick", false},
               {"verified", true},
               {"verification", {{"ran", false}}},
               {"designs",
                {{"made_up", {{"floor", false}}},
                 {"poolish", {{"floor", false}}},
                 {"bitmask", {{"floor", false}}},
                 {"chained_trampolines", {{"floor", false}}},
                 {"call_through", {{"floor", true}}}}},
               {"peers",
                {{"xray", {{"variants", {{"counting", ordered_json::object()}}}}},
                 {"wrapper", {{"variants", {{"empty", ordered_json::object()}}}}}}}}},
             {"benchmarks", ordered_json::array()}};
  }

  File& calls(const std::string& workload, const std::string& candidate, double added,
              double all = 0, double spread = 0, std::size_t processes = 9, unsigned tracers = 1) {
    ordered_json row = head(workload, candidate, tracers);
    row["run_type"] = "aggregate";
    std::vector<double> added_samples, all_samples;
    for (std::size_t i = 0; i < processes; ++i) {
      const double at =
          processes > 1 ? static_cast<double>(i) / static_cast<double>(processes - 1) * 2 - 1 : 0;
      added_samples.push_back(added * (1 + spread * at));
      all_samples.push_back((all == 0 ? added + 1 : all) * (1 + spread * at));
    }
    row["added_ns"] = row["added_ns_low"] = row["added_ns_high"] = added;
    row["ns_per_call"] = all == 0 ? added + 1 : all;
    row["added_ns_samples"] = added_samples;
    row["ns_per_call_samples"] = all_samples;
    row["bytes_per_frame"] = candidate.starts_with("poolish") ? 0 : 32;
    row["stack_bytes_per_frame"] = 0;
    row["bytes_per_thread"] = 9000;
    file_["benchmarks"].push_back(row);
    return *this;
  }
  /// Rows of single processes only, without the median row.
  File& process_rows(const std::string& workload, const std::string& candidate, double added,
                     std::size_t processes = 9) {
    for (std::size_t i = 0; i < processes; ++i) {
      ordered_json row = head(workload, candidate, 1);
      row["run_type"] = "iteration";
      row["added_ns"] = added;
      file_["benchmarks"].push_back(row);
    }
    return *this;
  }
  File& void_row(const std::string& workload, const std::string& candidate,
                 const std::string& why) {
    ordered_json row = head(workload, candidate, 1);
    row["run_type"] = "iteration";
    row["void"] = why;
    file_["benchmarks"].push_back(row);
    return *this;
  }
  File& figure(const std::string& workload, const std::string& candidate,
               const std::vector<std::pair<std::string, double>>& figures) {
    ordered_json row = head(workload, candidate, 1);
    row["run_type"] = "aggregate";
    for (const auto& [name, value] : figures)
      row["figures"][name] = {{"median", value},
                              {"low", value},
                              {"high", value},
                              {"samples", std::vector<double>(9, value)}};
    file_["benchmarks"].push_back(row);
    return *this;
  }

  /// On that processor.
  File& on(const std::string& cpu_id) {
    file_["context"]["cpu_id"] = cpu_id;
    return *this;
  }

  ResultView view() const { return must(ResultView::parse(file_, "file")); }
  /// The cell of made_up/paired for that goal.
  GoalCell cell(const std::string& goal) const {
    for (const GoalRow& row : evaluate_goals(view()))
      if (row.goal.starts_with(goal)) return row.cells.at(0);
    ADD_FAILURE() << "no goal " << goal;
    return {};
  }

 private:
  static ordered_json head(const std::string& workload, const std::string& candidate,
                           unsigned tracers) {
    const std::size_t slash = candidate.find('/');
    const bool peer = candidate.starts_with("peer:");
    const std::string registers = peer ? "-" : "scalar";
    const std::string name =
        workload + "/" + candidate + "/" + registers + "/" + std::to_string(tracers);
    return {{"name", name},
            {"run_name", name},
            {"workload", workload},
            {"design", candidate.substr(0, slash)},
            {"transfer", candidate.substr(slash + 1)},
            {"registers", registers},
            {"tracers", tracers}};
  }
  ordered_json file_;
};

File with_leaf(double added, double spread = 0, std::size_t processes = 9) {
  File file;
  file.calls("leaf", "made_up/paired", added, 0, spread, processes)
      .calls("leaf", "call_through/-", 10);
  return file;
}

TEST(Goals, AreMetOrNot) {
  const GoalCell met = with_leaf(11).cell("leaf, 1 tracer"),
                 not_met = with_leaf(13).cell("leaf, 1 tracer");
  EXPECT_EQ(met.state, GoalState::met);
  EXPECT_DOUBLE_EQ(met.value->median, 1.1);
  EXPECT_EQ(met.candidate, "made_up/paired");
  EXPECT_EQ(met.rows, (std::vector<std::string>{"leaf/made_up/paired/scalar/1",
                                                "leaf/call_through/-/scalar/1"}));
  EXPECT_EQ(not_met.state, GoalState::not_met);
  EXPECT_DOUBLE_EQ(not_met.value->median, 1.3);
  EXPECT_EQ(with_leaf(11.5).cell("leaf, 1 tracer").state, GoalState::met);  // exactly the limit
}

TEST(Goals, AreUndecidedWhereTheLimitLiesInTheInterval) {
  for (const double added : {11.0, 12.0}) {  // the medians lie on either side of the limit of 1.15
    const GoalCell wide = with_leaf(added, 0.2).cell("leaf, 1 tracer");
    EXPECT_LT(wide.value->low, 1.15);
    EXPECT_GT(wide.value->high, 1.15);
    EXPECT_EQ(wide.state, GoalState::undecided);
  }
  EXPECT_EQ(with_leaf(11, 0.02).cell("leaf, 1 tracer").state, GoalState::met);
  EXPECT_EQ(with_leaf(13, 0.02).cell("leaf, 1 tracer").state, GoalState::not_met);
}

TEST(Goals, AreNotDecidedByFewProcesses) {
  const GoalCell few = with_leaf(11, 0, 8).cell("leaf, 1 tracer");
  EXPECT_EQ(few.state, GoalState::too_few);
  EXPECT_TRUE(few.value);
}

TEST(Goals, SayWhatWouldMeasureThem) {
  const GoalCell nothing = with_leaf(11).cell("fib, 1 tracer");
  EXPECT_EQ(nothing.state, GoalState::not_measured);
  EXPECT_EQ(nothing.note,
            "fib/made_up/paired/scalar/1: not in this result; retprobe bench --goals measures it");
  const GoalCell peer = with_leaf(11).cell("leaf, vs XRay");
  EXPECT_EQ(peer.state, GoalState::not_measured);
  EXPECT_EQ(peer.note,
            "leaf/peer:xray/counting/-/1: not in this result; ./compare --peers measures it");
}

TEST(Goals, SayWhyARowIsVoid) {
  File file;
  file.void_row("leaf", "made_up/paired", "missed 3 calls").calls("leaf", "call_through/-", 10);
  const GoalCell cell = file.cell("leaf, 1 tracer");
  EXPECT_EQ(cell.state, GoalState::not_measured);
  EXPECT_EQ(cell.note, "leaf/made_up/paired/scalar/1: void: missed 3 calls");
  EXPECT_FALSE(cell.value);
}

TEST(Goals, CompareWithTheUnprobedRunOfTheSameProcess) {
  // A nest takes 20 ns, of which the probe adds 5, then 10.
  EXPECT_EQ(File().calls("callers12", "made_up/paired", 3, 20).cell("12 unprobed").state,
            GoalState::met);
  const GoalCell half =
      File().calls("callers12", "made_up/paired", 10, 20, 0.3).cell("12 unprobed");
  EXPECT_EQ(half.state, GoalState::not_met);
  EXPECT_NEAR(half.value->low, 2, 1e-9);  // in pairs: a slow process does not widen the interval
  EXPECT_NEAR(half.value->high, 2, 1e-9);
}

TEST(Goals, ComparePairsSoThatWhatSlowsBothSidesDecidesNothing) {
  // The same disturbance of ±50 % on both sides; then the same samples in other processes.
  File file;
  file.calls("leaf", "made_up/paired", 11, 0, 0.5).calls("leaf", "call_through/-", 10, 0, 0.5);
  const GoalCell cell = file.cell("leaf, 1 tracer");
  EXPECT_EQ(cell.state, GoalState::met);
  EXPECT_NEAR(cell.value->low, 1.1, 1e-9);
  EXPECT_NEAR(cell.value->high, 1.1, 1e-9);
  File other;
  other.calls("leaf", "made_up/paired", 11, 0, 0.5).calls("leaf", "call_through/-", 10, 0, -0.5);
  EXPECT_EQ(other.cell("leaf, 1 tracer").state, GoalState::undecided);
  // Not as many on both sides: the ratio of the medians.
  File fewer;
  fewer.calls("leaf", "made_up/paired", 11, 0, 0, 9).calls("leaf", "call_through/-", 10, 0, 0, 10);
  EXPECT_NEAR(fewer.cell("leaf, 1 tracer").value->median, 1.1, 1e-9);
}

TEST(Goals, CompareWithPeersAsTheyCome) {
  File file = with_leaf(4.6);
  file.process_rows("leaf", "peer:xray/counting", 5);
  EXPECT_EQ(file.cell("leaf, vs XRay").state, GoalState::not_met);
  File slower = with_leaf(4);
  slower.process_rows("leaf", "peer:xray/counting", 4.5);
  EXPECT_EQ(slower.cell("leaf, vs XRay").state, GoalState::met);
  EXPECT_EQ(slower.on("AuthenticAMD family 26 model 2 stepping 1").cell("leaf, vs XRay").state,
            GoalState::not_met);
  // With the same handlers on both sides: a peer's kind is in its own name.
  EXPECT_EQ(slower.calls("leaf+counting", "made_up/paired", 4.1).cell("leaf, counting").state,
            GoalState::not_met);
}

TEST(Goals, OfFurtherTracersLeaveTheFirstOneOut) {
  // call_through takes 10 with one tracer and 22 with eight, the design 12 and `with_eight`.
  const auto file = [](const std::string& candidate, double with_eight) {
    File made;
    made.calls("leaf", "call_through/-", 10)
        .calls("leaf", "call_through/-", 22, 0, 0, 9, 8)
        .calls("leaf", candidate, 12)
        .calls("leaf", candidate, with_eight, 0, 0, 9, 8);
    return made.cell("leaf, each further tracer of 8");
  };
  EXPECT_NEAR(file("made_up/paired", 25).value->median, 13.0 / 12, 1e-9);
  EXPECT_EQ(file("made_up/paired", 25).state, GoalState::met);
  EXPECT_EQ(file("made_up/paired", 26).state, GoalState::not_met);  // 14 / 12
  EXPECT_EQ(file("bitmask/paired", 26).state, GoalState::met);
  EXPECT_EQ(file("bitmask/paired", 27).state, GoalState::not_met);
  EXPECT_EQ(file("chained_trampolines/paired", 99).state, GoalState::shown);
  const File few = with_leaf(11);
  EXPECT_EQ(few.cell("leaf, each further tracer of 8").state, GoalState::not_measured);
  for (const GoalRow& row : evaluate_goals(few.view()))
    if (row.goal.starts_with("leaf, each further tracer of 64")) {
      EXPECT_EQ(row.limit, "≤ 1.1; bitmask ≤ 1.2");
    }
}

TEST(Goals, OfTheFloorAreJudgedInItsColumnAlone) {
  const auto row_with = [](double wrapper) {
    File file = with_leaf(20);
    file.process_rows("leaf", "peer:wrapper/empty", wrapper);
    const ResultView view = file.view();
    const auto goals = evaluate_goals(view);
    const auto row = std::ranges::find_if(
        goals, [](const GoalRow& each) { return each.goal.starts_with("leaf, call_through vs"); });
    return std::pair(*row, goals_text(view, goals));
  };
  const auto [met, met_text] = row_with(6.25);
  EXPECT_EQ(met.cells.at(0).state, GoalState::shown);
  EXPECT_DOUBLE_EQ(met.cells.at(0).value->median, 3.2);
  EXPECT_EQ(met.cells.at(1).state, GoalState::met);
  EXPECT_DOUBLE_EQ(met.cells.at(1).value->median, 1.6);
  const auto [not_met, text] = row_with(5);
  EXPECT_EQ(not_met.cells.at(1).state, GoalState::not_met);
  // It is counted, too.
  EXPECT_HAS(met_text, "2 met, 2 not met, ");
  EXPECT_HAS(text, "1 met, 3 not met, ");
}

TEST(Goals, CompareWorkloadsOfOneCandidate) {
  File file;
  file.calls("functions_16", "made_up/paired", 4, 0, 0.5)
      .calls("functions_1000", "made_up/paired", 5, 0, 0.5);
  const GoalCell met = file.cell("1000 functions alternating, vs 16");
  EXPECT_EQ(met.state, GoalState::met);
  EXPECT_NEAR(met.value->high, 1.25, 1e-9);
  File worse;
  worse.calls("functions_16", "made_up/paired", 4).calls("functions_1000", "made_up/paired", 7);
  EXPECT_EQ(worse.cell("1000 functions alternating, vs 16").state, GoalState::not_met);
}

TEST(Goals, OfScalingAreLowerLimits) {
  // Unprobed: 2 ns with one thread, 3 with two. Probed: 12 with one, 18 or 24 with two.
  const auto file = [](double with_two) {
    File two;
    two.calls("leaf+threads1", "made_up/paired", 10, 12)
        .calls("leaf+threads2", "made_up/paired", with_two - 3, with_two);
    return two.cell("two threads");
  };
  EXPECT_EQ(file(18).state, GoalState::met);
  EXPECT_NEAR(file(18).value->median, 1, 1e-9);
  EXPECT_EQ(file(24).state, GoalState::not_met);
  EXPECT_NEAR(file(24).value->median, 0.75, 1e-9);
}

TEST(Goals, OfExperimentsCompareTheirFigures) {
  const auto attach = [](double ns) {
    return File().figure("attach_one", "made_up/paired",
                         {{"attach_detach_p50_ns", ns}, {"six_syncs_p50_ns", 70}});
  };
  // A design is known even if it has only a row of figures.
  EXPECT_EQ(attach(130).cell("attach + detach").state, GoalState::met);
  EXPECT_EQ(attach(150).cell("attach + detach").state, GoalState::not_met);
  File crowd;
  crowd.figure("attach_40000", "made_up/paired", {{"first_attach_ns", 8e6}, {"first_bare_ns", 5e6}})
      .figure("attach_40000", "peer:xray/counting", {{"first_attach_ns", 1e6}});
  EXPECT_EQ(crowd.cell("attach 40,000 functions, first time, vs 3").state, GoalState::met);
  EXPECT_NEAR(crowd.cell("attach 40,000 functions, first time, vs __xray").value->median, 8, 1e-9);
}

TEST(Goals, OfMemoryAreExact) {
  const File file = with_leaf(11, 0, 1);
  EXPECT_EQ(file.cell("memory per thread").state, GoalState::not_met);  // 9000
  EXPECT_EQ(file.cell("memory per frame").state, GoalState::met);       // 32
}

TEST(Goals, AreCountedByState) {
  const auto counted = [](const File& file) {
    const ResultView view = file.view();
    return goals_text(view, evaluate_goals(view));
  };
  EXPECT_HAS(counted(with_leaf(12, 0.2)), "] undecided");
  EXPECT_HAS(counted(with_leaf(12, 0.2)), "1 met, 1 not met, 1 undecided, ");
  EXPECT_HAS(counted(with_leaf(11)), "2 met, 1 not met, 0 undecided, ");
}

TEST(Goals, AreNotForDesignsWithoutAShadowStackNorForFloors) {
  File file = with_leaf(11);
  file.calls("leaf", "poolish/paired", 11).calls("leaf", "made_up/push_ret", 11);
  for (const GoalRow& row : evaluate_goals(file.view())) {
    ASSERT_EQ(row.cells.size(), 2U) << row.goal;
    EXPECT_EQ(row.cells[0].candidate, "made_up/paired");
    EXPECT_EQ(row.cells[1].candidate, "call_through/-");
    EXPECT_TRUE(row.cells[1].state == GoalState::shown ||
                row.cells[1].state == GoalState::not_measured);
  }
}

TEST(Goals, AreShownInThreeForms) {
  File file = with_leaf(13);
  file.void_row("fib", "made_up/paired", "missed 3 calls");
  const ResultView view = file.view();
  const auto goals = evaluate_goals(view);
  const std::string text = goals_text(view, goals), markdown = goals_markdown(view, goals);
  EXPECT_TRUE(std::regex_search(text, std::regex("≤ 1[.]15 +1[.]30 NOT MET"))) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("≤ 32 +32 met"))) << text;
  EXPECT_HAS(text, "fib/made_up/paired/scalar/1: void: missed 3 calls");
  EXPECT_HAS(markdown, "| leaf, 1 tracer, vs call_through | ≤ 1.15 | 1.30 **not met** |");
  const ordered_json json = goals_json(view, goals);
  EXPECT_EQ(json["goals"][0]["cells"][0]["state"], "not met");
  EXPECT_EQ(json["goals"][0]["cells"][0]["value"], 1.3);
  EXPECT_EQ(json["goals"].size(), goal_table().size());
  EXPECT_HAS(text, json["summary"].get<std::string>() + "\n");
  EXPECT_HAS(goals_text(File().view(), evaluate_goals(File().view())), "bench --goals");
}

}  // namespace
}  // namespace retprobe::harness
