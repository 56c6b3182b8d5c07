// Instance pools: Rusty Lynch's redesign of return probes (21 June 2005), which kretprobes still
// used at the debate of 2018. Each probe has a pool of `maxactive` instances. A hit takes one,
// stores the return address in it, and puts it on the task's list. The trampoline consumes the
// task's instances until one holds a return address that is not the trampoline. If no instance is
// left, the call is missed: its entry handler does not run, and `nmissed` counts it.
//
//     task → | A, original: T | → | B, original: T | → | C, original: real |      (C entered first)
//
// "Task" is the execution stack here, so that coroutines and signal stacks work. The original
// design stores no stack address, and this one does not add it. So an instance of a call that
// longjmp left looks like a live one. The core's parallel shadow, which knows the slot's original
// address, keeps such a stale instance from causing a wrong return.
#pragma once

#include "core/blocks/parallel_shadow.h"
#include "core/design.h"
#include "designs/instance_pool/pool.h"

namespace retprobe::instance_pool {

struct Design {
  static constexpr Facts facts{
      .idea = "a pool of instances per probe, a list of them per task",
      .proposed_by = "Rusty Lynch, 2005; Linux kretprobes",
      .wiring = Wiring::shared,
      .keyed_by_slot = false,
  };

  struct Stack : ExecutionStack {
    Instance* newest() const { return static_cast<Instance*>(elsewhere); }
  };

  static Error attach(DesignWord&, Handle handle) { return make_pool(handle); }
  static void detach(DesignWord&, Handle handle) { abandon_pool(handle); }
  static std::uint32_t frame_words(std::span<const Handle>) { return 0; }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    if constexpr (path == Path::direct) {
      return enter_probe(stack, hit, hit.single, hit.held());
    } else {
      bool due = false;
      // The first instance of a call stores the slot's content, all others the trampoline. So a
      // return knows which instance is the last of its call.
      for (std::uint32_t i = 0; i < hit.list->count; ++i)
        due |= enter_probe(stack, hit, hit.list->handles[i],
                           due ? hit.record.trampoline() : hit.held());
      return due;
    }
  }

  template <bool muted>
  [[gnu::always_inline]] static void on_return(Stack& stack, Exits<muted> exits) {
    if (exits.frame.reason() != ReturnReason::returned) return consume_passed_over(stack, exits);
    const std::uintptr_t slot = slot_of(exits.frame);
    if (!newest_is_of(stack, slot)) [[unlikely]]
      drop_those_passed_over<muted>(stack, slot);
    for (;;) {
      Instance* const instance = stack.newest();
      if (!instance) {
        const std::uintptr_t original = original_of(slot);
        if (original == 0) [[unlikely]]
          lost_frame(slot);
        exits.frame.slot_word = original;
        return;
      }
      const bool end = instance->original != instance->record->trampoline();
      consume(stack, exits, instance->original);
      if (end) return;
    }
  }

  // Nothing to do: instances are linked into the list one by one.
  static void recover(Stack&, std::uintptr_t) {}

  static void forget(Stack& stack) {
    for (Instance* instance = stack.newest(); instance;) {
      Instance* const next = instance->next;
      instance->pool->give_back(*instance);
      instance = next;
    }
    stack.elsewhere = nullptr;
  }

  /// The number of calls: the instances of one call's tracers count once.
  static std::size_t frames(const Stack& stack);
  static ShadowView describe(const Stack& stack);

 private:
  [[gnu::always_inline]] static bool enter_probe(Stack& stack, Hit& hit, Handle handle,
                                                 std::uintptr_t original) {
    const Attachment& attachment = attachment_of(handle);
    // The pool lives as long as its attachment, so the order of run_entry protects it, too.
    hit.thread->running = &attachment;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (!is_live(attachment, handle)) return false;
    Pool& pool = *attachment.design_word.pointer<Pool>();
    Instance* const instance = pool.take();
    if (!instance) {
      count_missed(handle, 1);
      return false;
    }
    if (!run_entry(hit, handle, instance->data())) {
      pool.give_back(*instance);
      return false;
    }
    instance->record = &hit.record;
    instance->original = original;
    instance->next = stack.newest();
    std::atomic_signal_fence(std::memory_order_seq_cst);
    stack.elsewhere = instance;
    return true;
  }

  // The instance is unlinked before its handler runs and given back afterwards. So if the handler
  // leaves by a jump, it is not called again for this call.
  template <bool muted>
  [[gnu::always_inline]] static void consume(Stack& stack, Exits<muted> exits,
                                             std::uintptr_t original) {
    Instance& instance = *stack.newest();
    stack.elsewhere = instance.next;
    exits.frame.slot_word = original;
    exits.run(instance.handle, instance.data());
    instance.pool->give_back(instance);
  }

  // The same for a call that was passed over. Its slot is not known, so neither is its shadow word.
  // The original return address is in the first instance that was taken for the call or, behind a
  // tail call, for the call before it.
  template <bool muted>
  [[gnu::always_inline]] static void consume_passed_over(Stack& stack, Exits<muted> exits) {
    const Instance* first = stack.newest();
    while (is_trampoline(first->original) && first->next) first = first->next;
    consume(stack, exits, first->original);
  }

  // The instances of one call, and of its tail calls, are a group: all but the last hold a
  // trampoline, and the last holds the original return address. Its last instance, or null.
  [[gnu::always_inline]] static const Instance* last_of_newest(const Stack& stack) {
    const Instance* last = stack.newest();
    while (last && is_trampoline(last->original)) last = last->next;
    return last;
  }
  [[gnu::always_inline]] static bool newest_is_of(const Stack& stack, std::uintptr_t slot) {
    const Instance* const last = last_of_newest(stack);
    return !last || last->original == original_of(slot);
  }

  // Drops the instances of calls that never returned: groups whose original return address is not
  // the slot's.
  template <bool muted>
  [[gnu::noinline]] static void drop_those_passed_over(Stack& stack, std::uintptr_t slot) {
    ReturnFrame frame;
    frame.registers.describe(RegisterSet::scalar, ReturnReason::abandoned);
    frame.slot = 0;
    while (!newest_is_of(stack, slot)) {
      const Instance* const last = last_of_newest(stack);
      for (bool end = false; !end;) {
        end = stack.newest() == last;
        consume_passed_over(stack, Exits<muted>{frame});
      }
    }
  }
};

}  // namespace retprobe::instance_pool
