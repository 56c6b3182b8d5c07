// More tracers on a function than a word has bits, or a byte has values: order, declining, and
// tracers that come again.
#include <algorithm>
#include <numeric>

#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

std::vector<unsigned> all_of(unsigned tracers) {
  std::vector<unsigned> order(tracers);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

std::string events_of(char sign, const std::vector<unsigned>& tracers) {
  std::string text;
  for (const unsigned tracer : tracers) text += " " + (sign + tracer_letter(tracer));
  return text;
}

// The events of one call that all tracers accept. The tracers are in attach order.
std::string brackets(std::vector<unsigned> order) {
  const std::string entries = events_of('>', order);
  std::ranges::reverse(order);
  return (entries + events_of('<', order)).substr(1);
}

// The tracer comes again, so it is the last in `order`.
void come_again(TestBench& bench, std::vector<unsigned>& order, unsigned tracer,
                std::string_view function) {
  require(bench[tracer]->detach());
  require(bench[tracer]->attach(function));
  std::erase(order, tracer);
  order.push_back(tracer);
}

SCENARIO(many_tracers_bracket, "hundreds of tracers bracket each other",
         .tracers = {65, 257, 300}) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  for (std::uint64_t x = 0; x < 2; ++x) {
    bench.events.clear();
    if (fx_leaf(x) != 3 * x + 1) return fail("fx_leaf returned a wrong value");
    if (Outcome outcome = compare(bench.events.text(), brackets(all_of(cell.tracers)));
        outcome.verdict != Verdict::pass)
      return outcome;
  }
  return bench.check_invariant(2);
}

SCENARIO(many_tracers_come_again,
         "of many tracers one after another comes again, and is the last of all",
         .tracers = {64, 65, 128, 300}) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  std::vector<unsigned> order = all_of(cell.tracers);
  for (const unsigned tracer : {0u, cell.tracers - 1, 63u, 62u, 1u, cell.tracers / 2}) {
    come_again(bench, order, tracer, "fx_leaf");
    bench.events.clear();
    if (fx_leaf(5) != 16) return fail("fx_leaf returned a wrong value");
    if (Outcome outcome = compare(bench.events.text(), brackets(order));
        outcome.verdict != Verdict::pass)
      return fail("tracer " + tracer_letter(tracer) + " has come again: " + outcome.detail);
  }
  return bench.check_invariant(6);
}

struct Parked {
  TestBench& bench;
  std::vector<unsigned>& order;
};

SCENARIO(many_tracers_come_again_in_flight,
         "the first of many comes again while a call is in flight, whose exit is not for it",
         .tracers = {64, 65, 128}) {
  TestBench bench(cell);
  bench.attach_all("fx_body");
  std::vector<unsigned> order = all_of(cell.tracers);
  Parked parked{bench, order};
  const auto swap_first = [](void* argument) {
    auto& [tracers, now] = *static_cast<Parked*>(argument);
    come_again(tracers, now, 0, "fx_body");
    fx_body([](void*) {}, nullptr, 1);
  };
  if (fx_body(swap_first, &parked, 5) != 16) return fail("fx_body returned a wrong value");
  std::vector<unsigned> others = all_of(cell.tracers);
  others.erase(others.begin());
  std::string expected = events_of('>', all_of(cell.tracers)).substr(1) + " " + brackets(order);
  std::ranges::reverse(others);
  return compare(bench.events.text(), expected + events_of('<', others));
}

SCENARIO(many_tracers_one_accepts,
         "whichever one of many accepts a call has its exit, and nobody else has",
         .tracers = {65, 129, 257}) {
  TestBench bench(cell);
  for (Tap& tap : bench) tap.records = false;
  bench.attach_all("fx_leaf");
  std::uint64_t calls = 0;
  for (unsigned accepts = 0; accepts < cell.tracers; ++accepts) {
    if (accepts % 64 > 1 && accepts % 64 < 62 && accepts != cell.tracers - 1) continue;
    for (Tap& tap : bench) tap.declines_every = tap.index == accepts ? 0 : 1;
    std::vector<std::uint64_t> exits;
    for (Tap& tap : bench) exits.push_back(tap.returned);
    for (int i = 0; i < 2; ++i, ++calls)
      if (fx_leaf(5) != 16) return fail("fx_leaf returned a wrong value");
    for (Tap& tap : bench)
      if (tap.returned - exits[tap.index] != (tap.index == accepts ? 2 : 0))
        return fail("of two calls that tracer " + tracer_letter(accepts) + " alone accepted, " +
                    tracer_letter(tap.index) + " has " +
                    std::to_string(tap.returned - exits[tap.index]) + " exits");
  }
  if (const std::size_t frames = usage().frames)
    return fail(std::to_string(frames) + " calls count as in flight, and none is");
  return bench.check_invariant(calls);
}

SCENARIO(
    many_tracers_one_stays,
    "whichever one of many is left when the others detach sees its calls, with data and without",
    .tracers = {65, 129}) {
  for (const unsigned stays : {0u, 63u, 64u, cell.tracers - 1}) {
    for (const std::size_t data : {std::size_t{0}, std::size_t{40}}) {
      TestBench bench(cell, cell.tracers, data);
      for (Tap& tap : bench) tap.records = false;
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
