// Tests that the framework reports whatever happens to a scenario, and that the oracle is right.
#include "harness/verify/verify.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <stdexcept>

#include "core/hooks/design_table.h"
#include "harness/injection/stepper.h"
#include "harness/scenarios/changes/flips_slow.h"
#include "harness/verify/call_tree.h"
#include "harness/verify/findings.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/oracle.h"
#include "harness/verify/test_bench.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

// ---- Scenarios for this test only. Their names sort behind all others. ----

// A pass takes a call that reaches a handler.
Outcome pass_with_a_call(const Cell& cell) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  fx_leaf(1);
  return bench.check_invariant(1);
}

SCENARIO(zz_passes, "passes", .tracers = {1, 3}) { return pass_with_a_call(cell); }
SCENARIO(zz_passes_at_once, "looks at its cell and passes", .any_cell = false) { return pass(); }
SCENARIO(zz_attaches_only, "attaches a tracer, and says something", .any_cell = false) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  return {Verdict::pass, "attached"};
}
SCENARIO(zz_calls_in_a_child, "passes; a process that it forks calls", .any_cell = false) {
  const pid_t child = fork();
  if (child == 0) _exit(pass_with_a_call(cell).verdict == Verdict::pass ? 0 : 1);
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) return fail("the child failed");
  return pass();
}
SCENARIO(zz_calls_nothing, "passes, and says why it calls nothing", .any_cell = false) {
  return pass_without_calls("there is nothing to call");
}
SCENARIO(zz_some_cells, "is run in some cells", .transfers = {"pa*", "trap"},
         .registers = {RegisterSet::vector, RegisterSet::full}) {
  return pass_with_a_call(cell);
}
SCENARIO(zz_fails, "fails and says more on standard error", .any_cell = false) {
  std::printf("on standard output, ");
  std::fflush(stdout);
  std::fprintf(stderr, "and on\nstandard error\n");
  return fail("two is not three");
}
SCENARIO(zz_mismatch, "differs from what is expected", .any_cell = false) {
  return compare(">A >B <A <B", ">A >B <B <A");
}
SCENARIO(zz_unavailable, "lacks something", .any_cell = false) {
  return unavailable(Lack::hardware, "no AVX-1024 here");
}
SCENARIO(zz_crashes, "crashes", .any_cell = false) {
  signal(SIGSEGV, SIG_DFL);
  std::fprintf(stderr, "about to fall\n");
  raise(SIGSEGV);
  return pass();
}
SCENARIO(zz_aborts, "aborts", .any_cell = false) { abort(); }
SCENARIO(zz_exits, "ends its process", .any_cell = false) { _exit(7); }
SCENARIO(zz_says_much, "says more than is kept", .any_cell = false) {
  for (int i = 0; i < 200; ++i) std::fputs("ä", stderr);
  std::fputs(".", stderr);
  _exit(7);
}
SCENARIO(zz_exits_well, "ends its process as if all were well", .any_cell = false) { _exit(0); }
SCENARIO(zz_throws, "throws", .any_cell = false) { throw std::runtime_error("thrown out"); }
SCENARIO(zz_hangs, "hangs, in a child of its own too", .seconds = 0.3, .any_cell = false) {
  if (fork() == 0)
    for (;;) pause();
  for (;;) pause();
}
// A process that waits for its vfork child looks like one that waits for a processor.
SCENARIO(zz_starves, "gets no processor", .seconds = 0.05, .any_cell = false) {
  if (vfork() == 0)
    for (;;) pause();
  return pass();
}
SCENARIO(zz_wrong_and_unavailable, "is wrong, and lacks something", .any_cell = false) {
  note_wrong("two is three");
  note_wrong("three is four");
  return unavailable(Lack::hardware, "no AVX-4096 here");
}
SCENARIO(zz_wrong_and_denied, "is wrong in a child, and is then denied something",
         .any_cell = false) {
  const pid_t child = fork();
  if (child == 0) {
    note_wrong("a child's two is three");
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  throw NotPermitted("ptrace is denied");
}
SCENARIO(zz_wrong_and_starves, "is wrong, and then gets no processor", .seconds = 0.05,
         .any_cell = false) {
  note_wrong("two is three");
  if (vfork() == 0)
    for (;;) pause();
  return pass();
}
SCENARIO(zz_throws_unavailable, "finds that it lacks something", .any_cell = false) {
  throw Unavailable(Lack::package, "no AVX-2048 here");
}
SCENARIO(zz_leaves_a_child, "passes, while a child of its own holds the pipes", .any_cell = false) {
  if (fork() == 0)
    for (;;) pause();
  return pass_with_a_call(cell);
}
// The pipe for the verdict is one of the descriptors above the standard ones.
SCENARIO(zz_garbage, "writes into what is not its own", .any_cell = false) {
  for (int descriptor = 3; descriptor < 64; ++descriptor) {
    struct stat what{};
    if (fstat(descriptor, &what) || !S_ISFIFO(what.st_mode)) continue;
    [[maybe_unused]] const ssize_t written =
        write(descriptor, "nonsense, and enough of it for a header", 39);
  }
  return pass();
}
SCENARIO(zz_configured, "is configured for its cell", .tracers = {2}) {
  const Configuration& now = configuration();
  if (now.design != cell.design || (cell.transfer != "-" && now.transfer != cell.transfer))
    return fail("the process is configured for " + now.design + "/" + now.transfer);
  return pass_with_a_call(cell);
}

Selection one_cell(std::string scenario) {
  return {.designs = {"counted_shadow"},
          .transfers = {"paired"},
          .registers = {"scalar"},
          .scenarios = {std::move(scenario)}};
}

CellResult result_of(const std::string& scenario) {
  Result<std::vector<CellResult>> results = verify(one_cell(scenario), {.jobs = 1}, nullptr);
  EXPECT_TRUE(results.ok()) << results.error().message();
  if (!results.ok() || results->empty()) return {};
  return results->front();
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Verify, ReportsAPass) {
  const CellResult result = result_of("zz_passes");
  EXPECT_EQ(result.verdict, Verdict::pass);
  EXPECT_EQ(result.detail, "");
  EXPECT_EQ(to_string(result.cell), "counted_shadow/paired/scalar/1");
}

TEST(Verify, APassInWhichNoHandlerRanIsAFailure) {
  const CellResult at_once = result_of("zz_passes_at_once");
  EXPECT_EQ(at_once.verdict, Verdict::fail);
  EXPECT_TRUE(contains(at_once.detail, "no probed call reached a handler")) << at_once.detail;
  const CellResult attached = result_of("zz_attaches_only");
  EXPECT_EQ(attached.verdict, Verdict::fail);
  EXPECT_TRUE(contains(attached.detail, "(attached)")) << attached.detail;
  EXPECT_EQ(result_of("zz_calls_in_a_child").verdict, Verdict::pass);
  const CellResult says_why = result_of("zz_calls_nothing");
  EXPECT_EQ(says_why.verdict, Verdict::pass);
  EXPECT_EQ(says_why.detail, "there is nothing to call");
}

TEST(Verify, AScenarioIsRunInItsOwnCellsOnly) {
  const auto cells_of = [](Selection selection) {
    std::set<std::string> cells;
    Result<std::vector<CellResult>> results = verify(selection, {.jobs = 2}, nullptr);
    EXPECT_TRUE(results.ok()) << results.error().message();
    if (results.ok())
      for (const CellResult& result : *results) cells.insert(to_string(result.cell));
    return cells;
  };
  EXPECT_EQ(cells_of({.designs = {"counted_shadow", "call_through"}, .scenarios = {"zz_some_*"}}),
            (std::set<std::string>{"call_through/-/full/1", "call_through/-/vector/1",
                                   "counted_shadow/paired/full/1", "counted_shadow/paired/vector/1",
                                   "counted_shadow/trap/full/1", "counted_shadow/trap/vector/1"}));
}

TEST(Verify, NoCellWhereAScenarioHasNothingToDo) {
  const auto has_cells = [](std::string scenario, std::string transfer, std::string registers) {
    const Selection selection{.designs = {"none", "counted_shadow"},
                              .transfers = {std::move(transfer)},
                              .registers = {std::move(registers)},
                              .scenarios = {std::move(scenario)}};
    return verify(selection, {.jobs = 2}, nullptr).ok();
  };
  for (const char* transfer : {"push_ret", "call_ret", "jump", "trap"})
    EXPECT_FALSE(has_cells("detach_stuck_handler", transfer, "scalar")) << transfer;
  for (const char* registers : {"scalar", "vector"})
    for (const char* scenario : {"redirect_of_declined_call", "redirect_by_turns"})
      EXPECT_FALSE(has_cells(scenario, "paired", registers)) << scenario << " " << registers;
  EXPECT_TRUE(has_cells("redirect_by_turns", "paired", "full"));
}

TEST(Verify, ReportsAFailureWithWhatWasSaid) {
  const CellResult result = result_of("zz_fails");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.detail,
            "two is not three; it said: on standard output, and on / standard error");
}

