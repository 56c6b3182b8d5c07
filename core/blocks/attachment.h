// Attachments: one tracer on one function. Their table is type-stable: the memory of an attachment
// is reused for other attachments only, and each use has a new epoch. So a hook recognises a stale
// Handle, in a list that it still reads or in the frame of a call in flight. It never runs the
// handler of another attachment for it.
#pragma once

#include <atomic>
#include <cstdint>

#include "retprobe/error.h"
#include "retprobe/hit.h"

namespace retprobe {

class TracerState;

/// A tracer's state, and whether the tracer has an exit handler. In one word, so that an attachment
/// is one cache line.
class TracerLink {
 public:
  TracerLink() = default;
  TracerLink(TracerState& tracer, bool wants_exit)
      : bits_(reinterpret_cast<std::uintptr_t>(&tracer) | wants_exit) {}
  /// For cold code.
  TracerState& state() const { return *reinterpret_cast<TracerState*>(bits_ & ~wants_exit_bit); }
  /// Whether the exit handler is to run for a call that the tracer has accepted, or not. A tracer
  /// without an exit handler needs no frame. Hot: one instruction.
  bool wants_exit(bool accepted) const {
    bool due;
    // In assembly, since GCC loads the word before it tests it. The handler's answer stays in the
    // register in which it has come; otherwise GCC moves it.
    asm("testb %1, %2" : "=@ccnz"(due) : "a"(accepted), "m"(bits_));
    return due;
  }

 private:
  static constexpr std::uintptr_t wants_exit_bit = 1;
  std::uintptr_t bits_;
};

/// A reference to an attachment in one word, for frames and lists. It holds the attachment's index,
/// the epoch of its use, and the size of the entry data below the word. The size is stored negated
/// in the top bits. So the sign of the word is all that the common case has to check: positive for
/// a tracer without data, negative for one with data, 0 for none. The index lies where it is the
/// attachment's offset in their table; six bits of the epoch lie below it.
struct Handle {
  std::uint64_t bits = 0;

  static constexpr unsigned offset_shift = 6, index_bits = 24, epoch_bits = 29, words_bits = 10;
  static constexpr std::uint64_t epoch_mask = (std::uint64_t{1} << epoch_bits) - 1;
  static Handle make(std::uint32_t index, std::uint64_t epoch, std::uint32_t words) {
    const std::uint64_t high = (epoch & epoch_mask) >> offset_shift;
    return {(epoch & low_mask) | std::uint64_t{index} << offset_shift | high << high_shift |
            -std::uint64_t{words} << words_shift};
  }
  bool empty() const { return bits == 0; }
  /// The attachment's offset in their table, in bytes. Hot.
  std::uint32_t offset() const { return static_cast<std::uint32_t>(bits) & offset_mask; }
  std::uint32_t index() const { return offset() >> offset_shift; }
  std::uint64_t epoch() const {
    return ((bits >> high_shift << offset_shift) | (bits & low_mask)) & epoch_mask;
  }
  /// Words of entry data: 0 … 512, always even.
  std::uint32_t words() const {
    return static_cast<std::uint32_t>(-(static_cast<std::int64_t>(bits) >> words_shift));
  }
  bool has_data() const { return static_cast<std::int64_t>(bits) < 0; }
  /// Whether there is a tracer and it has no entry data.
  bool is_plain() const { return static_cast<std::int64_t>(bits) > 0; }
  /// Set in frames only: a padding word lies below the data, to align it to 16 bytes.
  bool padded() const { return bits >> padding_shift & 1; }
  Handle with_padding(bool padding) const {
    return {bits | std::uint64_t{padding} << padding_shift};
  }
  Handle without_padding() const { return {bits & ~(std::uint64_t{1} << padding_shift)}; }

