// Shared parts of the machine scenarios (registers, flips, stacks, signals, real programs):
// functions to probe whose every instruction is known, and tracers that count.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/require.h"
#include "retprobe/probe.h"

// The fixtures (machine_x86_64.S). All are sites unless they say otherwise.
extern "C" {
/// x -> 3x + 1. `machine_leaf_runs` counts the runs of the *body*, without redirected calls.
std::uint64_t machine_leaf(std::uint64_t x);
/// The same code at another address.
std::uint64_t machine_other(std::uint64_t x);
/// Calls `function(argument)` and returns its result plus one.
std::uint64_t machine_call(std::uint64_t (*function)(std::uint64_t), std::uint64_t argument);
/// The same code at another address, for calls in flight that interleave.
std::uint64_t machine_call_other(std::uint64_t (*function)(std::uint64_t), std::uint64_t argument);
/// Not a site. A redirected call of machine_leaf runs it. x -> 3x + 1 as well.
/// `machine_replacement_runs` counts its runs.
std::uint64_t machine_replacement(std::uint64_t x);
extern std::atomic<std::uint64_t> machine_leaf_runs, machine_replacement_runs;
}

namespace retprobe::harness {

constexpr std::uint64_t leaf_value(std::uint64_t x) { return 3 * x + 1; }

/// What one tracer saw.
struct Counts {
  std::atomic<std::uint64_t> entries{0}, returned{0}, unwound{0}, abandoned{0};
  std::uint64_t exits() const { return returned + unwound + abandoned; }
};

/// Handlers that count. Their context is a Counts. They use no vector register
/// (machine_handlers.cc).
bool count_entry(void* counts, EntryFrame& call);
void count_exit(void* counts, ReturnFrame& call);
/// Handlers that also clobber every register that the register set allows them to clobber
/// (registers_handlers.cc).
bool count_and_clobber_entry(void* counts, EntryFrame& call);
void count_and_clobber_exit(void* counts, ReturnFrame& call);

/// Counting tracers on some functions, with the cell's register set.
class CountingTracers {
 public:
  explicit CountingTracers(RegisterSet registers) : registers_(registers) {}
  /// As many as the cell has, all on the sites of all `patterns`.
  CountingTracers(const Cell& cell, const std::vector<std::string_view>& patterns,
                  EntryHandler entry = count_entry, ExitHandler exit = count_exit);
  /// Makes one more, and attaches it to the sites of all `patterns` in one batch.
  void add(const std::vector<std::string_view>& patterns);
  Error remove_last();

  /// Checks each tracer's invariant: entries + missed = calls, and as many exits as entries. A
  /// failure names the tracer.
  Outcome invariant(std::uint64_t calls) const;
  /// Checks the same, and missed = 0.
  Outcome all_seen(std::uint64_t calls) const;

  std::size_t size() const { return tracers_.size(); }
  const Counts& counts(std::size_t i) const { return *counts_[i]; }
  const Tracer& tracer(std::size_t i) const { return tracers_[i]; }

 private:
  RegisterSet registers_;
  EntryHandler entry_ = count_entry;
  ExitHandler exit_ = count_exit;
  std::vector<std::unique_ptr<Counts>> counts_;
  std::vector<Tracer> tracers_;
};

/// Whether the cell's design calls the body from its own frame (Wiring::framed).
bool is_framed(const Cell& cell);

/// The sites of all `patterns`, each once.
std::vector<const Site*> sites_of(const std::vector<std::string_view>& patterns);

}  // namespace retprobe::harness
