// The table of designs, through which cold code finds a design by name at run time. core/bind.h
// defines the entry of a design, in one generated file per design. The list of entries is generated
// too, so a new design only needs its folder.
#pragma once

#include <span>
#include <string_view>

#include "core/blocks/attachment.h"
#include "core/blocks/block.h"
#include "core/hooks/execution_stack.h"
#include "core/hooks/facts.h"
#include "core/hooks/thread.h"
#include "retprobe/error.h"
#include "retprobe/shadow_view.h"

namespace retprobe {

/// The functions of a design that cold code and the slow paths of hooks call (see the concepts in
/// design.h). Null where the design's shape has no such function.
struct ColdSide {
  Error (*attach)(DesignWord& word, Handle);
  void (*detach)(DesignWord& word, Handle);
  // frame_words or, in the framed shape, area_words.
  std::uint32_t (*words)(std::span<const Handle>);
  ExecutionStack* (*make_stack)(void* memory);
  std::size_t stack_bytes;
  void (*on_return)(ExecutionStack&, ReturnFrame&, Thread&);
  void (*recover)(ExecutionStack&, std::uintptr_t slot);
  /// Visits the slots of the frames from the newest down, until `visit` returns false. Null if the
  /// design's frames do not carry their slot.
  void (*visit_frames)(const ExecutionStack&, bool (*visit)(void* context, std::uintptr_t slot),
                       void* context);
  std::size_t (*frames)(const ExecutionStack&);
  ShadowView (*describe)(const ExecutionStack&);
};

struct DesignEntry {
  std::string_view name;
  const Facts& facts;
  // The entry trampolines; the index is made of mode, path and set, the set varying fastest.
  const std::byte* entries[entry_mode_count * path_count * register_set_count];
  // The return trampolines: push_ret (and paired), call_ret, jump, framed; the set varies fastest.
  const std::byte* returns[4 * register_set_count];
  void (*on_return_trap)(ReturnFrame*, std::uintptr_t slot);  // for the trap transfer
  void (*on_unwound_framed)(ReturnFrame*, std::uint64_t* area, const Record&);
  ColdSide cold;

  std::uintptr_t entry_trampoline(EntryMode mode, Path path, RegisterSet set) const {
    const std::size_t row =
        static_cast<std::size_t>(mode) * path_count + static_cast<std::size_t>(path);
    return reinterpret_cast<std::uintptr_t>(
        entries[row * register_set_count + static_cast<std::size_t>(set)]);
  }
  /// The trap transfer has no return trampoline, since its T is a breakpoint. Its records hold the
  /// one of push_ret, which is never reached.
  std::uintptr_t return_trampoline(Transfer transfer, RegisterSet set) const {
    const std::size_t row = facts.wiring == Wiring::framed   ? 3
                            : transfer == Transfer::call_ret ? 1
                            : transfer == Transfer::jump     ? 2
                                                             : 0;
    return reinterpret_cast<std::uintptr_t>(
        returns[row * register_set_count + static_cast<std::size_t>(set)]);
  }
};

/// All designs of this library, by name.
std::span<const DesignEntry* const> design_table();
/// The design of that name, or nullptr.
const DesignEntry* find_design(std::string_view name);

/// The current design: hooks use its kind of stacks. Not null once a tracer has been attached. Slow
/// paths of hooks read it.
extern const DesignEntry* active_design;

}  // namespace retprobe
