// Tests that the machine code of the workloads has the shapes that their names promise.
#include <gtest/gtest.h>

#include <set>

#include "harness/workloads/test_module.h"
#include "harness/workloads/workload.h"

extern "C" std::uint64_t functions_1_round(std::uint64_t x);
extern "C" std::uint64_t functions_16_round(std::uint64_t x);
extern "C" std::uint64_t functions_256_round(std::uint64_t x);
extern "C" std::uint64_t functions_1000_round(std::uint64_t x);
extern "C" std::uint64_t functions_4000_round(std::uint64_t x);

namespace retprobe::harness {
namespace {

using test::Instruction;
using test::Module;

const Module& module() {
  // Uses the library. Otherwise the linker might leave it out.
  static const Module loaded(workloads().empty() ? "" : "libretprobe_workloads.so");
  return loaded;
}

bool is_call(const Instruction& instruction) {
  return instruction.decoded.meta.category == ZYDIS_CATEGORY_CALL;
}
bool is_jump(const Instruction& instruction) {
  return instruction.decoded.meta.category == ZYDIS_CATEGORY_UNCOND_BR ||
         instruction.decoded.meta.category == ZYDIS_CATEGORY_COND_BR;
}
bool is_return(const Instruction& instruction) { return instruction.is(ZYDIS_MNEMONIC_RET); }
bool is_site_nop(const Instruction& instruction) {
  return instruction.is(ZYDIS_MNEMONIC_NOP) && instruction.decoded.length == 5;
}

std::vector<std::uintptr_t> call_targets(const std::string& name) {
  std::vector<std::uintptr_t> targets;
  for (const Instruction& instruction : module().code(name)) {
    if (is_call(instruction)) targets.push_back(instruction.target().value_or(0));
  }
  return targets;
}

std::uintptr_t address(const std::string& name) { return module().function(name).address; }

// Expects a site that consists of nop, lea and ret. Returns what the lea adds.
std::int64_t expect_leaf(const std::string& name) {
  const std::vector<Instruction> code = module().code(name);
  EXPECT_TRUE(module().is_site(module().function(name))) << name;
  if (code.size() != 3 || !is_site_nop(code[0]) || !code[1].is(ZYDIS_MNEMONIC_LEA) ||
      !is_return(code[2])) {
    ADD_FAILURE() << name << " is not one instruction";
    return 0;
  }
  return code[1].operands[1].mem.disp.value;
}

TEST(Code, EveryRecordIsASiteWithOneNopOfFiveBytes) {
  for (const char* library :
       {"libretprobe_workloads.so", "libretprobe_json.so", "libretprobe_grammar.so"}) {
    const Module loaded(library);
    EXPECT_GT(loaded.sites().size(), 50U) << library;
    for (const std::uintptr_t site : loaded.sites()) {
      const Instruction first = test::decode(site, 5).front();
      EXPECT_TRUE(is_site_nop(first)) << library << " at " << std::hex << site;
    }
  }
}

TEST(Code, LeafIsOneInstruction) { EXPECT_EQ(expect_leaf("wl_leaf"), 1); }

TEST(Code, TwelveUnprobedCallersReallyCallAndReallyReturn) {
  std::string callee = "wl_leaf";
  for (int i = 1; i <= 12; ++i) {
    const std::string name = "unprobed_caller_" + std::to_string(i);
    const std::vector<Instruction> code = module().code(name);
    EXPECT_EQ(call_targets(name), std::vector{address(callee)}) << name;
    EXPECT_FALSE(module().is_site(module().function(name))) << name;
    EXPECT_FALSE(is_site_nop(code.front())) << name;
    EXPECT_TRUE(std::none_of(code.begin(), code.end(), is_jump)) << name;
    EXPECT_TRUE(is_return(code.back())) << name;
    EXPECT_FALSE(is_call(code[code.size() - 2])) << name << " has nothing to do after its call";
    callee = name;
  }
}

// Expects exactly the calls of the source, no loop to the entry and no tail call.
void expect_recursive(const std::string& name, const std::multiset<std::string>& callees) {
  const test::Function function = module().function(name);
  std::multiset<std::uintptr_t> expected, found;
  for (const std::string& callee : callees) expected.insert(address(callee));
  for (const std::uintptr_t target : call_targets(name)) found.insert(target);
  EXPECT_EQ(found, expected) << name;
  for (const Instruction& instruction : module().code(name)) {
    if (!is_jump(instruction)) continue;
    const std::uintptr_t target = instruction.target().value_or(0);
    EXPECT_GT(target, function.address + 5) << name;
    EXPECT_LT(target, function.address + function.size) << name;
  }
  EXPECT_TRUE(module().is_site(function)) << name;
}

TEST(Code, RecursionIsNeitherALoopNorPartlyInlined) {
  expect_recursive("wl_fib", {"wl_fib", "wl_fib"});
  expect_recursive("wl_recurse", {"wl_recurse"});
  expect_recursive("wl_female", {"wl_female", "wl_male"});
  expect_recursive("wl_male", {"wl_male", "wl_female"});
}

void expect_tail_call(const std::string& name, const std::string& next) {
  const std::vector<Instruction> code = module().code(name);
  EXPECT_TRUE(call_targets(name).empty()) << name;
  EXPECT_TRUE(code.back().is(ZYDIS_MNEMONIC_JMP)) << name;
  EXPECT_EQ(code.back().target().value_or(0), address(next)) << name;
  EXPECT_TRUE(std::none_of(code.begin(), code.end(), is_return)) << name;
}

TEST(Code, TailCallsAreJumps) {
  expect_tail_call("wl_tail_a", "wl_tail_b");
  expect_tail_call("wl_tail_b", "wl_tail_c");
  expect_tail_call("wl_tail_c", "unprobed_tail_hop");
  expect_tail_call("unprobed_tail_hop", "wl_tail_d");
  EXPECT_FALSE(module().is_site(module().function("unprobed_tail_hop")));
  EXPECT_EQ(expect_leaf("wl_tail_d"), 5);
  // The self tail call jumps to the entry, so that it passes the site.
  const std::vector<Instruction> loop = module().code("wl_tail_loop");
  EXPECT_TRUE(call_targets("wl_tail_loop").empty());
  EXPECT_EQ(std::count_if(loop.begin(), loop.end(),
                          [](const Instruction& instruction) {
                            return instruction.is(ZYDIS_MNEMONIC_JMP) &&
                                   instruction.target() == address("wl_tail_loop");
                          }),
            1);
}

void expect_many(std::uint64_t (*round)(std::uint64_t), const std::string& count_text) {
  const std::size_t count = std::stoul(count_text);
  std::map<std::uintptr_t, std::int64_t> leaves;  // in address order, with what each adds
  std::set<std::int64_t> different;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "wl_functions_" + count_text + "_" + std::to_string(i);
    different.insert(leaves[address(name)] = expect_leaf(name));
  }
  EXPECT_EQ(different.size(), count);

