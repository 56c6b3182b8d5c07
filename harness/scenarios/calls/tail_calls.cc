// Tail calls: a function that jumps to itself, and what handlers of a chain see and change.
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

extern "C" std::uint64_t wl_tail_a(std::uint64_t x);  // harness/workloads/tail_calls.S

namespace retprobe::harness {
namespace {

SCENARIO(tail_calls_self_loop,
         "a function that jumps to its own entry: each round is a call, one return is for all",
         .tracers = {1, 2, 4}) {
  TestBench bench(cell, {"fx_self_tail"});
  for (const std::uint64_t rounds : {1u, 2u, 3u, 9u}) {
    require_equal("fx_self_tail", fx_self_tail(100, rounds), 100 + rounds);
    for (const Tap& tap : bench) require_equal("exits", tap.returned, tap.entries);
  }
  return bench.check_all_seen(1 + 2 + 3 + 9);
}

SCENARIO(tail_calls_long_loop,
         "100,000 rounds on one return slot: seen, or counted where a pool is too small",
         .tracers = {1, 2}) {
  constexpr std::uint64_t rounds = 100'000;
  const auto call = [] {
    require_equal("fx_self_tail", fx_self_tail(1, rounds), 1 + rounds);
    require_equal("fx_self_tail after it", fx_self_tail(1, 1), 2);
  };
  {
    CountingBench bench(cell, {"fx_self_tail"});
    call();
    for (const Tap& tap : bench) require_equal("exits", tap.returned, tap.entries);
    require(bench.check_invariant(rounds + 1));
  }
  CountingBench bench(cell, 0);
  bench.add_with_room(cell, rounds, "fx_self_tail");
  call();
  return bench.check_all_seen(rounds + 1);
}

// wl_tail_a → b → c → (an unprobed one) → d, which returns for all.
constexpr const char* chain[] = {"wl_tail_a", "wl_tail_b", "wl_tail_c", "wl_tail_d"};

SCENARIO(tail_calls_return_value,
         "exit handlers of a chain change the value one after the other, innermost first") {
  TestBench bench(cell, 1);
  bench[0].names_functions = true;
  bench[0].at_exit = [](Tap&, ReturnFrame& call) {
    call.registers.rax =
        call.registers.rax * 256 + static_cast<unsigned char>(function_letter(call.site()));
  };
  std::uint64_t expected = wl_tail_a(1);
  for (const char letter : {'d', 'c', 'b', 'a'})
    expected = expected * 256 + static_cast<unsigned char>(letter);
  for (const char* name : chain) require(bench[0]->attach(name));
  require_equal("wl_tail_a", wl_tail_a(1), expected);
  return compare(bench.events.text(), ">Aa >Ab >Ac >Ad <Ad <Ac <Ab <Aa");
}

// Each handler of the chain asks where the chain returns to. `all` tracers accept, or the first.
Outcome return_addresses(const Cell& cell, bool all) {
  TestBench bench(cell);
  struct Seen {
    bool accepts = false;
    std::uint64_t at_entry = 0, at_exit = 0;
  };
  std::vector<Seen> seen(cell.tracers);
  for (Tap& tap : bench) {
    seen[tap.index].accepts = all || tap.index == 0;
    tap.extra = &seen[tap.index];
    tap.at_entry = [](Tap& self, EntryFrame& call) {
      const auto point = reinterpret_cast<std::uintptr_t>(fixture_return_point);
      Seen& what = *static_cast<Seen*>(self.extra);
      what.at_entry += resolve_return_address(call.slot()) == point;
      return what.accepts;
    };
    tap.at_exit = [](Tap& self, ReturnFrame& call) {
      const auto point = reinterpret_cast<std::uintptr_t>(fixture_return_point);
      static_cast<Seen*>(self.extra)->at_exit += call.return_address() == point;
    };
    for (const char* name : chain) require(tap->attach(name));
  }
  fixture_call(wl_tail_a, 1);
  for (const Seen& what : seen)
    if (what.at_entry != 4 || what.at_exit != (what.accepts ? 4 : 0))
      return fail("the return address was seen by " + std::to_string(what.at_entry) +
                  " of 4 entry handlers and by " + std::to_string(what.at_exit) +
                  " of 4 exit handlers");
  return pass();
}
SCENARIO(tail_calls_return_address,
         "each exit handler of a chain sees where the chain really returns to", .tracers = {1, 2}) {
  return return_addresses(cell, true);
}
SCENARIO(tail_calls_return_address_of_one, "the same where one tracer of several accepts the calls",
         .tracers = {2, 8}) {
  return return_addresses(cell, false);
}

}  // namespace
}  // namespace retprobe::harness
