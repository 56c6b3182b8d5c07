// The tracer API: what somebody who wants to hear of calls and returns includes.
//
//     retprobe::TracerOptions options{.name = "mine", .on_entry = enter, .on_return = leave,
//     .context = &state}; auto tracer = retprobe::Tracer::make(options);           //
//     Result<Tracer> if (Error error = tracer->attach("parse_*")) …           // functions by name,
//     glob or address tracer->detach();                                        // or let it go out
//     of scope
//
// Everything here is cold and thread-safe unless it says otherwise: it may be called at any time,
// from any thread, while other threads run the functions; not from a handler (attach and detach
// refuse that with an Error) and not from a signal handler.
//
// Modules. A function of a module that dlopen brought can be probed as soon as dlopen has returned.
// A probe does not keep the module loaded: dlclose unmaps it as it would without, tracers attached
// or not. No return needs the module: a call of it that has left the module's code (by a tail call;
// by a jump, unnoticed so far) returns and is told as ever, with its Site, which lives on. As
// without probes, code that still runs in the module when it is unmapped crashes: a thread in there
// needs a reference of its own. A module that is loaded again is another one, with other Sites,
// wherever it lies: tracers have to attach anew.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retprobe/error.h"
#include "retprobe/hit.h"
#include "retprobe/site.h"

#define RETPROBE_API [[gnu::visibility("default")]]

namespace retprobe {

/// How the process's probes are made. One choice at a time for the whole process.
struct Configuration {
  std::string design = "counted_shadow";  // a folder's name in designs/; see design_names()
  std::string transfer = "paired";        // paired, push_ret, call_ret, jump, trap
};

/// Chooses it. Error (Code::busy), with nothing changed: while a tracer is attached or a probed
/// call is in flight; in a handler; and, of another design, where a thread stays in a hook for 5 s,
/// which is waited for: its handler waits for something, or was left by a jump that nobody saw, as
/// a detach tells of it, too. Code::not_found for an unknown name.
RETPROBE_API Error configure(const Configuration& configuration);
RETPROBE_API const Configuration& configuration();
RETPROBE_API std::vector<std::string> design_names();
RETPROBE_API std::span<const std::string_view> transfer_names();

struct TracerOptions {
  std::string name = "tracer";       // for messages
  EntryHandler on_entry = nullptr;   // null: every call is accepted
  ExitHandler on_return = nullptr;   // null: no call's return is of interest
  void* context = nullptr;           // handed to both
  std::size_t entry_data_bytes = 0;  // 0 … 4096, private to this tracer and call
  RegisterSet registers = RegisterSet::scalar;
  bool redirects =
      false;  // on_entry may set Registers::rip; needs the full set; one such tracer per function
  std::size_t maxactive =
      0;  // instance_pool: instances per function; 0: max(10, 2 x CPUs), as kretprobes
};

class TracerState;

/// A registered user. Detaches everywhere when it goes out of scope.
class RETPROBE_API Tracer {
 public:
  static Result<Tracer> make(TracerOptions options);
  Tracer(Tracer&&) noexcept;
  Tracer& operator=(Tracer&&) noexcept;
  ~Tracer();

  /// Attaches to all of the sites, or, when any one of them cannot be had, to none. Returns when
  /// every call that begins from now on, in any thread, is seen. Refused: functions that must not
  /// be probed (Site::refusal), a second redirecting tracer, a site it is attached to already.
  Error attach(std::span<const Site* const> sites);
  /// The same for what find_sites(pattern) finds; a pattern that selects many (a glob, a module)
  /// leaves out refused functions.
  Error attach(std::string_view pattern);
  /// Detaches from them, or from everything. When it returns without an Error, no handler of this
  /// tracer is running or will run for them; calls in flight return correctly. On Error
  /// (Code::busy) it is detached as well, but a handler is still running; the message names its
  /// thread.
  Error detach(std::span<const Site* const> sites);
  Error detach();

  /// Calls that this tracer should have seen and did not: entries + missed = calls.
  std::uint64_t missed() const;
  /// How many functions it is attached to.
  std::size_t attached() const;

 private:
  explicit Tracer(std::unique_ptr<TracerState> state);
  std::unique_ptr<TracerState> state_;
};

/// Attached for as long as it lives.
class RETPROBE_API ScopedAttachment {
 public:
  static Result<ScopedAttachment> make(Tracer& tracer, std::vector<const Site*> sites);
  ScopedAttachment(ScopedAttachment&& other) noexcept;
  ScopedAttachment& operator=(ScopedAttachment&&) = delete;
  ~ScopedAttachment();

 private:
  ScopedAttachment(Tracer& tracer, std::vector<const Site*> sites);
  Tracer* tracer_;
  std::vector<const Site*> sites_;
};

/// Stops all tracing at once, until start_tracing(): no hook that looks at the switch from now on
/// begins a handler. A hook of another thread that has looked already may still begin one; no
/// second one. Calls meanwhile run unprobed and are not counted; calls in flight return correctly
/// and unheard. Async-signal-safe.
RETPROBE_API void stop_tracing();
RETPROBE_API void start_tracing();
RETPROBE_API bool tracing_stopped();

/// Follows frame pointers from a frame of a function that has one: `ip` in it, `frame_pointer` its
/// rbp. Writes `ip` and then the return addresses outwards, the original ones where a slot holds a
/// return trampoline; returns how many. Ends where the chain does: an unreadable or no higher
/// frame. Async-signal-safe; for the own thread, also in signal handlers (with the interrupted
/// registers) and in handlers (with the call's return_address() and its caller's rbp:
/// Registers::rbp of the full set; in call_through that is its block's frame), or for another,
/// stopped thread. Two system calls per frame: not for hot handlers.
RETPROBE_API std::size_t walk_frames(std::uintptr_t ip, std::uintptr_t frame_pointer,
                                     std::span<std::uintptr_t> addresses);

/// Tells the core the bounds of a coroutine's stack: within them frames that are passed over are
/// found at once, and its hits are cheaper. Not needed for correctness. Idempotent; a region that
/// overlaps known ones replaces them, their frames are abandoned. `makecontext` does it by itself
/// in programs that link this library.
RETPROBE_API Error add_stack(const void* low, std::size_t bytes);
RETPROBE_API void remove_stack(const void* low);

/// What the process's probes occupy now.
struct Usage {
  std::size_t sites;                // with a tracer
  std::size_t blocks, block_total;  // of the pool that the current design uses
  std::size_t frames;               // calls in flight
  std::size_t stacks;               // execution stacks known
  std::size_t shadow_bytes;         // of shadow stack in use, all of them
};
RETPROBE_API Usage usage();

/// The live shadow stack of the calling thread's current execution stack, drawn as in the design's
/// README. From a handler it shows the call at hand.
RETPROBE_API std::string draw_shadow_stack();

}  // namespace retprobe
