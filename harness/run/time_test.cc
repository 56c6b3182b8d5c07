// Durations of calls, the list of functions, and the limits of what is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "core/testlib/expect.h"
#include "harness/run/flame.h"
#include "harness/run/launch.h"
#include "harness/run/listing.h"
#include "harness/run/names.h"
#include "harness/run/perfetto.h"
#include "harness/run/report.h"
#include "harness/run/testlib/runs.h"
#include "harness/run/times.h"

namespace retprobe::run {
namespace {

LaunchPlan in_mode(Mode mode, std::vector<std::string> arguments,
                   std::vector<std::string> functions) {
  LaunchPlan plan = plan_of(std::move(arguments));
  plan.mode = mode;
  plan.functions = std::move(functions);
  return plan;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// A call is within its caller, so its time is in the caller's total once and not in its self.
TEST(Time, ARecursiveFunctionsTotalIsNotCountedTwice) {
  const Launched launched = run(in_mode(Mode::time, {"deep", "200"}, {"main", "recurses"}));
  EXPECT_EQ(exit_status(launched), 0);
  ASSERT_EQ(launched.processes.size(), 1u);
  const FunctionCounts main = counts_of(launched.processes[0], "main");
  const FunctionCounts recurses = counts_of(launched.processes[0], "recurses");
  EXPECT_EQ(recurses.calls, 201u);
  EXPECT_GT(recurses.self, 0u);
  EXPECT_GE(recurses.total, recurses.self);
  EXPECT_LE(recurses.total, main.total);
  EXPECT_LE(main.self + recurses.self, main.total);
}

TEST(Time, CallsThatAreLeftOtherwiseHaveTimes) {
  LaunchPlan plan = in_mode(Mode::time, {"calls"}, {"*"});
  plan.histogram = "throws";
  const Launched launched = run(plan);
  ASSERT_EQ(launched.processes.size(), 1u);
  const FunctionCounts throws = counts_of(launched.processes[0], "throws");
  EXPECT_EQ(throws.unwound, 5u);
  EXPECT_EQ(std::accumulate(throws.histogram.begin(), throws.histogram.end(), std::uint64_t{0}),
            10u);
  const FunctionCounts jumps = counts_of(launched.processes[0], "jumps");
  EXPECT_EQ(jumps.abandoned, 3u);
  EXPECT_GE(jumps.total, jumps.self);
  std::uint64_t self = 0;
  for (const FunctionCounts& counts : launched.processes[0].functions) self += counts.self;
  EXPECT_LE(self, counts_of(launched.processes[0], "main").total);
  const std::string text = counts_text(plan, launched, 0);
  EXPECT_HAS(text, "total");
  EXPECT_HAS(text, "elapsed times");
  EXPECT_HAS(histogram_text(plan, launched, by_function(launched)), "durations of 10 calls");
}

TEST(Time, CountsAreThoseOfARunWithoutIt) {
  for (const char* what : {"calls", "threads", "forks"}) {
    LaunchPlan plan = plan_of({what, "40"});
    const Launched counted = run(plan);
    plan.mode = Mode::time;
    const Launched timed = run(plan);
    for (const char* name : {"leaf", "throws", "jumps"}) {
      const FunctionCounts want = counts_of(counted, name);
      const FunctionCounts got = counts_of(timed, name);
      EXPECT_EQ(got.calls, want.calls);
      EXPECT_EQ(got.returned, want.returned);
      EXPECT_EQ(got.unwound, want.unwound);
      EXPECT_EQ(got.abandoned, want.abandoned);
    }
  }
}

// A program that looks at the processor's clock is killed, after it asked the kernel for that.
TEST(Time, NothingReadsTheClockUnasked) {
  LaunchPlan plan = plan_of({"no_clock"});
  const Launched counted = run(plan);
  if (exit_status(counted) == 3) GTEST_SKIP() << "prctl(PR_SET_TSC) is refused here";
  EXPECT_EQ(exit_status(counted), 7);
  EXPECT_EQ(counts_of(counted, "leaf").calls, 1011u);
  plan.mode = Mode::time;
  EXPECT_EQ(exit_status(run(plan)), -SIGSEGV);
}

TEST(Time, IsNotTakenUnasked) {
  const Launched launched = run({"calls"});
  for (const FunctionCounts& counts : launched.processes.at(0).functions)
    EXPECT_EQ(counts.total + counts.self, 0u);
  EXPECT_LACKS(counts_text(plan_of({}), launched, 0), "self");
}

TEST(Time, AHistogramOfNoFunctionSaysSo) {
  LaunchPlan plan = in_mode(Mode::time, {"calls"}, {"leaf"});
  plan.histogram = "absent";
  const Launched launched = run(plan);
  EXPECT_HAS(histogram_text(plan, launched, by_function(launched)), "no histogram: ");
}

TEST(List, EachNameCanBeSelected) {
  const Launched listed = run(in_mode(Mode::list, {"end", "return"}, {"*"}));
  EXPECT_EQ(counts_of(listed, "leaf").calls, 0u);
  bool has_comma = false;
  for (const ListedFunction& function : listed.listed) {
    if (!function.refusal.empty()) continue;
    has_comma = has_comma || function.name.find(',') != std::string::npos;
    const Launched one = run(in_mode(Mode::list, {"end", "return"}, {function.name}));
    EXPECT_TRUE(std::ranges::any_of(one.listed, [&](const ListedFunction& other) {
      return other.name == function.name;
    })) << function.name;
  }
  EXPECT_TRUE(has_comma);
  EXPECT_HAS(list_text(plan_of({}), listed, false), "  leaf\n");
}

TEST(Graph, ShowsWhatTheLimitsLeave) {
  const Launched launched =
      run(in_mode(Mode::record, {"calls"}, {"main", "throws", "jumps", "leaf"}));
  const std::string from = graph_of(launched, {.from = "throws"});
  EXPECT_HAS(from, "throws");
  EXPECT_HAS(from, "leaf");
  EXPECT_LACKS(from, "jumps");
  const std::string flat = graph_of(launched, {.depth = 1});
  EXPECT_HAS(flat, "main");
  EXPECT_LACKS(flat, "leaf");
  const std::string none = graph_of(launched, {.min_ns = 900e9});
  EXPECT_LACKS(none, "leaf");
}

TEST(Graph, IsCutToTheTerminal) {
  const Launched launched = run(in_mode(Mode::record, {"deep", "50"}, {"recurses"}));
  const auto widest = [](const std::string& text) {
    std::size_t most = 0, width = 0;
    for (const char c : text) {
      width = c == '\n' ? 0 : width + ((c & 0xc0) != 0x80);
      most = std::max(most, width);
    }
    return most;
  };
  const std::string whole = graph_of(launched, {}), cut = graph_of(launched, {}, 60);
  EXPECT_GT(widest(whole), 60u);
  EXPECT_LE(widest(cut), 60u);
  EXPECT_EQ(lines_of(whole), lines_of(cut));
}

TEST(Flame, HasTheStacks) {
  const Launched launched = run(in_mode(Mode::record, {"calls"}, {"main", "throws", "leaf"}));
  const auto flame = [&](FlameFormat format) {
    std::string text;
    write_flame(launched, {}, format, [&](const std::string& part) { text += part; });
    return text;
  };
  EXPECT_HAS(flame(FlameFormat::folded), "main;throws;leaf ");
  EXPECT_HAS(flame(FlameFormat::svg), "</svg>");
}

std::uint64_t resident_bytes() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * 4096;
}

// Records are read part by part, and written likewise.
TEST(Recorded, WritingThemTakesNoMoreMemoryWhereThereAreMore) {
  using Write = std::function<void(const Launched&, const Sink&)>;
  const Write writes[] = {
      [](const Launched& launched, const Sink& sink) {
        write_graph(plan_of({}), launched, {}, 0, sink);
      },
      [](const Launched& launched, const Sink& sink) {
        write_flame(launched, {}, FlameFormat::folded, sink);
      },
      [](const Launched& launched, const Sink& sink) { write_perfetto(launched, {}, sink); },
  };
  const auto most_for = [&](const std::string& calls) {
    LaunchPlan plan = in_mode(Mode::record, {"leaves", calls}, {"leaf"});
    plan.calls_per_thread = 1'000'000;
    const Launched launched = run(plan);
    std::uint64_t most = 0, parts = 0;
    for (const Write& write : writes) {
      write(launched, [&](const std::string&) {
        if (parts++ % 1000 == 0) most = std::max(most, resident_bytes());
      });
      most = std::max(most, resident_bytes());
    }
    EXPECT_GT(parts, std::stoul(calls) / 1000);
    return most;
  };
  const std::uint64_t few = most_for("100000"), many = most_for("1000000");
  EXPECT_LT(many, few + (8 << 20));  // the records take 40 MB
}

TEST(Names, DurationsAsPeopleTypeThem) {
  EXPECT_EQ(*nanoseconds_in("5us", "--min"), 5e3);
  EXPECT_EQ(*nanoseconds_in("1.5ms", "--min"), 1.5e6);
  for (const char* const wrong : {"", "5", "us", "-1us", "5 us", "5usx", "1e99s", "nan", "infs"}) {
    const auto result = nanoseconds_in(wrong, "--min");
    EXPECT_HAS(result.ok() ? "" : result.error().message(), "--min") << wrong;
  }
  EXPECT_EQ(duration_text(812), "812 ns");
  EXPECT_EQ(duration_text(1240), "1.24 µs");
  EXPECT_EQ(duration_text(35.1e6), "35.1 ms");
  EXPECT_EQ(duration_text(2.07e9), "2.07 s");
}

}  // namespace
}  // namespace retprobe::run
