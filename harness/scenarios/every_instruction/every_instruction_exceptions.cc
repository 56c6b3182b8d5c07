// Checks what an exception through a probed call does to CET's hardware shadow stack. An unwinder
// that supports it takes one entry off for each frame that it leaves (libgcc:
// _Unwind_Frames_Extra). This scenario counts in software whether as many entries are there.
#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "harness/injection/return_model.h"
#include "harness/scenarios/every_instruction/every_instruction.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t most_steps = 2'000'000;
constexpr unsigned patience_seconds = 20;

int play_exception() {
  // The first call is not watched. It makes the thread's state and the unwinder's tables, and the
  // dynamic linker binds what it binds late.
  if (step_catching(0) != 1) return 1;
  return step_call(reinterpret_cast<std::uintptr_t>(step_catching), 0, 0) != 1;
}

struct Balance {
  // On the hardware shadow stack, above those of the catching function, when that goes on.
  std::size_t entries = 0;
  // That the unwinder has counted by then.
  std::size_t frames = 0;
};

/// How many frames the unwinder has counted, as libgcc does it. The moment is the last call of a
/// personality routine, in the second phase, for the frame that catches. The count goes from the
/// unwinder's own _Unwind_RaiseException to that frame. (The library's function of that name stands
/// further out, and counts like any other frame.)
std::size_t frames_to_catch(OutsideUnwinder& unwinder, const user_regs_struct& registers) {
  std::string trouble;
  const std::vector<std::uintptr_t> chain = unwinder.chain(registers, trouble);
  const auto innermost = [&](const char* function) {
    return std::ranges::find_if(
        chain, [&](std::uintptr_t at) { return unwinder.symbol(at - 1) == function; });
  };
  const auto raise = innermost("_Unwind_RaiseException"), catching = innermost("step_catching");
  if (raise == chain.end() || catching == chain.end())
    throw std::runtime_error("the unwinder is not found on the stack: " + trouble);
  return static_cast<std::size_t>(catching - raise);
}

/// Walks from the call of step_catching to its catch clause.
Balance walk_exception() {
  TracedProcess process(play_exception,
                        {.marks = {reinterpret_cast<std::uintptr_t>(step_call_begin)}});
  TracedThread& thread = process.main();
  thread.run();
  OutsideUnwinder unwinder(process.id());
  HardwareShadowStack shadow;
  shadow.call(thread.step().before);  // step_catching's own return address
  const std::size_t own_depth = shadow.depth();
  std::unordered_map<std::uintptr_t, std::string> functions;  // each is looked up once
  std::size_t frames = 0;
  for (std::size_t steps = 0; steps < most_steps; ++steps) {
    const TracedThread::Step step = thread.step();
    const auto [found, is_new] = functions.try_emplace(thread.registers().rip);
    if (is_new) found->second = unwinder.symbol(found->first);
    const std::string& function = found->second;
    // The unwinder enters the catching frame by a jump where CET is in use, and else by a `ret`.
    // The model leaves this transfer out.
    if (frames != 0 && function == "step_catching") {
      thread.release();
      if (const Ending ending = process.wait(patience_seconds); !ending.well())
        throw std::runtime_error("the process that was stepped through: " + ending.text());
      return {shadow.depth() - own_depth, frames};
    }
    if (step.signal) shadow.signal(step.restorer);
    if (step.instruction.kind == Instruction::Kind::ret) shadow.ret(thread.registers().rip);
    if (step.instruction.kind != Instruction::Kind::call) continue;
    shadow.call(step.before + step.instruction.bytes);
    if (function == "__gxx_personality_v0") frames = frames_to_catch(unwinder, thread.registers());
  }
  throw std::runtime_error("the catch clause is not reached");
}

SCENARIO(every_instruction_exceptions,
         "an exception that leaves a probed call: as many entries lie on a hardware shadow stack "
         "as an unwinder takes off",
         .seconds = 60, .any_cell = false) {
  const Balance unprobed = walk_exception();
  require_equal("the model's entries of an unprobed exception", unprobed.entries, unprobed.frames);
  CountingTracers tracers(cell, {"step_outer"});
  const Balance seen = walk_exception();
  while (tracers.size()) require(tracers.remove_last());
  const std::string words = std::to_string(seen.entries) +
                            " entries lie on a hardware shadow stack where the exception is "
                            "caught, and the unwinder takes " +
                            std::to_string(seen.frames) + " off";
  return {seen.entries == seen.frames ? Verdict::pass : Verdict::fail, words};
}

}  // namespace
}  // namespace retprobe::harness
