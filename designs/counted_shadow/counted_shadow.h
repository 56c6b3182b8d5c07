// The counted function list on the shadow stack: Steven Rostedt's second idea (3 November 2018),
// which both sides of that debate agreed on. A frame lists the handlers to run at the return, and
// how many there are.
//
//     low                                                        high
//     | original | [data of A] A | [data of B] B | … | count | slot |
//
// "count = pop; for (i = 0; i < count; i++) { func = pop; func(); } return_address = pop." A
// function word (`A`) is the handle of a tracer's attachment. It says how much entry data lies
// below it (core/handler_words.h). A frame of one handler has no count. The core writes the words
// `original` and, by push_slot, `slot`.
#pragma once

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"

namespace retprobe::counted_shadow {

struct Design : FrameWalk<Design> {
  static constexpr Facts facts{
      .idea = "the frame lists the functions to call, and how many",
      .proposed_by = "Steven Rostedt, 2018; agreed with Masami Hiramatsu",
      .most_tracers = 32'767,
  };

  using Stack = struct CountedStack : ExecutionStack {};

  // The word below the slot:
  //   positive        the handle of the one tracer, which has no data: the common case
  //   negative, odd   the handle of the one tracer, with data (epochs of handles are odd)
  //   negative, even  the count of several handlers: how many are left, and how many words of the
  //                   frame were popped
  static constexpr unsigned count_shift = 1, count_bits = 15, popped_shift = 16, popped_bits = 47;
  static constexpr std::uint64_t count_word(std::uint64_t count, std::uint64_t popped) {
    return std::uint64_t{1} << 63 | popped << popped_shift | count << count_shift;
  }
  static constexpr std::uint64_t one_handler = std::uint64_t{1} << count_shift;
  static_assert(count_shift + count_bits == 16);  // the low 16 bits hold the count alone
  static_assert(facts.most_tracers < 1u << count_bits);
  static constexpr bool is_count(std::uint64_t word) {
    return static_cast<std::int64_t>(word) < 0 && !(word & 1);
  }
  static constexpr std::uint64_t count_of(std::uint64_t word) {
    return word >> count_shift & ((1u << count_bits) - 1);
  }
  static constexpr bool has_one_left(std::uint64_t word) {
    return static_cast<std::uint16_t>(word) == one_handler;
  }
  static constexpr std::uint64_t popped_of(std::uint64_t word) {
    return word << 1 >> (popped_shift + 1);
  }

  static Error attach(DesignWord&, Handle) { return {}; }
  static void detach(DesignWord&, Handle) {}
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    return 3 + handler_words(handles);
  }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    std::uint64_t* const frame = stack.top;
    // One handler without data, the common case. The frame is written before the handler runs, so
    // that no value has to be kept across the call. The guard keeps other pushes away meanwhile.
    if (path == Path::direct && !hit.single.has_data()) [[likely]] {
      frame[1] = hit.single.bits;
      frame[2] = hit.slot;
      if (!run_entry<path>(hit, hit.single, nullptr)) [[unlikely]]
        return false;
      return push_written(*this_thread_again.current, 3);
    }
    std::uint64_t* at = frame + 1;
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < hit.count<path>(); ++i) {
      if (!enter_handler(hit, hit.handle<path>(i), at)) continue;
      ++count;
      // If the next handler leaves by a jump, the handlers below `at` still get their exits.
      set_pending(stack, at);
    }
    if (count == 0) return false;
    push_count(stack, at, count, hit.slot);
    clear_pending(stack);
    return true;
  }

  template <bool muted>
  [[gnu::always_inline]] static void on_return(Stack& stack, Exits<muted> exits) {
    std::uint64_t* const slot = stack.top - 1;
    const Handle only{slot[-1]};
    if (!only.is_plain()) [[unlikely]]
      return return_to_several(stack, exits);
    pop_to(stack, exits.frame, slot - 2);
    exits.run(only, nullptr);
  }

  // The words of the handlers that have accepted lie from above `original` to `pending`.
  static void recover(Stack& stack, std::uintptr_t slot) {
    std::uint64_t count = 0;
    for (std::uint64_t* at = stack.pending; at > stack.top + 1; at = words_below(at).begin) ++count;
    if (count) push_count(stack, stack.pending, count, slot);
  }

  static const std::uint64_t* bottom_of(const std::uint64_t* slot) {
    if (!is_count(slot[-1])) return words_below(slot).begin - 1;
    const std::uint64_t* above = slot - 1 - popped_of(slot[-1]);
    for (std::uint64_t count = count_of(slot[-1]); count; --count) above = words_below(above).begin;
    return above - 1;
  }

  static ShadowView describe(const Stack& stack);

 private:
  // With one handler the count is not written.
  [[gnu::always_inline]] static void push_count(Stack& stack, std::uint64_t* at,
                                                std::uint64_t count, std::uintptr_t slot) {
    if (count > 1) *at++ = count_word(count, 0);
    push_slot(stack, at, slot);
  }

  // Several handlers, or one with data. Not inlined, so that the path of one handler without data
  // saves no registers for it.
  template <bool muted>
  [[gnu::noinline]] static void return_to_several(Stack& stack, Exits<muted> exits) {
    std::uint64_t* const slot = stack.top - 1;
    if (!is_count(slot[-1])) return leave_last(stack, exits, slot);
    std::uint64_t* const count_at = slot - 1;
    std::uint64_t word = *count_at;
    std::uint64_t* above = count_at - popped_of(word);
    while (!has_one_left(word)) {
      const HandlerWords words = words_below(above);
      // The handler's words are marked as popped before it runs. So if it leaves by a jump, it is
      // not called again for this call. The handlers below it are called when the frame is found
      // stale.
      word += (static_cast<std::uint64_t>(above - words.begin) << popped_shift) - one_handler;
      *count_at = word;
      above = words.begin;
      exits.run(words.handle, words.data);
    }
    leave_last(stack, exits, above);
  }

  // The lowest word is popped last. Until then the slot keeps its T, by which handlers find the
  // original address.
  template <bool muted>
  static void leave_last(Stack& stack, Exits<muted> exits, std::uint64_t* above) {
    const HandlerWords words = words_below(above);
    pop_to(stack, exits.frame, words.begin - 1);
    exits.run(words.handle, words.data);
  }
};

}  // namespace retprobe::counted_shadow
