// For the tests in this folder: counts the calls of sites by a breakpoint in the first byte of
// each. It is slow, needs only the module's own records, and shares no code with core/.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <vector>

namespace retprobe::harness::test {

struct Hits {
  std::uint64_t count = 0;            // calls of any of the sites
  std::vector<std::uintptr_t> order;  // the called sites, in order; at most `recorded`
};

namespace breakpoints {

inline std::uint64_t count = 0;
inline std::uintptr_t* next_record = nullptr;
inline std::uintptr_t* end_of_records = nullptr;

// Async-signal-safe: uses only the variables above. The breakpoint replaces the first byte of a
// five-byte nop, so the handler skips the other four.
inline void on_hit(int, siginfo_t*, void* context) {
  greg_t& rip = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  ++count;
  if (next_record != end_of_records) *next_record++ = static_cast<std::uintptr_t>(rip) - 1;
  rip += 4;
}

// Writes the first byte of every site. The protection of its page does not matter.
inline void write_all(const std::set<std::uintptr_t>& sites, unsigned char byte) {
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) throw std::runtime_error("cannot open /proc/self/mem");
  for (const std::uintptr_t site : sites) {
    if (pwrite(memory, &byte, 1, static_cast<off_t>(site)) != 1)
      throw std::runtime_error("cannot write code");
  }
  close(memory);
}

}  // namespace breakpoints

/// Runs `body` and counts the calls of `sites`, which must be five-byte nops (0f 1f …). Lists the
/// first `recorded` calls. Not thread-safe: no other thread may call the sites meanwhile.
inline Hits count_calls(const std::set<std::uintptr_t>& sites, std::size_t recorded,
                        const std::function<void()>& body) {
  for (const std::uintptr_t site : sites) {
    if (*reinterpret_cast<const unsigned char*>(site) != 0x0f)
      throw std::runtime_error("not a site");
  }
  Hits hits;
  hits.order.resize(recorded);
  breakpoints::next_record = hits.order.data();
  breakpoints::end_of_records = hits.order.data() + recorded;
  breakpoints::count = 0;
  struct sigaction action{};
  struct sigaction before{};
  action.sa_sigaction = breakpoints::on_hit;
  action.sa_flags = SA_SIGINFO;
  if (sigaction(SIGTRAP, &action, &before) != 0)
    throw std::runtime_error("sigaction(SIGTRAP) failed");
  breakpoints::write_all(sites, 0xcc);
  body();
  breakpoints::write_all(sites, 0x0f);
  sigaction(SIGTRAP, &before, nullptr);
  hits.count = breakpoints::count;
  hits.order.resize(static_cast<std::size_t>(breakpoints::next_record - hits.order.data()));
  return hits;
}

}  // namespace retprobe::harness::test
