// Changes five-byte instructions in code that other threads are running, without stopping them and
// without a call lost.
//
// The protocol is Linux's text_poke_bp (arch/x86/kernel/alternative.c), discussed in the threads of
// 2019 in which Linus Torvalds asked for it and Steven Rostedt named the bug it cures: a breakpoint
// that acts as a no-op loses calls.
//
//     1. breakpoint (0xcc) into the first byte of every site        2. sync: no CPU holds the old
//     first byte
//     3. the four tail bytes of every site                          4. sync: no CPU holds old tail
//     bytes
//     5. the first byte of the new instruction                      6. sync: no CPU holds the
//     breakpoint
//
// A sync is membarrier(PRIVATE_EXPEDITED_SYNC_CORE): three in all, whatever the size of the batch.
// A thread that runs into a breakpoint meanwhile has exactly the instruction that is being written
// *there* emulated for it.
#pragma once

#include <cstdint>
#include <span>

#include "retprobe/error.h"
#include "retprobe/site.h"

namespace retprobe {

/// One five-byte instruction to change. `replacement` is a five-byte nop, a `jmp rel32` or a `call
/// rel32`.
struct Poke {
  std::uintptr_t address;
  SiteBytes expected;  // what must be there now; anything else fails the whole batch before a byte
                       // is written
  SiteBytes replacement;  // equal to `expected`: left alone
};

/// `jmp rel32` at `from` to `to`; the distance must fit (see core/patching/island.h).
SiteBytes encode_jump(std::uintptr_t from, std::uintptr_t to);
/// Where the `jmp rel32` or `call rel32` in `bytes`, placed at `from`, leads.
std::uintptr_t decode_target(std::uintptr_t from, const SiteBytes& bytes);

/// Writes the whole batch (any order, no address twice; an empty one asks whether this machine
/// permits any), or, when anything is wrong with it, nothing: bytes that are not the expected ones
/// (the message names the address and both), an instruction that cannot be emulated, an overlap, no
/// /proc/self/mem, no membarrier. Returns after the last sync: every thread runs the new
/// instructions from here on. Cold; serialised by a lock of its own, and under the dynamic linker's
/// lock, so that no module goes, or comes back to its place, between two steps. Carries on
/// correctly in the child of a fork, unless another thread was in dlopen, dlclose or
/// dl_iterate_phdr at that moment: glibc leaves that lock locked. A thread that blocks SIGTRAP and
/// reaches a site during a poke is killed by the kernel. Both are declared in docs.
Error text_poke(std::span<const Poke> batch);

/// What the last pokes cost, for benchmarks and tests: syncs and writes since the process began.
struct PokeCounters {
  std::uint64_t batches, sites, syncs, writes, emulated;
};
PokeCounters poke_counters();

}  // namespace retprobe
