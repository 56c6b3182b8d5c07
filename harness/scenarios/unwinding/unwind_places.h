// The places from which the unwinder scenarios look at the stack, and the comparison of what an
// unwinder sees there with what it has to see.
//
// A *visit* is one run of a fixed chain of functions, probed or not, to one *place*. When it
// *arrives* there, either an unwinder of this process runs (unwind_inside.h), or the thread waits
// for an unwinder from outside (unwind_outside.h). The chain is
//
//     thread → start → [unwind_outer] → middle → [unwind_inner] → near → [the place's function] →
//     arrive
//
// with the functions in brackets probed. The expected chain is the one of the *same unwinder* in an
// unprobed visit of the same code: every address and, where the unwinder gives it, every stack
// pointer. The library's own frames are removed from the probed chain, and nothing else is. These
// are the frames whose address lies in libretprobe.so's text, and the kernel's signal frame where
// both of its neighbours are such frames (the `trap` transfer).
//
// A handler has no unprobed run. Its expected chain has two parts. The visit's own frames, up to
// the handler's and a signal's included, are known to the visit. The rest is the unprobed chain
// from the probed function's caller on.
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
#include "harness/verify/system.h"
#include "retprobe/probe.h"

namespace retprobe::harness::unwinding {

/// One frame as an unwinder shows it.
struct Frame {
  std::uintptr_t address = 0;  // where it goes on
  // The stack pointer there, which is the CFA of the frame before. 0: not shown.
  std::uintptr_t sp = 0;
  std::string symbol = {};  // "" where the unwinder does not name it
};
using Chain = std::vector<Frame>;

/// A Take writes the caller's chain into `frames` and returns the number of frames. It runs in
/// bodies, handlers and signal handlers.
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
  bool signal = false;       // arrives in a signal handler that interrupts the code at `where`
  bool main_thread = false;  // inside only: on the process's first thread
  // An entry handler whose slot already holds a return trampoline: in a later stage of a chain, or
  // in a tail call.
  bool on_trampoline = false;
  // Outside only: visited in every transfer, not only in the paired one.
  bool in_every_transfer = false;
};
std::span<const Place> places();

inline constexpr std::uint64_t deep_calls = 1000;
inline constexpr unsigned many_tracers = 64;
inline constexpr std::size_t most_frames = 4096;

/// What a visit that has arrived, and has no Take, does next.
enum Order : int { sleep_on, spin_on, go_on };

struct Visit {
  const Place* place = nullptr;
  bool probed = false;
  Take take = nullptr;  // null: the visit waits

  // What the visit knows about itself. All but `result` are final when it has arrived.
  // Its own frames: arrive's caller; a signal's frame; the frame that the signal interrupted.
  std::array<RawFrame, 3> truth{};
  std::size_t truths = 0;
  std::uintptr_t original = 0;  // in a handler: where the probed call goes back to
  // For unwinders that follow frame pointers:
  // Where `start` goes back to. The frames further out may have no frame pointer.
  std::uintptr_t outermost = 0;
  std::uintptr_t interrupted_frame = 0;  // rbp of the code that the signal interrupted
  std::uintptr_t caller_frame = 0;       // in a handler: rbp of the probed call's caller
  std::uintptr_t stack = 0;              // the lowest address of its stack; 0: the first thread's
  pid_t tid = 0;
  std::vector<RawFrame> taken = {};
  std::size_t count = 0;
  std::atomic<bool> arrived{false};
  mutable std::atomic<int> order{sleep_on};
  // The thread's registers, while a signal holds it (unwind_outside.h).
  ucontext_t* stopped_at = nullptr;
  std::uint64_t result = 0;
};

/// Runs the visit on the calling thread. One line of code has to make both calls of a pair of
/// visits, because its return address is in the chain.
void run(Visit& visit);
/// Gives a waiting visit its order.
void tell(const Visit& visit, Order order);
/// The visit of the calling thread, or null.
Visit* current_visit();

/// A thread for one visit, on a stack of its own. The visit always begins at the same distance from
/// the stack's start.
class VisitThread {
 public:
  explicit VisitThread(Visit& visit);
  VisitThread(const VisitThread&) = delete;
  ~VisitThread() { join(); }
  void join();

 private:
  Mapping stack_{1 << 20};
  std::optional<pthread_t> thread_;
};

/// The cell's tracers on all functions of the chain, and 64 tracers on `unwind_many`.
class ProbedChain {
 public:
  ProbedChain();  // loads the module; attaches nothing
  ~ProbedChain();
  void attach(const Cell& cell);
  /// The probed functions.
  const std::vector<const Site*>& sites() const { return sites_; }
  /// Passes when no call was missed.
  Outcome check_all_seen() const;

 private:
  std::deque<Tracer> tracers_;
  std::vector<const Site*> sites_;
  void* module_ = nullptr;
};

/// What a chain has to show besides its addresses and stack pointers.
struct Asked {
  bool names = false;               // each return trampoline carries a symbol that explains itself
  bool ends_in_trampoline = false;  // the chain may end early, in a return trampoline
  // The chain has the original return address in place of each return trampoline.
  bool resolves = false;
};
/// Compares what an unwinder saw in the probed visit with what it saw in the unprobed one. Returns
/// "" when they agree.
std::string difference(const Cell& cell, const Visit& probed, const Chain& seen,
                       const Visit& unprobed, const Chain& reference, const Asked& asked);

/// The part of `chain` from the frame on that `arrive` goes back to, with stack pointers relative
/// to the visit's stack. Empty where that frame is not in the chain.
Chain from_arrival(const Visit& visit, const Chain& chain);
/// Whether the address lies in the library's text.
bool in_library(std::uintptr_t address);
/// Whether the frame lies in the library's text and carries `name`. The name does not count where
/// the library's file has been stripped.
bool is_librarys(const Frame& frame, std::string_view name);
std::string describe(const Frame& frame);

}  // namespace retprobe::harness::unwinding
