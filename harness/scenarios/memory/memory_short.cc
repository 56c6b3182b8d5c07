// Makes memory short: empties the heap, and runs a part with another request failing each time.
#include <malloc.h>
#include <sys/resource.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "harness/scenarios/memory/memory.h"

namespace retprobe::harness::memory {

bool squeezes_heap = false;

void squeeze_heap() {
  // malloc asks the kernel for what it cannot take from its free memory. So this takes all free
  // memory and never frees it: that of the main arena, and that of an arena which an ended thread
  // has left, and to which malloc turns when the kernel refuses.
  mallopt(M_TOP_PAD, 0);
  mallopt(M_MMAP_THRESHOLD, 0);
  malloc_trim(0);
  rlimit before{};
  require(getrlimit(RLIMIT_DATA, &before) == 0, "getrlimit failed");
  const rlimit least{4096, before.rlim_max};  // Linux takes 0 for no limit
  require(setrlimit(RLIMIT_DATA, &least) == 0, "setrlimit failed");
  // The smallest requests take all free memory except glibc's caches by size (tcache). This is the
  // largest size in them.
  constexpr std::size_t largest = 1032;
  for (std::size_t bytes = 24; bytes <= largest; bytes += 16) {
    void* piece;
    do {
      piece = std::malloc(bytes);
      asm volatile("" : "+r"(piece) : : "memory");  // the compiler must not leave malloc out
    } while (piece);
  }
  setrlimit(RLIMIT_DATA, &before);
}

bool refuses_well(const Error& error) {
  return !error ||
         ((error.code() == Error::Code::exhausted || error.code() == Error::Code::system) &&
          error.message().size() > 10);
}

Outcome fail_each(const Cell& cell, Part part) {
  constexpr unsigned patience_seconds = 20;
  std::uint64_t runs = 0;
  const auto body = [&](Shortage& shortage) -> std::string {
    part(cell, shortage);
    return "";
  };
  const FailedRun whole = run_with_failing_calls(body, {}, patience_seconds);
  if (!whole.ending.well() || !whole.report.empty())
    return fail("with all the memory there is: " +
                (whole.ending.well() ? whole.report : whole.ending.text()));
  // An exhaustive run tries all requests. Another run tries about forty of them, different ones in
  // each cell.
  const std::uint64_t step = exhaustive() ? 1 : 1 + whole.calls / 40;
  const std::uint64_t first = 1 + std::hash<std::string>{}(to_string(cell)) % step;
  for (const bool all_after : {false, true}) {
    for (std::uint64_t n = first;; n += step) {
      const FailedRun run = run_with_failing_calls(body, {n, all_after}, patience_seconds);
      const std::string which = "request " + std::to_string(n) +
                                (all_after ? " and all after it" : "") + " (" + run.victim +
                                ") without memory: ";
      if (!run.ending.well()) return fail(which + run.ending.text());
      if (!run.report.empty()) return fail(which + run.report);
      if (run.failed == 0) break;
      ++runs;
    }
  }
  if (runs == 0) return fail("no request for memory was made");
  Outcome outcome = pass();
  outcome.detail = std::to_string(runs) + " runs, each with another request that fails";
  return outcome;
}

}  // namespace retprobe::harness::memory
