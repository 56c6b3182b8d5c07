#include "harness/run/live.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/table.h"
#include "harness/run/report.h"
#include "harness/run/times.h"

namespace retprobe::run {

std::string Live::look(const LaunchPlan& plan, const Launched& now) {
  std::string text = "\nretprobe run: " + escaped(plan.command[0]) + " after " +
                     harness::fixed(now.seconds, 1) + " s: ";
  const std::vector<FunctionCounts> functions = by_function(now);
  struct Row {
    const FunctionCounts* counts;
    std::uint64_t self, calls;  // since the last look
  };
  std::vector<Row> rows;
  std::uint64_t sum = 0;
  for (const FunctionCounts& counts : functions) {
    Seen& before = before_[{counts.module, counts.name}];
    const Seen seen = {counts.self, counts.calls + counts.missed};
    const Row row = {&counts, seen.self - before.self, seen.calls - before.calls};
    before = seen;
    sum += row.calls;
    if (row.calls != 0 || row.self != 0) rows.push_back(row);
  }
  const double seconds = now.seconds - last_;
  last_ = now.seconds;
  text += grouped(sum) + " calls in " + harness::fixed(seconds, 1) + " s";
  if (rows.empty()) return text + "\n";
  std::ranges::stable_sort(rows, std::greater(),
                           [](const Row& row) { return std::pair(row.self, row.calls); });
  const std::size_t all = rows.size();
  if (lines_ != 0) rows.resize(std::min(all, lines_));
  const bool is_timed = plan.mode == Mode::time;
  harness::Table table(is_timed ? std::vector<std::size_t>{0, 1, 2, 3}
                                : std::vector<std::size_t>{0, 1, 2});
  const auto add_row = [&](const std::string& self, std::vector<std::string> row) {
    if (is_timed) row.insert(row.begin(), self);
    table.add(row);
  };
  add_row("self", {"calls", "per s", "since the start", "function"});
  for (const auto& [counts, self, calls] : rows)
    add_row(
        time_text(now, self),
        {grouped(calls), grouped(static_cast<std::uint64_t>(static_cast<double>(calls) / seconds)),
         grouped(counts->calls + counts->missed), labelled(*counts, functions)});
  return text + (rows.size() < all ? ", the busiest of " + grouped(all) + " functions" : "") +
         "\n" + table.text();
}

}  // namespace retprobe::run
