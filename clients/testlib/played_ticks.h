// Plays the clock of the clients: with PR_SET_TSC, rdtsc faults, and a handler of SIGSEGV emulates
// it.
#pragma once

#include <signal.h>
#include <ucontext.h>

#include <cstdint>

/// For a handler of SIGSEGV. Gives what `next` returns to the rdtsc that faulted, which is then
/// over. At another instruction the fault is real: false, and the second one ends the program.
template <class Next>
bool play_ticks(void* context, Next next) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto* const code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  if (code[0] != 0x0f || code[1] != 0x31) {
    ::signal(SIGSEGV, SIG_DFL);
    return false;
  }
  const std::uint64_t ticks = next();
  registers[REG_RAX] = static_cast<greg_t>(ticks & 0xffffffff);
  registers[REG_RDX] = static_cast<greg_t>(ticks >> 32);
  registers[REG_RIP] += 2;
  return true;
}
