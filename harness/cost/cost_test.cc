// Tests the tally of single instructions whose figures are known.
#include <gtest/gtest.h>

#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "harness/cost/tally.h"

namespace retprobe::harness {
namespace {

Tally tally_of(std::initializer_list<int> bytes, std::uint64_t rsp = 0x7000,
               std::uint64_t rip = 0x1000) {
  Tallier tallier;
  user_regs_struct registers{};
  registers.rip = rip;
  registers.rsp = rsp;
  registers.rdi = 0x2000;
  registers.fs_base = 0x3000;
  std::vector<std::byte> code;
  for (const int byte : bytes) code.push_back(static_cast<std::byte>(byte));
  tallier.count(registers, code);
  return tallier.take();
}

TEST(Tally, PushStoresBelowTheStackPointer) {
  EXPECT_EQ(
      tally_of({0x53}),
      (Tally{.instructions = 1, .stores = 1, .code_lines = 1, .data_lines = 1}));  // push %rbx
  // push (%rdi). When the operand is in the cache line that the push writes, it is one line; in the
  // line below rsp, two.
  EXPECT_EQ(tally_of({0xff, 0x37}, 0x2008).data_lines, 1U);
  EXPECT_EQ(tally_of({0xff, 0x37}, 0x2000).data_lines, 2U);
}

TEST(Tally, PopToMemoryLoadsAndStores) {
  const Tally tally = tally_of({0x8f, 0x07});  // pop (%rdi)
  EXPECT_EQ(tally.loads, 1U);
  EXPECT_EQ(tally.stores, 1U);
  EXPECT_EQ(tally.data_lines, 2U);
  // pop (%rsp): its target address is computed after rsp has moved. So it is in the next line if
  // rsp was at the end of a line.
  EXPECT_EQ(tally_of({0x8f, 0x04, 0x24}, 0x7000).data_lines, 1U);
  EXPECT_EQ(tally_of({0x8f, 0x04, 0x24}, 0x7038).data_lines, 2U);
}

TEST(Tally, CallsAndReturnsAreNoJumps) {
  const Tally direct = tally_of({0xe8, 0, 0, 0, 0}), indirect = tally_of({0xff, 0x17}),
              ret = tally_of({0xc3});
  EXPECT_EQ(direct,
            (Tally{.instructions = 1, .stores = 1, .calls = 1, .code_lines = 1, .data_lines = 1}));
  EXPECT_EQ(indirect,  // call *(%rdi)
            (Tally{.instructions = 1,
                   .loads = 1,
                   .stores = 1,
                   .indirect = 1,
                   .calls = 1,
                   .code_lines = 1,
                   .data_lines = 2}));
  EXPECT_EQ(ret,
            (Tally{.instructions = 1, .loads = 1, .returns = 1, .code_lines = 1, .data_lines = 1}));
}

TEST(Tally, CountsJumpsWithAndWithoutCondition) {
  EXPECT_EQ(tally_of({0xeb, 0x00}), (Tally{.instructions = 1, .branches = 1, .code_lines = 1}));
  EXPECT_EQ(tally_of({0x74, 0x00}).branches, 1U);
  EXPECT_EQ(
      tally_of({0xff, 0xe0}),
      (Tally{.instructions = 1, .branches = 1, .indirect = 1, .code_lines = 1}));  // jmp *%rax
}

TEST(Tally, AddressesThatAreNotUsedTouchNothing) {
  EXPECT_EQ(tally_of({0x48, 0x8d, 0x07}),
            (Tally{.instructions = 1, .code_lines = 1}));  // lea (%rdi),%rax
  EXPECT_EQ(tally_of({0x0f, 0x1f, 0x44, 0x00, 0x00}),
            (Tally{.instructions = 1, .code_lines = 1}));  // the nop of a site
}

TEST(Tally, AnXsaveIsOneStoreOfOneLine) {
  const Tally tally = tally_of({0x48, 0x0f, 0xae, 0x27});  // xsave64 (%rdi)
  EXPECT_EQ(tally.stores, 1U);
  EXPECT_EQ(tally.data_lines, 1U);
}

TEST(Tally, AddsTheSegmentsBase) {
  Tallier tallier;
  user_regs_struct registers{};
  registers.rip = 0x1000;
  registers.fs_base = 0x3000;
  registers.rdi = 0x3040;
  const auto count = [&](std::initializer_list<int> bytes) {
    std::vector<std::byte> code;
    for (const int byte : bytes) code.push_back(static_cast<std::byte>(byte));
    tallier.count(registers, code);
    registers.rip += bytes.size();
  };
  count({0x64, 0x48, 0x8b, 0x04, 0x25, 0x40, 0, 0, 0});  // mov %fs:0x40,%rax
  count({0x48, 0x8b, 0x07});                             // mov (%rdi),%rax: the same line
  EXPECT_EQ(tallier.take(),
            (Tally{.instructions = 2, .loads = 2, .code_lines = 1, .data_lines = 1}));
}

TEST(Tally, CountsEachLineOnceAndThoseThatAreCrossed) {
  // Three bytes, two of them in the first line.
  EXPECT_EQ(tally_of({0x48, 0x8b, 0x07}, 0x7000, 0x103e).code_lines, 2U);
  EXPECT_EQ(tally_of({0x48, 0x8b, 0x47, 0x3c}).data_lines, 2U);  // mov 0x3c(%rdi),%rax
}

TEST(Tally, RefusesWhatIsNoInstruction) { EXPECT_THROW(tally_of({0x06}), std::runtime_error); }

TEST(StackDepth, IsThatBelowTheFirst) {
  StackDepth stack;
  EXPECT_EQ(stack.bytes(), 0U);
  for (const std::uintptr_t at : {0x7000U, 0x6ff8U, 0x6f00U, 0x6ff8U, 0x7008U}) stack.at(at);
  EXPECT_EQ(stack.bytes(), 0x100U);
}

}  // namespace
}  // namespace retprobe::harness
