// Runs programs that execute others under `retprobe run`: are these followed, and what is said of
// those that are not?
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "core/testlib/expect.h"
#include "harness/run/launch.h"
#include "harness/run/live.h"
#include "harness/run/report.h"
#include "harness/run/testlib/fixtures.h"
#include "harness/run/testlib/runs.h"

namespace retprobe::run {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() { EXPECT_NE(mkdtemp(path_), nullptr); }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const char* name) const { return fs::path(path_) / name; }
  std::string script(const char* name, const std::string& text) const {
    const fs::path path = *this / name;
    std::ofstream(path) << text;
    chmod(path.c_str(), 0755);
    return path;
  }

 private:
  char path_[32] = "/tmp/retprobe-follow-XXXXXX";
};

LaunchPlan execution(const std::string& way, std::vector<std::string> words) {
  words.insert(words.begin(), {"execute", way});
  return plan_of(words);
}

std::size_t programs(const Launched& launched, const std::string& name) {
  std::size_t found = 0;
  for (const ProcessReport& process : launched.processes)
    found += fs::path(process.program).filename() == name;
  return found;
}

class Way : public testing::TestWithParam<const char*> {};

TEST_P(Way, TheProgramIsCounted) {
  const Launched launched = run(execution(GetParam(), {the_program(), "end", "return"}));
  EXPECT_EQ(exit_status(launched), 5);
  EXPECT_EQ(launched.unfollowed, std::vector<std::string>());
  EXPECT_EQ(counts_of(launched, "leaf").calls, 1u);
  EXPECT_EQ(counts_of(launched, "leaf").returned, 1u);
  EXPECT_EQ(programs(launched, "retprobe_run_program"), 2u);
  EXPECT_EQ(launched.unseen, 0u);
  for (const ProcessReport& process : launched.processes) {
    EXPECT_TRUE(process.missed_is_known());
    EXPECT_EQ(process.ending == ProcessReport::Ending::executed, process.is_followed);
  }
}

TEST_P(Way, TheProgramSeesNothingOfIt) {
  std::string texts[2];
  for (int i = 0; i < 2; ++i) {
    Captured output, errors;
    LaunchPlan plan = execution(GetParam(), {the_program(), "environment", ""});
    if (i == 0) plan.design.clear();
    plan.output = output.descriptor();
    plan.errors = errors.descriptor();
    EXPECT_EQ(exit_status(run(plan)), 0);
    texts[i] = output.text();
    EXPECT_EQ(errors.text(), "");
  }
  EXPECT_HAS(texts[0], "descriptors");
  EXPECT_EQ(texts[0], texts[1]);
}

INSTANTIATE_TEST_SUITE_P(Run, Way,
                         testing::Values("execve", "execv", "execvp", "execl", "no_environment",
                                         "fexecve", "execveat", "vfork", "spawn", "system", "popen",
                                         "cleared", "large", "preload", "preload_empty", "threads",
                                         "main_ended"),
                         [](const auto& one) { return std::string(one.param); });

TEST(Follow, ScriptsAndTheirInterpreters) {
  const Folder folder;
  const std::string program = the_program();
  const std::string last = folder.script("last", "#!" + program + " end\n");
  const std::string middle = folder.script("middle", "#! " + last + "\n");
  const std::string first =
      folder.script("first", "#!/usr/bin/env bash\n" + program + " end return\n" + middle + "\n");
  LaunchPlan plan = plan_of({});
  plan.command = {first};
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 5);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 2u);
  EXPECT_EQ(launched.unfollowed, std::vector<std::string>());
}

TEST(Follow, FunctionsAreNumberedOnceForAllPrograms) {
  const LaunchPlan plan = execution("many", {the_program(), "end", "return"});
  const std::uint64_t alone = run(plan_of({"end", "return"})).probed;
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 5);
  EXPECT_EQ(launched.probed, alone);
  EXPECT_EQ(launched.left_out, 0u);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 200u);
  EXPECT_EQ(programs(launched, "retprobe_run_program"), 401u);
  // Those that became another program without a call have no row.
  EXPECT_HAS(counts_text(plan, launched, 20), "181 more, with fewer calls");
}

TEST(Follow, AnExecThatFailsChangesNothing) {
  std::string texts[2];
  for (int i = 0; i < 2; ++i) {
    Captured output;
    LaunchPlan plan = execution("fails", {the_program()});
    if (i == 0) plan.design.clear();
    plan.output = output.descriptor();
    const Launched launched = run(plan);
    EXPECT_EQ(exit_status(launched), 4);
    EXPECT_EQ(launched.unfollowed, std::vector<std::string>());
    texts[i] = output.text();
    if (i == 0) continue;
    ASSERT_EQ(launched.processes.size(), 1u);
    EXPECT_EQ(launched.processes[0].ending, ProcessReport::Ending::exited);
    EXPECT_EQ(counts_of(launched, "leaf").calls, 2u);
  }
  EXPECT_HAS(texts[0], "Argument list too long");
  EXPECT_EQ(texts[0], texts[1]);
}

