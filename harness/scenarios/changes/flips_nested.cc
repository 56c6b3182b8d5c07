// A handler calls a function through a jump that the function no longer has. Each tracer must count
// the call as missed once, not once for each block that the call passes.
#include "core/patching/text_poke.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/test_bench.h"

namespace retprobe::harness {
namespace {

using Leaf = std::uint64_t(std::uint64_t);
Leaf* old_jump = nullptr;
std::uint64_t value = 0;

Leaf* jump_of(const Site& site) {
  return reinterpret_cast<Leaf*>(decode_target(site.entry, bytes_at(site)));
}

}  // namespace

SCENARIO(
    flips_slow_nested,
    "a handler's call by a jump that was changed: who was attached all the while misses it once",
    .tracers = {1}, .any_cell = false) {
  const Site& leaf = site_of("fx_leaf");
  CountingBench bench(cell, 1);
  Tap& stronger = bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });
  Tap& caller = bench.add();
  caller.at_entry = [](Tap&, EntryFrame&) {
    value = old_jump(7);
    return true;
  };
  require(bench[0]->attach("fx_leaf"));
  old_jump = jump_of(leaf);
  require(stronger->attach("fx_leaf"));
  if (jump_of(leaf) == old_jump)
    return fail("the stronger tracer did not change the function's jump");
  require(caller->attach("fx_other"));
  if (fx_other(1) != 7 || value != 22) return fail("a call returned a wrong value");
  require_equal("entries of the tracer that was attached all the while", bench[0].entries, 0);
  require_equal("nested calls that it missed", bench[0]->missed(), 1);
  if (stronger->missed() > 1) return fail("the other one missed one nested call more than once");
  return pass();
}

}  // namespace retprobe::harness
