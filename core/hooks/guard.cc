// The recursion guard: who is turned away, what is counted, and how a guard is known to be stale.
//
// A hook's guard is stale when the hook was left by a siglongjmp (out of a handler, or out of a
// signal handler that interrupted the hook). Three witnesses, the first that knows decides:
//   1. the jump itself: this library stands in front of libc's longjmp where the program links with
//   it (interpose.cc);
//   2. addresses: on one execution stack, a hit at or above the hook's own frame means that the
//   frame is gone;
//   3. the hook's frame: a word of it (X in an entry hook, ReturnFrame::record in a return hook)
//   that has changed.
// A stale guard that none of them knows keeps calls unprobed, counted as missed, until one does.
#include "core/hooks/design_table.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

namespace {

// A word that may lie in memory which is gone: a coroutine's stack that was freed.
bool read_word(std::uintptr_t address, std::uintptr_t& word) {
  return read_memory(address, &word, sizeof word);
}

bool in_pools(std::uintptr_t address) {
  return is_trampoline(address) ||
         address - reinterpret_cast<std::uintptr_t>(retprobe_framed_pool) < pool_bytes;
}
bool in_records(std::uintptr_t address) {
  const auto size = std::uintptr_t{RP_BLOCK_COUNT} * RP_RECORD_BYTES;
  return address - reinterpret_cast<std::uintptr_t>(retprobe_slot_records) < size ||
         address - reinterpret_cast<std::uintptr_t>(retprobe_framed_records) < size;
}

bool on_native(const Thread& thread, std::uintptr_t address) {
  return address - thread.record->native_low < thread.record->native_bytes;
}

bool is_stale(const Thread& thread, std::uintptr_t hit) {
  const std::uintptr_t hook = thread.guard.frame_address();
  const bool in_return = thread.guard.is_of_return();
  const ExecutionStack& current = *thread.current;
  const bool same_stack = (current.contains(hook) && current.contains(hit)) ||
                          (on_native(thread, hook) && on_native(thread, hit));
  if (same_stack && hit >= hook) return true;
  std::uintptr_t word;
  if (!read_word(in_return ? hook : hook - 8, word)) return true;
  return in_return ? !in_records(word) : !in_pools(word);
}

}  // namespace

void clear_stale_guard(Thread& thread) {
  const std::uintptr_t hook = thread.guard.frame_address();
  const bool in_entry = !thread.guard.is_of_return();
  thread.running = nullptr;
  thread.muted = false;
  ExecutionStack& stack = *thread.current;
  // The entry handlers that had run and accepted are owed an exit: what they left becomes a frame,
  // a stale one.
  if (in_entry && stack.pending) active_design->cold.recover(stack, hook);
  stack.pending = nullptr;
  thread.guard = {};
}

namespace {

// A call that goes past all stages of a chain is missed by each stage's tracer. A thread that is
// turned away is in a hook, for which stages that are taken out stay as they are until it has
// ended; not so a thread that is not registered yet, or no longer: it keeps the registry locked,
// which run_due_callbacks locks, too, before a stage that was taken out becomes another one.
void miss_chain(const Thread& thread, const Record& head) {
  const auto count = [&head] {
    const Record* stage = &head;
    while (stage) {
      const ChainLink link = stage->next_stage.load(std::memory_order_acquire);
      if (!link.passes_own_tracer()) miss(*stage);
      stage = link.next();
    }
  };
  if (thread.record) return count();
  const RegistryLock lock;
  count();
}

}  // namespace

bool make_known(Thread& thread, std::uintptr_t slot) {
  if (!thread.guard.is_first_hit()) return thread.record != nullptr;
  thread.guard = Guard::of_entry(
      slot);  // a signal handler's hits from here on are counted, not registered twice
  std::atomic_signal_fence(std::memory_order_seq_cst);
  // A signal handler that came before the guard was set has made the thread's first hit.
  const bool known = !thread.finished && (thread.record || first_hit(thread, slot));
  thread.guard = known ? Guard() : Guard::first_hit();
  return known;
}

bool admit(Thread& thread, const Record& record, std::uintptr_t slot, bool is_chain) {
  const auto count_missed_call = [&] { is_chain ? miss_chain(thread, record) : miss(record); };
  if (thread.guard.is_first_hit()) {
    if (is_stopped()) return false;  // it may stay unknown
    if (make_known(thread, slot)) return true;
    count_missed_call();
    return false;
  }
  if (thread.record && is_stale(thread, slot)) {
    clear_stale_guard(thread);
    return true;
  }
  count_missed_call();
  return false;
}

bool in_handler() {
  Thread& thread = this_thread;
  if (!thread.record || !thread.guard.is_set()) return false;
  if (!is_stale(thread, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))) return true;
  clear_stale_guard(thread);
  return false;
}

bool admit_return(Thread& thread, std::uintptr_t slot) {
  if (thread.guard.is_first_hit()) return make_known(thread, slot);
  if (!thread.record || !is_stale(thread, slot)) return false;
  clear_stale_guard(thread);
  return true;
}

void count_missed(Handle handle, std::uint64_t calls) {
  Attachment& attachment = attachment_of(handle);
  if (is_live(attachment, handle)) attachment.missed.fetch_add(calls, std::memory_order_relaxed);
}

void miss(const Record& record) {
  if (is_stopped()) return;
  if (const HandlerList* list = record.list.load(std::memory_order_acquire)) {
    for (std::uint32_t i = 0; i < list->count; ++i) count_missed(list->handles[i], 1);
  }
  const Handle single = record.single.load(std::memory_order_relaxed);
  if (!single.empty()) count_missed(single, 1);
}

}  // namespace retprobe
