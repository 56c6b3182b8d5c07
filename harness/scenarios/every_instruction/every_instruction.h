// What the scenarios that stop at every instruction share: two probed calls, one within the other,
// that a stepper (harness/injection) walks through, and what is done to them on the way.
//
//     open_first → open_second → step_call → outer (a site) → step_inner (a site)
//
// The walk begins at step_call's `call` and ends at the instruction behind it; each point in
// between at which an instruction has ended and the next one has not begun is a boundary, numbered
// from 0. `outer` is step_far_outer where the program has one (harness/cli/far_site.S), and so
// leads over an island, else step_outer.
#pragma once

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

// The fixtures (every_instruction_x86_64.S). Sites: step_inner, step_outer, step_recurse.
extern "C" {
std::uint64_t step_call(std::uintptr_t function, std::uintptr_t first, std::uint64_t second);
extern const char step_call_begin[], step_call_after[];
void step_mark();
extern const char step_marked[];
void step_system_call();
std::uint64_t step_inner(std::uint64_t x);
std::uint64_t step_outer(std::uint64_t (*function)(std::uint64_t), std::uint64_t x);
std::uint64_t step_recurse(std::uint64_t depth);
// Not a site, and C++: calls step_outer, which calls a function that throws; returns 1 when it has
// caught that.
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

/// In memory that the stepper and the stepped processes share.
struct StepShared {
  Act act = Act::trace;
  bool expects_caller = false;  // come_back: its backtrace has to show step_call
  unsigned rounds = 20;         // of calls afterwards
  // What the handler saw.
  std::array<std::uintptr_t, 96> frames;
  std::size_t frame_count = 0;
  // What the stepped process found.
  char failure[400];
  unsigned untold = 0;  // exits that were due for calls that were passed over, and never came: the
                        // most of any tracer
  unsigned missed_after = 0;  // calls afterwards that were missed: the most of any tracer
  // What a process with a second thread does next.
  std::atomic<bool> another_walk{false}, another_deed{false};
  void say(const std::string& what);
};

/// Everything that the stepped process needs; made by the stepper, inherited by fork.
class Stage {
 public:
  /// Makes no tracer yet: for an unprobed walk.
  explicit Stage(const Cell& cell);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Error attach();
  Error detach();

  /// The whole of it, in a process of its own: warms up, makes the call that is stepped through,
  /// checks what came of it and that later calls are right. An exit status; what went wrong is in
  /// shared().failure.
  int play();

  /// The same with the call made by a second thread, while the first does to it what `deed` says,
  /// as often as it is told to, and then with another second thread: see
  /// every_instruction_threads.cc.
  enum class Deed { cancel, fork };
  int play_threads(Deed deed);

  StepShared& shared() { return *shared_; }
  const Cell& cell() const { return cell_; }
  std::uintptr_t outer() const { return outer_; }
  /// Whether an exit handler is told of a call that was passed over: not where nothing is kept that
  /// would show it.
  bool tells_of_passed_over() const { return tells_; }

  // Below: for the handler and the scenes.
  enum class Way { returned, jumped, thrown };
  void handle();
  void call_pair(std::uint64_t x, const char* where);
  std::uint64_t calls() const { return calls_; }
  void check_way(Way way, std::uint64_t result);
  void check_detach();
  int check_child();
  void note_calls();  // what was counted up to now
  CountingTracers* tracers() { return tracers_.get(); }

 private:
  struct Seen {  // by one tracer
    std::uint64_t entries, exits, returned, missed;
  };
  Seen seen_by(std::size_t tracer) const;
  using SeenByEach = std::array<Seen, most_step_tracers>;
  SeenByEach seen() const;
  void walk_beside(Deed deed);

  Cell cell_;
  bool tells_;
  std::uintptr_t outer_;
  StepShared* shared_;
  std::unique_ptr<CountingTracers> tracers_;
  std::uint64_t calls_ = 0;            // of sites, by this process
  std::uint64_t calls_at_signal_ = 0;  // of those, before the signal
  SeenByEach at_signal_{};
  SeenByEach judged_{};  // what is left of earlier walks is not this one's
};

/// What the handler works on: the process's stage.
extern Stage* current_stage;

// ---- The stepper's side ----

struct Boundary {
  std::uintptr_t rip;
  unsigned depth;  // how many of the test's own calls are in flight
};

/// How deep in the test's own calls a walk is: by instruction and stack pointer alone, whatever
/// unwinders say.
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
  /// Copies it where it stands and sends the copy the signal; what became of it.
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

/// How many boundaries of a cell's walk are to be looked at: all where everything is, or in the
/// default configuration.
std::size_t wanted_boundaries(const Cell& cell, std::size_t bounded);

/// Counts what goes wrong at which boundaries, and says it in one line.
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

/// A hook that is left in the middle may owe an exit: its entry handler has begun and its frame is
/// not there yet, or its frame is gone and its exit handler has not begun. Nowhere else: not in
/// sites, blocks, trampolines.
bool in_hook(const OutsideUnwinder& names, std::uintptr_t rip);

/// Boundaries whose outcome is right and worth naming: where they lie, neighbours as one range.
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
