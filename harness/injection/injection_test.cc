// Tests the stepper and its models on code of this file.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <thread>
#include <utility>

#include "harness/injection/instructions.h"
#include "harness/injection/outside_unwinder.h"
#include "harness/injection/return_model.h"
#include "harness/injection/sampling.h"
#include "harness/injection/stepper.h"
#include "harness/injection/time_limit.h"

// ten_steps: a mark, then ten instructions, two of which would leak the stepper's trap flag.
// Returns rdi + 1, plus the trap flag if the pushed flags contain it.
asm(R"(
        .text
        .type   ten_steps, @function
ten_steps:
        .cfi_startproc
        int3
        .globl  ten_steps_begin
ten_steps_begin:
        pushfq
        .cfi_adjust_cfa_offset 8
        pop     %rax
        .cfi_adjust_cfa_offset -8
        push    %rax
        .cfi_adjust_cfa_offset 8
        popfq
        .cfi_adjust_cfa_offset -8
        and     $0x100, %eax
        lea     1(%rdi,%rax), %rax
        nop
        nop
        nop
        .globl  ten_steps_end
ten_steps_end:
        ret
        .cfi_endproc
        .size   ten_steps, . - ten_steps
        .globl  test_system_call
test_system_call:
        syscall
        int3
)");
extern "C" {
long ten_steps(long) asm("ten_steps");
extern const char ten_steps_begin[], ten_steps_end[], test_system_call[];
}

