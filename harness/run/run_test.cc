// Runs testlib/program.cc under `retprobe run`, and compares what was counted with what the program
// did.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <tuple>

#include "clients/run/calibrated.h"
#include "core/testlib/child.h"
#include "core/testlib/expect.h"
#include "harness/run/launch.h"
#include "harness/run/report.h"
#include "harness/run/testlib/fixtures.h"
#include "harness/run/testlib/runs.h"

namespace retprobe::run {
namespace {

namespace fs = std::filesystem;

#define EXPECT_COUNTS(counts, calls_, returned_, unwound_, abandoned_)                          \
  do {                                                                                          \
    const FunctionCounts seen = counts;                                                         \
    EXPECT_EQ(std::tuple(seen.calls, seen.returned, seen.unwound, seen.abandoned, seen.missed), \
              std::tuple(calls_, returned_, unwound_, abandoned_, 0u));                         \
  } while (false)

struct Probe {
  std::string design, transfer;
};
class Each : public testing::TestWithParam<Probe> {};

TEST_P(Each, EveryCallIsCountedByHowItEnded) {
  LaunchPlan plan = plan_of({"calls"});
  plan.design = GetParam().design, plan.transfer = GetParam().transfer;
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 7);
  ASSERT_EQ(launched.processes.size(), 1u);
  EXPECT_EQ(launched.processes[0].ending, ProcessReport::Ending::exited);
  EXPECT_COUNTS(counts_of(launched, "leaf"), 1011u, 1011u, 0u, 0u);
  EXPECT_COUNTS(counts_of(launched, "throws"), 10u, 5u, 5u, 0u);
  EXPECT_COUNTS(counts_of(launched, "jumps"), 9u, 6u, 0u, 3u);
}

INSTANTIATE_TEST_SUITE_P(Designs, Each,
                         testing::Values(Probe{"counted_shadow", "paired"},
                                         Probe{"chained_trampolines", "push_ret"},
                                         Probe{"bitmask", "trap"}),
                         [](const auto& one) { return one.param.design; });

TEST(Run, ThreadsShareNoCount) {
  // More than there are lanes (board.h).
  EXPECT_COUNTS(counts_of(run({"threads", "100"}), "leaf"), 2'010'000u, 2'010'000u, 0u, 0u);
}

TEST(Run, ALaneOfAnEndedThreadGoesOn) {
  EXPECT_COUNTS(counts_of(run({"threads_in_turn", "100"}), "leaf"), 2'010'000u, 2'010'000u, 0u, 0u);
}

TEST(Run, MissedCallsAreCounted) {
  LaunchPlan plan = plan_of({"deep", "20000"});
  plan.design = "instance_pool";
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 0);
  const FunctionCounts counts = counts_of(launched, "recurses");
  EXPECT_GT(counts.missed, 0u);
  EXPECT_GT(counts.calls, 0u);
  EXPECT_EQ(counts.calls + counts.missed, 20'001u);
}

TEST(Run, ChildrenOfForkCountForThemselves) {
  const Launched launched = run({"forks"});
  ASSERT_EQ(launched.processes.size(), 4u);
  using Ending = ProcessReport::Ending;
  EXPECT_EQ(launched.processes[0].ending, Ending::exited);
  EXPECT_EQ(launched.processes[0].parent, 0);
  std::vector<std::tuple<std::uint64_t, Ending, bool>> seen;
  for (std::size_t i = 1; i < 4; ++i) {
    const ProcessReport& child = launched.processes[i];
    EXPECT_EQ(child.parent, launched.processes[0].id);
    seen.emplace_back(counts_of(child, "leaf").calls, child.ending, child.missed_is_known());
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen[0], std::tuple(100u, Ending::exited, true));
  EXPECT_EQ(seen[1], std::tuple(200u, Ending::killed, false));
  EXPECT_EQ(seen[2], std::tuple(300u, Ending::exited, true));
}

TEST(Run, MissedCallsBeforeAForkAreTheParents) {
  LaunchPlan plan = plan_of({"deep_fork", "20000"});
  plan.design = "instance_pool";
  const Launched launched = run(plan);
  ASSERT_EQ(launched.processes.size(), 2u);
  EXPECT_EQ(counts_of(launched.processes[1], "recurses").calls, 2u);
  EXPECT_GT(counts_of(launched.processes[0], "recurses").missed, 0u);
  EXPECT_EQ(counts_of(launched.processes[1], "recurses").missed, 0u);
}

// More than there is room for at once.
TEST(Run, ProcessesThatEndedMakeRoomForOthers) {
  const unsigned many = most_processes + 500;
  const LaunchPlan plan = plan_of({"many_forks", std::to_string(many)});
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 0);
  EXPECT_EQ(launched.unseen, 0u);
  EXPECT_COUNTS(counts_of(launched, "leaf"), many, many, 0u, 0u);
  std::uint64_t processes = 0;
  for (const ProcessReport& process : launched.processes) processes += process.processes;
  EXPECT_EQ(processes, many + 1);
  EXPECT_HAS(counts_text(plan, launched, 20), " others");
}

