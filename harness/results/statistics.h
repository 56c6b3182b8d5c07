// The few numbers that stand for a set of samples.
#pragma once

#include <vector>

namespace retprobe::harness {

/// The median, and an interval that covers the true one with a probability of at least 95 %
/// whatever the distribution (from order statistics). That takes six samples; with fewer it is
/// their range.
struct Spread {
  double median = 0, low = 0, high = 0;
};
/// `values` must not be empty.
Spread spread_of(std::vector<double> values);
/// What spread_of's interval covers for that many samples: 1 - 2 P(fewer than its rank).
double coverage(std::size_t samples);

}  // namespace retprobe::harness
