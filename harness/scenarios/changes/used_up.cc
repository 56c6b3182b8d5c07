// What a design or the library has only so many of, up to its end: places for tracers on a
// function, blocks. What is refused changes nothing, and succeeds when there is room again.
#include "harness/scenarios/changes/thousands.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

void require_seen(Tap& tap, std::uint64_t calls) {
  require_equal("entries of tracer " + tracer_letter(tap.index), tap.entries, calls);
  require_equal("returns of tracer " + tracer_letter(tap.index), tap.returned, calls);
  require_equal("calls that tracer " + tracer_letter(tap.index) + " missed", tap->missed(), 0);
}

SCENARIO(used_up_places,
         "as many tracers on a function as the design takes: one more is refused, and a batch with "
         "it changes nothing",
         .seconds = 60, .any_cell = false) {
  constexpr unsigned most = 2100;
  CountingBench bench(cell, most);
  const Site* const leaf = &site_of("fx_leaf");
  const Site* const other = &site_of("fx_other");
  unsigned taken = 0;
  Error refused;
  for (; taken < most; ++taken)
    if ((refused = bench[taken]->attach(std::vector{leaf}))) break;
  if (taken < most) {
    if (refused.code() != Error::Code::exhausted) return fail(refused.message());
    for (const std::vector<const Site*>& batch : {std::vector{other, leaf}, {leaf, other}}) {
      const Error error = bench[taken]->attach(batch);
      if (error.code() != Error::Code::exhausted)
        return fail("a batch with one tracer too many is not refused for that: " + error.message());
      if (bench[taken]->attached() != 0 || usage().sites != 1)
        return fail("the refused batch left something attached");
    }
  }
  if (fx_leaf(1) != 4 || fx_other(1) != 7) return fail("a wrong value");
  // One in the middle makes way for another.
  const unsigned goes = taken / 2;
  require(bench[goes]->detach());
  Tap& comes = taken < most ? bench[taken] : bench[goes];
  const std::uint64_t before = comes.entries;
  require(comes->attach(std::vector{leaf, other}));
  if (fx_leaf(2) != 7 || fx_other(2) != 12) return fail("a wrong value");
  require_equal("entries of the tracer that came last", comes.entries, before + 2);
  require_equal("its returns", comes.returned, before + 2);
  for (unsigned i = 0; i < taken; ++i)
    if (i != goes) require_seen(bench[i], 2);
  return pass();
}

SCENARIO(used_up_blocks,
         "tracers on 10,000 functions until there are no blocks left: what is refused changes "
         "nothing, and the others' calls are seen",
         .seconds = 60, .any_cell = false) {
  const std::span<const std::uintptr_t> leaves = load_thousands();
  const std::vector<const Site*> sites = require(find_sites("thousands_*"));
  if (sites.size() != thousands_count) return fail("not all of the functions are sites");
  constexpr unsigned most = 9;
  CountingBench bench(cell, most);
  const auto call_all = [&]() -> bool {
    for (std::size_t i = 0; i < leaves.size(); ++i)
      if (reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(leaves[i])(2) != 7 + i) return false;
    return true;
  };
  unsigned taken = 0;
  Error refused;
  for (; taken < most; ++taken)
    if ((refused = bench[taken]->attach(sites))) break;
  if (taken < most) {
    if (refused.code() != Error::Code::exhausted) return fail(refused.message());
    if (bench[taken]->attached() != 0) return fail("a refused tracer is attached to something");
  }
  if (!call_all()) return fail("a wrong value");
  for (unsigned i = 0; i < most; ++i) require_seen(bench[i], i < taken ? leaves.size() : 0);
  // What was taken for a refused tracer is free again: some functions more are possible.
  if (taken < most) {
    const std::vector<const Site*> some(sites.begin(), sites.begin() + 100);
    require(bench[taken]->attach(some));
    require(bench[taken]->detach());
  }
  // So is what was taken for one that has gone.
  for (std::uint64_t round = 2; round <= 4; ++round) {
    if (taken < most && !bench[taken]->attach(sites))
      return fail("what was refused before is attached, though nobody has gone");
    require(bench[taken - 1]->detach());
    require(bench[taken - 1]->attach(sites));
    if (!call_all()) return fail("a wrong value");
    require_seen(bench[taken - 1], round * leaves.size());
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
