// The tracer API. Include this header to be notified of function calls and returns.
//
//     retprobe::TracerOptions options{
//         .name = "mine", .on_entry = enter, .on_return = leave, .context = &state};
//     auto tracer = retprobe::Tracer::make(options);       // Result<Tracer>
//     if (Error error = tracer->attach("parse_*")) …       // by name, glob or address
//     tracer->detach();                                    // or let it go out of scope
//
// Everything here is cold and thread-safe unless its comment says otherwise. It may be called at
// any time, from any thread, while other threads run the functions. It must not be called from a
// signal handler, nor from a probe handler (attach and detach refuse that with an Error).
//
// Shared libraries. A function of a library can be probed as soon as dlopen has returned. A probe
// does not keep the library loaded: dlclose unmaps it as it would without probes, even with tracers
// attached. The return of a probed call does not need the library. A call may have left the
// library's code by a tail call, or by a jump that has not been noticed yet. Such a call still
// returns, and its tracers are notified, with its Site, which is never freed. As without probes, a
// thread that still runs the library's code when it is unmapped crashes. So that thread must hold a
// reference to the library. A library that is loaded again is a new module with new Sites, even at
// the same address: tracers have to attach again. Its functions need no further blocks if the
// address is the same, and all tracers have detached from what was unmapped.
//
// Fork. A child of fork has the tracers of its parent, attached to the same functions, with their
// numbers of missed calls, the configuration and the stop switch. Both go on by themselves: a
// detach or an attach of one changes nothing in the other. Calls that are in flight on the thread
// that forks return in both, each with its exit handlers. Calls that were in flight on other
// threads are in the parent only; the child does not count them in Usage. The child of vfork shares
// its parent's memory: its calls are the parent's.
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

/// The kind of probes. One configuration at a time holds for the whole process.
struct Configuration {
  std::string design = "counted_shadow";  // a folder's name in designs/; see design_names()
  std::string transfer = "paired";        // paired, push_ret, call_ret, jump, trap
};

/// Sets the configuration. Without it, the first attach takes the default one. An Error changes
/// nothing:
///   - Code::not_found: a name is unknown.
///   - Code::busy: a tracer is attached, a probed call is in flight, or the caller is a handler.
///   - Code::busy, when the design changes: a thread stayed in a hook for 5 s, which is how long
///     this call waits. Its handler waits for something, or a jump that the library did not see has
///     left the handler.
///   - Code::exhausted: there is no memory.
RETPROBE_API Error configure(const Configuration& configuration);
RETPROBE_API const Configuration& configuration();
RETPROBE_API std::vector<std::string> design_names();
RETPROBE_API std::span<const std::string_view> transfer_names();

struct TracerOptions {
  std::string name = "tracer";       // for messages
  EntryHandler on_entry = nullptr;   // null: every call is accepted
  ExitHandler on_return = nullptr;   // null: returns are not observed
  void* context = nullptr;           // passed to both handlers
  std::size_t entry_data_bytes = 0;  // 0 … 4096, private to this tracer and call
  RegisterSet registers = RegisterSet::scalar;
  // on_entry may set Registers::rip. Needs the full set. One such tracer per function.
  bool redirects = false;
  // instance_pool only: instances per function; 0: max(10, 2 x CPUs), as in kretprobes.
  std::size_t maxactive = 0;
};

class TracerState;

/// A pair of handlers that can be attached to functions. The destructor detaches it from all. A
/// Tracer that was moved from may only be destroyed or assigned to.
class RETPROBE_API Tracer {
 public:
  static Result<Tracer> make(TracerOptions options);
  Tracer(Tracer&&) noexcept;
  Tracer& operator=(Tracer&&) noexcept;
  ~Tracer();

  /// Attaches to all of the sites or, on Error, to none. After it has returned, every new call is
  /// seen, in any thread. Functions that must not be probed are left out: those with a
  /// Site::refusal and, in call_through, those that use arguments on the stack
  /// (Site::stack_arguments). If all of them are such, that is an Error (Code::refused) with the
  /// first one's reason. Refused as a whole: a second redirecting tracer, a site that this tracer
  /// is attached to already. No site may be null.
  ///
  /// In chained_trampolines, a detached tracer's blocks are free again when no hook may be passing
  /// through them. Where the pool has fewer blocks left than there are sites, this waits for that,
  /// for 5 s at most. Code::exhausted: there are still too few.
  Error attach(std::span<const Site* const> sites);
  /// The same for the sites that find_sites(pattern) finds: by name, glob or address.
  Error attach(std::string_view pattern);
  /// Detaches from these sites, or from all. Those that attach leaves out are left out here, too.
  /// An Error changes nothing if the tracer is not attached to one of the others. When it returns
  /// without an Error, no handler of this tracer is running or will run for them. Calls in flight
  /// return correctly. On Code::busy the tracer is detached as well, but a handler is still
  /// running; the message names its thread. detach() without sites waits for such a handler again.
  Error detach(std::span<const Site* const> sites);
  Error detach();

