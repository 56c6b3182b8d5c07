// Handlers that call probed functions, and jumps out of handlers.
#include <setjmp.h>
#include <signal.h>

#include <array>

#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

// How many inner calls returned a wrong value. Any makes a scenario fail.
std::atomic<std::uint64_t> wrong_values{0};

void call_other() {
  if (fx_other(2) != 12) ++wrong_values;
}
void call_leaf() {
  if (fx_leaf(2) != 7) ++wrong_values;
}

SCENARIO(recursion_handlers_call_another,
         "calls of another probed function by handlers run unprobed, each missed once per tracer",
         .tracers = {1, 2, 8}) {
  TestBench bench(cell);
  for (Tap& tap : bench) {
    tap.names_functions = true;
    for (const bool at_entry : {true, false}) tap.run_at(at_entry, [](Tap&) { call_other(); });
  }
  bench.attach_all("fx_leaf");
  bench.attach_all("fx_other");
  if (fx_leaf(1) != 4 || wrong_values) return fail("a call returned a wrong value");
  // Each tracer's two handlers call fx_other once each. Every tracer misses all of these calls.
  const std::uint64_t inner = 2 * cell.tracers;
  require(bench.check_exits(1));
  for (Tap& tap : bench) require_equal("missed calls", tap->missed(), inner);
  for (Tap& tap : bench) tap.at_entry = nullptr, tap.at_exit = nullptr;
  fx_other(1);
  return bench.check_invariant(1 + inner + 1);
}

SCENARIO(recursion_handlers_call_the_same,
         "calls of the function at hand by its own handlers do not recurse", .tracers = {1, 2, 8}) {
  TestBench bench(cell);
  for (Tap& tap : bench)
    for (const bool at_entry : {true, false}) tap.run_at(at_entry, [](Tap&) { call_leaf(); });
  bench.attach_all("fx_leaf");
  for (std::uint64_t i = 0; i < 100; ++i)
    if (fx_leaf(i) != 3 * i + 1 || wrong_values) return fail("a call returned a wrong value");
  require(bench.check_exits(100));
  return bench.check_invariant(100 + 100 * 2 * cell.tracers);
}

// The alternate stack is an array in a frame further out, so its addresses are above the hook's.
// The jump stays within the signal handler.
SCENARIO(recursion_handlers_alternate_inside_a_frame,
         "calls in signal handlers that interrupt a handler run unprobed, on an alternate stack in "
         "a frame, too",
         .tracers = {1, 2}) {
  TestBench bench(cell);
  static unsigned left;  // no raise without end, whatever runs
  left = 2 * cell.tracers;
  const auto raise_one = [](Tap&) {
    if (left > 0) --left, raise(SIGUSR1);
  };
  for (Tap& tap : bench) {
    tap.names_functions = true;
    for (const bool at_entry : {true, false}) tap.run_at(at_entry, raise_one);
  }
  bench.attach_all("fx_leaf");
  bench.attach_all("fx_other");
  const auto on_signal = [](int) {
    call_other();
    sigjmp_buf here;
    if (sigsetjmp(here, 1) == 0) siglongjmp(here, 1);
    call_other();
  };
  handle_signal(SIGUSR1, on_signal, SA_ONSTACK);
  on_thread(std::size_t{1} << 20, [] {
    std::array<std::byte, 256 << 10> memory;
    const stack_t stack{.ss_sp = memory.data(), .ss_flags = 0, .ss_size = memory.size()};
    if (sigaltstack(&stack, nullptr)) ++wrong_values;
    call_leaf();
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    if (sigaltstack(&none, nullptr)) ++wrong_values;
  });
  if (wrong_values) return fail("a call returned a wrong value, or there was no alternate stack");
  const std::uint64_t inner = 2 * 2 * cell.tracers;
  require(bench.check_exits(1));
  for (Tap& tap : bench) require_equal("missed calls", tap->missed(), inner);
  return bench.check_invariant(1 + inner);
}

SCENARIO(recursion_declining_handler, "a handler that calls a probed function and declines",
         .tracers = {1, 2}) {
  TestBench bench(cell);
  for (Tap& tap : bench)
    tap.at_entry = [](Tap& self, EntryFrame&) { return call_other(), self.index != 0; };
  bench.attach_all("fx_leaf");
  bench.attach_all("fx_other");
  fx_leaf(1);
  if (wrong_values) return fail("an inner call returned a wrong value");
  require(compare(bench.events.text(), cell.tracers == 1 ? "-A" : "-A >B <B"));
  return bench.check_invariant(1 + cell.tracers);
}

SCENARIO(
    recursion_untraced_inner,
    "an inner call of a function that only another tracer has counts as missed for that one only") {
  TestBench bench(cell, 2);
  bench[0].run_at(true, [](Tap&) { call_other(); });
  require(bench[0]->attach("fx_leaf"));
  require(bench[1]->attach("fx_other"));
  fx_leaf(1);
  require_equal("calls that A missed", bench[0]->missed(), 0);
  require_equal("calls that B missed", bench[1]->missed(), 1);
  fx_other(1);
  return compare(bench.events.text(), ">A <A >B <B");
}

// ---- Jumps out of handlers ----

sigjmp_buf landing;
std::atomic<bool> jumps{false};
void jump_once(Tap&) {
  if (jumps.exchange(false)) siglongjmp(landing, 1);
}

// Runs `call` with a stack pointer that is lower by at least `bytes`. The memory in between is not
// touched, except at its end.
__attribute__((noinline)) void deeper(std::size_t bytes, void (*call)()) {
  volatile auto* room = static_cast<volatile char*>(__builtin_alloca(bytes));
  room[0] = 0;
  call();
  room[0] = 1;
}

