#include "harness/kernel/answer.h"

#include <gtest/gtest.h>

namespace retprobe::harness {
namespace {

TEST(Answer, HasItsFields) {
  const auto answer = parse_answer("ok instructions=464010 calls=1000 begin=ffffffffc02019e0\r");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->word, "ok");
  EXPECT_EQ(*answer->number("instructions"), 464010u);
  EXPECT_EQ(*answer->number("begin", 16), 0xffffffffc02019e0u);
}

TEST(Answer, SaysWhichFieldIsMissingOrWrong) {
  const auto answer = parse_answer("ok calls=many hits=18446744073709551616 missed=");
  ASSERT_TRUE(answer.ok());
  EXPECT_NE(answer->number("exits").error().message().find("has no exits"), std::string::npos);
  for (const char* key : {"calls", "hits", "missed"})
    EXPECT_NE(answer->number(key).error().message().find("is no number"), std::string::npos) << key;
}

TEST(Answer, OfAnErrorIsItsText) {
  const auto answer = parse_answer("error No such device");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->word, "error");
  EXPECT_EQ(answer->text, "No such device");
}

TEST(Answer, MayBeAWordAlone) {
  const auto answer = parse_answer("ok");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->text, "");
}

TEST(Answer, RefusesNonsense) {
  for (const char* line :
       {"", "okay", "OK", " ok", "[    1.5] BUG: x", "ok \x01\x02", "k calls=1"}) {
    const auto answer = parse_answer(line);
    ASSERT_FALSE(answer.ok()) << line;
    EXPECT_NE(answer.error().message().find("nonsense"), std::string::npos);
  }
}

TEST(Answer, QuotesNonsenseInOneShortLine) {
  const auto answer = parse_answer(std::string(100'000, '\n'));
  ASSERT_FALSE(answer.ok());
  EXPECT_LT(answer.error().message().size(), 300u);
  EXPECT_EQ(answer.error().message().find('\n'), std::string::npos);
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