TEST(Verify, ReportsAMismatchWithBothTexts) {
  const CellResult result = result_of("zz_mismatch");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.detail,
            "expected \">A >B <B <A\", seen \">A >B <A <B\": they differ from character 8 on");
}

TEST(Verify, ReportsWhatIsUnavailable) {
  const CellResult result = result_of("zz_unavailable");
  EXPECT_EQ(result.verdict, Verdict::unavailable);
  EXPECT_EQ(result.detail, "no AVX-1024 here");
  EXPECT_EQ(result.lack, Lack::hardware);
  const CellResult thrown = result_of("zz_throws_unavailable");
  EXPECT_EQ(thrown.verdict, Verdict::unavailable);
  EXPECT_EQ(thrown.detail, "no AVX-2048 here");
  EXPECT_EQ(thrown.lack, Lack::package);
}

TEST(Verify, ReportsACrashBySignal) {
  const CellResult result = result_of("zz_crashes");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_EQ(result.detail, "crashed: SIGSEGV; it said: about to fall");
  EXPECT_TRUE(contains(result_of("zz_aborts").detail, "SIGABRT"));
}

TEST(Verify, ReportsAnEarlyEnd) {
  EXPECT_EQ(result_of("zz_exits").verdict, Verdict::fail);
  EXPECT_EQ(result_of("zz_exits").detail, "ended with exit status 7");
  EXPECT_EQ(result_of("zz_exits_well").verdict, Verdict::fail);
  EXPECT_EQ(result_of("zz_exits_well").detail, "ended without a verdict");
  const std::string detail = result_of("zz_says_much").detail;
  EXPECT_TRUE(contains(detail, "; it said: …ää")) << detail;
}

