// Runs the example, which the build puts beside the tests, and calls its handlers.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>

#include "clients/example/tally.h"
#include "clients/testlib/played_ticks.h"

namespace retprobe::example {
namespace {

// What it printed, its errors too, and its exit status if that is not 0. `played`: see
// clients/testlib/played_example.cc.
std::string run(const std::string& arguments, const std::string& played = "") {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string preloaded =
      played.empty() ? "" : "PLAYED='" + played + "' LD_PRELOAD='" RETPROBE_PLAYED_EXAMPLE "' ";
  const std::string command =
      preloaded + "'" + (folder / "retprobe-clients-example").string() + "' 2>&1 " + arguments;
  std::FILE* const program = popen(command.c_str(), "re");
  if (!program) return "no program";
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, program)) > 0;)
    text.append(buffer, n);
  const int status = pclose(program);
  if (status != 0) text += "[status " + std::to_string(WEXITSTATUS(status)) + "]";
  return text;
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

// fib(4) is 9 calls, at most 4 of them in flight; 2 of them begin when 3 are.
TEST(Example, BothClientsSeeEachCall) {
  for (const char* design : {"", "instance_pool", "bitmask jump", "call_through"}) {
    const std::string text = run(design);
    EXPECT_EQ(text.find("# retprobe graph: design "), 0u) << text;
    EXPECT_EQ(text.find("[status"), std::string::npos) << text;
    const auto table = text.find("   returns     missed");
    ASSERT_NE(table, std::string::npos) << text;
    const std::string tree = text.substr(0, table);
    EXPECT_EQ(count(tree, "example_fib()"), 18u) << tree;
    EXPECT_EQ(count(tree, "example_twice()"), 1u) << tree;

    std::istringstream rows(text.substr(text.find('\n', table)));
    std::uint64_t returns = 0, missed = 0, mean = 0, longest = 0;
    std::string function;
    rows >> returns >> missed >> mean >> longest >> function;
    EXPECT_EQ(function, "example_twice");
    EXPECT_EQ(returns, 1u);
    EXPECT_EQ(missed, 0u);
    EXPECT_GT(mean, 0u);
    EXPECT_EQ(longest, mean);
    rows >> returns >> missed >> mean >> longest >> function;
    EXPECT_EQ(function, "example_fib");
    EXPECT_EQ(returns, 14u) << text;
    EXPECT_EQ(missed, 4u) << text;
    EXPECT_GE(longest, mean);
  }
}

std::string table_of(const std::string& text) {
  return text.substr(std::min(text.size(), text.find("   returns     missed")));
}

// A call of example_fib that both clients see reads the clock four times: once at the entry and at
// the return of each. One that the kretprobe misses reads it twice.
TEST(Example, TheTableHasTheTicksBetweenEntryAndReturn) {
  if (prctl(PR_SET_TSC, PR_TSC_ENABLE) != 0) GTEST_SKIP() << "rdtsc cannot be made to fault";
  for (const char* design : {"", "instance_pool", "bitmask jump", "call_through"})
    EXPECT_EQ(table_of(run(design, "ticks 0")),
              "   returns     missed     ticks/call        longest  function\n"
              "         1          0          65000          65000  example_twice\n"
              "        14          4           8428          29000  example_fib\n")
        << design;
}

TEST(Example, AFunctionWithoutReturnsHasNoTicks) {
  EXPECT_EQ(table_of(run("", "attach 0")),
            "   returns     missed     ticks/call        longest  function\n"
            "         0          0              0              0  example_twice\n"
            "         0          0              0              0  example_fib\n");
}

TEST(Example, NoErrorIsLost) {
  for (const char* call : {"find_sites 1", "make 1", "make 2", "attach 1", "attach 2", "attach 3",
                           "detach 1", "detach 2", "detach 3"}) {
    const std::string text = run("", call);
    EXPECT_EQ(text, "retprobe-clients-example: this is played\n[status 1]") << call;
  }
}

// It returns any number that is not negative if it succeeds.
TEST(Example, FailsWhereNothingCanBePrinted) {
  EXPECT_EQ(run("", "fputs 0").find("[status"), std::string::npos);
  EXPECT_NE(run("", "fputs -1").find("[status 1]"), std::string::npos);
}

