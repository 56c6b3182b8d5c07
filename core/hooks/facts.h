// The properties of a design that are known without running it: how its blocks are wired, how a
// return leaves, what it cannot do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace retprobe {

/// How the return trampoline is entered and left. The core implements the transfers; every design
/// of the slot shape works with each.
enum class Transfer : std::uint8_t { paired, push_ret, call_ret, jump, trap };
inline constexpr std::size_t transfer_count = 5;
constexpr std::string_view to_string(Transfer transfer) {
  constexpr std::string_view names[] = {"paired", "push_ret", "call_ret", "jump", "trap"};
  return names[static_cast<std::size_t>(transfer)];
}

/// How the body is reached after the entry hook:
///   paired   the slot is freed and the body is *called*, which pushes T into the slot;
///   replace  the hook writes T into the slot, and the trampoline jumps to the body;
///   framed   the body is called from a frame below the slot.
enum class EntryMode : std::uint8_t { paired, replace, framed };
inline constexpr std::size_t entry_mode_count = 3;

/// Entry code for one tracer on the function, or for any number.
enum class Path : std::uint8_t { direct, iterating };
inline constexpr std::size_t path_count = 2;

/// How the sites of a design are wired to blocks.
enum class Wiring : std::uint8_t {
  unhooked,  // sites are patched, but have no block and no handler
  framed,    // one framed block per size of the frame area; no shadow stack
  shared,    // one slot block for the direct path, one for the iterating path
  chained,   // one slot block per attachment, each calling the next
};

/// Something that a design cannot do by its nature. The scenarios that it names are reported as
/// "declared" instead of failed, where they fail as it says. Any other failure is one.
struct Inability {
  std::string_view scenario;  // a scenario's name, or a glob over names
  std::string_view why;
  // Globs over what `retprobe verify` says of such a failure. (A crash: "crashed: SIG…"; a hang:
  // "timed out …".) A design without hooks needs none: its scenarios are not run.
  std::string_view fails[3] = {};
};

/// What no design of the slot shape can do, because of the core.
inline constexpr Inability core_inabilities[] = {
    {"stacks_switch_inside_a_frame",
     "a coroutine's stack that is an array in another frame, and that add_stack did not announce, "
     "cannot be told from the stack around it: calls in flight there look passed over",
     {"crashed: SIGABRT; it said: *no frame for the return slot 0x*",
      "tracer *'s returned calls: expected *, seen *"}},
    {"every_instruction_exceptions",
     "in the paired transfer a call in flight has two entries on CET's shadow stack, the caller's "
     "and the block's; the T is taken out of the unwinder's way, so it takes one off: under CET an "
     "exception through a probed call would leave one behind",
     {"6 entries lie on a hardware shadow stack * takes 5 off"}},
    {"unwind_perf_dwarf",
     "perf unwinds copies of stacks later, and reads all else from the modules' files: the "
     "parallel shadow is in none, so the chain ends in the first return trampoline "
     "(docs/unwinding.md has the evidence)",
     {"*: frame * is missing, which is * (the chain ends in * (0x*))"}},
    {"unwind_gdb_on_trampoline",
     "gdb takes two frames of one function with one CFA for the same frame and ends the chain: in "
     "a "
     "stripped library, an entry trampoline on top of the T that the slot holds already are two "
     "such",
     {"entry handler in a tail call: frame * is missing, which is * (the chain ends in *"}},
    {"unwind_perf_fp",
     "the kernel follows frame pointers and takes what return slots hold, so a probed function's "
     "caller shows as retprobe_return_trampolines; nothing else is lost "
     "(unwind_perf_fp_trampolines)",
     {"*: frame * of * is unwind_inner (0x*), not *"}},
};

struct Facts {
  std::string_view idea;         // one line
  std::string_view proposed_by;  // who and where
  Wiring wiring = Wiring::shared;
  bool keyed_by_slot = true;  // frames carry their slot's address, which shows stale frames
  std::span<const Inability> declared = {};
};

}  // namespace retprobe