TEST(Verify, ReportsAnException) {
  EXPECT_EQ(result_of("zz_throws").verdict, Verdict::fail);
  EXPECT_EQ(result_of("zz_throws").detail, "thrown out");
}

TEST(Verify, EndsAHangAndWhatItForked) {
  const CellResult result = result_of("zz_hangs");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_TRUE(result.detail.starts_with("timed out after ")) << result.detail;
  EXPECT_EQ(result_of("zz_leaves_a_child").verdict, Verdict::pass);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child was not waited for";
}

TEST(Verify, ABusyMachineIsNoFailure) {
  const CellResult result = result_of("zz_starves");
  EXPECT_EQ(result.verdict, Verdict::unavailable);
  EXPECT_TRUE(result.detail.starts_with("the machine was too busy: ")) << result.detail;
  EXPECT_EQ(result.lack, Lack::time);
}

// The first process of the cell gets no processor, the second passes.
SCENARIO(zz_busy_once, "gets no processor the first time", .seconds = 0.05, .any_cell = false) {
  const char* const marker = getenv("ZZ_MARKER");
  if (access(marker, F_OK) == 0) return pass_with_a_call(cell);
  std::fclose(std::fopen(marker, "w"));
  if (vfork() == 0)
    for (;;) pause();
  return pass();
}

TEST(Verify, ABusyCellRunsOnceMore) {
  const std::string marker = testing::TempDir() + "busy_once_" + std::to_string(getpid());
  setenv("ZZ_MARKER", marker.c_str(), 1);
  const auto run = [&](const char* scenario, bool retry) {
    unlink(marker.c_str());
    std::size_t told = 0;
    auto results = verify(one_cell(scenario), {.jobs = 1, .retry_busy = retry},
                          [&](std::size_t done, std::size_t, const CellResult&) { told = done; });
    EXPECT_TRUE(results.ok() && results->size() == 1 && told == 1);
    return results.ok() ? results->front().verdict : Verdict::fail;
  };
  EXPECT_EQ(run("zz_busy_once", false), Verdict::unavailable);
  EXPECT_EQ(run("zz_busy_once", true), Verdict::pass);
  EXPECT_EQ(run("zz_starves", true), Verdict::unavailable);
  unlink(marker.c_str());
}

