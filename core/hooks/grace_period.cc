#include "core/hooks/grace_period.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <time.h>

#include <algorithm>
#include <iterator>
#include <list>
#include <mutex>
#include <new>
#include <set>
#include <span>
#include <vector>

#include "core/hooks/thread_registry.h"

namespace retprobe {
namespace {

// Makes every CPU that runs a thread of this process pass a full barrier. Afterwards this thread
// sees what the others wrote before it, and they see what this thread wrote before it. With this,
// compiler fences are enough in the hooks.
void barrier_everywhere() {
  if (is_error(raw_syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED)))
    raw_syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL);
}

[[gnu::constructor(102)]] void register_barrier() {
  raw_syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

// Callbacks whose grace period has begun.
struct Pending {
  // The threads that were in a read-side section when the grace period began, and have not been
  // seen outside of one since.
  std::set<ThreadRecord*> hooks;
  std::vector<std::function<void()>> reclaims;
};
std::list<Pending>& pending() {
  // Never destroyed: threads outlive static destructors.
  static auto* queue = new std::list<Pending>;
  return *queue;
}
/// Callbacks whose grace period has not begun yet. One barrier and one look at the threads then
/// begin it for all of a batch.
std::vector<std::function<void()>>& handed_over() {
  static auto* reclaims = new std::vector<std::function<void()>>;
  return *reclaims;
}
std::mutex pending_mutex;  // guards both

// A copy of the thread's state, without a fault if its memory is unmapped. That happens if a thread
// had its first hit in the last round of its destructors: it ends without notifying the core.
Thread words_of(const ThreadRecord& record) {
  Thread words;
  if (!record.thread ||
      !read_memory(reinterpret_cast<std::uintptr_t>(record.thread), &words, sizeof words))
    return {};
  return words;
}

// The threads that are in a read-side section now. The calling thread must not run a probed call
// while it holds the registry's lock. Its signals are blocked, and it does not call malloc there.
//
// All threads are looked at under one lock. Between two looks, threads that end or leave their
// hooks would change the places of the others, and one that stays in a hook could be passed over.
std::set<ThreadRecord*> threads_in_hooks() {
  ThreadRecord* few[256];
  std::vector<ThreadRecord*> many;
  std::span<ThreadRecord*> found(few);
  for (;;) {
    std::size_t count = 0;
    {
      RegistryLock lock;
      forget_ended_threads();
      for (ThreadRecord* record = registry.threads; record; record = record->next) {
        if (!words_of(*record).guard.is_set()) continue;
        if (count < found.size()) found[count] = record;
        ++count;
      }
    }
    if (count <= found.size()) return {found.begin(), found.begin() + static_cast<long>(count)};
    many.resize(2 * count);  // not under the lock, since malloc may be probed
    found = many;
  }
}

}  // namespace

std::int64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

Error synchronize_handlers(std::span<const Handle> handles) {
  barrier_everywhere();
  // A linear search, so that this cannot fail for lack of memory. Few threads run handlers at once.
  const auto waited_for = [&](const Attachment* running) {
    return std::ranges::any_of(handles,
                               [&](Handle handle) { return &attachment_of(handle) == running; });
  };
  const std::int64_t until = now_ns() + wait_limit_ns;
  for (;;) {
    int tid = 0;
    {
      RegistryLock lock;
      forget_ended_threads();
      for (ThreadRecord* record = registry.threads; record && !tid; record = record->next) {
        const Thread words = words_of(*record);
        if (words.guard.is_set() && waited_for(words.running)) tid = record->tid;
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

Error synchronize_hooks() {
  barrier_everywhere();
  const std::int64_t until = now_ns() + wait_limit_ns;
  std::set<ThreadRecord*> hooks = threads_in_hooks();
  while (!hooks.empty()) {
    if (now_ns() > until) {
      int tid = 0;
      {
        const RegistryLock lock;
        // Records are never unmapped, even if their thread has ended meanwhile.
        tid = (*hooks.begin())->tid;
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

void call_after_grace_period(std::function<void()> reclaim) {
  std::lock_guard lock(pending_mutex);
  handed_over().push_back(std::move(reclaim));
}

bool run_due_callbacks() {
  // A list, so that elements move here without an allocation, which could fail half-way.
  std::list<Pending> due;
  {
    std::lock_guard lock(pending_mutex);
    if (pending().empty() && handed_over().empty()) return false;
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
  } catch (const std::bad_alloc&) {  // this callback and all later ones are tried again next time
    auto& reclaims = due.front().reclaims;
    reclaims.erase(reclaims.begin(), reclaims.begin() + static_cast<std::ptrdiff_t>(next));
    std::lock_guard lock(pending_mutex);
    pending().splice(pending().begin(), due);
    throw;
  }
  std::lock_guard lock(pending_mutex);
  return !pending().empty() || !handed_over().empty();
}

}  // namespace retprobe
