// Tests of the bounds that a thread's first hit finds for its own stack.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/testlib/child.h"

// What the library asks for, with libc's answer.
static std::size_t asked_bytes = 0;
static int answer = -1;
extern "C" int pthread_attr_setstacksize(pthread_attr_t* attributes, std::size_t bytes) noexcept {
  static const auto of_libc = reinterpret_cast<int (*)(pthread_attr_t*, std::size_t)>(
      dlsym(RTLD_NEXT, "pthread_attr_setstacksize"));
  asked_bytes = bytes;
  return answer = of_libc(attributes, bytes);
}

namespace retprobe {
namespace {

std::uintptr_t own_thread_pointer() {
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer());
}

// From the end of the guard area to the thread's control block, whoever provides the stack.
int wrong_threads() {
  constexpr std::size_t page = 4096, bytes = 64 * page;
  // Below the stack, the same mapping has something else.
  void* const memory =
      mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 100;
  int wrong = 0;
  for (const int guard_pages : {-1, 0, 1, 7}) {  // -1: the program's memory
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (guard_pages < 0)
      pthread_attr_setstack(&attributes, static_cast<std::byte*>(memory) + bytes, bytes);
    else
      pthread_attr_setguardsize(&attributes, static_cast<std::size_t>(guard_pages) * page);
    const auto look = [](void*) -> void* {
      const Bounds found = native_bounds();
      pthread_attr_t own;
      void* low = nullptr;
      std::size_t size = 0;
      pthread_getattr_np(pthread_self(), &own);
      pthread_attr_getstack(&own, &low, &size);
      pthread_attr_destroy(&own);
      const bool right = found.low == reinterpret_cast<std::uintptr_t>(low) &&
                         found.high == own_thread_pointer() && found.high < found.low + size &&
                         found.usual_bytes() == found.high - found.low;
      return right ? nullptr : low;
    };
    pthread_t thread;
    void* failed = &attributes;
    if (pthread_create(&thread, &attributes, look, nullptr) == 0) pthread_join(thread, &failed);
    pthread_attr_destroy(&attributes);
    wrong += failed != nullptr;
  }
  return wrong;
}

TEST(StackBounds, OfAThread) {
  EXPECT_EQ(in_child([] {
              find_stack_words();
              return wrong_threads();
            }),
            0);
}

// The thread that it makes to learn of descriptors takes little address space.
TEST(StackBounds, AreLearntFromASmallStack) {
  EXPECT_EQ(in_child([] {
              find_stack_words();
              return answer == 0 && asked_bytes > 0 && asked_bytes <= 64 * 4096 ? 0 : 2;
            }),
            0);
}

// The number of this process's open files. Looking takes one itself.
std::size_t open_files() {
  namespace fs = std::filesystem;
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

// Without an attach before, the kernel's list of mappings has the lower bound. Its file is closed.
TEST(StackBounds, OfAThreadWhoseDescriptorIsNotKnown) {
  const auto status = in_child([] {
    constexpr std::size_t page = 4096, bytes = 64 * page;
    void* const memory =
        mmap(nullptr, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    static std::byte* low;
    low = static_cast<std::byte*>(memory) + page;
    if (mprotect(low, bytes, PROT_READ | PROT_WRITE)) return 3;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, low, bytes);
    const auto look = [](void*) -> void* {
      const Bounds found = native_bounds();
      return found.low == reinterpret_cast<std::uintptr_t>(low) &&
                     found.high == own_thread_pointer()
                 ? nullptr
                 : low;
    };
    const std::size_t files_before = open_files();
    pthread_t thread;
    void* failed = low;
    if (pthread_create(&thread, &attributes, look, nullptr) == 0) pthread_join(thread, &failed);
    if (open_files() != files_before) return 5;
    return failed ? 4 : 0;
  });
  EXPECT_EQ(status, 0);
}

// The end of the mapping that the kernel calls [stack].
std::uintptr_t end_of_main_stack() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.ends_with("[stack]")) return std::stoull(line.substr(line.find('-') + 1), nullptr, 16);
  return 0;
}

constexpr std::uintptr_t mib = std::uintptr_t{1} << 20;

// Run by the test below, under another limit. The library looks for the limit when it is loaded.
TEST(StackBounds, DISABLED_OfTheMainThreadUnderALimit) {
  const char* const expected = std::getenv("RETPROBE_EXPECTED_STACK");
  ASSERT_NE(expected, nullptr);
  const Bounds found = native_bounds();
  EXPECT_EQ(found.high, end_of_main_stack());
  EXPECT_EQ(std::to_string((found.high - found.low) / mib) + " " +
                std::to_string(found.usual_bytes() / mib),
            expected);
  EXPECT_EQ((found.high - found.low) % mib + found.usual_bytes() % mib, 0u);
}

// As much as the kernel keeps free below it: between 128 MiB and 16 GiB. What it is expected to use
// is the limit, and 12 MiB at least.
TEST(StackBounds, OfTheMainThread) {
  constexpr rlim_t gib = 1024;
  const struct {
    rlim_t limit;  // MiB; 0: none
    const char* text;
  } expected[] = {{8, "128 12"},
                  {12, "128 12"},
                  {13, "128 13"},
                  {128, "128 128"},
                  {129, "129 129"},
                  {3 * gib, "3072 3072"},
                  {16 * gib, "16384 16384"},
                  {17 * gib, "16384 16384"},
                  {0, "16384 16384"}};
  int left_out = 0;
  for (const auto& each : expected) {
    const auto status = in_child([&each] {
      rlimit limit{};
      getrlimit(RLIMIT_STACK, &limit);
      limit.rlim_cur = each.limit ? each.limit * mib : RLIM_INFINITY;
      if (limit.rlim_max < limit.rlim_cur) return 77;
      if (setrlimit(RLIMIT_STACK, &limit)) return 2;
      setenv("RETPROBE_EXPECTED_STACK", each.text, 1);
      execl("/proc/self/exe", "stack_bounds_test", "--gtest_also_run_disabled_tests",
            "--gtest_filter=*DISABLED_OfTheMainThreadUnderALimit", nullptr);
      return 3;
    });
    if (status == 77)
      ++left_out;
    else
      EXPECT_EQ(status, 0) << each.text;
  }
  if (left_out) GTEST_SKIP() << left_out << " of the limits are above the hard limit (ulimit -Hs)";
}

}  // namespace
}  // namespace retprobe
