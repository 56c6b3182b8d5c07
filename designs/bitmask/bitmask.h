// The bitmask handler map: Steven Rostedt's first idea (3 November 2018). Linux 6.11 ships it in
// fgraph. A frame stores in one bit per tracer which tracers accepted the call.
//
//     low                                                                       high
//     | original | mask word 0 | … | [data of A] a | [data of C] c | control | slot |
//
// Bit i of the mask stands for place i of the function's table of handlers (table.h). The mask has
// as many words as that table needs, so one word does not limit the number of tracers. A data area
// has a word (`a`, `c`) that holds the number of its bit. A tracer without data takes no word. The
// control word holds the number of mask words, the record, the frame's length and its age.
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
    // The control word of the entry whose handlers run (see ExecutionStack::pending).
    std::uint64_t pending_control = 0;
  };

  // The control word: the number of mask words in 6 bits, the record's offset in 17, the number of
  // words below it (the length) in 20, the age in 21. In the usual frame, the fields of mask words
  // and length are 0. They stand for one mask word with one bit set, and no data.
  static constexpr unsigned record_first_bit = 6, record_end_bit = 23,
                            length_shift = record_end_bit, length_bits = 20,
                            age_shift = length_shift + length_bits;
  static_assert(RP_RECORD_BYTES == 1 << record_first_bit &&
                RP_BLOCK_COUNT * RP_RECORD_BYTES <= 1 << record_end_bit);
  static const Record& record_in(std::uint64_t word) {
    return record_at(word & ((1u << record_end_bit) - (1u << record_first_bit)));
  }
  // A frame of as many tracers as there are places, each with the most data.
  static constexpr std::uint64_t most_length =
      1 + most_places / 64 + most_places * std::uint64_t{max_data_words + 2};
  static_assert(most_length < std::uint64_t{1} << length_bits);
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
  /// Whether a place of age `since` is younger than the frame with this control word. Ages wrap
  /// around: the answer is wrong for a call that is in flight while its function sees half a
  /// million attaches. (The ages of places are kept near: see most_age_difference.)
  static_assert(most_age_difference == std::uint64_t{1} << (64 - age_shift - 1));
  static constexpr bool is_younger(std::uint64_t since, std::uint64_t word) {
    // The top bits of the difference are the signed difference of the ages. The bits of `word`
    // below its age subtract less than one from it.
    return static_cast<std::int64_t>((since << age_shift) - word) > 0;
  }

  // The word above a data area: the bit, the size in words, whether a padding word lies below it.
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
    std::uint32_t words = 3, last = 0;
    for (const Handle handle : handles) {
      if (handle.words()) words += handle.words() + 2;
      last = std::max(last, place_of(attachment_of(handle)));
    }
    return words + last / 64 + 1;
  }

  template <Path path>
  [[gnu::always_inline]] static bool on_entry(Stack& stack, Hit& hit) {
    // The age must be read before any handler runs. Once its handler has run, a tracer may detach,
    // and its place may go to another tracer before this frame is complete.
    const std::uint64_t age = table_of(hit.record).attaches.load(std::memory_order_relaxed);
    if constexpr (path == Path::direct) {
      std::uint64_t* const frame = stack.top;
      // The usual frame, with one bit and no data. It is written before the handler runs, so that
      // no value has to be kept across the call. It becomes the newest frame afterwards. The guard
      // keeps other pushes away meanwhile.
      const std::uint32_t bit = place_of(attachment_of(hit.single));
      if (bit < 64 && !hit.single.has_data()) [[likely]] {
        frame[1] = std::uint64_t{1} << bit;
        frame[2] = control(offset_of(hit.record), 0, 0, age);
        frame[3] = hit.slot;
        if (!run_entry<path>(hit, hit.single, nullptr)) [[unlikely]]
          return false;
        return push_written(*this_thread_again.current, 4);
      }
    }
    if constexpr (path == Path::direct) {
      return enter_wide(stack, *hit.thread, hit.record, hit.frame, hit.slot, hit.single.bits);
    } else {
      return enter_several(stack, hit, age);
    }
  }

  // Each bit is cleared before its handler runs, and the frame is popped before the last handler
  // runs. So if a handler leaves by a jump, it is not called again for this call. The handlers
  // that have not run yet are called when the frame is found stale. The last bit stays: a signal
  // handler may jump between any two instructions, and a frame without a bit could not be popped.
  template <bool muted>
  [[gnu::always_inline]] static void on_return(Stack& stack, Exits<muted> exits) {
    const std::uint64_t word = stack.top[-2];
    // One bit and no data, the common case: there is nothing to order and no loop.
    if (!has_one_bit(word)) [[unlikely]]
      return return_to_several(stack, exits);
    std::uint64_t* const mask = stack.top - 3;
    const std::uint64_t bit = static_cast<unsigned>(__builtin_ctzll(*mask));
    pop_to(stack, exits.frame, mask - 1);
    run_place(exits, table_of(record_in(word)).places[bit], word, nullptr);
  }

  static void recover(Stack& stack, std::uintptr_t slot) {
    if (is_clear(stack.top + 1, mask_words_of(stack.pending_control)))
      return;  // no tracer has accepted the call
    const auto length = static_cast<std::uint64_t>(stack.pending - stack.top);
    push_control(stack, stack.pending, slot, stack.pending_control | length << length_shift);
  }

  static const std::uint64_t* bottom_of(const std::uint64_t* slot) {
    return slot - 1 - length_of(slot[-1]);
  }

  static ShadowView describe(const Stack& stack);

 private:
  [[gnu::always_inline]] static void push_control(Stack& stack, std::uint64_t* at,
                                                  std::uintptr_t slot, std::uint64_t control) {
    *at = control;
    push_slot(stack, at + 1, slot);
  }

  // One bit beyond the first mask word, or data. Not inlined and called with the parts of the hit,
  // so that the usual frame's path saves no registers for it.
  [[gnu::noinline]] static bool enter_wide(Stack& stack, Thread& thread, Record& record,
                                           EntryFrame& entry, std::uintptr_t slot,
                                           std::uint64_t single_bits) {
    const Handle single{single_bits};
    Hit hit{&thread, record, entry, slot, single, nullptr};
    const std::uint64_t age = table_of(record).attaches.load(std::memory_order_relaxed);
    std::uint64_t* const frame = stack.top;
    const std::uint32_t mask_words = place_of(attachment_of(single)) / 64 + 1;
    std::uint64_t* at = clear_mask(frame + 1, mask_words);
    MaskWriter writer{frame + 1};
    if (!enter_place<false>(stack, hit, single, writer, at)) return false;
    push_control(
        stack, at, slot,
        control(offset_of(record), mask_words, static_cast<std::uint64_t>(at - frame), age));
    return true;
  }

  // The size of a frame whose tracers have no data and all have their places in one mask word.
  static constexpr std::uint32_t narrow_words = 4;

  // Writes such a frame. Each bit is in memory before the next handler runs, as recover needs it.
  // A tracer's place is read while Thread::running still names its attachment, so the tracer cannot
  // finish a detach before.
  [[gnu::always_inline]] static bool enter_narrow(Stack& stack, Hit& hit) {
    std::uint64_t* const mask = stack.top + 1;
    *mask = 0;
    set_pending(stack, mask + 1);
    const Handle* const end = hit.list->handles + hit.list->count;
    for (const Handle* handle = hit.list->handles; handle != end; ++handle) {
      const Attachment& attachment = attachment_of(*handle);
      if (run_entry(hit, attachment, *handle, nullptr))
        *mask |= std::uint64_t{1} << (place_of(attachment) & 63);
    }
    if (*mask == 0) {
      clear_pending(stack);
      return false;
    }
    push_control(stack, mask + 1, hit.slot,
                 stack.pending_control | std::uint64_t{2} << length_shift);
    clear_pending(stack);
    return true;
  }

  [[gnu::always_inline]] static bool enter_several(Stack& stack, Hit& hit, std::uint64_t age) {
    std::uint64_t* const frame = stack.top;
    // The list may be older than the table. A tracer of the list with a place beyond `used` was
    // dead before `used` shrank, so its handler does not run.
    std::uint32_t mask_words =
        (table_of(hit.record).used.load(std::memory_order_acquire) + 63) / 64;
    mask_words += mask_words == 0;
    stack.pending_control = control(offset_of(hit.record), mask_words, 0, age);
    if (mask_words == 1 && hit.list->words == narrow_words) [[likely]]
      return enter_narrow(stack, hit);
    std::uint64_t* at = clear_mask(frame + 1, mask_words);
    MaskWriter writer{frame + 1};
    bool due = false;
    for (std::uint32_t i = 0; i < hit.list->count; ++i)
      if (enter_place<true>(stack, hit, hit.list->handles[i], writer, at)) due = true;
    if (!due) return false;
    push_control(
        stack, at, hit.slot,
        control(offset_of(hit.record), mask_words, static_cast<std::uint64_t>(at - frame), age));
    clear_pending(stack);
    return true;
  }

  // A relaxed load is enough: reads through the pointer depend on it, which orders them. It also
  // lets the compiler keep other values in registers.
  [[gnu::always_inline]] static const Table& table_of(const Record& record) {
    return *record.design_word.load(std::memory_order_relaxed).pointer<const Table>();
  }

  [[gnu::always_inline]] static std::uint64_t* clear_mask(std::uint64_t* mask,
                                                          std::uint32_t words) {
    mask[0] = 0;
    // Atomic stores, so that the compiler does not turn the loop into a call of memset, which uses
    // vector registers.
    for (std::uint32_t i = 1; i < words; ++i) __atomic_store_n(&mask[i], 0, __ATOMIC_RELAXED);
    return mask + words;
  }

  // Sets bits of the mask. Each bit is stored at once, as recover needs it. A copy of the current
  // word stays in a register, so that setting a bit does not wait for the last store to be loaded.
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

  // `several`: recover makes a frame of what is written so far if a handler leaves by a jump, or a
  // signal handler does so anywhere. The area of entry data is in that frame before its bit is.
  template <bool several>
  [[gnu::always_inline]] static bool enter_place(Stack& stack, Hit& hit, Handle handle,
                                                 MaskWriter& writer, std::uint64_t*& at) {
    const DataPlace place = place_data(at, handle);
    if (!run_entry(hit, handle, place.data)) return false;
    const std::uint32_t bit = place_of(attachment_of(handle));
    if (place.data) {
      *place.handle_at = data_word(bit, handle, place.padded);
      at = place.handle_at + 1;
    }
    if constexpr (several) {
      set_pending(stack, at);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    writer.set(bit);
    return true;
  }

  [[gnu::always_inline]] static bool is_clear(const std::uint64_t* mask, std::uint32_t words) {
    for (std::uint32_t i = 0; i < words; ++i)
      if (mask[i]) return false;
    return true;
  }
  static bool has_no_bit_but(std::uint32_t bit, const std::uint64_t* mask, std::uint32_t words) {
    for (std::uint32_t i = 0; i < words; ++i)
      if (mask[i] & ~(i == bit / 64 ? std::uint64_t{1} << bit % 64 : 0)) return false;
    return true;
  }

  // Not inlined, and neither is what it calls, so that the usual frame saves no registers for them.
  template <bool muted>
  [[gnu::noinline]] static void return_to_several(Stack& stack, Exits<muted> exits) {
    const std::uint64_t word = stack.top[-2];
    const bool is_simple =
        length_of(word) == 2 && table_of(record_in(word)).in_order.load(std::memory_order_relaxed);
    return is_simple ? return_in_order(stack, exits) : return_with_more(stack, exits);
  }

  // Clears the highest set bit and returns its number. Two instructions; GCC compiles the same in
  // C++ to seven.
  [[gnu::always_inline]] static std::uint64_t take_highest(std::uint64_t& word) {
    std::uint64_t bit;
    asm("bsr %1, %0" : "=r"(bit) : "r"(word) : "cc");
    asm("btr %1, %0" : "+r"(word) : "r"(bit) : "cc");
    return bit;
  }

  // The return of a frame with one mask word and no data, with the places in attach order.
  template <bool muted>
  [[gnu::always_inline]] static void return_in_order(Stack& stack, Exits<muted> exits) {
    std::uint64_t* const mask = stack.top - 3;
    const std::uint64_t word = mask[1];
    const Table& table = table_of(record_in(word));
    for (std::uint64_t rest = *mask;;) {
      const std::uint64_t bit = take_highest(rest);  // `rest` is not 0: every frame has a bit
      const Place& place = table.places[bit];
      if (rest == 0) {
        pop_to(stack, exits.frame, mask - 1);
        return run_place(exits, place, word, nullptr);
      }
      *mask = rest;
      run_place(exits, place, word, nullptr);
    }
  }

  template <bool muted>
  [[gnu::noinline]] static void return_with_more(Stack& stack, Exits<muted> exits) {
    std::uint64_t* const control_at = stack.top - 2;
    const std::uint64_t word = *control_at;
    std::uint64_t* const bottom = control_at - length_of(word);
    std::uint64_t* const mask = bottom + 1;
    const std::uint32_t mask_words = mask_words_of(word);
    const Table& table = table_of(record_in(word));
    Bits<muted> bits{exits, table, mask, mask + mask_words, control_at, word};
    if (table.in_order.load(std::memory_order_relaxed)) {
      std::uint32_t lowest = 0;
      while (mask[lowest] == 0) ++lowest;
      for (std::uint32_t i = mask_words; i-- > lowest;) {
        for (std::uint64_t rest = mask[i]; rest;) {
          const auto bit = static_cast<std::uint32_t>(take_highest(rest));
          if (rest == 0 && i == lowest)
            pop_to(stack, exits.frame, bottom);
          else
            mask[i] = rest;
          bits.run(i * 64 + bit);
        }
      }
    } else {
      for (bool last = false; !last;) {
        const std::uint32_t bit = youngest(mask, mask_words, table);
        if ((last = has_no_bit_but(bit, mask, mask_words)))
          pop_to(stack, exits.frame, bottom);
        else
          mask[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
        bits.run(bit);
      }
    }
  }

  // Runs the exit handler at a place, unless the place is younger than the frame with this control
  // word: then it belongs to another tracer now.
  template <bool muted>
  [[gnu::always_inline]] static void run_place(Exits<muted> exits, const Place& place,
                                               std::uint64_t word, std::byte* data) {
    const Handle handle{place.handle.load(std::memory_order_acquire)};
    if (!handle.empty() && !is_younger(place.since.load(std::memory_order_relaxed), word))
        [[likely]]
      exits.run(handle, data);
    else
      exits.forgo();
  }

  // The bit of the tracer that attached last. Used when the places are out of order, which happens
  // only after places were reused. Each call looks at all bits.
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
  template <bool muted>
  struct Bits {
    Exits<muted> exits;
    const Table& table;
    const std::uint64_t* mask;
    const std::uint64_t* data_begin;
    std::uint64_t* at;  // above the data areas that have not been passed yet
    std::uint64_t word;

    [[gnu::always_inline]] void run(std::uint32_t bit) {
      std::byte* data = nullptr;
      if (at > data_begin) [[unlikely]]
        data = data_of(bit);
      run_place(exits, table.places[bit], word, data);
    }
    // Areas lie in attach order. So the area of `bit` is on top once the areas of handlers that
    // have run are passed. But the table may have been out of order at the entry, and in order
    // since the tracer that had come last left. Then that tracer's area lies above areas that are
    // due first.
    std::byte* data_of(std::uint32_t bit) {
      bool passes = true;
      for (std::uint64_t* area = at; area > data_begin;) {
        const std::uint32_t owner = bit_of(area[-1]);
        if (owner == bit) return reinterpret_cast<std::byte*>(area - 1 - size_of(area[-1]));
        passes &= (mask[owner / 64] >> owner % 64 & 1) == 0;
        area -= 1 + size_of(area[-1]) + padding_of(area[-1]);
        if (passes) at = area;
      }
      return nullptr;
    }
  };
};

}  // namespace retprobe::bitmask
