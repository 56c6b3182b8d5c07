// The stop switch: it stops all tracing at once, from any context, and starts it again.
#include <signal.h>
#include <unistd.h>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

SCENARIO(stop_and_start,
         "while stopped no handler runs and nothing is counted; afterwards everything is as before",
         .tracers = {1, 2, 8}) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  fx_leaf(1);
  stop_tracing();
  if (!tracing_stopped()) return fail("tracing_stopped() is false");
  for (std::uint64_t i = 0; i < 50; ++i)
    if (fx_leaf(i) != 3 * i + 1) return fail("fx_leaf returned a wrong value while stopped");
  start_tracing();
  if (tracing_stopped()) return fail("tracing_stopped() is true");
  fx_leaf(1);
  for (Tap& tap : bench)
    if (tap.entries != 2 || tap.returned != 2 || tap->missed() != 0)
      return fail("two calls and 50 while stopped made " + std::to_string(tap.entries) +
                  " entries, " + std::to_string(tap.returned) + " exits, " +
                  std::to_string(tap->missed()) + " missed");
  return pass();
}

SCENARIO(stop_in_flight,
         "calls in flight return correctly and unheard while it is stopped, heard when it is not",
         .tracers = {1, 2, 8}) {
  TestBench bench(cell);
  bench.attach_all("fx_body*");
  if (fx_body([](void*) { stop_tracing(); }, nullptr, 5) != 16)
    return fail("fx_body returned a wrong value");
  // A call that began while stopped and ended while not is not seen, either.
  if (fx_body([](void*) { start_tracing(); }, nullptr, 5) != 16)
    return fail("fx_body returned a wrong value");
  for (Tap& tap : bench)
    if (tap.entries != 1 || tap.exits() != 0)
      return fail("the entry before the stop should be all, but there are " +
                  std::to_string(tap.entries) + " entries and " + std::to_string(tap.exits()) +
                  " exits");
  // A call with a stop and a start inside is seen at both ends.
  fx_body([](void*) { fx_body_other([](void*) { stop_tracing(), start_tracing(); }, nullptr, 1); },
          nullptr, 1);
  for (Tap& tap : bench)
    if (tap.entries != 3 || tap.returned != 2)
      return fail("a call around a stop and a start was not heard");
  return pass();
}

SCENARIO(stop_deep, "frames of calls that returned while it was stopped leave no trace",
         .tracers = {2}) {
  struct Turn {
    static void step(void*) {
      stop_tracing();
      fx_recurse(20);
      start_tracing();
    }
  };
  TestBench bench(cell);
  bench.attach_all("fx_recurse");
  bench.attach_all("fx_body*");
  for (int i = 0; i < 20; ++i) {
    fx_body([](void*) { fx_body_other([](void*) { stop_tracing(); }, nullptr, 1); }, nullptr, 1);
    start_tracing();
    fx_body(Turn::step, nullptr, 1);
    if (fx_recurse(3) != 6) return fail("fx_recurse returned a wrong value");
  }
  if (const std::size_t frames = usage().frames)
    return fail(std::to_string(frames) + " calls count as in flight");
  for (Tap& tap : bench)
    if (tap.entries != 20 * 7 || tap.returned != 20 * 5)
      return fail(std::to_string(tap.entries) + " entries and " + std::to_string(tap.returned) +
                  " exits instead of 140 and 100");
  return pass();
}

SCENARIO(stop_from_handler,
         "a handler throws the switch: no further handler begins, not even for the same call",
         .tracers = {3}) {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell);
    if (at_entry)
      bench[1].at_entry = [](Tap&, EntryFrame&) { return stop_tracing(), true; };
    else
      bench[1].at_exit = [](Tap&, ReturnFrame&) { stop_tracing(); };
    bench.attach_all("fx_leaf");
    if (fx_leaf(5) != 16) return fail("fx_leaf returned a wrong value");
    fx_leaf(1);
    start_tracing();
    if (Outcome outcome = compare(bench.events.text(), at_entry ? ">A >B" : ">A >B >C <C <B");
        outcome.verdict != Verdict::pass)
      return outcome;
    bench[1].at_entry = nullptr, bench[1].at_exit = nullptr;
    bench.events.clear();
    fx_leaf(1);
    if (Outcome outcome = compare(bench.events.text(), ">A >B >C <C <B <A");
        outcome.verdict != Verdict::pass)
      return outcome;
  }
  return pass();
}

SCENARIO(stop_from_signal, "a signal handler throws the switch while other threads call",
         .seconds = 20) {
  struct sigaction action{};
  action.sa_handler = [](int) { tracing_stopped() ? start_tracing() : stop_tracing(); };
  if (sigaction(SIGUSR2, &action, nullptr)) return fail("sigaction refused SIGUSR2");
  TestBench bench(cell, 2);
  for (Tap& tap : bench) tap.records = false;
  bench.attach_all("fx_recurse");
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> wrong{0};
  Threads threads(2, [&](unsigned) {
    while (!over) wrong += fx_recurse(8) != 36;
  });
  for (int i = 0; i < 200; ++i) {
    usleep(300);
    raise(SIGUSR2);
    if (!tracing_stopped()) continue;
    // Each thread may still be in one hook that read the switch before the stop. After that, no
    // handler may begin.
    const std::uint64_t entries = bench.entries();
    usleep(2000);
    if (bench.entries() > entries + 2 * bench.size()) {
      over = true;
      threads.join();
      return fail("handlers began while tracing was stopped");
    }
  }
  over = true;
  threads.join();
  start_tracing();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  const std::uint64_t entries = bench[0].entries;
  fx_recurse(8);
  if (bench[0].entries != entries + 9) return fail("after the last start calls are not seen");
  return pass();
}

SCENARIO(stop_attach_meanwhile, "attach and detach work while it is stopped", .tracers = {2}) {
  TestBench bench(cell);
  stop_tracing();
  bench.attach_all("fx_leaf");
  fx_leaf(1);
  require(bench[0]->detach());
  fx_leaf(1);
  start_tracing();
  fx_leaf(1);
  require(bench[0]->attach("fx_leaf"));
  fx_leaf(1);
  return compare(bench.events.text(), ">B <B >B >A <A <B");
}

}  // namespace
}  // namespace retprobe::harness
