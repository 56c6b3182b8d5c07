// Tests of the table of announced stacks, of the calls in flight on them, and of the shadow stacks
// that ended threads leave behind.
#include "core/hooks/stacks.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

namespace retprobe {

// The library's own: a strong reference would make the linker put a copy of it into this program,
// which the library would not use.
extern Registry registry [[gnu::weak]];

namespace {

bool announce(std::uintptr_t low, std::size_t bytes) {
  return !add_stack(reinterpret_cast<const void*>(low), bytes);
}
void withdraw(std::uintptr_t low) { remove_stack(reinterpret_cast<const void*>(low)); }

// The announced stacks, as the table has them.
std::string table() {
  std::string text;
  for (const Registry::Region& region : known_regions())
    text += (text.empty() ? "" : " ") + std::to_string(region.low) + "-" +
            std::to_string(region.low + region.bytes);
  return text;
}

// No thread runs on these stacks: only their addresses count.
TEST(AnnouncedStacks, TakeThePlaceOfThoseThatTheyOverlap) {
  const auto status = in_child([] {
    const auto after = [](std::uintptr_t low, std::size_t bytes) {
      return announce(low, bytes) ? table() : "refused";
    };
    const auto without = [](std::uintptr_t low) {
      withdraw(low);
      return table();
    };
    EXPECT_EQ(after(3000, 1000), "3000-4000");
    EXPECT_EQ(after(1000, 1000), "1000-2000 3000-4000");
    EXPECT_EQ(after(6000, 1000), "1000-2000 3000-4000 6000-7000");
    // Those that only touch it stay.
    EXPECT_EQ(after(2000, 1000), "1000-2000 2000-3000 3000-4000 6000-7000");
    EXPECT_EQ(after(4500, 500), "1000-2000 2000-3000 3000-4000 4500-5000 6000-7000");
    // One byte in common with the one below; then with the one below, and more with that above.
    EXPECT_EQ(after(4999, 1001), "1000-2000 2000-3000 3000-4000 4999-6000 6000-7000");
    EXPECT_EQ(after(5999, 64), "1000-2000 2000-3000 3000-4000 5999-6063");
    EXPECT_EQ(after(5000, 1000), "1000-2000 2000-3000 3000-4000 5000-6000");
    EXPECT_EQ(without(2001), "1000-2000 2000-3000 3000-4000 5000-6000");
    EXPECT_EQ(without(2999), "1000-2000 2000-3000 3000-4000 5000-6000");
    EXPECT_EQ(without(2000), "1000-2000 3000-4000 5000-6000");
    // Inside of one, around all, the same again, one with the same end at one side.
    EXPECT_EQ(after(3200, 200), "1000-2000 3200-3400 5000-6000");
    EXPECT_EQ(after(500, 10000), "500-10500");
    EXPECT_EQ(after(500, 10000), "500-10500");
    EXPECT_EQ(after(500, 9999), "500-10499");
    EXPECT_EQ(after(501, 9998), "501-10499");
    EXPECT_EQ(without(501), "");
    EXPECT_EQ(without(501), "");
    return testing::Test::HasFailure() ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

bool is_mapped(const void* memory) {
  unsigned char resident;
  return mincore(const_cast<void*>(memory), 1, &resident) == 0;
}

// A table has room for what it holds, and the spare one for a removal. One that has become too
// small is unmapped.
TEST(AnnouncedStacks, MoreAndMoreOfThem) {
  const auto status = in_child([] {
    constexpr std::uintptr_t count = 1000, bytes = 4096;
    std::set<const Registry::RegionTable*> before;
    const auto is_in_order = [&](std::size_t known) {
      if (known_regions().size() != known || registry.regions->room < known) return false;
      if (registry.spare_regions->room + 1 < known) return false;
      for (std::size_t i = 1; i < known; ++i)
        if (known_regions()[i - 1].low >= known_regions()[i].low) return false;
      const std::set<const Registry::RegionTable*> now{registry.regions, registry.spare_regions};
      for (const auto* each : before)
        if (!now.contains(each) && is_mapped(each)) return false;
      before = now;
      return true;
    };
    const auto low_of = [](std::uintptr_t i) { return (1 + i * 7 % count) * bytes; };
    for (std::uintptr_t i = 0; i < count; ++i)
      if (!announce(low_of(i), bytes) || !is_in_order(i + 1)) return 2;
    for (std::uintptr_t i = 0; i < count; ++i) {
      withdraw(low_of(i));
      if (!is_in_order(count - 1 - i)) return 3;
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
}

TEST(AnnouncedStacks, OneWithoutMemoryIsRefused) {
  EXPECT_EQ(text_of_child([]() -> std::string {
              const rlimit none{0, RLIM_INFINITY}, all{RLIM_INFINITY, RLIM_INFINITY};
              setrlimit(RLIMIT_AS, &none);
              constexpr std::uintptr_t most = 10'000, bytes = 4096;
              Error error;
              std::size_t before = 0;
              for (std::uintptr_t i = 1; i <= most && !error; ++i) {
                before = known_regions().size();
                error = add_stack(reinterpret_cast<void*>(i * bytes), bytes);
              }
              const std::size_t after = known_regions().size();
              setrlimit(RLIMIT_AS, &all);
              return error.message() + (after == before ? "" : "; and it is known");
            }),
            "add_stack: no memory for the table of stacks");
}

// How often the tracer of pf_meanwhile and pf_one was told of an end of a call.
int returned, passed_over;

Result<Tracer> counting_ends(const std::string& design = Configuration{}.design) {
  if (Error error = configure({.design = design})) return error;
  Result<Tracer> tracer =
      Tracer::make({.name = "mine",
                    .on_entry = [](void*, EntryFrame&) { return true; },
                    .on_return =
                        [](void*, ReturnFrame& call) {
                          ++(call.reason() == ReturnReason::returned ? returned : passed_over);
                        },
                    .maxactive = 8});
  if (!tracer.ok()) return tracer;
  if (Error error = tracer->attach("pf_meanwhile")) return error;
  if (Error error = tracer->attach("pf_one")) return error;
  return tracer;
}

// A coroutine with a call in flight, until it is told to let it return. Its stack is announced
// when it is made: makecontext does it.
class Waiting {
 public:
  Waiting(std::byte* low, std::size_t bytes) {
    getcontext(&inside_);
    inside_.uc_stack = {.ss_sp = low, .ss_flags = 0, .ss_size = bytes};
    inside_.uc_link = &outside_;
    makecontext(&inside_, [] { (void)call_during(wait, 1); }, 0);
    go_on();
  }
  void go_on() {
    running_ = this;
    swapcontext(&outside_, &inside_);
  }

 private:
  static int wait(int value) {
    swapcontext(&running_->inside_, &running_->outside_);
    return value;
  }
  static inline Waiting* running_;
  ucontext_t inside_, outside_;
};

class StacksWithCalls : public CallsOnStacks {
 protected:
  static constexpr std::size_t bytes = 64 << 10;
  static std::byte* map(std::size_t size) {
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
  }
};

// The calls of a stack that is gone are forgotten. Those of its neighbours return. What the calls
// had is used again, as often as one likes.
int remove_the_middle(std::byte* memory, std::size_t bytes, const std::string& design) {
  Result<Tracer> tracer = counting_ends(design);
  if (!memory || !tracer.ok()) return 2;
  const std::size_t before = usage().stacks;
  Waiting first(memory, bytes), third(memory + 2 * bytes, bytes);
  for (int round = 0; round < 20; ++round) {
    const Waiting second(memory + bytes, bytes);
    if (usage().frames != 3 || usage().stacks != before + 3) return 3;
    remove_stack(memory + bytes);
    if (usage().frames != 2 || usage().stacks != before + 2) return 4;
  }
  first.go_on();
  third.go_on();
  return returned == 2 && passed_over == 0 && usage().frames == 0 && tracer->missed() == 0 ? 0 : 5;
}

TEST_F(StacksWithCalls, OneInTheMiddleIsRemoved) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([design] { return remove_the_middle(map(3 * bytes), bytes, design); }), 0)
        << design;
}

TEST_F(StacksWithCalls, OneTakesThePlaceOfTwo) {
  const auto status = in_child([] {
    std::byte* const memory = map(4 * bytes);
    const Result<Tracer> tracer = counting_ends();
    if (!memory || !tracer.ok()) return 2;
    Waiting first(memory, bytes), second(memory + bytes, bytes), third(memory + 2 * bytes, bytes),
        fourth(memory + 3 * bytes, bytes);
    if (usage().frames != 4) return 3;
    // The two in the middle have 64 bytes in common with it; the others touch those two.
    if (add_stack(memory + 2 * bytes - 64, 128)) return 4;
    if (usage().frames != 2) return 5;
    // What was announced is announced again, which changes nothing.
    if (add_stack(memory, bytes) || add_stack(memory + 3 * bytes, bytes)) return 6;
    if (usage().frames != 2) return 7;
    first.go_on();
    fourth.go_on();
    return returned == 2 && passed_over == 0 && usage().frames == 0 ? 0 : 8;
  });
  EXPECT_EQ(status, 0);
}

// A coroutine's call returns while the thread, whose newest call lies lower, is in that call.
TEST_F(StacksWithCalls, InFramesOfTheThread) {
  const auto status = in_child([] {
    const Result<Tracer> tracer = counting_ends();
    if (!tracer.ok()) return 2;
    static int wrong;
    static Waiting *upper, *lower;
    const auto let_both_return = [](int value) {
      wrong += usage().frames != 4;
      upper->go_on();
      lower->go_on();
      wrong += usage().frames != 2 || returned != 2;
      return value;
    };
    static Function both;
    both = let_both_return;
    const auto in_between = [](int value) {
      alignas(16) std::byte memory[bytes];
      Waiting waiting(memory, bytes);
      lower = &waiting;
      const int result = call_during(both, value);
      remove_stack(memory);
      return result;
    };
    alignas(16) std::byte memory[bytes];
    Waiting waiting(memory, bytes);
    upper = &waiting;
    const int result = call_during(in_between, 7);
    remove_stack(memory);
    return result == 7 && wrong == 0 && returned == 4 && passed_over == 0 ? 0 : 3;
  });
  EXPECT_EQ(status, 0);
}

std::size_t free_natives() {
  std::size_t count = 0;
  for (const ExecutionStack* stack = registry.free_natives; stack; stack = stack->next) ++count;
  return count;
}
bool is_counted() { return free_natives() == registry.free_native_count; }

// `count` threads that each make a call, and end after the last one has done so.
void at_once(unsigned count) {
  std::atomic<unsigned> called{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back([&] {
      (void)call_plain(1);
      ++called;
      while (called < count) std::this_thread::yield();
    });
  for (std::thread& thread : threads) thread.join();
}

// Of the process's address space.
std::size_t pages() {
  std::size_t count = 0;
  std::ifstream("/proc/self/statm") >> count;
  return count;
}

// A few are kept for the next threads, and no more. The 12 that find no room are unmapped each
// time.
TEST_F(StacksWithCalls, OfThreadsThatEnded) {
  const auto status = in_child([] {
    const Result<Tracer> tracer = counting_ends();
    if (!tracer.ok()) return 2;
    const std::size_t stacks_before = usage().stacks;
    at_once(3);
    if (free_natives() != 3 || !is_counted()) return 3;
    at_once(2);
    if (free_natives() != 3 || !is_counted()) return 4;
    at_once(20);
    const std::size_t pages_before = pages();
    for (int round = 0; round < 10; ++round) {
      at_once(20);
      if (free_natives() != 8 || !is_counted()) return 5;
    }
    // The threads' heaps grow, too, but not by as much as half of 10 times 12 shadow stacks.
    if (pages() > pages_before + 60 * registry.free_natives->reserved_bytes / 4096) return 6;
    if (usage().stacks != stacks_before) return 7;
    if (in_child([] {
          at_once(2);
          return free_natives() == 8 && is_counted() ? 0 : 1;
        }) != 0)
      return 8;
    return returned == 225 && passed_over == 0 ? 0 : 9;
  });
  EXPECT_EQ(status, 0);
}

// A thread takes one of the size that its stack asks for, wherever in the list it is.
TEST_F(StacksWithCalls, OfThreadsOfTwoSizes) {
  const auto status = in_child([] {
    const Result<Tracer> tracer = counting_ends();
    if (!tracer.ok()) return 2;
    const auto call_on = [](std::size_t stack_bytes) {
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, stack_bytes);
      pthread_t thread;
      const auto call = [](void*) -> void* {
        (void)call_plain(1);
        return nullptr;
      };
      if (pthread_create(&thread, &attributes, call, nullptr) == 0) pthread_join(thread, nullptr);
      pthread_attr_destroy(&attributes);
    };
    constexpr std::size_t small = 256 << 10, large = std::size_t{64} << 20;
    for (const std::size_t next : {small, large, small, small, large, large, small}) call_on(next);
    if (returned != 7 || free_natives() != 2 || !is_counted()) return 3;
    const std::set<std::size_t> sizes{registry.free_natives->reserved_bytes,
                                      registry.free_natives->next->reserved_bytes};
    return sizes.size() == 2 && *sizes.rbegin() > 3 * large ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
}

// A thread's shadow stacks go with it: that of its alternate stack is not kept for another.
TEST_F(StacksWithCalls, OfAlternateStacksOfThreadsThatEnded) {
  const auto status = in_child([] {
    const Result<Tracer> tracer = counting_ends();
    if (!tracer.ok()) return 2;
    struct sigaction action{};
    action.sa_handler = [](int) { (void)call_plain(1); };
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR1, &action, nullptr);
    const auto call_on_one = [] {
      std::thread([] {
        static std::byte memory[64 << 10];
        const stack_t alternate{.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory};
        sigaltstack(&alternate, nullptr);
        pthread_kill(pthread_self(), SIGUSR1);
      }).join();
    };
    call_on_one();
    const std::size_t stacks_before = usage().stacks, pages_before = pages();
    for (int round = 0; round < 100; ++round) call_on_one();
    if (returned != 101 || usage().stacks != stacks_before) return 3;
    return pages() < pages_before + 100 ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
}

int deep(int calls) { return calls ? call_during(deep, calls - 1) : 0; }

// It keeps the memory that most threads need, and gives the rest back.
TEST_F(StacksWithCalls, OfADeepThreadGivesItsMemoryBack) {
  const auto status = in_child([] {
    const Result<Tracer> tracer = counting_ends();
    if (!tracer.ok()) return 2;
    std::thread([] { (void)deep(5000); }).join();
    if (returned != 5000 || free_natives() != 1) return 3;
    std::array<unsigned char, 32> resident;  // 5000 frames have 29 pages at least
    if (mincore(registry.free_natives, resident.size() * 4096, resident.data())) return 4;
    for (std::size_t page = 0; page < resident.size(); ++page)
      if ((resident[page] & 1) != (page < 4)) return 5;
    return 0;
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace retprobe
