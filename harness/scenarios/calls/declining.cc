// Declining: a tracer that declines a call gets no exit for it. The others' exits do not change.
#include <cstring>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"

namespace retprobe::harness {
namespace {

// Bit i of `who` says whether tracer i declines.
std::string declined_brackets(unsigned tracers, unsigned who) {
  std::string text;
  for (unsigned i = 0; i < tracers; ++i) text += (who >> i & 1 ? " -" : " >") + tracer_letter(i);
  for (unsigned i = tracers; i > 0; --i)
    if (!(who >> (i - 1) & 1)) text += " <" + tracer_letter(i - 1);
  return text.substr(1);
}

SCENARIO(declining_each_subset,
         "whichever tracers decline get no exit, all others get theirs; nothing counts as missed",
         .tracers = {1, 2, 4, 6}) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  for (unsigned who = 0; who < 1u << cell.tracers; ++who) {
    for (unsigned i = 0; i < cell.tracers; ++i) bench[i].declines_every = who >> i & 1;
    bench.events.clear();
    if (fx_leaf(who) != 3 * who + 1) return fail("fx_leaf returned a wrong value");
    Outcome outcome = compare(bench.events.text(), declined_brackets(cell.tracers, who));
    if (outcome.verdict != Verdict::pass) return outcome;
  }
  if (const std::uint64_t missed = bench.missed())
    return fail(std::to_string(missed) + " calls count as missed");
  return bench.check_invariant(1u << cell.tracers);
}

// Linux's fgraph sets the bit of the first user in each frame. So that user's exit handler runs for
// calls that it declined, when another user accepted them.
SCENARIO(declining_phantom_exit,
         "the first tracer declines, another accepts: the first has no exit",
         .tracers = {2, 16, 64}) {
  for (unsigned accepts = 1; accepts < cell.tracers; accepts += accepts < 4 ? 1 : 13) {
    TestBench bench(cell);
    bench.attach_all("fx_leaf");
    for (Tap& tap : bench) tap.declines_every = tap.index == accepts ? 0 : 1;
    fx_leaf(1);
    for (Tap& tap : bench) {
      if (tap.entries != 1) return fail("tracer " + tracer_letter(tap.index) + " has no entry");
      if (tap.exits() != (tap.index == accepts))
        return fail("only tracer " + tracer_letter(accepts) + " accepted, and " +
                    tracer_letter(tap.index) + " got " + std::to_string(tap.exits()) + " exits");
    }
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
  constexpr unsigned seeds = 20;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::vector<ModelTracer> model(cell.tracers);
    for (unsigned i = 0; i < cell.tracers; ++i)
      model[i].declines_every = i % 2 ? 1 + (i + seed) % 4 : 0;
    Outcome outcome = play(cell, model, random_script(seed + 1000, cell.tracers, 40),
                           seed == seeds ? Afterwards::thousand_calls : Afterwards::nothing);
    if (outcome.verdict != Verdict::pass)
      return fail("seed " + std::to_string(seed) + ": " + outcome.detail);
  }
  return pass();
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
