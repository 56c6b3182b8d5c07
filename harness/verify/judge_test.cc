// Tests where the judge lets an exit come that has no place of its own.
#include "harness/verify/judge.h"

#include <gtest/gtest.h>

namespace retprobe::harness {
namespace {

std::string judged(std::string_view seen, std::string_view expected, std::string_view script = "") {
  const Outcome outcome = judge_events(seen, expected, how_to_judge(script, false));
  const std::string said = outcome.detail.substr(0, outcome.detail.find(": expected"));
  return outcome.verdict == Verdict::pass ? "pass" : said;
}

TEST(Judge, AnExitThatMayComeComesBeforeTheDetach) {
  constexpr const char* expected = ">Ah h j /Ah - h";
  EXPECT_EQ(judged(">Ah h j - h", expected), "pass");
  EXPECT_EQ(judged(">Ah h !Ah j - h", expected), "pass");
  EXPECT_EQ(judged(">Ah h j !Ah - h", expected), "pass");
  constexpr const char* late = "tracer A was told of h's exit, which must not come";
  EXPECT_EQ(judged(">Ah h j - !Ah h", expected), late);
  EXPECT_EQ(judged(">Ah h j - h !Ah", expected), late);
  EXPECT_EQ(judged(">Ah h j h !Ah", ">Ah h j h /Ah"), "pass");
  // Not in the place of a later call's.
  constexpr const char* twice = ">Ah h j /Ah - g >Ah h j /Ah - g";
  EXPECT_EQ(judged(">Ah h j - g >Ah h j !Ah - g", twice), "pass");
  EXPECT_EQ(judged(">Ah h j !Ah - g >Ah h j !Ah - g", twice), "pass");
  EXPECT_EQ(judged(">Ah h j - !Ah g >Ah h j - g", twice), late);
  EXPECT_EQ(judged(">Ah h j - g !Ah >Ah h j - g", twice), late);
  // The second attachment's exit comes; the first one's may.
  EXPECT_EQ(judged(">Af f !Af j - >Af f !Af j", ">Af f j /Af - >Af f j !Af"), "pass");
}

TEST(Judge, AnExitComesAfterItsCallsEntry) {
  EXPECT_EQ(judged(">Af f !Af j", ">Af f j !Af"), "pass");
  EXPECT_EQ(judged("!Af >Af f j", ">Af f j !Af"),
            "tracer A was told of f's exit before tracer A was told of f's entry");
  constexpr const char* two = ">Af f j >Af f j !Af !Af";
  EXPECT_EQ(judged(">Af f j !Af >Af f j !Af", two), "pass");
  EXPECT_EQ(judged(">Af f j >Af f j !Af !Af", two), "pass");
  EXPECT_NE(judged(">Af f j !Af !Af >Af f j", two), "pass");
  // In a script with destructors.
  constexpr const char* thrown = ">Af f >Ag g ~Ag ~Af c";
  EXPECT_EQ(judged(">Af f >Ag ~Ag g ~Af c", thrown, "{f}"), "pass");
  EXPECT_NE(judged("~Ag >Af f >Ag g ~Af c", thrown, "{f}"), "pass");
  EXPECT_NE(judged(">Af f ~Ag >Ag g ~Af c", thrown, "{f}"), "pass");
}

TEST(Judge, NamesTheWayOfAnExitThatIsLost) {
  EXPECT_EQ(judged(">Af f", ">Af f <Af"), "tracer A was not told that f returned");
  EXPECT_EQ(judged(">Af f", ">Af f !Af"), "tracer A was not told that f was abandoned");
  EXPECT_EQ(judged(">Af f c", ">Af f ~Af c"), "tracer A was not told that an exception left f");
  EXPECT_EQ(judged(">Af f", ">Af f ?Af"), "tracer A was not told of f's exit");
  EXPECT_EQ(judged(">Af f >Ag g !Ag !Ag <Af", ">Af f >Ag g !Ag <Af"),
            "tracer A was told of g's exit twice");
  EXPECT_EQ(judged(">Af f >Ag g c !Ag <Af", ">Af f >Ag g ~Ag c <Af", "{f}"),
            "tracer A was told that g was abandoned, where f's exit was due");
}

}  // namespace
}  // namespace retprobe::harness
