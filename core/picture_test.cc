// Tests of the pictures of shadow stacks: how addresses are named, and what the text shows.
#include "core/picture.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <string>

#include "core/control/control.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

TEST(Picture, AnAddressIsNamedByItsSymbol) {
  const Library fixture(fixtures() / "libprobe_fixture.so");
  const auto one = reinterpret_cast<std::uintptr_t>(fixture.symbol("pf_one"));
  EXPECT_EQ(name_address(one), "pf_one+0x0");
  EXPECT_EQ(name_address(one + 3), "pf_one+0x3");
  EXPECT_EQ(name_address(0x10), "0x10");
  EXPECT_EQ(name_address(~std::uintptr_t{0}), "0xffffffffffffffff");
}

TEST(Picture, ANameIsDemangledAndItsMemoryFreed) {
  const auto address = reinterpret_cast<std::uintptr_t>(&stop_tracing) + 1;
  EXPECT_EQ(name_address(address), "retprobe::stop_tracing()+0x1");
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 1000; ++i) (void)name_address(address);
  EXPECT_LT(mallinfo2().uordblks, before + 10'000);
}

TEST(Picture, Text) {
  ShadowView view{.low = 0x1000, .bytes = 0x234, .frames = {}};
  EXPECT_EQ(text_of(view),
            "shadow stack of the calls on the machine stack 0x1000 … 0x1234, newest first\n"
            "  (no call in flight)\n");
  view.frames = {{"f", {{0x20, 1, "slot", {}}, {0x28, 2, "original", {}}}},
                 {"", {{0x10, 3, "slot", {}}}}};
  EXPECT_EQ(text_of(view),
            "shadow stack of the calls on the machine stack 0x1000 … 0x1234, newest first\n"
            "  0x20  | slot  (f)\n"
            "  0x28  | original\n"
            "  0x10  | slot\n");
}

TEST(Picture, WordsAndData) {
  ExecutionStack stack;
  stack.low = 0x1000;
  stack.bytes = 0x234;
  Picture picture(stack);
  picture.frame(nullptr);
  const std::uint64_t words[] = {0x12, 0x34};
  picture.word(&words[0], "word");
  picture.slot(&words[1]);
  picture.data(words, 0);
  picture.data(words, 9);
  const ShadowView view = std::move(picture).view();
  EXPECT_EQ(view.low, 0x1000u);
  EXPECT_EQ(view.bytes, 0x234u);
  ASSERT_EQ(view.frames.size(), 1u);
  EXPECT_EQ(view.frames[0].function, "");
  const auto& seen = view.frames[0].words;
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].meaning, "word");
  EXPECT_EQ(seen[0].value, 0x12u);
  EXPECT_EQ(seen[1].meaning, "slot 0x34");
  EXPECT_EQ(seen[1].value, 0x34u);
  EXPECT_EQ(seen[2].meaning, "9 bytes of entry data");
  EXPECT_EQ(seen[2].value, 0u);
  EXPECT_EQ(seen[2].address, reinterpret_cast<std::uintptr_t>(words));
  EXPECT_EQ(seen[2].data, (std::vector<std::uint8_t>{0x12, 0, 0, 0, 0, 0, 0, 0, 0x34}));
}

// A handle names its function, also when its tracer is gone, until another one has its place.
TEST(Picture, AHandleNamesItsFunction) {
  ASSERT_FALSE(configure({}));
  const Library fixture(fixtures() / "libprobe_fixture.so");
  const Site *one[] = {fixture.site("pf_one")}, *two[] = {fixture.site("pf_two")};
  Tracer tracer = *Tracer::make({.name = "mine", .on_return = [](void*, ReturnFrame&) {}});
  ASSERT_FALSE(tracer.attach(one));
  const Handle handle = Control::instance().view(*one[0]).block->single.load();
  const auto shown = [&] {
    Picture picture{ExecutionStack{}};
    picture.frame(handle);
    picture.handler(&handle, handle);
    const ShadowFrame frame = std::move(picture).view().frames.at(0);
    return frame.function + ": " + frame.words.at(0).meaning;
  };
  EXPECT_EQ(shown(), "pf_one: tracer mine");
  ASSERT_FALSE(tracer.detach());
  EXPECT_EQ(shown(), "pf_one: a tracer that is gone");
  ASSERT_FALSE(tracer.attach(two));
  ASSERT_EQ(Control::instance().view(*two[0]).block->single.load().index(), handle.index());
  EXPECT_EQ(shown(), ": a tracer that is gone");
}

}  // namespace
}  // namespace retprobe
