#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <set>

#include "core/system/elf_image.h"
#include "harness/tracers/soak_tracer.h"
#include "harness/tracers/verify_tracers.h"
#include "harness/verify/system.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

TestedTracer tracer_at(const std::string& path) {
  auto tracer = ask_tracer(path);
  EXPECT_TRUE(tracer.ok()) << tracer.error().message();
  return *tracer;
}
const TestedTracer& planted() {
  static const TestedTracer tracer = tracer_at(RETPROBE_PLANTED_TRACER);
  return tracer;
}
const TestedTracer& ours() {
  static const TestedTracer tracer = tracer_at(RETPROBE_OWN_TRACER);
  return tracer;
}

const std::string script = "+A +B f(g) t[f(g h)] g -A -B";
Outcome played(const std::string& variant, const std::string& what = script) {
  return play(planted(), variant, {{{"fghk"}, {"fghk"}}, what});
}

struct Mistake {
  const char* variant;
  const char* words;
};
class Judge : public testing::TestWithParam<Mistake> {};

TEST_P(Judge, NamesTheMistake) {
  const Outcome outcome = played(GetParam().variant);
  EXPECT_EQ(outcome.verdict, Verdict::fail);
  EXPECT_NE(outcome.detail.find(GetParam().words), std::string::npos) << outcome.detail;
}
INSTANTIATE_TEST_SUITE_P(
    Planted, Judge,
    testing::Values(
        Mistake{"silent", "user A was not told of f's entry"},
        Mistake{"lost_exit", "user B was not told that g returned"},
        Mistake{"exit_twice", "user B was told of g's exit twice"},
        Mistake{"entry_twice", "user A was told of g's entry twice"},
        Mistake{"as_entries", "user A was told of g's exit before user B was told of g's exit"},
        Mistake{"unknown_user", "user 77 was told of f's entry"},
        Mistake{"other_ticket", "with the ticket of another call"},
        Mistake{"no_ticket", "user B was told of g's exit without the ticket of its entry"},
        Mistake{"unwound", "user B was told that an exception left g, and not that g returned"},
        Mistake{"unknown", "ended in a way that it does not know, and not that g returned"},
        Mistake{"wrong_value", "return with the value 'x', and not with the value 'g'"},
        Mistake{"misses", "user A missed 3 calls"},
        Mistake{"crashes_in_a_call", "crashed: SIGABRT: expected"},
        Mistake{"crashes_in_attach", "crashed in the adapter's attach of user A: SIGABRT"},
        Mistake{"ends_the_process", "the process ended before the script"},
        Mistake{"hangs", "hangs in the adapter's attach of user A: timed out"},
        Mistake{"fills_output",
                "it writes without end in the adapter's attach of user A: more than"},
        Mistake{"fills_errors",
                "it writes without end in the adapter's attach of user A: more than"},
        Mistake{"refuses", "attach of user B: no room"},
        Mistake{"stays_attached", "user A was told of f's entry twice"},
        Mistake{"crashes_at_the_end", "crashed in the adapter's stop: SIGABRT"},
        Mistake{"closes_output", "the tracer closed descriptor 1"},
        Mistake{"does_not_start", "start: it is Monday"}),
    [](const auto& info) { return info.param.variant; });

TEST(Judge, PassesWhatIsRight) {
  for (const char* const right :
       {script.c_str(), "f", "+A f(y g)", "+* s[f(g)] f(a[h])", "+A ?u(f) f(b g(b))"}) {
    const Outcome outcome = played("right", right);
    EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.detail;
  }
}

TEST(Judge, QuotesTheEndOfWhatWasWritten) {
  const std::string detail = played("fills_errors").detail;
  EXPECT_NE(detail.find("; it said: xxx"), std::string::npos);
  EXPECT_LT(detail.size(), 8192u);
}

