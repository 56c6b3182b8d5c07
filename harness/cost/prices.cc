#include "harness/cost/prices.h"

#include <x86intrin.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

namespace retprobe::harness {
namespace {

extern "C" {
#define RP_PRICE(kind) PriceLoops::Loop retprobe_prices_##kind##_16, retprobe_prices_##kind##_32
RP_PRICE(multiply);
RP_PRICE(jump);
RP_PRICE(indirect_jump);
RP_PRICE(not_taken);
RP_PRICE(call_and_return);
RP_PRICE(indirect_call_and_return);
RP_PRICE(store);
RP_PRICE(load);
RP_PRICE(store_then_load);
#undef RP_PRICE
}

static_assert(PriceLoops::steps == 16);
#define RP_PRICE(what, kind) {what, retprobe_prices_##kind##_16, retprobe_prices_##kind##_32}
constexpr PriceLoops kinds[] = {
    RP_PRICE("a taken jump", jump),
    RP_PRICE("a taken jump through memory", indirect_jump),
    RP_PRICE("a test and a jump that is not taken", not_taken),
    RP_PRICE("a call and its return", call_and_return),
    RP_PRICE("a call through memory and its return", indirect_call_and_return),
    RP_PRICE("a store", store),
    RP_PRICE("a load", load),
    RP_PRICE("a store and the load that waits for it", store_then_load),
};
constexpr PriceLoops unit = RP_PRICE("a multiplication that waits for the one before it", multiply);
#undef RP_PRICE

double ticks_of_pass(PriceLoops::Loop* loop) {
  constexpr std::uint64_t passes = 200;
  constexpr int runs = 60;
  std::uint64_t memory[64] = {1};
  std::uint64_t fastest = std::numeric_limits<std::uint64_t>::max();
  for (int run = 0; run < runs; ++run) {
    const std::uint64_t begin = __rdtsc();
    loop(passes, memory);
    fastest = std::min(fastest, static_cast<std::uint64_t>(__rdtsc()) - begin);
  }
  return static_cast<double>(fastest) / static_cast<double>(passes);
}

// The fastest passes of several turns.
class Fastest {
 public:
  void run(const PriceLoops& loops) {
    ticks_.shorter = std::min(ticks_.shorter, ticks_of_pass(loops.shorter));
    ticks_.longer = std::min(ticks_.longer, ticks_of_pass(loops.longer));
  }
  PassTicks ticks() const { return ticks_; }

 private:
  static constexpr double none = std::numeric_limits<double>::infinity();
  PassTicks ticks_{none, none};
};

double ticks_of_step(PassTicks ticks) { return (ticks.longer - ticks.shorter) / PriceLoops::steps; }

}  // namespace

std::span<const PriceLoops> price_loops() { return kinds; }
const PriceLoops& unit_loops() { return unit; }

double cycles_of_step(PassTicks ticks, PassTicks unit_ticks) {
  return std::max(0.0, 3 * ticks_of_step(ticks) / ticks_of_step(unit_ticks));
}

double ticks_of_cycle() {
  Fastest fastest;
  fastest.run(unit);
  return ticks_of_step(fastest.ticks()) / 3;
}

// The kinds take turns, so that what disturbs for a tenth of a second does not disturb one alone.
std::vector<Price> measure_prices() {
  constexpr int turns = 100;
  Fastest cycle, fastest[std::size(kinds)];
  for (int turn = 0; turn < turns; ++turn) {
    cycle.run(unit);
    for (std::size_t i = 0; i < std::size(kinds); ++i) fastest[i].run(kinds[i]);
  }
  std::vector<Price> prices;
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    prices.push_back({kinds[i].what, cycles_of_step(fastest[i].ticks(), cycle.ticks())});
  return prices;
}

}  // namespace retprobe::harness
