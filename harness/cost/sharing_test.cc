// Tests that the hot path stores to no cache line that another thread's hot path uses. Otherwise
// threads could not run side by side at full speed: such a line moves between the two processors
// with every hit.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/bench/handlers.h"
#include "harness/bench/tracers.h"
#include "harness/cost/tally.h"
#include "harness/cost/walked_call.h"
#include "harness/must.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

void call_until_walked() {
  for (unsigned call = 0; call < walked_call::calls; ++call) (void)walked_call::make(call);
}

// The exit statuses of the walked process.
enum Status { well, not_configured, not_attached, missed };

int play(const Cell& cell, EntryHandler on_entry, void* context) {
  if (configure({cell.design, cell.transfer == "-" ? "paired" : cell.transfer}))
    return not_configured;
  auto sites = sites_of({"wl_leaf"});
  if (!sites.ok()) return not_attached;
  std::vector<Tracer> tracers;
  for (unsigned i = 0; i < cell.tracers; ++i) {
    auto tracer = Tracer::make({.on_entry = on_entry,
                                .on_return = ignore_return,
                                .context = context,
                                .registers = cell.registers});
    if (!tracer.ok() || tracer->attach(*sites)) return not_attached;
    tracers.push_back(std::move(*tracer));
  }
  call_until_walked();
  std::thread(call_until_walked).join();
  return std::ranges::any_of(tracers, [](const Tracer& tracer) { return tracer.missed() != 0; })
             ? missed
             : well;
}

// The first attach of a process makes a thread for a moment. Here, that thread is not traced. In
// the traced child it would be stopped, like all of its threads.
void attach_once(const Cell& cell) {
  must(configure({cell.design, cell.transfer == "-" ? "paired" : cell.transfer}));
  must(must(CaseTracers::attach(cell, {}, must(sites_of({"wl_leaf"})), nullptr)).detach());
}

struct Lines {
  std::set<std::uintptr_t> touched, stored;
};

Lines walk(TracedThread& thread) {
  const std::uint64_t stack_pointer = walked_call::run_to(thread);
  Tallier tallier;
  for (std::size_t steps = 0; !walked_call::is_over(thread, stack_pointer); ++steps) {
    if (steps == walked_call::most_steps)
      throw std::runtime_error("the walked call does not come to its end");
    tallier.count(thread.registers(), thread.code_at(thread.registers().rip));
    (void)thread.step();
  }
  return {tallier.data_lines(), tallier.stored_lines()};
}

// The cache lines (addresses / 64) that a warm hit in one thread stores to and a hit of the same
// function in another thread loads or stores, with the cell's tracers. `context`: on_entry's.
std::set<std::uintptr_t> shared_lines(const Cell& cell, EntryHandler on_entry, void* context) {
  attach_once(cell);
  TracedProcess process([&] { return play(cell, on_entry, context); },
                        {.marks = {walked_call::begin()}, .threads = true});
  const Lines first = walk(process.main());
  TracedThread other = process.make_thread(process.main().run_until_thread());
  process.main().release();
  const Lines second = walk(other);
  other.release();
  if (const Ending ending = process.wait(walked_call::patience_seconds); !ending.well())
    throw std::runtime_error(to_string(cell) + ": the walked process ended with " + ending.text());
  std::set<std::uintptr_t> shared;
  std::ranges::set_intersection(first.stored, second.touched, std::inserter(shared, shared.end()));
  std::ranges::set_intersection(first.touched, second.stored, std::inserter(shared, shared.end()));
  return shared;
}

// The cells of all designs except instance_pool, or those of instance_pool, whose instances are
// shared by all threads by design.
std::vector<Cell> cells(bool keyed_by_slot) {
  std::vector<Cell> cells;
  for (const DesignEntry* design : design_table()) {
    const bool framed = design->facts.wiring == Wiring::framed;
    if (design->facts.wiring == Wiring::unhooked) continue;
    if ((framed || design->facts.keyed_by_slot) != keyed_by_slot) continue;
    for (const unsigned tracers : {1U, 8U})
      for (const char* transfer : {"paired", "push_ret"}) {
        if (framed && transfer != std::string("paired")) continue;
        cells.push_back(
            {std::string(design->name), framed ? "-" : transfer, RegisterSet::scalar, tracers});
      }
  }
  return cells;
}

TEST(Sharing, ThereIsNoneInDesignsWhoseFramesBelongToAStack) try {
  for (const Cell& cell : cells(true)) {
    const auto shared = shared_lines(cell, accept_call, nullptr);
    EXPECT_TRUE(shared.empty()) << to_string(cell) << " stores to " << shared.size()
                                << " lines that another thread uses, the first at 0x" << std::hex
                                << *shared.begin() * 64;
  }
} catch (const NotPermitted& why) {
  GTEST_SKIP() << why.what();
}

TEST(Sharing, IsFoundWhereItIs) try {
  alignas(64) static std::uint64_t calls = 0;
  // With a handler that counts in one word for all threads.
  const auto counted =
      shared_lines({"counted_shadow", "paired", RegisterSet::scalar, 1}, count_call, &calls);
  EXPECT_EQ(counted, std::set<std::uintptr_t>{reinterpret_cast<std::uintptr_t>(&calls) / 64});
  // With one pool of instances for all threads.
  for (const Cell& cell : cells(false)) {
    const auto pool = shared_lines(cell, accept_call, nullptr);
    EXPECT_FALSE(pool.empty()) << to_string(cell);
  }
} catch (const NotPermitted& why) {
  GTEST_SKIP() << why.what();
}

}  // namespace
}  // namespace retprobe::harness
