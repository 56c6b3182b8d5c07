// The register scenarios: one call with known contents of every register, and what each of four
// observers saw of them:
//
//     machine_run    loads `in`, calls machine_body, and stores what it gets back
//     entry handler  keeps its view of `in`, may change it, clobbers what its register set lets it
//     clobber machine_body   stores what arrives, and leaves with `back` in all registers that a
//     call may clobber exit handler   keeps its view of `back`, and so on
#pragma once

// Offsets of MachineState, shared with registers_x86_64.S. General registers are where Registers
// (include/retprobe/registers.h) has them.
#define MS_RIP 128
#define MS_RFLAGS 136
#define MS_MXCSR 144
#define MS_X87 160 /* an FSAVE image */
#define MS_K 272
#define MS_INITIAL 336
#define MS_VECTORS 384
#define MS_BYTES 2432

#ifndef __ASSEMBLER__
#include <array>
#include <cstddef>
#include <cstdint>

#include "retprobe/hit.h"
#include "retprobe/registers.h"

namespace retprobe::harness {

/// Every register that user code has, tile registers apart.
struct alignas(64) MachineState {
  std::array<std::uint64_t, 16> general;  // in the order of Registers
  std::uint64_t rip;                      // at the body's entry: the return address
  std::uint64_t rflags;
  std::uint32_t mxcsr, unused[3];
  std::array<std::uint8_t, 112> x87;  // control @0, status @4, tags @8, st0-7 @28, 10 bytes each
  std::array<std::uint64_t, 8> k;
  std::uint64_t initial;  // to be loaded: not 0 puts the vector registers into XSAVE's initial
                          // state (all zero)
  std::uint64_t unused_words[5];
  std::array<std::array<std::uint8_t, 64>, 32> vectors;
};
static_assert(offsetof(MachineState, rip) == MS_RIP &&
              offsetof(MachineState, rflags) == MS_RFLAGS &&
              offsetof(MachineState, mxcsr) == MS_MXCSR && offsetof(MachineState, x87) == MS_X87 &&
              offsetof(MachineState, k) == MS_K && offsetof(MachineState, initial) == MS_INITIAL &&
              offsetof(MachineState, vectors) == MS_VECTORS && sizeof(MachineState) == MS_BYTES);

extern "C" {
/// 0: xmm0-15; 1: ymm0-15; 2: zmm0-31 and k0-7.
extern std::uint8_t machine_vector_width;
/// What machine_body stores into and leaves with.
extern MachineState* machine_arrived;
extern const MachineState* machine_back;

/// Calls `function` with `in` in all registers (its rsp becomes the one of the call) and stores
/// what comes back.
void machine_run(MachineState* in, MachineState* out, void (*function)());
/// Where that call returns to.
extern const std::byte machine_run_return[];
/// A site.
void machine_body();
/// Clobbers the general registers that a call may clobber, and the flags; `extended`: also all
/// vector and mask registers, MXCSR, x87 control, and the x87 stack, whose eight registers it uses.
/// Returns the x87 tag word that it found (0xffff: empty).
unsigned machine_clobber(int extended);
}

/// The context of a handler: what it is to do, and what it saw.
struct RegisterWitness {
  bool edits = false;
  bool clobbers_extended = false;

  std::uint64_t entries = 0, exits = 0;
  struct View {
    Registers registers;
    std::array<std::array<std::uint8_t, 16>, 16> xmm;
    unsigned x87_tags;    // as the handler found them, where it looked
    std::uintptr_t slot;  // at entry
    std::uintptr_t return_address;
  } entry{}, exit{};
};
/// What an edit adds to a general register, and xors into each byte of a vector register.
inline constexpr std::uint64_t edit_add = 0x0123456789abcdef;
inline constexpr std::uint8_t edit_xor = 0x5c;

/// No vector register in them but for what machine_clobber does.
bool witness_entry(void* witness, EntryFrame& call);
void witness_exit(void* witness, ReturnFrame& call);

}  // namespace retprobe::harness
#endif
