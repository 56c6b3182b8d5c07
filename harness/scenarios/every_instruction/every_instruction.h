// The shared parts of the scenarios that stop at every instruction. A stepper (harness/injection)
// steps through two probed calls, one within the other, and the scenarios act on them on the way.
//
//     open_first → open_second → step_call → outer (a site) → step_inner (a site)
//
// The walk begins at step_call's `call` and ends at the instruction behind it. A boundary is a
// point in between at which one instruction has ended and the next has not begun. Boundaries are
// numbered from 0. `outer` is step_far_outer where the program has it (harness/cli/far_site.S): its
// probe goes over an island. Elsewhere `outer` is step_outer.
#pragma once

#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "harness/injection/outside_unwinder.h"
#include "harness/injection/stepper.h"
#include "harness/verify/machine.h"
#include "harness/verify/scenario.h"
#include "harness/verify/system.h"

// The probed functions (every_instruction_x86_64.S). Sites: step_inner, step_outer, step_recurse.
extern "C" {
std::uint64_t step_call(std::uintptr_t function, std::uintptr_t first, std::uint64_t second);
extern const char step_call_begin[], step_call_after[];
void step_mark();
extern const char step_marked[];
void step_system_call();
std::uint64_t step_inner(std::uint64_t x);
std::uint64_t step_outer(std::uint64_t (*function)(std::uint64_t), std::uint64_t x);
std::uint64_t step_recurse(std::uint64_t depth);
// C++ code, not a site. It calls step_outer, which calls a function that throws. It catches the
// exception and returns 1.
std::uint64_t step_catching(std::uint64_t);
}

namespace retprobe::harness {

/// What the handler of the injected SIGUSR1 does.
enum class Act : std::uint32_t {
  trace,      // takes a backtrace, and returns
  come_back,  // calls probed functions, throws and catches, takes a backtrace, and returns
  jump,       // calls probed functions, and leaves by siglongjmp
  raise,      // calls probed functions, and throws through what it interrupted
};

inline constexpr unsigned most_step_tracers = 8;

/// Lies in memory that the stepper shares with the stepped processes.
struct StepShared {
  Act act = Act::trace;
  bool expects_caller = false;  // come_back: the handler's backtrace must show step_call
  unsigned rounds = 20;         // of calls after the walk
  // What the handler saw.
  std::array<std::uintptr_t, 96> frames;
  std::size_t frame_count = 0;
  // What the stepped process found.
  char failure[400];
  // Exits that were due for calls that were passed over, and never came: the most of any tracer.
  unsigned unnotified = 0;
  // Calls after the walk that were missed: the most of any tracer.
  unsigned missed_after = 0;
  // What a process with a second thread does next.
  std::atomic<bool> another_walk{false}, another_deed{false};
  void say(const std::string& what);
  void expect(const std::string& what, std::uint64_t seen, std::uint64_t expected);
};

/// The tracers that come and go for Stage::Deed::change.
class Visitors;

/// Everything that the stepped process needs. The stepper makes it, and fork passes it on.
class Stage {
 public:
  /// Attaches no tracer yet, so that an unprobed walk is possible.
  explicit Stage(const Cell& cell);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// `with_visitors`: for Deed::change, tracers that come and go.
  void attach(bool with_visitors = false);

  /// Plays everything in a process of its own: warms up, makes the call that is stepped through,
  /// checks its outcome, and checks that later calls are right. Returns an exit status.
  /// shared().failure says what went wrong.
  int play();

  /// The same, with the call made by a second thread. The first thread does `deed` to the second
  /// thread as often as the stepper asks for it, then begins another second thread. See
  /// every_instruction_threads.cc.
  ///   cancel  cancels the thread
  ///   fork    forks, and calls in the child
  ///   change  changes the tracers of the functions that are being called: the first one leaves,
  ///           and one with the full set comes and goes
  enum class Deed { cancel, fork, change };
  int play_threads(Deed deed);

  StepShared& shared() { return *shared_; }
  const Cell& cell() const { return cell_; }
  std::uintptr_t outer() const { return outer_; }
  /// Whether an exit handler is notified of a call that was passed over. A design that keeps
  /// nothing that would show such a call cannot do so.
  bool notifies_passed_over() const { return notifies_; }

