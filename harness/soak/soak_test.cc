#include "harness/soak/soak.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace retprobe::harness {
namespace {

Program program_of(const std::string& text) {
  const auto program = program_from("design counted_shadow\ntransfer paired\n" + text);
  EXPECT_TRUE(program.ok()) << program.error().message();
  return *program;
}
std::string repaired(const std::string& script) {
  return script_of(program_of("tracer fghk scalar\nscript " + script).scripts.front());
}

TEST(Program, IsTheSameForTheSameSeed) {
  const SoakPlan plan{.cells = {{"counted_shadow", "paired"}, {"bitmask", "trap"}}};
  EXPECT_EQ(to_text(planned_program(plan, 7)), to_text(planned_program(plan, 7)));
  EXPECT_NE(to_text(planned_program(plan, 7)), to_text(planned_program(plan, 9)));
  EXPECT_EQ(planned_program(plan, 7).transfer, "trap");
}

TEST(Program, IsReadAsItWasWritten) {
  const SoakPlan plan{.cells = {{"counted_shadow", "paired"}, {"instance_pool", "jump"}}};
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::string text = to_text(planned_program(plan, seed));
    const auto read = program_from(text);
    ASSERT_TRUE(read.ok()) << read.error().message() << "\n" << text;
    EXPECT_EQ(to_text(*read), text);
  }
}

TEST(Program, RefusesWhatItCannotRead) {
  for (const std::string text : {"script f", "design none\nscript f", "design counted_shadow",
                                 "design counted_shadow\ntracer xyz\nscript f",
                                 "design counted_shadow\ntracer f loud\nscript f", "scrip f"})
    EXPECT_FALSE(program_from(text).ok()) << text;
}

TEST(Repair, LeavesOutWhatMakesNoSenseAndClosesWhatIsOpen) {
  EXPECT_EQ(repaired("+A f(g ?h(!) #k(@))>h"), "+A f(g ?h(!) #k(@))>h");
  EXPECT_EQ(repaired("f(g)) ] +B ! @ | k("), "f(g) k()");
  EXPECT_EQ(repaired("?f(! g h(k)) k"), "?f(!) k");
  EXPECT_EQ(repaired("s[+A m f ?g(!)] t[+A]"), "s[f ?g(!)] t[+A]");
  EXPECT_EQ(repaired("#f({g}h(@))"), "#f({g}h())");
  EXPECT_EQ(repaired("p(m f)>g m p"), "p(f) m p");
  EXPECT_EQ(repaired("a[o1[f] r1] o1[f(|)]"), "a[f] r1 o1[f(|)]");
  EXPECT_EQ(repaired("y y y y"), "y y y");
}

TEST(Play, EveryStepAgreesWithTheOracle) {
  for (const std::string script :
       {"+A f(g ?h(!) #k(g(@)))>h f", "+A s[f(g)] a[g #f(h(@))] t[k t[g] #f(@)]",
        "+A o1[f(| g)] h(r1) w2[k(| f(|))] t[r2] r2", "+A m +B p(f) -A m +A m p m",
        "+A f(y g) t[y h] k", "=02 +A =01 f -A =00 +B f(=03)", "{g}f #?f(g(@)) #f(?g($)) f(#f($))",
        "#k(?f(#f(!)) $)"}) {
    const Outcome outcome =
        judge_in_child(program_of("tracer fghkp scalar declines 3 data 64\n"
                                  "tracer fgh full data 24 redirects\nscript " +
                                  script));
    EXPECT_EQ(outcome.verdict, Verdict::pass) << script << ": " << outcome.detail;
  }
}

TEST(Play, ThreadsWhoseTracersComeAndGo) {
  const Outcome outcome = judge_in_child(
      program_of("tracer fghk scalar data 24\ntracer fg vector data 24\nscript f(g ?h(!))>k\n"
                 "script #f(g(@)) o1[f(|)]\nchanges +B -B\nsignals"));
  EXPECT_EQ(outcome.verdict, Verdict::pass) << outcome.detail;
}

// Entry handlers decline calls of k, which the oracle does not know.
TEST(Soak, FindsAPlantedBugAndReducesIt) {
  const SoakPlan plan{.cells = {{"counted_shadow", "paired"}},
                      .seed = 1,
                      .programs = 200,
                      .seconds = 300,
                      .jobs = 2,
                      .plant = 'k'};
  std::vector<SoakFinding> findings;
  const auto counts = soak(plan, nullptr, [&](const SoakFinding& finding) {
    findings.push_back(finding);
    return findings.size() < 2;
  });
  ASSERT_TRUE(counts.ok());
  ASSERT_GE(findings.size(), 2u);
  for (const SoakFinding& finding : findings) {
    const Reduced& reduced = finding.reduced;
    const Program& smallest = reduced.program;
    SCOPED_TRACE("seed " + std::to_string(finding.seed) + ", " + std::to_string(reduced.failures) +
                 " failures of " + std::to_string(reduced.repeats) + ", " +
                 std::to_string(reduced.runs) + " runs, the last failure: " + reduced.detail +
                 "\nthe program that was found:\n" + to_text(finding.program));
    EXPECT_GT(reduced.failures, 0u);
    ASSERT_EQ(smallest.tracers.size(), 1u) << to_text(smallest);
    EXPECT_EQ(script_of(smallest.scripts.front()), "+A k") << to_text(smallest);
    // It can be run again.
    const auto read = program_from(to_text(smallest));
    ASSERT_TRUE(read.ok());
    const Outcome again = judge_in_child(*read);
    EXPECT_EQ(again.verdict, Verdict::fail) << again.detail;
  }
}

TEST(Soak, CountsProgramsWithoutAVerdictApart) {
  SoakPlan plan{.cells = {{"theirs", "always"}}, .programs = 4};
  plan.subject = SoakSubject{{}, [](const Program&) { return unavailable(Lack::time, "busy"); }};
  const auto counts = soak(plan, nullptr, [](const SoakFinding&) { return false; });
  ASSERT_TRUE(counts.ok());
  EXPECT_EQ(counts->programs, 0u);
  EXPECT_EQ(counts->steps, 0u);
  EXPECT_EQ(counts->too_busy, 4u);
}

TEST(Reduce, TriesAgainWhatFailsOnlyAtTimes) {
  unsigned runs = 0;
  const Judge judge = [&](const Program& program) {
    const Steps& script = program.scripts.front();
    const bool wrong = std::ranges::find(script, "y") != script.end() &&
                       std::ranges::find(script, "g(") != script.end();
    return wrong && ++runs % 3 == 0 ? fail("wrong") : pass();
  };
  const Program program = program_of(
      "tracer fghk full data 64\ntracer f vector\nscript +A f(g(h k) t[k>h] y) #k(g(@)) o1[f(|)]");
  const Reduced reduced = reduce(program, "", judge, 60);
  EXPECT_EQ(reduced.repeats, 10u);
  EXPECT_GT(reduced.failures, 0u);
  EXPECT_LT(reduced.failures, 10u);
  EXPECT_EQ(to_text(reduced.program),
            "design counted_shadow\ntransfer paired\ntracer fghk scalar\nscript g(y)\n");
}

TEST(Reduce, KnowsHowOftenItRepeatedAProgramThatTakesLong) {
  const Judge judge = [](const Program&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));
    return fail("wrong");
  };
  const Reduced reduced = reduce(program_of("tracer f scalar\nscript +A f"), "", judge, 1);
  EXPECT_EQ(reduced.repeats, 1u);
  EXPECT_EQ(reduced.failures, 1u);
  EXPECT_EQ(reduced.runs, 1u);
}

}  // namespace
}  // namespace retprobe::harness
