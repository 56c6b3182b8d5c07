// Chained trampolines: Masami Hiramatsu, 3 November 2018. Each tracer of a function has a return
// trampoline of its own. The first tracer's frame holds the original return address. Each other
// frame holds the trampoline of the tracer before, and the slot holds the last tracer's trampoline.
// At the return, each trampoline returns to the one before.
//
//     | original | [data] A | slot | T_A |
//     | T_A      | [data] B | slot | T_B |
//     | T_B      | [data] C | slot | T_C |      slot: T_C
//
// The trampolines are blocks, one per attachment. Each block calls the next one, and the last calls
// the body. So every `call` has its `ret`, as with a single probe. The control word takes the place
// of "[modified]", the third word of Hiramatsu's entry. It holds the record's offset, which gives
// the address of the block's T.
#pragma once

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"

namespace retprobe::chained_trampolines {

struct Design : FrameWalk<Design> {
  static constexpr Inability declared[] = {
      {"every_instruction_returns_of_many",
       "each tracer's stage is a call of its own: a probed call takes an entry of the CPU's return "
       "predictor for each tracer, so the predictor is used up at a smaller depth than "
       "call_through's",
       {"*: * returns that a predictor of * entries gets wrong; call_through has *"}},
  };
  static constexpr Facts facts{
      .idea = "each tracer has a trampoline that returns to the one before",
      .proposed_by = "Masami Hiramatsu, 2018",
      .wiring = Wiring::chained,
      .declared = declared,
  };

  using Stack = struct ChainedStack : ExecutionStack {};

  // The control word: the record, and whether the slot held a T.
  static constexpr std::uint64_t tail_bit = std::uint64_t{1} << 63;

  static Error attach(DesignWord&, Handle) { return {}; }
  static void detach(DesignWord&, Handle) {}
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    return 1 + handler_words(handles) + static_cast<std::uint32_t>(trailer_words);
  }

  template <Path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    // The slot holds the original address or the T of the stage before.
    return enter_single(stack, hit, offset_of(hit.record) | (hit.is_tail ? tail_bit : 0));
  }

  [[gnu::always_inline]] static void on_return(Stack& stack, ReturnFrame& frame, Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    const HandlerWords words = words_below(trailer);
    std::uint64_t* const bottom = words.begin - 1;
    // Popped before the handler runs. Its data stays intact: nothing is pushed while the guard is
    // set.
    stack.top = bottom;
    const std::uint64_t word = trailer[1];
    if (word < tail_bit)
      fill_return_frame(frame, record_at(word), *bottom);
    else
      fill_return_frame(frame, record_at(word & ~tail_bit), trailer[0], *bottom);
    run_exit(thread, frame, words.handle, words.data);
  }

  // Nothing to do: a stage has one handler. If it left by a jump, it has not accepted the call.
  static void recover(Stack&, std::uintptr_t) {}

  static const std::uint64_t* bottom_of(const std::uint64_t* trailer) {
    return words_below(trailer).begin - 1;
  }

  static ShadowView describe(const Stack& stack);
};

}  // namespace retprobe::chained_trampolines
