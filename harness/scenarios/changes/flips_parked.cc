// A call in flight whose tracers are moved to other blocks, while its own serves another function.
#include <stdexcept>

#include "harness/verify/bench.h"
#include "harness/verify/fixtures.h"

namespace retprobe::harness {
namespace {

/// What the exit handler of the second tracer was told.
const Site* told = nullptr;

struct Scene {
  Bench& bench;
  std::vector<const Site*> function, other;
};

// While the call is in flight: a stronger tracer comes and goes, so that the call's own function
// gets new blocks; then, with time for the old ones to be given back, another function gets as
// many.
void move_blocks(void* argument) {
  auto& [bench, function, other] = *static_cast<Scene*>(argument);
  require(bench[2]->attach(function));
  require(bench[2]->detach());
  for (int round = 0; round < 6; ++round) {
    require(bench[3]->attach(other));
    require(bench[4]->attach(other));
    if (fx_other(1) != 7) throw std::runtime_error("fx_other returned a wrong value");
    if (round == 5) break;  // these stay until the call has returned
    require(bench[4]->detach());
    require(bench[3]->detach());
  }
}

}  // namespace

SCENARIO(
    flips_parked_call,
    "the blocks of a call in flight do not become another function's: its exit is told of its own",
    .tracers = {1}, .any_cell = false) {
  Bench bench(cell, 2);
  bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });
  bench.add();
  bench.add();
  for (Tap& tap : bench) tap.records = false;
  told = nullptr;
  bench[1].at_exit = [](Tap&, ReturnFrame& call) { told = &call.site(); };
  Scene scene{bench, require(find_sites("fx_body")), require(find_sites("fx_other"))};
  require(bench[0]->attach(scene.function));
  require(bench[1]->attach(scene.function));
  if (fx_body(move_blocks, &scene, 1) != 4) return fail("the call returned a wrong value");
  if (told != scene.function.front())
    return fail("the exit of fx_body was told as one of " +
                (told ? told->name : std::string("nothing")));
  if (bench[0].returned != 1 || bench[1].returned != 1)
    return fail("the call's two tracers did not hear of one return each");
  return pass();
}

}  // namespace retprobe::harness
