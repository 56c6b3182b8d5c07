// Tests what is reported as a regression, with made-up results: how often unchanged rows are,
// whether slower rows are, and how rows without times are treated.
#include "harness/regress/regress.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tuple>

#include "core/testlib/expect.h"
#include "harness/must.h"
#include "harness/regress/report.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;
using State = NotCompared::State;

ordered_json row_of(const std::string& workload, const std::string& design, unsigned tracers) {
  const bool probed = design != "unprobed";
  const std::string transfer = probed ? "paired" : "-", registers = probed ? "scalar" : "-";
  const std::string name =
      workload + "/" + design + "/" + transfer + "/" + registers + "/" + std::to_string(tracers);
  return {{"name", name},           {"run_name", name},  {"run_type", "iteration"},
          {"workload", workload},   {"design", design},  {"transfer", transfer},
          {"registers", registers}, {"tracers", tracers}};
}

/// A result file, written row by row.
class File {
 public:
  explicit File(const std::string& name) : name_(name) {
    json_["context"] = {
        {"retprobe", 1},
        {"quick", false},
        {"verified", true},
        {"verification", {{"ran", false}}},
        {"designs", {{"counted_shadow", {{"floor", false}}}, {"none", {{"floor", true}}}}},
        {"peers", {{"xray", {{"variants", {{"paired", ordered_json::object()}}}}}}},
        {"cpu", "one"}};
    json_["benchmarks"] = ordered_json::array();
  }
  ordered_json& context() { return json_["context"]; }
  void times(const std::string& workload, unsigned tracers, const std::vector<double>& added,
             double bytes_per_frame = 32, double bytes_per_thread = 4096,
             const std::string& design = "counted_shadow") {
    for (const double each : added) {
      ordered_json row = row_of(workload, design, tracers);
      row["added_ns"] = each;
      row["ns_per_call"] = each + 2;
      row["bytes_per_frame"] = bytes_per_frame;
      row["stack_bytes_per_frame"] = 0;
      row["bytes_per_thread"] = each == added.front()
                                    ? bytes_per_thread
                                    : bytes_per_thread + 8448;  // one undisturbed process is enough
      json_["benchmarks"].push_back(row);
    }
  }
  void unprobed(const std::string& workload, const std::vector<double>& per_call) {
    for (const double each : per_call) {
      json_["benchmarks"].push_back(row_of(workload, "unprobed", 0));
      json_["benchmarks"].back()["ns_per_call"] = each;
    }
  }
  void without_time(const std::string& workload, unsigned tracers, const std::string& why,
                    double missed = 0) {
    json_["benchmarks"].push_back(row_of(workload, "counted_shadow", tracers));
    json_["benchmarks"].back()["void"] = why;
    json_["benchmarks"].back()["missed"] = missed;
  }
  void median_only(const std::string& workload, unsigned tracers) {
    ordered_json row = row_of(workload, "counted_shadow", tracers);
    row["run_type"] = "aggregate";
    for (const char* key : {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high",
                            "bytes_per_frame", "stack_bytes_per_frame", "bytes_per_thread"})
      row[key] = 10;
    json_["benchmarks"].push_back(row);
  }
  /// A process's row and the median of an experiment: figures, and no times.
  void experiment(const std::string& workload, const std::string& design = "counted_shadow") {
    ordered_json row = row_of(workload, design, 1);
    row["figures"]["hit_p50_ns"] = 50;
    json_["benchmarks"].push_back(row);
    row["run_type"] = "aggregate";
    row["figures"]["hit_p50_ns"] = {{"median", 50}, {"low", 50}, {"high", 50}, {"samples", {50}}};
    json_["benchmarks"].push_back(row);
  }
  /// A peer's rows have times, and no memory.
  void peer(const std::string& workload, const std::vector<double>& added) {
    for (const double each : added) {
      ordered_json row = row_of(workload, "peer:xray", 1);
      row["added_ns"] = each;
      row["ns_per_call"] = each + 2;
      json_["benchmarks"].push_back(row);
    }
  }
  ResultSamples samples() const { return must(samples_of(json_, name_)); }

 private:
  std::string name_;
  ordered_json json_;
};

Result<Regress> compare(const File& base, const File& now, const RegressOptions& options = {}) {
  return regress(base.samples(), now.samples(), options);
}

