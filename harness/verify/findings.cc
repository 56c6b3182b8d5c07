#include "harness/verify/findings.h"

#include <algorithm>
#include <string>

namespace retprobe::harness {
namespace {

Findings of_this_process;

}  // namespace

Findings* findings = &of_this_process;

void note_wrong(std::string_view what) {
  if (findings->wrong_claimed.exchange(true)) return;
  const std::size_t size = std::min(what.size(), sizeof findings->wrong - 1);
  for (std::size_t i = 0; i < size; ++i) findings->wrong[i] = what[i];
  findings->wrong[size] = '\0';
  findings->wrong_written.store(true, std::memory_order_release);
}

Outcome look_first(Outcome outcome, const Findings& seen) {
  if (outcome.verdict == Verdict::unavailable &&
      seen.wrong_written.load(std::memory_order_acquire)) {
    outcome.verdict = Verdict::fail;
    outcome.detail = std::string(seen.wrong) + "; besides, " + outcome.detail;
  }
  if (outcome.verdict == Verdict::pass && !outcome.calls_nothing && !seen.handler_ran.load())
    return fail("it passes, although no probed call reached a handler: nothing was tested" +
                (outcome.detail.empty() ? std::string() : " (" + outcome.detail + ")"));
  return outcome;
}

}  // namespace retprobe::harness
