// Great depth of calls, and what happens when the shadow stack or the memory is exhausted.
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "harness/verify/fixtures.h"
#include "harness/verify/machine.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

constexpr std::uint64_t sum_to(std::uint64_t depth) { return depth * (depth + 1) / 2; }

SCENARIO(depth_100000, "100,000 calls in flight at once, all seen", .tracers = {1, 2},
         .seconds = 30) {
  constexpr std::uint64_t depth = 100'000;
  CountingBench bench(cell, {"fx_recurse"});
  std::uint64_t value = 0, again = 0;
  // In a framed design each call takes some hundred bytes more of this stack.
  on_thread(std::size_t{256} << 20, [&] {
    value = fx_recurse(depth);
    again = fx_recurse(3);
  });
  require_equal("fx_recurse", value, sum_to(depth));
  require_equal("fx_recurse", again, 6);
  require(bench.check_invariant(depth + 5));
  for (Tap& tap : bench)
    if (tap.entries != depth + 1 + 4 || tap.returned != tap.entries)
      return fail(std::to_string(depth + 5) + " calls made " + std::to_string(tap.entries) +
                  " entries, " + std::to_string(tap.returned) + " exits, " +
                  std::to_string(tap->missed()) + " missed");
  return bench.check_invariant(depth + 5);
}

SCENARIO(depth_exhausted,
         "more data than the shadow stack holds: calls run unprobed, are counted, and return right",
         .tracers = {8}, .seconds = 30) {
  // Each call needs 32 KiB of entry data. 4,000 calls need twice as much as the shadow stack of a
  // thread with a common stack size holds.
  constexpr std::uint64_t depth = 4'000;
  CountingBench bench(cell, cell.tracers, 4096);
  bench.attach_all("fx_recurse");
  std::uint64_t value = 0, missed = 0, missed_later = 0;
  on_thread(std::size_t{4} << 20, [&] {
    value = fx_recurse(depth);
    missed = bench[0]->missed();
    fx_recurse(100);
    missed_later = bench[0]->missed() - missed;
  });
  require_equal("fx_recurse", value, sum_to(depth));
  if (missed == 0) return fail("nothing was missed: the depth is not enough to try it");
  if (missed_later) return fail("calls are missed when there is room again");
  return bench.check_all_ended(depth + 1 + 101);
}

// A bench of one tracer with the most data. It fills its area at entry and checks it at exit.
struct FillingBench : CountingBench {
  FillingBench(const Cell& cell, std::size_t maxactive) : CountingBench(cell, 0) {
    Tap& tap = add([&](TracerOptions& options) {
      options.entry_data_bytes = 4096;
      options.maxactive = maxactive;
    });
    tap.extra = this;
    tap.at_entry = fill;
    tap.at_exit = look;
    attach_all("fx_recurse");
  }
  void require_all_unchanged() const {
    require_equal("calls without data", absent, 0);
    require_equal("words that changed", changed, 0);
  }

  std::uint64_t changed = 0, absent = 0;
  static constexpr std::size_t words = 4096 / sizeof(std::uint64_t);

  static bool fill(Tap& self, EntryFrame& call) {
    auto& here = *static_cast<FillingBench*>(self.extra);
    auto* const data = reinterpret_cast<std::uint64_t*>(call.entry_data);
    if (!data) return ++here.absent, true;
    for (std::size_t i = 0; i < words; ++i) data[i] = call.registers.rdi * words + i;
    return true;
  }
  // fx_recurse(n) returns n (n + 1) / 2.
  static void look(Tap& self, ReturnFrame& call) {
    auto& here = *static_cast<FillingBench*>(self.extra);
    const auto* const data = reinterpret_cast<const std::uint64_t*>(call.entry_data);
    if (!data) return;
    const std::uint64_t first = data[0], depth = first / words;
    here.changed += sum_to(depth) != call.registers.rax;
    for (std::size_t i = 0; i < words; ++i) here.changed += data[i] != first + i;
  }
};

