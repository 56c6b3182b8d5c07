// Great depth of calls, and what happens when the shadow stack or the memory is exhausted.
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/machine.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

// Runs `body` on a new thread with a stack of `bytes`.
void on_stack_of(std::size_t bytes, const std::function<void()>& body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  require(pthread_attr_setstacksize(&attributes, bytes) == 0,
          "cannot have a thread's stack of " + std::to_string(bytes) + " bytes");
  pthread_t thread;
  auto* argument = const_cast<std::function<void()>*>(&body);
  const int error = pthread_create(
      &thread, &attributes,
      [](void* given) -> void* {
        (*static_cast<std::function<void()>*>(given))();
        return nullptr;
      },
      argument);
  pthread_attr_destroy(&attributes);
  require(error == 0, "cannot make a thread with a stack of " + std::to_string(bytes) + " bytes");
  pthread_join(thread, nullptr);
}

constexpr std::uint64_t sum_to(std::uint64_t depth) { return depth * (depth + 1) / 2; }

SCENARIO(depth_100000, "100,000 calls in flight at once, all seen", .tracers = {1, 2},
         .seconds = 30) {
  constexpr std::uint64_t depth = 100'000;
  TestBench bench(cell);
  for (Tap& tap : bench) tap.records = false;
  bench.attach_all("fx_recurse");
  std::uint64_t value = 0, again = 0;
  // In a framed design each call takes some hundred bytes more of this stack.
  on_stack_of(std::size_t{256} << 20, [&] {
    value = fx_recurse(depth);
    again = fx_recurse(3);
  });
  if (value != sum_to(depth) || again != 6) return fail("fx_recurse returned a wrong value");
  if (Outcome outcome = bench.check_invariant(depth + 5); outcome.verdict != Verdict::pass)
    return outcome;
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
  TestBench bench(cell, cell.tracers, 4096);
  for (Tap& tap : bench) tap.records = false;
  bench.attach_all("fx_recurse");
  std::uint64_t value = 0, missed = 0, missed_later = 0;
  on_stack_of(std::size_t{4} << 20, [&] {
    value = fx_recurse(depth);
    missed = bench[0]->missed();
    fx_recurse(100);
    missed_later = bench[0]->missed() - missed;
  });
  if (value != sum_to(depth)) return fail("fx_recurse returned " + std::to_string(value));
  if (missed == 0) return fail("nothing was missed: the depth is not enough to try it");
  if (missed_later) return fail("calls are missed when there is room again");
  for (Tap& tap : bench)
    if (tap.entries != tap.returned)
      return fail(std::to_string(tap.entries) + " entries and " + std::to_string(tap.returned) +
                  " exits");
  return bench.check_invariant(depth + 1 + 101);
}

// A tracer with the most data. It fills its area at entry and checks it at exit.
struct Filled {
  std::uint64_t changed = 0, absent = 0;
  static constexpr std::size_t words = 4096 / sizeof(std::uint64_t);

  static bool fill(Tap& self, EntryFrame& call) {
    auto& here = *static_cast<Filled*>(self.extra);
    auto* const data = reinterpret_cast<std::uint64_t*>(call.entry_data);
    if (!data) return ++here.absent, true;
    for (std::size_t i = 0; i < words; ++i) data[i] = call.registers.rdi * words + i;
    return true;
  }
  // fx_recurse(n) returns n (n + 1) / 2.
  static void look(Tap& self, ReturnFrame& call) {
    auto& here = *static_cast<Filled*>(self.extra);
    const auto* const data = reinterpret_cast<const std::uint64_t*>(call.entry_data);
    if (!data) return;
    const std::uint64_t first = data[0], depth = first / words;
    here.changed += depth * (depth + 1) / 2 != call.registers.rax;
    for (std::size_t i = 0; i < words; ++i) here.changed += data[i] != first + i;
  }
};