TEST(Judge, PassesNoMistakeInAnyPlayedScenario) {
  std::vector<std::string> variants = planted().variants;
  std::erase(variants, "hangs");  // until its time is over
  std::erase(variants, "starts_slowly");
  std::set<std::string> caught;
  const auto verdicts = verify_tracers(
      {planted()}, variants, *select_played({"order_is_attach_order", "order_nested"}), {}, {});
  ASSERT_TRUE(verdicts.ok()) << verdicts.error().message();
  for (const CellResult& cell : *verdicts)
    if (cell.verdict == Verdict::fail) caught.insert(cell.cell.transfer);
  for (const std::string& variant : variants)
    EXPECT_EQ(caught.contains(variant), variant != "right") << variant;
}

// The cells with the highest limit begin first.
TEST(Judge, GivesEachPlayItsLimit) {
  TestedTracer tracer = planted();
  tracer.play_seconds = 1;
  PlayedScenario one = *scenario_of("+A f -A", "f"), many = one;
  one.name = "one";
  many.name = "many";
  many.parts.resize(60, many.parts.front());
  std::string begun;
  const auto verdicts = verify_tracers(
      {tracer}, {"starts_slowly"}, {one, many}, {.jobs = 1},
      [&](std::size_t, std::size_t, const CellResult& last) { begun += last.scenario + " "; });
  ASSERT_TRUE(verdicts.ok()) << verdicts.error().message();
  for (const CellResult& cell : *verdicts)
    EXPECT_EQ(cell.verdict, Verdict::pass) << cell.scenario << ": " << cell.detail;
  EXPECT_EQ(begun, "many one ");
}

TEST(Asking, RefusesWhatIsNoTracer) {
  const auto refusal = [](const std::string& path) {
    const auto tracer = ask_tracer(path);
    return tracer.ok() ? "" : tracer.error().message();
  };
  EXPECT_EQ(refusal("/none"), "/none: No such file or directory");
  EXPECT_NE(refusal("/etc/passwd").find("is no shared library and no program"), std::string::npos);
  EXPECT_NE(refusal("/bin/true").find("says nothing of itself"), std::string::npos);
  EXPECT_NE(refusal(beside_scenarios("libretprobe_plugin.so")).find("retprobe_get_adapter"),
            std::string::npos);
}

TEST(Asking, LeavesOutWhatTheTracerCannot) {
  const auto asked = [](const std::string& what) {
    return not_asked(planted(), {{{"fghk"}}, what});
  };
  EXPECT_EQ(asked("+A f(g) -A"), "");
  EXPECT_EQ(asked("f(+A)"), "it cannot attach while calls are in flight");
  EXPECT_EQ(asked("+A f(t[-A])"), "it cannot detach while calls are in flight");
  EXPECT_EQ(asked("o1[f(|)] +A"), "it cannot attach while calls are in flight");
  EXPECT_EQ(asked("m p"), "it cannot trace modules that come and go");
  EXPECT_EQ(asked("+A ."), "the contract has no stop switch");
  EXPECT_EQ(not_asked(planted(), {{{"f", 2}}, "+A f"}), "it cannot decline calls");
  EXPECT_EQ(not_asked(ours(), {{{"f", 2}, {"g"}}, "+A f>g(t[-A] m y) x[f] n[+B]"}), "");
}