namespace retprobe::harness {
namespace {

std::uintptr_t at(const char* label) { return reinterpret_cast<std::uintptr_t>(label); }

TEST(Instructions, KnowsWhatAStepperHasToKnow) {
  using Kind = Instruction::Kind;
  const auto kind = [](std::initializer_list<int> bytes) {
    std::vector<std::byte> code;
    for (const int byte : bytes) code.push_back(static_cast<std::byte>(byte));
    return decode(code).kind;
  };
  EXPECT_EQ(kind({0xe8, 0, 0, 0, 0}), Kind::call);
  EXPECT_EQ(kind({0xff, 0x54, 0x24, 0xe0}), Kind::call);
  EXPECT_EQ(kind({0x3e, 0xff, 0xd0}), Kind::call);
  EXPECT_EQ(kind({0xc3}), Kind::ret);
  EXPECT_EQ(kind({0xc2, 8, 0}), Kind::ret);
  EXPECT_EQ(kind({0xcc}), Kind::breakpoint);
  EXPECT_EQ(kind({0x9c}), Kind::push_flags);
  EXPECT_EQ(kind({0x9d}), Kind::pop_flags);
  EXPECT_EQ(kind({0x0f, 0x05}), Kind::system_call);
  EXPECT_EQ(kind({0xff, 0x25, 0, 0, 0, 0}), Kind::other);  // jmp
  EXPECT_THROW(kind({0x06}), std::runtime_error);
}

TEST(ReturnModel, MatchedCallsAreNeverWrong) {
  ReturnModel model;
  for (std::uintptr_t depth = 1; depth <= 16; ++depth) model.call(depth);
  for (std::uintptr_t depth = 16; depth >= 1; --depth) model.ret(depth);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(model.predictor(i).mispredicted(), 0u);
  EXPECT_EQ(model.shadow().violations(), 0u);
}

TEST(ReturnModel, AnOverflownRingLosesItsOldest) {
  ReturnModel model;
  for (std::uintptr_t depth = 1; depth <= 40; ++depth) model.call(depth);
  for (std::uintptr_t depth = 40; depth >= 1; --depth) model.ret(depth);
  EXPECT_EQ(model.predictor(0).mispredicted(), 24u);
  EXPECT_EQ(model.predictor(1).mispredicted(), 8u);
  EXPECT_EQ(model.predictor(2).mispredicted(), 0u);
  EXPECT_EQ(model.shadow().violations(), 0u);
}

TEST(ReturnModel, AReplacedReturnAddressAndAnUnmatchedReturnAreWrong) {
  ReturnModel model;
  model.call(1);
  model.call(2);
  model.ret(99);  // into a trampoline
  model.ret(2);   // the trampoline's
  model.ret(1);
  EXPECT_EQ(model.predictor(0).mispredicted(), 3u);
  EXPECT_EQ(model.shadow().violations(), 3u);  // two addresses that differ, and one return too many
}

TEST(ReturnModel, ASignalHandlersReturnIsNoViolation) {
  ReturnModel model;
  model.signal(7);
  model.ret(7);
  EXPECT_EQ(model.shadow().violations(), 0u);
  EXPECT_EQ(model.predictor(0).mispredicted(), 1u);
}

TEST(Sampling, TakesAllOrAboutAsManyAsWanted) {
  EXPECT_EQ(sample(5, 9, "x"), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(sample(5, 0, "x").empty());
  std::set<std::size_t> strides;
  for (const char* seed : {"a", "b", "c"}) {
    const auto chosen = sample(10'000, 100, seed);
    EXPECT_GT(chosen.size(), 70u);
    EXPECT_LT(chosen.size(), 150u);
    EXPECT_LT(chosen.back(), 10'000u);
    for (std::size_t i = 1; i < chosen.size(); ++i) strides.insert(chosen[i] - chosen[i - 1]);
  }
  EXPECT_GT(strides.size(), 50u);
  EXPECT_FALSE(strides.contains(0));
  EXPECT_EQ(sample(1000, 10, "a"), sample(1000, 10, "a"));
  EXPECT_NE(sample(1000, 10, "a"), sample(1000, 10, "b"));
}

class Stepping : public testing::Test {
 protected:
  TracedProcess process{[] { return ten_steps(41) == 42 ? 0 : 1; },
                        {.marks = {at(ten_steps_begin)}}};
  TracedThread& thread() { return process.main(); }
};

TEST_F(Stepping, EachInstructionIsAStepAndLeavesNoTrace) {
  thread().run();
  ASSERT_EQ(thread().registers().rip, at(ten_steps_begin));
  unsigned steps = 0;
  for (; thread().registers().rip != at(ten_steps_end) && steps < 20; ++steps) thread().step();
  EXPECT_EQ(steps, 9u);
  EXPECT_EQ(thread().registers().rax, 42u);
  thread().release();
  EXPECT_TRUE(process.wait(10).well());
}

TEST_F(Stepping, RunningThereIsAsGoodAsStepping) {
  thread().run();
  thread().run_to(at(ten_steps_end), 0);
  EXPECT_EQ(thread().registers().rip, at(ten_steps_end));
  EXPECT_EQ(thread().step().instruction.kind, Instruction::Kind::ret);
  thread().release();
  EXPECT_TRUE(process.wait(10).well());
}

TEST_F(Stepping, ACopyGoesOnFromWhereItStands) {
  thread().run();
  for (int i = 0; i < 3; ++i) thread().step();
  const std::uintptr_t rip = thread().registers().rip;
  EXPECT_TRUE(wait_for_end(thread().copy_here(at(test_system_call), 0), 10).well());
  const Ending shot = wait_for_end(thread().copy_here(at(test_system_call), SIGUSR2), 10);
  EXPECT_EQ(shot.text(), "it was killed by SIGUSR2");
  EXPECT_EQ(thread().registers().rip, rip);
  thread().release();
  EXPECT_TRUE(process.wait(10).well());
}

TEST_F(Stepping, LibdwflNamesTheCaller) {
  thread().run();
  OutsideUnwinder unwinder(process.id());
  std::string trouble;
  std::vector<std::uintptr_t> first;
  while (thread().registers().rip != at(ten_steps_end)) {
    std::vector<std::uintptr_t> chain = unwinder.chain(thread().registers(), trouble);
    EXPECT_EQ(trouble, "");
    ASSERT_GT(chain.size(), 3u);
    EXPECT_EQ(chain[0], thread().registers().rip);
    chain.erase(chain.begin());
    if (first.empty()) first = chain;
    EXPECT_EQ(chain, first) << unwinder.name(thread().registers().rip);
    thread().step();
  }
  EXPECT_EQ(unwinder.symbol(at(ten_steps_begin) + 1), "ten_steps");
  EXPECT_EQ(unwinder.module(16), "");
}

// To the kernel, a process that waits for its vfork looks like one that waits for a processor (or
// for a disk), even on an idle machine.
[[noreturn]] void wait_as_for_a_processor() {
  if (vfork() == 0)
    for (;;) pause();
  _exit(0);
}

TimeLimit::State end_of(TimeLimit& limit) {
  while (limit.look() == TimeLimit::State::within) usleep(1000);
  return limit.state();
}

class Limited : public testing::Test {
 protected:
  // Comes back when the child is about to run `body`. A busy machine may make a child wait for a
  // processor before that.
  void start(const std::function<void()>& body) {
    int began[2];
    ASSERT_EQ(pipe(began), 0);
    child_ = fork();
    if (child_ == 0) {
      setpgid(0, 0);
      if (write(began[1], "x", 1) != 1) _exit(1);
      body();
      _exit(0);
    }
    char byte = 0;
    EXPECT_EQ(read(began[0], &byte, 1), 1);
    close(began[0]);
    close(began[1]);
  }
  void end_child() {
    kill(-child_, SIGKILL);
    kill(child_, SIGKILL);
    waitpid(std::exchange(child_, -1), nullptr, 0);
  }
  ~Limited() override {
    if (child_ != -1) end_child();
  }
  pid_t child_ = -1;
};

TEST_F(Limited, WhoWaitsForNoProcessorHangs) {
  start([] {
    for (;;) pause();
  });
  TimeLimit limit(child_, 0.1);
  EXPECT_EQ(end_of(limit), TimeLimit::State::over);
  EXPECT_EQ(limit.text().find("timed out after"), 0u) << limit.text();
}

TEST_F(Limited, WhoGetsNoProcessorIsStarved) {
  start(wait_as_for_a_processor);
  TimeLimit limit(child_, 0.05);
  EXPECT_EQ(end_of(limit), TimeLimit::State::starved);
  EXPECT_EQ(limit.text().find("the machine was too busy: no end after"), 0u) << limit.text();
}

// Two threads that look a thousand times a second whether they can go on. They wake with the tick,
// as who looks at them does.
TEST_F(Limited, WhoLooksNowAndThenHangs) {
  start([] {
    const auto look = [] {
      for (const timespec nap{0, 1'000'000};;) nanosleep(&nap, nullptr);
    };
    std::thread(look).detach();
    look();
  });
  TimeLimit limit(child_, 1);
  if (end_of(limit) == TimeLimit::State::over) return;
  // A process that is starved waits for longer than it runs.
  double ran = 0, waited = 0;
  for (const auto& task :
       std::filesystem::directory_iterator("/proc/" + std::to_string(child_) + "/task")) {
    double thread_ran = 0, thread_waited = 0;
    std::ifstream(task.path() / "schedstat") >> thread_ran >> thread_waited;
    ran += thread_ran;
    waited += thread_waited;
  }
  if (ran == 0) GTEST_SKIP() << "this kernel counts no waiting (CONFIG_SCHED_INFO)";
  EXPECT_GT(waited, ran) << limit.text();
  GTEST_SKIP() << limit.text();
}

// As where the machine stood still.
TEST_F(Limited, ATimeWithoutALookSaysNothing) {
  for (const bool runs : {false, true}) {
    start([runs] {
      while (runs) asm volatile("");
      for (;;) pause();
    });
    TimeLimit limit(child_, 0.5);
    usleep(1'200'000);
    EXPECT_EQ(limit.look(), TimeLimit::State::within) << limit.text();
    EXPECT_EQ(end_of(limit), TimeLimit::State::over) << limit.text();
    end_child();
  }
}

TEST_F(Limited, WhoHadItsProcessorTimeIsNot) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  start([&] {
    // A child uses up the time, and this process waits for it. That time counts, too.
    const pid_t inner = fork();
    if (inner == 0) {
      timespec used{};
      while (used.tv_sec == 0 && used.tv_nsec < 300'000'000)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
      _exit(0);
    }
    waitpid(inner, nullptr, 0);
    if (write(ends[1], "x", 1) == 1) wait_as_for_a_processor();
  });
  char burnt = 0;
  ASSERT_EQ(read(ends[0], &burnt, 1), 1);
  close(ends[0]);
  close(ends[1]);
  TimeLimit limit(child_, 0.2);
  EXPECT_EQ(end_of(limit), TimeLimit::State::over);
}

TEST(SteppingAway, ACrashAndAHangAreReported) {
  TracedProcess process([] { return raise(SIGSEGV); }, {.marks = {}});
  EXPECT_THROW(process.main().run(), std::runtime_error);
  const pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  EXPECT_EQ(wait_for_end(child, 1).text(), "it hung and was killed");
}

}  // namespace
}  // namespace retprobe::harness
