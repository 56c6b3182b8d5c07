// Starts a program with the agent in it, waits for it, and reads what was counted.
#pragma once

#include <signal.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "clients/graph/clock.h"
#include "clients/run/board.h"
#include "harness/run/recorded.h"
#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe::run {

struct LaunchPlan {
  std::vector<std::string> command = {};
  // An empty design: the program runs as it is, without the agent. A transfer of "-": the design
  // has none.
  std::string design, transfer;
  std::vector<std::string> functions = {"*"}, excluded = {};  // patterns of find_sites (site.h)
  Mode mode = Mode::count;
  std::string histogram = {};                // of Mode::time: a pattern of find_sites
  bool follows = true;                       // programs that the program executes
  std::uint64_t calls_per_thread = 1 << 16;  // of Mode::record; further ones are only counted
  // Descriptors for the program's standard input, output and errors; -1: this process's own.
  int input = -1, output = -1, errors = -1;
};

struct FunctionCounts {
  std::string name, module;
  std::uint64_t calls = 0, returned = 0, unwound = 0, abandoned = 0, missed = 0;
  std::uint64_t total = 0, self = 0;  // Mode::time: ticks
  // Calls by their ticks: bucket i has those of 2^(i-1) to 2^i - 1. Empty: not asked for.
  std::vector<std::uint64_t> histogram = {};
  void add(const FunctionCounts& other);
  bool has_open_calls() const { return calls > returned + unwound + abandoned; }
};

struct ListedFunction {
  std::string name, module;
  std::string refusal;  // why it must not be probed; "": it can be
};

struct ProcessReport {
  enum class Ending {
    exited,
    exited_unseen,  // by a system call that libc does not make
    executed,       // it became another program
    killed,         // by a signal; a child also by a system call that libc does not make
    still_running,  // when the program that was started had ended
  };
  int id = 0, parent = 0;       // the parent of the program itself: 0
  std::uint32_t order = 0;      // in which they began
  std::uint64_t processes = 1;  // more: those of one program that ended alike, together
  std::string program = {};     // the path
  Ending ending = Ending::exited;
  bool is_followed = false;  // executed, and the other program has a report of its own
  // Otherwise how many calls were missed is not known, and the counts of missed calls are 0.
  bool missed_is_known() const { return ending == Ending::exited || ending == Ending::executed; }
  std::uint64_t missed = 0;
  std::uint64_t in_flight = 0;  // likewise; calls of the thread that ended the process
  std::vector<FunctionCounts> functions = {};  // Mode::count: those that were called
  // Mode::record. Each Call::site is one of Launched::sites.
  std::vector<RecordedThread> threads = {};
  std::uint64_t laneless = 0;  // calls of threads for which there was no room
};
const char* to_string(ProcessReport::Ending ending);

struct Launched {
  int id = 0;                   // of the program's process
  int status = 0;               // as waitpid says it
  bool is_running = false;      // it has not ended yet, so there is no status
  double seconds = 0;           // by the clock, from start to end
  double processor = 0;         // seconds of processor time, with the children that were waited for
  double setup = 0;             // of these: before main, for finding and attaching
  std::string problem;          // why the program ran unprobed
  std::string modules_problem;  // why modules that were opened later were not seen
  std::string not_found;        // patterns that selected no function: a line each
  std::uint64_t probed = 0, refused = 0;   // functions
  std::string a_refusal;                   // of these: its name, and why
  std::uint64_t unclear = 0;               // probed, and perhaps with stack arguments (board.h)
  std::uint64_t known = 0;                 // functions that were compiled to be patched
  std::vector<std::string> unfollowed;     // programs that were executed: "PATH: why"
  std::uint64_t left_out = 0, unseen = 0;  // functions and processes for which there was no room
  bool shares_memory = false;  // tracing ended, since a process shared another's memory (clone)
  std::vector<ProcessReport> processes;  // in the order in which they began
  // Mode::record: the probed functions. Only their names and modules are set.
  std::shared_ptr<std::deque<Site>> sites = std::make_shared<std::deque<Site>>();
  graph::TickScale scale;
  // To record or time a call of an empty function: how much longer it takes, and what is shown for
  // it. Mode::time: how much longer it takes to count it.
  std::uint64_t added_ticks = 0, shown_ticks = 0, counting_ticks = 0;
  std::string no_histogram;            // why no function has one
  std::uint64_t histograms = 0;        // functions that were to have one
  std::vector<ListedFunction> listed;  // Mode::list
  std::uint64_t began = 0;             // ticks
};

/// Whether a library can be preloaded into the program: the Error is one line that says why not.
/// The value: its path, found as a shell finds it. `scripts`: of so many scripts, each the
/// interpreter of the one before, it is the interpreter.
Result<std::string> find_program(const std::string& name, int scripts = 0);

/// While it lives, these signals do not end this process, nor do SIGPIPE and SIGXFSZ. Those of the
/// terminal go to the program as well, so they are left to it. The others are passed on to it while
/// it runs, except SIGUSR1 where a Watch waits for it, and an inherited SIGHUP that is ignored. One
/// at a time.
class Signals {
 public:
  static constexpr std::array numbers = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  /// The signals do again what they did before. In the child, before exec; or to end as others do.
  void restore() const;
  /// The program has ended. From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP end this process,
  /// unless they were ignored before. One that was passed on may come once more without an effect:
  /// who signals this process and its group sends it twice, as `timeout` does.
  void end_from_now_on() const;
  /// The last one that this process got; 0: none.
  static int received();

 private:
  std::array<struct sigaction, numbers.size()> kept_;
  // Inherited as ignored, SIGCHLD leaves no child to wait for. The others are ignored: what they
  // say is an error of write or ftruncate, too.
  static constexpr std::array settled = {SIGCHLD, SIGPIPE, SIGXFSZ};
  std::array<struct sigaction, settled.size()> kept_settled_;
};

/// What to do while the program runs.
struct Watch {
  std::chrono::milliseconds every{0};                   // 0: never
  std::function<void(const Launched&)> look = {};       // every so often
  std::function<void(const Launched&)> on_demand = {};  // when this process gets SIGUSR1
};

/// Runs the program to its end, under the Signals that live, or its own. Error: it cannot be
/// started.
Result<Launched> launch(const LaunchPlan& plan, const Watch& watch = {});

}  // namespace retprobe::run
