// Blocks and records: one block of 32 bytes of code per (site, role), in a pool in the library's
// own text, and beside it, in a parallel table, one record of data that the code reads. Nothing on
// the return path is generated code, and one unwind entry covers each pool (pool_x86_64.S).
//
//     slot shape                                          framed shape (call_through)
//     +0   call *enter(record)                            +0   push %rbp
//     +6   jc   +25          X                            +1   mov  %rsp,%rbp
//     +8   lea  8(%rsp),%rsp  the slot is free            +4   sub  frame_bytes(record),%rsp
//     +13  call *body         pushes T into the slot      +11  call *enter(record)
//     +17  jmp  *leave(record)      T                     +17  call *body            X
//     +23  int3               T of the trap transfer      +21  call *leave(record)   T
//     +25  jmp  *go           past the call               +27  leave
//                                                         +28  ret
//
// `go` and `body` are words that the entry trampoline left in the red zone; no register is spent.
// The carry flag says that the block does not call the body: nobody wants the exit, or the slot was
// replaced. A jump that is taken in each block made many functions in turn a third dearer
// (docs/cost.md). A block is specialised for nothing: design, transfer, register set and path are
// addresses in its record. It belongs to its site for good: a thread may stand at any of its
// instructions at any time, so it is reused only for the same site and role. 65,536 blocks of each
// shape (less one in 128, which holds a page's header) is what the library carries.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/blocks/attachment.h"
#include "core/blocks/layout.h"
#include "retprobe/error.h"
#include "retprobe/hit.h"

namespace retprobe {

struct Site;

/// The tracers of a function at one moment, in attach order. Immutable once published; freed when
/// no hook can read it.
struct HandlerList {
  std::uint64_t epoch;  // the site's count of attaches when this list was made
  std::uint32_t count;
  std::uint32_t words;  // an upper bound of shadow-stack words that one call with this list takes
  Handle handles[];     // [count]
};

struct Record;

/// Where a call goes on behind a stage of a chain: at the next stage or, where there is none, at
/// the body; and whether it passes this stage's own tracer by. One word, so that a hook reads both
/// at once.
class ChainLink {
 public:
  constexpr ChainLink() = default;
  static ChainLink to(const Record* next) {
    return ChainLink(reinterpret_cast<std::uintptr_t>(next));
  }
  static ChainLink past_own_tracer_to(const Record* next) {
    return ChainLink(reinterpret_cast<std::uintptr_t>(next) | passes_own_bit);
  }
  /// A chain of one stage, whose tracer is asked.
  bool empty() const { return bits_ == 0; }
  bool has_next() const { return bits_ > passes_own_bit; }
  const Record* next() const { return reinterpret_cast<const Record*>(bits_ & ~passes_own_bit); }
  bool passes_own_tracer() const { return bits_ & passes_own_bit; }

