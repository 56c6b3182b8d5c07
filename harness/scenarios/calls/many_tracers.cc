// More tracers on a function than a word has bits, or a byte has values: order, declining, and
// tracers that come again.
#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"

namespace retprobe::harness {
namespace {

SCENARIO(many_tracers_bracket, "hundreds of tracers bracket each other",
         .tracers = {65, 257, 300}) {
  return play_all(cell, std::vector<ModelTracer>(cell.tracers, {"f"}), "f f");
}

SCENARIO(many_tracers_come_again,
         "of many tracers one after another comes again, and is the last of all",
         .tracers = {64, 65, 128, 300}) {
  std::string script;
  for (const unsigned tracer : {0u, cell.tracers - 1, 63u, 62u, 1u, cell.tracers / 2})
    script += "-" + tracer_letter(tracer) + " +" + tracer_letter(tracer) + " f ";
  return play_all(cell, std::vector<ModelTracer>(cell.tracers, {"f"}), script);
}

SCENARIO(many_tracers_come_again_in_flight,
         "the first of many comes again while a call is in flight, whose exit is not for it",
         .tracers = {64, 65, 128}) {
  return play_all(cell, std::vector<ModelTracer>(cell.tracers, {"f"}), "f(-A +A f)");
}

SCENARIO(many_tracers_one_accepts,
         "whichever one of many accepts a call has its exit, and nobody else has",
         .tracers = {65, 129, 257}) {
  for (unsigned accepts = 0; accepts < cell.tracers; ++accepts) {
    if (accepts % 64 > 1 && accepts % 64 < 62 && accepts != cell.tracers - 1) continue;
    std::vector<ModelTracer> model(cell.tracers, {"f", 1});
    model[accepts].declines_every = 0;
    require(play(cell, model, "+* f f", Afterwards::nothing));
    require_equal("calls in flight", usage().frames, 0);
  }
  return pass();
}

SCENARIO(
    many_tracers_one_stays,
    "whichever one of many is left when the others detach sees its calls, with data and without",
    .tracers = {65, 129}) {
  for (const unsigned stays : {0u, 63u, 64u, cell.tracers - 1}) {
    for (const std::size_t data : {std::size_t{0}, std::size_t{40}}) {
      CountingBench bench(cell, cell.tracers, data);
      Tap& tap = bench[stays];
      tap.at_entry = [](Tap&, EntryFrame& call) {
        if (call.entry_data) call.entry_data[39] = std::byte{7};
        return true;
      };
      tap.at_exit = [](Tap& self, ReturnFrame& call) {
        if (call.entry_data && call.entry_data[39] != std::byte{7}) self.extra = &self;
      };
      bench.attach_all("fx_recurse");
      for (Tap& other : bench)
        if (other.index != stays) require(other->detach());
      if (fx_recurse(5) != 15) return fail("fx_recurse returned a wrong value");
      if (tap.entries != 6 || tap.returned != 6 || tap.extra)
        return fail("of 6 calls, tracer " + tracer_letter(stays) + " saw " +
                    std::to_string(tap.entries) + " entries and " + std::to_string(tap.returned) +
                    " returns" + (tap.extra ? ", with other data" : ""));
    }
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
