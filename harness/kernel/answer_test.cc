#include "harness/kernel/answer.h"

#include <gtest/gtest.h>

#include "core/testlib/expect.h"
#include "harness/must.h"

namespace retprobe::harness {
namespace {

TEST(Answer, HasItsFields) {
  const auto answer =
      must(parse_answer("ok instructions=464010 calls=1000 begin=ffffffffc02019e0\r"));
  EXPECT_EQ(answer.word, "ok");
  EXPECT_EQ(must(answer.number("instructions")), 464010u);
  EXPECT_EQ(must(answer.number("begin", 16)), 0xffffffffc02019e0u);
}

TEST(Answer, SaysWhichFieldIsMissingOrWrong) {
  const auto answer = must(parse_answer("ok calls=many hits=18446744073709551616 missed="));
  EXPECT_HAS(answer.number("exits").error().message(), "has no exits");
  for (const char* key : {"calls", "hits", "missed"})
    EXPECT_HAS(answer.number(key).error().message(), "is no number") << key;
}

TEST(Answer, OfAnErrorIsItsText) {
  const auto answer = must(parse_answer("error No such device"));
  EXPECT_EQ(answer.word, "error");
  EXPECT_EQ(answer.text, "No such device");
}

TEST(Answer, MayBeAWordAlone) {
  const auto answer = must(parse_answer("ok"));
  EXPECT_EQ(answer.text, "");
}

TEST(Answer, RefusesNonsense) {
  for (const char* line :
       {"", "okay", "OK", " ok", "[    1.5] BUG: x", "ok \x01\x02", "k calls=1"}) {
    const auto answer = parse_answer(line);
    ASSERT_FALSE(answer.ok()) << line;
    EXPECT_HAS(answer.error().message(), "nonsense");
  }
}

TEST(Answer, QuotesNonsenseInOneShortLine) {
  const auto answer = parse_answer(std::string(100'000, '\n'));
  ASSERT_FALSE(answer.ok());
  EXPECT_LT(answer.error().message().size(), 300u);
  EXPECT_LACKS(answer.error().message(), "\n");
}

TEST(KernelComplaint, IsTheFirstOne) {
  EXPECT_EQ(kernel_complaint("[    0.1] hello\n"
                             "[    2.0] BUG: stack guard page was hit at 0\r\n"
                             "[    2.1] Kernel panic - not syncing: Fatal exception\n"),
            "BUG: stack guard page was hit at 0");
}

TEST(KernelComplaint, IsEmptyWithoutOne) {
  EXPECT_EQ(kernel_complaint(""), "");
  EXPECT_EQ(kernel_complaint("[    2.471261] reboot: Power down\n"), "");
}

}  // namespace
}  // namespace retprobe::harness
