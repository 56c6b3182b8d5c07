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

#include "core/hooks/thread_registry.h"

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
      forget_ended_threads();
      for (ThreadRecord* record = registry.threads; record; record = record->next)
        if (words_of(*record).guard.is_set() && index++ >= skipped && count < std::size(seen))
          seen[count++] = record;
    }
    found.insert(seen, seen + count);
    skipped += count;
  } while (count == std::size(seen));
  return found;
}

}  // namespace

Error synchronize_handlers(std::span<const Handle> handles) {
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

void call_after_grace_period(std::function<void()> reclaim) {
  std::lock_guard lock(pending_mutex);
  handed_over().push_back(std::move(reclaim));
}

void run_due_callbacks() {
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

}  // namespace retprobe
