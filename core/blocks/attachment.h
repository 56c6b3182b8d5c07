// Attachments: one tracer on one function. Their table is type-stable: an attachment's memory is
// reused for another attachment, never for anything else, and each use has a new epoch. So a stale
// Handle (in a list that a slow thread still reads, in the frame of a parked call) is recognised,
// and nobody's handler runs in somebody else's name.
#pragma once

#include <atomic>
#include <cstdint>

#include "retprobe/error.h"
#include "retprobe/hit.h"

namespace retprobe {

class TracerState;

/// One word for frames and lists: which attachment, which use of it, and how its entry data lies
/// below the word. The size of the data is kept negated in the top bits, so that the sign says all
/// that the usual hit asks: positive is a tracer without data, negative one with data, 0 none.
struct Handle {
  std::uint64_t bits = 0;

  static constexpr unsigned index_bits = 24, epoch_bits = 29, words_bits = 10;
  static constexpr std::uint64_t epoch_mask = (std::uint64_t{1} << epoch_bits) - 1;
  static Handle make(std::uint32_t index, std::uint64_t epoch, std::uint32_t words) {
    return {index | (epoch & epoch_mask) << index_bits | -std::uint64_t{words} << words_shift};
  }
  bool empty() const { return bits == 0; }
  std::uint32_t index() const {
    return static_cast<std::uint32_t>(bits) & ((1u << index_bits) - 1);
  }
  std::uint64_t epoch() const { return bits >> index_bits & epoch_mask; }
  /// Words of entry data: 0 … 512, even.
  std::uint32_t words() const {
    return static_cast<std::uint32_t>(-(static_cast<std::int64_t>(bits) >> words_shift));
  }
  bool has_data() const { return static_cast<std::int64_t>(bits) < 0; }
  /// Whether there is a tracer, and it has no entry data.
  bool is_plain() const { return static_cast<std::int64_t>(bits) > 0; }
  /// Set in frames only: a padding word lies below the data, which has to be 16-byte aligned.
  bool padded() const { return bits >> padding_shift & 1; }
  Handle with_padding(bool padding) const {
    return {bits | std::uint64_t{padding} << padding_shift};
  }
  Handle without_padding() const { return {bits & ~(std::uint64_t{1} << padding_shift)}; }

 private:
  static constexpr unsigned padding_shift = index_bits + epoch_bits,
                            words_shift = padding_shift + 1;
  static_assert(words_shift + words_bits == 64);
};

inline constexpr std::uint32_t max_data_words =
    512;  // 4096 bytes of entry data per tracer and frame
static_assert(max_data_words <= 1u << (Handle::words_bits - 1));
inline constexpr std::size_t max_data_bytes = max_data_words * 8;

/// A word in which a design keeps what is its own: a pointer, or a number. Empty until it does.
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

/// What a hook needs to know of an attachment. One cache line, read-only while it lives.
struct alignas(64) Attachment {
  std::atomic<std::uint64_t>
      live;            // the bits of its handle, of an odd epoch; of an even one when it is dead
  EntryHandler entry;  // never null
  ExitHandler exit;    // never null
  void* context;
  bool wants_exit;      // false: it has no exit handler, so its accepted calls need no frame
  TracerState* tracer;  // for the cold side
  // instance_pool: its pool; bitmask: its place in the function's table.
  DesignWord design_word;
  // Calls of this function that the tracer should have seen. It stands here, since a hook that
  // counts may come later than the tracer's end.
  std::atomic<std::uint64_t> missed;
};
static_assert(sizeof(Attachment) == 64);

/// The table: reserved address space, touched as it is used. Never null after the library is
/// loaded.
extern "C" {
[[gnu::visibility("hidden")]] extern Attachment* retprobe_attachments;  // hot_words_x86_64.S
}

inline Attachment& attachment_of(Handle handle) { return retprobe_attachments[handle.index()]; }
/// Whether `handle`, without a padding bit, still means what it meant when it was made: one
/// comparison of words. Hot.
inline bool is_live(const Attachment& attachment, Handle handle) {
  bool live;
  // By hand: GCC loads an atomic into a register before it compares.
  asm("cmp %2, %1" : "=@cce"(live) : "m"(attachment.live), "r"(handle.bits));
  return live;
}

/// A new attachment. Cold; the caller holds the control lock.
Result<Handle> make_attachment(TracerState& tracer, EntryHandler entry, ExitHandler exit,
                               void* context, std::uint32_t data_words);
/// Kills it: its handle is stale from now on. Hooks that looked before may still run its handlers
/// (see thread.h).
void kill_attachment(Handle handle);
/// Gives the memory back for reuse, once no hook runs its handlers.
void recycle_attachment(Handle handle);

/// Counts `calls` calls that the tracer should have seen and did not. Hot, async-signal-safe; rare
/// by nature.
void count_missed(Handle handle, std::uint64_t calls);

}  // namespace retprobe
