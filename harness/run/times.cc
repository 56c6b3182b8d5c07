#include "harness/run/times.h"

#include <algorithm>
#include <cmath>

#include "harness/report/table.h"
#include "harness/run/names.h"
#include "harness/run/report.h"

namespace retprobe::run {

std::string time_text(const Launched& launched, std::uint64_t ticks) {
  return launched.scale.nanoseconds ? duration_text(launched.scale.duration(ticks))
                                    : grouped(ticks) + " ticks";
}

std::string time_heading(const Launched& launched) {
  return "elapsed times, most self time first; waiting counts, too" +
         (launched.is_running
              ? ""
              : " (processor time: " + duration_text(launched.processor * 1e9) + ")") +
         "\n";
}

std::vector<std::string> time_cells(const Launched& launched, const FunctionCounts& counts,
                                    std::uint64_t self_of_all) {
  // A call without an end has time of its own, and no duration.
  const std::uint64_t total = std::max(counts.total, counts.self);
  const double share =
      self_of_all ? 100 * static_cast<double>(counts.self) / static_cast<double>(self_of_all) : 0;
  return {time_text(launched, counts.self), harness::fixed(share, 1) + " %",
          (counts.has_open_calls() ? "≥ " : "") + time_text(launched, total)};
}

std::string time_notes(const Launched& launched, const FunctionCounts& all) {
  return "timing makes a call " + time_text(launched, launched.added_ticks) +
         " longer (counting alone: " + time_text(launched, launched.counting_ticks) + "), about " +
         time_text(launched, launched.added_ticks * all.calls) + " of these " +
         time_text(launched, all.self) + ";\nan empty function shows " +
         time_text(launched, launched.shown_ticks) +
         ", and the rest is in its caller's self time\n" +
         (launched.added_ticks * all.calls > all.self / 4
              ? "timing is much of these times, so the shares are inexact: probe fewer functions\n"
                "(--functions, --exclude)\n"
              : "");
}

std::string histogram_text(const LaunchPlan& plan, const Launched& launched,
                           const std::vector<FunctionCounts>& functions) {
  std::string text;
  for (const FunctionCounts& counts : functions) {
    const auto& buckets = counts.histogram;
    const auto is_used = [](std::uint64_t count) { return count != 0; };
    const auto first = std::ranges::find_if(buckets, is_used);
    if (first == buckets.end()) continue;
    const std::uint64_t most = *std::ranges::max_element(buckets);
    std::uint64_t sum = 0;
    for (const std::uint64_t count : buckets) sum += count;
    text += "\n" + labelled(counts, functions) + ": durations of " + grouped(sum) +
            (sum == 1 ? " call\n" : " calls\n");
    harness::Table table({0, 1, 2});
    table.add({"from", "to", "calls", ""});
    std::size_t end = buckets.size();
    while (buckets[end - 1] == 0) --end;
    for (auto i = static_cast<std::size_t>(first - buckets.begin()); i < end; ++i) {
      const auto limit = [&](std::size_t power) {
        const double ticks = power == 0 ? 0 : std::ldexp(1.0, static_cast<int>(power) - 1);
        return launched.scale.nanoseconds ? duration_text(ticks / launched.scale.ticks_per_ns)
                                          : harness::fixed(ticks, 0);
      };
      std::string bar;
      constexpr double widest = 40;
      const double share = static_cast<double>(buckets[i]) / static_cast<double>(most);
      for (double at = 0; at < share * widest; ++at) bar += "#";
      table.add({limit(i), limit(i + 1), grouped(buckets[i]), bar});
    }
    text += table.text();
  }
  if (launched.histograms > most_histograms)
    text += "\n--histogram " + escaped(plan.histogram) + " selects " +
            grouped(launched.histograms) + " functions; the first " +
            std::to_string(most_histograms) + " have a histogram\n";
  if (text.empty() && launched.histograms == 0)
    text = "\nno histogram: " +
           (launched.no_histogram.empty()
                ? escaped(plan.histogram) + " is not among the probed functions"
                : launched.no_histogram) +
           "\n";
  else if (text.empty())
    text = "\nno histogram: no call of " + escaped(plan.histogram) + " has ended\n";
  return text;
}

}  // namespace retprobe::run