// Only a process of the player keeps the pipe open that is looked at.
TEST(Player, EndsWithWhoStartedIt) {
  planted();
  for (const std::string hangs : {"+A f", "f(y) +A f", "describe"}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t starter = fork();
    ASSERT_GE(starter, 0);
    if (starter == 0) {
      setpgid(0, 0);
      setenv("RETPROBE_PLANTED_PIPE", std::to_string(ends[1]).c_str(), 1);
      if (hangs == "describe") {
        setenv("RETPROBE_PLANTED_HANGS", "", 1);
        tracer_at(RETPROBE_PLANTED_TRACER);
      } else {
        played("hangs", hangs);
      }
      _exit(0);
    }
    close(ends[1]);
    char said = 0;
    EXPECT_EQ(read(ends[0], &said, 1), 1) << hangs;
    kill(starter, SIGKILL);
    waitpid(starter, nullptr, 0);
    pollfd all_ended{ends[0], POLLIN, 0};
    EXPECT_EQ(poll(&all_ended, 1, 20'000), 1) << hangs << ": the player goes on";
    kill(-starter, SIGKILL);
    close(ends[0]);
  }
}

TEST(Player, HasFunctionsThatAnyEntryPatchFitsInto) {
  for (const std::string& path : {beside_scenarios("retprobe_player"), planted().player}) {
    const auto image = ElfImage::open(path);
    ASSERT_TRUE(image.ok()) << image.error().message();
    std::size_t found = 0;
    for (const ElfFunction& function : image->functions())
      for (const std::string prefix : {"retprobe_play_", "retprobe_play_patchable_"})
        for (const char letter : std::string("fghk"))
          if (function.name == prefix + letter) {
            EXPECT_GE(function.size, 32u) << path << " " << function.name;
            ++found;
          }
    EXPECT_EQ(found, path == planted().player ? 4u : 8u);
  }
}

// The test of the contract: behind it, each design has the verdicts that it has without it.
TEST(Ours, HasTheVerdictsOfTheNativeScenarios) {
  std::vector<std::string> names;
  for (const PlayedScenario& scenario : played_scenarios()) names.push_back(scenario.name);
  const auto behind = verify_tracers({ours()}, {}, played_scenarios(), {}, {});
  ASSERT_TRUE(behind.ok()) << behind.error().message();
  std::map<std::string, Verdict> expected;
  const auto key = [](const std::string& scenario, const std::string& design, unsigned tracers) {
    return scenario + " " + design + " " + std::to_string(tracers);
  };
  Selection selection;
  selection.scenarios = names;
  selection.transfers = {"paired", "-"};
  selection.registers = {"scalar"};
  const auto native = verify(selection, {}, {});
  ASSERT_TRUE(native.ok()) << native.error().message();
  for (const CellResult& cell : *native)
    expected[key(cell.scenario, cell.cell.design, cell.cell.tracers)] = cell.verdict;
  std::size_t compared = 0;
  for (const CellResult& cell : *behind) {
    if (cell.verdict == Verdict::not_asked) continue;
    const std::string which = key(cell.scenario, cell.cell.transfer, cell.cell.tracers);
    ASSERT_TRUE(expected.contains(which)) << which;
    EXPECT_EQ(to_string(cell.verdict), to_string(expected[which])) << which << ": " << cell.detail;
    ++compared;
  }
  EXPECT_GT(compared, 600u);
}

TEST(Soak, PassesOursAndReducesAPlantedMistake) {
  const std::vector<std::string> hooked = {"counted_shadow", "bitmask"};
  SoakPlan plan{.cells = {}, .seed = 1, .programs = 200, .seconds = 300, .jobs = 2};
  for (const std::string& design : hooked) plan.cells.push_back({ours().name, design});
  plan.subject = subject_of(ours(), hooked);
  const auto fine = soak(plan, nullptr, [](const SoakFinding& finding) {
    ADD_FAILURE() << finding.reduced.detail;
    return false;
  });
  ASSERT_TRUE(fine.ok());
  EXPECT_EQ(fine->programs, 200u);

  plan.cells = {{planted().name, "exit_twice"}};
  plan.subject = subject_of(planted(), {"exit_twice"});
  ASSERT_FALSE(take_away(plan.subject->abilities, "jumps"));
  EXPECT_TRUE(take_away(plan.subject->abilities, "wings"));
  std::vector<SoakFinding> findings;
  ASSERT_TRUE(soak(plan, nullptr, [&](const SoakFinding& finding) {
                findings.push_back(finding);
                return false;
              }).ok());
  ASSERT_FALSE(findings.empty());
  const Program& smallest = findings.front().reduced.program;
  EXPECT_EQ(script_of(smallest.scripts.front()), "+B g") << to_text(smallest);
  // It can be read again.
  const auto read = program_from(to_text(smallest), &plan.subject->abilities);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(judge_in_child(*read, plan.subject->play).verdict, Verdict::fail);
}

}  // namespace
}  // namespace retprobe::harness
