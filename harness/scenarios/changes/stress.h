// Live patching under fire: threads that call, get signals, fork and end, and tracers that come and
// go meanwhile. What the tracers hear is held against what each thread knows that it called.
// Internal to stress*.cc.
//
// A thread's calls are of two kinds. *Plain* ones begin where no hook can be running: each of them
// has to be seen. *Loose* ones are made by signal handlers, which may interrupt a hook, and by a
// thread that is about to end: they are seen or counted as missed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/scenario.h"
#include "harness/verify/threads.h"
#include "retprobe/probe.h"

extern "C" {
// stress_x86_64.S. All but the last two are sites.
std::uint64_t fire_hot_leaf(std::uint64_t x);   // 3x + 1
std::uint64_t fire_hot_other(std::uint64_t x);  // 3x + 1
std::uint64_t fire_hot_tail(std::uint64_t x);   // 3x + 1, two calls
std::uint64_t fire_hot_call(std::uint64_t (*function)(std::uint64_t),
                            std::uint64_t x);      // function(x) + 1
std::uint64_t fire_hot_patched(std::uint64_t x);   // 3x + 1, counted
std::uint64_t fire_vector_value(std::uint64_t x);  // 2x, one call
std::uint64_t fire_replacement(std::uint64_t x);   // 3x + 1, counted
extern std::atomic<std::uint64_t> fire_patched_runs, fire_replacement_runs;
}

namespace retprobe::harness::fire {

inline constexpr std::string_view hot_sites = "fire_hot_*";

/// Choices that a seed makes again.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 | 1) {
    for (int i = 0; i < 4; ++i) next();  // seeds that are neighbours go different ways
  }
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_ * 0x2545f4914f6cdd1d >> 16;
  }
  std::uint64_t below(std::uint64_t end) { return next() % end; }

 private:
  std::uint64_t state_;
};

/// Visitors: tracers that come and go. Each stands in a place; one of the last two is on the
/// 10,000.
inline constexpr unsigned hot_places = 7, batch_place = hot_places, place_count = hot_places + 2;

/// What went wrong in a handler, where nothing can be said; counted for all of the process.
struct Wrongs {
  std::atomic<std::uint64_t> after_detach{0};  // a handler ran after detach had returned
  std::atomic<std::uint64_t> exit_twice{
      0};  // an exit without its entry, or the second of one entry
  std::atomic<std::uint64_t> other_site{0};     // the exit's function is not the entry's
  std::atomic<std::uint64_t> other_address{0};  // nor the address that it returns to
  std::atomic<std::uint64_t> not_returned{0};   // an exit for another reason than a return
  std::atomic<std::uint64_t> weak_set{0};       // fewer registers than the tracer asked for
  std::atomic<std::uint64_t> results{0};        // calls whose value was wrong
  std::atomic<std::uint64_t> unheard{0};        // plain calls that a visitor did not hear of
  std::string text() const;                     // empty when there are none
};
extern Wrongs wrongs;

/// One attachment of one tracer. Lives until the scenario ends: a late handler must find it.
struct Visit {
  unsigned place = 0;
  RegisterSet set = RegisterSet::scalar;
  bool declines = false, redirects = false;
  const Site* redirected = nullptr;
  std::atomic<bool> gone{false};  // detach has returned
  std::atomic<std::uint64_t> accepted{0}, exits{0};
  std::optional<Tracer> tracer;

  /// Makes the tracer and attaches it. On Error nothing is attached.
  Error attach(std::span<const Site* const> sites);
  /// Detaches it, says so to its handlers, and destroys the tracer. An Error also where more calls
  /// have no exit than can have been in flight.
  Error detach();
};

/// The tracer that is there all the time.
struct Resident {
  std::atomic<std::uint64_t> loose_entries{0}, loose_exits{0};
  std::optional<Tracer> tracer;
  Error attach(std::span<const Site* const> sites, RegisterSet set);
};

/// Which attach of each place is in force, as a number of its own; from behind attach until before
/// detach; 0: none.
extern std::atomic<std::uint64_t> in_force[place_count];

/// What the threads have done.
struct Done {
  std::atomic<std::uint64_t> calls{0}, loose_calls{0}, patched_calls{0}, signals{0}, forks{0},
      threads{0};
};
extern Done done;

/// The crowd: four threads that call, get signals and fork; one after another that are born and
/// end. Functions of `thousands`, when there are any, are called besides the hot ones.
class Crowd {
 public:
  Crowd(Resident& resident, std::uint64_t seed, std::span<const std::uintptr_t> thousands);
  ~Crowd();
  void stop();
  /// Returns when each of the four has gone on for two rounds (or is busy for half a second: with a
  /// child).
  void wait_for_progress() const;
  /// A signal for each of the four.
  void shoot();
  /// What the first of them to find anything wrong has found; empty: nothing.
  std::string trouble() const { return in_trouble_ ? trouble_ : std::string(); }

 private:
  struct Worker;
  void say(const std::string& trouble);
  void work(Worker& worker, unsigned number);
  void come_and_go(std::uint64_t seed);
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<bool> stop_{false}, said_{false}, in_trouble_{false};
  std::string trouble_;  // complete, and not changed any more, once in_trouble_
  Threads threads_;
};

}  // namespace retprobe::harness::fire
