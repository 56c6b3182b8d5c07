// The interface of a design. A design decides what is stored for a call in flight, and so which
// handlers run when the call returns, with which data. docs/hot_path.md says what to read before
// this file.
//
// A design is one folder with one header, designs/NAME/NAME.h. The header defines
// `retprobe::NAME::Design`, a type without instances that satisfies the concept at the end of this
// file. CMake finds the folder and generates a source file that binds the trampolines to the design
// by direct calls (core/bind.h). Nothing outside the folder names the design.
//
// core/hooks/enter.h and leave.h call a design; core/hooks/handlers.h has what a design calls.
//
// Contexts:
//   cold  The control lock is held. May lock, allocate, use libc.
//   hot   In a hook, with the guard set. No allocation, no libc, no vector registers, no locks. A
//         hot function cannot fail: it can only count a call as missed. Compiled with
//         -mgeneral-regs-only -fno-exceptions -fasynchronous-unwind-tables; async-signal-safe.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "core/hooks/handlers.h"
#include "retprobe/shadow_view.h"

namespace retprobe {

template <class D>
concept HasFacts = requires {
  { D::facts } -> std::convertible_to<const Facts&>;
};

/// A design whose frames lie on the shadow stack. `word` is the function's design word. One that
/// keeps anything of a call in flight elsewhere also has
///
///     static void forget(Stack& stack);
///
/// Hot. The calls in flight on this stack never return, and nobody is told. Gives back what is kept
/// of them elsewhere. In the child of a fork, the stack's thread may have been in a hook.
template <class D>
concept SlotDesign = HasFacts<D> && std::derived_from<typename D::Stack, ExecutionStack> &&
                     requires(typename D::Stack& stack, const typename D::Stack& view, Hit& hit,
                              Exits<> exits, DesignWord& word, Handle handle,
                              std::span<const Handle> handles, std::uintptr_t slot) {
                       // Cold. Makes what an attachment needs besides its table entry. In bitmask:
                       // a place in the function's table. (`word` points to that table, and the
                       // core copies it into all of the function's records.) In instance_pool: a
                       // pool of instances. On Error the attach is refused.
                       { D::attach(word, handle) } -> std::same_as<Error>;
                       // Cold. The attachment is dead and no hook runs its handlers. Frames in
                       // flight may still hold its handle.
                       { D::detach(word, handle) } -> std::same_as<void>;
                       // Cold. An upper bound of the shadow-stack words that one call with these
                       // tracers takes, the slot's included.
                       { D::frame_words(handles) } -> std::same_as<std::uint32_t>;
                       // Hot. The guard is set, stale frames are dropped, and hit.list->words words
                       // (direct path: frame_words of the one tracer) fit on the shadow stack.
                       // *stack.top is written, if frames carry their slot: it is to be the frame's
                       // lowest word. Runs the entry handlers in list order. Pushes a frame unless
                       // every handler declined. True: a frame was pushed.
                       { D::template on_entry<Path::direct>(stack, hit) } -> std::same_as<bool>;
                       // A chained design needs no on_entry for the iterating path, since each of
                       // its blocks has one tracer.
                       requires D::facts.wiring == Wiring::chained || requires {
                         {
                           D::template on_entry<Path::iterating>(stack, hit)
                         } -> std::same_as<bool>;
                       };
                       // Hot. The newest frame is the one that returns. Runs the exit handlers
                       // (exits.run) in reverse order, and pops the frame (pop_to) before the last
                       // of them. If the reason is not `returned`, the frame is being dropped.
                       { D::on_return(stack, exits) } -> std::same_as<void>;
                       // Hot. A siglongjmp left a hook while its entry handlers ran;
                       // `stack.pending` points above the words written so far. Makes a frame of
                       // these words. The caller then drops it as stale.
                       { D::recover(stack, slot) } -> std::same_as<void>;
                       // Cold. The number of frames on this stack; and what its words mean, newest
                       // first (core/picture.h helps with it).
                       { D::frames(view) } -> std::same_as<std::size_t>;
                       { D::describe(view) } -> std::same_as<ShadowView>;
                     };

/// A design whose frame lies on the machine stack. `area` is the frame area in the block's frame,
/// 16-byte aligned. area_words is frame_words for this area.
template <class D>
concept FramedDesign =
    HasFacts<D> &&
    requires(Hit& hit, Exits<> exits, std::span<const Handle> handles, std::uint64_t* area) {
      { D::area_words(handles) } -> std::same_as<std::uint32_t>;
      // True: exit handlers are due, and area[0] is not 0.
      { D::template on_entry<Path::direct>(area, hit) } -> std::same_as<bool>;
      { D::template on_entry<Path::iterating>(area, hit) } -> std::same_as<bool>;
      { D::on_return(area, exits) } -> std::same_as<void>;
    };

/// A design without hooks.
template <class D>
concept UnhookedDesign = HasFacts<D> && (D::facts.wiring == Wiring::unhooked);

template <class D>
concept Design = SlotDesign<D> || FramedDesign<D> || UnhookedDesign<D>;

}  // namespace retprobe