/// Times like those of the reference machine: 3 % from process to process, a process that was
/// disturbed now and then, and a factor that all rows of a process share because they ran at the
/// same time.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : random_(seed) {}
  void session(File& file, unsigned rows, unsigned processes, double factor = 1) {
    std::vector<std::vector<double>> added(rows);
    for (unsigned process = 0; process < processes; ++process) {
      const double common = 1 + 0.02 * normal_(random_);
      for (unsigned row = 0; row < rows; ++row) {
        const double own = 1 + 0.022 * normal_(random_), disturbed = random_() % 20 == 0 ? 1.15 : 1;
        added[row].push_back((10 + row) * factor * common * own * disturbed);
      }
    }
    for (unsigned row = 0; row < rows; ++row) file.times("leaf", row + 1, added[row]);
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

TEST(Regress, AlarmsOverCleanPairsNoMoreOftenThanAlpha) {
  constexpr unsigned pairs = 300;
  constexpr double alpha = 0.05;
  Noise noise(1);
  unsigned alarms = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    File base("base"), now("new");
    noise.session(base, 12, 9);
    noise.session(now, 12, 9);
    const auto made =
        must(compare(base, now, {.selection = {}, .alpha = alpha, .threshold_percent = 0}));
    alarms += made.worse();
  }
  // Three standard deviations of a binomial count above alpha. Without the correction there are six
  // times as many alarms.
  EXPECT_LE(alarms, alpha * pairs + 3 * std::sqrt(alpha * (1 - alpha) * pairs));
}

TEST(Regress, FindsFivePercentInNineNoisyProcesses) {
  constexpr unsigned pairs = 100;
  Noise noise(2);
  unsigned found = 0;
  for (unsigned pair = 0; pair < pairs; ++pair) {
    File base("base"), now("new");
    noise.session(base, 12, 9);
    noise.session(now, 12, 9, 1.05);
    const auto made =
        must(compare(base, now, {.selection = {}, .alpha = 0.05, .threshold_percent = 2}));
    found += made.count(Change::slower) > 0;
  }
  EXPECT_GE(found, 95U);
}

TEST(Regress, NeedsBothSignificanceAndSize) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 10.01, 10.02, 10.03, 10.04});  // significant, but only 2 %
  now.times("leaf", 1, {10.2, 10.21, 10.22, 10.23, 10.24});
  base.times("fib", 1, {10, 14, 12, 11, 13});  // 20 %, but noise
  now.times("fib", 1, {12, 11, 15, 16, 14});
  base.times("callers12", 1, {10, 10.1, 10.2, 10.3, 10.4});  // significant, and above the threshold
  now.times("callers12", 1, {11, 11.1, 11.2, 11.3, 11.4});
  base.times("many_functions", 1, {11, 11.1, 11.2, 11.3, 11.4});  // faster
  now.times("many_functions", 1, {10, 10.1, 10.2, 10.3, 10.4});
  const auto made = must(compare(base, now));
  ASSERT_EQ(made.times.size(), 4U);
  EXPECT_EQ(made.times[0].change, Change::alike);
  EXPECT_TRUE(made.times[0].significant(0.05));
  EXPECT_EQ(made.times[1].change, Change::alike);
  EXPECT_EQ(made.times[2].change, Change::slower);
  EXPECT_EQ(made.times[3].change, Change::faster);
  EXPECT_TRUE(made.worse());
  EXPECT_NEAR(made.times[2].percent(made.times[2].shift.estimate), 100 / 10.2, 1e-6);
  EXPECT_HAS(page_of(made, false).text(), "REGRESSION");
  EXPECT_LACKS(page_of(made, false).text(), "leaf/");  // only with `all`
  EXPECT_HAS(page_of(made, true).text(), "leaf/");
  EXPECT_HAS(page_of(made, false).markdown(), "| callers12/counted_shadow/paired/scalar/1 |");
  EXPECT_EQ(regress_json(made)["regress"]["slower"], 1);
}

TEST(Regress, TakesPercentagesOfNextToNothingFromTheCall) {
  File base("base"), now("new");
  base.times("leaf", 1, {0.010, 0.011, 0.012, 0.013, 0.014}, 0, 0, "none");  // of calls of 2 ns
  now.times("leaf", 1, {0.015, 0.016, 0.017, 0.018, 0.019}, 0, 0, "none");
  const auto made = must(compare(base, now));
  EXPECT_EQ(made.times[0].change, Change::alike);
  EXPECT_NEAR(made.times[0].percent_of, 0.2012, 1e-9);
}

