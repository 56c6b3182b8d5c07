// The frames that handlers receive: EntryFrame at a probed call's entry, ReturnFrame at its return.
// The trampolines build them on the stack.
//
// Words used here and below:
//   hit    one call of a probed function, as the probe sees it
//   block  a few instructions per function that lead to the trampolines and call the body (block.h)
//   body   the function's code behind the patched bytes
//   record the block's data: which function, which tracers (block.h)
//   S      the address of the return slot: the stack word with the call's return address
//   T      the address in the block that the body returns to: the call's return trampoline
//
// Layout on the machine stack, higher addresses first:
//
//     slot shape (every shadow-stack design)       framed shape (call_through)
//
//     S    return slot: original address, or T     S    return slot: always the original address
//          EntryFrame                              S-8  saved rbp
//                                                       frame area: frame_bytes of the record
//                                                       pad
//                                                       EntryFrame
#pragma once

#include <cstddef>
#include <cstdint>

#include "retprobe/registers.h"

namespace retprobe {

struct Attachment;
struct Record;
struct Site;

/// The original return address of the call with this return slot. That is the slot's content or,
/// where the slot holds a return trampoline, the address that the trampoline replaced.
/// Async-signal-safe; works for any slot of any thread.
std::uintptr_t resolve_return_address(const std::uintptr_t* slot);

/// A probed call at its entry: the argument of an entry handler. Valid during the handler only.
/// The assembly depends on the layout.
struct EntryFrame {
  Registers registers;
  std::byte* entry_data;  // this tracer's area, 16-byte aligned; nullptr when it asked for none
  std::uintptr_t body;    // the address that is called, or jumped to, if the block does not know it
  std::uintptr_t call;    // the full register set: where its trampoline calls the body
  const Record* record;   // the block's

  /// The probed function. Like the other members: hot, async-signal-safe.
  const Site& site() const;
  /// The original return address, as the caller's `call` pushed it. Also right after tail calls and
  /// with chained return trampolines.
  std::uintptr_t return_address() const { return resolve_return_address(slot()); }
  /// The return slot.
  std::uintptr_t* slot() const;
};

/// A probed call at its return, or when the library finds that it will never return. The argument
/// of an exit handler; valid during the handler only.
struct ReturnFrame {
  Registers registers;           // undefined unless the reason is `returned`
  const Attachment* attachment;  // the one whose handler runs; it names the function
  std::byte* entry_data;         // as the tracer's entry handler of this call left it
  std::uintptr_t unused;         // makes the size a multiple of 16
  std::uintptr_t slot;           // if registers.slot_is_copy: the slot's address; 0: not known
  std::uintptr_t slot_word;  // what the slot held at entry. Usually this is the return slot itself

  const Site& site() const;
  ReturnReason reason() const { return registers.reason; }
  /// The original return address, as the caller's `call` pushed it. Also right after tail calls and
  /// with chained return trampolines.
  std::uintptr_t return_address() const;
};

/// A tracer's entry handler. Returns true when its exit handler is to run for this call. It runs on
/// the thread that called the function, on that thread's stack. While it runs, calls of probed
/// functions by this thread run unprobed and count as missed. It may run in a signal handler and
/// inside malloc. So it must be async-signal-safe, unless the tracer knows that its functions are
/// not called there. It must not throw, nor end its thread (pthread_exit, a cancellation).
///
/// It may leave by longjmp. The tracers whose entry handlers have not run yet are then not notified
/// of the call, and it does not count as missed. Nothing may jump back into a handler that a
/// longjmp is leaving, such as an exit handler that runs because of that longjmp. A handler may
/// switch stacks. It must go on in the thread in which it began.
using EntryHandler = bool (*)(void* context, EntryFrame& call);
/// A tracer's exit handler. The rules of EntryHandler hold for it, too.
using ExitHandler = void (*)(void* context, ReturnFrame& call);

}  // namespace retprobe
