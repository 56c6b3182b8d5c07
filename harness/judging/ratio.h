// Ratios of two samples, with an interval. The goals are judged by them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/results/statistics.h"

namespace retprobe::harness {

/// For two samples in pairs, that is from the same processes: the spread of the pairs' ratios.
/// Nothing where the sizes differ, there are no values, or a divisor is not positive.
std::optional<Spread> ratio_of_pairs(std::span<const double> dividends,
                                     std::span<const double> divisors);

/// For two samples from different processes: the ratio of their medians. The interval is a
/// bootstrap's: it holds 95 % of the ratios of samples that are drawn from these with repetition.
/// The result is the same each time. Nothing where a sample is empty or the divisor's median is not
/// positive. An end of the interval is infinite where a drawn divisor has a median of 0.
std::optional<Spread> ratio_of_medians(const std::vector<double>& dividends,
                                       const std::vector<double>& divisors);

}  // namespace retprobe::harness