SCENARIO(data_exhausted_by_one,
         "one tracer with the most data, until there is no room: calls run unprobed, are counted, "
         "and return right; the data of the others stays as it was",
         .seconds = 30) {
  // Some 4 KiB of data for each call. The shadow stack of a thread with a common stack size has
  // room for 16,000 of them, a pool for as many as `maxactive` says. The frames of a framed
  // design are on the machine stack, which has room for all.
  constexpr std::uint64_t depth = 17'000, pool = 3'000;
  const bool framed = is_framed(cell);
  TestBench bench(cell, 0);
  Filled filled;
  Tap& tap = bench.add([](TracerOptions& options) {
    options.entry_data_bytes = 4096;
    options.maxactive = pool;
  });
  tap.records = false;
  tap.extra = &filled;
  tap.at_entry = Filled::fill;
  tap.at_exit = Filled::look;
  bench.attach_all("fx_recurse");
  std::uint64_t value = 0, missed = 0, missed_later = 0;
  on_stack_of(std::size_t{framed ? 256u : 4u} << 20, [&] {
    for (int again = 0; again < 2; ++again) value += fx_recurse(depth);
    missed = tap->missed();
    fx_recurse(pool - 1);
    missed_later = tap->missed() - missed;
  });
  if (value != 2 * sum_to(depth)) return fail("fx_recurse returned a wrong value");
  if (!framed && missed < 2) return fail("nothing was missed: the depth is not enough to try it");
  if (framed && missed) return fail("calls are missed although there is room");
  if (missed_later) return fail("calls are missed when there is room again");
  if (filled.absent || filled.changed)
    return fail(std::to_string(filled.absent) + " calls had no data, " +
                std::to_string(filled.changed) + " words changed");
  if (tap.entries != tap.returned)
    return fail(std::to_string(tap.entries) + " entries and " + std::to_string(tap.returned) +
                " exits");
  return bench.check_invariant(2 * (depth + 1) + pool);
}

SCENARIO(data_fits_any_stack,
         "as much data as a thread's shadow stack holds, on a small and on a large machine stack: "
         "no call is missed",
         .seconds = 30) {
  // The shadow stack has eight times the bytes of the machine stack, and 64 MiB at least.
  const struct {
    std::size_t stack;
    std::uint64_t depth;
  } threads[] = {{512 << 10, 2'000}, {16 << 20, 17'000}};
  TestBench bench(cell, 0);
  Filled filled;
  Tap& tap = bench.add([](TracerOptions& options) {
    options.entry_data_bytes = 4096;
    options.maxactive = 17'001;
  });
  tap.records = false;
  tap.extra = &filled;
  tap.at_entry = Filled::fill;
  tap.at_exit = Filled::look;
  bench.attach_all("fx_recurse");
  std::uint64_t calls = 0;
  for (const auto& thread : threads) {
    const std::size_t stack = thread.stack;
    const std::uint64_t depth = thread.depth;
    std::uint64_t value = 0;
    // The frames of a framed design, with their data, are on the machine stack.
    on_stack_of(is_framed(cell) ? std::size_t{256} << 20 : stack,
                [&] { value = fx_recurse(depth); });
    calls += depth + 1;
    if (value != sum_to(depth)) return fail("fx_recurse returned a wrong value");
    if (tap.returned != calls)
      return fail("of " + std::to_string(depth) + " calls on a stack of " + std::to_string(stack) +
                  " bytes " + std::to_string(tap->missed()) + " are missed");
  }
  if (filled.absent || filled.changed)
    return fail(std::to_string(filled.absent) + " calls had no data, " +
                std::to_string(filled.changed) + " words changed");
  return bench.check_invariant(calls);
}

std::size_t address_space_bytes() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

SCENARIO(
    memory_short_at_first_hit,
    "a thread's first hit finds no memory: its calls run unprobed, are counted, and work later",
    .tracers = {1, 2}) {
  TestBench bench(cell);
  for (Tap& tap : bench) tap.records = false;
  bench.attach_all("fx_recurse");
  std::atomic<bool> go{false}, later{false}, first_done{false};
  std::atomic<std::uint64_t> wrong{0};
  Threads thread(1, [&](unsigned) {
    wait_until(go);
    for (int i = 0; i < 20; ++i) wrong += fx_recurse(3) != 6;
    first_done = true;
    wait_until(later);
    for (int i = 0; i < 20; ++i) wrong += fx_recurse(3) != 6;
  });
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit none = before;
  none.rlim_cur = address_space_bytes();
  if (setrlimit(RLIMIT_AS, &none)) return fail("setrlimit refused RLIMIT_AS");
  go = true;
  wait_until(first_done);
  setrlimit(RLIMIT_AS, &before);
  std::uint64_t entries = bench[0].entries;
  later = true;
  thread.join();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  if (bench[0].entries - entries != 80)
    return fail("with memory again " + std::to_string(bench[0].entries - entries) +
                " of 80 calls are seen");
  return bench.check_invariant(160);
}

SCENARIO(memory_short_at_attach,
         "attach under a tight RLIMIT_AS is done, or an error that says what is short",
         .any_cell = false) {
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit none = before;
  none.rlim_cur = address_space_bytes() + (1 << 20);
  TestBench bench(cell, 1);
  const auto sites = require(find_sites("fx_leaf"));
  if (setrlimit(RLIMIT_AS, &none)) return fail("setrlimit refused RLIMIT_AS");
  const Error error = bench[0]->attach(sites);
  const std::uint64_t value = fx_leaf(1);
  setrlimit(RLIMIT_AS, &before);
  if (value != 4) return fail("fx_leaf returned " + std::to_string(value));
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
