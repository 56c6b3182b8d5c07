// A random program: a tree of actions, the tracers that watch it, and what their handlers do. Made
// from a seed, printed, and reduced.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace random_handlers {

enum class Kind {
  call,
  tail_call,
  destructor,  // a call whose frame has a destructor that makes calls
  rethrower,   // a call whose frame catches everything and throws it again
  recursion,   // up to 42 calls, one in the other
  raise,
  guard,  // a try block
  rethrow,
  store,         // keeps the exception that was caught
  raise_stored,  // also of another thread, and after its catch has ended
  replace,       // raises in a try block, whose catch raises something else
  land,          // a place to jump to
  jump,
  start,  // a coroutine, in a place where another one may be suspended: that one is given up
  resume,
  yield,
  scribble,  // over a coroutine's stack that was given up
  thread,    // plays on in a new thread, and waits for it
  end_thread,
  signal,
  fork,  // both processes play on
  threads,
  toggle,         // attaches one more tracer, or detaches it
  failing_raise,  // one that finds no handler, and returns
  stop,           // stop_tracing around what is inside
};
constexpr int kinds = static_cast<int>(Kind::stop) + 1;

struct Action {
  Kind kind = Kind::call;
  int id = 0;
  int a = 0, b = 0;  // 0 to 7: which variant, which landing, which coroutine …
  std::vector<Action> inside, in_catch;
};
using Actions = std::vector<Action>;

/// What a tracer's handler does, in some of its runs.
struct Script {
  Actions actions;
  int tracer = 0;
  bool at_exit = false;
  int first = 0, every = 1;  // the runs in which it does so
};

enum class SignalStack { interrupted, interrupted_with_alternate_set, alternate };

struct TracerPlan {
  unsigned functions = 0;  // bits, as in function_names
  int declines = 0;        // each how manieth call; 0: none
};

struct Program {
  Actions body, at_signal, at_step;
  std::vector<Script> scripts;
  std::vector<TracerPlan> tracers;
  SignalStack signal_stack = SignalStack::interrupted;
  int ids = 0;  // all are below
  bool calls_at_thread_ends = false;

  bool handlers_jump = false;
  bool handlers_switch = false;       // stacks
  bool entry_handlers_leave = false;  // or may leave: before those behind them have run
  // What the signal at an instruction does to the library's function that it has interrupted.
  bool step_may_leave = false, step_may_switch = false;
};

/// splitmix64: the same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint64_t>(limit)); }
  bool one_in(int count) { return below(count) == 0; }

 private:
  std::uint64_t state_;
};

constexpr int most_ids = 8192;
constexpr int most_tracers = 3;
constexpr unsigned functions = 5;

Program make_program(std::uint64_t seed);

const char* name_of(Kind kind);

/// The ids of actions that are left out.
using Skipped = std::set<int>;
std::string text_of(const Program& program, const Skipped& skipped);
/// "1-5,9", and back.
std::string text_of(const Skipped& skipped);
bool parse(const std::string& text, Skipped& skipped);

/// Leaves out one action after the other, as long as the program still fails, for some minutes at
/// most.
Skipped reduce(const Program& program, Skipped skipped,
               const std::function<bool(const Skipped&)>& still_fails);

}  // namespace random_handlers
