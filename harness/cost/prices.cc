#include "harness/cost/prices.h"

#include <x86intrin.h>

#include <algorithm>
#include <cstdint>
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
  constexpr int runs = 300;
  std::uint64_t memory[64] = {1};
  std::uint64_t fastest = std::numeric_limits<std::uint64_t>::max();
  for (int run = 0; run < runs; ++run) {
    const std::uint64_t begin = __rdtsc();
    loop(passes, memory);
    fastest = std::min(fastest, static_cast<std::uint64_t>(__rdtsc()) - begin);
  }
  return static_cast<double>(fastest) / static_cast<double>(passes);
}

double ticks_of(const Kind& kind) {
  return (ticks_of_pass(kind.longer) - ticks_of_pass(kind.shorter)) / steps_between;
}

}  // namespace

double ticks_of_cycle() { return ticks_of(unit) / 3; }

std::vector<Price> measure_prices() {
  const double cycle = ticks_of_cycle();
  std::vector<Price> prices;
  for (const Kind& kind : kinds)
    prices.push_back({kind.what, std::max(0.0, ticks_of(kind) / cycle)});
  return prices;
}

}  // namespace retprobe::harness
