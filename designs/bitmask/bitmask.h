// The bitmask handler map: Steven Rostedt's first idea (3 November 2018), and what Linux 6.11
// shipped in fgraph.
//
//     low                                                                                  high
//     | original | mask word 0 | … | [data of A] a | [data of C] c | slot | mask words, record,
//     words, age |
//
// Bit i of the mask stands for place i of the function's table of handlers (table.h). The mask has
// as many words as that table needs, so the number of tracers is not limited by a word. Data areas
// carry the bit that they belong to; tracers without data take no word at all.
#pragma once

#include <bit>

#include "core/handler_words.h"
#include "core/hooks/frame_walk.h"
#include "designs/bitmask/table.h"

namespace retprobe::bitmask {

struct Design : FrameWalk<Design> {
  static constexpr Facts facts{
      .idea = "a frame stores which of the function's handlers accepted, a bit each",
      .proposed_by = "Steven Rostedt, 2018; Linux 6.11 fgraph",
  };

  struct Stack : ExecutionStack {
    std::uint64_t pending_control =
        0;  // of the entry whose handlers run: see ExecutionStack::pending
  };

  // The control word: mask words in 6 bits, the record, words below the trailer in 18 bits, age
  // in 23. No mask words and no length said: one bit in one mask word and no data, which is the
  // usual frame.
  static constexpr unsigned length_shift = record_end_bit, length_bits = 18,
                            age_shift = length_shift + length_bits;
  static constexpr std::uint64_t control(std::uint64_t record, std::uint64_t mask_words,
                                         std::uint64_t length, std::uint64_t age) {
    return mask_words | record | length << length_shift | age << age_shift;
  }
  static constexpr std::uint32_t mask_mask = (1u << record_first_bit) - 1;
  static constexpr bool has_one_bit(std::uint64_t word) { return (word & mask_mask) == 0; }
  static constexpr std::uint32_t mask_words_of(std::uint64_t word) {
    return has_one_bit(word) ? 1 : static_cast<std::uint32_t>(word) & mask_mask;
  }
  static constexpr std::uint64_t length_of(std::uint64_t word) {
    return has_one_bit(word) ? 2 : word >> length_shift & ((1u << length_bits) - 1);
  }
  static constexpr std::uint64_t age_of(std::uint64_t word) { return word >> age_shift; }
  /// Whether something of age `since` came after the frame with this control word. Ages wrap: a
  /// call that stays parked while its function sees four million attaches is beyond this.
  static constexpr bool is_younger(std::uint64_t since, std::uint64_t word) {
    // The ages' difference in the top bits, with its sign; what the word has below its age can only
    // make it smaller, by less than one.
    return static_cast<std::int64_t>((since << age_shift) - word) > 0;
  }

