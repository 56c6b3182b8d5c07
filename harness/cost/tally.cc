#include "harness/cost/tally.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace retprobe::harness {
namespace {

constexpr std::uintptr_t line_bytes = 64;

void touch(std::set<std::uintptr_t>& lines, std::uintptr_t at, std::uintptr_t bytes) {
  for (std::uintptr_t line = at / line_bytes;
       line <= (at + std::max<std::uintptr_t>(bytes, 1) - 1) / line_bytes; ++line)
    lines.insert(line);
}

// Whether the size of the memory operand depends on the CPU. Such an operand counts as one line.
bool has_size_of_cpu(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_XSAVE:
    case ZYDIS_MNEMONIC_XSAVE64:
    case ZYDIS_MNEMONIC_XRSTOR:
    case ZYDIS_MNEMONIC_XRSTOR64:
    case ZYDIS_MNEMONIC_FXSAVE64:
    case ZYDIS_MNEMONIC_FXRSTOR64:
      return true;
    default:
      return false;
  }
}

}  // namespace

struct Tallier::Decoder {
  struct Decoded {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  };
  ZydisDecoder decoder;
  std::unordered_map<std::uintptr_t, Decoded> known;  // by address; the code does not change

  Decoder() { ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64); }

  const Decoded& at(std::uintptr_t address, std::span<const std::byte> code) {
    const auto [found, is_new] = known.try_emplace(address);
    Decoded& decoded = found->second;
    if (is_new && !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.data(), code.size(),
                                                       &decoded.instruction, decoded.operands)))
      throw std::runtime_error("the walk came to bytes that are no instruction");
    return decoded;
  }
};

namespace {

// The address of a memory operand. For the hidden operand of a push or a call, Zydis gives the
// address in rsp *before* the instruction. For an operand of pop, it uses rsp as it is after the
// instruction.
std::uintptr_t address_of(const ZydisDecodedInstruction& instruction,
                          const ZydisDecodedOperand& operand, const user_regs_struct& registers) {
  ZydisRegisterContext context{};
  const auto set = [&](ZydisRegister name, std::uint64_t value) { context.values[name] = value; };
  set(ZYDIS_REGISTER_RAX, registers.rax);
  set(ZYDIS_REGISTER_RBX, registers.rbx);
  set(ZYDIS_REGISTER_RCX, registers.rcx);
  set(ZYDIS_REGISTER_RDX, registers.rdx);
  set(ZYDIS_REGISTER_RSI, registers.rsi);
  set(ZYDIS_REGISTER_RDI, registers.rdi);
  set(ZYDIS_REGISTER_RBP, registers.rbp);
  set(ZYDIS_REGISTER_RSP, registers.rsp);
  set(ZYDIS_REGISTER_R8, registers.r8);
  set(ZYDIS_REGISTER_R9, registers.r9);
  set(ZYDIS_REGISTER_R10, registers.r10);
  set(ZYDIS_REGISTER_R11, registers.r11);
  set(ZYDIS_REGISTER_R12, registers.r12);
  set(ZYDIS_REGISTER_R13, registers.r13);
  set(ZYDIS_REGISTER_R14, registers.r14);
  set(ZYDIS_REGISTER_R15, registers.r15);
  ZyanU64 address = 0;
  if (!ZYAN_SUCCESS(
          ZydisCalcAbsoluteAddressEx(&instruction, &operand, registers.rip, &context, &address)))
    throw std::runtime_error("an operand's address cannot be computed");
  if (operand.mem.segment == ZYDIS_REGISTER_FS) address += registers.fs_base;
  if (operand.mem.segment == ZYDIS_REGISTER_GS) address += registers.gs_base;
  const bool hidden = operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN;
  if (hidden && operand.mem.base == ZYDIS_REGISTER_RSP &&
      operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
    address -= operand.size / 8;
  if (!hidden && operand.mem.base == ZYDIS_REGISTER_RSP &&
      instruction.mnemonic == ZYDIS_MNEMONIC_POP)
    address += 8;
  return address;
}

}  // namespace

Tallier::Tallier() : decoder_(std::make_unique<Decoder>()) {}
Tallier::~Tallier() = default;

void Tallier::count(const user_regs_struct& registers, std::span<const std::byte> code) {
  const Decoder::Decoded& decoded = decoder_->at(registers.rip, code);
  const ZydisDecodedInstruction& instruction = decoded.instruction;
  ++tally_.instructions;
  touch(code_, registers.rip, instruction.length);
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR:
      ++tally_.branches;
      break;
    case ZYDIS_CATEGORY_CALL:
      ++tally_.calls;
      break;
    case ZYDIS_CATEGORY_RET:
      ++tally_.returns;
      break;
    default:
      break;
  }
  const bool jumps =
      instruction.mnemonic == ZYDIS_MNEMONIC_JMP || instruction.mnemonic == ZYDIS_MNEMONIC_CALL;
  if (jumps && decoded.operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE) ++tally_.indirect;
  for (std::size_t i = 0; i < instruction.operand_count; ++i) {
    const ZydisDecodedOperand& operand = decoded.operands[i];
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY || operand.mem.type != ZYDIS_MEMOP_TYPE_MEM)
      continue;
    if (instruction.mnemonic == ZYDIS_MNEMONIC_NOP) continue;
    tally_.loads += (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    tally_.stores += (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
    const std::uintptr_t at = address_of(instruction, operand, registers);
    const std::uintptr_t bytes = has_size_of_cpu(instruction.mnemonic) ? 1 : operand.size / 8;
    touch(data_, at, bytes);
    if (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) touch(stored_, at, bytes);
  }
}

Tally Tallier::take() {
  tally_.code_lines = code_.size();
  tally_.data_lines = data_.size();
  const Tally taken = tally_;
  tally_ = {};
  code_.clear();
  data_.clear();
  stored_.clear();
  return taken;
}

}  // namespace retprobe::harness
