// The handlers of the register scenarios. They record every register, and then clobber those that
// they may clobber. This object uses no vector register, and no memcpy, which would use some.
#include "harness/scenarios/calls/registers.h"
#include "harness/verify/findings.h"

namespace retprobe::harness {
namespace {

void copy(void* to, const void* from, std::size_t bytes) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

void look(RegisterWitness::View& view, const Registers& registers, unsigned vectors) {
  copy(&view.registers, &registers, sizeof registers);
  if (registers.set == RegisterSet::scalar) return;
  for (unsigned i = 0; i < vectors; ++i) copy(view.xmm[i].data(), registers.xmm(i), 16);
}

void edit_vectors(Registers& registers, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    for (unsigned byte = 0; byte < 16; ++byte) registers.xmm(i)[byte] ^= std::byte{edit_xor};
}

}  // namespace

bool witness_entry(void* context, EntryFrame& call) {
  note_handler();
  auto& witness = *static_cast<RegisterWitness*>(context);
  Registers& registers = call.registers;
  ++witness.entries;
  look(witness.entry, registers, registers.set == RegisterSet::full ? 16 : 8);
  witness.entry.slot = reinterpret_cast<std::uintptr_t>(call.slot());
  witness.entry.return_address = call.return_address();
  if (witness.edits) {
    for (auto argument : {&Registers::rax, &Registers::rcx, &Registers::rdx, &Registers::rsi,
                          &Registers::rdi, &Registers::r8, &Registers::r9, &Registers::r10})
      registers.*argument += edit_add;
    if (witness.clobbers_extended) edit_vectors(registers, 8);
  }
  witness.entry.x87_tags = machine_clobber(witness.clobbers_extended);
  return !witness.declines;
}

void witness_exit(void* context, ReturnFrame& call) {
  auto& witness = *static_cast<RegisterWitness*>(context);
  Registers& registers = call.registers;
  ++witness.exits;
  look(witness.exit, registers, registers.set == RegisterSet::full ? 16 : 2);
  witness.exit.return_address = call.return_address();
  if (witness.edits) {
    registers.rax += edit_add;
    registers.rdx += edit_add;
    if (witness.clobbers_extended) edit_vectors(registers, 2);
  }
  witness.exit.x87_tags = machine_clobber(witness.clobbers_extended);
}

}  // namespace retprobe::harness
