// Tests of the control of sites: its lock, and attaches that run out of memory.
#include "core/control/control.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "core/testlib/site_fixture.h"

namespace {

// What the thread is to do when it asks for memory, and when it changes its signal mask.
thread_local const std::function<void()>* at_allocation = nullptr;
thread_local const std::function<void(int)>* at_mask = nullptr;

template <class Call, class... Arguments>
void call_once(Call& call, Arguments... arguments) {
  const auto* const work = call;
  if (!work) return;
  call = nullptr;  // not while it runs
  struct Again {
    Call& call;
    Call work;
    ~Again() { call = work; }
  } again{call, work};
  (*work)(arguments...);
}

}  // namespace

void* operator new(std::size_t bytes) {
  call_once(at_allocation);
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

extern "C" int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  call_once(at_mask, how);
  return sigprocmask(how, set, before) == 0 ? 0 : errno;
}

namespace retprobe {
namespace {

bool sleeps(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string text;
  std::getline(file, text);
  const std::size_t name_end = text.rfind(')');
  return name_end != text.npos && text.substr(name_end).starts_with(") S");
}

bool signals_are_blocked() {
  sigset_t now;
  sigprocmask(SIG_BLOCK, nullptr, &now);
  return sigismember(&now, SIGUSR1) == 1;
}
bool cancellation_is_disabled() {
  int state = 0;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  int ignored = 0;
  pthread_setcancelstate(state, &ignored);
  return state == PTHREAD_CANCEL_DISABLE;
}

class ControlLock : public testing::Test {
 protected:
  void SetUp() override { ASSERT_FALSE(configure({})); }
  // Whether another thread can take the lock. If not, that thread waits for it, also in later
  // calls: a second one would wait for the first.
  bool is_free() {
    if (!waits_) {
      thread_ = 0;
      done_ = false;
      waiting_ = std::thread([this] {
        thread_ = gettid();
        (void)tracer_.attached();
        done_ = true;
      });
    }
    while (!done_ && (thread_ == 0 || !sleeps(thread_))) usleep(1000);
    waits_ = !done_;
    if (!waits_) waiting_.join();
    return !waits_;
  }
  void TearDown() override {
    if (waits_) waiting_.join();
  }

  const Library fixture_{fixtures() / "libprobe_fixture.so"};
  const Site* const sites_[2] = {fixture_.site("pf_one"), fixture_.site("pf_two")};
  Tracer tracer_ = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}});

 private:
  std::atomic<pid_t> thread_{0};
  std::atomic<bool> done_{false};
  bool waits_ = false;
  std::thread waiting_;
};

// A signal handler might fork, and would wait for its own thread.
TEST_F(ControlLock, IsHeldOnlyWithSignalsAndCancellationBlocked) {
  int held = 0;
  std::string wrong;
  const std::function<void()> look = [&] {
    if (is_free()) return;
    ++held;
    if (!signals_are_blocked()) wrong += "a signal ";
    if (!cancellation_is_disabled()) wrong += "a cancellation ";
  };
  at_allocation = &look;
  const Error attached = tracer_.attach(sites_);
  const Error detached = tracer_.detach();
  at_allocation = nullptr;
  EXPECT_FALSE(attached) << attached.message();
  EXPECT_FALSE(detached) << detached.message();
  EXPECT_GT(held, 1);
  EXPECT_EQ(wrong, "");
  EXPECT_TRUE(is_free());
  EXPECT_FALSE(signals_are_blocked());
  EXPECT_FALSE(cancellation_is_disabled());
}

// They are blocked before the lock is taken, and come again when it was given back.
TEST_F(ControlLock, IsFreeWhileTheSignalMaskChanges) {
  std::string changes;
  const std::function<void(int)> look = [&](int how) {
    changes += how == SIG_BLOCK ? "block" : how == SIG_SETMASK ? "restore" : "?";
    changes += is_free() ? " " : " (the lock is held) ";
  };
  at_mask = &look;
  (void)tracer_.attached();
  at_mask = nullptr;
  EXPECT_EQ(changes, "block restore ");
}

