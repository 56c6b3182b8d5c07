// What can be said of two sets of times without knowing how times are distributed: rank tests, and
// what goes with them.
#pragma once

#include <cstddef>
#include <vector>

namespace retprobe::harness {

/// Mann-Whitney (Wilcoxon's rank sum), one-sided in both directions.
struct RankTest {
  double p_greater =
      1;  // of ranks like these, or with `after` higher still, where nothing has changed
  double p_less = 1;
  double cliffs_delta =
      0;  // P(after > before) - P(after < before): -1 … 1; the rank-biserial correlation, too
  bool exact = true;  // all orders counted, ties as they are; else by the normal distribution
};
/// Exact up to this many samples, both sides together.
inline constexpr std::size_t most_samples_exact = 40;
/// Neither may be empty.
RankTest rank_test(const std::vector<double>& before, const std::vector<double>& after);
/// The smallest p that so many samples can lead to, whatever they are.
double smallest_p(std::size_t before, std::size_t after);

/// Hodges-Lehmann: the median of all differences between one of `after` and one of `before`, and
/// the interval that goes with the rank test. `coverage` is what the interval has: at least
/// `confidence`, but where there are too few samples for that.
struct Shift {
  double estimate = 0, low = 0, high = 0, coverage = 0;
};
Shift shift_of(const std::vector<double>& before, const std::vector<double>& after,
               double confidence);

/// Benjamini and Hochberg's step-up correction for many tests: to be compared with the level in the
/// place of each p.
std::vector<double> corrected(const std::vector<double>& p);

double median_of(std::vector<double> values);

}  // namespace retprobe::harness
