// Blocks and records. A block is 32 bytes of code for one role of one site, for example its direct
// path. The blocks lie in a pool in the library's own text. Each block has a record, in a parallel
// table of data, that its code reads. One unwind entry covers each pool (pool_x86_64.S).
//
//     +0   mov  %r11,-112(%rsp)     the full register set enters here,
//     +5   lea  record,%r11         the others here
//     +12  jmp  *enter(record)      to the entry trampoline
//     +17  call *body               from there; pushes T
//     +23  jmp  *leave(record)      T: to the return trampoline
//     +29  int3                     T of the trap transfer
//
// `body` is a word of the entry trampoline's frame, in the red zone by then. The slot shape calls
// the body with the return slot free, so that T goes there. The framed shape calls it from below
// the frame area. If no tracer wants the exit, the trampoline jumps to the body itself.
//
// In the library's file all blocks are alike: design, transfer, register set and path are chosen by
// the addresses in the record. When a block is taken for a site, its jumps and its call become
// direct where the target is near (make_direct). A processor keeps only so many targets of indirect
// branches, and three for each function are too many from a thousand functions on (docs/log.md has
// the figures). The call's target stays in the frame only where hooks choose it
// (Facts::body_in_frame); elsewhere a call of a far body takes the address from the record.
//
// A block belongs to its site for ever, since a thread may be at any of its instructions at any
// time. It is reused for the same function and role only: also where the function's module was
// closed and is opened again at the same place. The library has 65,536 blocks of each shape, less
// one in 128, whose place a page header takes.
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
  std::uint32_t count;
  std::uint32_t words;  // an upper bound of shadow-stack words that one call with this list takes
  Handle handles[];     // [count]
};

struct Record;
/// The first byte of the block that `record` belongs to.
std::uintptr_t block_of(const Record& record);

/// A stage's link in a chain. It says where the call continues (at the next stage or, if there is
/// none, at the body) and whether this stage's own tracer is skipped. Both are in one word, so that
/// a hook reads them together.
class ChainLink {
 public:
  constexpr ChainLink() = default;
  static ChainLink to(const Record* next) { return ChainLink(next ? block_of(*next) : 0); }
  static ChainLink past_own_tracer_to(const Record* next) {
    return ChainLink(block_of(*next) | passes_own_bit);
  }
  /// The chain has this one stage, and its tracer is not skipped.
  bool empty() const { return bits_ == 0; }
  bool has_next() const { return next_block() != 0; }
  std::uintptr_t next_block() const { return bits_ & ~passes_own_bit; }
  /// The same, if the own tracer is not passed: one instruction less.
  std::uintptr_t next_block_of_plain() const { return bits_; }
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
  // The block's call of the body; constant. (With the trap transfer, which does not call: the place
  // that is as far from its T.)
  std::uintptr_t call;
  std::uintptr_t body;                   // where the function's body begins
  std::atomic<Handle> single;            // direct path: the one tracer; empty when it has detached
  std::atomic<const HandlerList*> list;  // iterating path
  union {
    std::atomic<DesignWord> design_word;  // the design's word for the function (bitmask: its table)
    std::atomic<ChainLink> next_stage;    // chained wiring
    std::uint64_t frame_bytes;            // framed shape: size of the frame area; constant
  };
  const Site* site;

  /// T. Hot.
  std::uintptr_t trampoline() const { return call + (RP_BLOCK_T - RP_BLOCK_CALL); }
};
static_assert(sizeof(Record) == RP_RECORD_BYTES);
static_assert(offsetof(Record, enter) == RP_RECORD_ENTER &&
              offsetof(Record, leave) == RP_RECORD_LEAVE &&
              offsetof(Record, call) == RP_RECORD_CALL &&
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
// Stands in for a block's record where no exit handler is due (resume_x86_64.S).
[[gnu::visibility("hidden")]] extern const Record retprobe_pass_record;
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
/// The record's offset in its table: a multiple of the size of a record, below 2^23. Hot.
[[gnu::always_inline]] inline std::uint64_t offset_of(const Record& slot_record) {
  return reinterpret_cast<std::uintptr_t>(&slot_record) -
         reinterpret_cast<std::uintptr_t>(retprobe_slot_records);
}
[[gnu::always_inline]] inline Record& record_at(std::uint64_t offset) {
  return *reinterpret_cast<Record*>(reinterpret_cast<std::uintptr_t>(retprobe_slot_records) +
                                    offset);
}
/// Where a call enters a block: only the full register set needs the instruction that keeps r11.
[[gnu::always_inline]] inline std::uintptr_t entry_of_block(std::uintptr_t block, RegisterSet set) {
  return set == RegisterSet::full ? block : block + RP_BLOCK_LEA;
}
/// Whether it is the record of the block that has `entry`. Hot.
[[gnu::always_inline]] inline bool is_entered_at(const Record& record, std::uintptr_t entry) {
  return record.call - entry < RP_BLOCK_BYTES;
}
Shape shape_of(const Record& record);
/// Hot.
inline bool is_slot_record(const Record& record) {
  return &record >= retprobe_slot_records && &record < retprobe_slot_records + RP_BLOCK_COUNT;
}

/// The bytes between EntryFrame and the frame area (trampoline_x86_64.inc).
inline constexpr std::uintptr_t framed_pad = 8;
/// The return slot of the call with the frame area at `area`: above the area lies rbp. Hot.
[[gnu::always_inline]] inline std::uintptr_t slot_of_area(std::uintptr_t area,
                                                          const Record& record) {
  return area + record.frame_bytes + 8;
}

/// The record of a block that was never used before. Cold; the caller holds the control lock. Error
/// (Code::exhausted) when the pool is used up.
Result<Record*> take_block(Shape shape);
/// Makes direct the jumps to the trampolines and, unless the body's address is `body_in_frame`, the
/// call of the body, in a block that no thread has reached. What is farther than 2 GiB is reached
/// through the record. The code is gathered for write_blocks. After an error the block must not be
/// used. Cold; the caller holds the control lock.
Error make_direct(const Record& record, bool body_in_frame);
/// Writes what was gathered. It must succeed before the poke that leads to such a block. That
/// poke's first sync makes every CPU see the code. A thread that runs into the poke's breakpoint
/// before is serialised by the return from the signal. Cold; the caller holds the control lock.
Error write_blocks();
/// The number of blocks of a shape that are taken, and of all.
struct PoolUse {
  std::size_t taken, total;
};
PoolUse pool_use(Shape shape);

inline std::uintptr_t* EntryFrame::slot() const {
  const auto end = reinterpret_cast<std::uintptr_t>(this + 1);
  if (is_slot_record(*record)) return reinterpret_cast<std::uintptr_t*>(end);
  return reinterpret_cast<std::uintptr_t*>(slot_of_area(end + framed_pad, *record));
}
inline const Site& EntryFrame::site() const { return *record->site; }
inline const Site& ReturnFrame::site() const { return *attachment->record->site; }
/// The address of the return slot; 0 where the core does not know it.
[[gnu::always_inline]] inline std::uintptr_t slot_of(const ReturnFrame& frame) {
  return frame.registers.slot_is_copy ? frame.slot
                                      : reinterpret_cast<std::uintptr_t>(&frame.slot_word);
}

}  // namespace retprobe
