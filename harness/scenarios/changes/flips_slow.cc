// A site's jump changes while a slow thread uses it: a thread that took the jump before the change
// and goes on only now, and a thread that takes it during the change. A tracer that is attached
// throughout must be notified of each call once.
#include "harness/scenarios/changes/flips_slow.h"

#include <array>
#include <chrono>
#include <vector>

#include "core/patching/text_poke.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

using Leaf = std::uint64_t(std::uint64_t);
constexpr std::size_t tracer_count = 3;
/// Which attach of each tracer is in force; 0: it is not attached.
using Generations = std::array<std::uint64_t, tracer_count>;

/// An earlier target of the site's jump, and the tracers that were attached then. A call of the
/// target does what a thread does that was stopped right after the jump.
struct OldJump {
  Leaf* target;
  Generations attached;
};

Leaf* jump_of(const Site& site) {
  return reinterpret_cast<Leaf*>(decode_target(site.entry, bytes_at(site)));
}

Outcome call_late(TestBench& bench, const OldJump& jump, const Generations& now,
                  const std::string& when) {
  std::array<std::uint64_t, tracer_count> entries, returns;
  for (std::size_t i = 0; i < tracer_count; ++i) {
    entries[i] = bench[i].entries;
    returns[i] = bench[i].returned;
  }
  if (jump.target(7) != 22) return fail(when + ": the call returned a wrong value");
  for (std::size_t i = 0; i < tracer_count; ++i) {
    const std::uint64_t entered = bench[i].entries - entries[i],
                        returned = bench[i].returned - returns[i];
    const std::string who = when + ": tracer " + tracer_letter(static_cast<unsigned>(i));
    if (entered > 1) return fail(who + " had " + std::to_string(entered) + " entries of one call");
    if (entered != returned)
      return fail(who + " had an entry without its exit, or an exit without its entry");
    if (now[i] == 0 && entered) return fail(who + " is detached, and had an entry");
    if (now[i] != 0 && now[i] == jump.attached[i] && !entered)
      return fail(who + " was attached all the while, and had no entry");
  }
  return pass();
}

// For each of the two tracers that take turns: the number of its attachment, from after attach
// until before detach. 0: none. The callers read it.
std::array<std::atomic<std::uint64_t>, 2> in_force;
/// The tracers whose entry handlers ran for the thread's call, one bit each.
[[gnu::tls_model("initial-exec")]] thread_local unsigned heard = 0;

bool hear(Tap& tap, EntryFrame&) {
  heard |= 1u << tap.index;
  return true;
}

}  // namespace

Outcome judge_turns(const Turns& turns) {
  require(turns.error);
  require_equal("wrong results", turns.wrong, 0);
  require_equal("calls that a tracer which was attached throughout did not hear of", turns.unheard,
                0);
  require_equal("missed calls", turns.missed, 0);
  // Calls that never run during a change show nothing.
  if (turns.met < turns.least_met)
    return unavailable(Lack::time,
                       "the machine was too busy: in 40 s only " + std::to_string(turns.met) +
                           " calls met a change of the jump, which takes two CPUs with time");
  return pass();
}

SCENARIO(flips_slow_thread,
         "a thread that took a jump before it was changed: whoever is attached all the while hears "
         "of it once",
         .tracers = {1}) {
  const Site& leaf = site_of("fx_leaf");
  CountingBench bench(cell, 2);
  bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });

  Generations now{};
  std::vector<OldJump> jumps;
  std::uint64_t attaches = 0;
  std::string story;
  for (const char* step :
       {"+A", "+B", "+C", "-A", "-C", "+A", "-B", "-A", "+C", "+B", "-C", "+A", "-B", "-A"}) {
    story += (story.empty() ? "" : " ") + std::string(step);
    const auto who = static_cast<std::size_t>(step[1] - 'A');
    require(step[0] == '+' ? bench[who]->attach("fx_leaf") : bench[who]->detach());
    now[who] = step[0] == '+' ? ++attaches : 0;
    if (!is_as_built(leaf)) jumps.push_back({jump_of(leaf), now});
    require(call_late(bench, {fx_leaf, now}, now, "after " + story + ", called"));
    for (std::size_t i = 0; i < jumps.size(); ++i)
      require(
          call_late(bench, jumps[i], now, "after " + story + ", by jump " + std::to_string(i + 1)));
  }
  if (jumps.size() < 12) return fail("the function's entry was not changed by most of the steps");
  return pass();
}