// A handler may run for long: whoever waits for it takes signals meanwhile.
TEST_F(ControlLock, ADetachThatWaitsForAHandlerTakesSignals) {
  static std::atomic<bool> in_handler, go_on;
  in_handler = go_on = false;
  Tracer tracer = *Tracer::make({.on_entry =
                                     [](void*, EntryFrame&) {
                                       in_handler = true;
                                       while (!go_on) usleep(1000);
                                       return true;
                                     },
                                 .registers = RegisterSet::full});
  ASSERT_FALSE(tracer.attach(sites_));
  const auto one = reinterpret_cast<int (*)(int)>(fixture_.symbol("pf_one"));
  std::thread caller([&] { (void)one(1); });
  while (!in_handler) usleep(1000);
  std::atomic<pid_t> detacher{0};
  std::atomic<bool> detached{false};
  std::thread thread([&] {
    detacher = gettid();
    (void)tracer.detach();
    detached = true;
  });
  while (tracer.attached() != 0) usleep(1000);
  bool blocked = true;
  while (blocked && !detached) {
    std::ifstream status("/proc/self/task/" + std::to_string(detacher) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("SigBlk:"))
        blocked = std::stoull(line.substr(7), nullptr, 16) >> (SIGUSR1 - 1) & 1;
  }
  go_on = true;
  thread.join();
  caller.join();
  EXPECT_FALSE(blocked);
}

// Each allocation fails in turn: the attach changes nothing, or succeeds.
TEST_F(ControlLock, AnAttachWithoutMemoryChangesNothing) {
  for (const char* design : {"counted_shadow", "call_through", "chained_trampolines", "bitmask"}) {
    SCOPED_TRACE(design);
    ASSERT_FALSE(configure({.design = design}));
    std::vector<Tracer> tracers;
    for (int i = 0; i < 9; ++i) {
      tracers.push_back(*Tracer::make({.on_return = [](void*, ReturnFrame&) {}}));
      const std::size_t blocks = usage().blocks;
      Error error{Error::Code::busy, ""};
      for (int memory = 0; error && memory < 100; ++memory) {
        int left = memory;
        const std::function<void()> fail = [&] {
          if (left-- == 0) throw std::bad_alloc();
        };
        at_allocation = &fail;
        error = tracers.back().attach(sites_);
        at_allocation = nullptr;
        if (!error) break;
        EXPECT_EQ(error.code(), Error::Code::exhausted) << error.message();
        EXPECT_EQ(tracers.back().attached(), 0u) << memory;
        EXPECT_EQ(usage().sites, i == 0 ? 0u : 2u) << memory;
      }
      EXPECT_FALSE(error) << error.message();
      EXPECT_EQ(tracers.back().attached(), 2u);
      EXPECT_LE(usage().blocks, blocks + 2);
    }
    while (!tracers.empty()) {
      EXPECT_FALSE(tracers.front().detach());
      tracers.erase(tracers.begin());
    }
    EXPECT_EQ(usage().sites, 0u);
  }
}

// Each allocation fails in turn: the configuration stays as it was, or becomes the other one, and
// calls are probed in either case.
TEST_F(ControlLock, AConfigureWithoutMemoryChangesNothing) {
  const auto one = reinterpret_cast<int (*)(int)>(fixture_.symbol("pf_one"));
  const Configuration before{}, after{.design = "chained_trampolines", .transfer = "trap"};
  Error error{Error::Code::busy, ""};
  int returns = 0, memory = 0;
  for (; error && memory < 100; ++memory) {
    int left = memory;
    const std::function<void()> fail = [&] {
      if (left-- == 0) throw std::bad_alloc();
    };
    at_allocation = &fail;
    error = configure(after);
    at_allocation = nullptr;
    if (error) {
      EXPECT_EQ(error.code(), Error::Code::exhausted) << error.message();
    }
    EXPECT_EQ(configuration().design, (error ? before : after).design) << memory;
    EXPECT_EQ(configuration().transfer, (error ? before : after).transfer) << memory;
    Tracer tracer = *Tracer::make({
        .on_return = [](void* context, ReturnFrame&) { ++*static_cast<int*>(context); },
        .context = &returns,
    });
    ASSERT_FALSE(tracer.attach(sites_)) << memory;
    (void)one(1);
    EXPECT_EQ(returns, memory + 1);
  }
  EXPECT_FALSE(error) << error.message();
  EXPECT_GT(memory, 2);
}

}  // namespace
}  // namespace retprobe
