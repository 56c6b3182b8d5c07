// Tests the demo program of the kretprobes: its options, its table, its errors.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "clients/testlib/run_demo.h"

namespace retprobe::kretprobe {
namespace {

std::string run(const std::string& arguments) {
  return client_test::run_demo("retprobe-kretprobe", arguments);
}

// The row of a table with one function.
struct Row {
  std::uint64_t returns = 0, missed = 0, mean = 0, longest = 0;
  std::string function, rest;
  explicit Row(const std::string& text) {
    std::istringstream row(text.substr(text.find('\n') + 1));
    row >> returns >> missed >> mean >> longest >> function >> rest;
  }
};

TEST(KretprobeDemo, PrintsATable) {
  const std::string text = run("--workload leaf --iterations 3");
  EXPECT_EQ(text.find("     returns     missed     ticks/call        longest  function\n"), 0u)
      << text;
  const Row row(text);
  EXPECT_EQ(row.function, "wl_leaf") << text;
  EXPECT_EQ(row.rest, "");
  EXPECT_EQ(row.returns, 3u);
  EXPECT_EQ(row.missed, 0u);
  EXPECT_GT(row.mean, 0u);
  EXPECT_GE(row.longest, row.mean);
}

TEST(KretprobeDemo, CountsWhatItMisses) {
  for (const char* design : {"instance_pool", "bitmask --transfer jump"}) {
    const std::string text = run(std::string("--maxactive 2 --design ") + design);
    const Row row(text);
    EXPECT_GT(row.returns, 0u) << text;
    EXPECT_GT(row.missed, row.returns) << text;
    EXPECT_EQ(row.returns + row.missed, 21'891u) << text;  // calls of fib(20)
  }
}

TEST(KretprobeDemo, TellsWhatThereIs) {
  EXPECT_EQ(run("--help").find("Usage: retprobe-kretprobe [OPTION]…\n"), 0u);
  EXPECT_NE(run("--list").find("\nfib                      fib(20), recursive"), std::string::npos);
}

TEST(KretprobeDemo, SaysWhatIsWrong) {
  EXPECT_EQ(run("--workload nothing"),
            "retprobe-kretprobe: no workload 'nothing'; --list names them\n[status 2]");
  EXPECT_EQ(run("--iterations 0"),
            "retprobe-kretprobe: --iterations takes a number from 1 on\n[status 2]");
  EXPECT_EQ(run("--maxactive -1"),
            "retprobe-kretprobe: --maxactive takes a number from 1 on\n[status 2]");
  EXPECT_EQ(run("fib"), "retprobe-kretprobe: no operand is known: 'fib'; see --help\n[status 2]");
  EXPECT_EQ(run("--design nothing").find("retprobe-kretprobe: no design 'nothing'"), 0u);
  EXPECT_NE(run("--function nothing").find("no site is called 'nothing'"), std::string::npos);
  EXPECT_EQ(run("> /dev/full").find("retprobe-kretprobe: cannot write the table: "), 0u);
}

}  // namespace
}  // namespace retprobe::kretprobe
