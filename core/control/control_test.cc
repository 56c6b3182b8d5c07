// Tests of the control of sites: its lock, and attaches that run out of memory.
#include "core/control/control.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <new>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/testlib/blocked.h"
#include "core/testlib/child.h"
#include "core/testlib/site_fixture.h"

namespace {

// What the thread is to do when it asks for memory, when it gives memory back, when it naps, and
// when it changes its signal mask.
thread_local std::size_t asked = 0;  // bytes
thread_local const std::function<void()>*at_allocation, *at_release;
thread_local const std::function<void(const timespec*)>* at_nap;
thread_local const std::function<void(int)>* at_mask;
thread_local bool at_work = false;  // what it does is no occasion

template <class... Arguments>
void call(const std::function<void(Arguments...)>* work, Arguments... arguments) {
  if (!work || at_work) return;
  struct AtWork {
    AtWork() { at_work = true; }
    ~AtWork() { at_work = false; }
  } const here;
  (*work)(arguments...);
}

}  // namespace

void* operator new(std::size_t bytes) {
  asked = bytes;
  call(at_allocation);
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  call(at_release);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

extern "C" int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  call(at_mask, how);
  return sigprocmask(how, set, before) == 0 ? 0 : errno;
}

extern "C" int nanosleep(const timespec* nap, timespec* left) {
  call(at_nap, nap);
  errno = clock_nanosleep(CLOCK_REALTIME, 0, nap, left);
  return errno == 0 ? 0 : -1;
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
        attached_ = tracer_.attached();
        done_ = true;
      });
    }
    while (!done_ && (thread_ == 0 || !sleeps(thread_))) usleep(1000);
    waits_ = !done_;
    if (!waits_) waiting_.join();
    return !waits_;
  }
  // When the lock was free.
  std::size_t attached() const { return attached_; }
  void TearDown() override {
    if (waits_) waiting_.join();
  }

  int (*function() const)(int) { return reinterpret_cast<int (*)(int)>(fixture_.symbol("pf_one")); }

  const Library fixture_{fixtures() / "libprobe_fixture.so"};
  const Site* const sites_[2] = {fixture_.site("pf_one"), fixture_.site("pf_two")};
  Tracer tracer_ = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}});

 private:
  std::atomic<pid_t> thread_{0};
  std::atomic<bool> done_{false};
  std::atomic<std::size_t> attached_{0};
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

// What comes behind the wait for handlers is done with the lock again.
TEST_F(ControlLock, IsTakenAgainBehindAWaitForHandlers) {
  int waits = 0, released = 0;
  std::string wrong;
  const std::function<void(int)> count = [&](int how) { waits += how == SIG_SETMASK && is_free(); };
  const std::function<void()> look = [&] {
    if (waits != 1) return;
    ++released;
    if (is_free()) wrong += "a release of memory ";
  };
  const auto with_looks = [&](const std::function<Error()>& work) {
    waits = released = 0;
    at_mask = &count;
    at_release = &look;
    const Error error = work();
    at_mask = nullptr;
    at_release = nullptr;
    EXPECT_GT(released, 0);
    return error.code();
  };
  const Site* const twice[] = {sites_[0], sites_[0]};
  EXPECT_EQ(with_looks([&] { return tracer_.attach(twice); }), Error::Code::already);
  ASSERT_FALSE(tracer_.attach(sites_));
  EXPECT_EQ(with_looks([&] { return tracer_.detach(); }), Error::Code::none);
  EXPECT_EQ(wrong, "");
}