  // The word above a data area: its bit, its size, whether a word of padding lies below it.
  static std::uint64_t data_word(std::uint32_t bit, Handle handle, bool padded) {
    return bit | std::uint64_t{handle.words()} << 32 | std::uint64_t{padded} << 63;
  }
  static constexpr std::uint32_t bit_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
  }
  static constexpr std::uint32_t size_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32) & 0x7fffffff;
  }
  static constexpr bool padding_of(std::uint64_t word) { return word >> 63; }

  static Error attach(DesignWord& word, Handle handle) { return take_place(word, handle); }
  static void detach(DesignWord& word, Handle handle) { leave_place(word, handle); }
  static std::uint32_t frame_words(std::span<const Handle> handles) {
    std::uint32_t words = 1 + static_cast<std::uint32_t>(trailer_words), last = 0;
    for (const Handle handle : handles) {
      if (handle.words()) words += handle.words() + 2;
      last = std::max(last, place_of(attachment_of(handle)));
    }
    return words + last / 64 + 1;
  }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    // The age before any handler runs: a tracer that has run may be gone, and its place another's,
    // before this frame is complete.
    const std::uint64_t age = table_of(hit.record).attaches.load(std::memory_order_relaxed);
    if constexpr (path == Path::direct) {
      std::uint64_t* const frame = stack.top;
      // One bit of one word, and no data: written first, and made the newest frame afterwards, so
      // that nothing has to be kept across the handler. (No probed call can come in between as long
      // as the guard is set.)
      const std::uint32_t bit = place_of(attachment_of(hit.single));
      if (bit < 64 && !hit.single.has_data()) [[likely]] {
        frame[0] = hit.held();
        frame[1] = std::uint64_t{1} << bit;
        write_trailer(frame + 2, hit.slot, control(offset_of(hit.record), 0, 0, age));
        if (!run_entry(hit, hit.single, nullptr)) [[unlikely]]
          return false;
        return grow(*hit.thread.current, 2 + trailer_words);
      }
    }
    if constexpr (path == Path::direct)
      return enter_wide(stack, hit.thread, hit.record, hit.frame, hit.slot, hit.single.bits);
    else
      return enter_several(stack, hit, age);
  }

  // The frame is done with bit by bit, and popped before the last handler runs: a handler that
  // leaves by a jump is not called again for this call, and those that have not run yet are, when
  // the frame is found to be stale.
  [[gnu::always_inline]] static void on_return(Stack& stack, ReturnFrame& frame, Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    const std::uint64_t word = trailer[1];
    // One bit and no data, the common case: there is nothing to order and no loop.
    if (!has_one_bit(word)) [[unlikely]]
      return return_to_several(stack, frame, thread);
    std::uint64_t* const mask = trailer - 1;
    const Record& record = record_in(word);
    const std::uint64_t bit = static_cast<unsigned>(__builtin_ctzll(*mask));
    stack.top = mask - 1;
    tell_frame(frame, record, trailer[0], mask[-1]);
    run_place(thread, frame, table_of(record).places[bit], word, nullptr);
  }

  static void recover(Stack& stack, std::uintptr_t slot) {
    if (is_clear(stack.top + 1, mask_words_of(stack.pending_control)))
      return;  // nobody is owed an exit
    const auto length = static_cast<std::uint64_t>(stack.pending - stack.top);
    push_trailer(stack, stack.pending, slot, stack.pending_control | length << length_shift);
  }

  static const std::uint64_t* bottom_of(const std::uint64_t* trailer) {
    return trailer - length_of(trailer[1]);
  }

  static ShadowView describe(const Stack& stack);

 private:
  // One bit of a later word, or data. A function of its own, which is handed the parts, so that the
  // usual frame costs no registers.
  [[gnu::noinline]] static bool enter_wide(Stack& stack, Thread& thread, Record& record,
                                           EntryFrame& entry, std::uintptr_t slot,
                                           std::uint64_t single_bits) {
    const Handle single{single_bits};
    Hit hit{thread, record, entry, slot, single, nullptr};
    const std::uint64_t age = table_of(record).attaches.load(std::memory_order_relaxed);
    std::uint64_t* const frame = stack.top;
    frame[0] = hit.held();
    const std::uint32_t mask_words = place_of(attachment_of(single)) / 64 + 1;
    std::uint64_t* at = clear_mask(frame + 1, mask_words);
    MaskWriter writer{frame + 1};
    if (!enter_place(hit, single, writer, at)) return false;
    push_trailer(
        stack, at, slot,
        control(offset_of(record), mask_words, static_cast<std::uint64_t>(at - frame), age));
    return true;
  }

  // What a frame takes whose tracers have places in one mask word, and no data.
  static constexpr std::uint32_t narrow_words = 2 + static_cast<std::uint32_t>(trailer_words);

  // Such a frame. Each bit is in memory before the next handler runs (see recover), and a place is
  // read while its tracer cannot go: its handler is still announced.
  [[gnu::always_inline]] static bool enter_narrow(Stack& stack, Hit& hit) {
    std::uint64_t* const mask = stack.top + 1;
    *mask = 0;
    stack.pending = mask + 1;
    const Handle* const end = hit.list->handles + hit.list->count;
    for (const Handle* handle = hit.list->handles; handle != end; ++handle) {
      const Attachment& attachment = attachment_of(*handle);
      if (run_entry(hit, attachment, *handle, nullptr))
        *mask |= std::uint64_t{1} << (place_of(attachment) & 63);
    }
    stack.pending = nullptr;
    if (*mask == 0) return false;
    push_trailer(stack, mask + 1, hit.slot,
                 stack.pending_control | std::uint64_t{2} << length_shift);
    return true;
  }

  [[gnu::always_inline]] static bool enter_several(Stack& stack, Hit& hit, std::uint64_t age) {
    std::uint64_t* const frame = stack.top;
    frame[0] = hit.held();
    // A list may be older than the table: whoever it names beyond `used` was dead before `used`
    // shrank, and so does not run.
    std::uint32_t mask_words =
        (table_of(hit.record).used.load(std::memory_order_acquire) + 63) / 64;
    mask_words += mask_words == 0;
    stack.pending_control = control(offset_of(hit.record), mask_words, 0, age);
    if (mask_words == 1 && hit.list->words == narrow_words) [[likely]]
      return enter_narrow(stack, hit);
    std::uint64_t* at = clear_mask(frame + 1, mask_words);
    MaskWriter writer{frame + 1};
    bool due = false;
    for (std::uint32_t i = 0; i < hit.list->count; ++i) {
      if (!enter_place(hit, hit.list->handles[i], writer, at)) continue;
      due = true;
      stack.pending = at;
    }
    stack.pending = nullptr;
    if (!due) return false;
    push_trailer(
        stack, at, hit.slot,
        control(offset_of(hit.record), mask_words, static_cast<std::uint64_t>(at - frame), age));
    return true;
  }

  // Relaxed: what is read through the pointer depends on it, which orders it, and the compiler
  // keeps what it has in registers.
  [[gnu::always_inline]] static const Table& table_of(const Record& record) {
    return *record.design_word.load(std::memory_order_relaxed).pointer<const Table>();
  }

  [[gnu::always_inline]] static std::uint64_t* clear_mask(std::uint64_t* mask,
                                                          std::uint32_t words) {
    mask[0] = 0;
    // Atomic, so that the compiler does not make libc's memset of the loop, which uses vector
    // registers.
    for (std::uint32_t i = 1; i < words; ++i) __atomic_store_n(&mask[i], 0, __ATOMIC_RELAXED);
    return mask + words;
  }

  // Sets bits, and keeps the word at hand: each bit is in memory at once (see recover), and none
  // waits for the one before to come back from there.
  struct MaskWriter {
    std::uint64_t* mask;
    std::uint32_t at = 0;
    std::uint64_t word = 0;

    [[gnu::always_inline]] void set(std::uint32_t bit) {
      if (bit / 64 != at) [[unlikely]] {
        at = bit / 64;
        word = mask[at];
      }
      word |= std::uint64_t{1} << bit % 64;
      mask[at] = word;
    }
  };

  [[gnu::always_inline]] static bool enter_place(Hit& hit, Handle handle, MaskWriter& writer,
                                                 std::uint64_t*& at) {
    const DataPlace place = place_data(at, handle);
    if (!run_entry(hit, handle, place.data)) return false;
    const std::uint32_t bit = place_of(attachment_of(handle));
    if (place.data) {
      *place.handle_at = data_word(bit, handle, place.padded);
      at = place.handle_at + 1;
    }
    writer.set(bit);
    return true;
  }

  [[gnu::always_inline]] static bool is_clear(const std::uint64_t* mask, std::uint32_t words) {
    for (std::uint32_t i = 0; i < words; ++i)
      if (mask[i]) return false;
    return true;
  }
  // A function of its own, as what it calls: their registers are not saved for the frame with one
  // bit.
  [[gnu::noinline]] static void return_to_several(Stack& stack, ReturnFrame& frame,
                                                  Thread& thread) {
    const std::uint64_t word = stack.top[-1];
    const bool is_simple =
        length_of(word) == 2 && table_of(record_in(word)).in_order.load(std::memory_order_relaxed);
    return is_simple ? return_in_order(stack, frame, thread)
                     : return_with_more(stack, frame, thread);
  }

  // The number of the highest set bit, which is cleared. Two instructions; GCC makes seven of the
  // same in C++.
  [[gnu::always_inline]] static std::uint64_t take_highest(std::uint64_t& word) {
    std::uint64_t bit;
    asm("bsr %1, %0" : "=r"(bit) : "r"(word) : "cc");
    asm("btr %1, %0" : "+r"(word) : "r"(bit) : "cc");
    return bit;
  }

  // One mask word, no data, places in attach order.
  [[gnu::always_inline]] static void return_in_order(Stack& stack, ReturnFrame& frame,
                                                     Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    std::uint64_t* const mask = trailer - 1;
    const std::uint64_t word = trailer[1];
    const Record& record = record_in(word);
    const Table& table = table_of(record);
    tell_frame(frame, record, trailer[0], mask[-1]);
    for (std::uint64_t rest = *mask;;) {
      const std::uint64_t bit = take_highest(rest);  // never of 0: a frame has a bit
      const Place& place = table.places[bit];
      if (rest == 0) {
        stack.top = mask - 1;
        return run_place(thread, frame, place, word, nullptr);
      }
      *mask = rest;
      run_place(thread, frame, place, word, nullptr);
    }
  }

  [[gnu::noinline]] static void return_with_more(Stack& stack, ReturnFrame& frame, Thread& thread) {
    std::uint64_t* const trailer = stack.top - trailer_words;
    const std::uint64_t word = trailer[1];
    std::uint64_t* const bottom = trailer - length_of(word);
    std::uint64_t* const mask = bottom + 1;
    const std::uint32_t mask_words = mask_words_of(word);
    const Record& record = record_in(word);
    const Table& table = table_of(record);
    tell_frame(frame, record, trailer[0], *bottom);
    Exits exits{frame, thread, table, mask, mask + mask_words, trailer, word};
    if (table.in_order.load(std::memory_order_relaxed)) {
      std::uint32_t lowest = 0;
      while (mask[lowest] == 0) ++lowest;
      for (std::uint32_t i = mask_words; i-- > lowest;) {
        for (std::uint64_t rest = mask[i]; rest;) {
          const auto bit = static_cast<std::uint32_t>(take_highest(rest));
          mask[i] = rest;
          if (rest == 0 && i == lowest) stack.top = bottom;
          exits.run(i * 64 + bit);
        }
      }
    } else {
      for (bool last = false; !last;) {
        const std::uint32_t bit = youngest(mask, mask_words, table);
        mask[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
        if ((last = is_clear(mask, mask_words))) stack.top = bottom;
        exits.run(bit);
      }
    }
  }

  // The handler at a place, unless it came there after the frame with this control word.
  [[gnu::always_inline]] static void run_place(Thread& thread, ReturnFrame& frame,
                                               const Place& place, std::uint64_t word,
                                               std::byte* data) {
    const Handle handle{place.handle.load(std::memory_order_acquire)};
    if (!handle.empty() && !is_younger(place.since.load(std::memory_order_relaxed), word))
        [[likely]]
      run_exit(thread, frame, handle, data);
  }

  // Out of order: the last to come leaves first. Each step looks at all bits; it takes reused
  // places under churn to get here.
  [[gnu::noinline]] static std::uint32_t youngest(const std::uint64_t* mask, std::uint32_t words,
                                                  const Table& table) {
    std::uint32_t found = 0;
    std::uint64_t age = 0;
    for (std::uint32_t i = 0; i < words; ++i)
      for (std::uint64_t rest = mask[i]; rest; rest &= rest - 1) {
        const std::uint32_t bit = i * 64 + static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint64_t since = table.places[bit].since.load(std::memory_order_relaxed);
        if (since >= age) age = since, found = bit;
      }
    return found;
  }
  // The exit handlers of one frame, one bit at a time.
  struct Exits {
    ReturnFrame& frame;
    Thread& thread;
    const Table& table;
    const std::uint64_t* mask;
    const std::uint64_t* data_begin;
    std::uint64_t* at;  // above the data areas that are still to be looked at
    std::uint64_t word;

    [[gnu::always_inline]] void run(std::uint32_t bit) {
      std::byte* data = nullptr;
      if (at > data_begin) [[unlikely]]
        data = data_of(bit);
      run_place(thread, frame, table.places[bit], word, data);
    }
    // Data areas lie in attach order, so `bit`'s is on top once those that are done with are
    // dropped.
    std::byte* data_of(std::uint32_t bit) {
      while (at > data_begin) {
        const std::uint32_t owner = bit_of(at[-1]);
        if (owner == bit) return reinterpret_cast<std::byte*>(at - 1 - size_of(at[-1]));
        if (mask[owner / 64] >> owner % 64 & 1) return nullptr;
        at -= 1 + size_of(at[-1]) + padding_of(at[-1]);
      }
      return nullptr;
    }
  };
};

}  // namespace retprobe::bitmask
