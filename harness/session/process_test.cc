#include "harness/session/process.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

// Keeps the processor busy on which it was made, while it exists.
class BusyProcessor {
 public:
  BusyProcessor() : number(sched_getcpu()), thread_([this] { keep_busy(); }) { is_pinned.wait(-1); }
  ~BusyProcessor() {
    ended_ = true;
    thread_.join();
  }
  const int number;
  std::atomic<int> is_pinned{-1};

 private:
  void keep_busy() {
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(number, &only);
    is_pinned = sched_setaffinity(0, sizeof only, &only) == 0;
    is_pinned.notify_one();
    while (!ended_) continue;
  }
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

TEST(Child, IsNotKilledForTheTimeInWhichItWaitsForAProcessor) {
  std::uint64_t ran = 0, waited = 0;
  if (!(std::ifstream("/proc/self/schedstat") >> ran >> waited) || ran == 0)
    GTEST_SKIP() << "this kernel does not count for how long a thread waits for a processor";
  const BusyProcessor busy;
  ASSERT_EQ(busy.is_pinned, 1) << "to processor " << busy.number;
  // The child gets some hundredths of the processor, so that it is silent for a second.
  Child child = must(
      Child::of_program({"nice", "-n", "19", "taskset", "-c", std::to_string(busy.number), "sh",
                         "-c", "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo done"}));
  EXPECT_EQ(child.next_line(0.3), "done") << child.end().why;
}

TEST(Child, ThatIsSilentIsKilled) {
  Child child = must(Child::of_program({"sleep", "600"}));
  EXPECT_EQ(child.next_line(1), std::nullopt);
  EXPECT_EQ(child.end().why, "timed out after 1 s");
}

}  // namespace
}  // namespace retprobe::harness
