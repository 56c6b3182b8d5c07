// Tests the demo program of the graph tracer: its options, its output, its errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "clients/testlib/run_demo.h"

namespace retprobe::graph {
namespace {

std::string run(const std::string& arguments) {
  return client_test::run_demo("retprobe-graph", arguments);
}

TEST(GraphDemo, PrintsTheTree) {
  const std::string text = run("--workload leaf --iterations 3 --design bitmask --transfer jump");
  EXPECT_EQ(text.find("# retprobe graph: design bitmask, transfer jump, clock "), 0u) << text;
  EXPECT_NE(text.find(": 3 calls\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| wl_leaf();\n"), std::string::npos) << text;
}

TEST(GraphDemo, PrintsJson) {
  const auto all = nlohmann::json::parse(run("--format json"));
  EXPECT_EQ(all["design"], "counted_shadow");
  EXPECT_EQ(all["transfer"], "paired");
  EXPECT_EQ(all["missed"], 0);
  ASSERT_EQ(all["threads"].size(), 1u);
  EXPECT_EQ(all["threads"][0]["calls"].size(), 21'891u);  // of fib(20)
  EXPECT_EQ(all["threads"][0]["dropped"], 0);
  const auto some = nlohmann::json::parse(
      run("--workload fib --iterations 2 --function wl_fib --calls 10 --format json"));
  EXPECT_EQ(some["threads"][0]["calls"].size(), 10u);
  EXPECT_EQ(some["threads"][0]["dropped"], 2 * 21'891 - 10);
}

TEST(GraphDemo, TellsWhatThereIs) {
  EXPECT_EQ(run("--help").find("Usage: retprobe-graph [OPTION]…\n"), 0u);
  EXPECT_NE(run("--list").find("\nfib                      fib(20), recursive"), std::string::npos);
}

TEST(GraphDemo, SaysWhatIsWrong) {
  EXPECT_EQ(run("--workload nothing"),
            "retprobe-graph: no workload 'nothing'; --list names them\n[status 2]");
  EXPECT_EQ(run("--iterations 0"),
            "retprobe-graph: --iterations takes a number from 1 on\n[status 2]");
  EXPECT_EQ(run("--calls 1x"), "retprobe-graph: --calls takes a number from 1 on\n[status 2]");
  EXPECT_EQ(run("--format yaml"), "retprobe-graph: --format takes text or json\n[status 2]");
  EXPECT_EQ(run("fib"), "retprobe-graph: no operand is known: 'fib'; see --help\n[status 2]");
  EXPECT_EQ(run("--design nothing").find("retprobe-graph: no design 'nothing'"), 0u);
  EXPECT_NE(run("--function nothing").find("no site is called 'nothing'"), std::string::npos);
  EXPECT_EQ(run("> /dev/full").find("retprobe-graph: cannot write the call tree: "), 0u);
}

}  // namespace
}  // namespace retprobe::graph
