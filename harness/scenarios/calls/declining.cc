// Declining: a tracer that declines a call gets no exit for it. The others' exits do not change.
#include <cstring>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"

namespace retprobe::harness {
namespace {

SCENARIO(declining_each_subset,
         "whichever tracers decline get no exit, all others get theirs; nothing counts as missed",
         .tracers = {1, 2, 4, 6}) {
  std::vector<ModelTracer> model(cell.tracers, {"f"});
  for (unsigned who = 0; who < 1u << cell.tracers; ++who) {
    for (unsigned i = 0; i < cell.tracers; ++i) model[i].declines_every = who >> i & 1;
    require(play(cell, model, "+* f", Afterwards::nothing));
  }
  return play(cell, model, "+* f");
}

// Linux's fgraph sets the bit of the first user in each frame. So that user's exit handler runs for
// calls that it declined, when another user accepted them.
SCENARIO(declining_phantom_exit,
         "the first tracer declines, another accepts: the first has no exit",
         .tracers = {2, 16, 64}) {
  for (unsigned accepts = 1; accepts < cell.tracers; accepts += accepts < 4 ? 1 : 13) {
    std::vector<ModelTracer> model(cell.tracers, {"f", 1});
    model[accepts].declines_every = 0;
    require(play(cell, model, "+* f", Afterwards::nothing));
  }
  return pass();
}

SCENARIO(declining_by_turns, "tracers that decline some calls, in nests and tail calls",
         .tracers = {3}) {
  const ModelTracer model[] = {{"fgh", 2}, {"fgh", 3}, {"fghk", 1}, {"gk", 0}};
  std::string script = "+A +B +C +D";
  for (int i = 0; i < 12; ++i) script += " f(g(h)>k f) k(f>g(h) g)>f";
  return play(cell, model, script);
}

SCENARIO(declining_random, "random scripts with tracers of which half decline now and then",
         .tracers = {2, 5, 12}) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::vector<ModelTracer> model(cell.tracers);
    for (unsigned i = 0; i < cell.tracers; ++i)
      model[i].declines_every = i % 2 ? 1 + (i + seed) % 4 : 0;
    require(play(cell, model, random_script(seed + 1000, cell.tracers, 40), Afterwards::nothing),
            "seed " + std::to_string(seed) + ": ");
  }
  return play_all(cell, cell.tracers, "f");
}

SCENARIO(declining_after_writing_data,
         "a tracer that declines after it wrote entry data leaves the others' data alone",
         .tracers = {3, 4}) {
  TestBench bench(cell, cell.tracers, 64);
  for (Tap& tap : bench) {
    tap.at_entry = [](Tap& self, EntryFrame& call) {
      for (int i = 0; i < 64; ++i) call.entry_data[i] = static_cast<std::byte>(self.index + 1);
      return self.index % 2 == 0;
    };
    tap.at_exit = [](Tap& self, ReturnFrame& call) {
      for (int i = 0; i < 64; ++i)
        if (call.entry_data[i] != static_cast<std::byte>(self.index + 1)) self.extra = &self;
    };
  }
  bench.attach_all("fx_leaf");
  for (int i = 0; i < 3; ++i) fx_leaf(1);
  for (Tap& tap : bench) {
    if (tap.extra)
      return fail("tracer " + tracer_letter(tap.index) +
                  " did not find its entry data at the exit");
    if (tap.exits() != (tap.index % 2 == 0 ? 3 : 0))
      return fail("tracer " + tracer_letter(tap.index) + " had " + std::to_string(tap.exits()) +
                  " exits");
  }
  return pass();
}

SCENARIO(declining_without_handlers,
         "no entry handler means that each call is accepted; no exit handler, that none is due") {
  TestBench bench(cell, 0);
  Tap& entry_only = bench.add([](TracerOptions& options) { options.on_return = nullptr; });
  Tap& exit_only = bench.add([](TracerOptions& options) { options.on_entry = nullptr; });
  Tap& both = bench.add();
  Tap& nothing = bench.add(
      [](TracerOptions& options) { options.on_entry = nullptr, options.on_return = nullptr; });
  bench.attach_all("fx_leaf");
  fx_leaf(1);
  require(both->detach());
  fx_leaf(1);
  require(exit_only->detach());
  fx_leaf(1);
  require(entry_only->detach());
  if (fx_leaf(5) != 16) return fail("fx_leaf returned a wrong value");
  require(nothing->detach());
  fx_leaf(1);
  return compare(bench.events.text(), ">A >C <C <B >A <B >A");
}

}  // namespace
}  // namespace retprobe::harness
