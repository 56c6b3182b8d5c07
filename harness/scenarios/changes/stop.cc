// The stop switch, thrown by handlers of tracers and of signals.
#include <signal.h>
#include <unistd.h>

#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

SCENARIO(stop_from_handler,
         "a handler throws the switch: no further handler begins, not even for the same call",
         .tracers = {3}) {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell);
    bench[1].run_at(at_entry, [](Tap&) { stop_tracing(); });
    bench.attach_all("fx_leaf");
    if (fx_leaf(5) != 16) return fail("fx_leaf returned a wrong value");
    fx_leaf(1);
    start_tracing();
    require(compare(bench.events.text(), at_entry ? ">A >B" : ">A >B >C <C <B"));
    bench[1].at_entry = nullptr, bench[1].at_exit = nullptr;
    bench.events.clear();
    fx_leaf(1);
    require(compare(bench.events.text(), ">A >B >C <C <B <A"));
  }
  return pass();
}

SCENARIO(stop_from_signal, "a signal handler throws the switch while other threads call",
         .seconds = 20) {
  handle_signal(SIGUSR2, [](int) { tracing_stopped() ? start_tracing() : stop_tracing(); });
  CountingBench bench(cell, 2);
  bench.attach_all("fx_recurse");
  std::atomic<bool> over{false};
  std::atomic<std::uint64_t> wrong{0};
  Threads threads(2, [&](unsigned) {
    while (!over) wrong += fx_recurse(8) != 36;
  });
  bool began = false;
  for (int i = 0; i < 200 && !began; ++i) {
    usleep(300);
    raise(SIGUSR2);
    if (!tracing_stopped()) continue;
    // Each thread may still be in one hook that read the switch before the stop. After that, no
    // handler may begin.
    const std::uint64_t entries = bench.entries();
    usleep(2000);
    began = bench.entries() > entries + 2 * bench.size();
  }
  over = true;
  threads.join();
  require(!began, "handlers began while tracing was stopped");
  start_tracing();
  if (wrong) return fail(std::to_string(wrong) + " calls returned a wrong value");
  const std::uint64_t entries = bench[0].entries;
  fx_recurse(8);
  if (bench[0].entries != entries + 9) return fail("after the last start calls are not seen");
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
