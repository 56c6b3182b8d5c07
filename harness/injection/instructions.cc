#include "harness/injection/instructions.h"

#include <Zydis/Zydis.h>

#include <stdexcept>

namespace retprobe::harness {

Instruction decode(std::span<const std::byte> code) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisDecodedInstruction decoded;
  if (!ZYAN_SUCCESS(
          ZydisDecoderDecodeInstruction(&decoder, nullptr, code.data(), code.size(), &decoded)))
    throw std::runtime_error("the stepper came to bytes that are no instruction");
  Instruction instruction{Instruction::Kind::other, decoded.length};
  switch (decoded.mnemonic) {
    case ZYDIS_MNEMONIC_CALL:
      instruction.kind = Instruction::Kind::call;
      break;
    case ZYDIS_MNEMONIC_RET:
      instruction.kind = Instruction::Kind::ret;
      break;
    case ZYDIS_MNEMONIC_INT3:
      instruction.kind = Instruction::Kind::breakpoint;
      break;
    case ZYDIS_MNEMONIC_PUSHF:
    case ZYDIS_MNEMONIC_PUSHFQ:
      instruction.kind = Instruction::Kind::push_flags;
      break;
    case ZYDIS_MNEMONIC_POPF:
    case ZYDIS_MNEMONIC_POPFQ:
      instruction.kind = Instruction::Kind::pop_flags;
      break;
    case ZYDIS_MNEMONIC_SYSCALL:
      instruction.kind = Instruction::Kind::system_call;
      break;
    default:
      break;
  }
  return instruction;
}

}  // namespace retprobe::harness