TEST(Follow, WhatIsNotFollowedIsNamed) {
  const Folder folder;
  const auto expect = [](const std::string& program, const std::string& why, int status) {
    Captured errors;
    LaunchPlan plan = execution("spawn", {program});
    plan.errors = errors.descriptor();
    const Launched launched = run(plan);
    EXPECT_EQ(exit_status(launched), status) << program;
    EXPECT_EQ(errors.text(), "");
    EXPECT_EQ(launched.unfollowed, std::vector{program + ": " + why});
    EXPECT_HAS(counts_text(plan, launched, 0), "not followed: " + program + ": " + why);
  };
  const std::string of_static = fixtures() / "retprobe_run_static";
  expect(of_static, "a static program", 0);
  expect(folder.script("of_static", "#!" + of_static + "\n"), "a static program", 0);

  const fs::path other = folder / "of_another_user";
  fs::copy_file(the_program(), other);
  if (chown(other.c_str(), 65534, 65534) == 0 && chmod(other.c_str(), 04755) == 0)
    expect(other, "it takes privileges when it starts (setuid, setgid)", 2);
}

TEST(Follow, NothingIsFollowedWhereItIsNotAsked) {
  LaunchPlan plan = execution("spawn", {the_program(), "end", "return"});
  plan.follows = false;
  const Launched launched = run(plan);
  EXPECT_EQ(exit_status(launched), 5);
  EXPECT_EQ(launched.processes.size(), 1u);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 0u);
  EXPECT_EQ(launched.unfollowed, std::vector{the_program() + ": --no-follow"});
}

// A pattern that selects nothing in the first program selects a function of the second.
TEST(Follow, PatternsAreOfAllProgramsTogether) {
  LaunchPlan plan = plan_of({});
  plan.command = {"sh", "-c", the_program() + " end return; true"};
  plan.functions = {"leaf", "lef"};
  const Launched launched = run(plan);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 1u);
  EXPECT_HAS(launched.not_found, "lef");
  EXPECT_LACKS(launched.not_found, "\n");
}

TEST(Follow, RecordingsHaveTheNamesOfTheirProgram) {
  for (const char* const way : {"execv", "many"}) {
    LaunchPlan plan = execution(way, {the_program(), "end", "return"});
    plan.mode = Mode::record;
    const Launched launched = run(plan);
    std::size_t calls = 0;
    for (const ProcessReport& process : launched.processes)
      for (const RecordedThread& thread : process.threads)
        for (const graph::Call& call : calls_of(thread)) calls += call.site->name == "leaf";
    EXPECT_EQ(calls, std::string(way) == "many" ? 200u : 1u);
  }
}

TEST(Watched, WhatItDoesNow) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  LaunchPlan plan = plan_of({"wait_for_signal"});
  plan.output = ready[1];
  int looks = 0, demands = 0;
  std::string said;
  Live live(20);
  const auto end = [](const Launched& now) { kill(now.id, SIGTERM); };
  const Watch watch{.every = std::chrono::milliseconds(10),
                    .look =
                        [&](const Launched& now) {
                          EXPECT_TRUE(now.is_running);
                          said += live.look(plan, now);
                          if (counts_of(now, "leaf").calls == 0) return;
                          if (++looks == 1) kill(getpid(), SIGUSR1);
                        },
                    .on_demand =
                        [&](const Launched& now) {
                          ++demands;
                          EXPECT_EQ(counts_of(now, "leaf").calls, 1u);
                          EXPECT_HAS(counts_text(plan, now, 0), "still running");
                          end(now);
                        }};
  const auto launched = launch(plan, watch);
  close(ready[0]), close(ready[1]);
  ASSERT_TRUE(launched.ok());
  EXPECT_EQ(exit_status(*launched), -SIGTERM);
  EXPECT_FALSE(launched->is_running);
  EXPECT_GE(looks, 1);
  EXPECT_EQ(demands, 1);
  EXPECT_HAS(said, "since the start  function");
  EXPECT_HAS(said, "leaf");
}

class Crowd : public testing::TestWithParam<const char*> {};

// Their numbers there are free here, or those of others. The main thread of some has ended.
TEST_P(Crowd, OfAnotherNamespaceKeepsItsCounts) {
  constexpr unsigned many = 1100;  // more than are left alone while they may have ended
  int go_on[2];
  ASSERT_EQ(pipe2(go_on, O_CLOEXEC), 0);
  LaunchPlan plan = plan_of({"namespace", std::to_string(many), GetParam()});
  plan.input = go_on[0];
  int looks = 0;
  const Watch watch{.every = std::chrono::milliseconds(10), .look = [&](const Launched& now) {
                      if (counts_of(now, "leaf").calls == many && ++looks == 3) close(go_on[1]);
                    }};
  const Launched launched = *launch(plan, watch);
  close(go_on[0]);
  if (exit_status(launched) == 77) GTEST_SKIP() << "no namespace of processes can be made";
  EXPECT_EQ(exit_status(launched), 0);
  EXPECT_EQ(counts_of(launched, "leaf").calls, 2 * many + 1);
  const auto first = std::ranges::find(launched.processes, 1, &ProcessReport::id);
  ASSERT_NE(first, launched.processes.end());
  EXPECT_EQ(first->ending, ProcessReport::Ending::killed);
}

INSTANTIATE_TEST_SUITE_P(Watched, Crowd, testing::Values("whole", "main_ended"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace retprobe::run
