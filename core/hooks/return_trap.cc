#include "core/hooks/return_trap.h"

#include "core/blocks/block.h"
#include "core/hooks/design_table.h"
#include "core/patching/sigtrap.h"

namespace retprobe {
namespace {

// The SIGTRAP handler of the trap transfer. The kernel has saved every register, the vector
// registers included, and will restore them: Linux marks x87 and xmm as in use in each signal frame
// (save_xstate_epilog). So the handlers get the full register set. This function copies the general
// registers to the frame and back. Async-signal-safe.
bool handle_return_trap(ucontext_t& context) {
  greg_t* registers = context.uc_mcontext.gregs;
  const auto trap = static_cast<std::uintptr_t>(registers[REG_RIP]) - 1;
  if (!is_trampoline(trap) || trap % RP_BLOCK_BYTES != RP_BLOCK_TRAP) return false;
  const auto slot = static_cast<std::uintptr_t>(registers[REG_RSP]) - 8;

  static constexpr struct {
    int from;
    std::uint64_t Registers::* to;
  } carried[] = {
      {REG_RAX, &Registers::rax},   {REG_RBX, &Registers::rbx}, {REG_RCX, &Registers::rcx},
      {REG_RDX, &Registers::rdx},   {REG_RSI, &Registers::rsi}, {REG_RDI, &Registers::rdi},
      {REG_RBP, &Registers::rbp},   {REG_R8, &Registers::r8},   {REG_R9, &Registers::r9},
      {REG_R10, &Registers::r10},   {REG_R11, &Registers::r11}, {REG_R12, &Registers::r12},
      {REG_R13, &Registers::r13},   {REG_R14, &Registers::r14}, {REG_R15, &Registers::r15},
      {REG_EFL, &Registers::rflags}};
  ReturnFrame frame;
  for (const auto& [from, to] : carried)
    frame.registers.*to = static_cast<std::uint64_t>(registers[from]);
  frame.registers.describe(RegisterSet::full, ReturnReason::returned);
  frame.registers.vectors = reinterpret_cast<std::byte*>(context.uc_mcontext.fpregs->_xmm);
  frame.registers.vector_stride = 16;
  frame.registers.rsp = slot + 8;
  frame.slot = slot;
  frame.slot_word = trap;
  active_design->on_return_trap(&frame, slot);
  for (const auto& [from, to] : carried) registers[from] = static_cast<greg_t>(frame.registers.*to);
  *reinterpret_cast<std::uintptr_t*>(slot) = frame.slot_word;
  registers[REG_RIP] = static_cast<greg_t>(frame.slot_word);
  return true;
}

}  // namespace

Error enable_return_traps() { return claim_sigtrap(TrapUser::return_trap, handle_return_trap); }

}  // namespace retprobe
