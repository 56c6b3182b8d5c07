#include "harness/code/disassembly.h"

#include <Zydis/Zydis.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace retprobe::harness {
namespace {

struct Instruction {
  ZydisDecodedInstruction decoded;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

bool decode(std::span<const std::uint8_t> bytes, Instruction& into) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  return ZYAN_SUCCESS(
      ZydisDecoderDecodeFull(&decoder, bytes.data(), bytes.size(), &into.decoded, into.operands));
}

// The target of a jump or call, relative or through a word at an address relative to %rip; 0 for
// any other instruction.
std::uintptr_t target_of(const Instruction& instruction, std::uintptr_t at) {
  if (instruction.decoded.operand_count_visible == 0) return 0;
  const ZydisDecodedOperand& operand = instruction.operands[0];
  ZyanU64 address = 0;
  if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction.decoded, &operand, at, &address)))
    return 0;
  if (operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative) return address;
  const bool branch = instruction.decoded.mnemonic == ZYDIS_MNEMONIC_CALL ||
                      instruction.decoded.mnemonic == ZYDIS_MNEMONIC_JMP;
  if (!branch || operand.type != ZYDIS_OPERAND_TYPE_MEMORY ||
      operand.mem.base != ZYDIS_REGISTER_RIP)
    return 0;
  std::uintptr_t word;
  std::memcpy(&word, reinterpret_cast<const void*>(address), sizeof word);
  return word;
}

bool is_padding(const Instruction& instruction) {
  return instruction.decoded.mnemonic == ZYDIS_MNEMONIC_INT3 ||
         instruction.decoded.mnemonic == ZYDIS_MNEMONIC_NOP;
}

std::string hex_bytes(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) {
    char two[4];
    std::snprintf(two, sizeof two, "%02x ", byte);
    text += two;
  }
  return text;
}

DecodedLine line_of(const Instruction& instruction, std::uintptr_t at,
                    std::span<const std::uint8_t> bytes, const NameOf& name_of) {
  ZydisFormatter formatter;
  ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
  char text[256];
  if (!ZYAN_SUCCESS(ZydisFormatterFormatInstruction(
          &formatter, &instruction.decoded, instruction.operands,
          instruction.decoded.operand_count_visible, text, sizeof text, at, nullptr)))
    std::snprintf(text, sizeof text, "(no text)");
  const std::uintptr_t target = target_of(instruction, at);
  return {at, {bytes.begin(), bytes.end()}, text, target ? name_of(target) : "", ""};
}

// Zydis calls this for each absolute address that it is about to print.
ZyanStatus print_place(const ZydisFormatter*, ZydisFormatterBuffer* buffer,
                       ZydisFormatterContext* context) {
  ZyanU64 address;
  ZYAN_CHECK(ZydisCalcAbsoluteAddress(context->instruction, context->operand,
                                      context->runtime_address, &address));
  const std::string name = (*static_cast<const NameOf*>(context->user_data))(address);
  ZYAN_CHECK(ZydisFormatterBufferAppend(buffer, ZYDIS_TOKEN_SYMBOL));
  ZyanString* text;
  ZYAN_CHECK(ZydisFormatterBufferGetString(buffer, &text));
  ZyanStringView view;
  ZYAN_CHECK(ZyanStringViewInsideBuffer(&view, name.empty() ? "(data)" : name.c_str()));
  return ZyanStringAppend(text, &view);
}

}  // namespace

std::string stable_text(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                        const NameOf& name_of) {
  Instruction instruction;
  if (!decode(bytes, instruction)) return "(no instruction)";
  ZydisFormatter formatter;
  ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
  const void* hook = reinterpret_cast<const void*>(print_place);
  ZydisFormatterSetHook(&formatter, ZYDIS_FORMATTER_FUNC_PRINT_ADDRESS_ABS, &hook);
  char text[512];
  if (!ZYAN_SUCCESS(
          ZydisFormatterFormatInstruction(&formatter, &instruction.decoded, instruction.operands,
                                          instruction.decoded.operand_count_visible, text,
                                          sizeof text, at, const_cast<NameOf*>(&name_of))))
    return "(no text)";
  return text;
}

std::string text_of(const DecodedLine& line) {
  char text[512];
  std::snprintf(text, sizeof text, "  %012zx  %-31s %s", static_cast<std::size_t>(line.address),
                hex_bytes(line.bytes).c_str(), line.text.c_str());
  std::string result = text;
  if (!line.target.empty()) result += "   # " + line.target;
  if (!line.note.empty()) result += "   # " + line.note;
  return result + "\n";
}

std::vector<DecodedLine> decode_lines(std::uintptr_t at, std::span<const std::uint8_t> bytes,
                                      const NameOf& name_of) {
  std::vector<DecodedLine> lines;
  std::size_t kept = 0;  // how many lines remain without the padding
  for (std::size_t done = 0; done < bytes.size();) {
    Instruction instruction;
    const auto rest = bytes.subspan(done);
    if (!decode(rest, instruction)) {
      lines.push_back({at + done, {rest.front()}, "(no instruction)", "", ""});
      kept = lines.size();
      ++done;
      continue;
    }
    const std::size_t length = instruction.decoded.length;
    lines.push_back(line_of(instruction, at + done, rest.first(length), name_of));
    if (!is_padding(instruction) || done == 0) kept = lines.size();
    done += length;
  }
  lines.resize(kept);
  return lines;
}

std::uintptr_t jump_target(std::uintptr_t at, std::span<const std::uint8_t> bytes) {
  Instruction instruction;
  if (!decode(bytes, instruction) || instruction.decoded.mnemonic != ZYDIS_MNEMONIC_JMP) return 0;
  return target_of(instruction, at);
}

}  // namespace retprobe::harness
