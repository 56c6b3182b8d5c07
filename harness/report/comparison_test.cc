// Tests the columns of the comparison table that are no figure of a row.
#include <gtest/gtest.h>

#include "core/testlib/expect.h"
#include "harness/report/report.h"

namespace retprobe::harness {
namespace {

using nlohmann::ordered_json;

ordered_json recursion(unsigned depth, unsigned missed) {
  const std::string workload = "recursion_" + std::to_string(depth);
  const std::string name = workload + "/instance_pool/paired/scalar/1";
  ordered_json row = {{"name", name},
                      {"run_name", name},
                      {"run_type", "aggregate"},
                      {"workload", workload},
                      {"design", "instance_pool"},
                      {"transfer", "paired"},
                      {"registers", "scalar"},
                      {"tracers", 1},
                      {"missed", missed}};
  if (missed) row["void"] = "missed " + std::to_string(missed) + " calls";
  for (const char* figure : {"ns_per_call", "added_ns", "added_ns_low", "added_ns_high",
                             "bytes_per_frame", "stack_bytes_per_frame", "bytes_per_thread"})
    if (!missed) row[figure] = 1;
  return row;
}

std::string text_of(const std::vector<ordered_json>& rows) {
  const ordered_json file = {{"context",
                              {{"retprobe", 1},
                               {"quick", false},
                               {"verified", false},
                               {"verification", {{"ran", false}}},
                               {"designs", {{"instance_pool", {{"floor", false}}}}}}},
                             {"benchmarks", rows}};
  auto view = ResultView::parse(file, "it");
  return view.ok() ? comparison_text(*view) : view.error().message();
}

TEST(ComparisonReport, DepthIsTheOneThatMissedCallsOrTheDeepestThatWasTried) {
  EXPECT_HAS(text_of({recursion(10, 0), recursion(4000, 1), recursion(100'000, 2)}), " < 4000 ");
  EXPECT_HAS(text_of({recursion(10, 0), recursion(4000, 0)}), " ≥ 4000 ");
  EXPECT_HAS(text_of({recursion(10, 3), recursion(4000, 1)}), " < 10 ");
}

}  // namespace
}  // namespace retprobe::harness