SCENARIO(
    flips_taking_turns,
    "two tracers take turns while threads call: who is attached throughout a call has heard of it",
    .tracers = {1}, .seconds = 60, .any_cell = false) {
  CountingBench bench(cell, 2);
  for (Tap& tap : bench) tap.at_entry = hear;
  require(bench[0]->attach("fx_leaf"));
  const SiteBytes jump_of_one = bytes_at(site_of("fx_leaf"));
  require(bench[1]->attach("fx_leaf"));
  const SiteBytes jump_of_two = bytes_at(site_of("fx_leaf"));
  // This many calls must meet a breakpoint. (A chained design does not change the jump: it changes
  // what follows it.)
  const std::uint64_t least_met = jump_of_one == jump_of_two ? 0 : 200;
  if (fx_leaf(1) != 4 || bench.entries() != 2) return fail("two tracers did not hear of a call");
  bench.detach_all();

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> calls{0}, unheard{0}, wrong{0};
  std::uint64_t turns = 0, seen_met = 0;
  Error error;
  {
    Threads threads(2, [&](unsigned) {
      while (!stop) {
        const std::uint64_t before[] = {in_force[0], in_force[1]};
        heard = 0;
        if (fx_leaf(1) != 4) ++wrong;
        const unsigned seen = heard;
        for (unsigned i = 0; i < 2; ++i)
          if (before[i] != 0 && in_force[i] == before[i] && !(seen >> i & 1)) ++unheard;
        ++calls;
      }
    });
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds{700};
    const auto limit = end + std::chrono::seconds{40};
    const auto met = [] { return poke_counters().emulated; };
    const std::uint64_t met_before = met();
    for (; !error &&
           std::chrono::steady_clock::now() < (met() - met_before < least_met ? limit : end);
         ++turns) {
      const std::size_t comes = turns % 2, goes = 1 - comes;
      if ((error = bench[comes]->attach("fx_leaf"))) break;
      in_force[comes] = turns + 1;
      if (turns % 4 == 0)
        for (const std::uint64_t until = calls + 4; calls < until;) std::this_thread::yield();
      in_force[goes] = 0;
      if (turns > 0) error = detach_patiently(*bench[goes]);
    }
    stop = true;
    threads.join();
    in_force[0] = in_force[1] = 0;
    seen_met = met() - met_before;
  }
  return judge_turns({.error = error,
                      .wrong = wrong,
                      .unheard = unheard,
                      .missed = bench.missed(),
                      .met = seen_met,
                      .least_met = least_met});
}

// Each tracer must count the call as missed once, not once for each block that the call passes.
SCENARIO(
    flips_slow_nested,
    "a handler's call by a jump that was changed: who was attached all the while misses it once",
    .tracers = {1}, .any_cell = false) {
  const Site& leaf = site_of("fx_leaf");
  CountingBench bench(cell, 1);
  Tap& stronger = bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });
  Tap& caller = bench.add();
  static Leaf* old_jump;
  static std::uint64_t value;
  caller.run_at(true, [](Tap&) { value = old_jump(7); });
  require(bench[0]->attach("fx_leaf"));
  old_jump = jump_of(leaf);
  require(stronger->attach("fx_leaf"));
  if (jump_of(leaf) == old_jump)
    return fail("the stronger tracer did not change the function's jump");
  require(caller->attach("fx_other"));
  if (fx_other(1) != 7 || value != 22) return fail("a call returned a wrong value");
  require_equal("entries of the tracer that was attached all the while", bench[0].entries, 0);
  require_equal("nested calls that it missed", bench[0]->missed(), 1);
  if (stronger->missed() > 1) return fail("the other one missed one nested call more than once");
  return pass();
}

