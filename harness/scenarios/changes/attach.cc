// Attaching: by name, glob and address; with one tracer and with several on a function.
#include <unistd.h>

#include <cstdio>
#include <new>

#include "core/patching/text_poke.h"
#include "harness/scenarios/changes/thousands.h"
#include "harness/verify/call_tree.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/threads.h"

namespace retprobe::harness {
namespace {

std::string hexadecimal(std::uintptr_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "%#lx", value);
  return text;
}

// Attaches to `pattern`, calls each function once, and compares the events with `expected`.
void require_seen(const Cell& cell, const std::string& pattern, const std::string& expected) {
  TestBench bench(cell, 1);
  bench[0].names_functions = true;
  require(bench[0]->attach(pattern));
  fx_leaf(1);
  fx_other(1);
  fx_pair(1);
  // The mangled names of the next three end in a type's letter: m for each.
  require_equal("overloaded(1)", fixture::overloaded(1), 2);
  require_equal("overloaded(1, 2)", fixture::overloaded(1, 2), 3);
  require_equal("area(4)", fixture::Shape{3}.area(4), 12);
  require(compare(bench.events.text(), expected), pattern + ": ");
}

SCENARIO(attach_by_name_glob_address,
         "functions are found by symbol, C++ name, glob and address; exactly those are seen") {
  const Site& leaf = site_of("fx_leaf");
  const struct {
    std::string pattern, expected;
  } cases[] = {
      {"fx_leaf", ">Af <Af"},
      {"fx_[lo]*", ">Af <Af >Ar <Ar"},
      {"fx_*r", ">Ar <Ar >Ar <Ar"},
      {hexadecimal(leaf.address), ">Af <Af"},
      {hexadecimal(leaf.entry), ">Af <Af"},
      {"fixture::overloaded", ">Am <Am >Am <Am"},
      {"fixture::overloaded(unsigned long)", ">Am <Am"},
      {"fixture::Shape::area", ">Am <Am"},
      {"fixture::*", ">Am <Am >Am <Am >Am <Am"},
      {"_ZN7fixture10overloadedEmm", ">Am <Am"},
  };
  for (const auto& [pattern, expected] : cases) require_seen(cell, pattern, expected);
  return pass();
}

SCENARIO(attach_several_patterns,
         "a tracer collects functions by several attaches, and leaves them all at once") {
  TestBench bench(cell, 1);
  bench[0].names_functions = true;
  require(bench[0]->attach("fx_leaf"));
  require(bench[0]->attach("tree_[fg]"));
  const Site* const other = &site_of("fx_other");
  require(bench[0]->attach(std::span(&other, 1)));
  if (bench[0]->attached() != 4 || usage().sites != 4) return fail("four functions are not four");
  fx_leaf(1), fx_other(1);
  require(bench[0]->detach());
  require(bench[0]->detach());  // it is attached to nothing: no error
  fx_leaf(1), fx_other(1);
  if (bench[0]->attached() || usage().sites) return fail("functions are left after the detach");
  return compare(bench.events.text(), ">Af <Af >Ar <Ar");
}

SCENARIO(attach_to_nothing, "an empty batch is no error and changes nothing", .any_cell = false) {
  TestBench bench(cell, 1);
  require(bench[0]->attach(std::span<const Site* const>{}));
  require(bench[0]->detach(std::span<const Site* const>{}));
  return bench[0]->attached() ? fail("it is attached to something")
                              : pass_without_calls("nothing is attached that could be called");
}

// Linux kept the slow path when only one of two users was left.
SCENARIO(
    attach_direct_path_restored,
    "one tracer has the direct path, also when it was two in between; none, and all is as built") {
  const Site& leaf = site_of("fx_leaf");
  TestBench bench(cell, 2);
  require(bench[0]->attach("fx_leaf"));
  const SiteBytes one = bytes_at(leaf);
  if (one == leaf.original) return fail("attaching did not patch the function");
  for (unsigned round = 0; round < 6; ++round) {
    // The tracer that was alone goes, and the other one is alone next.
    Tap &goes = bench[round % 2], &stays = bench[1 - round % 2];
    require(stays->attach("fx_leaf"));
    bench.events.clear();
    fx_leaf(1);
    if (bench.events.size() != 4) return fail("two tracers have " + bench.events.text());
    require(goes->detach());
    if (bytes_at(leaf) != one)
      return fail("the function's jump does not lead to where it led with one tracer");
    bench.events.clear();
    fx_leaf(1);
    const std::string letter = tracer_letter(stays.index);
    require(compare(bench.events.text(), ">" + letter + " <" + letter));
  }
  bench.detach_all();
  if (!is_as_built(leaf)) return fail("without tracers the function is not as it was built");
  fx_leaf(1);
  return pass();
}

SCENARIO(attach_union_restored,
         "overlapping sets: after one goes the other's is as it was, in either order") {
  const Site* const sites[] = {&site_of("tree_f"), &site_of("tree_g"), &site_of("tree_h")};
  TestBench bench(cell, 2);
  for (const unsigned first : {0u, 1u}) {
    require(bench[0]->attach("tree_[fg]"));
    require(bench[1]->attach("tree_[gh]"));
    require_equal("functions of the union", usage().sites, 3);
    require(bench[first]->detach());
    require_equal("functions that are left", usage().sites, 2);
    const bool patched[] = {first == 1, true, first == 0};
    for (int i = 0; i < 3; ++i)
      if (is_as_built(*sites[i]) == patched[i])
        return fail(sites[i]->name + (patched[i] ? " is not patched, though it has a tracer"
                                                 : " is patched, though it has no tracer"));
    require(bench[1 - first]->detach());
    for (const Site* site : sites)
      if (!is_as_built(*site)) return fail(site->name + " is not as it was built");
  }
  const ModelTracer model[] = {{"fg"}, {"gh"}};
  return play(cell, model, "+A +B f(g(h)) -A f(g(h)) +A f(g(h)) -B f(g(h)) -A f g h");
}

SCENARIO(attach_stronger_set,
         "a tracer with the full set comes and goes beside one with a weaker set",
         .tracers = {1, 2}) {
  TestBench bench(cell);
  Tap& full = bench.add([](TracerOptions& options) { options.registers = RegisterSet::full; });
  for (unsigned i = 0; i < cell.tracers; ++i) require(bench[i]->attach("fx_leaf"));
  const Site& leaf = site_of("fx_leaf");
  const SiteBytes before = bytes_at(leaf);
  for (int round = 0; round < 20; ++round) {
    if (fx_leaf(1) != 4) return fail("fx_leaf returned a wrong value");
    require(full->attach("fx_leaf"));
    if (fx_leaf(2) != 7) return fail("fx_leaf returned a wrong value with the full set");
    require(full->detach());
    if (cell.tracers == 1 && bytes_at(leaf) != before)
      return fail("the function's jump is not what it was before the full tracer came");
  }
  for (const Tap& tap : bench) {
    const std::uint64_t calls = &tap == &full ? 20 : 40;
    require_equal("entries of tracer " + tracer_letter(tap.index), tap.entries, calls);
    require_equal("returns of tracer " + tracer_letter(tap.index), tap.returned, calls);
  }
  return pass();
}

SCENARIO(attach_batch_of_many, "a thousand functions at once, on and off", .tracers = {1, 2},
         .seconds = 30) {
  CountingBench bench(cell);
  const std::vector<const Site*> sites = require(find_sites("wl_functions_1000_*"));
  require(sites.size() >= 1000, "the workload of a thousand functions has fewer sites");
  for (int round = 0; round < 3; ++round) {
    for (Tap& tap : bench) require(tap->attach(sites));
    require_equal("functions with a tracer", usage().sites, sites.size());
    for (const Site* site : sites) {
      const std::uint64_t number = std::stoull(site->name.substr(site->name.rfind('_') + 1));
      const auto leaf = reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(site->address);
      if (leaf(5) != 3 * 5 + number + 1) return fail(site->name + " returned a wrong value");
    }
    for (Tap& tap : bench) require(tap->detach());
    for (const Site* site : sites)
      if (!is_as_built(*site)) return fail(site->name + " is not as it was built");
  }
  return bench.check_invariant(3 * sites.size());
}

// What a poke keeps of each function lies in tables that grow. Each child's first attach makes
// them.
SCENARIO(attach_first_batch,
         "threads call 10,000 functions when the process attaches for the first time, to all of "
         "them",
         .tracers = {1}, .seconds = 60, .any_cell = false, .transfers = {"paired"}) {
  const std::span<const std::uintptr_t> leaves = load_thousands();
  const std::vector<const Site*> sites = require(find_sites("thousands_*"));
  const Mapping shared(4096, MAP_SHARED);
  auto& met = *new (shared.data()) std::atomic<std::uint64_t>;
  const auto attach_beside_callers = [&] {
    CountingBench bench(cell, 1);
    std::atomic<bool> stop{false}, wrong{false};
    std::atomic<unsigned> calling{0};
    Threads callers(2, [&](unsigned) {
      for (std::size_t i = 0; !stop; i = (i + 1) % leaves.size()) {
        const auto leaf = reinterpret_cast<std::uint64_t (*)(std::uint64_t)>(leaves[i]);
        if (leaf(1) != i + 4) wrong = true;
        if (i == 0) ++calling;
      }
    });
    while (calling < 2) usleep(100);
    const Error error = bench[0]->attach(sites);
    met += poke_counters().emulated;
    stop = true;
    callers.join();
    require(error);
    require(!wrong, "a function returned a wrong value");
  };
  while (met < 10) {
    const std::string trouble = trouble_of(fork_child(attach_beside_callers));
    require(trouble.empty(), "a child: " + trouble);
  }
  return pass();
}

}  // namespace
}  // namespace retprobe::harness
