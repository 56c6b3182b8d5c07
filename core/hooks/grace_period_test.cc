// Tests of grace periods: which threads they wait for, and which callbacks run then.
#include "core/hooks/grace_period.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <latch>
#include <new>
#include <string>
#include <thread>

#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own, as in stacks_test.cc.
extern Registry registry [[gnu::weak]];

namespace {

// Three threads that have had a hit. They sleep, and a test says when they are in hooks.
class SleepingThreads {
 public:
  SleepingThreads() {
    TracerOptions options{.name = "mine", .on_return = [](void*, ReturnFrame& call) {
                            attachment = call.attachment;
                          }};
    static Result<Tracer> tracer = Tracer::make(options);
    if (configure({}) || tracer->attach("pf_one")) return;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      std::latch known{1};
      threads_[i] = std::thread([this, &known] {
        (void)call_plain(1);
        known.count_down();
        end_.wait();
      });
      known.wait();
      at_[i] = registry.threads->thread;
    }
  }
  ~SleepingThreads() {
    end_.count_down();
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }
  bool are_known() const { return at_[0] && at_[1] && at_[2]; }
  Thread& operator[](std::size_t i) { return *at_[i]; }
  // Moves a thread into a hook, or out of it.
  void enter(std::size_t i) { at_[i]->guard = Guard::of_entry(4096); }
  void leave(std::size_t i) { at_[i]->guard = {}; }

  static inline const Attachment* attachment = nullptr;  // the one on pf_one

 private:
  std::latch end_{1};
  std::array<Thread*, 3> at_{};
  std::array<std::thread, 3> threads_;
};

std::string ran;
void hand_over(char name) {
  call_after_grace_period([name] { ran += name; });
}
// The callbacks that are due.
std::string due() {
  ran.clear();
  run_due_callbacks();
  return ran;
}

// A callback waits until each thread that was in a hook when its grace period began has been seen
// outside; not for hooks that begin later.
int wait_for_hooks() {
  SleepingThreads threads;
  if (!threads.are_known()) return 2;
  hand_over('a');
  hand_over('b');
  if (due() != "ab" || due() != "") return 3;
  threads.enter(0);
  hand_over('c');
  if (due() != "") return 4;
  threads.enter(1);
  hand_over('d');
  if (due() != "") return 5;
  threads.enter(2);
  hand_over('e');
  hand_over('f');
  if (due() != "") return 6;
  threads.leave(1);
  if (due() != "") return 7;
  threads.leave(0);
  if (due() != "cd") return 8;
  threads.enter(0);
  threads.enter(1);
  if (due() != "") return 9;
  threads.leave(2);
  if (due() != "ef") return 10;
  hand_over('g');
  if (due() != "") return 11;
  for (const std::size_t i : {0u, 1u}) threads.leave(i);
  if (due() != "g") return 12;

  // One whose hook has been left, while another one's has not.
  threads.enter(0);
  hand_over('h');
  if (due() != "") return 13;
  threads.enter(1);
  hand_over('i');
  threads.leave(0);
  if (due() != "h") return 14;
  threads.leave(1);
  return due() == "i" ? 0 : 15;
}

// What a callback that runs out of memory leaves for the next time.
int run_out_of_memory() {
  static int failures = 0;
  SleepingThreads threads;
  if (!threads.are_known()) return 2;
  const auto fail_twice = [] {
    if (++failures <= 2) throw std::bad_alloc();
    ran += '!';
  };
  threads.enter(0);
  hand_over('a');
  if (due() != "") return 3;
  threads.enter(1);
  hand_over('b');
  call_after_grace_period(fail_twice);
  hand_over('c');
  if (due() != "") return 4;
  threads.enter(2);
  hand_over('d');
  if (due() != "") return 4;
  threads.leave(0);
  threads.leave(1);
  const auto fails = [](const std::string& before) {
    try {
      due();
    } catch (const std::bad_alloc&) {
      return ran == before;
    }
    return false;
  };
  if (!fails("ab")) return 5;
  threads.leave(2);
  if (!fails("")) return 6;
  hand_over('e');
  return due() == "!cde" && due() == "" ? 0 : 7;
}

// A detach waits for handlers of its own tracer.
int wait_for_handlers() {
  SleepingThreads threads;
  if (!threads.are_known() || !threads.attachment) return 2;
  const Handle handle{threads.attachment->live.load()};
  const Attachment other{};
  for (const std::size_t i : {0u, 1u, 2u}) threads[i].running = threads.attachment;
  if (synchronize_handlers({&handle, 1}) || synchronize_hooks()) return 3;
  for (const std::size_t i : {0u, 1u, 2u}) {
    threads[i].running = &other;
    threads.enter(i);
  }
  const Error error = synchronize_handlers({&handle, 1});
  for (const std::size_t i : {0u, 1u, 2u}) threads.leave(i);
  return error ? 4 : 0;
}

// A thread has ended in a hook, without its destructors. Nobody waits for it.
int end_in_a_hook() {
  static int ended = 0;
  static Result<Tracer> tracer = Tracer::make({.name = "mine", .on_entry = [](void*, EntryFrame&) {
                                                 ended = gettid();
                                                 syscall(SYS_exit, 0);
                                                 return false;
                                               }});
  if (configure({}) || tracer->attach("pf_one")) return 2;
  for (const bool by_detach : {false, true}) {
    std::thread([] { (void)call_plain(1); }).join();
    while (tgkill(getpid(), ended, 0) == 0) std::this_thread::yield();
    if (!registry.threads || !registry.threads->thread->guard.is_set()) return 3;
    if (!by_detach) hand_over('a');
    if (by_detach ? bool{tracer->detach()} : due() != "a") return 4;
  }
  return 0;
}

using GracePeriod = CallsOnStacks;
TEST_F(GracePeriod, WaitsForHooksThatHaveBegun) { EXPECT_EQ(in_child(wait_for_hooks), 0); }
TEST_F(GracePeriod, CallbacksAreTriedAgain) { EXPECT_EQ(in_child(run_out_of_memory), 0); }
TEST_F(GracePeriod, OfAThreadThatEndedInAHook) { EXPECT_EQ(in_child(end_in_a_hook), 0); }
TEST_F(GracePeriod, OfHandlersOfOtherTracers) { EXPECT_EQ(in_child(wait_for_handlers), 0); }

}  // namespace
}  // namespace retprobe