 private:
  static constexpr std::uint64_t low_mask = (1u << offset_shift) - 1;
  static constexpr std::uint32_t offset_mask = ((1u << index_bits) - 1) << offset_shift;
  static constexpr unsigned high_shift = offset_shift + index_bits,
                            padding_shift = index_bits + epoch_bits,
                            words_shift = padding_shift + 1;
  static_assert(words_shift + words_bits == 64);
};

// 4096 bytes of entry data per tracer and call.
inline constexpr std::uint32_t max_data_words = 512;
static_assert(max_data_words <= 1u << (Handle::words_bits - 1));
inline constexpr std::size_t max_data_bytes = max_data_words * 8;

/// A word that belongs to the design: a pointer or a number. 0 until the design sets it.
class DesignWord {
 public:
  constexpr DesignWord() = default;
  static DesignWord of_pointer(void* pointer) {
    return DesignWord(reinterpret_cast<std::uintptr_t>(pointer));
  }
  static constexpr DesignWord of_number(std::uintptr_t number) { return DesignWord(number); }
  template <class T>
  T* pointer() const {
    return reinterpret_cast<T*>(bits_);
  }
  constexpr std::uintptr_t number() const { return bits_; }
  bool operator==(const DesignWord&) const = default;

 private:
  constexpr explicit DesignWord(std::uintptr_t bits) : bits_(bits) {}
  std::uintptr_t bits_ = 0;
};

/// The part of an attachment that hooks read. One cache line. Hooks only read it, except `missed`.
struct alignas(64) Attachment {
  // The bits of its handle while it lives; of a handle with the next epoch when it is dead. Epochs
  // of living attachments are odd.
  std::atomic<std::uint64_t> live;
  EntryHandler entry;  // never null
  ExitHandler exit;    // never null
  void* context;
  TracerLink tracer;
  const Record* record;  // one of its function's that never becomes another's: names the function
  // instance_pool: its pool; bitmask: its place in the function's table.
  DesignWord design_word;
  // Calls of this function that the tracer should have seen and did not. The counter is not in the
  // TracerState, since a hook may count after the tracer is destroyed.
  std::atomic<std::uint64_t> missed;
};
static_assert(sizeof(Attachment) == 1 << Handle::offset_shift);

/// The table of attachments. The address space of its first 262,144 entries is reserved when the
/// library is loaded; it grows in place, and memory is used, as attachments are made. Null only if
/// the reservation failed.
extern "C" {
[[gnu::visibility("hidden")]] extern Attachment* retprobe_attachments;  // hot_words_x86_64.S
}

inline Attachment& attachment_of(Handle handle) {
  return *reinterpret_cast<Attachment*>(reinterpret_cast<std::uintptr_t>(retprobe_attachments) +
                                        handle.offset());
}
/// Whether the attachment that `handle` was made for still lives. `handle` must have no padding
/// bit. Hot: one comparison of words.
inline bool is_live(const Attachment& attachment, Handle handle) {
  bool live;
  // In assembly, since GCC loads an atomic into a register before it compares.
  asm("cmp %2, %1" : "=@cce"(live) : "m"(attachment.live), "r"(handle.bits));
  return live;
}

/// A new attachment. Cold; the caller holds the control lock.
Result<Handle> make_attachment(TracerState& tracer, EntryHandler entry, ExitHandler exit,
                               void* context, std::uint32_t data_words);
/// Kills an attachment: its handle is stale from now on. A hook that checked before may still run
/// its handlers (synchronize_handlers waits for them).
void kill_attachment(Handle handle);
/// Frees the table entry for reuse. No hook may run the attachment's handlers any more.
void recycle_attachment(Handle handle);

/// Visits the functions whose handlers get `context`, with the numbers of calls that were missed
/// there. Takes no lock: async-signal-safe. A function to which a tracer is being attached is
/// visited or not.
void visit_missed(const void* context,
                  void (*visit)(void* argument, const Site&, std::atomic<std::uint64_t>& missed),
                  void* argument);

/// Counts `calls` calls that the tracer should have seen and did not. Hot, async-signal-safe, but
/// rarely called.
void count_missed(Handle handle, std::uint64_t calls);

}  // namespace retprobe
