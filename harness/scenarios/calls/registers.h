// The register scenarios: make one call with known contents of every register, and record what each
// of four observers saw:
//
//     machine_run    loads `in`, calls machine_body, and stores what it gets back
//     entry handler  stores its view of `in`, may change it, and clobbers every register that its
//                    register set allows it to clobber
//     machine_body   stores what arrives, and returns with `back` in all registers that a call may
//                    clobber
//     exit handler   does with `back` what the entry handler does with `in`
#pragma once

// Offsets in MachineState, shared with registers_x86_64.S. The general registers have the same
// offsets as in Registers (include/retprobe/registers.h).
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

/// Every register that user code has, except tile registers.
struct alignas(64) MachineState {
  std::array<std::uint64_t, 16> general;  // in the order of Registers
  std::uint64_t rip;                      // at the body's entry: the return address
  std::uint64_t rflags;
  std::uint32_t mxcsr, unused[3];
  std::array<std::uint8_t, 112> x87;  // control @0, status @4, tags @8, st0-7 @28, 10 bytes each
  std::array<std::uint64_t, 8> k;
  // In a state to be loaded: not 0 puts the vector registers into XSAVE's initial state (all zero).
  std::uint64_t initial;
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
/// machine_body stores the registers into *machine_arrived, and returns with those of
/// *machine_back.
extern MachineState* machine_arrived;
extern const MachineState* machine_back;

/// Calls `function` with `in` in all registers but rsp, and stores the registers after the return
/// in `out`. Stores the call's rsp in `in`.
void machine_run(MachineState* in, MachineState* out, void (*function)());
/// The address that this call returns to.
extern const std::byte machine_run_return[];
/// A site.
void machine_body();
/// Clobbers the flags and the general registers that a call may clobber. With `extended`, clobbers
/// also all vector and mask registers, MXCSR, x87 control, and all eight registers of the x87
/// stack. Returns the x87 tag word that it found (0xffff: empty, and always without `extended`).
unsigned machine_clobber(int extended);
}

/// Sets machine_vector_width for this processor.
void look_for_vectors();

/// The context of a handler: what it has to do, and what it saw.
struct RegisterWitness {
  bool edits = false;
  bool clobbers_extended = false;
  bool declines = false;

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

/// They use no vector register, except in machine_clobber.
bool witness_entry(void* witness, EntryFrame& call);
void witness_exit(void* witness, ReturnFrame& call);

}  // namespace retprobe::harness
#endif
