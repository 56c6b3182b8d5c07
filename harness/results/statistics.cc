#include "harness/results/statistics.h"

#include <algorithm>
#include <cmath>

namespace retprobe::harness {
namespace {

// P(at most k of n samples lie below the true median).
double below(std::size_t k, std::size_t n) {
  double sum = 0, term = std::pow(0.5, static_cast<double>(n));
  for (std::size_t i = 0; i <= k; ++i) {
    sum += term;
    term *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return sum;
}

// How many samples the interval leaves out at each end.
std::size_t trimmed(std::size_t n) {
  std::size_t k = 0;
  while (2 * (k + 1) < n && 2 * below(k + 1, n) <= 0.05) ++k;
  return k;
}

}  // namespace

double coverage(std::size_t samples) {
  return samples == 0 ? 0 : 1 - 2 * below(trimmed(samples), samples);
}

Spread spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size(), k = trimmed(n);
  const double median = n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  return {median, values[k], values[n - 1 - k]};
}

}  // namespace retprobe::harness
