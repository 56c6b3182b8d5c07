// The median and its confidence interval.
#pragma once

#include <vector>

namespace retprobe::harness {

/// The median, and an interval that covers the true median with a probability of at least 95 %,
/// whatever the distribution. The interval's ends are order statistics. This takes six samples;
/// with fewer, the interval is their range.
struct Spread {
  double median = 0, low = 0, high = 0;
};
/// `values` must not be empty.
Spread spread_of(std::vector<double> values);
/// The probability that spread_of's interval covers the true median, for that many samples: 1 - 2
/// P(fewer than its rank).
double coverage(std::size_t samples);

}  // namespace retprobe::harness
