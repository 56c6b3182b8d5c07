// What handlers see of a call, and what they may change: the function, the return address,
// arguments and return values, and the body that runs.
#include <array>

#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

struct Seen {
  const Site *at_entry = nullptr, *at_exit = nullptr;
  std::uintptr_t resolved = 0, original = 0, resolved_at_exit = 0;
  std::uint64_t rax = 0, rdx = 0;
  ReturnReason reason = ReturnReason::abandoned;
  RegisterSet entry_set{}, exit_set{};
};

/// A bench whose tracers note what they see.
struct WatchingBench : TestBench {
  WatchingBench(const Cell& cell, std::initializer_list<std::string_view> patterns)
      : TestBench(cell), seen(cell.tracers) {
    for (Tap& tap : *this) watch(tap, seen[tap.index]);
    for (const std::string_view pattern : patterns) attach_all(pattern);
  }
  static void watch(Tap& tap, Seen& seen) {
    tap.extra = &seen;
    tap.at_entry = [](Tap& self, EntryFrame& call) {
      auto& what = *static_cast<Seen*>(self.extra);
      what.at_entry = &call.site();
      what.entry_set = call.registers.set;
      what.resolved = resolve_return_address(call.slot());
      return true;
    };
    tap.at_exit = [](Tap& self, ReturnFrame& call) {
      auto& what = *static_cast<Seen*>(self.extra);
      what.at_exit = &call.site();
      what.exit_set = call.registers.set;
      what.original = call.return_address();
      what.reason = call.reason();
      what.rax = call.registers.rax;
      what.rdx = call.registers.rdx;
    };
  }
  std::vector<Seen> seen;
};

SCENARIO(facts_function_and_return_address,
         "handlers see the function and the address that the call really returns to",
         .tracers = {1, 2, 5}) {
  WatchingBench bench(cell, {"fx_leaf"});
  if (fixture_call(fx_leaf, 7) != 22) return fail("fx_leaf returned a wrong value");
  const Site* const site = &site_of("fx_leaf");
  const auto point = reinterpret_cast<std::uintptr_t>(fixture_return_point);
  for (Tap& tap : bench) {
    const Seen& what = bench.seen[tap.index];
    const std::string who = "tracer " + tracer_letter(tap.index) + ": ";
    if (what.at_entry != site || what.at_exit != site)
      return fail(who + "its handlers saw another function than fx_leaf");
    require_equal(who + "what the return slot resolves to at entry", what.resolved, point);
    require_equal(who + "the return address at exit", what.original, point);
    if (what.reason != ReturnReason::returned) return fail(who + "the reason is not `returned`");
    require_equal(who + "rax at exit", what.rax, 22);
    if (what.entry_set < cell.registers || what.exit_set < cell.registers)
      return fail(who + "it got a weaker register set than it asked for");
  }
  return pass();
}

SCENARIO(ways_out_facts,
         "exit handlers of a call that an exception leaves see its function and return address",
         .tracers = {1, 2, 5}) {
  WatchingBench bench(cell, {"fx_body"});
  try {
    fx_body([](void*) { throw 1; }, nullptr, 1);
  } catch (int) {
  }
  require(bench.check_exits(0, 1));
  const Site* const site = &site_of("fx_body");
  for (Tap& tap : bench) {
    const Seen& what = bench.seen[tap.index];
    const std::string who = "tracer " + tracer_letter(tap.index);
    if (what.reason != ReturnReason::unwound) return fail(who + ": the reason is not `unwound`");
    if (what.at_exit != site) return fail(who + ": its exit handler saw another function");
    require(what.resolved != 0, who + ": the return address at entry is unknown");
    require_equal(who + ": the return address at exit", what.original, what.resolved);
  }
  return pass();
}

SCENARIO(facts_strongest_set,
         "a function's tracers all get at least the strongest set that one of them asked for",
         .any_cell = false) {
  TestBench bench(cell, 0);
  const RegisterSet sets[] = {RegisterSet::scalar, RegisterSet::full, RegisterSet::vector};
  for (const RegisterSet set : sets)
    bench.add([&](TracerOptions& options) { options.registers = set; });
  std::vector<Seen> seen(3);
  for (Tap& tap : bench) WatchingBench::watch(tap, seen[tap.index]);
  bench.attach_all("fx_leaf");
  fx_leaf(1);
  for (std::size_t i = 0; i < 3; ++i)
    if (seen[i].entry_set != RegisterSet::full || seen[i].exit_set < sets[i])
      return fail(std::string("beside a full tracer one that asked for ") + to_string(sets[i]) +
                  " got " + to_string(seen[i].entry_set) + " at entry, " +
                  to_string(seen[i].exit_set) + " at exit");
  require(bench[1]->detach());
  fx_leaf(1);
  if (seen[0].entry_set < RegisterSet::vector || seen[2].exit_set < RegisterSet::vector)
    return fail("after the full tracer is gone the vector tracer gets less than it asked for");
  return pass();
}

SCENARIO(facts_return_values, "exit handlers see both return registers, signed ones too",
         .tracers = {1, 3}) {
  const WatchingBench bench(cell, {"fx_pair", "fx_negative"});
  const FixturePair pair = fx_pair(0x1234567890abcdef);
  require_equal("fx_pair's first", pair.first, 0x1234567890abcdf0);
  require_equal("fx_pair's second", pair.second, 0x1234567890abcdf1);
  for (const Seen& what : bench.seen) {
    require_equal("rax", what.rax, pair.first);
    require_equal("rdx", what.rdx, pair.second);
  }
  const auto wanted = static_cast<std::uint64_t>(-42);
  require_equal("fx_negative", static_cast<std::uint64_t>(fx_negative(42)), wanted);
  for (const Seen& what : bench.seen) require_equal("rax", what.rax, wanted);
  return pass();
}

