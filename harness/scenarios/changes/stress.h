// The live-patching stress test. Threads call, get signals, fork and end, while tracers come and
// go. Each thread counts its own calls, and the tracers' counts must agree. Internal to stress*.cc.
//
// A thread's calls are of two kinds. A *plain* call begins where no hook can be running: it must be
// seen. A *loose* call is made by a signal handler, which may interrupt a hook, or by a thread that
// is about to end: it must be seen or counted as missed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/scenario.h"
#include "harness/verify/threads.h"
#include "retprobe/probe.h"

extern "C" {
// In stress_x86_64.S. All but the last two functions are sites.
std::uint64_t stress_hot_leaf(std::uint64_t x);   // 3x + 1
std::uint64_t stress_hot_other(std::uint64_t x);  // 3x + 1
std::uint64_t stress_hot_tail(std::uint64_t x);   // 3x + 1, two calls
// function(x) + 1
std::uint64_t stress_hot_call(std::uint64_t (*function)(std::uint64_t), std::uint64_t x);
std::uint64_t stress_hot_patched(std::uint64_t x);   // 3x + 1, counted
std::uint64_t stress_vector_value(std::uint64_t x);  // 2x, one call
std::uint64_t stress_replacement(std::uint64_t x);   // 3x + 1, counted
extern std::atomic<std::uint64_t> stress_patched_runs, stress_replacement_runs;
}

namespace retprobe::harness::stress {

inline constexpr std::string_view hot_sites = "stress_hot_*";

/// A random number generator. The same seed gives the same numbers.
struct Random : std::mt19937_64 {
  explicit Random(std::uint64_t seed) : std::mt19937_64(seed) {}
  std::uint64_t next() { return (*this)(); }
  std::uint64_t below(std::uint64_t end) { return next() % end; }
};

/// The places of the visitors, which are tracers that come and go. A visitor in one of the last two
/// places is attached to the 10,000 functions.
inline constexpr unsigned hot_places = 7, batch_place = hot_places, place_count = hot_places + 2;

/// Counts the errors that handlers find, because a handler cannot report them. One for the process.
struct Wrongs {
  // A handler ran after detach had returned.
  std::atomic<std::uint64_t> after_detach{0};
  // An exit without an entry, or the second exit of one entry.
  std::atomic<std::uint64_t> exit_twice{0};
  // An exit with another function than its entry.
  std::atomic<std::uint64_t> other_site{0};
  // An exit with another return address than its entry.
  std::atomic<std::uint64_t> other_address{0};
  // An exit for another reason than a return.
  std::atomic<std::uint64_t> not_returned{0};
  // A handler got fewer registers than its tracer asked for.
  std::atomic<std::uint64_t> weak_set{0};
  // A call returned a wrong value.
  std::atomic<std::uint64_t> results{0};
  // A visitor was attached throughout a plain call and was not notified of it.
  std::atomic<std::uint64_t> unheard{0};
  std::string text() const;  // empty when there are none
};
extern Wrongs wrongs;

/// One attachment of one tracer. It lives until the scenario ends, so that a late handler finds it.
struct Visit {
  unsigned place = 0;
  RegisterSet set = RegisterSet::scalar;
  bool declines = false, redirects = false;
  const Site* redirected = nullptr;
  std::atomic<bool> gone{false};  // detach has returned
  std::atomic<std::uint64_t> accepted{0}, exits{0};
  std::optional<Tracer> tracer;

  /// Makes the tracer and attaches it.
  void attach(std::span<const Site* const> sites);
  /// Detaches the tracer, sets `gone` for its handlers, and destroys it. No more
  /// calls may have no exit than can have been in flight.
  void detach();
};

/// The tracer that is attached all the time.
struct Resident {
  std::atomic<std::uint64_t> loose_entries{0}, loose_exits{0};
  std::optional<Tracer> tracer;
  void attach(std::span<const Site* const> sites, RegisterSet set);
};

/// For each place, the number of the attachment that is in force, from after attach until before
/// detach. 0: none. No two attachments have the same number.
extern std::atomic<std::uint64_t> in_force[place_count];

/// Counts of what the threads have done.
struct Done {
  std::atomic<std::uint64_t> calls{0}, loose_calls{0}, patched_calls{0}, signals{0}, forks{0},
      threads{0};
};
extern Done done;

/// The crowd: four threads that call, get signals and fork; and short threads, one after another.
/// They call the hot functions, and those of `thousands` if there are any.
class Crowd {
 public:
  Crowd(Resident& resident, std::uint64_t seed, std::span<const std::uintptr_t> thousands);
  ~Crowd();
  void stop();
  /// Returns when each of the four has completed two rounds. It waits about half a second for a
  /// thread that is busy with a child.
  void wait_for_progress() const;
  /// Sends each of the four a signal.
  void shoot();
  /// The first error that a thread found. Empty: none.
  std::string trouble() const { return in_trouble_ ? trouble_ : std::string(); }

 private:
  struct Worker;
  void say(const std::string& trouble);
  void work(Worker& worker, unsigned number);
  void come_and_go(std::uint64_t seed);
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> stop_{false}, said_{false}, in_trouble_{false};
  std::string trouble_;  // complete and constant once in_trouble_ is set
  Threads threads_;
};

}  // namespace retprobe::harness::stress
