// The live-patching stress scenarios. Tracers come and go in every way, on single functions and on
// 10,000 at once, while a crowd of threads (stress_crowd.cc) calls, gets signals, forks and ends. A
// tracer that stays must miss nothing. A tracer that has gone must not be notified.
//
// The choices are random. A failure names its seed, and RETPROBE_STRESS_SEED=N makes the same
// choices again. The scheduling of threads still differs.
#include "harness/scenarios/changes/stress.h"

#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <utility>

#include "harness/scenarios/changes/thousands.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

using namespace stress;
using Clock = std::chrono::steady_clock;

// A run does at least this much, also when other work leaves it little time.
constexpr std::uint64_t least_flips = 12, least_batches = 2, least_forks = 2;

/// An exhaustive run is long in the default transfer, which most users have, and shorter in the
/// others.
std::chrono::milliseconds duration(const Cell& cell) {
  using std::chrono::milliseconds;
  if (!exhaustive()) return milliseconds{800};
  return cell.transfer == "paired" || cell.transfer == "-" ? milliseconds{30'000}
                                                           : milliseconds{9'000};
}

std::uint64_t choose_seed() {
  if (const char* given = std::getenv("RETPROBE_STRESS_SEED"))
    return std::strtoull(given, nullptr, 10);
  return static_cast<std::uint64_t>(time(nullptr)) * 1000 +
         static_cast<std::uint64_t>(getpid()) % 1000;
}

/// The visitors: which one is in which place now, and all that there ever were.
class Visitors {
 public:
  explicit Visitors(std::uint64_t seed) : random_(seed) {}

  std::uint64_t random(std::uint64_t below) { return random_.below(below); }
  bool is_there(unsigned place) const { return here_[place] != nullptr; }

  void come(unsigned place, std::span<const Site* const> sites,
            const std::function<void(Visit&)>& adjust) {
    Visit& visit = all_.emplace_back();
    visit.place = place;
    adjust(visit);
    visit.attach(sites);
    here_[place] = &visit;
    in_force[place] = ++changes_;
  }
  void go(unsigned place) {
    in_force[place] = 0;
    ++changes_;
    std::exchange(here_[place], nullptr)->detach();
  }

  std::uint64_t changes() const { return changes_; }
  /// Detaches all visitors. No call may be in flight: each call that they accepted must have had
  /// its exit.
  void leave() {
    for (unsigned place = 0; place < place_count; ++place) {
      if (!here_[place]) continue;
      const std::uint64_t accepted = here_[place]->accepted, exits = here_[place]->exits;
      require_equal("exits of a visitor with no call in flight", exits, accepted);
      go(place);
    }
  }

 private:
  Random random_;
  std::deque<Visit> all_;
  Visit* here_[place_count] = {};
  std::uint64_t changes_ = 0;
};

RegisterSet any_set(Visitors& visitors) {
  constexpr RegisterSet sets[] = {RegisterSet::scalar, RegisterSet::scalar, RegisterSet::vector,
                                  RegisterSet::full};
  return sets[visitors.random(std::size(sets))];
}

/// Adds and removes visitors on the hot functions, towards 1, 2 or 8 tracers in all.
class HotFlips : public Visitors {
 public:
  explicit HotFlips(std::uint64_t seed) : Visitors(seed), sites_(require(find_sites(hot_sites))) {}

  void flip(Crowd& crowd) {
    constexpr unsigned targets[] = {0, 1, 1, 7};
    const unsigned target = targets[random(std::size(targets))];
    while (there_ != target) {
      // The place is random. So it may also be the first in a chained design, whose stage leads to
      // the others' stages.
      unsigned place = static_cast<unsigned>(random(hot_places));
      while (is_there(place) == (there_ < target)) place = (place + 1) % hot_places;
      if (there_ < target)
        come(place);
      else
        go(place);
      if (random(8) == 0) crowd.shoot();
      if (random(4) == 0) crowd.wait_for_progress();
    }
    if (random(3) == 0) crowd.wait_for_progress();
  }
  /// Attaches one visitor before the tracer that stays.
  void be_first() { come(0); }

 private:
  void come(unsigned place) {
    const bool redirects = redirecting_ == hot_places && random(4) == 0;
    Visitors::come(place, sites_, [&](Visit& visit) {
      visit.set = redirects ? RegisterSet::full : any_set(*this);
      visit.redirects = redirects;
      visit.declines = random(5) == 0;
    });
    if (redirects) redirecting_ = place;
    ++there_;
  }
  void go(unsigned place) {
    Visitors::go(place);
    if (redirecting_ == place) redirecting_ = hot_places;
    --there_;
  }

  std::vector<const Site*> sites_;
  unsigned there_ = 0, redirecting_ = hot_places;
};

/// Two tracers that come and go on all of the 10,000 functions.
class Batches : public Visitors {
 public:
  Batches(std::uint64_t seed, std::span<const Site* const> sites) : Visitors(seed), sites_(sites) {}

  void step(Crowd& crowd) {
    const unsigned place = batch_place + static_cast<unsigned>(random(place_count - batch_place));
    if (is_there(place)) {
      Visitors::go(place);
    } else {
      Visitors::come(place, sites_, [&](Visit& visit) { visit.declines = random(5) == 0; });
    }
    if (random(2) == 0) crowd.wait_for_progress();
  }

 private:
  std::span<const Site* const> sites_;
};

Outcome burn(const Cell& cell, bool with_batches) {
  const std::uint64_t seed = choose_seed();
  const std::string says_seed = "seed " + std::to_string(seed) + ": ";
  std::fprintf(stderr, "seed %lu\n", seed);  // a crash or a timeout reports only standard error
  try {
    std::span<const std::uintptr_t> leaves;
    std::vector<const Site*> batch;
    if (with_batches) {
      leaves = load_thousands();
      batch = require(find_sites("thousands_*"));
      require_equal("sites for the batches", batch.size(), thousands_count);
    }
    std::vector<const Site*> all = require(find_sites(hot_sites));
    all.insert(all.end(), batch.begin(), batch.end());
    Resident resident;
    HotFlips flips(seed);
    Batches batches(seed + 1, batch);
    if (seed % 2) flips.be_first();
    resident.attach(all, RegisterSet::scalar);

    Crowd crowd(resident, seed, leaves);
    const auto end = Clock::now() + duration(cell);
    std::atomic<bool> over{false};
    Threads batching;
    const struct Finally {
      std::atomic<bool>& flag;
      ~Finally() { flag = true; }
    } batches_end{over};
    if (with_batches)
      batching.start([&] {
        while (!over || batches.changes() < least_batches) batches.step(crowd);
      });
    while (wrongs.text().empty() && crowd.trouble().empty() &&
           (Clock::now() < end || flips.changes() < least_flips || done.forks < least_forks))
      flips.flip(crowd);
    over = true;
    batching.join();
    crowd.stop();
    flips.leave();
    batches.leave();

    require(crowd.trouble().empty(), crowd.trouble());
    const std::string wrong = wrongs.text();
    require(wrong.empty(), wrong);
    const std::uint64_t missed = resident.tracer->missed();
    require_equal("calls by signal handlers and ending threads that were entered or missed",
                  resident.loose_entries + missed, done.loose_calls);
    require_equal("exits of those", resident.loose_exits, resident.loose_entries);
    require_equal("calls in flight", usage().frames, 0);
    require(detach_patiently(*resident.tracer));
    require_equal("runs of the function that is redirected at times, and of the other",
                  stress_patched_runs + stress_replacement_runs, done.patched_calls);
    return {Verdict::pass,
            says_seed + std::to_string(done.calls) + " calls, " + std::to_string(done.loose_calls) +
                " more by signal handlers and ending threads (" + std::to_string(missed) +
                " of these missed), " + std::to_string(flips.changes()) + " flips, " +
                std::to_string(batches.changes()) + " batches, " + std::to_string(done.signals) +
                " signals, " + std::to_string(done.forks) + " forks, " +
                std::to_string(done.threads) + " threads born and ended"};
  } catch (const Unavailable&) {
    throw;
  } catch (const std::exception& exception) {
    return fail(says_seed + exception.what());
  }
}

}  // namespace

SCENARIO(stress_flips,
         "one, two, eight tracers with any register set, and one that redirects, come and go while "
         "threads call, get signals, fork and end",
         .tracers = {1}, .seconds = 180, .any_cell = false) {
  return burn(cell, false);
}

SCENARIO(stress_batches, "the same, with batches of 10,000 functions", .tracers = {1},
         .seconds = 180, .any_cell = false) {
  return burn(cell, true);
}

}  // namespace retprobe::harness
