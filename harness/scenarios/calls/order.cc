// Tracers that decline calls, and many tracers on a function, where played/*.txt cannot say it.
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

// ---- More tracers on a function than a word has bits, or a byte has values ----

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
