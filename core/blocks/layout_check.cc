// The public structures that the trampolines fill are what layout.h says. Public headers know
// nothing of the assembly, so this is asserted here.
#include "core/blocks/layout.h"
#include "retprobe/hit.h"

namespace retprobe {

#define RP_AT(type, field, offset) static_assert(offsetof(type, field) == offset)
// clang-format off
#define RP_REGISTER(field, offset) RP_AT(Registers, field, offset)
RP_REGISTER(rax, RP_RAX); RP_REGISTER(rbx, RP_RBX); RP_REGISTER(rcx, RP_RCX);
RP_REGISTER(rdx, RP_RDX); RP_REGISTER(rsi, RP_RSI); RP_REGISTER(rdi, RP_RDI);
RP_REGISTER(rbp, RP_RBP); RP_REGISTER(rsp, RP_RSP); RP_REGISTER(r8, RP_R8);
RP_REGISTER(r9, RP_R9); RP_REGISTER(r10, RP_R10); RP_REGISTER(r11, RP_R11);
RP_REGISTER(r12, RP_R12); RP_REGISTER(r13, RP_R13); RP_REGISTER(r14, RP_R14);
RP_REGISTER(r15, RP_R15); RP_REGISTER(rip, RP_RIP); RP_REGISTER(rflags, RP_RFLAGS);
RP_REGISTER(set, RP_SET); RP_REGISTER(vectors, RP_VECTORS);
RP_REGISTER(vector_stride, RP_VECTOR_STRIDE);
// clang-format on
static_assert(sizeof(Registers) == RP_REGISTERS_SIZE);
static_assert(offsetof(Registers, mark) == RP_SET + 3 && offsetof(Registers, zero) == RP_SET + 4 &&
              Registers::frame_mark == RP_FRAME_MARK >> 24 &&
              static_cast<int>(ReturnReason::returned) == 0);
static_assert(static_cast<int>(RegisterSet::scalar) == RP_SET_SCALAR &&
              static_cast<int>(RegisterSet::vector) == RP_SET_VECTOR &&
              static_cast<int>(RegisterSet::full) == RP_SET_FULL);

RP_AT(EntryFrame, entry_data, RP_ENTRY_DATA);
RP_AT(EntryFrame, body, RP_ENTRY_BODY);
RP_AT(EntryFrame, call, RP_ENTRY_CALL);
RP_AT(EntryFrame, record, RP_ENTRY_RECORD);
static_assert(sizeof(EntryFrame) == RP_ENTRY_SIZE && RP_ENTRY_SIZE % 16 == 8);
static_assert(RP_BLOCK_R11 == RP_R11 - RP_ENTRY_SIZE);
static_assert(RP_BLOCK_BODY == RP_ENTRY_BODY - RP_ENTRY_SIZE - 8);
RP_AT(ReturnFrame, attachment, RP_RETURN_ATTACHMENT);
RP_AT(ReturnFrame, entry_data, RP_RETURN_DATA);
RP_AT(ReturnFrame, slot, RP_RETURN_COPIED_SLOT);
RP_AT(ReturnFrame, slot_word, RP_RETURN_SLOT);
static_assert(sizeof(ReturnFrame) == RP_RETURN_SIZE && RP_RETURN_SIZE % 16 == 0);

}  // namespace retprobe
