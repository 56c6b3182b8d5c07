#include "harness/cost/prices.h"

#include <x86intrin.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

namespace retprobe::harness {
namespace {

using Loop = void(std::uint64_t passes, std::uint64_t* memory);

extern "C" {
#define RP_PRICE(kind) Loop retprobe_prices_##kind##_16, retprobe_prices_##kind##_32
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

struct Kind {
  std::string_view what;
  Loop *shorter, *longer;
};
#define RP_PRICE(what, kind) {what, retprobe_prices_##kind##_16, retprobe_prices_##kind##_32}
constexpr Kind kinds[] = {
    RP_PRICE("a taken jump", jump),
    RP_PRICE("a taken jump through memory", indirect_jump),
    RP_PRICE("a test and a jump that is not taken", not_taken),
    RP_PRICE("a call and its return", call_and_return),
    RP_PRICE("a call through memory and its return", indirect_call_and_return),
    RP_PRICE("a store", store),
    RP_PRICE("a load", load),
    RP_PRICE("a store and the load that waits for it", store_then_load),
};
constexpr Kind unit = RP_PRICE("", multiply);
#undef RP_PRICE

constexpr double steps_between = 32 - 16;

double ticks_of_pass(Loop* loop) {
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
  void run(const Kind& kind) {
    shorter_ = std::min(shorter_, ticks_of_pass(kind.shorter));
    longer_ = std::min(longer_, ticks_of_pass(kind.longer));
  }
  double ticks_of_step() const { return (longer_ - shorter_) / steps_between; }

 private:
  double shorter_ = std::numeric_limits<double>::infinity(), longer_ = shorter_;
};

}  // namespace

double ticks_of_cycle() {
  Fastest fastest;
  fastest.run(unit);
  return fastest.ticks_of_step() / 3;
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
    prices.push_back(
        {kinds[i].what, std::max(0.0, 3 * fastest[i].ticks_of_step() / cycle.ticks_of_step())});
  return prices;
}

}  // namespace retprobe::harness
