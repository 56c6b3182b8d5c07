#include "harness/judging/ratio.h"

#include <algorithm>
#include <limits>
#include <random>

namespace retprobe::harness {
namespace {

constexpr std::size_t draws = 4000;

double median_of_draw(const std::vector<double>& values, std::mt19937_64& random) {
  std::vector<double> drawn(values.size());
  for (double& each : drawn) each = values[random() % values.size()];
  return spread_of(std::move(drawn)).median;
}

}  // namespace

std::optional<Spread> ratio_of_pairs(std::span<const double> dividends,
                                     std::span<const double> divisors) {
  if (dividends.empty() || dividends.size() != divisors.size()) return std::nullopt;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < dividends.size(); ++i) {
    if (!(divisors[i] > 0)) return std::nullopt;
    ratios.push_back(dividends[i] / divisors[i]);
  }
  return spread_of(std::move(ratios));
}

std::optional<Spread> ratio_of_medians(const std::vector<double>& dividends,
                                       const std::vector<double>& divisors) {
  if (dividends.empty() || divisors.empty()) return std::nullopt;
  const double divisor = spread_of(divisors).median;
  if (!(divisor > 0)) return std::nullopt;
  std::mt19937_64 random(1);
  std::vector<double> ratios;
  for (std::size_t i = 0; i < draws; ++i) {
    const double above = median_of_draw(dividends, random),
                 below = median_of_draw(divisors, random);
    ratios.push_back(below > 0 ? above / below : std::numeric_limits<double>::infinity());
  }
  std::ranges::sort(ratios);
  return Spread{spread_of(dividends).median / divisor, ratios[draws / 40],
                ratios[draws - 1 - draws / 40]};
}

}  // namespace retprobe::harness
