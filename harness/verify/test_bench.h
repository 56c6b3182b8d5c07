// The tracers of a scenario, and the counts and events that their handlers recorded. A TestBench is
// for the cell that the process is configured for.
//
//     TestBench bench(cell, {"fx_leaf"});  // cell.tracers tracers: A, B, …, attached in this order
//     fx_leaf(1);
//     return compare(bench.events.text(), "…");
//
// A handler counts, records an event, and calls the scenario's own function (Tap::at_entry,
// Tap::at_exit), if there is one. That function must be compiled without vector registers (see
// CMakeLists.txt). A lambda in a scenario's file is.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/events.h"
#include "harness/verify/require.h"
#include "harness/verify/scenario.h"
#include "retprobe/probe.h"

namespace retprobe::harness {

/// One tracer: what its handlers have to do, and what they did.
struct Tap {
  // Set these before the tracer is attached.
  unsigned index = 0;
  bool records = true;               // false: no events, for scenarios that only count many calls
  const Site* unrecorded = nullptr;  // its calls leave no events
  bool names_functions = false;      // in events
  unsigned declines_every = 0;       // 1: every call; 2: every second; 0: none
  bool (*at_entry)(Tap&, EntryFrame&) = nullptr;  // false: declines
  void (*at_exit)(Tap&, ReturnFrame&) = nullptr;
  void* extra = nullptr;  // data for at_entry and at_exit
  /// Has `handler` run at entry, which accepts, or at exit.
  void run_at(bool entry, void (*handler)(Tap&));

  // The handlers count these.
  std::atomic<std::uint64_t> entries{0}, accepted{0}, returned{0}, unwound{0}, abandoned{0};
  std::uint64_t exits() const { return returned + unwound + abandoned; }

  Events* events = nullptr;
  void (*handler)(Tap&) = nullptr;  // for run_at
  std::optional<Tracer> tracer;     // empty before it is made and after it is destroyed
  Tracer& operator*() { return *tracer; }
  Tracer* operator->() { return &*tracer; }
};

/// The five bytes at the function's entry now.
SiteBytes bytes_at(const Site& site);
inline bool is_as_built(const Site& site) { return bytes_at(site) == site.original; }
/// The configuration, with another return transfer.
Configuration other_transfer();
/// The only site of this name.
const Site& site_of(std::string_view name);

/// The last letter of the probed function's symbol. Async-signal-safe.
char function_letter(const Site& site);

class TestBench {
 public:
  /// Makes `cell.tracers` tracers, and attaches all to one of the patterns after the other.
  explicit TestBench(const Cell& cell, std::initializer_list<std::string_view> patterns = {});
  /// Makes `tracers` tracers. Each asks for `data` bytes of entry data.
  TestBench(const Cell& cell, unsigned tracers, std::size_t data = 0);

  Events events;

  Tap& operator[](std::size_t index) { return taps_[index]; }
  std::size_t size() const { return taps_.size(); }
  auto begin() { return taps_.begin(); }
  auto end() { return taps_.end(); }

  /// Makes one more tracer. `adjust` may change its options.
  Tap& add(const std::function<void(TracerOptions&)>& adjust = nullptr);
  /// Attaches all tracers, in the order of their indices.
  void attach_all(std::string_view pattern);
  void detach_all();

  /// Sums over all tracers.
  std::uint64_t entries() const;
  std::uint64_t missed() const;
  /// Checks the invariant entries + missed = calls for each tracer. A failure shows the figures.
  Outcome check_invariant(std::uint64_t calls);
  /// Checks the same, and that each entry has an exit.
  Outcome check_all_ended(std::uint64_t calls);
  /// Checks that each tracer saw `calls` entries and returns, and missed nothing.
  Outcome check_all_seen(std::uint64_t calls);
  /// Checks how many exits each tracer was notified of, by their reasons.
  Outcome check_exits(std::uint64_t returned, std::uint64_t unwound = 0,
                      std::uint64_t abandoned = 0);

 protected:
  bool records_ = true;
  std::deque<Tap> taps_;  // a deque: the taps must not move, they are the handlers' contexts

 private:
  RegisterSet registers_;
  std::size_t data_;
};

/// A bench whose tracers record no events.
class CountingBench : public TestBench {
 public:
  explicit CountingBench(const Cell& cell, std::initializer_list<std::string_view> patterns = {})
      : TestBench(cell, patterns) {
    record_nothing();
  }
  CountingBench(const Cell& cell, unsigned tracers, std::size_t data = 0)
      : TestBench(cell, tracers, data) {
    record_nothing();
  }
  /// Makes cell.tracers more tracers with this maxactive, and attaches all.
  void add_with_room(const Cell& cell, std::size_t maxactive, std::string_view pattern) {
    for (unsigned i = 0; i < cell.tracers; ++i)
      add([&](TracerOptions& options) { options.maxactive = maxactive; });
    attach_all(pattern);
  }

 private:
  void record_nothing() {
    records_ = false;
    for (Tap& tap : *this) tap.records = false;
  }
};

}  // namespace retprobe::harness
