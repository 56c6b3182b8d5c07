// The recursion guard: which hits run unprobed, what is counted as missed, and how a stale guard is
// recognised.
//
// A guard is stale when a siglongjmp has left the hook that set it, out of a handler or out of a
// signal handler that interrupted the hook. There are three ways to find out, tried in this order:
//   1. The jump itself: in programs that link with this library, it interposes libc's longjmp
//      (interpose.cc).
//   2. Addresses: if a hit is at or above the hook's own frame, on the same execution stack, then
//      that frame is gone.
//   3. The hook's frame: a word that the trampoline wrote has changed (EntryFrame::record, which is
//      the last word, or the mark in ReturnFrame::registers).
// Until one of them finds a guard stale, the thread's calls run unprobed and count as missed.
#include "core/hooks/design_table.h"
#include "core/hooks/stack_lookup.h"
#include "core/hooks/stacks.h"
#include "core/hooks/thread_registry.h"

namespace retprobe {

namespace {

// Reads a word that may be unmapped, such as one on a coroutine's stack that was freed.
bool read_word(std::uintptr_t address, std::uintptr_t& word) {
  return read_memory(address, &word, sizeof word);
}

bool in_records(std::uintptr_t address) {
  const auto size = std::uintptr_t{RP_BLOCK_COUNT} * RP_RECORD_BYTES;
  return address - reinterpret_cast<std::uintptr_t>(retprobe_slot_records) < size ||
         address - reinterpret_cast<std::uintptr_t>(retprobe_framed_records) < size ||
         address == reinterpret_cast<std::uintptr_t>(&retprobe_pass_record);
}

// Whether a word is the one that a trampoline, or Registers::describe, writes from `set` on.
bool is_marked(std::uintptr_t word) { return word >> 24 == Registers::frame_mark; }

bool on_native(const Thread& thread, std::uintptr_t address) {
  return address - thread.record->native_low < thread.record->native_bytes;
}

bool is_stale(const Thread& thread, std::uintptr_t hit) {
  const std::uintptr_t hook = thread.guard.frame_address();
  const bool in_return = thread.guard.is_of_return();
  const ExecutionStack& current = *thread.current;
  bool same_stack = current.contains(hook) && current.contains(hit);
  if (!same_stack || current.kind == ExecutionStack::Kind::native)
    same_stack = on_native(thread, hook) && on_native(thread, hit) &&
                 (hit < hook || stack_within(hit) == stack_within(hook));
  if (same_stack && hit >= hook) return true;
  const std::uintptr_t at = in_return ? hook : hook - 8;
  std::uintptr_t word;
  if (same_stack)  // above the hit, it is mapped: the kernel need not be asked
    word = *reinterpret_cast<volatile std::uintptr_t*>(at);
  else if (!read_word(at, word))
    return true;
  return in_return ? !is_marked(word) : !in_records(word);
}

// Counts a call as missed: for each tracer of the record or, at the head of a chain, of each stage.
//
// Neither a list of tracers nor a stage may be reused meanwhile. A registered thread is in a
// read-side section here, since its guard is set. A thread that is not registered is not waited
// for. So it holds the registry's lock, which run_due_callbacks needs before anything is reused.
void miss_call(const Thread& thread, const Record& record, bool is_chain) {
  const auto count = [&record, is_chain] {
    if (!is_chain) return miss(record);
    const Record* stage = &record;
    while (stage) {
      const ChainLink link = stage->next_stage.load(std::memory_order_acquire);
      if (!link.passes_own_tracer()) miss(*stage);
      stage = link.has_next() ? &record_of_slot_block(link.next_block()) : nullptr;
    }
  };
  if (thread.record) return count();
  const RegistryLock lock;
  count();
}

}  // namespace

void clear_stale_guard(Thread& thread) {
  const std::uintptr_t hook = thread.guard.frame_address();
  const bool in_entry = !thread.guard.is_of_return();
  thread.running = nullptr;
  end_drop(thread);
  ExecutionStack& stack = *thread.current;
  // The entry handlers that have accepted the call must get their exit. Their words become a frame,
  // which is then dropped as stale. Below `top`, they are one already.
  if (in_entry && stack.pending > stack.top) active_design->cold.recover(stack, hook);
  stack.pending = nullptr;
  thread.guard = {};
}

// Cleans up after the hooks that a hit or return at `address` proves to be left. True: the thread
// is in no other.
static bool clear_stale_guards(Thread& thread, std::uintptr_t address) {
  if (!thread.record) return false;
  return clear_guards_left(thread, [&] { return is_stale(thread, address); });
}

bool make_known(Thread& thread, std::uintptr_t slot, int tid) {
  if (!thread.guard.is_first_hit()) return thread.record != nullptr;
  // No jump may leave the thread half registered.
  const SignalsBlocked blocked;
  // From here on, hits are counted as missed and do not register the thread.
  thread.guard = Guard::of_entry(slot);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  // A signal handler that ran before the guard was set may have registered the thread.
  const bool known =
      !thread.finished && (thread.record || register_thread(thread, slot, tid, blocked));
  thread.guard = known ? Guard() : Guard::first_hit();
  return known;
}

bool admit(Thread& thread, const Record& record, std::uintptr_t slot, bool is_chain) {
  if (thread.guard.is_first_hit()) {
    if (is_stopped()) return false;  // no need to register the thread
    if (make_known(thread, slot)) return true;
    miss_call(thread, record, is_chain);
    return false;
  }
  if (clear_stale_guards(thread, slot)) return true;
  miss_call(thread, record, is_chain);
  return false;
}

bool in_handler() {
  Thread& thread = this_thread;
  if (!thread.record || !thread.guard.is_set()) return false;
  return !clear_stale_guards(thread, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

bool admit_return(Thread& thread, std::uintptr_t slot) {
  if (thread.guard.is_first_hit()) return make_known(thread, slot);
  return clear_stale_guards(thread, slot);
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

constinit std::atomic<std::uint64_t> forgone_exits{0};

}  // namespace retprobe
