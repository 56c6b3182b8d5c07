// Binds the trampolines to one design. It defines the design's hooks (core/hooks/enter.h, leave.h)
// under the names that the assembly jumps to, and the table entry through which cold code finds the
// design by name. One generated source file per design includes this header; it is compiled with
// the flags of hot code.
#pragma once

#include <initializer_list>
#include <new>

#include "core/blocks/variants.h"
#include "core/design.h"
#include "core/hooks/design_table.h"
#include "core/hooks/enter.h"
#include "core/hooks/frame_walk.h"
#include "core/hooks/leave.h"

namespace retprobe {

/// Called by the signal handler of the trap transfer. Hot.
template <SlotDesign D>
void leave_by_trap(ReturnFrame* frame, std::uintptr_t slot) {
  ReturnHook<D, Leave::nowhere, RegisterSet::full>::leave(*frame, slot);
}

/// Called by the framed pool's personality routine when an exception has left the body. Cold.
template <FramedDesign D>
void unwound_framed(ReturnFrame* frame, std::uint64_t* area, const Record& record) {
  ReturnHook<D, Leave::nowhere, RegisterSet::scalar>::leave(
      *frame, {slot_of_area(reinterpret_cast<std::uintptr_t>(area), record), area});
  area[0] = 0;  // the tracers have been notified
}

template <class D>
constexpr DesignEntry entry_of(std::string_view name, std::span<const EntryTrampoline> entries,
                               std::span<const ReturnTrampoline> returns) {
  DesignEntry entry{.name = name, .facts = D::facts, .entries = entries, .returns = returns};
  ColdSide& side = entry.cold;
  if constexpr (SlotDesign<D>) {
    using Stack = typename D::Stack;
    entry.on_return_trap = leave_by_trap<D>;
    side.attach = D::attach;
    side.detach = D::detach;
    side.words = D::frame_words;
    side.make_stack = [](void* memory) -> ExecutionStack* { return new (memory) Stack(); };
    side.stack_bytes = sizeof(Stack);
    side.on_return = [](ExecutionStack& stack, ReturnFrame& frame, Thread& thread) {
      if (thread.guard.is_beneath_hook())
        D::on_return(static_cast<Stack&>(stack), Exits<true>{frame});
      else
        D::on_return(static_cast<Stack&>(stack), Exits<>{frame});
    };
    side.recover = [](ExecutionStack& stack, std::uintptr_t slot) {
      D::recover(static_cast<Stack&>(stack), slot);
    };
    if constexpr (requires(Stack& stack) { D::forget(stack); })
      side.forget = [](ExecutionStack& stack) { D::forget(static_cast<Stack&>(stack)); };
    if constexpr (std::derived_from<D, FrameWalk<D>>)
      side.visit_frames = [](const ExecutionStack& stack, bool (*visit)(void*, std::uintptr_t),
                             void* context) {
        D::for_each_frame(stack, [&](const std::uint64_t* slot, const std::uint64_t*) {
          return visit(context, *slot);
        });
      };
    side.frames = [](const ExecutionStack& stack) {
      return D::frames(static_cast<const Stack&>(stack));
    };
    side.describe = [](const ExecutionStack& stack) {
      return D::describe(static_cast<const Stack&>(stack));
    };
  } else if constexpr (FramedDesign<D>) {
    entry.on_unwound_framed = unwound_framed<D>;
    side.words = D::area_words;
  }
  return entry;
}

}  // namespace retprobe

#define RP_HIDDEN extern "C" [[gnu::visibility("hidden")]]
#define RP_BIND_ENTRY(NAME, MODE, PATH, SET)                                                       \
  RP_HIDDEN void retprobe_on_entry_##NAME##_##MODE##_##PATH##_##SET(retprobe::Record* record,      \
                                                                    retprobe::EntryFrame* frame) { \
    retprobe::EntryHook<retprobe::NAME::Design, retprobe::EntryMode::MODE, retprobe::Path::PATH,   \
                        retprobe::RegisterSet::SET>::enter(*record, *frame);                       \
  }                                                                                                \
  RP_HIDDEN const std::byte retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET[];
#define RP_BIND_RETURN(NAME, LEAVE, SET)                                                     \
  RP_HIDDEN void retprobe_on_return_##NAME##_##LEAVE##_##SET(std::uintptr_t slot,            \
                                                             retprobe::ReturnFrame* frame) { \
    using Hook = retprobe::ReturnHook<retprobe::NAME::Design, retprobe::Leave::LEAVE,        \
                                      retprobe::RegisterSet::SET>;                           \
    Hook::leave(*frame, Hook::call_of(*frame, slot));                                        \
  }                                                                                          \
  RP_HIDDEN const std::byte retprobe_return_trampoline_##NAME##_##LEAVE##_##SET[];
#define RP_LIST_ENTRY(NAME, MODE, PATH, SET)                                    \
  {retprobe::EntryMode::MODE, retprobe::Path::PATH, retprobe::RegisterSet::SET, \
   retprobe_entry_trampoline_##NAME##_##MODE##_##PATH##_##SET},
#define RP_LIST_RETURN(NAME, LEAVE, SET)               \
  {retprobe::Leave::LEAVE, retprobe::RegisterSet::SET, \
   retprobe_return_trampoline_##NAME##_##LEAVE##_##SET},

// clang-format off
/// WIRING is what CMake has read in the design's header.
#define RETPROBE_BIND(NAME, WIRING)                                                             \
  static_assert(retprobe::Design<retprobe::NAME::Design>);                                      \
  static_assert(retprobe::NAME::Design::facts.wiring == retprobe::Wiring::WIRING,               \
                "write `.wiring = Wiring::…,` in one line of the header, for CMake to find");   \
  RP_ENTRIES_##WIRING(RP_BIND_ENTRY, NAME)                                                      \
  RP_RETURNS_##WIRING(RP_BIND_RETURN, NAME)                                                     \
  static constexpr std::initializer_list<retprobe::EntryTrampoline> entries_of_##NAME = {       \
      RP_ENTRIES_##WIRING(RP_LIST_ENTRY, NAME)};                                                \
  static constexpr std::initializer_list<retprobe::ReturnTrampoline> returns_of_##NAME = {      \
      RP_RETURNS_##WIRING(RP_LIST_RETURN, NAME)};                                               \
  RP_HIDDEN constinit const retprobe::DesignEntry retprobe_design_##NAME =                      \
      retprobe::entry_of<retprobe::NAME::Design>(#NAME, entries_of_##NAME, returns_of_##NAME);
// clang-format on