TEST(Regress, TakesAnyRiseOfMemoryAndOnlyARise) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 11, 12, 13, 14}, 32, 4096);
  now.times("leaf", 1, {10, 11, 12, 13, 14}, 40, 4096);
  base.times("leaf", 8, {10, 11, 12, 13, 14}, 88, 8192);
  now.times("leaf", 8, {10, 11, 12, 13, 14}, 88, 4096);
  const auto made = must(compare(base, now));
  ASSERT_EQ(made.counters.size(), 2U);
  EXPECT_EQ(made.rises(), 1U);
  EXPECT_EQ(made.counters[0].cell, "counted_shadow/paired/scalar/1");
  EXPECT_EQ(made.counters[0].now, 40);
  EXPECT_TRUE(made.worse());
  const auto back = must(compare(now, now));
  EXPECT_FALSE(back.worse());
}

TEST(Regress, TellsOfEveryRowThatItDoesNotCompare) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 11, 12, 13, 14});
  now.times("leaf", 1, {10, 11, 12, 13, 14});
  base.times("leaf", 2, {1, 2, 3, 4});
  now.times("leaf", 4, {1, 2, 3, 4});
  base.times("fib", 1, {1, 2, 3, 4});
  now.without_time("fib", 1, "missed 5 calls", 5);
  base.without_time("fib", 2, "killed by SIGSEGV");
  now.times("fib", 2, {1, 2, 3, 4});
  base.without_time("fib", 4, "missed 7 calls", 7);
  now.without_time("fib", 4, "missed 9 calls", 9);
  base.median_only("fib", 8);
  now.median_only("fib", 8);
  base.times("fib", 16, {1, 2, 3});
  now.times("fib", 16, {1, 2, 3});
  now.context()["cpu"] = "another";
  const auto made = must(compare(base, now));
  for (const State state : {State::only_base, State::only_new, State::lost, State::gained,
                            State::void_in_both, State::no_samples})
    EXPECT_EQ(made.count(state), 1U) << to_string(state);
  EXPECT_EQ(made.count(Change::too_few), 1U);
  EXPECT_TRUE(made.worse());  // a row lost its time
  const std::string text = page_of(made, false).text();
  for (const char* line :
       {"only in BASE (1 row): leaf/counted_shadow/paired/scalar/2", "only in NEW (1 row)",
        "LOST its time in NEW: missed 5 calls", "was void: killed by SIGSEGV",
        "void in both: calls were missed in both", "times not compared: no processes' rows in base",
        "too few processes to tell (3 and 3)", "not the same cpu: one -> another", "1 lost time"})
    EXPECT_HAS(text, line);
  const auto self = must(compare(base, base));
  EXPECT_FALSE(self.worse());
}

TEST(Regress, ALostTimeIsARegressionEvenIfNoTimesAreCompared) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 11, 12, 13, 14});
  now.without_time("leaf", 1, "failed verification");
  const auto all_lost = must(compare(base, now));
  EXPECT_TRUE(all_lost.worse());
  EXPECT_HAS(page_of(all_lost, false).text(), "0 rows compared");
  EXPECT_TRUE(regress_json(all_lost)["rows"].empty());
  base.times("fib", 1, {1, 2, 3});
  now.times("fib", 1, {1, 2, 3});
  const auto too_few = must(compare(base, now));
  EXPECT_EQ(too_few.count(Change::too_few), 1U);
  EXPECT_TRUE(too_few.worse());
  EXPECT_HAS(compare(now, base).error().message(), "--processes 9");  // a gained time is none
}

TEST(Regress, LeavesOutExperimentsAndPeers) {
  File base("base"), now("new");
  for (File* file : {&base, &now}) {
    file->times("leaf", 1, {10, 11, 12, 13, 14});
    file->experiment("latency");
    file->experiment("attach_one", "peer:xray");
  }
  base.peer("leaf", {1, 1.1, 1.2, 1.3, 1.4});
  now.peer("leaf", {2, 2.1, 2.2, 2.3, 2.4});
  base.experiment("attach_40000");
  now.without_time("attach_40000", 1, "timed out");
  const auto made = must(compare(base, now));
  EXPECT_EQ(made.times.size(), 1U);
  EXPECT_EQ(made.count(State::no_samples), 3U);
  EXPECT_EQ(made.count(State::lost), 1U);
  const std::string text = page_of(made, false).text();
  for (const char* line :
       {"LOST its time in NEW: timed out (1 row): attach_40000/",
        "times not compared: an experiment has figures, not times per call (1 row): latency/",
        "times not compared: no code of retprobe runs in a peer (2 rows): attach_one/"})
    EXPECT_HAS(text, line);
  RegressOptions one;
  one.selection.workloads = {"latency"};
  EXPECT_HAS(compare(base, now, one).error().message(), "no row has a time in both");
}

