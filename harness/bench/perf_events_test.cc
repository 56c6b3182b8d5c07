#include "harness/bench/perf_events.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

bool has(const std::vector<PerfEvent>& events, std::string_view name) {
  return std::ranges::find(events, name, &PerfEvent::name) != events.end();
}

TEST(PerfEvents, KnowReturnsOnZenAndOnIntelsCores) {
  const auto zen = perf_events_of("AuthenticAMD", 0x19);
  EXPECT_EQ(std::ranges::find(zen, "return_mispredictions", &PerfEvent::name)->config, 0xc9U);
  const auto intel = perf_events_of("GenuineIntel", 6);
  EXPECT_EQ(std::ranges::find(intel, "return_mispredictions", &PerfEvent::name)->config, 0x08c5U);
  EXPECT_FALSE(has(perf_events_of("AuthenticAMD", 0x15), "return_mispredictions"));
  EXPECT_FALSE(has(perf_events_of("CentaurHauls", 6), "return_mispredictions"));
  EXPECT_TRUE(has(perf_events_of("CentaurHauls", 6), "cycles"));
}

TEST(PerfEvents, EachIsCountedOrSaysWhyNot) {
  const std::vector<PerfEvent> events = perf_events_here();
  PerfCounters counters(events);
  ASSERT_FALSE(counters.start());
  ASSERT_FALSE(counters.stop());
  const auto counts = must(counters.read());
  for (const auto& [name, why] : counters.absent()) {
    EXPECT_TRUE(why.starts_with("not available: ")) << name;
    EXPECT_FALSE(counts.contains(name));
  }
  EXPECT_LE(counts.size() + counters.absent().size(), events.size());
}

// The kernel itself counts page faults, on every machine that permits perf_event_open.
class PageFaults : public testing::Test {
 protected:
  static constexpr std::size_t pages = 64;
  static double counted(const std::map<std::string, double>& counts) {
    return counts.at("page_faults");
  }
  static void touch_fresh_pages() {
    const auto bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    madvise(memory, bytes, MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < bytes; at += bytes / pages)
      static_cast<volatile char*>(memory)[at] = 1;
    munmap(memory, bytes);
  }
  void SetUp() override {
    if (counters_.absent().contains("page_faults"))
      GTEST_SKIP() << counters_.absent().at("page_faults");
  }
  PerfCounters counters_{{{"page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS}}};
};

TEST_F(PageFaults, AreCountedBetweenStartAndStop) {
  touch_fresh_pages();
  ASSERT_FALSE(counters_.start());
  touch_fresh_pages();
  ASSERT_FALSE(counters_.stop());
  touch_fresh_pages();
  const double count = counted(*counters_.read());
  EXPECT_GE(count, pages);
  EXPECT_LT(count, 2 * pages);
}

TEST_F(PageFaults, OfThreadsAreCountedToo) {
  ASSERT_FALSE(counters_.start());
  std::thread(touch_fresh_pages).join();
  ASSERT_FALSE(counters_.stop());
  EXPECT_GE(counted(*counters_.read()), pages);
}

TEST_F(PageFaults, BeginAtZeroAgain) {
  ASSERT_FALSE(counters_.start());
  touch_fresh_pages();
  ASSERT_FALSE(counters_.stop());
  ASSERT_FALSE(counters_.start());
  ASSERT_FALSE(counters_.stop());
  EXPECT_LT(counted(*counters_.read()), pages);
}

}  // namespace
}  // namespace retprobe::harness