TEST(Verify, WhatIsWrongComesBeforeWhatIsLacking) {
  const CellResult said = result_of("zz_wrong_and_unavailable");
  EXPECT_EQ(said.verdict, Verdict::fail);
  EXPECT_EQ(said.detail, "two is three; besides, no AVX-4096 here");
  const CellResult thrown = result_of("zz_wrong_and_denied");
  EXPECT_EQ(thrown.verdict, Verdict::fail);
  EXPECT_EQ(thrown.detail, "a child's two is three; besides, ptrace is denied");
  const CellResult starved = result_of("zz_wrong_and_starves");
  EXPECT_EQ(starved.verdict, Verdict::fail);
  EXPECT_TRUE(starved.detail.starts_with("two is three; besides, the machine was too busy: "))
      << starved.detail;
}

TEST(Turns, AreJudgedBeforeTheyAreCounted) {
  const auto few = [](Turns turns) {
    turns.met = 3, turns.least_met = 200;
    return judge_turns(turns).verdict;
  };
  EXPECT_EQ(few({}), Verdict::unavailable);
  for (const Turns& wrong : {Turns{.wrong = 1}, Turns{.unheard = 1}, Turns{.missed = 1},
                             Turns{.error = {Error::Code::busy, "a handler hangs"}}})
    EXPECT_THROW(few(wrong), std::runtime_error);
  EXPECT_EQ(judge_turns({}).verdict, Verdict::pass);
  EXPECT_THROW(judge_turns({.unheard = 1, .met = 200, .least_met = 200}), std::runtime_error);
}

TEST(Verify, ReportsGarbage) {
  const CellResult result = result_of("zz_garbage");
  EXPECT_EQ(result.verdict, Verdict::fail);
  EXPECT_TRUE(contains(result.detail, "no verdict")) << result.detail;
}

TEST(Verify, RunsEachCellOnce) {
  std::size_t calls = 0;
  Selection selection;
  selection.scenarios = {"zz_configured", "zz_passes"};
  Result<std::vector<CellResult>> results = verify(
      selection, {.jobs = 2}, [&](std::size_t done, std::size_t total, const CellResult& last) {
        EXPECT_EQ(done, ++calls);
        EXPECT_GE(total, done);
        EXPECT_FALSE(last.scenario.empty());
      });
  ASSERT_TRUE(results.ok()) << results.error().message();
  EXPECT_EQ(calls, results->size());
  std::set<std::string> cells;
  for (const CellResult& result : *results) {
    EXPECT_TRUE(cells.insert(result.scenario + " " + to_string(result.cell)).second)
        << "twice: " << to_string(result.cell);
    const DesignEntry* design = find_design(result.cell.design);
    ASSERT_NE(design, nullptr);
    if (design->facts.wiring == Wiring::unhooked) {
      EXPECT_EQ(result.verdict, Verdict::declared) << to_string(result.cell);
      EXPECT_FALSE(result.detail.empty());
    } else {
      EXPECT_EQ(result.verdict, Verdict::pass) << to_string(result.cell) << ": " << result.detail;
    }
    EXPECT_EQ(result.cell.transfer == "-",
              design->facts.wiring == Wiring::unhooked || design->facts.wiring == Wiring::framed);
  }
  EXPECT_TRUE(cells.contains("zz_configured counted_shadow/trap/full/2"));
  EXPECT_TRUE(cells.contains("zz_passes counted_shadow/paired/vector/3"));
}

