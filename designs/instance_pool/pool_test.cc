// Tests of instance_pool's pools: which calls get an instance, and when a pool is unmapped.
#include "designs/instance_pool/pool.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <latch>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/blocks/block.h"
#include "core/hooks/grace_period.h"
#include "core/testlib/child.h"
#include "core/testlib/stack_calls.h"
#include "retprobe/probe.h"

// How many processors the library is told that there are; 0: as many as there are.
static long processors = 0;

// Instead of libc's.
extern "C" long sysconf(int name) noexcept {
  if (name == _SC_NPROCESSORS_ONLN && processors) return processors;
  static const auto of_libc = reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"));
  return of_libc(name);
}

// The library's allocations fail meanwhile.
static bool no_memory = false;

void* operator new(std::size_t bytes) {
  void* const memory = no_memory ? nullptr : std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace retprobe::instance_pool {
namespace {

// A tracer on pf_meanwhile, and what its handlers have seen.
struct Pooled {
  explicit Pooled(TracerOptions options) : tracer(Tracer::make(with_handlers(std::move(options)))) {
    failed = !tracer.ok() || tracer->attach("pf_meanwhile");
  }
  TracerOptions with_handlers(TracerOptions options) {
    options.on_entry = [](void* context, EntryFrame& call) {
      auto& seen = *static_cast<Pooled*>(context);
      const std::uint64_t number = ++seen.entries;
      if (number == seen.declined) return false;
      if (call.entry_data)
        std::fill_n(reinterpret_cast<std::uint64_t*>(call.entry_data), 2, number);
      return true;
    };
    options.on_return = [](void* context, ReturnFrame& call) {
      auto& seen = *static_cast<Pooled*>(context);
      seen.pool = call.attachment->design_word.pointer<Pool>();
      if (!call.entry_data) return;
      const auto* const data = reinterpret_cast<const std::uint64_t*>(call.entry_data);
      seen.exits_of.push_back(data[0] == data[1] ? data[0] : 0);
      seen.data.insert(data);
    };
    options.name = "pooled";
    options.context = this;
    return options;
  }
  std::uint64_t entries = 0, declined = 0;
  std::vector<std::uint64_t> exits_of;  // the numbers of the calls
  std::set<const void*> data;
  Pool* pool = nullptr;
  bool failed;
  Result<Tracer> tracer;
};

Function innermost;
int nested(int depth) { return depth == 0 ? innermost(0) : call_during(nested, depth - 1); }

// Whether the free instances are all of the pool's, and each of them once.
bool is_whole(const Pool& pool) {
  std::set<std::uint32_t> free;
  for (auto next = static_cast<std::uint32_t>(pool.free.load()); next;) {
    if (next > pool.count || !free.insert(next).second) return false;
    Instance& instance = const_cast<Pool&>(pool).at(next - 1);
    if (instance.pool != &pool || instance.index != next - 1) return false;
    next = instance.next_free;
  }
  return pool.out == 0 && free.size() == pool.count;
}

// Five calls within each other; the pool has three instances. The second call is declined, so its
// instance serves the next one.
int use_up() {
  if (configure({.design = "instance_pool"})) return 2;
  static Pooled seen({.entry_data_bytes = 16, .maxactive = 3});
  if (seen.failed) return 3;
  static bool is_used_up;
  innermost = [](int) {
    const Pool* const pool = seen.pool;
    is_used_up = pool && pool->out == 3 && static_cast<std::uint32_t>(pool->free.load()) == 0;
    return 0;
  };
  for (std::uint64_t round = 1; round <= 2; ++round) {
    seen.exits_of.clear();
    seen.declined = 4 * round - 2;
    nested(5);
    const std::uint64_t first = 4 * round - 3;
    if (seen.exits_of != std::vector<std::uint64_t>{first + 3, first + 2, first}) return 4;
    if (seen.entries != 4 * round || seen.tracer->missed() != round) return 5;
    // Each take and each return of an instance has changed the tag.
    if (!is_whole(*seen.pool) || seen.pool->free >> 32 != 2 * seen.entries) return 6;
  }
  if (!is_used_up || seen.data.size() != 3) return 7;
  for (const void* data : seen.data)
    if (reinterpret_cast<std::uintptr_t>(data) % 16) return 8;
  return 0;
}

bool is_mapped(const void* page) {
  unsigned char in_memory;
  return mincore(const_cast<void*>(page), 1, &in_memory) == 0;
}
// How many pages of a pool are mapped.
std::size_t pages_mapped(const Pool* pool, std::size_t bytes) {
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t pages = 0;
  for (std::size_t at = 0; at < bytes; at += page_bytes)
    pages += is_mapped(reinterpret_cast<const std::byte*>(pool) + at);
  return pages;
}

// `inner` detaches while one call is in flight, which then returns, and `outer` while another one
// is. So the pools that wait are one in use and, behind it, one at rest.
int detach_in_flight() {
  if (configure({.design = "instance_pool"})) return 2;
  constexpr std::size_t count = 1000, bytes = 64 + count * sizeof(Instance), pages = 12;
  static int failed = 0;
  static Pooled outer({.maxactive = count});
  if (outer.failed) return 3;
  call_during([](int value) { return value; }, 1);
  if (outer.pool->bytes != bytes || pages_mapped(outer.pool, bytes) != pages) return 4;
  call_during(
      [](int) {
        static Pooled inner({.maxactive = count});
        if (inner.failed) failed = 5;
        call_during([](int value) { return value; }, 1);  // finds inner.pool
        call_during(
            [](int value) {
              if (inner.tracer->detach()) failed = 6;
              run_due_callbacks();
              if (pages_mapped(inner.pool, bytes) != pages) failed = 7;
              return value;
            },
            1);
        if (inner.pool->out != 0) failed = 8;
        if (outer.tracer->detach()) failed = 9;
        run_due_callbacks();
        if (pages_mapped(inner.pool, bytes) != 0) failed = 10;
        if (pages_mapped(outer.pool, bytes) != pages) failed = 11;
        return 0;
      },
      1);
  if (failed) return failed;
  if (outer.pool->out != 0) return 12;
  {
    Pooled({.maxactive = 1});
  }
  return pages_mapped(outer.pool, bytes) == 0 ? 0 : 13;
}

// A pool that has no memory for its grace period is left to the next detach.
int abandon_without_memory() {
  if (configure({.design = "instance_pool"})) return 2;
  constexpr std::size_t count = 1000, bytes = 64 + count * sizeof(Instance), pages = 12;
  static Attachment* attachment = nullptr;
  Result<Tracer> tracer = Tracer::make(
      {.name = "mine",
       .on_return =
           [](void*, ReturnFrame& call) { attachment = const_cast<Attachment*>(call.attachment); },
       .maxactive = count});
  if (!tracer.ok() || tracer->attach("pf_meanwhile")) return 3;
  call_during([](int value) { return value; }, 1);
  const Handle handle{attachment->live.load()};
  const auto pool = [] { return attachment->design_word.pointer<Pool>(); };
  Pool* const first = pool();
  if (make_pool(handle)) return 4;
  const Pool* const second = pool();
  no_memory = true;
  abandon_pool(handle);
  no_memory = false;
  attachment->design_word = DesignWord::of_pointer(first);
  run_due_callbacks();
  if (pages_mapped(second, bytes) != pages) return 5;
  if (tracer->detach()) return 6;
  run_due_callbacks();
  return pages_mapped(first, bytes) == 0 && pages_mapped(second, bytes) == 0 ? 0 : 7;
}

// The instance that was taken first is given back first.
int return_in_another_order() {
  if (configure({.design = "instance_pool"})) return 2;
  static Pooled seen({.maxactive = 4});
  static std::latch in_flight{1}, go_on{1};
  static std::thread other;
  if (seen.failed) return 3;
  const auto wait = [](int value) {
    in_flight.count_down();
    go_on.wait();
    return value;
  };
  static const Function waiting = wait;
  call_during(
      [](int value) {
        other = std::thread([] { call_during(waiting, 1); });
        in_flight.wait();
        return value;
      },
      1);
  const bool one_is_out = seen.pool->out == 1 && !is_whole(*seen.pool);
  go_on.count_down();
  other.join();
  return one_is_out && is_whole(*seen.pool) ? 0 : 4;
}

// As many as kretprobes have. -1: it is not known how many processors there are.
int take_the_default() {
  if (configure({.design = "instance_pool"})) return 2;
  for (const auto& [online, expected] : {std::pair{-1L, 10u}, {1L, 10u}, {6L, 12u}, {32L, 64u}}) {
    processors = online;
    Pooled seen({});
    if (seen.failed) return 3;
    call_during([](int value) { return value; }, 1);
    if (!is_whole(*seen.pool) || seen.pool->count != expected) return static_cast<int>(expected);
  }
  return 0;
}

// The most that are allowed are refused for lack of memory only.
int take_too_many() {
  if (configure({.design = "instance_pool"})) return 2;
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  std::size_t pages = 0;  // that are mapped now
  std::ifstream("/proc/self/statm") >> pages;
  limit.rlim_cur = pages * 4096 + (256 << 20);
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  Result<Tracer> tracer = Tracer::make({.name = "greedy",
                                        .on_return = [](void*, ReturnFrame&) {},
                                        .entry_data_bytes = 16,
                                        .maxactive = 1 << 24});
  if (!tracer.ok()) return 4;
  const Error error = tracer->attach("pf_one");
  if (error.code() != Error::Code::exhausted) return 5;
  return error.message() ==
                 "tracer greedy: no memory for 16777216 instances of 64 bytes; choose a "
                 "smaller maxactive"
             ? 0
             : 6;
}

using InstancePool = CallsOnStacks;
TEST_F(InstancePool, ACallWithoutAnInstanceIsMissed) { EXPECT_EQ(in_child(use_up), 0); }
TEST_F(InstancePool, PoolsOutlastTheirCallsInFlight) { EXPECT_EQ(in_child(detach_in_flight), 0); }
TEST_F(InstancePool, PoolsOutlastALackOfMemory) { EXPECT_EQ(in_child(abandon_without_memory), 0); }
TEST_F(InstancePool, CallsReturnInAnotherOrder) { EXPECT_EQ(in_child(return_in_another_order), 0); }
TEST_F(InstancePool, TheMostInstances) { EXPECT_EQ(in_child(take_too_many), 0); }
TEST_F(InstancePool, TheDefaultNumberOfInstances) { EXPECT_EQ(in_child(take_the_default), 0); }

}  // namespace
}  // namespace retprobe::instance_pool
