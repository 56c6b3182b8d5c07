// Runs testlib/unchanged.cc with `retprobe run` and without, and compares what it does.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/testlib/expect.h"
#include "harness/run/launch.h"
#include "harness/run/report.h"
#include "harness/run/testlib/fixtures.h"

namespace retprobe::run {
namespace {

struct Done {
  int status = -1;  // of the exit; a signal's number, negated
  std::string output;
  Launched launched;
};

// An empty design: unprobed.
Done play(std::vector<std::string> arguments, const std::string& design = "counted_shadow",
          const std::string& functions = "*", Mode mode = Mode::count,
          const std::string& transfer = "paired") {
  LaunchPlan plan;
  plan.mode = mode;
  plan.functions = {functions};
  plan.command = {fixtures() / "retprobe_run_unchanged"};
  plan.command.insert(plan.command.end(), arguments.begin(), arguments.end());
  plan.design = design, plan.transfer = transfer;
  plan.output = memfd_create("output", MFD_CLOEXEC);
  Done done;
  auto launched = launch(plan);
  EXPECT_TRUE(launched.ok()) << launched.error().message();
  if (launched.ok()) {
    EXPECT_EQ(launched->problem, "");
    const int status = launched->status;
    done.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    done.output.resize(static_cast<std::size_t>(lseek(plan.output, 0, SEEK_END)));
    EXPECT_EQ(pread(plan.output, done.output.data(), done.output.size(), 0),
              static_cast<ssize_t>(done.output.size()));
    done.launched = *std::move(launched);
  }
  close(plan.output);
  return done;
}

std::string text_of(const Done& done) {
  LaunchPlan plan;
  plan.command = {"it"};
  return counts_text(plan, done.launched, 0);
}

FunctionCounts counts_of(const ProcessReport& process, const std::string& name) {
  for (const FunctionCounts& counts : process.functions)
    if (counts.name == name) return counts;
  return {};
}

struct Memory {
  long addresses = 0, dumped = 0, locked = 0;  // KiB
};
Memory memory_with(const char* threads, const std::string& design) {
  const Done done = play({"memory", threads}, design);
  EXPECT_EQ(done.status, 0);
  Memory memory;
  std::istringstream(done.output) >> memory.addresses >> memory.dumped >> memory.locked;
  EXPECT_GT(memory.dumped, 0);
  return memory;
}

TEST(Unchanged, MemoryThatIsAddedHasABound) {
  constexpr long mib = 1024, most_of_program = 256 * mib, most_of_thread = 64 * mib;
  for (const int threads : {0, 4}) {
    const std::string text = std::to_string(threads);
    const Memory without = memory_with(text.c_str(), ""),
                 with = memory_with(text.c_str(), "counted_shadow");
    const long most = most_of_program + threads * most_of_thread;
    EXPECT_LE(with.addresses - without.addresses, most) << threads << " threads";
    EXPECT_LE(with.dumped - without.dumped, 64 * mib + threads * most_of_thread / 2);
    EXPECT_EQ(with.locked == 0, without.locked == 0);
    EXPECT_LE(with.locked - without.locked, most);  // 0 where mlockall is refused
  }
}

TEST(Unchanged, ALimitOfAddressesLeavesRoomForTheProgram) {
  EXPECT_EQ(play({"limit"}, "").status, 0);
  const Done done = play({"limit"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "leaf").calls, 1u);
}

// Declared in docs/run.md.
TEST(Unchanged, LockedMemoryUnderALimitIsRefused) {
  EXPECT_EQ(play({"lock"}, "").output, "");
  const Done done = play({"lock"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.output, "mlockall: Cannot allocate memory\n");
}

TEST(Unchanged, ExecUsesNoHeap) { EXPECT_EQ(play({"execl"}).status, 0); }

TEST(Unchanged, ExecWaitsForNoLockOfTheDynamicLinker) {
  const std::string library = fixtures() / "libretprobe_run_opened_plain.so";
  EXPECT_EQ(play({"exec_beside_dlopen", library}).status, 0);
}

TEST(Unchanged, AChildOf_ForkHasItsOwnCounts) {
  const Done done = play({"_Fork"});
  EXPECT_EQ(done.status, 0);
  ASSERT_EQ(done.launched.processes.size(), 2u);
  for (const ProcessReport& process : done.launched.processes) {
    EXPECT_EQ(counts_of(process, "leaf").calls, 1'000'000u);
    EXPECT_EQ(process.ending, ProcessReport::Ending::exited);
  }
}

TEST(Unchanged, AChildOfCloneHasItsOwnCounts) {
  const Done done = play({"clone"});
  EXPECT_EQ(done.status, 4);
  ASSERT_EQ(done.launched.processes.size(), 2u);
  for (const ProcessReport& process : done.launched.processes) {
    EXPECT_EQ(counts_of(process, "recurses").returned, 1'100'000u);
    EXPECT_EQ(process.ending, ProcessReport::Ending::exited);
  }
}

TEST(Unchanged, AReturnThatIsCountedHasItsCall) {
  const Done done = play({"fork"});
  ASSERT_EQ(done.launched.processes.size(), 2u);
  EXPECT_EQ(counts_of(done.launched.processes[0], "main").returned, 1u);
  EXPECT_EQ(counts_of(done.launched.processes[1], "main").returned, 0u);
}

TEST(Unchanged, ASignalToANewChildIsTheChilds) {
  for (const char* way : {"fork", "_Fork", "clone"}) {
    SCOPED_TRACE(way);
    for (const Mode mode : {Mode::count, Mode::time}) {
      const Done done = play({"signal_new_child", way}, "counted_shadow", "leaf", mode);
      EXPECT_EQ(done.status, 1);  // blocked signals of one kind are one
      ASSERT_EQ(done.launched.processes.size(), 2u);
      EXPECT_EQ(counts_of(done.launched.processes[0], "leaf").calls, 1u);
      EXPECT_EQ(counts_of(done.launched.processes[1], "leaf").returned, 2u);
    }
  }
}

// Declared in docs/run.md.
TEST(Unchanged, SharedMemoryEndsTracing) {
  EXPECT_EQ(play({"clone_vm"}, "").status, 4);
  const Done done = play({"clone_vm"});
  EXPECT_EQ(done.status, 4);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "leaf").calls, 1u);
  EXPECT_HAS(text_of(done), "tracing ended when clone made a process that shares memory");
}

// Declared in docs/run.md.
TEST(Unchanged, CallsWithoutAnEndAreCounted) {
  const Done done = play({"exit_beside_thread"}, "counted_shadow", "waits_forever");
  EXPECT_EQ(done.status, 0);
  EXPECT_HAS(text_of(done), "1 call has no end (docs/run.md says why)");
}

TEST(Unchanged, CallsThatExitWasCalledFromAreNotCountedAsWithoutAnEnd) {
  const Done done = play({"exit"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "ends_process").returned, 0u);
  EXPECT_EQ(text_of(done).find("no end"), std::string::npos) << text_of(done);
}

// Declared in docs/run.md.
TEST(Unchanged, AJumpOutOfAProbesOwnCodeMayLoseTheEnd) {
  EXPECT_EQ(play({"jumps"}, "").status, 0);
  const Done done = play({"jumps"}, "counted_shadow", "leaf");
  EXPECT_EQ(done.status, 0);
  EXPECT_HAS(text_of(done), " no end (docs/run.md says why)");
}

// Declared in docs/run.md.
TEST(Unchanged, AThreadsFirstFunctionIsAbandonedByItsEnd) {
  for (const char* design : {"counted_shadow", "call_through"}) {
    const Done done = play({"pthread_exit"}, design);
    EXPECT_EQ(done.status, 0);
    const FunctionCounts counts = counts_of(done.launched.processes.at(0), "leaves_thread");
    const bool is_hooked = std::string(design) == "counted_shadow";
    EXPECT_EQ(counts.abandoned, is_hooked ? 1u : 0u) << design;
    EXPECT_EQ(counts.unwound, is_hooked ? 0u : 1u) << design;
  }
}

// Declared in docs/run.md.
TEST(Unchanged, TheReturnAddressIsATrampolines) {
  EXPECT_EQ(play({"return_address"}, "").status, 0);
  EXPECT_EQ(play({"return_address"}).status, 1);
}

// Declared in docs/run.md.
TEST(Unchanged, TheMemoryOfTheEnvironmentShowsTheAgent) {
  EXPECT_EQ(play({"environ"}, "").status, 0);
  EXPECT_EQ(play({"environ"}).status, 1);
}

// Declared in docs/run.md.
TEST(Unchanged, TheTrapTransferKillsWhereItMayNotTrap) {
  for (const auto& [program, status] :
       {std::pair("sigtrap", 9), std::pair("signal_stack", -SIGSEGV)}) {
    EXPECT_EQ(play({program}, "").status, 0) << program;
    EXPECT_EQ(play({program}).status, 0) << program;
    EXPECT_EQ(play({program}, "counted_shadow", "leaf", Mode::count, "trap").status, status)
        << program;
  }
}

TEST(Unchanged, ThreadsWithoutANumberAreToldApart) {
  const Done done = play({"filter_refuses"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "leaf").calls, 2'000'000u);
}

TEST(Unchanged, TheFirstCallOfTheMainThreadAsksTheKernelForNothing) {
  const Done done = play({"strict"}, "counted_shadow", "recurses");
  EXPECT_EQ(done.status, 20);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "recurses").calls, 21u);
}

