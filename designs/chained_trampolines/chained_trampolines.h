// Chained trampolines: Masami Hiramatsu, 3 November 2018. Each tracer of a function has a return
// trampoline of its own; the first one's frame holds the real return address, each other's the
// trampoline of the one before, and the slot holds the last one's. A return runs them one after the
// other, each going on to the next.
//
//     | original | [data] A | slot | T_A |  | T_A | [data] B | slot | T_B |  | T_B | [data] C |
//     slot | T_C | slot: T_C
//
// The trampolines are blocks: one per attachment, each of whose calls enters the next block or,
// from the last, the body. So the chain is paired as a single probe is. "[modified]", the third
// word of Hiramatsu's entry, is the control word here: a record's index, which is the address of
// its T.
#pragma once

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"

namespace retprobe::chained_trampolines {

struct Design : FrameWalk<Design> {
  static constexpr Inability declared[] = {
      {"every_instruction_returns_of_many",
       "each tracer's stage is a call of its own: a probed call takes an entry of the CPU's return "
       "predictor for each tracer, so the predictor is used up at a smaller depth than "
       "call_through's"},
  };
  static constexpr Facts facts{
      .idea = "each tracer has a trampoline that returns to the one before",
      .proposed_by = "Masami Hiramatsu, 2018",
      .wiring = Wiring::chained,
      .declared = declared,
  };

  using Stack = struct ChainedStack : ExecutionStack {};

  static Error attach(DesignWord&, Handle) { return {}; }
  static void detach(DesignWord&, Handle) {}
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    return 1 + handler_words(handles) + static_cast<std::uint32_t>(trailer_words);
  }

  template <Path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    return enter_single(
        stack, hit,
        offset_of(
            hit.record));  // the slot holds the original address, or the T of the stage before
  }

  [[gnu::always_inline]] static void on_return(Stack& stack, ReturnFrame& frame, Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    const HandlerWords words = words_below(trailer);
    std::uint64_t* const bottom = words.begin - 1;
    stack.top =
        bottom;  // popped first: the data stays, as nothing is pushed while the guard is set
    tell_frame(frame, record_at(trailer[1]), trailer[0], *bottom);
    run_exit(thread, frame, words.handle, words.data);
  }

  static void recover(Stack&, std::uintptr_t) {
  }  // a stage has one handler: when that one leaves by a jump, nothing is owed

  static const std::uint64_t* bottom_of(const std::uint64_t* trailer) {
    return words_below(trailer).begin - 1;
  }

  static ShadowView describe(const Stack& stack);
};

}  // namespace retprobe::chained_trampolines