TEST(Regress, SaysThatTwoMachinesOrTwoMethodsAreCompared) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 11, 12, 13, 14});
  now.times("leaf", 1, {20, 21, 22, 23, 24});
  const auto told = [&] {
    const auto made = must(compare(base, now));
    return std::tuple{page_of(made, false).text(), page_of(made, false).markdown(),
                      regress_json(made)["regress"]};
  };
  base.context()["compiler"] = "gcc 12.2.0";
  now.context()["compiler"] = "gcc 12.4.0";
  now.context()["verified"] = false;
  {
    const auto [text, markdown, json] = told();
    EXPECT_LACKS(text, "TWO M");
    EXPECT_TRUE(text.ends_with("\nREGRESSION\n")) << text;
    EXPECT_FALSE(json.contains("unlike"));
  }
  base.context()["mitigations"] = {{"mds", "Not affected"}, {"spectre_v2", "Vulnerable"}};
  now.context()["mitigations"] = {{"mds", "Not affected"}, {"spectre_v2", "Retpolines"}};
  {
    const auto [text, markdown, json] = told();
    const std::string line =
        "TWO MACHINES (mitigations): a shift can come from the machines, not from the code";
    EXPECT_HAS(text, "\n" + line + "\n");
    EXPECT_LT(text.find(line), text.find("leaf/")) << "it stands above the rows";
    EXPECT_HAS(text,
               "not the same mitigations: spectre_v2: Vulnerable -> spectre_v2: "
               "Retpolines\n");
    EXPECT_TRUE(text.ends_with("\nREGRESSION, between two machines\n")) << text;
    EXPECT_HAS(markdown, "**REGRESSION, between two machines**");
    EXPECT_HAS(markdown, "**" + line + "**");
    EXPECT_EQ(json["unlike"], ordered_json::array({line}));
  }
  now.context()["compiler"] = "gcc 13.1.0";
  now.context()["quick"] = true;
  {
    const auto [text, markdown, json] = told();
    EXPECT_HAS(text, "TWO METHODS (compiler, quick): a shift can come from the methods");
    EXPECT_TRUE(text.ends_with("\nREGRESSION, between two machines and two methods\n")) << text;
    EXPECT_EQ(json["unlike"].size(), 2U);
  }
}

TEST(Regress, SaysThatTheMachineIsInAnotherState) {
  File base("base"), now("new");
  base.times("leaf", 1, {10, 11, 12, 13, 14});
  now.times("leaf", 1, {10, 11, 12, 13, 14});
  base.unprobed("leaf", {2, 2.01, 2.02, 2.03, 2.04});
  now.unprobed("leaf", {2.2, 2.21, 2.22, 2.23, 2.24});
  const auto made = must(compare(base, now));
  EXPECT_FALSE(made.worse());  // none of our code runs in it
  EXPECT_HAS(page_of(made, false).text(), "the unprobed run of leaf is slower by 9.9 %");
}

TEST(Regress, SaysHowManyRowsHaveToMoveTogether) {
  File base("base"), now("new");
  for (unsigned tracers = 1; tracers <= 30; ++tracers) {
    base.times("leaf", tracers, {10, 11, 12, 13, 14});
    const bool one = tracers == 1;
    now.times(
        "leaf", tracers,
        one ? std::vector<double>{20, 21, 22, 23, 24} : std::vector<double>{10, 11, 12, 13, 14});
  }
  const auto made = must(compare(base, now));
  EXPECT_FALSE(made.worse());  // 1 of 252, times 30, is 0.12
  EXPECT_EQ(made.found_together, 3U);
  RegressOptions one_row;
  one_row.selection.tracers = {"1"};
  const auto selected = must(compare(base, now, one_row));
  EXPECT_EQ(selected.times.size(), 1U);
  EXPECT_EQ(selected.found_together, 1U);
  EXPECT_TRUE(selected.worse());
}

TEST(Regress, RefusesWhatCannotBeCompared) {
  File base("base"), other("new"), few("few"), medians("medians");
  base.times("leaf", 1, {1, 2, 3, 4});
  other.times("fib", 1, {1, 2, 3, 4});
  few.times("leaf", 1, {1, 2, 3});
  medians.median_only("leaf", 1);
  EXPECT_HAS(compare(base, other).error().message(), "no row in common");
  EXPECT_HAS(compare(few, few).error().message(), "--processes 9");
  EXPECT_HAS(compare(base, medians).error().message(), "medians");
  RegressOptions nonsense;
  nonsense.selection.designs = {"nonsense"};
  EXPECT_HAS(compare(base, base, nonsense).error().message(), "there are counted_shadow");
}

}  // namespace
}  // namespace retprobe::harness
