// Fuzzes the rules for a function's first bytes and its symbol (core/sites/site_rules.h), against a
// decoder.
#include "core/sites/site_rules.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <cstring>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace retprobe;
  if (size < std::tuple_size_v<SiteBytes>) return -1;
  SiteBytes bytes;
  std::copy_n(data, bytes.size(), bytes.begin());

  static const ZydisDecoder decoder = [] {
    ZydisDecoder made;
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return made;
  }();
  ZydisDecodedInstruction instruction;
  const bool decoded = ZYAN_SUCCESS(
      ZydisDecoderDecodeInstruction(&decoder, nullptr, bytes.data(), bytes.size(), &instruction));
  const bool is_nop =
      decoded && instruction.length == bytes.size() && instruction.mnemonic == ZYDIS_MNEMONIC_NOP;
  if (is_five_byte_nop(bytes)) {
    FUZZ_HOLDS(is_nop, "what is taken for a nop of five bytes is one");
    FUZZ_HOLDS(refusal_by_bytes(bytes).empty(), "and can be a site");
  } else {
    const std::string why = refusal_by_bytes(bytes);
    FUZZ_HOLDS(!why.empty() && why.find('\n') == std::string::npos,
               "a refusal has a reason, in one line");
  }

  const std::string_view symbol(reinterpret_cast<const char*>(data) + bytes.size(),
                                size - bytes.size());
  const std::string why = refusal_by_name(symbol);
  FUZZ_HOLDS(why.find('\n') == std::string::npos, "a refusal is one line");
  FUZZ_HOLDS(refusal_by_name(std::string(symbol.substr(0, symbol.find('@')))) == why,
             "a version does not matter");
  return 0;
}
