// Order: entry handlers run in attach order, exit handlers in reverse.
#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"

namespace retprobe::harness {
namespace {

// ">A >B … <B <A" `times` times.
std::string brackets(unsigned tracers, unsigned times = 1) {
  std::string once;
  for (unsigned i = 0; i < tracers; ++i) once += " >" + tracer_letter(i);
  for (unsigned i = tracers; i > 0; --i) once += " <" + tracer_letter(i - 1);
  std::string text;
  while (times--) text += once;
  return text.substr(1);
}

SCENARIO(order_brackets, "tracers bracket each other: entries in attach order, exits in reverse",
         .tracers = {1, 2, 4, 8, 16, 64, 256}) {
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  for (std::uint64_t x = 0; x < 3; ++x)
    if (const std::uint64_t value = fx_leaf(x); value != 3 * x + 1)
      return fail("fx_leaf returned " + std::to_string(value));
  return compare(bench.events.text(), brackets(cell.tracers, 3));
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
  TestBench bench(cell);
  bench.attach_all("fx_leaf");
  std::vector<unsigned> order;
  for (unsigned i = 0; i < cell.tracers; ++i) order.push_back(i);
  // More changes than any table has places. The tracer that leaves is at a different place in the
  // order from round to round.
  for (unsigned round = 0; round < 600; ++round) {
    const unsigned leaves = order[round % 7 % cell.tracers];
    require(bench[leaves]->detach());
    require(bench[leaves]->attach("fx_leaf"));
    std::erase(order, leaves);
    order.push_back(leaves);
    bench.events.clear();
    fx_leaf(round);
    std::string expected;
    for (const unsigned tracer : order)
      expected += (expected.empty() ? ">" : " >") + tracer_letter(tracer);
    for (auto tracer = order.rbegin(); tracer != order.rend(); ++tracer)
      expected += " <" + tracer_letter(*tracer);
    if (Outcome outcome = compare(bench.events.text(), expected); outcome.verdict != Verdict::pass)
      return fail("after " + std::to_string(round + 1) + " changes: " + outcome.detail);
  }
  return pass();
}

SCENARIO(order_random,
         "random trees of calls, tail calls, attaches and detaches agree with the oracle",
         .tracers = {1, 2, 3, 8, 17}, .seconds = 30) {
  constexpr unsigned seeds = 40;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const std::vector<ModelTracer> model(cell.tracers);
    Outcome outcome = play(cell, model, random_script(seed, cell.tracers, 40),
                           seed == seeds ? Afterwards::thousand_calls : Afterwards::nothing);
    if (outcome.verdict != Verdict::pass)
      return fail("seed " + std::to_string(seed) + ": " + outcome.detail);
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
