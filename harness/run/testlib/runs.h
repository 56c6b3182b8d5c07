// Runs testlib/program.cc, and looks at what was counted.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/run/launch.h"
#include "harness/run/recorded.h"
#include "harness/run/report.h"
#include "harness/run/testlib/fixtures.h"

namespace retprobe::run {

// A file in memory that takes a program's output.
class Captured {
 public:
  int descriptor() const { return file_; }
  std::string text() const {
    struct stat status;
    fstat(file_, &status);
    std::string all(static_cast<std::size_t>(status.st_size), '\0');
    EXPECT_EQ(pread(file_, all.data(), all.size(), 0), static_cast<ssize_t>(all.size()));
    return all;
  }
  ~Captured() { close(file_); }

 private:
  int file_ = memfd_create("captured", MFD_CLOEXEC);
};

inline LaunchPlan plan_of(std::vector<std::string> arguments) {
  LaunchPlan plan;
  plan.command = {the_program()};
  plan.command.insert(plan.command.end(), arguments.begin(), arguments.end());
  plan.design = "counted_shadow";
  plan.transfer = "paired";
  return plan;
}

inline Launched run(const LaunchPlan& plan) {
  auto launched = launch(plan);
  EXPECT_TRUE(launched.ok()) << launched.error().message();
  if (!launched.ok()) return {};
  EXPECT_EQ(launched->problem, "");
  EXPECT_EQ(launched->modules_problem, "");
  return *std::move(launched);
}
inline Launched run(std::vector<std::string> arguments) {
  return run(plan_of(std::move(arguments)));
}

inline FunctionCounts counts_of(const ProcessReport& process, const std::string& name) {
  for (const FunctionCounts& counts : process.functions)
    if (counts.name == name) return counts;
  return {};
}

// Of all processes together.
inline FunctionCounts counts_of(const Launched& launched, const std::string& name) {
  FunctionCounts sum;
  for (const ProcessReport& process : launched.processes) {
    const FunctionCounts counts = counts_of(process, name);
    sum.calls += counts.calls;
    sum.returned += counts.returned;
    sum.unwound += counts.unwound;
    sum.abandoned += counts.abandoned;
    sum.missed += counts.missed;
  }
  return sum;
}

// In the order of their entries. Each has its ending.
inline std::vector<graph::Call> calls_of(const RecordedThread& thread) {
  struct Collected final : graph::CallVisitor {
    void enter(const graph::Call& call) override { calls.push_back(call); }
    void leave(const graph::Call&, std::uint64_t) override {}
    std::vector<graph::Call> calls;
  } collected;
  thread.visit(collected);
  return collected.calls;
}

inline std::string graph_of(const Launched& launched, const CallLimits& limits,
                            std::size_t columns = 0) {
  std::string text;
  write_graph(plan_of({}), launched, limits, columns,
              [&](const std::string& part) { text += part; });
  return text;
}

inline int exit_status(const Launched& launched) {
  return WIFEXITED(launched.status) ? WEXITSTATUS(launched.status) : -WTERMSIG(launched.status);
}

}  // namespace retprobe::run
