// Blocks and records. A block is 32 bytes of code for one role of one site, for example its direct
// path. The blocks lie in a pool in the library's own text. Each block has a record, in a parallel
// table of data, that its code reads. So no code on the return path is generated at run time, and
// one unwind entry covers each pool (pool_x86_64.S).
//
//     slot shape                                          framed shape (call_through)
//     +0   call *enter(record)                            +0   push %rbp
//     +6   jc   +25          X                            +1   mov  %rsp,%rbp
//     +8   lea  8(%rsp),%rsp  the slot is free            +4   sub  frame_bytes(record),%rsp
//     +13  call *body         pushes T into the slot      +11  call *enter(record)
//     +17  jmp  *leave(record)      T                     +17  call *body            X
//     +23  int3               T of the trap transfer      +21  call *leave(record)   T
//     +25  jmp  *go           without the call            +27  leave
//                                                         +28  ret
//
// `go` and `body` are words that the entry trampoline left in the red zone, so the block needs no
// register. The carry flag is set if the block must not call the body: no tracer wants the exit, or
// the slot already holds T. The usual path has no taken jump: one taken jump per block made calls
// of many functions in turn a third more expensive (docs/cost.md).
//
// All blocks of a shape are alike. Design, transfer, register set and path are chosen by the
// addresses in the record. A block belongs to its site for ever, since a thread may be at any of
// its instructions at any time. It is reused for the same site and role only. The library has
// 65,536 blocks of each shape, less one in 128, whose place a page header takes.
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

/// The tracers of a function, in attach order. Immutable once published. Freed after a grace
/// period, when no hook can read it.
struct HandlerList {
  std::uint64_t epoch;  // the site's number of attaches when this list was made
  std::uint32_t count;
  std::uint32_t words;  // an upper bound of shadow-stack words that one call with this list takes
  Handle handles[];     // [count]
};

struct Record;

/// A stage's link in a chain. It says where the call continues (at the next stage or, if there is
/// none, at the body) and whether this stage's own tracer is skipped. Both are in one word, so that
/// a hook reads them together.
class ChainLink {
 public:
  constexpr ChainLink() = default;
  static ChainLink to(const Record* next) {
    return ChainLink(reinterpret_cast<std::uintptr_t>(next));
  }
  static ChainLink past_own_tracer_to(const Record* next) {
    return ChainLink(reinterpret_cast<std::uintptr_t>(next) | passes_own_bit);
  }
  /// The chain has this one stage, and its tracer is not skipped.
  bool empty() const { return bits_ == 0; }
  bool has_next() const { return next() != nullptr; }
  const Record* next() const { return reinterpret_cast<const Record*>(bits_ & ~passes_own_bit); }
  bool passes_own_tracer() const { return bits_ & passes_own_bit; }

 private:
  static constexpr std::uintptr_t passes_own_bit = 1;
  constexpr explicit ChainLink(std::uintptr_t bits) : bits_(bits) {}
  std::uintptr_t bits_ = 0;
};

/// A block's data. One cache line.
struct alignas(64) Record {
  std::uintptr_t enter;  // entry trampoline; constant once the block is reachable
  std::uintptr_t leave;  // return trampoline; constant
  union {
    std::uint64_t frame_bytes;  // framed shape: size of the frame area; constant
    std::uintptr_t trampoline;  // slot shape: T; constant
  };
  std::uintptr_t body;                   // where the function's body begins
  std::atomic<Handle> single;            // direct path: the one tracer; empty when it has detached
  std::atomic<const HandlerList*> list;  // iterating path
  union {
    std::atomic<DesignWord> design_word;  // the design's word for the function (bitmask: its table)
    std::atomic<ChainLink> next_stage;    // chained wiring
  };
  const Site* site;
};
static_assert(sizeof(Record) == RP_RECORD_BYTES);
static_assert(offsetof(Record, enter) == RP_RECORD_ENTER &&
              offsetof(Record, leave) == RP_RECORD_LEAVE &&
              offsetof(Record, frame_bytes) == RP_RECORD_FRAME_BYTES);

/// The two kinds of blocks: slot blocks replace the return address, framed blocks call the body
/// from a frame of their own.
enum class Shape : std::uint8_t { slot, framed };

extern "C" {
// Debuggers and profilers show these symbols for a T (pool_x86_64.S).
[[gnu::visibility("hidden")]] extern const std::byte retprobe_slot_pool[] asm(
    "retprobe_return_trampolines");
[[gnu::visibility("hidden")]] extern const std::byte retprobe_framed_pool[] asm(
    "retprobe_call_through");
// `go` of a block with the full register set that does not call the body (preserve_x86_64.S).
[[gnu::visibility("hidden")]] extern const std::byte retprobe_go_with_flags[];
[[gnu::visibility("hidden")]] extern Record retprobe_slot_records[];
[[gnu::visibility("hidden")]] extern Record retprobe_framed_records[];
}

inline constexpr std::size_t pool_bytes = std::size_t{RP_BLOCK_COUNT} * RP_BLOCK_BYTES;

/// Whether `address` lies in the slot pool. A return address in the pool is a T. Hot,
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
/// The record's offset in its table: a multiple of the size of a record, below 2^23. Hot.
[[gnu::always_inline]] inline std::uint64_t offset_of(const Record& slot_record) {
  return reinterpret_cast<std::uintptr_t>(&slot_record) -
         reinterpret_cast<std::uintptr_t>(retprobe_slot_records);
}
[[gnu::always_inline]] inline Record& record_at(std::uint64_t offset) {
  return *reinterpret_cast<Record*>(reinterpret_cast<std::uintptr_t>(retprobe_slot_records) +
                                    offset);
}
/// The record of the block in which `address` is the byte at offset `at`. With the offset known,
/// as for an X or a T, the low bits of the address need not be cleared. Hot.
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

/// The record of a block that was never used before. Cold; the caller holds the control lock. Error
/// (Code::exhausted) when the pool is used up.
Result<Record*> take_block(Shape shape);
/// The number of blocks of a shape that are taken, and of all.
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
