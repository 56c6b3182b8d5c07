// At every boundary of two probed calls that a second thread makes, while it stands there: the first thread
// cancels it, or forks.
#include <algorithm>

#include "harness/injection/sampling.h"
#include "harness/scenarios/every_instruction.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t bounded_points = 20;
constexpr unsigned patience_seconds = 20;

/// A fresh process, its second thread stopped at boundary 0 of the walk, its first one before the deed.
class ThreadWalk {
 public:
  ThreadWalk(Stage& stage, Stage::Deed deed)
      : process_([&stage, deed] { return stage.play_threads(deed); },
                 {.marks = {reinterpret_cast<std::uintptr_t>(step_call_begin),
                            reinterpret_cast<std::uintptr_t>(step_marked)},
                  .threads = true}),
        walker_(process_.make_thread(process_.main().run_until_thread())) {
    process_.main().run();
    walker_.run();
  }
  TracedThread& walker() { return walker_; }
  pid_t id() const { return process_.id(); }
  /// Has the deed done, and lets both go.
  Ending end() {
    process_.main().run();
    walker_.release();
    process_.main().release();
    return process_.wait(patience_seconds);
  }

 private:
  TracedProcess process_;
  TracedThread walker_;
};

Outcome deed_everywhere(const Cell& cell, Stage::Deed deed, const char* seed) {
  Stage stage(cell);
  MACHINE_OK(stage.attach());
  StepShared& shared = stage.shared();
  // The same instructions as with one thread: nothing in a walk depends on which thread it is.
  const std::vector<Boundary> all = survey(stage);
  std::unordered_map<std::uintptr_t, std::size_t> seen;
  std::vector<std::size_t> occurrence;
  for (const Boundary& boundary : all) occurrence.push_back(seen[boundary.rip]++);
  std::unique_ptr<OutsideUnwinder> names;
  Injections injections(cell);
  Ranges untold;
  for (const std::size_t k :
       sample(all.size(), wanted_boundaries(cell, bounded_points), seed + to_string(cell))) {
    shared.failure[0] = 0;
    shared.untold = 0;
    ThreadWalk walk(stage, deed);
    if (!names) names = std::make_unique<OutsideUnwinder>(walk.id());
    const std::string where = describe(*names, k, all[k].rip);
    injections.point();
    try {
      // Memory that belongs to no module may not be changed: the last boundary before it is where a step
      // leads into it.
      const bool steps = k > 0 && names->module(all[k].rip).empty();
      const std::size_t to = steps ? k - 1 : k;
      walk.walker().run_to(all[to].rip, occurrence[to]);
      if (steps) walk.walker().step();
      const Ending ending = walk.end();
      if (shared.failure[0])
        injections.failure(where, shared.failure);
      else if (!ending.well())
        injections.failure(where, ending.text());
    } catch (const NotPermitted&) {
      throw;
    } catch (const std::runtime_error& error) {
      injections.failure(where, error.what());
    }
    if (shared.untold && stage.tells_of_passed_over()) {
      untold.add(k, all[k].rip);
      if (!in_hook(*names, all[k].rip))
        injections.failure(where,
                           "a call that was left was not told to a tracer, although no hook was running");
    }
  }
  if (names) untold.note(injections, *names, "a call that was left is not told to a tracer");
  return injections.outcome();
}

SCENARIO(
    every_instruction_cancel,
    "a thread is cancelled at each instruction of probed calls: its state is released, its calls are counted",
    .tracers = {1, 2, 8}, .seconds = 60) {
  return stepping([&] { return deed_everywhere(cell, Stage::Deed::cancel, "cancel"); });
}

SCENARIO(
    every_instruction_fork,
    "a process forks while another thread is at each instruction of probed calls: parent and child carry on",
    .tracers = {1, 2, 8}, .seconds = 60) {
  return stepping([&] { return deed_everywhere(cell, Stage::Deed::fork, "fork"); });
}

}  // namespace
}  // namespace retprobe::harness
