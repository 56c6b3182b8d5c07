#include "harness/cost/sharing.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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

}  // namespace

Result<std::set<std::uintptr_t>> shared_lines(const Cell& cell, EntryHandler on_entry,
                                              void* context) try {
  attach_once(cell);
  TracedProcess process([&] { return play(cell, on_entry, context); },
                        {.marks = {walked_call::begin()}, .threads = true});
  const Lines first = walk(process.main());
  TracedThread other = process.make_thread(process.main().run_until_thread());
  process.main().release();
  const Lines second = walk(other);
  other.release();
  if (const Ending ending = process.wait(walked_call::patience_seconds); !ending.well())
    return Error{Error::Code::system,
                 to_string(cell) + ": the walked process ended with " + ending.text()};
  std::set<std::uintptr_t> shared;
  std::ranges::set_intersection(first.stored, second.touched, std::inserter(shared, shared.end()));
  std::ranges::set_intersection(first.touched, second.stored, std::inserter(shared, shared.end()));
  return shared;
} catch (const NotPermitted&) {
  throw;
} catch (const std::runtime_error& error) {
  return Error{Error::Code::system, to_string(cell) + ": " + error.what()};
}

}  // namespace retprobe::harness
