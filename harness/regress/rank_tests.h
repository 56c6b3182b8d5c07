// Rank tests: they compare two sets of times without an assumption about the distribution.
#pragma once

#include <cstddef>
#include <vector>

namespace retprobe::harness {

/// The Mann-Whitney test (Wilcoxon's rank sum test), one-sided in both directions.
struct RankTest {
  /// The probability of ranks in which `after` is as high or higher, where nothing has changed.
  double p_greater = 1;
  double p_less = 1;  // the same for `after` as low or lower
  /// P(after > before) - P(after < before), from -1 to 1. Also the rank-biserial correlation.
  double cliffs_delta = 0;
  /// All orders were counted, ties as they are. Else the normal distribution was used.
  bool exact = true;
};
/// The test is exact up to this many samples, both sides together.
inline constexpr std::size_t most_samples_exact = 40;
/// Neither sample may be empty.
RankTest rank_test(const std::vector<double>& before, const std::vector<double>& after);
/// The smallest p that samples of these sizes can have.
double smallest_p(std::size_t before, std::size_t after);

/// The Hodges-Lehmann estimate: the median of all differences between a value of `after` and one of
/// `before`. The interval belongs to the rank test. `coverage` is the confidence that the interval
/// has: at least `confidence`, or less where there are too few samples.
struct Shift {
  double estimate = 0, low = 0, high = 0, coverage = 0;
};
Shift shift_of(const std::vector<double>& before, const std::vector<double>& after,
               double confidence);

/// Benjamini and Hochberg's step-up correction for many tests. Compare each corrected p with the
/// level.
std::vector<double> corrected(const std::vector<double>& p);

double median_of(std::vector<double> values);

}  // namespace retprobe::harness
