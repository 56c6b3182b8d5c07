// Shared parts of the machine scenarios (registers, flips, stacks, signals, real programs):
// functions to probe whose every instruction is known, and tracers that count.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/verify/test_bench.h"
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

/// The sites of all `patterns`, each once.
std::vector<const Site*> sites_of(const std::vector<std::string_view>& patterns);

/// A counting bench with room for more calls in flight than any scenario makes. Each of its tracers
/// is attached to all its sites in one batch.
class CountingTracers : public CountingBench {
 public:
  using AtEntry = bool (*)(Tap&, EntryFrame&);
  using AtExit = void (*)(Tap&, ReturnFrame&);
  explicit CountingTracers(RegisterSet registers) : CountingBench({{}, {}, registers, 0}, 0u) {}
  /// As many as the cell has, all on the sites of all `patterns`.
  CountingTracers(const Cell& cell, const std::vector<std::string_view>& patterns,
                  AtEntry at_entry = nullptr, AtExit at_exit = nullptr);
  void add(std::span<const Site* const> sites, AtEntry at_entry = nullptr, AtExit at_exit = nullptr,
           void* extra = nullptr, std::size_t entry_data_bytes = 0);
  void add(const std::vector<std::string_view>& patterns) { add(sites_of(patterns)); }
  Error remove_last();
};

/// Whether the cell's design calls the body from its own frame (Wiring::framed).
bool is_framed(const Cell& cell);
/// Whether an attach in the cell takes the function. It leaves out others.
bool takes(const Cell& cell, const Site& site);

}  // namespace retprobe::harness