SCENARIO(facts_change_return_value,
         "exit handlers change the return value, each on top of the one before",
         .tracers = {1, 2, 4}) {
  TestBench bench(cell);
  for (Tap& tap : bench)
    tap.at_exit = [](Tap& self, ReturnFrame& call) {
      call.registers.rax = call.registers.rax * 10 + self.index + 1;
      call.registers.rdx ^= 0xff00;
    };
  bench.attach_all("fx_leaf");
  bench.attach_all("fx_pair");
  // Exit handlers run in the reverse of the attach order.
  std::uint64_t expected = 3 * 5 + 1;
  for (unsigned i = cell.tracers; i > 0; --i) expected = expected * 10 + i;
  require_equal("fx_leaf", fx_leaf(5), expected);
  require_equal("rdx", fx_pair(1).second, cell.tracers % 2 ? (3 ^ 0xff00) : 3);
  return pass();
}

SCENARIO(facts_arguments, "entry handlers see the register arguments and may change them",
         .tracers = {1, 2}) {
  TestBench bench(cell);
  using Arguments = std::array<std::uint64_t, 6>;
  std::vector<Arguments> seen(cell.tracers);
  for (Tap& tap : bench) {
    tap.extra = &seen[tap.index];
    tap.at_entry = [](Tap& self, EntryFrame& call) {
      auto& all = *static_cast<Arguments*>(self.extra);
      auto next = all.begin();
      for (auto argument : {&Registers::rdi, &Registers::rsi, &Registers::rdx, &Registers::rcx,
                            &Registers::r8, &Registers::r9})
        *next++ = (call.registers.*argument)++;
      return true;
    };
  }
  bench.attach_all("fx_six");
  const std::uint64_t value = fx_six(1, 2, 3, 4, 5, 6);
  for (std::uint64_t i = 0; i < cell.tracers; ++i)
    if (seen[i] != Arguments{1 + i, 2 + i, 3 + i, 4 + i, 5 + i, 6 + i})
      return fail("tracer " + std::to_string(i) +
                  " saw other arguments than the ones before it left");
  require_equal("what the body made of its arguments", value,
                654321 + cell.tracers * std::uint64_t{111111});
  return pass();
}

SCENARIO(redirect_by_turns,
         "calls behind a redirected one, of the function and of others, run their own bodies",
         .tracers = {1, 2, 4}, .registers = {RegisterSet::full}) {
  for (unsigned redirecting = 0; redirecting < cell.tracers; ++redirecting) {
    CountingBench bench(cell, 0);
    for (unsigned i = 0; i < cell.tracers; ++i)
      bench.add([&](TracerOptions& options) { options.redirects = i == redirecting; });
    bench.attach_all("fx_leaf");
    for (Tap& tap : bench)
      if (tap.index != redirecting) require(tap->attach("fx_negative"));
    bench[redirecting].at_entry = [](Tap&, EntryFrame& call) {
      if (call.registers.rdi % 2) call.registers.rip = reinterpret_cast<std::uint64_t>(&fx_counted);
      return true;
    };
    constexpr std::uint64_t calls = 20;
    for (std::uint64_t x = 0; x < calls; ++x) {
      const std::string which = " of call " + std::to_string(x) +
                                ", of which each odd one is redirected by tracer " +
                                tracer_letter(redirecting);
      require_equal("the value" + which, fx_leaf(x), x % 2 ? 7 * x + 3 : 3 * x + 1);
      require_equal("another function's value" + which,
                    -static_cast<std::uint64_t>(fx_negative(static_cast<std::int64_t>(x))), x);
    }
    for (Tap& tap : bench) {
      const std::uint64_t all = tap.index == redirecting ? calls : 2 * calls;
      require_equal("entries of tracer " + tracer_letter(tap.index), tap.entries, all);
      require_equal("returns of tracer " + tracer_letter(tap.index), tap.returned, all);
    }
  }
  return pass();
}

SCENARIO(redirect_is_taken,
         "a second redirecting tracer is refused by name, and may come when the first has gone",
         .any_cell = false) {
  TestBench bench(cell, 0);
  const auto redirecting = [](TracerOptions& options) {
    options.registers = RegisterSet::full;
    options.redirects = true;
  };
  Tap& first = bench.add(redirecting);
  Tap& second = bench.add(redirecting);
  second.at_entry = [](Tap&, EntryFrame& call) {
    call.registers.rip = reinterpret_cast<std::uint64_t>(&fx_counted);
    return true;
  };
  require(first->attach("fx_leaf"));
  Error error = second->attach("fx_leaf");
  if (!error) return fail("a second redirecting tracer was attached");
  if (error.code() != Error::Code::refused ||
      error.message().find("A redirects") == std::string::npos)
    return fail("the error does not say that A redirects: " + error.message());
  if (fx_leaf(10) != 31) return fail("the refused tracer changed something");
  require(first->detach());
  require(second->attach("fx_leaf"));
  if (fx_leaf(10) != 73) return fail("the second tracer does not redirect once the first is gone");
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