  const std::string round_name = "functions_" + count_text + "_round";
  const std::vector<std::uintptr_t> order = call_targets(round_name);
  EXPECT_EQ(order.size(), count);
  EXPECT_EQ(std::set(order.begin(), order.end()).size(), count) << "some leaf is called twice";
  const std::vector<Instruction> code = module().code(round_name);
  EXPECT_TRUE(std::none_of(code.begin(), code.end(), is_jump)) << "not a straight line";

  // In a random order, one in count/2 pairs of successive calls are neighbours in memory. The limit
  // leaves room for chance.
  std::size_t neighbours = 0;
  std::uint64_t x = 42;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto leaf = leaves.find(order[i]);
    ASSERT_NE(leaf, leaves.end());
    x = 3 * x + static_cast<std::uint64_t>(leaf->second);
    const auto index = std::distance(leaves.begin(), leaf);
    const auto next = i + 1 < order.size() ? leaves.find(order[i + 1]) : leaf;
    if (std::abs(std::distance(leaves.begin(), next) - index) == 1) ++neighbours;
  }
  EXPECT_LE(neighbours, 3 + count / 100);
  EXPECT_EQ(round(42), x);
}

TEST(Code, ManyFunctionsAreDifferentAndCalledOnceEach) {
  expect_many(functions_1_round, "1");
  expect_many(functions_16_round, "16");
  expect_many(functions_256_round, "256");
  expect_many(functions_1000_round, "1000");
  expect_many(functions_4000_round, "4000");
}

TEST(Code, VectorFunctionsReturnInRegistersOfTheirWidth) {
  const auto mentions = [](const std::string& name, ZydisRegister wanted) {
    const std::vector<Instruction> code = module().code(name);
    return std::any_of(code.begin(), code.end(),
                       [&](const Instruction& each) { return each.mentions(wanted); });
  };
  EXPECT_TRUE(mentions("wl_vector_128", ZYDIS_REGISTER_XMM0));
  EXPECT_FALSE(mentions("wl_vector_128", ZYDIS_REGISTER_YMM0));
  EXPECT_TRUE(mentions("wl_vector_256", ZYDIS_REGISTER_YMM0));
  EXPECT_FALSE(mentions("wl_vector_256", ZYDIS_REGISTER_ZMM0));
  EXPECT_TRUE(mentions("wl_vector_512", ZYDIS_REGISTER_ZMM0));
}

}  // namespace
}  // namespace retprobe::harness