 private:
  static constexpr std::uintptr_t passes_own_bit = 1;
  constexpr explicit ChainLink(std::uintptr_t bits) : bits_(bits) {}
  std::uintptr_t bits_ = 0;
};

/// A block's data. One cache line.
struct alignas(64) Record {
  std::uintptr_t enter;  // entry trampoline; constant once the block was reachable
  std::uintptr_t leave;  // return trampoline; constant
  union {
    std::uint64_t frame_bytes;  // framed shape: the frame area; constant
    std::uintptr_t trampoline;  // slot shape: T; constant
  };
  std::uintptr_t body;                   // where the function's body begins
  std::atomic<Handle> single;            // direct path: the one tracer; empty when it is gone
  std::atomic<const HandlerList*> list;  // iterating path
  union {
    std::atomic<DesignWord> design_word;  // the design's, for the function (bitmask: its table)
    std::atomic<ChainLink> next_stage;    // chained wiring
  };
  const Site* site;
};
static_assert(sizeof(Record) == RP_RECORD_BYTES);
static_assert(offsetof(Record, enter) == RP_RECORD_ENTER &&
              offsetof(Record, leave) == RP_RECORD_LEAVE &&
              offsetof(Record, frame_bytes) == RP_RECORD_FRAME_BYTES);

/// How a block's code reaches and leaves the body.
enum class Shape : std::uint8_t { slot, framed };

extern "C" {
// Their symbols are what debuggers and profilers show for a T (pool_x86_64.S).
[[gnu::visibility("hidden")]] extern const std::byte retprobe_slot_pool[] asm(
    "retprobe_return_trampolines");
[[gnu::visibility("hidden")]] extern const std::byte retprobe_framed_pool[] asm(
    "retprobe_call_through");
// Where a block of the full set goes on that does not call the body (preserve_x86_64.S).
[[gnu::visibility("hidden")]] extern const std::byte retprobe_go_with_flags[];
[[gnu::visibility("hidden")]] extern Record retprobe_slot_records[];
[[gnu::visibility("hidden")]] extern Record retprobe_framed_records[];
}

inline constexpr std::size_t pool_bytes = std::size_t{RP_BLOCK_COUNT} * RP_BLOCK_BYTES;

/// Whether `address` lies in the slot pool: a return address that does is a T. Hot,
/// async-signal-safe.
inline bool is_trampoline(std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(retprobe_slot_pool) < pool_bytes;
}
inline Record& record_of_slot_block(std::uintptr_t in_block) {
  return retprobe_slot_records[(in_block - reinterpret_cast<std::uintptr_t>(retprobe_slot_pool)) /
                               RP_BLOCK_BYTES];
}
inline Record& record_of_framed_block(std::uintptr_t in_block) {
  return retprobe_framed_records[(in_block -
                                  reinterpret_cast<std::uintptr_t>(retprobe_framed_pool)) /
                                 RP_BLOCK_BYTES];
}
inline std::uint32_t index_of(const Record& slot_record) {
  return static_cast<std::uint32_t>(&slot_record - retprobe_slot_records);
}
/// How many bytes of records lie before it: a multiple of a record's size below 2^23. Hot.
[[gnu::always_inline]] inline std::uint64_t offset_of(const Record& slot_record) {
  return reinterpret_cast<std::uintptr_t>(&slot_record) -
         reinterpret_cast<std::uintptr_t>(retprobe_slot_records);
}
[[gnu::always_inline]] inline Record& record_at(std::uint64_t offset) {
  return *reinterpret_cast<Record*>(reinterpret_cast<std::uintptr_t>(retprobe_slot_records) +
                                    offset);
}
/// The record of the block of which `address` is the byte `at`: for addresses that say where in a
/// block they are (X, T), no bits are to be cut off. Hot.
template <Shape shape, std::uintptr_t at>
[[gnu::always_inline]] inline Record& record_by(std::uintptr_t address) {
  static_assert(sizeof(Record) == 2 * RP_BLOCK_BYTES);
  constexpr bool slot = shape == Shape::slot;
  const auto byte =
      reinterpret_cast<std::uintptr_t>((slot ? retprobe_slot_pool : retprobe_framed_pool) + at);
  const auto records =
      reinterpret_cast<std::uintptr_t>(slot ? retprobe_slot_records : retprobe_framed_records);
  return *reinterpret_cast<Record*>(records + 2 * (address - byte));
}
/// The first byte of the block that `record` belongs to.
std::uintptr_t block_of(const Record& record);
Shape shape_of(const Record& record);
inline std::uintptr_t slot_block(const Record& slot_record) {
  static_assert(RP_RECORD_BYTES == 2 * RP_BLOCK_BYTES);
  return reinterpret_cast<std::uintptr_t>(retprobe_slot_pool) + offset_of(slot_record) / 2;
}

/// A fresh block, never used before. Cold; the caller holds the control lock. Error
/// (Code::exhausted) when the pool is used up.
Result<Record*> take_block(Shape shape);
/// How many blocks of a shape are taken, and how many there are.
struct PoolUse {
  std::size_t taken, total;
};
PoolUse pool_use(Shape shape);

inline std::uintptr_t* EntryFrame::slot() const {
  const auto x = reinterpret_cast<std::uintptr_t>(&block_return);
  if (is_trampoline(block_return)) return reinterpret_cast<std::uintptr_t*>(x + 8);
  return reinterpret_cast<std::uintptr_t*>(x + 8 +
                                           record_of_framed_block(block_return).frame_bytes + 8);
}
inline const Site& EntryFrame::site() const {
  return is_trampoline(block_return) ? *record_of_slot_block(block_return).site
                                     : *record_of_framed_block(block_return).site;
}
inline const Site& ReturnFrame::site() const { return *record->site; }

}  // namespace retprobe
