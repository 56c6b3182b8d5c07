// Tests that the pools' code agrees with layout.h, and that blocks and records lead to each other.
#include <Zydis/Zydis.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "core/blocks/block.h"
#include "core/testlib/child.h"
#include "core/testlib/library_symbols.h"
#include "core/testlib/site_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

// A block's code as text, such as "+0 call [record+0]": offset, instruction, operands. Memory
// operands in the block's record and on the stack are shown by name.
std::string disassemble(std::uintptr_t block, std::uintptr_t record) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::string text;
  for (std::uintptr_t at = block; at < block + RP_BLOCK_BYTES;) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, reinterpret_cast<const void*>(at), 15,
                                             &instruction, operands)))
      return text + "?";
    if (instruction.mnemonic == ZYDIS_MNEMONIC_INT3 && at - block != RP_BLOCK_TRAP) {
      at += instruction.length;  // padding
      continue;
    }
    text += "+" + std::to_string(at - block) + " " + ZydisMnemonicGetString(instruction.mnemonic);
    for (unsigned i = 0; i < instruction.operand_count_visible; ++i) {
      const ZydisDecodedOperand& operand = operands[i];
      text += ' ';
      if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) {
        text += ZydisRegisterGetString(operand.reg.value);
      } else if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY &&
                 operand.mem.base == ZYDIS_REGISTER_RIP) {
        ZyanU64 target = 0;
        ZydisCalcAbsoluteAddress(&instruction, &operand, at, &target);
        text += target - record < RP_RECORD_BYTES
                    ? "[record+" + std::to_string(target - record) + "]"
                    : "[elsewhere]";
      } else if (operand.type == ZYDIS_OPERAND_TYPE_MEMORY) {
        text += "[" + std::string(ZydisRegisterGetString(operand.mem.base)) +
                (operand.mem.disp.value < 0 ? "" : "+") + std::to_string(operand.mem.disp.value) +
                "]";
      } else {
        text += "?";
      }
    }
    text += "; ";
    at += instruction.length;
  }
  return text;
}

constexpr const char* block_code =
    "+0 mov [rsp-112] r11; +5 lea r11 [record+0]; +12 jmp [r11+0]; +17 call [rsp-32]; +23 jmp "
    "[record+8]; +29 int3; ";

TEST(Pool, CodeIsAsTheLayoutSays) {
  const std::uintptr_t slots = address_of("retprobe_return_trampolines"),
                       slot_records = address_of("retprobe_slot_records");
  const std::uintptr_t framed = address_of("retprobe_call_through"),
                       framed_records = address_of("retprobe_framed_records");
  ASSERT_TRUE(slots && slot_records && framed && framed_records);
  EXPECT_EQ(slots % 4096, 0u);
  EXPECT_EQ(framed % RP_BLOCK_BYTES, 0u);
  for (const std::uintptr_t block : {1u, 127u, 129u, 130u, 4097u, RP_BLOCK_COUNT - 1u}) {
    EXPECT_EQ(disassemble(slots + block * RP_BLOCK_BYTES, slot_records + block * RP_RECORD_BYTES),
              block_code)
        << block;
    EXPECT_EQ(
        disassemble(framed + block * RP_BLOCK_BYTES, framed_records + block * RP_RECORD_BYTES),
        block_code)
        << block;
  }
  // C++ computes with these offsets. They are those of the instructions above.
  static_assert(RP_BLOCK_LEA == 5 && RP_BLOCK_ENTER == 12 && RP_BLOCK_CALL == 17 &&
                RP_BLOCK_T == 23 && RP_BLOCK_TRAP == 29);
}

TEST(Pool, EveryPageLeadsToTheShadowTable) {
  const std::uintptr_t slots = address_of("retprobe_return_trampolines"),
                       table = address_of("retprobe_shadow_table");
  ASSERT_TRUE(slots && table);
  for (std::uintptr_t page = slots; page < slots + pool_bytes; page += 4096) {
    std::uint64_t words[2];
    std::memcpy(words, reinterpret_cast<const void*>(page), sizeof words);
    ASSERT_EQ(words[0], RP_POOL_MAGIC) << "page " << (page - slots) / 4096;
    ASSERT_EQ(page + 8 + words[1], table) << "page " << (page - slots) / 4096;
  }
}

