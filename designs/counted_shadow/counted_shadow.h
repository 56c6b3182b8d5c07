// The counted function list on the shadow stack: Steven Rostedt's second idea (3 November 2018),
// which both sides of that debate agreed on. A frame lists the handlers to run at the return, and
// how many there are.
//
//     low                                                                        high
//     | original | [data of A] A | [data of B] B | … | slot | record, count, popped |
//
// "count = pop; for (i = 0; i < count; i++) { func = pop; func(); } return_address = pop." A
// function word (`A`) is the handle of a tracer's attachment. It says how much entry data lies
// below it (core/handler_words.h).
#pragma once

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"

namespace retprobe::counted_shadow {

struct Design : FrameWalk<Design> {
  static constexpr Facts facts{
      .idea = "the frame lists the functions to call, and how many",
      .proposed_by = "Steven Rostedt, 2018; agreed with Masami Hiramatsu",
  };

  using Stack = struct CountedStack : ExecutionStack {};

  // The control word: the record, the number of handlers minus one in 15 bits, the number of words
  // popped so far in 25 bits, and whether the slot held a T. So in the usual frame, with one
  // handler and no word popped, the control word is the record alone.
  static constexpr unsigned count_shift = record_end_bit, count_bits = 15,
                            popped_shift = count_shift + count_bits, popped_bits = 25;
  static constexpr std::uint64_t tail_bit = std::uint64_t{1} << (popped_shift + popped_bits);
  static_assert(tail_bit == std::uint64_t{1} << 63);
  static_assert((max_data_words + 2) << count_bits < std::uint64_t{1} << popped_bits);
  static constexpr std::uint64_t control(std::uint64_t record, std::uint64_t count,
                                         std::uint64_t popped) {
    return record | (count - 1) << count_shift | popped << popped_shift;
  }
  static std::uint64_t tail_of(const Hit& hit) { return hit.is_tail ? tail_bit : 0; }
  static constexpr std::uint64_t one_handler = std::uint64_t{1} << count_shift;
  static constexpr std::uint64_t count_of(std::uint64_t word) {
    return (word >> count_shift & ((1u << count_bits) - 1)) + 1;
  }
  static constexpr std::uint64_t popped_of(std::uint64_t word) {
    return (word & ~tail_bit) >> popped_shift;
  }

  static Error attach(DesignWord&, Handle) { return {}; }
  static void detach(DesignWord&, Handle) {}
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    return 1 + handler_words(handles) + static_cast<std::uint32_t>(trailer_words);
  }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    if constexpr (path == Path::direct) {
      return enter_single(stack, hit, offset_of(hit.record) | tail_of(hit));
    } else {
      std::uint64_t* const frame = stack.top;
      *frame = hit.held();
      std::uint64_t* at = frame + 1;
      std::uint64_t count = 0;
      for (std::uint32_t i = 0; i < hit.list->count; ++i) {
        if (!enter_handler(hit, hit.list->handles[i], at)) continue;
        ++count;
        // If the next handler leaves by a jump, the handlers below `at` still get their exits.
        stack.pending = at;
      }
      stack.pending = nullptr;
      if (count == 0) return false;
      push_trailer(stack, at, hit.slot, control(offset_of(hit.record), count, 0) | tail_of(hit));
      return true;
    }
  }

  [[gnu::always_inline]] static void on_return(Stack& stack, ReturnFrame& frame, Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    const std::uint64_t word = trailer[1];
    if (word >= one_handler) [[unlikely]]
      return return_to_several(stack, frame, thread);
    const HandlerWords words = words_below(trailer);
    std::uint64_t* const bottom = pop(stack, words);
    fill_return_frame(frame, record_at(word), *bottom);
    run_exit(thread, frame, words.handle, words.data);
  }

  static void recover(Stack& stack, std::uintptr_t slot) {
    std::uint64_t count = 0, record = 0;
    for (std::uint64_t* at = stack.pending; at > stack.top + 1; at = words_below(at).begin) {
      ++count;
      const Handle handle = words_below(at).handle;
      const Attachment& attachment = attachment_of(handle);
      // The attachment of a stale handle may be another function's by now. If all are stale, no
      // handler is told of the function.
      if (is_live(attachment, handle)) record = attachment.record;
    }
    // Whether the slot held a T is not known any more; the return will look.
    if (count) push_trailer(stack, stack.pending, slot, control(record, count, 0) | tail_bit);
  }

  static const std::uint64_t* bottom_of(const std::uint64_t* trailer) {
    return below(trailer - popped_of(trailer[1]), count_of(trailer[1])) - 1;
  }

  static ShadowView describe(const Stack& stack);

 private:
  // Not inlined, so that the path of a frame with one handler saves no registers for it.
  [[gnu::noinline]] static void return_to_several(Stack& stack, ReturnFrame& frame,
                                                  Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    std::uint64_t word = trailer[1];
    const Record& record = record_in(word);
    std::uint64_t* above = trailer - popped_of(word);
    // The word with the slot's old content lies below all handlers and is popped last. Handlers
    // need the original address before that, so it comes from the slot's shadow word.
    fill_with_original(frame, record, trailer[0]);
    for (std::uint64_t count = count_of(word); count > 1; --count) {
      const HandlerWords words = words_below(above);
      // The handler's words are marked as popped before it runs. So if it leaves by a jump, it is
      // not called again for this call. The handlers below it are called when the frame is found
      // stale.
      word += (static_cast<std::uint64_t>(above - words.begin) << popped_shift) - one_handler;
      trailer[1] = word;
      above = words.begin;
      run_exit(thread, frame, words.handle, words.data);
    }
    const HandlerWords words = words_below(above);
    std::uint64_t* const bottom = pop(stack, words);
    fill_return_frame(frame, record, trailer[0], *bottom);
    run_exit(thread, frame, words.handle, words.data);
  }

  // Pops the whole frame before its last handler, whose words are `words`, runs. If that handler
  // leaves by a jump, nothing of the frame is needed any more. The handler's data stays intact: no
  // hook of this thread pushes while the guard is set.
  [[gnu::always_inline]] static std::uint64_t* pop(Stack& stack,
                                                   const HandlerWords<std::uint64_t>& words) {
    return stack.top = words.begin - 1;
  }

  // The lowest of the words that belong to the `count` handlers below `above`.
  static const std::uint64_t* below(const std::uint64_t* above, std::uint64_t count) {
    for (; count; --count) above = words_below(above).begin;
    return above;
  }
};

}  // namespace retprobe::counted_shadow
