#include "harness/session/process.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

// Keeps one processor busy, while it exists.
class BusyProcessor {
 public:
  explicit BusyProcessor(int processor)
      : thread_([this, processor] {
          cpu_set_t only;
          CPU_ZERO(&only);
          CPU_SET(processor, &only);
          is_there_ = sched_setaffinity(0, sizeof only, &only) == 0;
          while (!ended_) continue;
        }) {
    while (!is_there_) std::this_thread::yield();
  }
  ~BusyProcessor() {
    ended_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> is_there_{false}, ended_{false};
  std::thread thread_;
};

TEST(Child, IsNotKilledForTheTimeInWhichItWaitsForAProcessor) {
  std::uint64_t ran = 0, waited = 0;
  if (!(std::ifstream("/proc/self/schedstat") >> ran >> waited) || ran == 0)
    GTEST_SKIP() << "this kernel does not count for how long a thread waits for a processor";
  const int processor = sched_getcpu();
  const BusyProcessor busy(processor);
  // The child gets some hundredths of the processor, so that it is silent for a second.
  Child child = must(
      Child::of_program({"nice", "-n", "19", "taskset", "-c", std::to_string(processor), "sh", "-c",
                         "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo done"}));
  EXPECT_EQ(child.next_line(0.3), "done") << child.end().why;
}

TEST(Child, ThatIsSilentIsKilled) {
  Child child = must(Child::of_program({"sleep", "600"}));
  EXPECT_EQ(child.next_line(1), std::nullopt);
  EXPECT_EQ(child.end().why, "timed out after 1 s");
}

}  // namespace
}  // namespace retprobe::harness