SCENARIO(data_exhausted_by_one,
         "one tracer with the most data, until there is no room: calls run unprobed, are counted, "
         "and return right; the data of the others stays as it was",
         .seconds = 30) {
  // Some 4 KiB of data for each call. The shadow stack of a thread with a common stack size has
  // room for 8,000 of them, a pool for as many as `maxactive` says. The frames of a framed
  // design are on the machine stack, which has room for all.
  constexpr std::uint64_t depth = 17'000, pool = 3'000;
  const bool framed = is_framed(cell);
  FillingBench bench(cell, pool);
  std::uint64_t value = 0, missed = 0, missed_later = 0;
  on_thread(std::size_t{framed ? 256u : 4u} << 20, [&] {
    for (int again = 0; again < 2; ++again) value += fx_recurse(depth);
    missed = bench.missed();
    fx_recurse(pool - 1);
    missed_later = bench.missed() - missed;
  });
  if (value != 2 * sum_to(depth)) return fail("fx_recurse returned a wrong value");
  if (!framed && missed < 2) return fail("nothing was missed: the depth is not enough to try it");
  if (framed && missed) return fail("calls are missed although there is room");
  if (missed_later) return fail("calls are missed when there is room again");
  bench.require_all_unchanged();
  return bench.check_all_ended(2 * (depth + 1) + pool);
}

SCENARIO(data_fits_any_stack,
         "as much data as a thread's shadow stack holds, on a small and on a large machine stack: "
         "no call is missed",
         .seconds = 30) {
  // The shadow stack has four times the bytes of the machine stack, and 32 MiB at least.
  const struct {
    std::size_t stack;
    std::uint64_t depth;
  } threads[] = {{512 << 10, 2'000}, {16 << 20, 15'000}};
  FillingBench bench(cell, 15'001);
  const Tap& tap = bench[0];
  std::uint64_t calls = 0;
  for (const auto& thread : threads) {
    const std::size_t stack = thread.stack;
    const std::uint64_t depth = thread.depth;
    std::uint64_t value = 0;
    // The frames of a framed design, with their data, are on the machine stack.
    on_thread(is_framed(cell) ? std::size_t{256} << 20 : stack, [&] { value = fx_recurse(depth); });
    calls += depth + 1;
    require_equal("fx_recurse", value, sum_to(depth));
    require_equal("returned calls on a stack of " + std::to_string(stack) + " bytes", tap.returned,
                  calls);
  }
  bench.require_all_unchanged();
  return bench.check_invariant(calls);
}

/// The process may have `bytes` more memory, until the destructor.
class TightMemory {
 public:
  explicit TightMemory(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit tight = before_;
    tight.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
    require(setrlimit(RLIMIT_AS, &tight) == 0, "setrlimit refused RLIMIT_AS");
  }
  ~TightMemory() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

SCENARIO(
    memory_short_at_first_hit,
    "a thread's first hit finds no memory: its calls run unprobed, are counted, and work later",
    .tracers = {1, 2}) {
  CountingBench bench(cell, {"fx_recurse"});
  std::atomic<bool> go{false}, later{false}, first_done{false};
  std::atomic<std::uint64_t> wrong{0};
  Threads thread(1, [&](unsigned) {
    wait_until(go);
    for (int i = 0; i < 20; ++i) wrong += fx_recurse(3) != 6;
    first_done = true;
    wait_until(later);
    for (int i = 0; i < 20; ++i) wrong += fx_recurse(3) != 6;
  });
  {
    const TightMemory no_more(0);
    go = true;
    wait_until(first_done);
  }
  std::uint64_t entries = bench[0].entries;
  later = true;
  thread.join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  require_equal("calls seen with memory again", bench[0].entries - entries, 80);
  return bench.check_invariant(160);
}

SCENARIO(memory_short_at_attach,
         "attach under a tight RLIMIT_AS is done, or an error that says what is short",
         .any_cell = false) {
  TestBench bench(cell, 1);
  const auto sites = require(find_sites("fx_leaf"));
  Error error;
  {
    const TightMemory little(1 << 20);
    error = bench[0]->attach(sites);
    require_equal("fx_leaf", fx_leaf(1), 4);
  }
  if (error) {
    if (error.code() != Error::Code::exhausted && error.code() != Error::Code::system)
      return fail("the error is not of lack of memory: " + error.message());
    require(bench[0]->attach(sites));
    fx_leaf(1);
    return bench.check_invariant(1);
  }
  fx_leaf(1);
  return bench.check_invariant(2);
}

}  // namespace
}  // namespace retprobe::harness
