// Tests what every row of the table of workloads promises.
#include "harness/workloads/workload.h"

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <thread>

#include "harness/must.h"
#include "harness/on_stack.h"
#include "harness/text.h"
#include "harness/workloads/test_breakpoints.h"
#include "harness/workloads/test_module.h"

namespace retprobe::harness {
namespace {

using test::Function;
using test::Module;

const Module& module() {
  static const Module loaded("libretprobe_workloads.so");
  return loaded;
}

// The sites that a workload's patterns select, from the library's own symbols and records.
std::set<std::uintptr_t> probed_sites(const Workload& workload) {
  std::set<std::uintptr_t> found;
  for (const std::string& pattern : workload.probed) {
    bool any = false;
    for (const Function& function : module().functions()) {
      if (!module().is_site(function) || fnmatch(pattern.c_str(), function.name.c_str(), 0) != 0)
        continue;
      found.insert(function.address);
      any = true;
      EXPECT_TRUE(function.name.starts_with("wl_"))
          << function.name << " is selected by " << pattern;
    }
    EXPECT_TRUE(any) << pattern << " selects nothing";
  }
  return found;
}

WorkloadRun run(const Workload& workload, std::uint64_t iterations) {
  WorkloadRun result{};
  must(on_stack(workload.stack_bytes, [&] { result = workload.run(iterations); }));
  return result;
}

TEST(Table, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const Workload& workload : workloads()) {
    EXPECT_TRUE(names.insert(workload.name).second) << workload.name;
    EXPECT_EQ(find_workload(workload.name), &workload);
    EXPECT_FALSE(workload.what.empty()) << workload.name;
    EXPECT_FALSE(workload.probed.empty()) << workload.name;
    EXPECT_GT(workload.iterations, 0U) << workload.name;
  }
  EXPECT_EQ(joined(names),
            "callers12, complex, fib, functions_1, functions_1000, functions_16, functions_256, "
            "functions_4000, grammar, json, json_errors, leaf, long_double, mutual_recursion, "
            "recursion_10, recursion_100, recursion_1000, recursion_10000, recursion_100000, "
            "recursion_1000000, stack_arguments, struct_return, tail_calls, varargs, "
            "vector_returns");
  EXPECT_EQ(find_workload("leave"), nullptr);
  EXPECT_EQ(find_workload(""), nullptr);
}

class EachWorkload : public testing::TestWithParam<const Workload*> {};

TEST_P(EachWorkload, GivesTheSameRunTwice) {
  const Workload& workload = *GetParam();
  const WorkloadRun first = run(workload, workload.iterations),
                    second = run(workload, workload.iterations);
  EXPECT_EQ(first.calls, second.calls);
  EXPECT_EQ(first.checksum, second.checksum);
}

TEST_P(EachWorkload, CallsScaleWithIterationsAndTheChecksumSeesThem) {
  const Workload& workload = *GetParam();
  const WorkloadRun none = run(workload, 0), one = run(workload, 1), three = run(workload, 3);
  EXPECT_EQ(none.calls, 0U);
  EXPECT_EQ(three.calls, 3 * one.calls);
  EXPECT_EQ(one.calls == 0, workload.real_program);
  EXPECT_NE(none.checksum, one.checksum);
  EXPECT_NE(one.checksum, three.checksum);
}

TEST_P(EachWorkload, GivesTheSameRunInTwoThreadsAtOnce) {
  const Workload& workload = *GetParam();
  const WorkloadRun alone = run(workload, 1);
  WorkloadRun runs[2]{};
  std::thread other([&] { runs[0] = run(workload, 1); });
  runs[1] = run(workload, 1);
  other.join();
  for (const WorkloadRun& each : runs) {
    EXPECT_EQ(each.calls, alone.calls);
    EXPECT_EQ(each.checksum, alone.checksum);
  }
}

TEST_P(EachWorkload, SelectsSitesOfItsOwnOnly) {
  const Workload& workload = *GetParam();
  if (workload.real_program) {
    ASSERT_EQ(workload.probed.size(), 1U);
    ASSERT_TRUE(workload.probed.front().starts_with("module:")) << workload.probed.front();
    const Module program(workload.probed.front().substr(std::string_view("module:").size()));
    EXPECT_GT(program.sites().size(), 50U);
    return;
  }
  EXPECT_FALSE(probed_sites(workload).empty());
}

std::vector<const Workload*> select(bool (*wanted)(const Workload&)) {
  std::vector<const Workload*> pointers;
  for (const Workload& workload : workloads()) {
    if (wanted(workload)) pointers.push_back(&workload);
  }
  return pointers;
}

std::string name_of(const testing::TestParamInfo<const Workload*>& info) {
  return std::string(info.param->name);
}

INSTANTIATE_TEST_SUITE_P(Workloads, EachWorkload,
                         testing::ValuesIn(select([](const Workload&) { return true; })), name_of);

// Counts the calls independently. Real programs are left out, because they do not count their
// calls. The deepest recursions are left out, too: they call the same function as the others, and a
// million breakpoints take long.
class CountedWorkload : public testing::TestWithParam<const Workload*> {};

TEST_P(CountedWorkload, MakesExactlyTheCallsThatItReports) {
  const Workload& workload = *GetParam();
  WorkloadRun reported{};
  test::Hits hits;
  must(on_stack(workload.stack_bytes, [&] {
    hits = test::count_calls(probed_sites(workload), 0, [&] { reported = workload.run(3); });
  }));
  EXPECT_EQ(hits.count, reported.calls);
  const WorkloadRun uncounted = run(workload, 3);
  EXPECT_EQ(uncounted.calls, reported.calls);
  EXPECT_EQ(uncounted.checksum, reported.checksum);
}

INSTANTIATE_TEST_SUITE_P(Workloads, CountedWorkload,
                         testing::ValuesIn(select([](const Workload& workload) {
                           return !workload.real_program && workload.stack_bytes < 10'000'000;
                         })),
                         name_of);

// Tests also that the row's stack_bytes are enough.
TEST(Recursion, ReturnsWhatAnIterationReturns) {
  for (const std::uint64_t depth : {10U, 1'000U, 1'000'000U}) {
    const Workload* workload = find_workload("recursion_" + std::to_string(depth));
    ASSERT_NE(workload, nullptr);
    // Computes the same sum in a loop.
    std::uint64_t x = 0, sum = 0;
    for (std::uint64_t level = depth; level > 1; --level) {
      sum += x ^ level;
      x = 3 * x + 1;
    }
    sum += 3 * x + 1;
    const std::uint64_t checksum =
        (std::rotl(std::uint64_t{0}, 25) + sum) * 0x9e3779b97f4a7c15U + 0x7f4a7c15U;
    EXPECT_EQ(run(*workload, 1).checksum, checksum) << depth;
  }
}

}  // namespace
}  // namespace retprobe::harness
