// Tests the variants of workloads, the plan of a run, and single visits.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "harness/bench/measure.h"
#include "harness/bench/plan.h"
#include "harness/bench/timing.h"
#include "harness/judging/need_table.h"
#include "harness/session/session.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

TEST(Variants, AreParsedAndWrittenBack) {
  for (const char* text :
       {"leaf", "leaf+data64", "leaf+declining", "leaf+threads2", "fib+churn", "fib+maxactive64"}) {
    auto parsed = parse_workload_variant(text);
    ASSERT_TRUE(parsed.ok()) << parsed.error().message();
    EXPECT_EQ(parsed->workload + suffix_of(parsed->variant), text);
  }
  for (const char* text : {"", "+data8", "leaf+", "leaf+data", "leaf+data0", "leaf+data4097",
                           "leaf+data8x", "leaf+churn2", "leaf+threads0",
                           "leaf+data99999999999999999999", "nothing", "recursion_100000+threads2"})
    EXPECT_FALSE(parse_workload_variant(text).ok()) << text;
}

TEST(Plan, HasEachCaseOnceAndDefaultsOnlyWhereNothingIsSelected) {
  auto plan = plan_benchmarks({}, false);
  ASSERT_TRUE(plan.ok());
  std::set<std::string> names;
  for (const BenchGroup& group : *plan)
    for (const BenchCase& bench_case : group.cases)
      EXPECT_TRUE(names.insert(name_of(bench_case)).second);
  EXPECT_TRUE(names.contains("leaf/counted_shadow/paired/scalar/256"));
  EXPECT_TRUE(names.contains("leaf/counted_shadow/trap/full/1"));
  EXPECT_TRUE(names.contains("leaf+data4096/counted_shadow/jump/scalar/1"));
  EXPECT_FALSE(names.contains("fib/counted_shadow/paired/scalar/256"));
  for (const Need& need : need_table())
    EXPECT_TRUE(names.contains(std::string(need.workload) + "/counted_shadow/paired/" +
                               need.registers + "/" + std::to_string(need.tracers)))
        << need.what;

  Selection selection;
  selection.designs = {"counted_shadow"};
  selection.transfers = {"paired"};
  selection.workloads = {"fib"};
  selection.tracers = {"3", "256"};
  selection.registers = {"full"};
  auto small = plan_benchmarks(selection, false);
  ASSERT_TRUE(small.ok()) << small.error().message();
  ASSERT_EQ(small->size(), 1U);
  ASSERT_EQ(small->front().cases.size(), 2U);
  EXPECT_EQ(name_of(small->front().cases[0]), "fib/counted_shadow/paired/full/3");
  EXPECT_EQ(unprobed_name_of(small->front().cases[0]), "fib/unprobed/-/-/0");
}

TEST(Rounds, ComeToEachCaseBeforeTheyComeBack) {
  std::vector<std::pair<unsigned, std::size_t>> seen, expected;
  in_rounds(3, [&](unsigned round, std::size_t which) { seen.emplace_back(round, which); });
  for (unsigned round = 0; round < visits; ++round)
    for (std::size_t which = 0; which < 3; ++which) expected.emplace_back(round, which);
  EXPECT_EQ(seen, expected);
}

TEST(Visits, AreTimedEachAndFindOutOnceWhatDoesNotChange) {
  ASSERT_FALSE(configure({"counted_shadow", "paired"}));
  for (const unsigned tracers : {0U, 1U}) {
    const BenchCase bench_case{
        "leaf", {}, {"counted_shadow", "paired", RegisterSet::scalar, tracers}, {}};
    const auto first = first_visit(bench_case, 0.001, false);
    ASSERT_TRUE(first.ok()) << first.error().message();
    ASSERT_TRUE(first->found);
    EXPECT_GT(first->found->calls_per_run, 0);
    EXPECT_EQ(first->found->memory.has_value(), tracers != 0);
    const auto again = visit_again(bench_case, 0.001, first->runs_per_iteration);
    ASSERT_TRUE(again.ok()) << again.error().message();
    EXPECT_FALSE(again->found);
    for (const Visit& visit : {*first, *again}) {
      EXPECT_EQ(visit.missed, 0U);
      EXPECT_GT(
          iteration_row(nlohmann::json::parse(visit.google.json)).at("cpu_time").get<double>(), 0);
    }
  }
  EXPECT_EQ(visits_of(BenchCase{"leaf", {}, {}, {}}), visits);
  EXPECT_EQ(visits_of(BenchCase{"leaf", {Variant::Kind::churn, 0}, {}, {}}), 1U);
}

}  // namespace
}  // namespace retprobe::harness
