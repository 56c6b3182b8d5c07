#include "harness/kernel/hit_walk.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <stdexcept>

namespace retprobe::harness {
namespace {

using Path = std::vector<WalkedInstruction>;

constexpr std::uintptr_t caller = 0x1000, leaf = 0x2000, hook = 0x3000;
constexpr std::uintptr_t stack = 0x9000;

WalkedInstruction at(std::uintptr_t rip, std::uintptr_t rsp, std::initializer_list<int> code) {
  WalkedInstruction instruction{};
  instruction.registers.rip = rip;
  instruction.registers.rsp = rsp;
  for (const int byte : code) instruction.code.push_back(static_cast<std::byte>(byte));
  instruction.code.resize(15, std::byte{0x90});
  return instruction;
}

WalkedInstruction call(std::uintptr_t rip, std::uintptr_t rsp) {
  return at(rip, rsp, {0xe8, 0, 0, 0, 0});
}
WalkedInstruction ret(std::uintptr_t rip, std::uintptr_t rsp) { return at(rip, rsp, {0xc3}); }
WalkedInstruction nop(std::uintptr_t rip, std::uintptr_t rsp) { return at(rip, rsp, {0x90}); }
WalkedInstruction five_byte_nop(std::uintptr_t rip, std::uintptr_t rsp) {
  return at(rip, rsp, {0x0f, 0x1f, 0x44, 0x00, 0x00});
}

Path unprobed() {
  return {call(caller, stack), five_byte_nop(leaf, stack - 8), nop(leaf + 5, stack - 8),
          ret(leaf + 6, stack - 8), nop(caller + 5, stack)};
}

TEST(HitWalk, UnprobedCallHasANopAndNoMore) {
  const HitWalk walk = hit_of(unprobed(), leaf);
  EXPECT_EQ(walk.entry.instructions, 1u);
  EXPECT_EQ(walk.exit.instructions, 0u);
  EXPECT_EQ(walk.exit.mispredicted, 0u);
  EXPECT_EQ(walk.unbalanced, 0);
  EXPECT_EQ(walk.stack_bytes, 0u);
}

TEST(HitWalk, ASiteMayStandBehindAnEndbr) {
  const Path path = {call(caller, stack), at(leaf, stack - 8, {0xf3, 0x0f, 0x1e, 0xfa}),
                     five_byte_nop(leaf + 4, stack - 8), ret(leaf + 9, stack - 8),
                     nop(caller + 5, stack)};
  EXPECT_EQ(hit_of(path, leaf).entry.instructions, 1u);
}

// With mitigations, an indirect call goes through a thunk.
TEST(HitWalk, ARetpolineMayStandBeforeTheFunction) {
  constexpr std::uintptr_t thunk = 0x6000;
  const Path path = {
      call(caller, stack),         call(thunk, stack - 8),         nop(thunk + 16, stack - 16),
      ret(thunk + 20, stack - 16), five_byte_nop(leaf, stack - 8), ret(leaf + 5, stack - 8),
      nop(caller + 5, stack)};
  const HitWalk walk = hit_of(path, leaf);
  EXPECT_EQ(walk.entry.instructions, 1u);
  EXPECT_EQ(walk.entry.mispredicted + walk.exit.mispredicted, 0u);  // the thunk's is the caller's
  EXPECT_EQ(walk.unbalanced, 0);
}

// The hook writes another address into the return slot, as fgraph does.
TEST(HitWalk, CountsEntryAndExitAndTheReturnThatGoesElsewhere) {
  const Path path = {call(caller, stack),       call(leaf, stack - 8),     // the site
                     nop(hook, stack - 16),                                // the hook
                     ret(hook + 1, stack - 16), nop(leaf + 5, stack - 8),  // the body
                     ret(leaf + 6, stack - 8),  // … returns into the hook
                     nop(hook + 2, stack),      ret(hook + 3, stack - 8), nop(caller + 5, stack)};
  const HitWalk walk = hit_of(path, leaf);
  EXPECT_EQ(walk.entry.instructions, 3u);
  EXPECT_EQ(walk.entry.mispredicted, 0u);
  EXPECT_EQ(walk.exit.instructions, 2u);
  EXPECT_EQ(walk.exit.mispredicted, 2u);  // the body's and the hook's
  EXPECT_EQ(walk.unbalanced, 1);
  EXPECT_EQ(walk.stack_bytes, 8u);
}

TEST(HitWalk, RefusesAPathThatIsCutOff) {
  const Path whole = unprobed();
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_THROW((void)hit_of(Path(whole.begin(), whole.begin() + static_cast<long>(length)), leaf),
                 std::runtime_error)
        << length;
}

TEST(HitWalk, CountsWhatCallersPay) {
  constexpr std::uintptr_t outermost = 0x4000, main = 0x5000;
  const GuestAddresses addresses{.leaf = leaf, .callers12 = outermost};
  Path path = {call(main, stack + 8), call(outermost, stack)};
  path[1].registers.rip = outermost;
  for (const WalkedInstruction& instruction :
       {five_byte_nop(leaf, stack - 8), nop(leaf + 5, stack - 8), ret(leaf + 6, stack - 8),
        ret(outermost + 5, stack), nop(main + 5, stack + 8)})
    path.push_back(instruction);
  EXPECT_EQ(mispredicted_in_callers(path, addresses), 0u);
  // A hook that calls once and never returns leaves the predictor one entry off.
  path.insert(path.begin() + 3, call(hook, stack - 8));
  EXPECT_EQ(mispredicted_in_callers(path, addresses), 1u);
}

}  // namespace
}  // namespace retprobe::harness
