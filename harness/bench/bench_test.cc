// Tests the variants of workloads, the plan of a run, and single visits.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "harness/bench/measure.h"
#include "harness/bench/plan.h"
#include "harness/bench/recorder.h"
#include "harness/bench/timing.h"
#include "harness/bench/tracers.h"
#include "harness/judging/need_table.h"
#include "harness/must.h"
#include "harness/workloads/real_program.h"
#include "harness/workloads/workload.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

TEST(Variants, AreParsedAndWrittenBack) {
  for (const char* text : {"leaf", "leaf+data64", "leaf+declining", "leaf+threads2", "fib+churn",
                           "fib+maxactive64", "leaf+counting", "json+recording"}) {
    auto parsed = must(parse_workload_variant(text));
    EXPECT_EQ(parsed.workload + suffix_of(parsed.variant), text);
  }
  for (const char* text :
       {"", "+data8", "leaf+", "leaf+data", "leaf+data0", "leaf+data4097", "leaf+data8x",
        "leaf+churn2", "leaf+counting1", "leaf+empty", "leaf+threads0",
        "leaf+data99999999999999999999", "nothing", "recursion_100000+threads2"})
    EXPECT_FALSE(parse_workload_variant(text).ok()) << text;
}

TEST(Plan, HasEachCaseOnceAndDefaultsOnlyWhereNothingIsSelected) {
  auto plan = must(plan_benchmarks({}, false));
  std::set<std::string> names;
  for (const BenchGroup& group : plan)
    for (const BenchCase& bench_case : group.cases)
      EXPECT_TRUE(names.insert(name_of(bench_case)).second);
  EXPECT_TRUE(names.contains("leaf/counted_shadow/paired/scalar/256"));
  EXPECT_TRUE(names.contains("leaf/counted_shadow/trap/full/1"));
  EXPECT_TRUE(names.contains("leaf+data4096/counted_shadow/jump/scalar/1"));
  EXPECT_FALSE(names.contains("fib/counted_shadow/paired/scalar/256"));
  EXPECT_TRUE(names.contains("leaf+counting/counted_shadow/paired/scalar/1"));
  EXPECT_TRUE(names.contains("fib+recording/call_through/-/scalar/1"));
  EXPECT_FALSE(names.contains("leaf+counting/counted_shadow/jump/scalar/1"));
  EXPECT_FALSE(names.contains("leaf+counting/counted_shadow/paired/scalar/8"));
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
  auto small = must(plan_benchmarks(selection, false));
  ASSERT_EQ(small.size(), 1U);
  ASSERT_EQ(small.front().cases.size(), 2U);
  EXPECT_EQ(name_of(small.front().cases[0]), "fib/counted_shadow/paired/full/3");
  EXPECT_EQ(unprobed_name_of(small.front().cases[0]), "fib/unprobed/-/-/0");
}

std::set<std::string> names_with(const Selection& selection) {
  std::set<std::string> names;
  const auto plan = plan_benchmarks(selection, false);
  if (!plan.ok()) return {plan.error().message()};
  for (const BenchGroup& group : *plan)
    for (const BenchCase& bench_case : group.cases)
      EXPECT_TRUE(names.insert(name_of(bench_case)).second) << name_of(bench_case);
  return names;
}

TEST(Plan, HasTheSelectedKindsOfHandlersAndNoOther) {
  Selection selection{.designs = {"counted_shadow"},
                      .transfers = {"paired"},
                      .registers = {"scalar"},
                      .tracers = {"1"},
                      .workloads = {"leaf", "leaf+data8", "latency"},
                      .handlers = {"counting", "recording"}};
  const std::string cell = "/counted_shadow/paired/scalar/1";
  EXPECT_EQ(names_with(selection),
            (std::set<std::string>{"leaf+counting" + cell, "leaf+recording" + cell}));
  selection.handlers = {"empty", "counting"};
  EXPECT_EQ(names_with(selection),
            (std::set<std::string>{"latency" + cell, "leaf" + cell, "leaf+counting" + cell,
                                   "leaf+data8" + cell}));
  // Named as a workload, and chosen as a kind: there once.
  selection.workloads = {"leaf", "leaf+counting"};
  selection.handlers = {"counting"};
  EXPECT_EQ(names_with(selection), std::set<std::string>{"leaf+counting" + cell});
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
    EXPECT_GT(first.calls_per_run, 0);
    EXPECT_EQ(first.bytes_per_thread > 0, tracers != 0);
    const auto again = visit_again(bench_case, 0.001, first.runs_per_iteration);
    EXPECT_EQ(again.calls_per_run, 0);
    for (const Sample& visit : {first, again}) {
      EXPECT_EQ(visit.missed, 0U);
      EXPECT_GT(visit.iterations, 0U);
      EXPECT_GT(visit.real_ns, 0);
      EXPECT_GT(visit.cpu_ns, 0);
    }
  }
  for (const Variant::Kind kind : {Variant::Kind::counting, Variant::Kind::recording}) {
    EXPECT_NO_THROW(
        first_visit({"fib", {kind, 0}, {"counted_shadow", "paired", RegisterSet::scalar, 2}, {}},
                    0.001, false));
  }
  EXPECT_EQ(visits_of(BenchCase{"leaf", {}, {}, {}}), visits);
  EXPECT_EQ(visits_of(BenchCase{"leaf", {Variant::Kind::churn, 0}, {}, {}}), 1U);
}

