// Order: entry handlers run in attach order, exit handlers in reverse.
#include <numeric>

#include "harness/verify/call_tree.h"

namespace retprobe::harness {
namespace {

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

}  // namespace
}  // namespace retprobe::harness
