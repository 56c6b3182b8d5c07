#include "harness/regress/rank_tests.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <functional>
#include <numeric>

namespace retprobe::harness {
namespace {

const boost::math::normal standard_normal;

// How many ways there are to choose `chosen` of the values, by the sum of the chosen ones. Exact
// while the number of all ways is below 2^53.
std::vector<double> ways_by_sum(const std::vector<std::size_t>& values, std::size_t chosen) {
  const std::size_t most = std::accumulate(values.begin(), values.end(), std::size_t{0});
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1, 0.0));
  ways[0][0] = 1;
  std::size_t seen = 0, reached = 0;
  for (const std::size_t value : values) {
    ++seen;
    reached += value;
    for (std::size_t count = std::min(chosen, seen); count > 0; --count)
      for (std::size_t sum = reached; sum >= value; --sum)  // every value is at least 1
        ways[count][sum] += ways[count - 1][sum - value];
  }
  return ways[chosen];
}

struct Ranks {
  // Twice the midranks of all values, in ascending order. Doubled they are integers, even with
  // ties.
  std::vector<std::size_t> doubled;
  std::size_t after_sum = 0;  // sum of the doubled ranks of `after`
  double ties = 0;            // sum of t^3 - t over groups of t equal values
};
Ranks ranks_of(const std::vector<double>& before, const std::vector<double>& after) {
  struct Value {
    double value;
    bool is_after;
  };
  std::vector<Value> all;
  for (const double value : before) all.push_back({value, false});
  for (const double value : after) all.push_back({value, true});
  std::ranges::sort(all, {}, &Value::value);
  Ranks ranks;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].value == all[begin].value) ++end;
    const auto equal = static_cast<double>(end - begin);
    ranks.ties += equal * equal * equal - equal;
    for (std::size_t i = begin; i < end; ++i) {
      ranks.doubled.push_back(begin + 1 + end);  // twice the mean of the ranks begin + 1 … end
      if (all[i].is_after) ranks.after_sum += begin + 1 + end;
    }
  }
  return ranks;
}

double sum_of(const std::vector<double>& values, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t i = from; i < std::min(to, values.size()); ++i) sum += values[i];
  return sum;
}

double deviation(double before, double after, double ties) {
  const double all = before + after;
  return std::sqrt(before * after / 12 * (all + 1 - ties / (all * (all - 1))));
}

// P(U <= u) where nothing has changed and no values are tied. U is the number of pairs in which
// `after` is higher.
class PairCount {
 public:
  PairCount(std::size_t before, std::size_t after)
      : mean_(static_cast<double>(before * after) / 2) {
    const std::size_t all = before + after;
    if (all > most_samples_exact) {
      deviation_ = deviation(static_cast<double>(before), static_cast<double>(after), 0);
      return;
    }
    std::vector<std::size_t> ranks(all);
    std::iota(ranks.begin(), ranks.end(), std::size_t{1});
    lowest_sum_ = after * (after + 1) / 2;
    ways_ = ways_by_sum(ranks, after);
    total_ = sum_of(ways_, 0, ways_.size());
  }
  double at_most(std::size_t pairs) const {
    if (ways_.empty())
      return cdf(standard_normal, (static_cast<double>(pairs) + 0.5 - mean_) / deviation_);
    return sum_of(ways_, 0, lowest_sum_ + pairs + 1) / total_;
  }

 private:
  double mean_, deviation_ = 0, total_ = 0;
  std::size_t lowest_sum_ = 0;
  std::vector<double> ways_;
};

}  // namespace

RankTest rank_test(const std::vector<double>& before, const std::vector<double>& after) {
  const Ranks ranks = ranks_of(before, after);
  const auto n = static_cast<double>(after.size()), m = static_cast<double>(before.size());
  // Pairs in which `after` is higher. A tie counts as half a pair.
  const double pairs = static_cast<double>(ranks.after_sum) / 2 - n * (n + 1) / 2;
  RankTest test;
  test.cliffs_delta = 2 * pairs / (n * m) - 1;
  test.exact = ranks.doubled.size() <= most_samples_exact;
  if (test.exact) {
    const std::vector<double> ways = ways_by_sum(ranks.doubled, after.size());
    const double total = sum_of(ways, 0, ways.size());
    test.p_greater = sum_of(ways, ranks.after_sum, ways.size()) / total;
    test.p_less = sum_of(ways, 0, ranks.after_sum + 1) / total;
    return test;
  }
  const double sigma = deviation(m, n, ranks.ties);
  if (sigma <= 0) return test;  // all values are equal
  const double centred = pairs - n * m / 2, half_a_pair = 0.5;
  test.p_greater = std::min(1.0, cdf(complement(standard_normal, (centred - half_a_pair) / sigma)));
  test.p_less = std::min(1.0, cdf(standard_normal, (centred + half_a_pair) / sigma));
  return test;
}

double smallest_p(std::size_t before, std::size_t after) {
  double orders = 1;  // an integer at every step, so that 1 of 20 does not round below 0.05
  for (std::size_t i = 1; i <= after; ++i)
    orders = orders * static_cast<double>(before + i) / static_cast<double>(i);
  return 1 / orders;
}

Shift shift_of(const std::vector<double>& before, const std::vector<double>& after,
               double confidence) {
  std::vector<double> differences;
  for (const double now : after)
    for (const double was : before) differences.push_back(now - was);
  std::ranges::sort(differences);
  const PairCount count(before.size(), after.size());
  std::size_t left_out = 0;
  while (2 * (left_out + 1) + 1 < differences.size() &&
         2 * count.at_most(left_out + 1) <= 1 - confidence)
    ++left_out;
  return {.estimate = median_of(differences),
          .low = differences[left_out],
          .high = differences[differences.size() - 1 - left_out],
          .coverage = std::max(0.0, 1 - 2 * count.at_most(left_out))};
}

std::vector<double> corrected(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater(), [&](std::size_t i) { return p[i]; });
  std::vector<double> result(p.size());
  double least = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto rank = static_cast<double>(order.size() - i);
    least = std::min(least, p[order[i]] * static_cast<double>(p.size()) / rank);
    result[order[i]] = least;
  }
  return result;
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

}  // namespace retprobe::harness