// Runs `call` and returns when `call` returns or a handler jumps. It has its own frame, so that no
// local variable is used after the jump.
__attribute__((noinline)) void call_and_land(void (*call)()) {
  if (sigsetjmp(landing, 1) == 0) call();
}

void leaf_once() {
  if (fx_leaf(3) != 10) ++wrong_values;
}
void leaf_at_three_depths() {
  leaf_once();
  deeper(64, leaf_once);
  deeper(20'000, leaf_once);
}
void leaf_inside_others() {
  fx_body([](void*) { fx_body_other([](void*) { deeper(500, leaf_once); }, nullptr, 1); }, nullptr,
          1);
}

// A handler of tracer `jumper` jumps out, at entry or at exit, during the calls of `first`. Then
// `later` makes calls at other depths. All calls after the jump must be seen: the jump has no later
// effects.
Outcome after_jump(const Cell& cell, unsigned jumper, bool at_entry, void (*first)(),
                   void (*later)()) {
  TestBench bench(cell);
  bench[jumper].run_at(at_entry, jump_once);
  bench.attach_all("fx_leaf");
  for (int round = 0; round < 3; ++round) {
    jumps = true;
    call_and_land(first);
    if (jumps) return fail("the handler that was to jump did not run");
    bench.events.clear();
    std::vector<std::uint64_t> before;
    for (Tap& each : bench) before.push_back(each.entries);
    later();
    leaf_once();
    if (wrong_values) return fail("a call after the jump returned a wrong value");
    const std::uint64_t calls = later == leaf_at_three_depths ? 4 : 2;
    for (Tap& each : bench)
      require_equal("calls after jump " + std::to_string(round + 1) + " that tracer " +
                        tracer_letter(each.index) + " saw",
                    each.entries - before[each.index], calls);
  }
  // An accepted call has exactly one exit, with any reason.
  for (Tap& each : bench)
    if (each.accepted != each.exits())
      return fail("tracer " + tracer_letter(each.index) + " accepted " +
                  std::to_string(each.accepted) + " calls and had " + std::to_string(each.exits()) +
                  " exits");
  return pass();
}

Outcome after_jumps(const Cell& cell, bool at_entry) {
  const struct {
    const char* where;
    void (*calls)();
  } firsts[] = {{"a call", leaf_once}, {"a deep call", [] { deeper(10'000, leaf_once); }}},
    laters[] = {{"calls at three depths", leaf_at_three_depths},
                {"a call inside others", leaf_inside_others},
                {"a deeper call", [] { deeper(30'000, leaf_once); }}};
  for (const unsigned jumper : {0u, cell.tracers - 1})
    for (const auto& first : firsts)
      for (const auto& later : laters)
        require(after_jump(cell, jumper, at_entry, first.calls, later.calls),
                "tracer " + tracer_letter(jumper) + " jumps out of " + first.where + ", then " +
                    later.where + ": ");
  return pass();
}

SCENARIO(recursion_siglongjmp_entry,
         "siglongjmp out of an entry handler: later calls, higher and deeper, are all seen",
         .tracers = {1, 2, 3, 66}) {
  return after_jumps(cell, true);
}

SCENARIO(recursion_siglongjmp_exit,
         "siglongjmp out of an exit handler: later calls, higher and deeper, are all seen",
         .tracers = {1, 2, 3, 66}) {
  return after_jumps(cell, false);
}

SCENARIO(
    recursion_siglongjmp_one_accepted,
    "one tracer alone has accepted the call when the last one's handler jumps out: it is notified "
    "that the call of this function was abandoned",
    .tracers = {3, 66, 130}) {
  TestBench bench(cell);
  const unsigned last = cell.tracers - 1;
  for (Tap& tap : bench) tap.declines_every = tap.index < last - 1 ? 1 : 0;
  const Site* notified = nullptr;
  bench[last - 1].extra = &notified;
  bench[last - 1].at_exit = [](Tap& self, ReturnFrame& call) {
    if (call.reason() == ReturnReason::abandoned)
      *static_cast<const Site**>(self.extra) = &call.site();
  };
  bench[last].run_at(true, jump_once);
  bench.attach_all("fx_leaf");
  for (std::uint64_t round = 1; round <= 3; ++round) {
    jumps = true;
    notified = nullptr;
    call_and_land(leaf_once);
    leaf_once();
    if (wrong_values) return fail("a call after the jump returned a wrong value");
    for (Tap& tap : bench) {
      const std::uint64_t abandoned = tap.index == last - 1 ? round : 0;
      const std::uint64_t returned = tap.index >= last - 1 ? round : 0;
      if (tap.abandoned != abandoned || tap.returned != returned || tap.unwound != 0)
        return fail("tracer " + tracer_letter(tap.index) + " was notified of " +
                    std::to_string(tap.abandoned) + " abandoned and " +
                    std::to_string(tap.returned) + " returned calls, not " +
                    std::to_string(abandoned) + " and " + std::to_string(returned));
    }
    if (notified != &site_of("fx_leaf"))
      return fail("the tracer was notified of another function than fx_leaf");
  }
  return pass();
}

SCENARIO(recursion_siglongjmp_then_detach,
         "a tracer whose handler was left by a jump can be detached", .tracers = {1, 2}) {
  for (const bool at_entry : {true, false}) {
    TestBench bench(cell);
    bench[0].run_at(at_entry, [](Tap&) { siglongjmp(landing, 1); });
    bench.attach_all("fx_leaf");
    call_and_land(leaf_once);
    bench.detach_all();
    if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value");
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
