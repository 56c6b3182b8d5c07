// The registry of threads: its lock, and how a thread gets into it at its first hit. Compiled as
// hot code.
#include "core/hooks/thread_registry.h"

#include "core/hooks/stack_lookup.h"
#include "core/hooks/stacks.h"

namespace retprobe {

constinit Registry registry;
// On a cache line of its own, wherever the program's other TLS leaves it.
alignas(64) constinit __thread Thread this_thread = {.current = &no_stack,
                                                     .guard = Guard::first_hit()};
asm(".globl retprobe_this_thread_again\n"
    ".hidden retprobe_this_thread_again\n"
    ".type retprobe_this_thread_again, @tls_object\n"
    ".set retprobe_this_thread_again, retprobe_this_thread");

namespace {

std::atomic<bool> registry_locked{false};

// A record that no thread has, out of the registry; nullptr if there is no memory.
ThreadRecord* take_free_record() {
  constexpr std::size_t chunk_bytes = 4096, records_per_chunk = chunk_bytes / sizeof(ThreadRecord);
  if (!registry.free_threads) {
    auto* chunk = static_cast<ThreadRecord*>(reserve_memory(chunk_bytes));
    if (!chunk) return nullptr;
    for (std::size_t i = 0; i < records_per_chunk; ++i) {
      chunk[i].next = registry.free_threads;
      publish(registry.free_threads, &chunk[i]);
    }
  }
  ThreadRecord* const record = registry.free_threads;
  publish(registry.free_threads, record->next);
  return record;
}

}  // namespace

void RegistryLock::acquire() {
  while (registry_locked.exchange(true, std::memory_order_acquire)) raw_syscall(SYS_sched_yield);
}
RegistryLock::~RegistryLock() { release(); }
void RegistryLock::release() { registry_locked.store(false, std::memory_order_release); }

bool register_thread(Thread& thread, std::uintptr_t slot, int tid, const SignalsBlocked& blocked) {
  const Bounds native = native_bounds();
  if (tid == 0) tid = current_tid();
  {
    const RegistryLock lock(blocked);
    ThreadRecord* const record = take_free_record();
    if (!record) return false;
    // A thread that had the same tid or memory has ended without notifying the core. A seccomp
    // filter may refuse the tid.
    forget_threads([&](const ThreadRecord& other) {
      return (other.tid == tid && !is_error(tid)) || other.thread == &thread;
    });
    *record = ThreadRecord{.thread = &thread,
                           .tid = tid,
                           .native_low = native.low,
                           .native_bytes = native.high - native.low,
                           .usual_bytes = native.usual_bytes(),
                           .next = registry.threads};
    publish(registry.threads, record);
    thread.record = record;
    begin_on_known_stack(thread, slot);
  }
  arm_exit();
  return true;
}

int current_tid() { return static_cast<int>(raw_syscall(SYS_gettid)); }
int tid_of(const Thread& thread) { return thread.record ? thread.record->tid : current_tid(); }

}  // namespace retprobe
