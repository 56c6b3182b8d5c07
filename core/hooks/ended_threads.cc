// How the registry learns that threads have ended, and forgets them. A thread's exit notifies it.
// The child of a fork has one thread only. The kernel knows about the rest. Compiled as hot code.
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "core/hooks/stack_lookup.h"
#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"
#include "core/system/cpu.h"

namespace retprobe {
namespace {

pthread_key_t exit_key;
int notices_error = 0;  // see thread_notices_error

// The destructor of the thread-exit key. Other destructors that run after it may still call probed
// functions. So it sets the key again, until the last round that the system runs. After that, the
// thread's hits only count as missed.
void release_thread(void* argument) {
  Thread& thread = *static_cast<Thread*>(argument);
  // This thread did not set the key. An earlier thread on the same stack had its first hit after
  // its last destructor. glibc reuses stacks and keeps the key's value.
  if (!thread.record) return;
  static __thread int rounds = 0;
  if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(exit_key, &thread);
    return;
  }
  ThreadRecord* record = thread.record;
  // In this order: a hit in a signal handler that finds Guard::first_hit() must not register the
  // thread again.
  thread.finished = true;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  thread.guard = Guard::first_hit();
  std::atomic_signal_fence(std::memory_order_seq_cst);
  // If another thread changes the design now, these stacks stay mapped as long as this thread's
  // guard is set (see forget_stacks).
  for (ExecutionStack* stack : {record->native, record->alternate})
    while (stack && !stack->empty()) drop_newest(thread, *stack);
  RegistryLock lock;
  leave_single_slot(thread);
  thread.current = &no_stack;
  thread.record = nullptr;
  forget_threads([record](const ThreadRecord& ended) { return &ended == record; });
}

// In the child of a fork. It has one thread; no thread runs on the copies of the others' stacks.
// One of them may have had the lock, in the middle of a change (see Registry).
void forget_other_threads() {
  RegistryLock::release();
  const RegistryLock lock;
  if (this_thread.record) this_thread.record->tid = current_tid();
  forget_threads([](const ThreadRecord& other) { return &other != this_thread.record; });
  registry.free_native_count = 0;
  for (const ExecutionStack* stack = registry.free_natives; stack; stack = stack->next)
    ++registry.free_native_count;
}

std::uint64_t mask_before_fork;  // of the thread that forks, which has the poke's lock

// Signals are blocked during a fork: in the child, a handler's hit would wait for a lock that no
// thread holds any more. Runs before the constructor of text_poke: the prepare handlers of fork run
// in reverse order, and a thread whose signals are blocked must not wait for a poke.
[[gnu::constructor(101)]] void prepare_threads() {
  notices_error = pthread_key_create(&exit_key, release_thread);
  if (notices_error) return;
  notices_error = pthread_atfork([] { mask_before_fork = block_signals(); },
                                 [] { restore_signals(mask_before_fork); },
                                 [] {
                                   forget_other_threads();
                                   restore_signals(mask_before_fork);
                                 });
}

}  // namespace

int thread_notices_error() { return notices_error; }

void arm_exit() {
  retprobe_preserving_vectors([](void*) { pthread_setspecific(exit_key, &this_thread); }, nullptr);
}

void forget_ended_threads() {
  const long process = raw_syscall(SYS_getpid);
  // In the child of a _Fork, which runs no handler, this thread has another tid than in the parent.
  ThreadRecord* const own = this_thread.record;
  if (const int tid = current_tid(); own && !is_error(tid)) own->tid = tid;
  forget_threads([process, own](const ThreadRecord& record) {
    return &record != own && raw_syscall(SYS_tgkill, process, record.tid, 0) == -ESRCH;
  });
}

void forget_thread(ThreadRecord* record) {
  if (record->native) leave_native_stack(record->native);
  if (record->alternate) leave_alternate_stack(record->alternate);
  *record = ThreadRecord{.next = registry.free_threads};
  publish(registry.free_threads, record);
}

}  // namespace retprobe
