// Order: entry handlers run in attach order, exit handlers in reverse. Who declines has no exit.
#include <numeric>

#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/notified.h"

namespace retprobe::harness {
namespace {

// Tracers that stay attached to one function while others of them decline its calls.
struct DecliningBench : NamingBench {
  explicit DecliningBench(const Cell& cell)
      : NamingBench(cell, {"tree_f"}), model(cell.tracers, {"f"}) {}
  void declines(unsigned tracer, bool every_call) {
    model[tracer].declines_every = (*this)[tracer].declines_every = every_call;
  }
  Outcome play(std::string_view script) {
    events.clear();
    return harness::play(*this, model, script, expected_events(model, "+* " + std::string(script)));
  }
  std::vector<ModelTracer> model;
};

SCENARIO(order_brackets, "tracers bracket each other: entries in attach order, exits in reverse",
         .tracers = {1, 2, 4, 8, 16, 64, 256}) {
  return play_all(cell, cell.tracers, "f f f");
}

SCENARIO(order_is_attach_order, "it is the order of attaching, not of making, that counts",
         .tracers = {2, 3}) {
  return play(cell, std::vector<ModelTracer>(cell.tracers),
              cell.tracers == 2 ? "+B +A f" : "+C +B +A f");
}

SCENARIO(order_nested, "nested, repeated and recursive calls", .tracers = {1, 2, 8}) {
  return play_all(cell, cell.tracers, "f f(g h) g(g(g(h) f)) k(f(g(h(k(f))))) f");
}

SCENARIO(order_after_reattach,
         "a tracer that comes again comes last; one that goes leaves the others' order alone") {
  return play(cell, std::vector<ModelTracer>(4),
              "+A +B +C f -A f +A f -C +D f -B f(g) +B +C f(-D f) f -A -B -C f");
}

SCENARIO(order_different_functions, "each function has its own order and its own tracers") {
  const ModelTracer model[] = {{"fg"}, {"gh"}, {"hf"}, {"k"}};
  return play(cell, model,
              "+A +B +C f(g(h(k))) -B f(g(h(k))) +D +B k(h(g(f))) -A -C g(k(h f)) -B -D f g h k");
}

SCENARIO(order_table_reuse,
         "places in the design's tables that are used again do not change the order",
         .tracers = {3, 8}, .seconds = 30) {
  // More changes than any table has places. The tracer that leaves is at a different place in the
  // order from round to round.
  std::vector<unsigned> order(cell.tracers);
  std::iota(order.begin(), order.end(), 0u);
  std::string script;
  for (unsigned round = 0; round < 600; ++round) {
    const unsigned leaves = order[round % 7 % cell.tracers];
    script += "-" + tracer_letter(leaves) + " +" + tracer_letter(leaves) + " f ";
    std::erase(order, leaves);
    order.push_back(leaves);
  }
  return play_all(cell, std::vector<ModelTracer>(cell.tracers, {"f"}), script);
}

SCENARIO(order_random,
         "random trees of calls, tail calls, attaches and detaches agree with the oracle",
         .tracers = {1, 2, 3, 8, 17}, .seconds = 30) {
  for (unsigned seed = 1; seed <= 40; ++seed)
    require(play(cell, std::vector<ModelTracer>(cell.tracers),
                 random_script(seed, cell.tracers, 40), Afterwards::nothing),
            "seed " + std::to_string(seed) + ": ");
  return play_all(cell, cell.tracers, "f");
}

// ---- More tracers on a function than a word has bits, or a byte has values ----

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
  DecliningBench bench(cell);
  for (unsigned accepts = 0; accepts < cell.tracers; ++accepts) {
    if (accepts % 64 > 1 && accepts % 64 < 62 && accepts != cell.tracers - 1) continue;
    for (unsigned i = 0; i < cell.tracers; ++i) bench.declines(i, i != accepts);
    require(bench.play("f f"));
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

// ---- Declining: a tracer that declines a call gets no exit; the others' exits do not change ----

SCENARIO(declining_each_subset,
         "whichever tracers decline get no exit, all others get theirs; nothing counts as missed",
         .tracers = {1, 2, 4, 6}) {
  DecliningBench bench(cell);
  for (unsigned who = 0; who < 1u << cell.tracers; ++who) {
    for (unsigned i = 0; i < cell.tracers; ++i) bench.declines(i, who >> i & 1);
    require(bench.play("f"));
  }
  return bench.check_invariant(1u << cell.tracers);
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
