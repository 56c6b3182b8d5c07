// The designs at run time: what the cold side knows of each, by name. Filled by core/bind.h in one
// generated file per design; the list of them is generated too, so that adding a folder is all it
// takes.
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

/// A design's cold side and the rare operations of hooks, as addresses. Null where its shape has no
/// such thing.
struct ColdSide {
  Error (*attach)(DesignWord& word, Handle);
  void (*detach)(DesignWord& word, Handle);
  std::uint32_t (*words)(
      std::span<const Handle>);  // frame_words, or area_words of the framed shape
  ExecutionStack* (*make_stack)(void* memory);
  std::size_t stack_bytes;
  void (*on_return)(ExecutionStack&, ReturnFrame&, Thread&);
  void (*recover)(ExecutionStack&, std::uintptr_t slot);
  std::uintptr_t (*resolve)(const ExecutionStack&, std::uintptr_t slot);
  /// From the newest frame down, until `visit` returns false. Null where frames carry no slot.
  void (*visit_frames)(const ExecutionStack&,
                       bool (*visit)(void* context, const Record&, std::uintptr_t slot),
                       void* context);
  std::size_t (*frames)(const ExecutionStack&);
  ShadowView (*describe)(const ExecutionStack&);
};

struct DesignEntry {
  std::string_view name;
  const Facts& facts;
  const std::byte*
      entries[entry_mode_count * path_count * register_set_count];  // in that order of significance
  const std::byte*
      returns[4 * register_set_count];  // push_ret (and paired), call_ret, jump, framed
  void (*on_return)(ReturnFrame*, std::uintptr_t slot);  // for the trap transfer
  void (*on_unwound_framed)(ReturnFrame*, std::uint64_t* area);
  ColdSide cold;

  std::uintptr_t entry_trampoline(EntryMode mode, Path path, RegisterSet set) const {
    const std::size_t row =
        static_cast<std::size_t>(mode) * path_count + static_cast<std::size_t>(path);
    return reinterpret_cast<std::uintptr_t>(
        entries[row * register_set_count + static_cast<std::size_t>(set)]);
  }
  /// The trap transfer has none: its T is a breakpoint. Its blocks carry that of push_ret, never
  /// reached.
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
/// The one of that name, or nullptr.
const DesignEntry* find_design(std::string_view name);

/// The design whose stacks hooks use now. Never null once something is attached. Read by slow paths
/// of hooks.
extern const DesignEntry* active_design;

}  // namespace retprobe
