// Kretprobes, as an interface: what somebody who knows Linux's <linux/kprobes.h> expects, on
// include/retprobe/probe.h, with any design.
//
//     Kretprobe probe{.symbol_name = "parse_line", .entry_handler = enter, .handler = leave,
//     .data_size = 8}; if (Error error = register_kretprobe(probe)) … … if (Error error =
//     unregister_kretprobe(probe)) …
//
// The rules, next to Linux's:
//
//   rule                            here, and as in Linux unless said otherwise
//   exit order of several probes    reverse of the order of their entries
//   entry_handler returns != 0      this call has no exit, and is not missed
//   entry_handler is null           every call is accepted
//   maxactive calls in flight       the next one is missed: nmissed counts it, its entry handler
//   does not run.
//                                   Enforced here whatever the design, which may have no pool of
//                                   its own
//   maxactive = 0                   max(10, 2 x CPUs)
//   data                            data_size bytes per call, private to it; null when data_size is
//   0; 4096 at most; 16-byte
//                                   aligned. Not zeroed
//   a handler calls a probed        the inner call runs unprobed, and counts as missed
//   function
//   a call that does not return     its instance is recycled and its handler does not run. Where
//   the design is not told of calls that (exception, longjmp, exit)      are left by a jump
//   (call_through), the instance stays in use disabled                        no entry handler runs
//   and nothing is missed; calls in flight still have their exit. (Linux takes the
//                                   breakpoint away; here the site stays patched)
//   unregister                      returns when no handler runs, and none will; nmissed keeps its
//   value register_kretprobes             all or none; unregistered in reverse symbol_name and
//   address         exactly one of them. A name that several functions have is refused (Linux takes
//   the first)
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

/// A call in flight, as handlers see it. Lives as long as the handler runs; `data` lives as long as
/// the call.
struct KretprobeInstance {
  Kretprobe& probe;
  const Site& site;
  std::uintptr_t ret_addr;  // where the call really goes back to, in a tail call too
  void* data;
};

/// Context: as include/retprobe/hit.h says of handlers. Compiled without vector registers, unless
/// Kretprobe::registers says more. Entry handlers return 0 to hear of the return; the result of the
/// other is ignored, as in Linux.
using KretprobeHandler = int (*)(KretprobeInstance& instance, Registers& registers);

/// Keeps what must not move where it is.
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
};

/// The fields are the user's until it is registered; then they are left alone. Unregisters when it
/// goes out of scope.
struct Kretprobe {
  std::string symbol_name = {};  // or
  std::uintptr_t address = 0;    // of the function, or of its patchable entry
  KretprobeHandler entry_handler = nullptr;
  KretprobeHandler handler = nullptr;
  std::size_t data_size = 0;
  std::size_t maxactive = 0;
  RegisterSet registers = RegisterSet::scalar;
  bool disabled = false;  // registered asleep, until enable_kretprobe

  std::shared_ptr<Registration> registration = nullptr;  // internal
  [[no_unique_address]] Pinned pinned = {};

  /// Calls that should have had their exit handled and could not, since it was registered (last).
  std::uint64_t nmissed() const;
  /// Calls in flight that have an instance.
  std::size_t active() const;
};

/// Error: as Tracer::attach; Code::usage for fields that contradict each other; Code::already when
/// it is registered.
Error register_kretprobe(Kretprobe& probe);
/// All, or when one fails none: those before it are unregistered again. Error names the failing
/// one.
Error register_kretprobes(std::span<Kretprobe* const> probes);
/// Error (Code::not_found) when it is not registered; Code::busy as Tracer::detach, and then it is
/// unregistered all the same.
Error unregister_kretprobe(Kretprobe& probe);
/// All of them, whatever becomes of one; the first Error.
Error unregister_kretprobes(std::span<Kretprobe* const> probes);
/// Error (Code::not_found) when it is not registered. From any thread, also from a handler (but not
/// of a probe that another thread registers or unregisters meanwhile).
Error disable_kretprobe(Kretprobe& probe);
Error enable_kretprobe(Kretprobe& probe);

/// The return value, when it is an integer or pointer. For exit handlers.
inline std::uint64_t regs_return_value(const Registers& registers) { return registers.rax; }
/// Changes it.
inline void regs_set_return_value(Registers& registers, std::uint64_t value) {
  registers.rax = value;
}

}  // namespace retprobe::kretprobe