TEST(Verify, FailFastEndsAtTheFirstFailure) {
  Selection selection;
  selection.scenarios = {"zz_passes", "zz_fails"};
  std::set<std::size_t> lengths;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Result<std::vector<CellResult>> results =
        verify(selection, {.jobs = 2, .fail_fast_seed = seed}, nullptr);
    ASSERT_TRUE(results.ok()) << results.error().message();
    EXPECT_EQ(std::ranges::count(*results, Verdict::fail, &CellResult::verdict), 1);
    EXPECT_FALSE(std::ranges::any_of(
        *results, [](const CellResult& result) { return result.detail == "was not run"; }));
    lengths.insert(results->size());
  }
  EXPECT_GT(lengths.size(), 1U) << "every seed gave the same order";

  selection.scenarios = {"zz_passes"};
  const auto covering = plan_cells(selection, {.covering_seed = 1});
  ASSERT_TRUE(covering.ok()) << covering.error().message();
  std::set<std::string> first, expected;
  for (const PlannedCell& cell : covering->cells) expected.insert(to_string(cell.cell));
  Result<std::vector<CellResult>> all = verify(selection, {.jobs = 2}, nullptr);
  Result<std::vector<CellResult>> fast =
      verify(selection, {.jobs = 1, .fail_fast_seed = 1},
             [&](std::size_t done, std::size_t, const CellResult& last) {
               if (done <= expected.size()) first.insert(to_string(last.cell));
             });
  ASSERT_TRUE(all.ok() && fast.ok());
  EXPECT_EQ(fast->size(), all->size());
  EXPECT_LT(expected.size(), all->size());
  EXPECT_EQ(first, expected);
}

TEST(Verify, ShowsADeclaredFailureAsDeclared) {
  // The design `none` declares every scenario, and none is run.
  for (const DesignEntry* design : design_table()) {
    if (design->facts.wiring != Wiring::unhooked) continue;
    Selection selection{.designs = {std::string(design->name)}, .scenarios = {"zz_crashes"}};
    Result<std::vector<CellResult>> results = verify(selection, {.jobs = 1}, nullptr);
    ASSERT_TRUE(results.ok());
    EXPECT_EQ(results->front().verdict, Verdict::declared);
  }
}

// The design instance_pool declares how scenarios with such names fail.
SCENARIO(depth_zz_as_declared, "fails as declared", .any_cell = false) {
  return fail("100 calls made 10 entries, 10 exits, 90 missed");
}
SCENARIO(depth_zz_otherwise, "fails otherwise", .any_cell = false) {
  return fail("fx_recurse returned a wrong value");
}
SCENARIO(depth_zz_crashes, "crashes", .any_cell = false) { abort(); }
SCENARIO(depth_zz_hangs, "hangs", .seconds = 0.3, .any_cell = false) {
  for (;;) pause();
}
SCENARIO(depth_zz_lacks, "lacks something", .any_cell = false) {
  return unavailable(Lack::package, "spin is not installed");
}
SCENARIO(depth_zz_passes, "passes", .any_cell = false) { return pass_with_a_call(cell); }

TEST(Verify, ADeclarationSaysHowAScenarioFails) {
  const auto in_a_pool = [](const char* scenario) {
    Selection selection = one_cell(scenario);
    selection.designs = {"instance_pool"};
    Result<std::vector<CellResult>> results = verify(selection, {.jobs = 1}, nullptr);
    EXPECT_TRUE(results.ok());
    return results.ok() ? results->front() : CellResult{};
  };
  const CellResult declared = in_a_pool("depth_zz_as_declared");
  EXPECT_EQ(declared.verdict, Verdict::declared) << declared.detail;
  EXPECT_TRUE(contains(declared.detail, "(seen: 100 calls made 10 entries")) << declared.detail;
  for (const char* scenario : {"depth_zz_otherwise", "depth_zz_crashes", "depth_zz_hangs"}) {
    const CellResult other = in_a_pool(scenario);
    EXPECT_EQ(other.verdict, Verdict::fail) << other.detail;
    EXPECT_TRUE(contains(other.detail, "another failure of this scenario is declared"))
        << other.detail;
    EXPECT_TRUE(contains(other.detail, "'* calls made * entries")) << other.detail;
  }
  EXPECT_EQ(in_a_pool("depth_zz_lacks").verdict, Verdict::unavailable);
  EXPECT_TRUE(contains(in_a_pool("depth_zz_passes").detail, "although it is declared"));
}

TEST(Verify, RefusesWhatMatchesNothing) {
  const auto error_of = [](Selection selection) {
    Result<std::vector<CellResult>> results = verify(selection, {.jobs = 1}, nullptr);
    return results.ok() ? std::string("no error") : results.error().message();
  };
  EXPECT_TRUE(contains(error_of({.scenarios = {"zz_pasess"}}), "no scenario matches 'zz_pasess'"));
  EXPECT_TRUE(contains(error_of({.designs = {"counted_shadwo"}}), "counted_shadow"));
  EXPECT_TRUE(contains(error_of({.transfers = {"teleport"}}), "push_ret"));
  EXPECT_TRUE(contains(error_of({.registers = {"imaginary"}}), "scalar, vector, full"));
  EXPECT_TRUE(contains(error_of({.tracers = {"7"}, .scenarios = {"zz_passes"}}), "there are 1, 3"));
  EXPECT_TRUE(
      contains(error_of({.registers = {"full"}, .scenarios = {"zz_fails"}}), "nothing to verify"));
}