// A second tracer counts how often the program called the function that both are on.
TEST(Visits, CountTheEventsOfARealProgramInOnePass) {
  ASSERT_FALSE(configure({"counted_shadow", "paired"}));
  const Cell cell{"counted_shadow", "paired", RegisterSet::scalar, 1};
  const Workload& json = *find_workload("json");
  if (const Error error = real_program_ready(json.name)) GTEST_SKIP() << error.message();
  const auto sites = must(sites_of(json.probed));
  const auto calls_of = [&](const auto& body) {
    std::uint64_t calls = 0;
    auto tracers = must(CaseTracers::attach(cell, {}, sites, &calls));
    body();
    EXPECT_FALSE(tracers.detach());
    return calls;
  };
  const auto calls_of_visit = [&](bool events) {
    return calls_of([&] { first_visit({"json", {}, cell, {}}, 0.0001, events); });
  };
  const std::uint64_t pass = calls_of([&] { json.run(1); });
  EXPECT_GT(pass, 0U);
  EXPECT_EQ(calls_of_visit(true), calls_of_visit(false) + pass);
}

TEST(Visits, AreRefusedWhereADesignWithHooksHearsNothing) {
  const auto visited = [](std::string design, std::string workload) -> std::string {
    const BenchCase bench_case{
        std::move(workload), {}, {std::move(design), "paired", RegisterSet::scalar, 1}, {}};
    EXPECT_FALSE(configure({bench_case.cell.design, "paired"}));
    try {
      first_visit(bench_case, 0.001, false);
      return "timed";
    } catch (const Failure& refused) {
      return refused.what();
    }
  };
  EXPECT_EQ(visited("none", "leaf"), "timed");
  stop_tracing();
  for (const char* workload : {"leaf", "json"})
    EXPECT_EQ(visited("counted_shadow", workload), "its tracers saw no call") << workload;
  start_tracing();
}

TEST(Handlers, HandleEachCallOnceForEachTracer) {
  ASSERT_FALSE(configure({"counted_shadow", "paired"}));
  const Workload& fib = *find_workload("fib");
  const auto sites = must(sites_of(fib.probed));
  const Cell two{"counted_shadow", "paired", RegisterSet::scalar, 2};
  for (const Variant::Kind kind : {Variant::Kind::counting, Variant::Kind::recording}) {
    auto tracers = must(CaseTracers::attach(two, {kind, 0}, sites, nullptr));
    const std::uint64_t calls = fib.run(1).calls + fib.run(1).calls;
    const auto handled = tracers.handled();
    ASSERT_FALSE(tracers.detach());
    ASSERT_TRUE(handled);
    EXPECT_EQ(handled->entries, 2 * calls);
    EXPECT_EQ(handled->exits, 2 * calls);
  }
  auto plain = must(CaseTracers::attach(two, {}, sites, nullptr));
  EXPECT_FALSE(plain.handled());
  ASSERT_FALSE(plain.detach());
}

TEST(Recorder, KeepsTheLastEntriesAndExitsInTheirOrder) {
  Recorder& recorder = begin_recording();
  const std::uint64_t before = __builtin_ia32_rdtsc();
  ASSERT_EQ(&recorder, own_recorder);
  record_entry(std::uintptr_t{7});
  record_entry(std::uintptr_t{8});
  EXPECT_EQ(recorder.entries(), 2U);
  EXPECT_EQ(recorder.exits(), 0U);
  record_exit(std::uintptr_t{8});
  record_exit(std::uintptr_t{7});
  EXPECT_EQ(recorder.entries(), 2U);
  EXPECT_EQ(recorder.exits(), 2U);
  const RingRecord* ring = recorder.ring;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(ring[i].function, i == 0 || i == 3 ? 7U : 8U);
    EXPECT_EQ(ring[i].is_exit, i / 2);
    EXPECT_EQ(ring[i].depth, i == 0 || i == 3 ? 0 : 1);
    EXPECT_GE(ring[i].time, i > 0 ? ring[i - 1].time : before);
  }
  EXPECT_LE(ring[3].time, __builtin_ia32_rdtsc());
  for (std::size_t i = 4; i <= Recorder::size; ++i) record_exit(i);
  EXPECT_EQ(ring[0].function, Recorder::size) << "the ring begins anew";
  EXPECT_EQ(ring[1].function, 8U);
  std::thread([] {
    EXPECT_EQ(own_recorder, nullptr) << "a ring belongs to one thread";
    record_entry(std::uintptr_t{9});  // nothing happens
  }).join();
  EXPECT_EQ(begin_recording().entries(), 0U);
}

}  // namespace
}  // namespace retprobe::harness
