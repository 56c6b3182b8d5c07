// Changes five-byte instructions in code that other threads are running. No thread is stopped and
// no call is lost.
//
// The protocol is Linux's text_poke_bp (arch/x86/kernel/alternative.c). It comes from the threads
// of 2019 in which Linus Torvalds asked for it and Steven Rostedt named the bug that it fixes: a
// breakpoint that acts as a no-op loses calls.
//
//     1. write a breakpoint (0xcc) into the first byte of every site
//     2. sync: no CPU holds an old first byte
//     3. write the four tail bytes of every site
//     4. sync: no CPU holds old tail bytes
//     5. write the first byte of every new instruction
//     6. sync: no CPU holds a breakpoint
//
// A sync is membarrier(PRIVATE_EXPEDITED_SYNC_CORE). A batch needs three, whatever its size. When a
// thread runs into a breakpoint during a poke, the trap handler emulates the instruction that is
// being written at that site.
#pragma once

#include <cstdint>
#include <span>

#include "retprobe/error.h"
#include "retprobe/site_bytes.h"

namespace retprobe {

/// One five-byte instruction to change.
struct Poke {
  std::uintptr_t address;
  // What must be there now. Other bytes make the whole batch fail before any byte is written.
  SiteBytes expected;
  // A five-byte nop, a `jmp rel32` or a `call rel32`. Equal to `expected`: the site stays as it is.
  SiteBytes replacement;
  // If `word` is not 0: the address of a word in the same module, and what it must hold now. An
  // island's word holds 0 again when its module has been loaded again.
  std::uintptr_t word = 0, word_expected = 0;
};

/// A `jmp rel32` at `from` to `to`. Aborts if the distance does not fit (see
/// core/patching/island.h).
SiteBytes encode_jump(std::uintptr_t from, std::uintptr_t to);
/// The target of the `jmp rel32` or `call rel32` in `bytes`, placed at `from`.
std::uintptr_t decode_target(std::uintptr_t from, const SiteBytes& bytes);

/// Writes the whole batch, or nothing if anything is wrong with it. The order of the pokes is free;
/// no address may occur twice. An empty batch checks whether this machine permits text pokes.
///
/// Returns after the last sync: from then on every thread runs the new instructions.
///
/// Errors: the bytes are not the expected ones (the message names the address and both), nor is the
/// word, an instruction cannot be emulated, two pokes overlap, /proc/thread-self/mem or membarrier
/// is missing.
///
/// Cold. Serialised by its own lock. Runs under the dynamic linker's lock, so that no module is
/// unloaded, or loaded again at the same address, between two steps. Works in the child of a fork,
/// unless another thread was in dlopen, dlclose or dl_iterate_phdr at that moment: glibc leaves
/// that lock locked. The kernel kills a thread that blocks SIGTRAP and reaches a site during a
/// poke. The docs declare both limits.
Error text_poke(std::span<const Poke> batch);

/// Counts of what pokes did since the process began, for benchmarks and tests.
struct PokeCounters {
  std::uint64_t batches, sites, syncs, writes, emulated;
};
PokeCounters poke_counters();

}  // namespace retprobe
