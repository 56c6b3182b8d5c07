// Ratios of two samples, with an interval: what the goals are about.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/results/statistics.h"

namespace retprobe::harness {

/// Of two samples that are in pairs (from the same processes): the spread of the pairs' ratios.
/// Nothing where the sizes differ, there are none, or a divisor is not positive.
std::optional<Spread> ratio_of_pairs(std::span<const double> dividends,
                                     std::span<const double> divisors);

/// Of two samples from different processes: the ratio of the medians, and the interval of 95 % of
/// the ratios that samples drawn from these, with repetition, have. The same each time. Nothing
/// where a sample is empty or the divisor's median is not positive; an end of the interval is
/// infinite where medians of draws are not.
std::optional<Spread> ratio_of_medians(const std::vector<double>& dividends,
                                       const std::vector<double>& divisors);

}  // namespace retprobe::harness
