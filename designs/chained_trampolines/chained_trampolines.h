// Chained trampolines: Masami Hiramatsu, 3 November 2018. Each tracer of a function has a return
// trampoline of its own. The first tracer's frame holds the original return address. Each other
// frame holds the trampoline of the tracer before, and the slot holds the last tracer's trampoline.
// At the return, each trampoline returns to the one before.
//
//     | original | [data] A | slot |
//     | T_A      | [data] B | slot |
//     | T_B      | [data] C | slot |      slot: T_C
//
// The trampolines are blocks, one per attachment. Each block calls the next one, and the last calls
// the body. So every `call` has its `ret`, as with a single probe. "[modified]", the third word of
// Hiramatsu's entry, is not stored: it is the first word of the next frame, or in the slot.
#pragma once

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"

namespace retprobe::chained_trampolines {

struct Design : FrameWalk<Design> {
  static constexpr Facts facts{
      .idea = "each tracer has a trampoline that returns to the one before",
      .proposed_by = "Masami Hiramatsu, 2018",
      .wiring = Wiring::chained,
  };

  using Stack = struct ChainedStack : ExecutionStack {};

  static Error attach(DesignWord&, Handle) { return {}; }
  static void detach(DesignWord&, Handle) {}
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    return 1 + handler_words(handles) + 1;
  }

  // The lowest word is the original address, or the T of the stage before. It is written already.
  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    std::uint64_t* const frame = stack.top;
    // The common case. The frame is written before the handler runs, so that no value has to be
    // kept across the call. The guard keeps other pushes away meanwhile.
    if (!hit.single.has_data()) [[likely]] {
      frame[1] = hit.single.bits;
      frame[2] = hit.slot;
      if (!run_entry<path>(hit, hit.single, nullptr)) [[unlikely]]
        return false;
      return push_written(*this_thread_again.current, 3);
    }
    std::uint64_t* at = frame + 1;
    if (!enter_handler(hit, hit.single, at)) return false;
    push_slot(stack, at, hit.slot);
    return true;
  }

  template <bool muted>
  [[gnu::always_inline]] static void on_return(Stack& stack, Exits<muted> exits) {
    std::uint64_t* const slot = stack.top - 1;
    const Handle handle{slot[-1]};
    if (!handle.is_plain()) [[unlikely]]
      return return_with_data(stack, exits);
    pop_to(stack, exits.frame, slot - 2);
    exits.run(handle, nullptr);
  }

  // Nothing to do: a stage has one handler. If it left by a jump, it has not accepted the call.
  static void recover(Stack&, std::uintptr_t) {}

  static const std::uint64_t* bottom_of(const std::uint64_t* slot) {
    return words_below(slot).begin - 1;
  }

  /// The number of calls: the frames of one call's tracers count once.
  static std::size_t frames(const Stack& stack);
  static ShadowView describe(const Stack& stack);

 private:
  // Not inlined, so that the common case saves no registers for it.
  template <bool muted>
  [[gnu::noinline]] static void return_with_data(Stack& stack, Exits<muted> exits) {
    const HandlerWords words = words_below(stack.top - 1);
    pop_to(stack, exits.frame, words.begin - 1);
    exits.run(words.handle, words.data);
  }
};

}  // namespace retprobe::chained_trampolines
