// What the cold side asks of threads: waiting for hooks, deferred reclaim, accounting, regions.
#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <list>
#include <mutex>
#include <new>
#include <set>

#include "core/design_table.h"
#include "core/thread_registry.h"

namespace retprobe {
namespace {

constexpr std::int64_t wait_limit_ns = 5'000'000'000;

std::int64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// Every CPU that runs one of our threads passes a full barrier: what they announced before is
// visible to us, and what we wrote before is visible to them. The other half of the hooks'
// compiler-only fences.
void barrier_everywhere() {
  if (is_error(raw_syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED)))
    raw_syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL);
}

[[gnu::constructor(102)]] void register_barrier() {
  raw_syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

struct Pending {
  std::set<ThreadRecord*> hooks;  // threads that were in a hook since these were handed over, and
                                  // have not been seen out
  std::vector<std::function<void()>> reclaims;
};
std::list<Pending>& pending() {
  static auto* queue =
      new std::list<Pending>;  // never destroyed: threads outlive static destructors
  return *queue;
}
/// Handed over since the last look at the threads: one look, with its barrier, serves all of a
/// batch of changes.
std::vector<std::function<void()>>& handed_over() {
  static auto* reclaims = new std::vector<std::function<void()>>;
  return *reclaims;
}
std::mutex pending_mutex;  // guards both

// A thread whose first hit came in the last round of its destructors ended without telling us: its
// words may be unmapped.
Thread words_of(const ThreadRecord& record) {
  Thread words;
  if (!record.thread ||
      !read_memory(reinterpret_cast<std::uintptr_t>(record.thread), &words, sizeof words))
    return {};
  return words;
}

// Forgets such threads. With the registry locked.
void bury_the_dead() {
  const long process = raw_syscall(SYS_getpid);
  ThreadRecord** link = &registry.threads;
  while (ThreadRecord* record = *link) {
    if (raw_syscall(SYS_tgkill, process, record->tid, 0) != -ESRCH) {
      link = &record->next;
      continue;
    }
    *link = record->next;
    forget_thread(record);
  }
}

// A cold call's own thread must not take a probed call's slow path while it holds the registry
// lock; its signals are blocked.
std::set<ThreadRecord*> threads_in_hooks() {
  std::set<ThreadRecord*> found;
  ThreadRecord* seen[256];
  std::size_t count = 0, skipped = 0;
  do {  // no allocation under the lock: it might be probed
    count = 0;
    std::size_t index = 0;
    {
      RegistryLock lock;
      bury_the_dead();
      for (ThreadRecord* record = registry.threads; record; record = record->next)
        if (words_of(*record).guard != 0 && index++ >= skipped && count < std::size(seen))
          seen[count++] = record;
    }
    found.insert(seen, seen + count);
    skipped += count;
  } while (count == std::size(seen));
  return found;
}

}  // namespace

Error wait_for_handlers(std::span<const Handle> handles) {
  barrier_everywhere();
  // No copy that could be searched faster: this cannot fail for lack of memory, and few threads run
  // handlers at once.
  const auto waited_for = [&](const Attachment* running) {
    return std::ranges::any_of(handles,
                               [&](Handle handle) { return &attachment_of(handle) == running; });
  };
  const std::int64_t until = now_ns() + wait_limit_ns;
  for (;;) {
    int tid = 0;
    {
      RegistryLock lock;
      bury_the_dead();
      for (ThreadRecord* record = registry.threads; record && !tid; record = record->next) {
        const Thread words = words_of(*record);
        if (words.guard != 0 && waited_for(words.running)) tid = record->tid;
      }
    }
    if (!tid) return {};
    if (now_ns() > until)
      return {Error::Code::busy,
              "thread " + std::to_string(tid) +
                  " has not left a handler of this tracer for 5 s: it waits for something, or left "
                  "the handler by a jump; the tracer is detached, its memory is kept"};
    const timespec nap{0, 50'000};
    nanosleep(&nap, nullptr);
  }
}

// A hook must not ask pthread_getattr_np, which allocates. So one thread with a guard of an
// uncommon size asks it for itself, here, and looks where in its descriptor the answer stands.
// Where it stands nowhere, hooks look into /proc/self/maps.
void find_stack_words() {
  static std::once_flag once;
  std::call_once(once, [] {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes)) return;
    constexpr std::size_t page = 4096;
    pthread_attr_setguardsize(&attributes, 5 * page);
    pthread_attr_setstacksize(&attributes, 61 * page);
    std::uintptr_t found = 0;
    pthread_t thread;
    const auto look = [](void* argument) -> void* {
      pthread_attr_t own;
      if (pthread_getattr_np(pthread_self(), &own)) return nullptr;
      void* low;
      std::size_t size, guard;
      if (!pthread_attr_getstack(&own, &low, &size) && !pthread_attr_getguardsize(&own, &guard)) {
        const auto top = reinterpret_cast<std::uintptr_t>(low) + size;
        const auto* words = reinterpret_cast<const std::uintptr_t*>(pthread_self());
        for (std::size_t i = 0; i < 2048 / sizeof *words; ++i)
          if (words[i] + words[i + 1] == top && words[i] <= reinterpret_cast<std::uintptr_t>(low) &&
              words[i + 2] == guard)
            *static_cast<std::uintptr_t*>(argument) = i * sizeof *words;
      }
      pthread_attr_destroy(&own);
      return nullptr;
    };
    if (!pthread_create(&thread, &attributes, look, &found)) pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    learn_stack_words(found);
  });
}

