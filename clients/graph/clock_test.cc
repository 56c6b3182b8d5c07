// Tests the calibration of the clock, of which both counters are played: the program's
// clock_gettime and nanosleep are those of this file, and the kernel lets rdtsc fault.
#include "clients/graph/clock.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

#include "clients/testlib/played_ticks.h"

namespace retprobe::graph {
namespace {

// What is read next, and in which order the clocks are asked.
struct Played {
  std::vector<std::uint64_t> ticks, nanoseconds;
  std::size_t ticks_read = 0, nanoseconds_read = 0;
  std::vector<std::uint64_t> rests;

  std::uint64_t next_ticks() { return ticks_read < ticks.size() ? ticks[ticks_read++] : 0; }
  std::uint64_t next_nanoseconds() {
    return nanoseconds_read < nanoseconds.size() ? nanoseconds[nanoseconds_read++] : ~0ull;
  }
  bool is_over() const {
    return ticks_read == ticks.size() && nanoseconds_read == nanoseconds.size();
  }
  // Eight readings of both clocks. All but the best take some ticks more, and have another time.
  void read_both(std::uint64_t at_ticks, std::uint64_t at_nanoseconds, std::size_t best,
                 std::uint64_t least_spread) {
    for (std::size_t i = 0; i < 8; ++i) {
      ticks.push_back(at_ticks - least_spread / 2);
      nanoseconds.push_back(at_nanoseconds + (i == best ? 0 : 7000));
      ticks.push_back(ticks.end()[-1] + least_spread + (i == best ? 0 : 100 + i));
    }
  }
};
Played* played = nullptr;

void on_fault(int, siginfo_t*, void* context) {
  play_ticks(context, [] { return played->next_ticks(); });
}

class ClocksArePlayed : public testing::Test {
 protected:
  void SetUp() override {
    if (prctl(PR_SET_TSC, PR_TSC_ENABLE) != 0) GTEST_SKIP() << "rdtsc cannot be made to fault";
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    ASSERT_EQ(sigaction(SIGSEGV, &action, &before_), 0);
  }
  void TearDown() override {
    if (!IsSkipped()) sigaction(SIGSEGV, &before_, nullptr);
  }

  // `play_` as both clocks. Returns the scale that the calibration finds.
  TickScale scale() {
    TickScale found;
    played = &play_;
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
    found = Calibration(true).scale();
    prctl(PR_SET_TSC, PR_TSC_ENABLE);
    played = nullptr;
    return found;
  }

  static constexpr std::uint64_t start_ns = 4'999'999'999, wait_ns = 10'000'000;
  Played play_;

 private:
  struct sigaction before_{};
};

TEST_F(ClocksArePlayed, TheReadingWithTheLeastTimeBetweenCounts) {
  for (const std::size_t best : {0u, 3u, 7u}) {
    play_ = {};
    play_.read_both(1'000'000, start_ns, best, 20);
    play_.nanoseconds.push_back(start_ns + wait_ns);
    play_.read_both(61'000'000, start_ns + 20'000'000, 7 - best, 40);
    const TickScale found = scale();
    EXPECT_TRUE(found.nanoseconds);
    EXPECT_EQ(found.ticks_per_ns, 3.0);
    EXPECT_TRUE(play_.is_over());
    EXPECT_TRUE(play_.rests.empty()) << "it waited, although the time was over";
  }
}

TEST_F(ClocksArePlayed, OfEqualReadingsTheFirstCounts) {
  for (const std::uint64_t at : {1'000'000u, 61'000'000u}) {
    for (std::uint64_t i = 0; i < 8; ++i) {
      play_.ticks.insert(play_.ticks.end(), {at + 50 * i - 10, at + 50 * i + 10});
      play_.nanoseconds.push_back(start_ns + (at - 1'000'000) / 3 + i);
    }
    if (at == 1'000'000) play_.nanoseconds.push_back(start_ns + wait_ns);
  }
  play_.nanoseconds.back() += 5;  // so that the last two readings differ by another span
  EXPECT_EQ(scale().ticks_per_ns, 3.0);
}

TEST_F(ClocksArePlayed, ItRestsForWhatIsLeftOfTheTenMilliseconds) {
  play_.read_both(1'000'000, start_ns, 0, 20);
  for (const std::uint64_t spent : {4'000'001ull, 9'999'999ull, 10'000'000ull})
    play_.nanoseconds.push_back(start_ns + spent);
  play_.read_both(31'000'000, start_ns + wait_ns, 0, 20);
  EXPECT_EQ(scale().ticks_per_ns, 3.0);
  EXPECT_TRUE(play_.is_over());
  EXPECT_EQ(play_.rests, (std::vector<std::uint64_t>{5'999'999, 1}));
}

TEST_F(ClocksArePlayed, AClockThatGoesBackHasNoScale) {
  for (const bool ticks_go_back : {false, true}) {
    play_ = {};
    play_.read_both(1'000'000, start_ns, 0, 20);
    play_.nanoseconds.push_back(start_ns + wait_ns);
    play_.read_both(ticks_go_back ? 999'000 : 31'000'000,
                    ticks_go_back ? start_ns + wait_ns : start_ns - 8000, 0, 20);
    EXPECT_FALSE(scale().nanoseconds);
    EXPECT_TRUE(play_.is_over());
  }
}

// The kernel looks at the same bit.
TEST(Clock, TheRateIsConstantWhereTheKernelSaysSo) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line) && !line.starts_with("flags")) {
  }
  if (line.empty()) GTEST_SKIP() << "no flags in /proc/cpuinfo";
  EXPECT_EQ(tsc_is_invariant(), (line + " ").find(" nonstop_tsc ") != std::string::npos);
}

}  // namespace
}  // namespace retprobe::graph

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  using retprobe::graph::played;
  if (!played) return static_cast<int>(syscall(SYS_clock_gettime, clock, now));
  const std::uint64_t ns = clock == CLOCK_MONOTONIC_RAW ? played->next_nanoseconds() : 0;
  *now = {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
  return 0;
}

extern "C" int nanosleep(const timespec* rest, timespec* left) {
  using retprobe::graph::played;
  if (!played) return static_cast<int>(syscall(SYS_nanosleep, rest, left));
  played->rests.push_back(static_cast<std::uint64_t>(rest->tv_sec) * 1'000'000'000 +
                          static_cast<std::uint64_t>(rest->tv_nsec));
  return 0;
}