TEST(Selection, GlobsAndTransfers) {
  Result<std::vector<Cell>> cells =
      select_cells({.designs = {"counted_*"}, .registers = {"vector"}}, {1, 2, 1});
  ASSERT_TRUE(cells.ok());
  EXPECT_EQ(cells->size(), 5u * 2);  // each transfer, each number of tracers once
  cells = select_cells(
      {.designs = {"counted_shadow"}, .transfers = {"pa*", "trap"}, .tracers = {"2"}}, {1, 2});
  ASSERT_TRUE(cells.ok());
  EXPECT_EQ(cells->size(), 2u * 3);
  EXPECT_TRUE(is_selected({}, "anything"));
  EXPECT_TRUE(is_selected({"x", "any*"}, "anything"));
  EXPECT_FALSE(is_selected({"x"}, "anything"));
}

// ---- The oracle, compared with strings written by hand ----

std::string oracle(std::vector<ModelTracer> tracers, std::string_view script) {
  return expected_events(tracers, script);
}

TEST(Oracle, BracketsAndNests) {
  EXPECT_EQ(oracle({{}}, "f"), "f");
  EXPECT_EQ(oracle({{}}, "+A f"), ">Af f <Af");
  EXPECT_EQ(oracle({{}, {}}, "+A +B f"), ">Af >Bf f <Bf <Af");
  EXPECT_EQ(oracle({{}, {}}, "+B +A f"), ">Bf >Af f <Af <Bf");
  EXPECT_EQ(oracle({{}}, "+A f(g h)"), ">Af f >Ag g <Ag >Ah h <Ah <Af");
  EXPECT_EQ(oracle({{}}, "+A f(f)"), ">Af f >Af f <Af <Af");
}

TEST(Oracle, TailCallsShareTheReturn) {
  EXPECT_EQ(oracle({{}}, "+A f>g"), ">Af f >Ag g <Ag <Af");
  EXPECT_EQ(oracle({{}, {}}, "+A +B f>g"), ">Af >Bf f >Ag >Bg g <Bg <Ag <Bf <Af");
  EXPECT_EQ(oracle({{}}, "+A f(h)>u>g"), ">Af f >Ah h <Ah u >Ag g <Ag <Af");
}

TEST(Oracle, DecliningHasNoExit) {
  EXPECT_EQ(oracle({{"f", 1}, {}}, "+A +B f"), "-Af >Bf f <Bf");
  EXPECT_EQ(oracle({{"fg", 2}}, "+A f g f"), ">Af f <Af -Ag g >Af f <Af");
}

TEST(Oracle, AttachesAreEpochs) {
  EXPECT_EQ(oracle({{}}, "+A f(-A)"), ">Af f -");
  EXPECT_EQ(oracle({{}}, "+A f(-A +A)"), ">Af f -");
  EXPECT_EQ(oracle({{}, {}}, "+A f(+B g) f"), ">Af f >Ag >Bg g <Bg <Ag <Af >Af >Bf f <Bf <Af");
  EXPECT_EQ(oracle({{}, {}}, "+A +B -A +A f"), "- >Bf >Af f <Af <Bf");
  EXPECT_EQ(oracle({{"f"}, {"g"}}, "+A +B f(g)"), ">Af f >Bg g <Bg <Af");
}

TEST(Oracle, ExceptionsAndJumpsLeaveCalls) {
  EXPECT_EQ(oracle({{}}, "+A ?f(g(!) k)"), ">Af f >Ag g ~Ag ~Af c");
  EXPECT_EQ(oracle({{}}, "+A #f(g(@) k) h"), ">Af f >Ag g j >Ah h <Ah !Ag !Af");
  EXPECT_EQ(oracle({{}}, "+A f(#?g(h($)))"), ">Af f >Ag g >Ah h j <Af !Ah !Ag");
  EXPECT_EQ(oracle({{}, {"k"}}, "+A +B #f(k(@)) -A g"), ">Af f >Ak >Bk k j /Ak /Af - g !Bk");
  EXPECT_EQ(oracle({{}}, "+A t[#f(@)] #g(@) t[#h(@) -A]"), ">Af f j !Af >Ag g j >Ah h j /Ag /Ah -");
}