TEST(Run, AChildOfVforkCountsForItsParent) {
  const Launched launched = run({"vfork"});
  EXPECT_EQ(exit_status(launched), 0);
  ASSERT_EQ(launched.processes.size(), 1u);
  EXPECT_EQ(launched.processes[0].ending, ProcessReport::Ending::exited);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 2u);
}

TEST(Run, WhatExecLeftIsCounted) {
  Captured output;
  LaunchPlan plan = plan_of({"exec"});
  plan.output = output.descriptor();
  plan.follows = false;
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 0);
  EXPECT_EQ(output.text(), "became another\n");
  ASSERT_EQ(launched.processes.size(), 1u);
  EXPECT_EQ(launched.processes[0].ending, ProcessReport::Ending::executed);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 2u);
}

TEST(Run, EveryEndIsAnEnd) {
  using Ending = ProcessReport::Ending;
  for (const auto& [how, status, ending] :
       {std::tuple("return", 5, Ending::exited), std::tuple("_exit", 5, Ending::exited),
        std::tuple("quick_exit", 5, Ending::exited),
        std::tuple("system_call", 5, Ending::exited_unseen),
        std::tuple("killed", -SIGKILL, Ending::killed)}) {
    const Launched launched = run({"end", how});
    EXPECT_EQ(exit_status(launched), status) << how;
    ASSERT_EQ(launched.processes.size(), 1u);
    EXPECT_EQ(launched.processes[0].ending, ending) << how;
    EXPECT_EQ(counts_of(launched, "leaf").calls, 1u) << how;
  }
}

// Three times, with its constructor's and its destructor's calls. "packed": its relocations are.
TEST(Run, ALibraryThatIsOpenedLaterMissesNothing) {
  for (const char* const kind : {"plain", "packed"}) {
    const fs::path library = fixtures() / ("libretprobe_run_opened_" + std::string(kind) + ".so");
    if (!fs::exists(library)) {
      EXPECT_STREQ(kind, "packed") << library << " is missing";
      continue;
    }
    const Launched launched = run({"open", library});
    EXPECT_EQ(exit_status(launched), 0);
    EXPECT_COUNTS(counts_of(launched, "in_opened"), 3 * 56u, 3 * 56u, 0u, 0u);
    EXPECT_COUNTS(counts_of(launched, "call_opened"), 3u, 3u, 0u, 0u);
  }
}

fs::path many(const std::string& name) {
  return fixtures() / ("libretprobe_run_many_" + name + ".so");
}