TEST(Example, SaysWhatIsWrong) {
  EXPECT_EQ(run("nothing").find("retprobe-clients-example: no design 'nothing'"), 0u);
  EXPECT_NE(run("nothing").find("[status 1]"), std::string::npos);
  EXPECT_NE(run("> /dev/full").find("[status 1]"), std::string::npos);
}

std::uint64_t ticks_now = 0;
Tally sums[2];

// Another thread's call, which ends behind that many instructions of note_end, counted from its
// reading of the clock.
constexpr std::size_t never = ~std::size_t{0};
std::size_t instructions_left = never;
constexpr std::uint64_t others_ticks = 5;
constexpr greg_t single_step = 0x100;

void on_fault(int, siginfo_t*, void* context) {
  if (play_ticks(context, [] { return ticks_now; }) && instructions_left != never)
    static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] |= single_step;
}

void on_step(int, siginfo_t*, void* context) {
  if (instructions_left != never && --instructions_left != 0) return;
  if (instructions_left == 0) {
    sums[1].calls += 1;
    sums[1].ticks += others_ticks;
    sums[1].longest = std::max(sums[1].longest, others_ticks);
  }
  static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL] &= ~single_step;
}

class TicksArePlayed : public testing::Test {
 protected:
  void SetUp() override {
    if (prctl(PR_SET_TSC, PR_TSC_ENABLE) != 0) GTEST_SKIP() << "rdtsc cannot be made to fault";
    struct sigaction action{};
    action.sa_flags = SA_SIGINFO;
    action.sa_sigaction = on_fault;
    ASSERT_EQ(sigaction(SIGSEGV, &action, &before_[0]), 0);
    action.sa_sigaction = on_step;
    ASSERT_EQ(sigaction(SIGTRAP, &action, &before_[1]), 0);
    sums[0] = sums[1] = {};
    tallies = sums;
    first_probe = probes_;
  }
  void TearDown() override {
    if (IsSkipped()) return;
    sigaction(SIGSEGV, &before_[0], nullptr);
    sigaction(SIGTRAP, &before_[1], nullptr);
  }

  // Whether the other thread's call, if there is to be one, ended meanwhile.
  bool call(std::size_t probe, std::uint64_t begin, std::uint64_t ticks,
            std::size_t others_call = never) {
    std::uint64_t begun = 0;
    kretprobe::KretprobeInstance instance{probes_[probe], site_, 0, &begun};
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
    ticks_now = begin;
    const int wanted = note_start(instance, registers_);
    ticks_now += ticks;
    instructions_left = others_call;
    const int ignored = note_end(instance, registers_);
    const bool ended = instructions_left == 0;
    instructions_left = never;
    prctl(PR_SET_TSC, PR_TSC_ENABLE);
    EXPECT_EQ(wanted, 0);
    EXPECT_EQ(ignored, 0);
    EXPECT_EQ(begun, begin);
    return ended;
  }

 private:
  kretprobe::Kretprobe probes_[2];
  const Site site_{};
  Registers registers_{};
  struct sigaction before_[2]{};
};

TEST_F(TicksArePlayed, EachFunctionHasItsSumAndItsLongestCall) {
  call(1, 0xfff0'0000'0000, 700);
  call(1, 1000, 2);
  call(0, 0xffff'ffff, 1);
  call(1, 5000, 0x1'0000'0000);
  call(1, 9000, 30);
  EXPECT_EQ(sums[0].calls, 1u);
  EXPECT_EQ(sums[0].ticks, 1u);
  EXPECT_EQ(sums[0].longest, 1u);
  EXPECT_EQ(sums[1].calls, 4u);
  EXPECT_EQ(sums[1].ticks, 0x1'0000'0000u + 732);
  EXPECT_EQ(sums[1].longest, 0x1'0000'0000u);
}

TEST_F(TicksArePlayed, AnotherThreadsCallEndsMeanwhile) {
  for (const std::uint64_t ticks : {2u, 9u}) {
    std::size_t at = 1;
    while (sums[1] = {}, call(1, 1000, ticks, at)) {
      EXPECT_EQ(sums[1].calls, 2u) << at;
      EXPECT_EQ(sums[1].ticks, ticks + others_ticks) << at;
      EXPECT_EQ(sums[1].longest, std::max(ticks, others_ticks)) << at;
      ++at;
    }
    EXPECT_GT(at, 10u) << "no single steps";
  }
}

}  // namespace
}  // namespace retprobe::example
