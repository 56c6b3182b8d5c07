// What the parts of a hit cost on this processor, in cycles: jumps, calls, stores. The count of
// instructions says nothing of it, since processors execute several in a cycle but only so many
// taken branches and stores (docs/cost.md).
#pragma once

#include <string_view>
#include <vector>

namespace retprobe::harness {

struct Price {
  std::string_view what;  // "a taken jump"
  double cycles;          // of one, when there are many in turn
};

/// Measures all prices, which takes some tenths of a second. A cycle is a third of a multiplication
/// that waits for the one before it. The fastest of many runs counts, since disturbances only add.
std::vector<Price> measure_prices();

/// A cycle in ticks of the time-stamp counter, as it is now. Takes a few milliseconds.
double ticks_of_cycle();

}  // namespace retprobe::harness
