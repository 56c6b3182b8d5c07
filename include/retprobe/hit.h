// What the trampolines build on the stack for one hit: the frames that a design and the tracers'
// handlers look at.
//
//     slot shape (every shadow-stack design)              framed shape (call_through)
//
//     S    return slot: original address, or T            S    return slot: the original address,
//     always S-8  X: return address into the block               S-8  saved rbp
//          EntryFrame (below X)                                frame area of the record's
//          frame_bytes
//                                                              X, and EntryFrame below it
#pragma once

#include <cstddef>
#include <cstdint>

#include "retprobe/registers.h"

namespace retprobe {

struct Record;
struct Site;

/// Why an exit handler runs.
enum class ReturnReason : std::uint64_t {
  returned,   // the function returned
  unwound,    // an exception left it
  abandoned,  // it never returned: longjmp, thread exit; told when its frame is found to be stale
};
constexpr const char* to_string(ReturnReason reason) {
  return reason == ReturnReason::returned  ? "returned"
         : reason == ReturnReason::unwound ? "unwound"
                                           : "abandoned";
}

/// Where the call whose return slot this is really goes back to: what the slot holds or, where that
/// is a return trampoline, the original address. Async-signal-safe; any thread, any slot.
std::uintptr_t resolve_return_address(const std::uintptr_t* slot);

/// A probed call at its entry, as the trampoline laid it out; what an entry handler gets. Valid
/// during the handler.
struct EntryFrame {
  Registers registers;
  std::byte* entry_data;  // this tracer's area, 16-byte aligned; nullptr when it asked for none
  std::uintptr_t body;    // what the block calls, or where the call goes on without it
  std::uintptr_t
      go;  // where the block goes on when the trampoline returns into it with a carry (slot shape)
  std::uintptr_t block_return;  // X: tells the block, hence the record

  /// The probed function. Hot, async-signal-safe, as all of these.
  const Site& site() const;
  /// The original return address: what the caller's `call` pushed, also behind tail calls and
  /// chains.
  std::uintptr_t return_address() const { return resolve_return_address(slot()); }
  /// The return slot.
  std::uintptr_t* slot() const;
};

/// A probed call at its return (or when it is found never to return); what an exit handler gets.
struct ReturnFrame {
  Registers registers;  // undefined, but for rip, unless `reason` is returned
  const Record* record;
  std::byte* entry_data;  // as the tracer's entry handler of this call left it
  ReturnReason reason;
  std::uintptr_t unused;     // makes the size a multiple of 16
  std::uintptr_t slot_word;  // slot shape: the return slot itself (trap transfer: a copy); framed
                             // shape: not used

  const Site& site() const;
  /// The original return address: what the caller's `call` pushed, also behind tail calls and
  /// chains.
  std::uintptr_t return_address() const { return registers.rip; }
};

/// A tracer's entry handler: true when it wants to hear of this call's return. Runs on the thread
/// that called the function, on its stack, with all probes off (calls of probed functions run
/// unprobed and count as missed). May run in a signal handler, and inside malloc: it must be
/// async-signal-safe unless the tracer knows its functions better. Must not throw.
using EntryHandler = bool (*)(void* context, EntryFrame& call);
/// A tracer's exit handler; same context.
using ExitHandler = void (*)(void* context, ReturnFrame& call);

}  // namespace retprobe
