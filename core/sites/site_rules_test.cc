// Tests the nop decoder against Zydis, which knows all instructions.
#include "core/sites/site_rules.h"

#include <Zydis/Zydis.h>
#include <gtest/gtest.h>

#include <random>

#include "core/testlib/expect.h"

namespace retprobe {
namespace {

bool zydis_says_nop(const SiteBytes& bytes) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisDecodedInstruction decoded;
  return ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, nullptr, bytes.data(), bytes.size(),
                                                    &decoded)) &&
         decoded.length == bytes.size() && decoded.mnemonic == ZYDIS_MNEMONIC_NOP;
}

TEST(SiteRules, NopsThatAssemblersWrite) {
  for (const SiteBytes& nop :
       {SiteBytes{0x0f, 0x1f, 0x44, 0x00, 0x00}, SiteBytes{0x0f, 0x1f, 0x44, 0x00, 0x08},
        SiteBytes{0x66, 0x0f, 0x1f, 0x40, 0x00}, SiteBytes{0x66, 0x66, 0x66, 0x66, 0x90},
        SiteBytes{0x2e, 0x66, 0x0f, 0x1f, 0x00}, SiteBytes{0x66, 0x66, 0x66, 0x48, 0x90}}) {
    EXPECT_TRUE(is_five_byte_nop(nop));
    EXPECT_EQ(refusal_by_bytes(nop), "");
  }
}

// The decoder must accept nothing that Zydis does not call a five-byte nop. Such a site would be
// patched wrongly.
TEST(SiteRules, NeverMoreThanZydisKnows) {
  std::mt19937_64 random(7);
  constexpr std::uint8_t likely[] = {0x66, 0x0f, 0x1f, 0x90, 0x2e, 0x3e, 0x48, 0x41, 0xf2, 0xf3,
                                     0x44, 0x84, 0x04, 0x05, 0x00, 0x80, 0xc0, 0x65, 0x40, 0x4a};
  int nops = 0;
  for (int round = 0; round < 2'000'000; ++round) {
    SiteBytes bytes;
    for (auto& byte : bytes) byte = likely[random() % std::size(likely)];
    if (round % 2 != 0) bytes = {0x0f, 0x1f, bytes[2], bytes[3], bytes[4]};
    if (!is_five_byte_nop(bytes)) continue;
    ++nops;
    ASSERT_TRUE(zydis_says_nop(bytes))
        << std::hex << int{bytes[0]} << ' ' << int{bytes[1]} << ' ' << int{bytes[2]} << ' '
        << int{bytes[3]} << ' ' << int{bytes[4]};
  }
  EXPECT_GT(nops, 1000);
}

TEST(SiteRules, WhichBytesMayStandInFrontOfANop) {
  const std::string_view prefixes("\x66\x2e\x3e\x26\x36\x64\x65\x48\x4a\x4c\x4e");
  for (unsigned value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    const bool may = prefixes.find(static_cast<char>(byte)) != std::string_view::npos;
    EXPECT_EQ(is_five_byte_nop({byte, 0x0f, 0x1f, 0x40, 0x00}), may) << std::hex << value;
    EXPECT_EQ(is_five_byte_nop({byte, 0x66, 0x66, 0x66, 0x90}), may && byte / 16 != 4)
        << std::hex << value;
    EXPECT_EQ(is_five_byte_nop({0x66, 0x66, 0x66, byte, 0x90}), may) << std::hex << value;
  }
  EXPECT_FALSE(is_five_byte_nop({0x66, 0x66, 0x66, 0x66, 0x66}));
}

// The bytes of `0f 1f` with this operand, or 0 for one that is no /0.
std::size_t length_of_nop(unsigned modrm, unsigned sib) {
  const unsigned mod = modrm / 64, reg = modrm / 8 % 8, rm = modrm % 8;
  const std::size_t displacement[] = {0, 1, 4, 0};
  if (reg != 0) return 0;
  if (mod == 0 && rm == 5) return 3 + 4;
  if (mod == 3 || rm != 4) return 3 + displacement[mod];
  return mod == 0 && sib % 8 == 5 ? 4 + 4 : 4 + displacement[mod];
}

TEST(SiteRules, EveryOperandOfANop) {
  for (unsigned modrm = 0; modrm < 256; ++modrm) {
    for (unsigned sib = 0; sib < 256; ++sib) {
      const auto m = static_cast<std::uint8_t>(modrm), s = static_cast<std::uint8_t>(sib);
      const std::size_t length = length_of_nop(modrm, sib);
      const auto where = testing::Message() << std::hex << modrm << ' ' << sib;
      ASSERT_EQ(is_five_byte_nop({0x0f, 0x1f, m, s, 0}), length == 5) << where;
      ASSERT_EQ(is_five_byte_nop({0x66, 0x0f, 0x1f, m, s}), length == 4) << where;
      ASSERT_EQ(is_five_byte_nop({0x66, 0x66, 0x0f, 0x1f, m}), length == 3) << where;
    }
  }
}

TEST(SiteRules, OtherBytesSayWhatTheyAre) {
  EXPECT_FALSE(is_five_byte_nop({0x90, 0x90, 0x90, 0x90, 0x90}));
  EXPECT_HAS(refusal_by_bytes({0x90, 0x90, 0x90, 0x90, 0x90}), "retprobe::patchable");
  EXPECT_HAS(refusal_by_bytes({0xe9, 0x01, 0x02, 0x03, 0x04}), "e9 01 02 03 04");
  EXPECT_NE(refusal_by_bytes({0xcc, 0x1f, 0x44, 0, 0}), "");
  EXPECT_FALSE(is_five_byte_nop({0xf3, 0x0f, 0x1e, 0xfa, 0x90}));
}

TEST(SiteRules, Names) {
  for (const char* name :
       {"setjmp", "_setjmp", "__sigsetjmp", "vfork", "getcontext", "vfork@@GLIBC_2.2.5"}) {
    EXPECT_HAS(refusal_by_name(name), "returns twice") << name;
  }
  for (const char* name :
       {"_Unwind_RaiseException", "__gxx_personality_v0", "__gcc_personality_v0",
        "__register_frame_info", "__deregister_frame_info", "_Ux86_64_step", "_ULx86_64_step",
        "_dl_find_object", "dl_iterate_phdr", "__frame_state_for"}) {
    EXPECT_HAS(refusal_by_name(name), "unwinder") << name;
  }
  EXPECT_HAS(refusal_by_name("longjmp"), "never returns");
  EXPECT_NE(refusal_by_name("swapcontext"), "");
  EXPECT_HAS(refusal_by_name("_start"), "starts or ends the program");
  for (const char* name : {"main", "fork", "my_setjmp", "malloc", ""})
    EXPECT_EQ(refusal_by_name(name), "") << name;
}

}  // namespace
}  // namespace retprobe