TEST(Run, ALibraryThatIsReopenedTakesNoMoreBlocks) {
  const Launched launched = run({"open_times", many("blocks"), "8"});
  EXPECT_EQ(exit_status(launched), 0);
  EXPECT_COUNTS(counts_of(launched, "call_opened"), 8u, 8u, 0u, 0u);
  EXPECT_COUNTS(counts_of(launched, "many_0"), 8u, 8u, 0u, 0u);
}

// The library, with this many functions, is there from the beginning.
Launched run_with(const fs::path& library, std::uint64_t functions) {
  setenv("LD_PRELOAD", library.c_str(), 1);
  const LaunchPlan plan = plan_of({"open_times", library, "1"});
  const Launched launched = run(plan);
  unsetenv("LD_PRELOAD");
  EXPECT_EQ(exit_status(launched), 0);
  EXPECT_EQ(counts_of(launched, "main").calls, 1u);
  EXPECT_GT(launched.left_out, 0u);
  EXPECT_GE(launched.probed + launched.left_out, functions);
  EXPECT_HAS(counts_text(plan, launched, 0), " functions had no room, and were not probed");
  return launched;
}

TEST(Run, AsManyFunctionsAsThereAreBlocksAreProbed) {
  const Launched launched = run_with(many("all_blocks"), 66'001);
  EXPECT_GT(launched.probed, 65'000u);
  EXPECT_COUNTS(counts_of(launched, "many_0"), 1u, 1u, 0u, 0u);
}

TEST(Run, FunctionsWhoseNamesHaveNoRoomAreNotProbed) {
  const Launched launched = run_with(many("names"), 17'001);
  EXPECT_GT(launched.probed, 15'000u);
  for (const FunctionCounts& counts : launched.processes.at(0).functions)
    EXPECT_NE(counts.name, "");
}

// Each site that there was stays in memory, and nothing else.
TEST(Run, ALibraryThatIsReopenedTakesTheSameMemoryEachTime) {
  Captured output;
  LaunchPlan plan = plan_of({"open_often", many("some")});
  plan.output = output.descriptor();
  EXPECT_EQ(counts_of(run(plan), "call_opened").calls, 60u);
  long first = 0, both = 0;
  ASSERT_EQ(std::sscanf(output.text().c_str(), "%ld %ld", &first, &both), 2);
  EXPECT_LT(both, 2 * first) << output.text();
}

TEST(Run, AFunctionOfALibraryThatIsReopenedIsOne) {
  LaunchPlan plan = plan_of({"open_times", many("some"), "3"});
  plan.design = "call_through";  // nothing shows whether they use arguments on the stack
  const Launched launched = run(plan);
  EXPECT_GT(launched.unclear, 1000u);
  EXPECT_LE(launched.unclear, launched.probed);
}

TEST(Run, WhatALibraryMissedStaysWhenItIsClosed) {
  LaunchPlan plan = plan_of({"open_deep", fixtures() / "libretprobe_run_opened_plain.so"});
  plan.design = "instance_pool";
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 0);
  const FunctionCounts counts = counts_of(launched, "recurse_opened");
  EXPECT_GT(counts.missed, 0u);
  EXPECT_EQ(counts.calls + counts.missed, 3 * 20'001u);
  EXPECT_EQ(launched.processes.at(0).missed, counts.missed);
}

TEST(Run, ALibraryInAnotherNamespaceIsNamed) {
  const fs::path library = fixtures() / "libretprobe_run_opened_plain.so";
  const LaunchPlan plan = plan_of({"open_elsewhere", library});
  const auto launched = launch(plan);
  ASSERT_TRUE(launched.ok());
  EXPECT_EQ(exit_status(*launched), 0);
  EXPECT_EQ(counts_of(*launched, "in_opened").calls, 0u);
  EXPECT_HAS(counts_text(plan, *launched, 0),
             library.string() + " was opened in another namespace (dlmopen)");
}

TEST(Run, ALibraryWhoseFunctionsCannotBeReadIsNotDroppedSilently) {
  const fs::path library = fixtures() / "libretprobe_run_opened_plain.so";
  const auto launched = launch(plan_of({"open_unseen", library}));
  ASSERT_TRUE(launched.ok());
  EXPECT_EQ(exit_status(*launched), 0);
  EXPECT_EQ(counts_of(*launched, "main").calls, 1u);
  EXPECT_HAS(launched->modules_problem, "modules that were opened later are not counted: ");
  EXPECT_HAS(launched->modules_problem, "/proc/thread-self/mem");
}

TEST(Run, WhatIsNotUtf8IsEscaped) {
  EXPECT_EQ(escaped("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(escaped("café \"€\" 😀\n\\"), "café \"€\" 😀\n\\");
  EXPECT_EQ(escaped("\xc0\xaf\xed\xa0\x80\xf0\x9f"), "\\xc0\\xaf\\xed\\xa0\\x80\\xf0\\x9f");
}

TEST(Run, TheProgramSeesNothingOfIt) {
  for (const char* const preload : {"", "libm.so.6"}) {
    if (*preload)
      setenv("LD_PRELOAD", preload, 1);
    else
      unsetenv("LD_PRELOAD");
    std::string texts[2];
    for (int i = 0; i < 2; ++i) {
      Captured output, errors;
      LaunchPlan plan = plan_of({"environment"});
      if (i == 0) plan.design.clear();
      plan.output = output.descriptor();
      plan.errors = errors.descriptor();
      EXPECT_EQ(exit_status(run(plan)), 0);
      texts[i] = output.text();
      EXPECT_EQ(errors.text(), "");
    }
    unsetenv("LD_PRELOAD");
    EXPECT_HAS(texts[0], "descriptors");
    EXPECT_EQ(texts[0], texts[1]);
  }
}

TEST(Run, ASanitizerComesFirst) {
  LaunchPlan plan = plan_of({"calls"});
  plan.command[0] = fixtures() / "retprobe_run_sanitized";
  if (!fs::exists(plan.command[0])) GTEST_SKIP() << "it needs GCC and its AddressSanitizer";
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 7);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 1011u);
}

TEST(Run, StandardInputIsTheProgramsOwn) {
  Captured input, output;
  ASSERT_EQ(write(input.descriptor(), "hello\n", 6), 6);
  ASSERT_EQ(lseek(input.descriptor(), 0, SEEK_SET), 0);
  LaunchPlan plan = plan_of({"copy"});
  plan.input = input.descriptor(), plan.output = output.descriptor();
  EXPECT_EQ(counts_of(run(plan), "leaf").calls, 6u);
  EXPECT_EQ(output.text(), "hello\n");
}

TEST(Run, ASignalToThisProcessReachesTheProgram) {
  for (const int number : {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    LaunchPlan plan = plan_of({"wait_for_signal"});
    plan.output = ready[1];
    std::thread sender([&] {
      sigset_t all;  // launch() blocks them in its own thread only
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, nullptr);
      char line[8];
      ASSERT_GT(read(ready[0], line, sizeof line), 0);
      kill(getpid(), number);
    });
    const Launched launched = run(plan);
    sender.join();
    close(ready[0]), close(ready[1]);
    EXPECT_EQ(exit_status(launched), -number);
    EXPECT_EQ(counts_of(launched, "leaf").calls, 1u);
  }
}

TEST(Run, ASignalWithoutAProgramIsKept) {
  const Signals signals;
  for (const int number : Signals::numbers) {
    raise(number);
    EXPECT_EQ(Signals::received(), number);
  }
  EXPECT_FALSE(launch(plan_of({"calls"})).ok());
}

TEST(Run, AfterTheProgramASignalEndsThisProcess) {
  const auto after = [](int number, int before) {
    return in_child([&] {
      const rlimit no_core{0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      signal(number, SIG_DFL);
      const Signals signals;
      raise(before);
      signals.end_from_now_on();
      raise(number);
    });
  };
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    EXPECT_EQ(after(number, number), -number) << "no program was there to pass it on to";
    EXPECT_EQ(after(number, SIGUSR2), -number);
  }
  for (const int number : {SIGUSR1, SIGUSR2}) EXPECT_EQ(after(number, number), 0) << number;
}

// `timeout` signals its child, and then the group.
TEST(Run, AfterTheProgramASignalThatWasPassedOnMayComeOnceMore) {
  for (const int times : {1, 2}) {
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    LaunchPlan plan = plan_of({"wait_for_signal"});
    plan.output = ready[1];
    EXPECT_EQ(in_child([&] {
                const Signals signals;
                std::thread sender([&] {
                  sigset_t all;
                  sigfillset(&all);
                  pthread_sigmask(SIG_BLOCK, &all, nullptr);
                  char line[8];
                  if (read(ready[0], line, sizeof line) > 0) kill(getpid(), SIGTERM);
                });
                const bool is_done = exit_status(run(plan)) == -SIGTERM;
                sender.join();
                signals.end_from_now_on();
                for (int i = 0; i < times; ++i) raise(SIGTERM);
                return is_done ? 0 : 1;
              }),
              times == 1 ? 0 : -SIGTERM);
    close(ready[0]), close(ready[1]);
  }
}

// nohup and shells ignore them.
TEST(Run, AnIgnoredSignalOfTheTerminalStaysIgnored) {
  for (const int number : {SIGINT, SIGQUIT, SIGHUP}) {
    const auto kept = signal(number, SIG_IGN);
    {
      const Signals signals;
      raise(number);
      EXPECT_EQ(Signals::received(), 0) << number;
      signals.end_from_now_on();
      raise(number);
    }
    signal(number, kept);
  }
}

TEST(Run, OnlyWhatIsSelectedIsProbed) {
  LaunchPlan plan = plan_of({"calls"});
  plan.functions = {"leaf", "j*", "module:retprobe_run_program"};
  plan.excluded = {"throws", "main", "*open*"};
  Launched launched = run(plan);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 1011u);
  EXPECT_EQ(counts_of(launched, "jumps").calls, 9u);
  EXPECT_EQ(counts_of(launched, "throws").calls, 0u);
  EXPECT_EQ(counts_of(launched, "main").calls, 0u);

  plan.functions = {"lef", "jumps"};
  launched = run(plan);
  EXPECT_EQ(launched.probed, 1u);
  EXPECT_HAS(counts_text(plan, launched, 0), "'leaf'");

  plan.functions = {"main"};
  launched = run(plan);
  EXPECT_EQ(exit_status(launched), 7);
  EXPECT_EQ(launched.probed, 0u);
  EXPECT_HAS(counts_text(plan, launched, 0), "no function was probed");
}

LaunchPlan recording_of(std::vector<std::string> arguments, std::vector<std::string> functions) {
  LaunchPlan plan = plan_of(std::move(arguments));
  plan.mode = Mode::record;
  plan.functions = std::move(functions);
  return plan;
}

using graph::Ending;
std::size_t count(const ProcessReport& process, const std::string& name, Ending ending) {
  std::size_t found = 0;
  for (const RecordedThread& thread : process.threads)
    for (const graph::Call& call : calls_of(thread))
      found += call.site->name == name && call.ending == ending;
  return found;
}

TEST(Record, EveryCallWithHowItEnded) {
  const Launched launched = run(recording_of({"calls"}, {"leaf", "throws", "jumps"}));
  ASSERT_EQ(launched.processes.size(), 1u);
  const ProcessReport& process = launched.processes[0];
  EXPECT_EQ(count(process, "leaf", Ending::returned), 1011u);
  EXPECT_EQ(count(process, "throws", Ending::returned), 5u);
  EXPECT_EQ(count(process, "throws", Ending::unwound), 5u);
  EXPECT_EQ(count(process, "jumps", Ending::abandoned), 3u);
  EXPECT_EQ(process.threads.at(0).calls, 1011u + 10 + 9);
  EXPECT_GT(launched.shown_ticks, 0u);
}

TEST(Record, WhatItAddsToACall) {
  EXPECT_EQ(ticks_added(4200, 200, 100), 40u);
  EXPECT_EQ(ticks_added(200, 200, 100), 0u);
  EXPECT_EQ(ticks_added(199, 200, 100), 0u);
}

TEST(Record, WhichFunctionCalledWhich) {
  const Launched launched = run(recording_of({"deep", "5"}, {"recurses", "main"}));
  ASSERT_EQ(launched.processes.size(), 1u);
  const std::vector<graph::Call> calls = calls_of(launched.processes[0].threads.at(0));
  ASSERT_EQ(calls.size(), 7u);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i].depth, i);
    EXPECT_EQ(calls[i].site->name, i == 0 ? "main" : "recurses");
    EXPECT_LE(calls[i].ticks, calls[i == 0 ? 0 : i - 1].ticks);
  }
  const std::string text = graph_of(launched, {});
  EXPECT_HAS(text, "| main() {\n");
  EXPECT_HAS(text, "|             recurses();\n");
}