int current_tid() { return static_cast<int>(raw_syscall(SYS_gettid)); }

// Threads look at their stacks without a lock, under their guard: in hooks, in release_thread and
// where a StackGuard is. So the stacks are taken from them first, and unmapped once every guard
// that was set then has been seen down.
void forget_stacks(const DesignEntry& next) {
  ExecutionStack* forgotten = nullptr;
  const auto forget = [&forgotten](ExecutionStack*& stack) {
    if (!stack) return;
    stack->next = forgotten;
    forgotten = stack;
    __atomic_store_n(&stack, static_cast<ExecutionStack*>(nullptr), __ATOMIC_RELEASE);
  };
  const auto forget_list = [&forgotten](ExecutionStack*& list) {
    while (ExecutionStack* stack = list) {
      list = stack->next;
      stack->next = forgotten;
      forgotten = stack;
    }
  };
  {
    RegistryLock lock;
    bury_the_dead();
    for (ThreadRecord* record = registry.threads; record; record = record->next) {
      if (record->thread) __atomic_store_n(&record->thread->current, &no_stack, __ATOMIC_RELEASE);
      forget(record->native);
      forget(record->alternate);
    }
    for (std::size_t i = 0; i < registry.region_count; ++i) forget(registry.regions[i].stack);
    registry.free_native_count = 0;
    for (ExecutionStack** list :
         {&registry.free_regions, &registry.free_small, &registry.free_natives})
      forget_list(*list);
    for (ExecutionStack*& list : registry.single_slots) forget_list(list);
    active_design = &next;  // under the lock: whoever makes a stack holds it
  }
  if (!forgotten) return;
  try {
    after_hooks([forgotten] {
      for (ExecutionStack *stack = forgotten, *after; stack; stack = after) {
        after = stack->next;
        destroy_stack(stack);
      }
    });
  } catch (const std::bad_alloc&) {  // they stay mapped
  }
}