// Lets the thread nap often enough to notice.
void cancel_waiting(std::thread& thread) {
  pthread_cancel(thread.native_handle());
  usleep(20'000);
}

// A detach that waits for a handler.
class WaitingDetach {
 public:
  WaitingDetach(std::span<const Site* const> sites, int (*function)(int)) {
    in_handler = go_on = has_ended = false;
    const Error error = tracer_.attach(sites);
    EXPECT_FALSE(error) << error.message();
    caller_ = std::thread([function] { (void)function(1); });
    while (!in_handler) usleep(1000);
    detacher_ = std::thread([this] {
      thread_ = gettid();
      (void)tracer_.detach();
      ended_ = true;
    });
    while (tracer_.attached() != 0) usleep(1000);
  }
  void cancel() { cancel_waiting(detacher_); }
  // The same tracer's, by this thread. Waits until the handler goes on, once it naps itself.
  Error again(int& naps) {
    const std::function<void(const timespec*)> nap = [&](const timespec*) {
      ++naps;
      go_on = true;
    };
    at_nap = &nap;
    Error error = tracer_.detach();
    at_nap = nullptr;
    return error;
  }
  bool handler_has_ended() const { return has_ended; }
  void end() {
    go_on = true;
    caller_.join();
    detacher_.join();
  }
  pid_t thread() const { return thread_; }
  bool ended() const { return ended_; }

 private:
  static inline std::atomic<bool> in_handler, go_on, has_ended;

  std::atomic<pid_t> thread_{0};
  std::atomic<bool> ended_{false};
  Tracer tracer_ = *Tracer::make({.on_entry =
                                      [](void*, EntryFrame&) {
                                        in_handler = true;
                                        while (!go_on) usleep(1000);
                                        has_ended = true;
                                        return true;
                                      },
                                  .registers = RegisterSet::full});
  std::thread caller_, detacher_;
};

// A handler may run for long: whoever waits for it takes signals meanwhile.
TEST_F(ControlLock, ADetachThatWaitsForAHandlerTakesSignals) {
  WaitingDetach detach(sites_, function());
  bool blocked = true;
  while (blocked && !detach.ended()) blocked = blocks_signal(detach.thread(), SIGUSR1);
  detach.end();
  EXPECT_FALSE(blocked);
}

// The user frees what its handler uses when one has succeeded.
TEST_F(ControlLock, ASecondDetachWaitsForTheHandlerToo) {
  for (const bool first_gave_up : {false, true}) {
    WaitingDetach detach(sites_, function());
    while (first_gave_up && !detach.ended()) usleep(10'000);  // 5 s
    int naps = 0;
    const Error error = detach.again(naps);
    EXPECT_TRUE(detach.handler_has_ended());
    EXPECT_FALSE(error) << error.message();
    EXPECT_GT(naps, 0);
    detach.end();
    EXPECT_FALSE(detach.again(naps = 0));
    EXPECT_EQ(naps, 0);
  }
}

// It naps without the lock, and the detach ends during its nap.
TEST_F(ControlLock, IsTakenAgainBehindAWaitForADetach) {
  WaitingDetach detach(sites_, function());
  int naps = 0, held = 0;
  std::string wrong;
  const std::function<void(const timespec*)> nap = [&](const timespec* time) {
    if (naps++ != 0) return;
    if (time->tv_sec != 0 || time->tv_nsec == 0) wrong += "its length ";
    if (!is_free() || signals_are_blocked()) wrong += "a nap ";
    detach.end();
  };
  const std::function<void()> look = [&] {
    if (naps == 0) return;
    ++held;
    if (is_free() || !signals_are_blocked()) wrong += "an allocation ";
  };
  at_nap = &nap;
  at_allocation = &look;
  const Error error = configure({.design = "chained_trampolines"});
  at_nap = nullptr;
  at_allocation = nullptr;
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(naps, 1);
  EXPECT_GT(held, 0);
  EXPECT_EQ(wrong, "");
}

// It has to wait from the moment on that the detach gives the lock away.
TEST_F(ControlLock, AConfigureAtOnceWaitsForADetach) {
  ASSERT_FALSE(tracer_.attach(sites_));
  std::atomic<bool> naps{false}, ended{false};
  bool had_to_wait = false;
  std::thread configurer;
  const std::function<void(int)> mask = [&](int how) {
    if (configurer.joinable() || how != SIG_SETMASK || !is_free() || attached() != 0) return;
    configurer = std::thread([&] {
      const std::function<void(const timespec*)> nap = [&](const timespec*) { naps = true; };
      at_nap = &nap;
      EXPECT_FALSE(configure({.design = "bitmask"}));
      at_nap = nullptr;
      ended = true;
    });
    while (!naps && !ended) usleep(1000);
    had_to_wait = naps;
  };
  at_mask = &mask;
  const Error error = tracer_.detach();
  at_mask = nullptr;
  EXPECT_FALSE(error) << error.message();
  ASSERT_TRUE(configurer.joinable());
  configurer.join();
  EXPECT_TRUE(had_to_wait);
  EXPECT_EQ(configuration().design, "bitmask");
}

// The cancellation waits until they are done. Otherwise a later configure would wait for ever.
TEST_F(ControlLock, ADetachAndAConfigureThatWaitAreNotCancelled) {
  EXPECT_EQ(in_child([this] {
              WaitingDetach detach(sites_, function());
              std::atomic<bool> configured{false};
              std::atomic<pid_t> configurer{0};
              std::thread configuring([&] {
                configurer = gettid();
                configured = !configure({.design = "bitmask"});
              });
              while (configurer == 0 || !sleeps(configurer)) usleep(1000);
              cancel_waiting(configuring);
              detach.cancel();
              detach.end();
              configuring.join();
              if (!detach.ended()) return 1;
              if (!configured) return 2;
              return configure({}) ? 3 : 0;
            }),
            0);
}

// A configure does not wait for ever for a detach that a signal handler has jumped out of.
TEST_F(ControlLock, AConfigureGivesUpADetachThatWasLeft) {
  EXPECT_EQ(in_child([this] {
              static sigjmp_buf before;
              static std::atomic<bool> go_on, in_handler;
              const auto wait = [](void*, EntryFrame&) {
                in_handler = true;
                while (!go_on) usleep(1000);
                return true;
              };
              Tracer tracer = *Tracer::make({.on_entry = wait});
              if (tracer.attach(sites_)) return 1;
              std::thread caller([this] { (void)function()(1); });
              while (!in_handler) usleep(1000);
              signal(SIGUSR1, [](int) { siglongjmp(before, 1); });
              const pthread_t self = pthread_self();
              const pid_t id = gettid();
              std::thread interrupter([&] {
                while (tracer.attached() != 0 || !sleeps(id)) usleep(1000);
                pthread_kill(self, SIGUSR1);
              });
              if (sigsetjmp(before, 1) == 0) {
                (void)tracer.detach();
                return 2;
              }
              interrupter.join();
              go_on = true;
              caller.join();
              return configure({.design = "bitmask"}) ? 3 : 0;
            }),
            0);
}

// The catalogue is read anew there, and the thread's first hit is one of these.
TEST_F(ControlLock, AttachAndDetachWorkWhenTheMainThreadIsGone) {
  static int returns;
  const fs::path path = fixtures() / "libsite_rules.so";
  const auto is_patched = [this] {
    SiteBytes bytes;
    std::memcpy(bytes.data(), reinterpret_cast<const void*>(sites_[0]->entry), bytes.size());
    return bytes != sites_[0]->original;
  };
  EXPECT_EQ(in_child_without_main_thread([=, this] {
              const Library later(path);
              Tracer tracer = *Tracer::make({.on_return = [](void*, ReturnFrame&) { ++returns; }});
              const Site* const sites[] = {sites_[0], later.site("rules_good")};
              if (tracer.attach(sites) || tracer.attached() != 2) return 1;
              (void)function()(1);
              if (returns != 1 || !is_patched()) return 2;
              return tracer.detach() || is_patched() ? 3 : 0;
            }),
            0);
}

// Each allocation fails in turn. Until an attach or detach succeeds, it changes nothing.
TEST_F(ControlLock, WithoutMemoryNothingChanges) {
  static int heard;
  const Site* const twice[] = {sites_[0], sites_[1], sites_[0]};
  std::vector<Tracer> tracers;
  TracerState nobody{{}};
  const auto free_places = [&] {
    std::vector<Handle> handles;
    for (int i = 0; i < 2; ++i)
      handles.push_back(*make_attachment(nobody, nullptr, nullptr, nullptr, 0));
    for (const Handle handle : handles) {
      kill_attachment(handle);
      recycle_attachment(handle);
    }
    const auto [one, other] = std::minmax({handles[0].index(), handles[1].index()});
    return std::to_string(one) + " and " + std::to_string(other);
  };
  const auto state = [&] {
    heard = 0;
    (void)function()(1);
    std::ostringstream text;
    text << heard << " heard, " << usage().sites << " sites, places " << free_places();
    for (Tracer& tracer : tracers) text << ", " << tracer.attached() << " attached";
    for (const Site* site : sites_) {
      const auto [bytes, block] = Control::instance().view(*site);
      text << ", bytes";
      for (const int byte : bytes) text << " " << byte;
      text << " to " << block;
    }
    return text.str();
  };
  const auto succeeds = [&](const std::function<Error()>& work) {
    Error error{Error::Code::busy, ""};
    for (int memory = 0; error && memory < 100; ++memory) {
      const std::string before = state();
      int left = memory;
      const std::function<void()> fail = [&] {
        if (left-- == 0) throw std::bad_alloc();
      };
      at_allocation = &fail;
      error = work();
      at_allocation = nullptr;
      if (!error) break;
      EXPECT_EQ(error.code(), Error::Code::exhausted) << error.message();
      EXPECT_EQ(state(), before) << memory;
    }
    EXPECT_FALSE(error) << error.message();
  };
  for (const char* design :
       {"counted_shadow", "call_through", "chained_trampolines", "bitmask", "instance_pool"}) {
    SCOPED_TRACE(design);
    ASSERT_FALSE(configure({.design = design}));
    for (std::size_t i = 1; i <= 9; ++i) {
      tracers.push_back(*Tracer::make({.on_return = [](void*, ReturnFrame&) { ++heard; }}));
      succeeds([&] {
        const Error error = tracers.back().attach(twice);
        return error.code() == Error::Code::already ? Error() : error;
      });
      EXPECT_EQ(tracers.back().attached(), 0u);
      const std::size_t blocks = usage().blocks;
      succeeds([&] { return tracers.back().attach(sites_); });
      EXPECT_TRUE(state().starts_with(std::to_string(i) + " heard, 2 sites"));
      EXPECT_LE(usage().blocks, blocks + 2);
    }
    while (!tracers.empty()) {
      succeeds([&] { return tracers.front().detach(); });
      EXPECT_EQ(tracers.front().attached(), 0u);
      tracers.erase(tracers.begin());
    }
    EXPECT_TRUE(state().starts_with("0 heard, 0 sites"));
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

// A call may have met a tracer whose attach fails then, at another function. Its exit is forgone.
TEST_F(ControlLock, CallsInFlightOutliveAnAttachThatFails) {
  static std::atomic<int> inside, entries, exits;
  static std::atomic<bool> go_on;
  const Site* const met = fixture_.site("pf_meanwhile");
  const auto meanwhile =
      reinterpret_cast<int (*)(int (*)(int), int)>(fixture_.symbol("pf_meanwhile"));
  const auto poke = [&](SiteBytes bytes) {
    const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
    EXPECT_EQ(pwrite(memory, bytes.data(), bytes.size(), static_cast<off_t>(sites_[1]->entry)), 5);
    close(memory);
  };
  SiteBytes foreign = sites_[1]->original;
  foreign.back() ^= 8;  // another nop of five bytes
  for (const std::string& design : design_names()) {
    SCOPED_TRACE(design);
    ASSERT_FALSE(configure({.design = design}));
    const Site* const first[] = {met};
    Tracer second = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}});
    for (Tracer* tracer : {&tracer_, &second}) ASSERT_FALSE(tracer->attach(first));
    Tracer late = *Tracer::make({.on_entry =
                                     [](void*, EntryFrame&) {
                                       ++entries;
                                       return true;
                                     },
                                 .on_return = [](void*, ReturnFrame&) { ++exits; }});
    inside = entries = exits = 0;
    go_on = false;
    std::vector<std::thread> calls;
    const std::function<void()> call = [&] {
      const int before = inside;
      calls.emplace_back([&] {
        (void)meanwhile(
            [](int value) {
              ++inside;
              while (!go_on) usleep(1000);
              return value;
            },
            1);
      });
      while (inside == before) usleep(1000);
    };
    const Site* const both[] = {met, sites_[1]};
    poke(foreign);
    at_allocation = &call;
    EXPECT_TRUE(late.attach(both));
    at_allocation = nullptr;
    poke(sites_[1]->original);
    go_on = true;
    for (std::thread& thread : calls) thread.join();
    EXPECT_EQ(entries > 0, design != "none");
    EXPECT_EQ(exits, 0);
    ASSERT_FALSE(tracer_.detach());
  }
}

// What a batch notes is forgotten with the next one.
TEST_F(ControlLock, ManyChangesAskForNoMoreMemoryThanAFew) {
  ASSERT_FALSE(tracer_.attach(sites_));
  Tracer second = *Tracer::make({.on_return = [](void*, ReturnFrame&) {}});
  std::size_t largest = 0;
  const std::function<void()> look = [&] { largest = std::max(largest, asked); };
  const auto change = [&](int times) {
    largest = 0;
    at_allocation = &look;
    for (int i = 0; i < times; ++i) {
      (void)second.attach(sites_);
      (void)second.detach();
    }
    at_allocation = nullptr;
    return largest;
  };
  const std::size_t by_few = change(10);
  EXPECT_GT(by_few, 0u);
  EXPECT_LE(change(1000), by_few);
  EXPECT_EQ(second.attached(), 0u);
  ASSERT_FALSE(tracer_.detach());
}

}  // namespace
}  // namespace retprobe
