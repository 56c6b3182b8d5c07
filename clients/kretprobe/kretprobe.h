// Kretprobes: an interface like that of Linux's <linux/kprobes.h>, implemented on
// include/retprobe/probe.h. It works with any design.
//
//     Kretprobe probe{.symbol_name = "parse_line", .entry_handler = enter, .handler = leave,
//                     .data_size = 8};
//     if (Error error = register_kretprobe(probe)) …
//     …
//     if (Error error = unregister_kretprobe(probe)) …
//
// The rules. They are those of Linux, unless the right column says otherwise.
//
//   rule                            behaviour
//   exit order of several probes    the reverse of their entry order
//   entry_handler returns != 0      this call has no exit, and does not count as missed
//   entry_handler is null           every call is accepted
//   maxactive calls in flight       the next call is missed: nmissed counts it, and its entry
//                                   handler does not run. Enforced here, because a design may
//                                   have no pool of its own. An instance is in use from the end
//                                   of the entry handler to the start of the exit handler. So
//                                   entry handlers that run at the same time may take some more
//   maxactive = 0                   means max(10, 2 x CPUs)
//   data                            data_size bytes per call, private to it, 16-byte aligned, not
//                                   zeroed; 4096 at most; null when data_size is 0
//   a handler calls a probed        the inner call runs unprobed, and counts as missed
//   function
//   a call that does not return     its instance is recycled and its handler does not run. With a
//   (exception, longjmp, exit)      design that is not notified of jumps (call_through), the
//                                   instance stays in use
//   fork                            the child begins with no instance in use
//   stop_tracing                    the instance of a call that returns meanwhile stays in use,
//                                   until the probe is registered anew
//   disabled                        no entry handler runs and nothing is missed; calls in flight
//                                   still have their exit. (Linux removes the breakpoint; here
//                                   the site stays patched)
//   unregister                      returns when no handler runs and none will; nmissed keeps its
//                                   value
//   register_kretprobes             all or none; unregistered in reverse order
//   symbol_name and address         exactly one of them. A name that several functions have is
//                                   refused (Linux takes the first)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "retprobe/probe.h"

namespace retprobe::kretprobe {

struct Kretprobe;
struct Registration;

/// A call in flight, as handlers see it. The object lives while the handler runs. `data` lives as
/// long as the call.
struct KretprobeInstance {
  Kretprobe& probe;
  const Site& site;
  std::uintptr_t ret_addr;  // the real return address, in a tail call too
  void* data;
};

/// Context: see the handlers in include/retprobe/hit.h. Compile handlers without vector registers,
/// unless Kretprobe::registers includes them. An entry handler returns 0 if it wants the exit
/// handler to run. The result of an exit handler is ignored, as in Linux.
using KretprobeHandler = int (*)(KretprobeInstance& instance, Registers& registers);

/// Makes an object that must not be copied or moved.
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
};

/// The user sets the fields before registering, and does not change them while it is registered.
/// The object unregisters itself when it goes out of scope.
struct Kretprobe {
  std::string symbol_name = {};  // or
  std::uintptr_t address = 0;    // the function's, or its patchable entry's
  KretprobeHandler entry_handler = nullptr;
  KretprobeHandler handler = nullptr;
  std::size_t data_size = 0;
  std::size_t maxactive = 0;
  RegisterSet registers = RegisterSet::scalar;
  bool disabled = false;  // registered disabled, until enable_kretprobe

  std::shared_ptr<Registration> registration = nullptr;  // internal
  [[no_unique_address]] Pinned pinned = {};

  /// Calls whose exit should have been handled and could not be, since it was (last) registered.
  std::uint64_t nmissed() const;
  /// Calls in flight that have an instance.
  std::size_t active() const;
};

/// Error: see Tracer::attach. Also Code::usage for contradictory fields, and Code::already when it
/// is registered.
Error register_kretprobe(Kretprobe& probe);
/// Registers all, or none: if one fails, those before it are unregistered again. The Error names
/// the one that failed.
Error register_kretprobes(std::span<Kretprobe* const> probes);
/// Error: Code::not_found when it is not registered. Code::busy as for Tracer::detach; then it is
/// unregistered all the same.
Error unregister_kretprobe(Kretprobe& probe);
/// Unregisters all of them, even when one fails. Returns the first Error.
Error unregister_kretprobes(std::span<Kretprobe* const> probes);
/// Error (Code::not_found) when it is not registered. May be called from any thread, also from a
/// handler, but not while another thread registers or unregisters the probe.
Error disable_kretprobe(Kretprobe& probe);
Error enable_kretprobe(Kretprobe& probe);

/// The return value, if it is an integer or a pointer. For exit handlers.
inline std::uint64_t regs_return_value(const Registers& registers) { return registers.rax; }
/// Changes the return value.
inline void regs_set_return_value(Registers& registers, std::uint64_t value) {
  registers.rax = value;
}

}  // namespace retprobe::kretprobe