Error wait_for_hooks() {
  barrier_everywhere();
  const std::int64_t until = now_ns() + wait_limit_ns;
  std::set<ThreadRecord*> hooks = threads_in_hooks();
  while (!hooks.empty()) {
    if (now_ns() > until) {
      int tid = 0;
      {
        const RegistryLock lock;
        tid = (*hooks.begin())->tid;  // records stay, also those of threads that have ended since
      }
      return {Error::Code::busy, "cannot change design: thread " + std::to_string(tid) +
                                     " has not left a hook for 5 s: its handler waits for "
                                     "something, or was left by a jump; nothing was changed"};
    }
    const timespec nap{0, 50'000};
    nanosleep(&nap, nullptr);
    const std::set<ThreadRecord*> still = threads_in_hooks();
    std::erase_if(hooks, [&](ThreadRecord* record) { return !still.contains(record); });
  }
  return {};
}

void after_hooks(std::function<void()> reclaim) {
  std::lock_guard lock(pending_mutex);
  handed_over().push_back(std::move(reclaim));
}

void reclaim_due() {
  std::list<Pending>
      due;  // a list: its elements change over without an allocation, which might fail half way
  {
    std::lock_guard lock(pending_mutex);
    if (pending().empty() && handed_over().empty()) return;
    barrier_everywhere();
    const std::set<ThreadRecord*> hooks = threads_in_hooks();
    if (!handed_over().empty()) {
      pending().push_back({hooks, {}});
      pending().back().reclaims.swap(handed_over());
    }
    for (auto entry = pending().begin(); entry != pending().end();) {
      const auto next = std::next(entry);
      std::erase_if(entry->hooks, [&](ThreadRecord* record) { return !hooks.contains(record); });
      if (entry->hooks.empty()) due.splice(due.end(), pending(), entry);
      entry = next;
    }
  }
  std::size_t next = 0;
  try {
    for (; !due.empty(); due.pop_front(), next = 0)
      for (const auto& reclaims = due.front().reclaims; next < reclaims.size(); ++next)
        reclaims[next]();
  } catch (const std::bad_alloc&) {  // it, and those behind it: next time
    auto& reclaims = due.front().reclaims;
    reclaims.erase(reclaims.begin(), reclaims.begin() + static_cast<std::ptrdiff_t>(next));
    std::lock_guard lock(pending_mutex);
    pending().splice(pending().begin(), due);
    throw;
  }
}

std::vector<bool> records_in_flight() {
  std::vector<bool> found(RP_BLOCK_COUNT);  // nothing is allocated under the lock
  for_each_stack([&](const ExecutionStack& stack) {
    // Its thread may push and pop meanwhile: so this looks at words, not at frames. Those of a call
    // that is in flight all the while stay where they are.
    const std::uint64_t* const top = __atomic_load_n(&stack.top, __ATOMIC_ACQUIRE);
    for (const std::uint64_t* word = stack.base; word < top; ++word)
      if (const std::uint64_t offset = __atomic_load_n(word, __ATOMIC_RELAXED);
          offset < RP_BLOCK_COUNT * RP_RECORD_BYTES)
        found[offset / RP_RECORD_BYTES] = true;
  });
  return found;
}

std::size_t frames_in_flight() {
  if (!active_design || !active_design->cold.frames) return 0;
  std::size_t frames = 0;
  {
    RegistryLock lock;
    bury_the_dead();
  }
  for_each_stack([&](const ExecutionStack& stack) { frames += active_design->cold.frames(stack); });
  return frames;
}

std::vector<StackUse> stack_uses() {
  std::vector<StackUse> uses;
  if (!active_design || !active_design->cold.frames) return uses;
  std::size_t count = 0;
  {
    RegistryLock lock;
    bury_the_dead();
  }
  for_each_stack([&](const ExecutionStack&) { ++count; });
  uses.reserve(count + 64);  // none is allocated under the lock
  for_each_stack([&](const ExecutionStack& stack) {
    if (uses.size() < uses.capacity())
      uses.push_back({stack.kind, stack.low, stack.bytes, active_design->cold.frames(stack),
                      static_cast<std::size_t>(stack.top - stack.base) * sizeof(std::uint64_t)});
  });
  return uses;
}

Error add_stack(const void* low_pointer, std::size_t bytes) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  if (bytes < 64 || low + bytes < low)
    return {Error::Code::usage, "add_stack: a stack of " + std::to_string(bytes) +
                                    " bytes; give its lowest address and its size"};
  RegistryLock lock;
  std::size_t kept = 0, at = 0;
  for (std::size_t i = 0; i < registry.region_count; ++i) {
    Registry::Region region = registry.regions[i];
    if (region.low == low && region.bytes == bytes) return {};
    if (region.low < low + bytes && low < region.low + region.bytes) {
      // A stack that was freed and made anew. Nothing can run on the old one: what was in flight
      // there never returns.
      if (region.stack) retire_region_stack(region.stack);
      continue;
    }
    registry.regions[kept++] = region;
    if (region.low < low) at = kept;
  }
  registry.region_count = kept;
  if (kept == registry.region_room) {
    const std::size_t room = kept ? kept * 2 : 64;
    auto* regions = static_cast<Registry::Region*>(reserve_memory(room * sizeof(Registry::Region)));
    if (!regions) return {Error::Code::exhausted, "add_stack: no memory for the table of stacks"};
    std::memcpy(regions, registry.regions, kept * sizeof(Registry::Region));
    if (registry.regions)
      release_memory(registry.regions, registry.region_room * sizeof(Registry::Region));
    registry.regions = regions;
    registry.region_room = room;
  }
  std::memmove(registry.regions + at + 1, registry.regions + at,
               (kept - at) * sizeof(Registry::Region));
  registry.regions[at] = {low, bytes, nullptr};
  ++registry.region_count;
  // Threads whose own stack reaches around it find their bounds anew at their next hit
  // (look_between_regions).
  for (ThreadRecord* record = registry.threads; record; record = record->next)
    if (record->native && record->native->low < low + bytes &&
        low < record->native->low + record->native->bytes)
      record->native->set_bounds(record->native->low, 0);
  return {};
}

void remove_stack(const void* low_pointer) {
  const auto low = reinterpret_cast<std::uintptr_t>(low_pointer);
  RegistryLock lock;
  for (std::size_t i = 0; i < registry.region_count; ++i) {
    if (registry.regions[i].low != low) continue;
    if (registry.regions[i].stack) retire_region_stack(registry.regions[i].stack);
    std::memmove(registry.regions + i, registry.regions + i + 1,
                 (registry.region_count - i - 1) * sizeof(Registry::Region));
    --registry.region_count;
    return;
  }
}

}  // namespace retprobe
