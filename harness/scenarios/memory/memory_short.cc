// How memory is made short: the heap that has nothing left, and the runs of which each lets another
// request fail.
#include <malloc.h>

#include <cstdlib>
#include <functional>
#include <string>

#include "harness/scenarios/memory/memory.h"

namespace retprobe::harness::memory {

bool squeezes_heap = false;

void squeeze_heap() {
  // What malloc cannot cut from memory it has, it maps; so take all that it has, for good.
  mallopt(M_TOP_PAD, 0);
  mallopt(M_MMAP_THRESHOLD, 0);
  malloc_trim(0);
  // The smallest requests take apart all that is free but what glibc keeps by size, of which this
  // is the largest (its tcache). Each size that is tried costs two system calls, of which the
  // process that lets them fail hears.
  constexpr std::size_t largest = 1032;
  for (std::size_t bytes = 24; bytes <= largest; bytes += 16) {
    for (;;) {
      auto* piece = static_cast<std::size_t*>(std::malloc(bytes));
      asm volatile("" : "+r"(piece) : : "memory");  // from here on, any memory to the compiler
      // glibc keeps a chunk's size, and in bit 1 whether it was mapped for itself, in the word
      // before it.
      if (!piece || (piece[-1] & 2)) {
        std::free(piece);
        break;
      }
    }
  }
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
  // About forty of them where there are many, others in each cell, unless everything is to be
  // tried.
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
  Outcome outcome = pass();
  outcome.detail = std::to_string(runs) + " runs, each with another request that fails";
  return outcome;
}

}  // namespace retprobe::harness::memory
