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
  void (*forget)(ExecutionStack&);
  /// Visits the slots of the frames from the newest down, until `visit` returns false. Null if the
  /// design's frames do not carry their slot.
  void (*visit_frames)(const ExecutionStack&, bool (*visit)(void* context, std::uintptr_t slot),
                       void* context);
  std::size_t (*frames)(const ExecutionStack&);
  ShadowView (*describe)(const ExecutionStack&);
};

/// The code of one trampoline.
struct EntryTrampoline {
  EntryMode mode;
  Path path;
  RegisterSet set;
  const std::byte* code;
};
struct ReturnTrampoline {
  Leave leave;
  RegisterSet set;
  const std::byte* code;
};

struct DesignEntry {
  std::string_view name;
  const Facts& facts;
  std::span<const EntryTrampoline> entries;
  std::span<const ReturnTrampoline> returns;
  // Slot shape: for the trap transfer.
  void (*on_return_trap)(ReturnFrame*, std::uintptr_t slot) = nullptr;
  // Framed shape: for an exception that leaves the body.
  void (*on_unwound_framed)(ReturnFrame*, std::uint64_t* area, const Record&) = nullptr;
  ColdSide cold = {};

  /// The address of a trampoline; 0 where the design has none.
  std::uintptr_t entry_trampoline(Transfer transfer, Path path, RegisterSet set) const {
    for (const EntryTrampoline& entry : entries)
      if (entry.mode == facts.entry_mode(transfer) && entry.path == path && entry.set == set)
        return reinterpret_cast<std::uintptr_t>(entry.code);
    return 0;
  }
  std::uintptr_t return_trampoline(Transfer transfer, RegisterSet set) const {
    for (const ReturnTrampoline& entry : returns)
      if (entry.leave == facts.leave(transfer) && entry.set == set)
        return reinterpret_cast<std::uintptr_t>(entry.code);
    return 0;
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
