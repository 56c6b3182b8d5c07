// What a hit leaves of the x87 and vector registers on lesser processors than this one: the tests
// set the library's words to what core/system/cpu.cc finds there.
#include <gtest/gtest.h>

#include <array>
#include <bit>
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

// Calls `function` with the registers and modes of `given`, and returns what they are then.
Saved registers_after(Function function, const Saved& given) {
  Saved usual, after;
  std::uint64_t argument = 1;
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
      : [usual] "=m"(usual), [after] "=m"(after), "+D"(argument)
      : [given] "m"(given), [function] "r"(function)
      : "rax", "rbx", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "cc", "memory");
  return after;
}

Saved filled() {
  Saved saved{};
  asm volatile("fxsave64 %0" : "=m"(saved));
  saved.control = 0x0a7f;  // towards positive infinity, 53 bits
  saved.mxcsr = 0x3f80;    // towards negative infinity
  saved.status = 0;        // ST0 is register 0
  // Which x87 registers are in use is the caller's to say.
  for (unsigned i = 0; i < 8; ++i)
    saved.x87[i] = {static_cast<std::uint8_t>(0x10 + i), 2, 3, 4, 5, 6, 7, 0x80, 0, 0x40};
  for (unsigned i = 0; i < 16; ++i) saved.xmm[i].fill(static_cast<std::uint8_t>(0x40 + i));
  return saved;
}

// Of the modes, of the first `vectors` vector registers, and of the topmost x87 registers.
std::string differences(const Saved& a, const Saved& b, unsigned vectors, unsigned x87) {
  std::string text;
  if (a.control != b.control) text += " control word";
  if (a.mxcsr != b.mxcsr) text += " mxcsr";
  if (std::popcount(a.tags) != std::popcount(b.tags)) text += " tags";
  for (unsigned i = 0; i < x87; ++i)
    if (std::memcmp(a.x87[i].data(), b.x87[i].data(), 10) != 0) text += " st" + std::to_string(i);
  for (unsigned i = 0; i < vectors; ++i)
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

bool use_at_entry(void* counts, EntryFrame&) {
  use_registers(counts);
  return true;
}
void use_at_return(void* counts, ReturnFrame&) { use_registers(counts); }

template <typename T>
T* word(const char* symbol) {
  return reinterpret_cast<T*>(address_of(symbol));
}

// How often a handler ran in one call, and what the call changed of the registers. The first
// `values` x87 registers are in use.
std::string one_call(const TracerOptions& options, const std::string& design, unsigned vectors,
                     unsigned values) {
  static int uses = 0;
  MUST(configure({.design = design}));
  TracerOptions used = options;
  used.name = "mine";
  used.context = &uses;
  Result<Tracer> tracer = Tracer::make(used);
  Saved given = filled();
  given.tags = static_cast<std::uint8_t>((1u << values) - 1);
  const Saved unprobed = registers_after(function("pf_one"), given);
  const std::string own = differences(given, unprobed, vectors, values);
  if (!own.empty()) return "the function changes" + own;
  MUST(tracer->attach("pf_one"));
  const Saved after = registers_after(function("pf_one"), given);
  return std::to_string(uses) + " uses" + differences(given, after, vectors, values);
}

TEST_F(Probe, KeepsAllRegistersWithoutXsave) {
  for (const std::string& design : hooked_designs())
    EXPECT_EQ(CASE({
                *word<std::uint32_t>("retprobe_xsave_mask") = 0;
                *word<std::uint64_t>("retprobe_xsave_bytes") = 512;
                *word<std::uint8_t>("retprobe_vector_width") = 0;
                return one_call({.on_entry = use_at_entry,
                                 .on_return = use_at_return,
                                 .registers = RegisterSet::full},
                                design, 16, 8);
              }),
              "2 uses")
        << design;
}

// Arguments at an entry, and return values at a return, on this processor and on lesser ones.
TEST_F(Probe, KeepsVectorsOfEachWidth) {
  const unsigned widest = *word<std::uint8_t>("retprobe_vector_width");
  for (const std::string& design : hooked_designs())
    for (unsigned width = 0; width <= widest; ++width) {
      SCOPED_TRACE(design + ", width " + std::to_string(width));
      EXPECT_EQ(CASE({
                  *word<std::uint8_t>("retprobe_vector_width") = static_cast<std::uint8_t>(width);
                  return one_call({.on_entry = use_at_entry, .registers = RegisterSet::vector},
                                  design, 8, 0);
                }),
                "1 uses");
      EXPECT_EQ(CASE({
                  *word<std::uint8_t>("retprobe_vector_width") = static_cast<std::uint8_t>(width);
                  return one_call({.on_return = use_at_return, .registers = RegisterSet::vector},
                                  design, 2, 2);
                }),
                "1 uses");
    }
}

}  // namespace
}  // namespace retprobe