TEST(Record, EachThreadHasItsOwn) {
  const Launched launched = run(recording_of({"threads", "4"}, {"leaf"}));
  ASSERT_EQ(launched.processes.at(0).threads.size(), 4u);
  for (const RecordedThread& thread : launched.processes[0].threads)
    EXPECT_EQ(thread.calls, 20'100u);
}

// More than there are lanes. Each thread's calls are under its own number.
TEST(Record, ThreadsThatEndedMakeRoomForOthers) {
  LaunchPlan plan = recording_of({"threads_in_turn", "160"}, {"leaf"});
  plan.calls_per_thread = 3 * 20'100 + 3;
  const Launched launched = run(plan);
  const ProcessReport& process = launched.processes.at(0);
  EXPECT_EQ(process.laneless, 0u);
  EXPECT_EQ(process.threads.size(), 160u);
  for (const RecordedThread& thread : process.threads) {
    EXPECT_EQ(thread.calls, 20'100u);
    EXPECT_EQ(thread.dropped, 0u);
  }
}

TEST(Record, ProcessesHaveTheirOwn) {
  const Launched launched = run(recording_of({"forks"}, {"leaf"}));
  ASSERT_EQ(launched.processes.size(), 4u);
  EXPECT_TRUE(launched.processes[0].threads.empty());
  std::size_t calls = 0;
  for (std::size_t i = 1; i < 4; ++i)
    calls += count(launched.processes[i], "leaf", Ending::returned);
  EXPECT_EQ(calls, 600u);
}

TEST(Record, AChildLeavesItsParentsCallsAlone) {
  const Launched launched = run(recording_of({"fork_inside"}, {"forks", "leaf"}));
  EXPECT_EQ(exit_status(launched), -SIGKILL);
  ASSERT_EQ(launched.processes.size(), 2u);
  EXPECT_EQ(count(launched.processes[0], "forks", Ending::in_flight), 1u);
  EXPECT_EQ(launched.processes[0].threads.at(0).calls, 1u);
  EXPECT_EQ(count(launched.processes[1], "leaf", Ending::returned), 1u);
  EXPECT_EQ(launched.processes[1].threads.at(0).calls, 1u);
}

TEST(Record, WhatDoesNotFitIsCounted) {
  LaunchPlan plan = recording_of({"calls"}, {"leaf"});
  plan.calls_per_thread = 10;
  const Launched launched = run(plan);
  const RecordedThread& thread = launched.processes.at(0).threads.at(0);
  EXPECT_EQ(thread.calls, 10u);
  EXPECT_EQ(thread.dropped, 1001u);
  EXPECT_HAS(recorded_text(plan, launched), "1,001 calls did not fit");
}

TEST(Record, FunctionsOfLaterLibrariesHaveNames) {
  const fs::path library = fixtures() / "libretprobe_run_opened_plain.so";
  const Launched launched = run(recording_of({"open", library}, {"module:libretprobe_run*"}));
  EXPECT_EQ(count(launched.processes.at(0), "in_opened", Ending::returned), 3 * 56u);
}

// One function takes an argument on the stack. Of one, which goes on through a pointer, nobody
// knows.
TEST(Run, CallThroughLeavesStackArgumentsAlone) {
  LaunchPlan plan = plan_of({"stack_arguments", "3"});
  plan.functions = {"seventh", "by_pointer", "leaf"};
  const auto functions = [&](const char* design) {
    plan.design = design;
    const Launched launched = run(plan);
    EXPECT_EQ(exit_status(launched), 0);
    EXPECT_COUNTS(counts_of(launched, "leaf"), 200u, 200u, 0u, 0u);
    EXPECT_COUNTS(counts_of(launched, "by_pointer"), 100u, 100u, 0u, 0u);
    const std::string text = counts_text(plan, launched, 0);
    const bool told = text.find("nothing shows whether 1 of the functions use") != text.npos;
    return std::tuple(launched.probed, launched.refused, launched.unclear, told);
  };
  EXPECT_EQ(functions("call_through"), std::tuple(2u, 1u, 1u, true));
  EXPECT_EQ(functions("bitmask"), std::tuple(3u, 0u, 0u, false));
}

TEST(Run, WhatCannotBeObservedIsRefusedInALine) {
  const auto refusal = [](const std::string& program) {
    const auto found = find_program(program);
    return found.ok() ? "" : found.error().message();
  };
  const auto expect = [&](const std::string& program, const std::string& why) {
    const std::string line = refusal(program);
    EXPECT_HAS(line, why) << program << ": " << line;
    EXPECT_LACKS(line, "\n");
  };
  EXPECT_EQ(refusal(the_program()), "");
  EXPECT_EQ(refusal("sh"), "");
  expect(fixtures() / "retprobe_run_static", "a static program");
  expect("no-such-program-anywhere", "PATH");
  expect(fixtures() / "absent", "No such file");
  expect(fixtures(), "not a file that can be executed");

  char folder[] = "/tmp/retprobe-run-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const fs::path script = fs::path(folder) / "script";
  const auto write_to = [](const fs::path& path, const std::string& first) {
    FILE* const file = std::fopen(path.c_str(), "w");
    std::fputs((first + "\n").c_str(), file);
    std::fclose(file);
    chmod(path.c_str(), 0755);
  };
  const auto write_script = [&](const std::string& first) { write_to(script, first); };
  write_script("#!/bin/sh -e");
  EXPECT_EQ(refusal(script), "");
  write_script("#! /nowhere/interpreter");
  expect(script, "its interpreter");
  write_script("#!" + std::string(fixtures() / "retprobe_run_static"));
  expect(script, "a static program");
  write_script("#!" + script.string());
  expect(script, "more than 5 scripts");
  // As many as the kernel takes, and one more.
  write_script("#!/bin/true");
  fs::path last = script;
  for (int i = 2; i <= 6; ++i) {
    const fs::path next = fs::path(folder) / std::to_string(i);
    write_to(next, "#!" + last.string());
    EXPECT_EQ(refusal(next) == "", i <= 5) << i;
    EXPECT_EQ(std::system((next.string() + " 2>/dev/null").c_str()) == 0, i <= 5) << i;
    last = next;
  }

  const fs::path other = fs::path(folder) / "of_another_user";
  fs::copy_file(the_program(), other);
  if (chown(other.c_str(), 65534, 65534) == 0 && chmod(other.c_str(), 04755) == 0)
    expect(other, "setuid");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace retprobe::run