  /// The number of calls that this tracer should have seen and did not: entries + missed = calls.
  /// It counts from make() or from the last reset_missed(), also across attach and detach.
  std::uint64_t missed() const;
  /// Those of this function. 0 where the tracer is not attached to it.
  std::uint64_t missed(const Site& site) const;
  /// Sets the number of missed calls to 0, of each function, too. Returns what missed() would have
  /// returned. A call that is missed meanwhile is in this number or in the next one.
  std::uint64_t reset_missed();
  /// The number of functions that it is attached to.
  std::size_t attached() const;

 private:
  friend class ScopedAttachment;
  explicit Tracer(std::unique_ptr<TracerState> state);
  std::unique_ptr<TracerState> state_;
};

/// Attaches a tracer in make() and detaches it in the destructor. The tracer may be moved
/// meanwhile. It must not be destroyed, nor another one assigned to it.
class RETPROBE_API ScopedAttachment {
 public:
  static Result<ScopedAttachment> make(Tracer& tracer, std::vector<const Site*> sites);
  ScopedAttachment(ScopedAttachment&& other) noexcept;
  ScopedAttachment& operator=(ScopedAttachment&&) = delete;
  ~ScopedAttachment();

 private:
  ScopedAttachment(Tracer& tracer, std::vector<const Site*> sites);
  TracerState* tracer_;
  std::vector<const Site*> sites_;
};

/// Stops all tracing at once, until start_tracing(). A hook reads this switch before each handler
/// and starts none while it is set. A hook of another thread that has just read it may still start
/// one handler, but not a second. While tracing is stopped, calls run unprobed and are not counted
/// as missed. Calls in flight return correctly, without their exit handlers. Async-signal-safe.
RETPROBE_API void stop_tracing();
RETPROBE_API void start_tracing();
RETPROBE_API bool tracing_stopped();

/// Walks the stack along frame pointers. It starts in a function that has a frame pointer: `ip` is
/// an address in it, `frame_pointer` its rbp. Writes `ip`, then the return addresses from the
/// inside out; where a slot holds a return trampoline, the original address. Returns the number of
/// addresses. Ends at a frame that cannot be read or does not lie higher than the one before.
/// Async-signal-safe. It may walk:
///   - the calling thread, in a signal handler from the interrupted registers;
///   - the calling thread, in a probe handler from the call's return_address() and its caller's
///     rbp, which is Registers::rbp of the full set (in call_through: the frame of the block);
///   - another thread that is stopped.
/// Two system calls per frame, so it is too slow for hot handlers.
RETPROBE_API std::size_t walk_frames(std::uintptr_t ip, std::uintptr_t frame_pointer,
                                     std::span<std::uintptr_t> addresses);

/// Registers the bounds of a coroutine's stack; `low` is its lowest address. This makes hits there
/// cheaper, and frames that a jump passed over are found at once. It is not needed for correctness.
/// Idempotent. A region that overlaps known ones replaces them, and their frames are abandoned.
/// `makecontext` registers its stack by itself if this library interposes it (interposition()).
RETPROBE_API Error add_stack(const void* low, std::size_t bytes);
RETPROBE_API void remove_stack(const void* low);

/// Whether the program calls the functions that this library interposes: longjmp and its variants,
/// makecontext, __cxa_begin_catch and the unwinder's functions that raise exceptions. If not: an
/// Error (Code::unsupported) that names those of other libraries that it calls instead. Then
/// tracers are notified of abandoned and unwound calls later, and coroutines' stacks have to be
/// announced (add_stack); docs/architecture.md says more. It is so where the library comes behind
/// libc: a preloaded library that links with it, a library that is opened with dlopen.
RETPROBE_API Error interposition();

/// What the process's probes use at this moment, and what they have left out so far.
struct Usage {
  std::size_t sites;                // sites with a tracer
  std::size_t blocks, block_total;  // taken and all blocks of the current design's pool
  // Calls in flight, each counted once. Exact if no other thread runs a probed function. Always 0
  // in call_through, which has no list of them: their frames are on the machine stacks.
  std::size_t frames;
  std::size_t stacks;        // execution stacks known
  std::size_t shadow_bytes;  // bytes in use on all shadow stacks
  // Exit handlers that were due and did not run, since the process began: when the call returned,
  // their tracer had detached, or tracing was stopped. With all tracers together, when no call is
  // in flight: accepted entries = exits + forgone exits.
  std::uint64_t forgone_exits;
};
RETPROBE_API Usage usage();

/// The shadow stack of the calling thread's current execution stack as text, drawn as in the
/// design's README. In a handler it includes the current call.
RETPROBE_API std::string draw_shadow_stack();

}  // namespace retprobe