TEST(Oracle, StepsElsewhere) {
  EXPECT_EQ(oracle({{}}, "+A f(s[g]) t[h #k(@)] u"), ">Af f >Ag g <Ag <Af >Ah h <Ah >Ak k j !Ak u");
  EXPECT_EQ(oracle({{}}, "+A #f(a[k(@)])"), ">Af f >Ak k j !Af /Ak");
  EXPECT_EQ(oracle({{}}, "+A #f(a[k(@)]) -A"), ">Af f >Ak k j /Ak /Af -");
  EXPECT_EQ(oracle({{}}, "+A o1[f(| g)] h r1 r1"), ">Af f >Ah h <Ah >Ag g <Ag <Af");
  EXPECT_EQ(oracle({{}}, "+A w1[f(| g)] o2[k(r1 |)] o1[u]"), ">Af f >Ak k >Ag g <Ag <Af u <Ak");
  EXPECT_EQ(oracle({{"fp"}}, "+A p m p m +A m -A +A p(f m)"), "p - >Ap p >Af f <Af");
}

TEST(Oracle, RedirectsAndWhatHasNoEvents) {
  EXPECT_EQ(oracle({{"f"}, {"f", 1, true}}, "+A +B f>g"), ">Af -Bf u g <Af");
  EXPECT_EQ(oracle({{}}, "=02 +A f(y =01)"), ">Af f <Af");
}

TEST(Oracle, RefusesWhatItCannotRead) {
  EXPECT_THROW(oracle({{}}, "f(g"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "f)"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "f>"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "f(@)"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "#f(t[@])"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "?f(o1[!])"), std::invalid_argument);
  EXPECT_THROW(oracle({{}}, "s[f"), std::invalid_argument);
}

// ---- A wrong order is noticed ----

TEST(Play, AgreesForARightOrderAndNoticesAWrongOne) {
  ASSERT_FALSE(configure({"counted_shadow", "paired"}));
  const Cell cell{"counted_shadow", "paired", RegisterSet::vector, 2};
  EXPECT_EQ(play(cell, std::vector<ModelTracer>(2), "+* f(g) h>k").verdict, Verdict::pass);

  // The same calls. The tracers are attached in another order than the oracle assumes.
  const std::vector<ModelTracer> model(2);
  TestBench bench(cell);
  for (Tap& tap : bench) tap.names_functions = true;
  require(bench[1]->attach("tree_*"));
  require(bench[0]->attach("tree_*"));
  const Outcome right = play(bench, model, "f(g)", expected_events(model, "+B +A f(g)"));
  EXPECT_EQ(right.verdict, Verdict::pass) << right.detail;
  bench.events.clear();
  const Outcome wrong = play(bench, model, "f(g)", expected_events(model, "+A +B f(g)"));
  EXPECT_EQ(wrong.verdict, Verdict::fail);
  EXPECT_TRUE(contains(wrong.detail, "they differ from character 2 on")) << wrong.detail;
}

TEST(Events, AreShortReadableText) {
  Events events(5);
  events.entry(0, true);
  events.entry(27, false, 'f');
  events.mark('x');
  events.exit(0, ReturnReason::unwound);
  events.exit(25, ReturnReason::abandoned, 'g');
  EXPECT_EQ(events.text(), ">A -27f x ~A !Zg");
  events.mark('y');
  EXPECT_EQ(events.text(), ">A -27f x ~A !Zg … and 1 events that there was no room for");
  events.clear();
  EXPECT_EQ(events.text(), "");
}

TEST(Scenarios, AreSortedAndDescribed) {
  const auto all = scenarios();
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &Scenario::name));
  EXPECT_GT(all.size(), 50u);
  for (const Scenario* scenario : all) {
    EXPECT_FALSE(scenario->what.empty()) << scenario->name;
    EXPECT_FALSE(scenario->options.tracers.empty()) << scenario->name;
  }
}

}  // namespace
}  // namespace retprobe::harness
