// A call is in flight, or in an entry handler, while its tracers get new blocks or go, and another
// function gets blocks meanwhile. The old blocks must not be reused while the call needs them.
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
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
  bench[0].at_entry = [](Tap& self, EntryFrame&) {
    return static_cast<Gate*>(self.extra)->pass(), true;
  };
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
