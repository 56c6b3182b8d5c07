// The places from which the unwinder scenarios look at the stack, and how what an unwinder saw
// there is judged.
//
// A *visit* is one run of a fixed chain of functions, probed or not, to one *place*, where it
// *arrives*: there an unwinder of this process is run (unwind_inside.h), or the thread waits to be
// looked at from outside (unwind_outside.h). The chain is
//
//     thread → start → [unwind_outer] → middle → [unwind_inner] → near → [the place's function] →
//     arrive
//
// with the functions in brackets probed. What is expected is the chain of the *same unwinder* in an
// unprobed visit of the same code: every address and, where the unwinder tells it, every stack
// pointer. Of the probed chain, the library's own frames are taken out, and nothing else: those
// whose address lies in libretprobe.so's text, and the kernel's signal frame where both of its
// neighbours are such (the `trap` transfer).
//
// A handler has no unprobed run. There the expected chain is put together from what the visit
// itself knows to be true (its own frames up to the handler's, a signal's included) and the
// unprobed chain from the probed function's caller on.
#pragma once

#include <sys/types.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/scenario.h"
#include "retprobe/probe.h"

namespace retprobe::harness::unwinding {

/// One frame as an unwinder tells it.
struct Frame {
  std::uintptr_t address = 0;  // where it goes on
  std::uintptr_t sp =
      0;  // the stack pointer there, which is the CFA of the frame before; 0: not told
  std::string symbol = {};  // "" where the unwinder does not name it
};
using Chain = std::vector<Frame>;

/// Writes the caller's chain into `frames` and returns how many there are. Runs in bodies, handlers
/// and signal handlers.
struct RawFrame {
  std::uintptr_t address, sp;
};
using Take = std::size_t (*)(RawFrame* frames, std::size_t room);

enum class Where { body, entry, exit };
enum class Function { leaf, deep, tail, many, plugin };
struct Place {
  std::string_view name;
  Function function = Function::leaf;
  Where where = Where::body;
  bool signal = false;         // arrives in a signal handler that interrupts what `where` says
  bool main_thread = false;    // inside only: on the process's first thread
  bool on_trampoline = false;  // an entry handler, and the slot holds a T already: a later stage of
                               // a chain, a tail call
  bool in_every_transfer = false;  // outside: looked at not in the paired transfer only
};
std::span<const Place> places();

inline constexpr std::uint64_t deep_calls = 1000;
inline constexpr unsigned many_tracers = 64;
inline constexpr std::size_t most_frames = 4096;

/// What a visit that has arrived, and has no Take, is told to do.
enum Order : int { sleep_on, spin_on, go_on };

struct Visit {
  const Place* place = nullptr;
  bool probed = false;
  Take take = nullptr;  // null: it waits

  // What it knows about itself. All but `result` are final when it has arrived.
  std::array<RawFrame, 3>
      truth{};  // its own frames: arrive's caller; a signal's frame; what that interrupted
  std::size_t truths = 0;
  std::uintptr_t original = 0;  // a handler's: where the probed call goes back to
  // For those that follow frame pointers:
  std::uintptr_t outermost = 0;  // where `start` goes back to: what lies further out may have none
  std::uintptr_t interrupted_frame = 0;  // rbp of what the signal interrupted
  std::uintptr_t caller_frame = 0;       // a handler's: rbp of the probed call's caller
  std::uintptr_t stack = 0;              // the lowest address of its stack; 0: the first thread's
  pid_t tid = 0;
  std::vector<RawFrame> taken = {};
  std::size_t count = 0;
  std::atomic<bool> arrived{false};
  mutable std::atomic<int> order{sleep_on};
  ucontext_t* stopped_at =
      nullptr;  // the thread's registers, while a signal holds it (unwind_outside.h)
  std::uint64_t result = 0;
};

/// Runs it on the calling thread. To be called from one line only, for both visits of a pair.
void run(Visit& visit);
/// Tells a visit that waits.
void tell(const Visit& visit, Order order);
/// The visit of the calling thread, or null.
Visit* current_visit();

/// A thread for one visit, on a stack of its own, at the same distance from the stack's start each
/// time.
class VisitThread {
 public:
  explicit VisitThread(Visit& visit);
  VisitThread(const VisitThread&) = delete;
  ~VisitThread();
  void join();

 private:
  void* stack_ = nullptr;
  std::optional<pthread_t> thread_;
};

/// The tracers of the cell on all functions of the chain, and 64 on `unwind_many`.
class ProbedChain {
 public:
  ProbedChain();  // loads the module; attaches nothing
  ~ProbedChain();
  void attach(const Cell& cell);
  /// The probed functions.
  const std::vector<const Site*>& sites() const { return sites_; }
  /// Nothing when no call was missed.
  Outcome check_all_seen() const;

 private:
  std::deque<Tracer> tracers_;
  std::vector<const Site*> sites_;
  void* module_ = nullptr;
};

/// What is asked of a chain besides its addresses and stack pointers.
struct Asked {
  bool names = false;               // each T has to carry a symbol that explains itself
  bool ends_in_trampoline = false;  // it may end early, in a T
  bool resolves = false;            // it has the original return address in each T's place
};
/// Compares what an unwinder saw in the probed visit with what it saw in the unprobed one. "" when
/// they agree.
std::string difference(const Cell& cell, const Visit& probed, const Chain& seen,
                       const Visit& unprobed, const Chain& reference, const Asked& asked);

/// `chain` from the frame on that `arrive` goes back to, with stack pointers relative to the
/// visit's stack; empty where that frame is not in it.
Chain from_arrival(const Visit& visit, const Chain& chain);
/// Whether the address lies in the library's text.
bool in_library(std::uintptr_t address);
/// Whether the frame lies there and carries `name`; the place alone counts where the library's file
/// has been stripped of its names.
bool is_librarys(const Frame& frame, std::string_view name);
std::string describe(const Frame& frame);

}  // namespace retprobe::harness::unwinding
