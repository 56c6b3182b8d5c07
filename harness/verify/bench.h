// The tracers of a scenario, with what their handlers did. Made for the cell that the process is
// configured for.
//
//     Bench bench(cell);                    // cell.tracers tracers, A, B, …
//     bench.attach_all("fx_leaf");          // in this order; what goes wrong is thrown: a failure
//     with its message fx_leaf(1); return compare(bench.events.text(), "…");
//
// A handler counts, records an event, and then does what the scenario gave the tracer to do
// (Tap::at_entry, at_exit): any function that is compiled without vector registers (see
// CMakeLists.txt), such as a lambda in a scenario's file.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/events.h"
#include "harness/verify/scenario.h"
#include "retprobe/probe.h"

namespace retprobe::harness {

/// Throws what a scenario cannot go on after; the framework makes it a failure.
void require(const Error& error);
void require(bool holds, const std::string& otherwise);
template <class T>
T require(Result<T> result) {
  if (!result.ok()) require(result.error());
  return *std::move(result);
}

/// One tracer: what its handlers are to do, and what they did.
struct Tap {
  // Set before it is attached.
  unsigned index = 0;
  bool records = true;           // events; off where millions of calls are only counted
  bool names_functions = false;  // in events
  unsigned declines_every = 0;   // 1: every call; 2: every second; 0: none
  bool (*at_entry)(Tap&, EntryFrame&) = nullptr;  // false: declines
  void (*at_exit)(Tap&, ReturnFrame&) = nullptr;
  void* extra = nullptr;  // for the two

  // Counted by the handlers.
  std::atomic<std::uint64_t> entries{0}, accepted{0}, returned{0}, unwound{0}, abandoned{0};
  std::uint64_t exits() const { return returned + unwound + abandoned; }

  Events* events = nullptr;
  std::optional<Tracer> tracer;  // none before it is made, and once it is destroyed
  Tracer& operator*() { return *tracer; }
  Tracer* operator->() { return &*tracer; }
};

/// The last letter of the probed function's symbol. Async-signal-safe.
char function_letter(const Site& site);

class Bench {
 public:
  /// With `cell.tracers` tracers, or `tracers` of them; each asks for `data` bytes of entry data.
  explicit Bench(const Cell& cell) : Bench(cell, cell.tracers) {}
  Bench(const Cell& cell, unsigned tracers, std::size_t data = 0);

  Events events;

  Tap& operator[](std::size_t index) { return taps_[index]; }
  std::size_t size() const { return taps_.size(); }
  auto begin() { return taps_.begin(); }
  auto end() { return taps_.end(); }

  /// Makes one more; `adjust` may change what its tracer is made with.
  Tap& add(const std::function<void(TracerOptions&)>& adjust = nullptr);
  /// Attaches every tracer that there is, in order.
  void attach_all(std::string_view pattern);
  void detach_all();

  /// Sums over all tracers.
  std::uint64_t entries() const;
  std::uint64_t missed() const;
  /// Nothing when entries + missed = calls for each tracer; else a failure that shows the figures.
  Outcome check_law(std::uint64_t calls);

 private:
  RegisterSet registers_;
  std::size_t data_;
  std::deque<Tap> taps_;  // their addresses are the handlers' context
};

}  // namespace retprobe::harness
