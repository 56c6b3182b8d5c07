// What the parts of a hit cost on this processor, in cycles: jumps, calls, stores. The count of
// instructions says nothing of it, since processors execute several in a cycle but only so many
// taken branches and stores (docs/cost.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace retprobe::harness {

struct Price {
  std::string_view what;  // "a taken jump"
  double cycles;          // of one, when there are many in turn
};

/// What is timed: a loop of `steps` steps of one kind, and one of twice as many. `memory` has 64
/// words, which are changed.
struct PriceLoops {
  using Loop = void(std::uint64_t passes, std::uint64_t* memory);
  static constexpr unsigned steps = 16;
  std::string_view what;
  Loop *shorter, *longer;
};
/// In the order of the prices.
std::span<const PriceLoops> price_loops();
/// Multiplications that wait for each other.
const PriceLoops& unit_loops();

/// The ticks of a pass of both loops.
struct PassTicks {
  double shorter, longer;
};
/// What a step costs in cycles. A step of the unit takes three.
double cycles_of_step(PassTicks ticks, PassTicks unit);

/// Measures all prices, which takes some tenths of a second. A cycle is a third of a multiplication
/// that waits for the one before it. The fastest of many runs counts, since disturbances only add.
std::vector<Price> measure_prices();

/// A cycle in ticks of the time-stamp counter, as it is now. Takes a few milliseconds.
double ticks_of_cycle();

}  // namespace retprobe::harness
