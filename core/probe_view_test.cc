// Tests of what usage(), draw_shadow_stack() and view_shadow_stack() show of calls in flight.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>

#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"
#include "retprobe/shadow_view.h"

namespace retprobe {
namespace {

TEST_F(Probe, UsageAndPicture) {
  EXPECT_EQ(CASE({
              MUST(configure({}));
              static std::string picture;
              static Usage during;
              Counted tracer;
              MUST(tracer->attach("pf_*"));
              (void)meanwhile(
                  [](int value) {
                    during = usage();
                    picture = draw_shadow_stack();
                    return value;
                  },
                  1);
              const Usage after = usage();
              std::string text = std::to_string(during.sites) + " sites " +
                                 std::to_string(during.stacks) + " stack " +
                                 std::to_string(during.frames) + " frames " +
                                 std::to_string(after.frames) + " after; ";
              if (during.blocks < 4 || during.blocks > during.block_total)
                return "blocks " + std::to_string(during.blocks);
              if (during.shadow_bytes == 0 || during.shadow_bytes > 4096 || after.shadow_bytes != 0)
                return "bytes " + std::to_string(during.shadow_bytes);
              return text + without_addresses(picture);
            }),
            "7 sites 1 stack 1 frames 0 after; "
            "shadow stack of the calls on the machine stack N … N, newest first\n"
            "  N  | slot N  (pf_meanwhile)\n"
            "  N  | tracer mine\n"
            "  N  | original N\n");
}

TEST_F(Probe, WithoutADesignThereIsNoShadowStack) {
  EXPECT_EQ(CASE({ return draw_shadow_stack(); }), "no shadow stack\n");
}

// A line for each frame. It says so where a word is shown that is not in memory at its place, or
// that was shown before.
std::string text_of_view(const ShadowView& view) {
  std::string text;
  std::set<std::uintptr_t> shown;
  for (const ShadowFrame& frame : view.frames) {
    text += frame.function;
    for (const ShadowWord& word : frame.words) {
      const std::string meaning = without_addresses(word.meaning);
      text += ", " + meaning;
      if (!word.data.empty()) text += " " + std::string(word.data.begin(), word.data.begin() + 3);
      const auto* const place = reinterpret_cast<const void*>(word.address);
      if (word.data.empty() ? std::memcmp(place, &word.value, 8)
                            : std::memcmp(place, word.data.data(), word.data.size()))
        text += " (not what is there)";
      if (!shown.insert(word.address).second) text += " (twice)";
    }
    text += "\n";
  }
  return text;
}

// Two calls, one within the other, have three tracers: one without data, one with data, one that is
// gone while both are in flight.
TEST_F(Probe, ViewOfNestedCalls) {
  const struct {
    const char *design, *text;
  } expected[] = {
      {"bitmask",
       "pf_meanwhile, slot N, 1 mask words, age 3, data of bit 1, 32 bytes of entry data two, "
       "mask: bits 0 1 2, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, 1 mask words, age 3, data of bit 1, 32 bytes of entry data one, "
       "mask: bits 0 1 2, original N\n"},
      {"call_through", ""},
      {"chained_trampolines",
       "pf_meanwhile, slot N, a tracer that is gone, "
       "original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer data, "
       "32 bytes of entry data two, original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, a tracer that is gone, "
       "original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer data, "
       "32 bytes of entry data one, original T of pf_meanwhile\n"
       "pf_meanwhile, slot N, tracer plain, original N\n"},
      {"counted_shadow",
       "pf_meanwhile, slot N, count 3, a tracer that is gone, tracer data, "
       "32 bytes of entry data two, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, slot N, count 3, a tracer that is gone, tracer data, "
       "32 bytes of entry data one, tracer plain, original N\n"},
      {"instance_pool",
       "pf_meanwhile, a tracer that is gone, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer data, 32 bytes of entry data two, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer plain, original pf_meanwhile+N\n"
       "pf_meanwhile, a tracer that is gone, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer data, 32 bytes of entry data one, original T of pf_meanwhile\n"
       "pf_meanwhile, tracer plain, original N\n"}};
  for (const auto& each : expected) {
    EXPECT_EQ(CASE({
                MUST(configure({.design = each.design}));
                Counted plain("plain");
                TracerOptions options = counting(plain, "data");
                options.entry_data_bytes = 32;
                options.on_entry = [](void*, EntryFrame& call) {
                  std::memcpy(call.entry_data, call.registers.rsi == 1 ? "one" : "two", 4);
                  return true;
                };
                Result<Tracer> data = Tracer::make(options);
                static Counted gone("gone");
                for (Tracer* tracer : {&*plain, &*data, &*gone})
                  MUST(tracer->attach("pf_meanwhile"));
                static std::string seen;
                static const Function look = [](int value) {
                  if (const Error error = gone->detach()) seen = code_name(error);
                  const ShadowView view = view_shadow_stack();
                  seen += text_of_view(view);
                  // The main thread's stack has 128 MiB at least to grow into.
                  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
                  if (!view.frames.empty() &&
                      (here - view.low >= view.bytes || view.bytes < std::size_t{128} << 20))
                    seen += "on a part of the main thread's stack";
                  return value;
                };
                (void)meanwhile([](int value) { return meanwhile(look, value + 1); }, 1);
                return seen;
              }),
              each.text)
        << each.design;
  }
}

}  // namespace
}  // namespace retprobe