  // The rest is for the signal handler and the scenes.
  enum class Way { returned, jumped, thrown };
  void handle();
  void call_pair(std::uint64_t x, const char* where);
  std::uint64_t calls() const { return calls_; }
  void check_way(Way way, std::uint64_t result);
  void check_detach();
  int check_child();
  void note_calls();  // remembers all counts as they are now

 private:
  struct Seen {  // by a single tracer
    std::uint64_t entries, exits, returned, missed;
  };
  Seen seen_by(std::size_t tracer) const;
  using SeenByEach = std::array<Seen, most_step_tracers>;
  SeenByEach seen() const;
  void play_here();
  void do_deed(Deed deed, pthread_t walker);
  void walk_beside(Deed deed);

  Cell cell_;
  bool notifies_;
  std::uintptr_t outer_;
  Mapping memory_{sizeof(StepShared), MAP_SHARED};
  StepShared* shared_;
  std::vector<std::string_view> functions_;
  std::unique_ptr<CountingTracers> tracers_;
  std::unique_ptr<Visitors> visitors_;
  std::uint64_t calls_ = 0;            // of sites, by this process
  std::uint64_t calls_at_signal_ = 0;  // of those, before the signal
  SeenByEach at_signal_{};
  SeenByEach judged_{};  // at the end of the previous walk
};

/// The process's stage, for the signal handler.
extern Stage* current_stage;

// ---- The stepper's side ----

struct Boundary {
  std::uintptr_t rip;
  unsigned depth;  // how many of the test's own calls are in flight
};

/// How deep in the test's own calls a walk is. It looks only at the instruction pointer and the
/// stack pointer, so it does not depend on an unwinder.
class CallDepth {
 public:
  explicit CallDepth(const Stage& stage);
  unsigned at(const TracedThread& thread);

 private:
  struct Call {
    std::uintptr_t slot, back;
  };
  std::vector<std::uintptr_t> entries_;
  std::vector<Call> calls_;
};

/// A process that plays the stage, stopped at boundary 0.
class Walk {
 public:
  explicit Walk(Stage& stage);
  TracedThread& thread() { return process_.main(); }
  TracedProcess& process() { return process_; }
  bool at_end() const;
  TracedThread::Step step();
  /// Number of the boundary.
  std::size_t at() const { return at_; }
  Boundary boundary() const { return {registers().rip, depth_}; }
  const user_regs_struct& registers() const;
  /// Copies the process where it stands and sends the copy the signal. Returns how the copy ended.
  Ending copy(Act act);

 private:
  Stage& stage_;
  mutable TracedProcess process_;
  CallDepth depths_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  user_regs_struct begin_{};
};

/// All boundaries of a walk, in order.
std::vector<Boundary> survey(Stage& stage);

/// "boundary 17 at retprobe_…+0x12 (libretprobe.so)"
std::string describe(const OutsideUnwinder& names, std::size_t number, std::uintptr_t rip);

/// How many boundaries of a cell's walk to look at: all of them in an exhaustive run or in the
/// default configuration, else `bounded`.
std::size_t wanted_boundaries(const Cell& cell, std::size_t bounded);

/// Counts the failures and their boundaries, and reports them in one line.
class Injections {
 public:
  explicit Injections(const Cell& cell) : cell_(cell) {}
  void point() { ++points_; }
  void failure(const std::string& where, const std::string& what);
  void note(const std::string& text) { notes_ += (notes_.empty() ? "" : "; ") + text; }
  Outcome outcome() const;

 private:
  Cell cell_;
  std::uint64_t points_ = 0, failures_ = 0;
  std::string first_, notes_;
};

/// Whether `rip` is in a hook. Only a hook that is left in the middle may owe an exit: its entry
/// handler has begun and its frame does not exist yet, or its frame is gone and its exit handler
/// has not begun. Code in sites, blocks and trampolines owes none.
bool in_hook(const OutsideUnwinder& names, std::uintptr_t rip);

/// Collects boundaries whose outcome is right and worth a note. Neighbours make one range.
class Ranges {
 public:
  void add(std::size_t number, std::uintptr_t rip);
  void note(Injections& injections, const OutsideUnwinder& names, const std::string& what) const;

 private:
  struct Range {
    std::size_t first, last;
    std::uintptr_t begin, end;
  };
  std::vector<Range> ranges_;
  std::size_t count_ = 0;
};

}  // namespace retprobe::harness
