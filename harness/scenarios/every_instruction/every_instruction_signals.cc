// Sends a signal at every boundary of two probed calls, each time to a fresh copy of the process.
// The handler calls probed functions. Then it returns, leaves by siglongjmp, or throws through the
// interrupted code.

#include "harness/injection/sampling.h"
#include "harness/scenarios/every_instruction/every_instruction.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t bounded_points = 45;

Outcome signal_everywhere(const Cell& cell, Act act, const char* seed) {
  Stage stage(cell);
  stage.attach();
  const std::vector<Boundary> all = survey(stage);
  Walk walk(stage);
  const OutsideUnwinder names(walk.process().id());
  StepShared& shared = stage.shared();
  Injections injections(cell);
  Ranges unnotified, missed;
  for (const std::size_t k :
       sample(all.size(), wanted_boundaries(cell, bounded_points), seed + to_string(cell))) {
    while (walk.at() < k) walk.step();
    const Boundary boundary = walk.boundary();
    if (boundary.rip != all[k].rip)
      throw std::runtime_error("two walks differ at " + describe(names, k, boundary.rip));
    shared.expects_caller = boundary.depth > 0;
    injections.point();
    const Ending ending = walk.copy(act);
    if (shared.failure[0])
      injections.failure(describe(names, k, boundary.rip), shared.failure);
    else if (!ending.well())
      injections.failure(describe(names, k, boundary.rip), ending.text());
    if (shared.unnotified && stage.notifies_passed_over()) {
      unnotified.add(k, boundary.rip);
      if (!in_hook(names, boundary.rip))
        injections.failure(
            describe(names, k, boundary.rip),
            "a tracer was not notified of a call that was left, although no hook was running");
    }
    if (shared.missed_after) missed.add(k, boundary.rip);
    if (ending.timed_out) {  // the next ones would do the same, twenty seconds each
      injections.note("what comes after it was not tried");
      break;
    }
  }
  unnotified.note(injections, names, "a tracer is not notified of a call that was left");
  missed.note(injections, names, "later calls were missed, and counted");
  return injections.outcome();
}

SCENARIO(every_instruction_signal,
         "a signal at each instruction of probed calls, whose handler calls probed functions, "
         "throws, catches, and returns",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return signal_everywhere(cell, Act::come_back, "signal");
}

SCENARIO(every_instruction_siglongjmp,
         "a signal at each instruction of probed calls, whose handler leaves by siglongjmp",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return signal_everywhere(cell, Act::jump, "jump");
}

SCENARIO(every_instruction_throw,
         "a signal at each instruction of probed calls, whose handler throws through what it "
         "interrupted",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return signal_everywhere(cell, Act::raise, "throw");
}

}  // namespace
}  // namespace retprobe::harness
