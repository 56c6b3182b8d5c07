#include "harness/run/live.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "harness/report/table.h"
#include "harness/run/report.h"
#include "harness/text.h"

namespace retprobe::run {

std::string Live::look(const LaunchPlan& plan, const Launched& now) {
  std::string text = "\nretprobe run: " + escaped(plan.command[0]) + " after " +
                     harness::fixed(now.seconds, 1) + " s: ";
  const std::vector<FunctionCounts> functions = by_function(now);
  struct Row {
    const FunctionCounts* counts;
    std::uint64_t calls;  // since the last look
  };
  std::vector<Row> rows;
  std::uint64_t sum = 0;
  for (const FunctionCounts& counts : functions) {
    std::uint64_t& before = before_[{counts.module, counts.name}];
    const std::uint64_t calls = counts.calls + counts.missed - before;
    before += calls;
    sum += calls;
    if (calls != 0) rows.push_back({&counts, calls});
  }
  const double seconds = now.seconds - last_;
  last_ = now.seconds;
  text += grouped(sum) + " calls in " + harness::fixed(seconds, 1) + " s";
  if (rows.empty()) return text + "\n";
  std::ranges::stable_sort(rows, std::greater(), &Row::calls);
  const std::size_t all = rows.size();
  if (lines_ != 0) rows.resize(std::min(all, lines_));
  harness::Table table({0, 1, 2});
  table.add({"calls", "per s", "since the start", "function"});
  for (const auto& [counts, calls] : rows)
    table.add({grouped(calls),
               grouped(static_cast<std::uint64_t>(static_cast<double>(calls) / seconds)),
               grouped(counts->calls + counts->missed), labelled(*counts, functions)});
  return text + (rows.size() < all ? ", the busiest of " + grouped(all) + " functions" : "") +
         "\n" + table.text();
}

}  // namespace retprobe::run