// A detached tracer's stage is not free while a hook may be passing through it. An attach that
// finds no other block waits for it.
TEST(Pool, AnAttachWaitsForARetiredStage) {
  EXPECT_EQ(in_child([] {
              if (configure({.design = "chained_trampolines"})) return 1;
              const Library fixture(fixtures() / "libprobe_fixture.so");
              const auto one = reinterpret_cast<int (*)(int)>(fixture.symbol("pf_one"));
              const Site* sites[] = {fixture.site("pf_one")};
              static std::atomic<bool> in_handler{false}, is_open{false};
              Result<Tracer> first = Tracer::make({.on_entry = [](void*, EntryFrame&) {
                in_handler = true;
                while (!is_open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return true;
              }});
              Result<Tracer> second = Tracer::make({.name = "second"});
              if (first->attach(sites) || second->attach(sites)) return 2;
              std::thread caller([&] { one(1); });
              while (!in_handler) std::this_thread::sleep_for(std::chrono::milliseconds(1));
              if (second->detach()) return 3;
              while (take_block(Shape::slot).ok()) continue;
              // Usually attach has seen by then that there is no block.
              std::thread opener([] {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
                is_open = true;
              });
              const Error error = second->attach(sites);
              opener.join();
              caller.join();
              return error ? 4 : 0;
            }),
            0);
}

// Takes every block of the pools, so it must run last in its process: hence the name.
TEST(PoolZ, EveryBlockAndRecordLeadToEachOther) {
  for (const Shape shape : {Shape::slot, Shape::framed}) {
    const bool slot = shape == Shape::slot;
    const std::uintptr_t pool =
        address_of(slot ? "retprobe_return_trampolines" : "retprobe_call_through");
    const std::uintptr_t records =
        address_of(slot ? "retprobe_slot_records" : "retprobe_framed_records");
    const PoolUse before = pool_use(shape);
    EXPECT_EQ(before.total, RP_BLOCK_COUNT - RP_BLOCK_COUNT / 128u);
    std::set<const Record*> taken;
    for (;;) {
      Result<Record*> next = take_block(shape);
      if (!next.ok()) {
        EXPECT_EQ(next.error().code(), Error::Code::exhausted);
        EXPECT_NE(next.error().message().find("all " + std::to_string(before.total) + " blocks"),
                  std::string::npos)
            << next.error().message();
        break;
      }
      const Record& record = **next;
      ASSERT_TRUE(taken.insert(&record).second);
      ASSERT_EQ(pool_use(shape).taken, before.taken + taken.size());
      const std::uintptr_t index =
          (reinterpret_cast<std::uintptr_t>(&record) - records) / RP_RECORD_BYTES;
      ASSERT_LT(index, std::uintptr_t{RP_BLOCK_COUNT});
      ASSERT_NE(index % 128, 0u) << "a page's header was given out as a block";
      ASSERT_EQ(block_of(record), pool + index * RP_BLOCK_BYTES);
      ASSERT_EQ(shape_of(record), shape);
      // From the code to the record: the block's first operand that is relative to the record.
      std::int32_t displacement;
      const std::uintptr_t operand = block_of(record) + RP_BLOCK_LEA + 3;
      std::memcpy(&displacement, reinterpret_cast<const void*>(operand), sizeof displacement);
      ASSERT_EQ(operand + 4 + static_cast<std::uintptr_t>(std::intptr_t{displacement}),
                reinterpret_cast<std::uintptr_t>(&record));
    }
    EXPECT_EQ(pool_use(shape).taken, before.total);
  }
  // With the pool used up, attach fails with the right error and attaches nothing.
  ASSERT_FALSE(configure({}));
  const Library fixture(fixtures() / "libprobe_fixture.so");
  Result<Tracer> tracer = Tracer::make({.name = "late"});
  const Site* sites[] = {fixture.site("pf_one")};
  const Error error = tracer->attach(sites);
  EXPECT_EQ(error.code(), Error::Code::exhausted) << error.message();
  EXPECT_EQ(tracer->attached(), 0u);
  EXPECT_EQ(usage().sites, 0u);
}

// Where an instruction goes that ends with the distance.
std::uintptr_t target_of(std::uintptr_t block, std::size_t end) {
  std::int32_t distance;
  std::memcpy(&distance, reinterpret_cast<const void*>(block + end - 4), sizeof distance);
  return block + end + static_cast<std::uintptr_t>(std::intptr_t{distance});
}

TEST(Pool, DirectBlocks) {
  const auto code_of = [](const Record& record) {
    return disassemble(block_of(record), reinterpret_cast<std::uintptr_t>(&record));
  };
  const std::uintptr_t near = address_of("retprobe_slot_records"), far = 0x10000;
  const std::string begin = "+0 mov [rsp-112] r11; +5 lea r11 [record+0]; +12 jmp ?; +17 call ",
                    end = "; +23 jmp ?; +29 int3; ";
  for (const Shape shape : {Shape::slot, Shape::framed}) {
    std::vector<Record*> records;
    for (int i = 0; i < 4; ++i) {
      Result<Record*> taken = take_block(shape);
      ASSERT_TRUE(taken.ok());
      records.push_back(*taken);
    }
    const auto direct = [&](std::size_t i, std::uintptr_t body, bool body_in_frame) {
      records[i]->enter = near + i;
      records[i]->leave = near + 10 + i;
      records[i]->body = body;
      const Error error = make_direct(*records[i], body_in_frame);
      EXPECT_FALSE(error) << error.message();
    };
    direct(0, near + 20, false);
    direct(1, far, false);
    for (const std::size_t i : {0u, 1u}) EXPECT_EQ(code_of(*records[i]), block_code);
    // It does not lie beside the others, which are written now.
    direct(3, near, true);
    EXPECT_EQ(code_of(*records[0]), begin + "?" + end);
    EXPECT_EQ(code_of(*records[1]),
              begin + "[record+" + std::to_string(offsetof(Record, body)) + "]" + end);
    EXPECT_EQ(code_of(*records[2]), block_code);
    EXPECT_EQ(code_of(*records[3]), block_code);
    const Error error = write_blocks();
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(code_of(*records[3]), begin + "[rsp-32]" + end);
    EXPECT_FALSE(write_blocks());
    for (const std::size_t i : {0u, 1u, 3u}) {
      const std::uintptr_t block = block_of(*records[i]);
      EXPECT_EQ(target_of(block, RP_BLOCK_CALL), near + i);
      EXPECT_EQ(target_of(block, RP_BLOCK_TRAP), near + 10 + i);
    }
    EXPECT_EQ(target_of(block_of(*records[0]), RP_BLOCK_T), near + 20);
  }
}

struct Seen {
  std::uintptr_t at_entry = 0, in_body = 0, at_exit = 0;
  std::uintptr_t slot_holds = 0;
  const std::uintptr_t* slot = nullptr;
} seen;

TEST(Pool, ResolveReturnAddress) {
  const Library fixture(fixtures() / "libprobe_fixture.so");
  const auto meanwhile =
      reinterpret_cast<int (*)(int (*)(int), int)>(fixture.symbol("pf_meanwhile"));
  ASSERT_NE(meanwhile, nullptr);
  const std::uintptr_t not_a_trampoline = 0x1234;
  EXPECT_EQ(resolve_return_address(&not_a_trampoline), 0x1234u);
  for (const std::string_view transfer : transfer_names()) {
    ASSERT_FALSE(configure({.design = "counted_shadow", .transfer = std::string(transfer)}));
    seen = {};
    Result<Tracer> tracer = Tracer::make(
        {.name = "resolver",
         .on_entry =
             [](void*, EntryFrame& call) {
               seen.slot = reinterpret_cast<const std::uintptr_t*>(call.registers.rsp);
               seen.at_entry = resolve_return_address(seen.slot);
               return true;
             },
         .on_return = [](void*, ReturnFrame& call) { seen.at_exit = call.return_address(); },
         .registers = RegisterSet::full});
    const Site* sites[] = {fixture.site("pf_meanwhile")};
    ASSERT_FALSE(tracer->attach(sites));
    EXPECT_EQ(meanwhile(
                  [](int value) {
                    seen.slot_holds = *seen.slot;
                    seen.in_body = resolve_return_address(seen.slot);
                    return value + 1;
                  },
                  1),
              2);
    ASSERT_FALSE(tracer->detach());
    EXPECT_NE(seen.at_entry, 0u);
    EXPECT_EQ(seen.in_body, seen.at_entry) << transfer;
    EXPECT_EQ(seen.at_exit, seen.at_entry) << transfer;
    // While the body ran, the slot held the transfer's T, which lies in the pool.
    const std::uintptr_t offset = seen.slot_holds - address_of("retprobe_return_trampolines");
    EXPECT_LT(offset, pool_bytes) << transfer;
    EXPECT_EQ(offset % RP_BLOCK_BYTES,
              static_cast<std::uintptr_t>(transfer == "trap" ? RP_BLOCK_TRAP : RP_BLOCK_T))
        << transfer;
    Dl_info caller;
    ASSERT_NE(dladdr(reinterpret_cast<const void*>(seen.at_entry), &caller), 0);
    EXPECT_EQ(fs::canonical(caller.dli_fname), fs::read_symlink("/proc/self/exe")) << transfer;
  }
}

}  // namespace
}  // namespace retprobe
