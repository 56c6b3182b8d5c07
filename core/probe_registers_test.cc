// What a hit leaves of the x87 and vector registers where the processor has no XSAVE. The test sets
// the library's words to what core/system/cpu.cc finds on such a processor.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/testlib/library_symbols.h"
#include "core/testlib/probe_fixture.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

// As FXSAVE writes it: Intel's manual, volume 1, 10.5.1.
struct alignas(16) Saved {
  std::uint16_t control, status;
  std::uint8_t tags, reserved;
  std::uint16_t opcode;
  std::uint64_t instruction, data;
  std::uint32_t mxcsr, mxcsr_mask;
  std::array<std::array<std::uint8_t, 16>, 8> x87;  // each in the lower 10 bytes
  std::array<std::array<std::uint8_t, 16>, 16> xmm;
  std::array<std::uint8_t, 96> unused;
};
static_assert(sizeof(Saved) == 512);

// Calls `function` with the registers' content and modes of `given`, and returns what they are
// then.
Saved registers_after(Function function, const Saved& given) {
  Saved usual, after;
  asm volatile(
      "fxsave64 %[usual]\n\t"
      "fxrstor64 %[given]\n\t"
      "mov %%rsp, %%rbx\n\t"
      "sub $128, %%rsp\n\t"  // the red zone
      "and $-16, %%rsp\n\t"
      "call *%[function]\n\t"
      "mov %%rbx, %%rsp\n\t"
      "fxsave64 %[after]\n\t"
      "fxrstor64 %[usual]"
      : [usual] "=m"(usual), [after] "=m"(after)
      : [given] "m"(given), [function] "r"(function), "D"(1)
      : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory");
  return after;
}

Saved filled() {
  Saved saved{};
  asm volatile("fxsave64 %0" : "=m"(saved));
  saved.control = 0x0a7f;  // towards positive infinity, 53 bits
  saved.mxcsr = 0x3f80;    // towards negative infinity
  saved.status = 0;        // ST0 is register 0
  saved.tags = 0xff;       // all are in use
  for (unsigned i = 0; i < 8; ++i) saved.x87[i] = {1, 2, 3, 4, 5, 6, 7, 0x80, 0, 0x40};
  for (unsigned i = 0; i < 8; ++i) saved.x87[i][0] = static_cast<std::uint8_t>(0x10 + i);
  for (unsigned i = 0; i < 16; ++i) saved.xmm[i].fill(static_cast<std::uint8_t>(0x40 + i));
  return saved;
}

std::string differences(const Saved& a, const Saved& b) {
  std::string text;
  if (a.control != b.control) text += " control word";
  if (a.mxcsr != b.mxcsr) text += " mxcsr";
  if (a.tags != b.tags) text += " tags";
  for (unsigned i = 0; i < 8; ++i)
    if (std::memcmp(a.x87[i].data(), b.x87[i].data(), 10) != 0) text += " st" + std::to_string(i);
  for (unsigned i = 0; i < 16; ++i)
    if (a.xmm[i] != b.xmm[i]) text += " xmm" + std::to_string(i);
  return text;
}

// Uses all registers, as a handler may, and counts.
void use_registers(void* counts) {
  asm volatile(
      "fld1\n\tfldpi\n\tfldl2e\n\tfldl2t\n\tfldlg2\n\tfldln2\n\tfldz\n\tfld1\n\t"
      "fstp %%st\n\tfstp %%st\n\tfstp %%st\n\tfstp %%st\n\t"
      "fstp %%st\n\tfstp %%st\n\tfstp %%st\n\tfstp %%st" ::
          : "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)");
  asm volatile(
      ".irp n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\tpcmpeqd %%xmm\\n, %%xmm\\n\n\t.endr" ::
          : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
            "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  ++*static_cast<int*>(counts);
}

TEST_F(Probe, KeepsRegistersWithoutXsave) {
  for (const std::string& design : hooked_designs())
    EXPECT_EQ(CASE({
                const auto word = [](const char* symbol, auto value) {
                  std::memcpy(reinterpret_cast<void*>(address_of(symbol)), &value, sizeof value);
                };
                word("retprobe_xsave_mask", std::uint32_t{0});
                word("retprobe_xsave_bytes", std::uint64_t{512});
                word("retprobe_vector_width", std::uint8_t{0});
                MUST(configure({.design = design}));
                static int uses = 0;
                Result<Tracer> tracer = Tracer::make(
                    {.name = "mine",
                     .on_entry =
                         [](void* counts, EntryFrame&) {
                           use_registers(counts);
                           return true;
                         },
                     .on_return = [](void* counts, ReturnFrame&) { use_registers(counts); },
                     .context = &uses,
                     .registers = RegisterSet::full});
                const Saved given = filled();
                if (!differences(given, registers_after(function("pf_one"), given)).empty())
                  return "the test's own call changes registers";
                MUST(tracer->attach("pf_one"));
                const Saved after = registers_after(function("pf_one"), given);
                return std::to_string(uses) + " uses" + differences(given, after);
              }),
              "2 uses")
        << design;
}

}  // namespace
}  // namespace retprobe