TEST(Unchanged, ThreadsThatLibcMakesDoNotAskForTheirNumber) {
  const Done done = play({"filter_kills"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(counts_of(done.launched.processes.at(0), "leaf").calls, 2'000'000u);
  EXPECT_EQ(play({"filter_kills"}, "counted_shadow", "*", Mode::record).status, 0);
}

TEST(Unchanged, ThreadsThatCouldNotBeMadeTakeNoPlace) {
  EXPECT_EQ(play({"threads_in_vain"}, "").status, 0);
  EXPECT_EQ(play({"threads_in_vain"}).status, 0);
}

// Declared in docs/run.md.
TEST(Unchanged, AFilterThatKillsIsSeenInTheReport) {
  EXPECT_EQ(play({"filter_deep_kills"}, "").status, 0);
  const Done done = play({"filter_deep_kills"});
  EXPECT_HAS(text_of(done), "killed by SIGSYS");
}

// Declared in docs/run.md.
TEST(Unchanged, AFilterThatRefusesMemoryHasCallsMissed) {
  EXPECT_EQ(play({"filter_deep_refuses"}, "").status, 0);
  const Done done = play({"filter_deep_refuses"});
  EXPECT_EQ(done.status, 0);
  const FunctionCounts counts = counts_of(done.launched.processes.at(0), "takes_stack");
  EXPECT_GT(counts.missed, 0u);
  EXPECT_EQ(counts.calls + counts.missed, 200'001u);
}

// Declared in docs/run.md: it is counted with its parent.
TEST(Unchanged, AProcessThatIsNotNoticedDoesNotEndItsParent) {
  const Done done = play({"system_call_fork"});
  EXPECT_EQ(done.status, -SIGKILL);
  ASSERT_EQ(done.launched.processes.size(), 1u);
  EXPECT_EQ(done.launched.processes[0].ending, ProcessReport::Ending::killed);
}

}  // namespace
}  // namespace retprobe::run