// ---- Calls that stay in flight ----

// A call is in flight, or in an entry handler, while its tracers get new blocks or go, and another
// function gets blocks meanwhile. The old blocks must not be reused while the call needs them.

namespace {

/// The function that the exit handler of the second tracer saw.
const Site* site_at_exit = nullptr;

struct Scene {
  TestBench& bench;
  std::vector<const Site*> function, other;
};

// Runs while the call is in flight. First a tracer with the full register set comes and goes, so
// that the call's function gets new blocks. Then another function gets as many blocks, several
// times, so that the old ones have time to be freed.
void move_blocks(void* argument) {
  auto& [bench, function, other] = *static_cast<Scene*>(argument);
  require(bench[2]->attach(function));
  require(bench[2]->detach());
  for (int round = 0; round < 6; ++round) {
    require(bench[3]->attach(other));
    require(bench[4]->attach(other));
    require_equal("fx_other", fx_other(1), 7);
    if (round == 5) break;  // the last two tracers stay until the call has returned
    require(bench[4]->detach());
    require(bench[3]->detach());
  }
}

}  // namespace

SCENARIO(
    flips_parked_handler,
    "a thread in an entry handler goes on past a tracer that has gone: its call does not reach "
    "the tracers that came to another function",
    .tracers = {1}, .any_cell = false) {
  CountingBench bench(cell, 5);
  Gate gate;
  bench[0].extra = &gate;
  bench[0].run_at(true, [](Tap& tap) { static_cast<Gate*>(tap.extra)->pass(); });
  for (const unsigned i : {0u, 1u}) require(bench[i]->attach("fx_leaf"));
  std::uint64_t value = 0;
  Threads caller(1, [&](unsigned) { value = fx_leaf(1); });
  gate.wait_for();
  Error error = bench[1]->detach();
  for (std::size_t i = 2; i < bench.size() && !error; ++i) error = bench[i]->attach("fx_other");
  gate.open = true;
  caller.join();
  require(error);
  require_equal("fx_leaf", value, 4);
  if (bench[0].entries != 1 || bench[0].returned != 1)
    return fail("the tracer that stayed did not hear of one entry and one return");
  for (std::size_t i = 1; i < bench.size(); ++i)
    if (bench[i].entries != 0)
      return fail("tracer " + tracer_letter(static_cast<unsigned>(i)) + " heard of a call of " +
                  (i == 1 ? "a function that it had left" : "another function"));
  if (fx_other(1) != 7) return fail("fx_other returned a wrong value");
  return pass();
}

SCENARIO(flips_parked_call,
         "the blocks of a call in flight do not become another function's: its exit handler gets "
         "the site of its own function",
         .tracers = {1}, .any_cell = false) {
  CountingBench bench(cell, 2);
  bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });
  bench.add();
  bench.add();
  site_at_exit = nullptr;
  bench[1].at_exit = [](Tap&, ReturnFrame& call) { site_at_exit = &call.site(); };
  Scene scene{bench, require(find_sites("fx_body")), require(find_sites("fx_other"))};
  require(bench[0]->attach(scene.function));
  require(bench[1]->attach(scene.function));
  if (fx_body(move_blocks, &scene, 1) != 4) return fail("the call returned a wrong value");
  if (site_at_exit != scene.function.front())
    return fail("the exit handler of fx_body got the site of " +
                (site_at_exit ? site_at_exit->name : std::string("nothing")));
  if (bench[0].returned != 1 || bench[1].returned != 1)
    return fail("the call's two tracers did not hear of one return each");
  return pass();
}

}  // namespace retprobe::harness
