// Checks what a CPU would make of the returns. A software model of return predictors and of CET's
// shadow stack gets each instruction of a walk. Exceptions are not part of it.
#include <cstring>

#include "harness/injection/return_model.h"
#include "harness/scenarios/every_instruction/every_instruction.h"

namespace retprobe::harness {
namespace {

/// One pattern of calls.
struct Shape {
  const char* name;
  std::uint64_t depth;  // of step_recurse; 0: step_inner or step_outer is called
  bool nested;
};
// Each probed call takes two entries of a predictor. A few levels fit into every predictor. The
// deeper shapes overflow one predictor after the other.
constexpr Shape shapes[] = {{"leaf", 0, false},          {"nested", 0, true},
                            {"recursion 5", 5, false},   {"recursion 12", 12, false},
                            {"recursion 24", 24, false}, {"recursion 40", 40, false}};

std::uint64_t call_shape(const Shape& shape) {
  if (shape.depth) return step_call(reinterpret_cast<std::uintptr_t>(step_recurse), shape.depth, 0);
  if (shape.nested)
    return step_call(reinterpret_cast<std::uintptr_t>(step_outer),
                     reinterpret_cast<std::uintptr_t>(step_inner), 7);
  return step_call(reinterpret_cast<std::uintptr_t>(step_inner), 7, 0);
}
std::uint64_t value_of(const Shape& shape) {
  return shape.depth ? shape.depth : shape.nested ? leaf_value(7) + 1 : leaf_value(7);
}
std::uint64_t calls_of(const Shape& shape) {
  return shape.depth ? shape.depth + 1 : shape.nested ? 2 : 1;
}

int play_shape(const Shape& shape) {
  // The first call is not watched. It makes the thread's state.
  step_recurse(2);
  return call_shape(shape) != value_of(shape);
}

ReturnFigures walk_shape(const Shape& shape) {
  const auto begin = reinterpret_cast<std::uintptr_t>(step_call_begin),
             after = reinterpret_cast<std::uintptr_t>(step_call_after);
  TracedProcess process([&shape] { return play_shape(shape); }, {.marks = {begin}});
  TracedThread& thread = process.main();
  thread.run();
  const std::uint64_t rsp = thread.registers().rsp;
  ReturnModel model;
  do {
    const TracedThread::Step step = thread.step();
    if (step.signal)
      model.signal(step.restorer);
    else if (step.instruction.kind == Instruction::Kind::call)
      model.call(step.before + step.instruction.bytes);
    else if (step.instruction.kind == Instruction::Kind::ret)
      model.ret(thread.registers().rip);
  } while (thread.registers().rip != after || thread.registers().rsp != rsp);
  thread.release();
  if (const Ending ending = process.wait(10); !ending.well())
    throw std::runtime_error(std::string("the process that was stepped through ") + shape.name +
                             ": " + ending.text());
  ReturnFigures figures{};
  std::strncpy(figures.shape, shape.name, sizeof figures.shape - 1);
  figures.calls = calls_of(shape);
  figures.returns = model.returns();
  for (std::size_t i = 0; i < std::size(figures.mispredicted); ++i)
    figures.mispredicted[i] = model.predictor(i).mispredicted();
  figures.violations = model.shadow().violations();
  return figures;
}

// With several tracers every level takes thousands of steps. Only an exhaustive run walks the deep
// recursions then.
constexpr std::uint64_t deepest_of_many = 12;
bool is_walked(const Shape& shape, const Cell& cell) {
  return exhaustive() || cell.tracers == 1 || shape.depth <= deepest_of_many;
}

std::vector<ReturnFigures> walk_shapes(const Cell& cell) {
  CountingTracers tracers(cell, {"step_inner", "step_outer", "step_recurse"});
  std::vector<ReturnFigures> all;
  for (const Shape& shape : shapes)
    if (is_walked(shape, cell)) all.push_back(walk_shape(shape));
  while (tracers.size()) require(tracers.remove_last());
  return all;
}

/// The same walks with call_through, the floor, in this process.
std::vector<ReturnFigures> walk_floor(const Cell& cell) {
  const Configuration before = configuration();
  require(configure({"call_through", before.transfer}));
  std::vector<ReturnFigures> floor =
      walk_shapes({"call_through", "-", cell.registers, cell.tracers});
  require(configure(before));
  return floor;
}

Outcome model_returns(const Cell& cell) {
  Outcome outcome;
  const bool promises = cell.transfer == "paired" || is_framed(cell);
  std::vector<ReturnFigures> floor;
  if (promises) floor = walk_floor(cell);
  outcome.returns = walk_shapes(cell);
  if (!promises) return outcome;
  // A return that CET refuses comes first: a design that declares mispredictions must not hide it.
  std::string wrong;
  for (const ReturnFigures& seen : outcome.returns)
    if (seen.violations && wrong.empty())
      wrong = std::string(seen.shape) + ": " + std::to_string(seen.violations) +
              " returns that a hardware shadow stack would refuse";
  for (std::size_t i = 0; i < outcome.returns.size(); ++i) {
    const ReturnFigures& seen = outcome.returns[i];
    for (std::size_t p = 0; p < std::size(seen.mispredicted); ++p)
      if (seen.mispredicted[p] > floor[i].mispredicted[p] && wrong.empty())
        wrong = std::string(seen.shape) + ": " + std::to_string(seen.mispredicted[p]) +
                " returns that a predictor of " +
                std::to_string(ReturnModel::predictor_entries[p]) +
                " entries gets wrong; call_through has " + std::to_string(floor[i].mispredicted[p]);
  }
  if (!wrong.empty()) {
    outcome.verdict = Verdict::fail;
    outcome.detail = to_string(cell) + " in " + wrong;
  }
  return outcome;
}

SCENARIO(every_instruction_returns,
         "paired: no return that a predictor of 16, 32 or 64 entries gets wrong and call_through's "
         "not, none that CET would refuse",
         .seconds = 60, .any_cell = false) {
  return model_returns(cell);
}

SCENARIO(every_instruction_returns_of_many, "the same with several tracers", .tracers = {2, 8},
         .seconds = 60, .any_cell = false) {
  return model_returns(cell);
}

}  // namespace
}  // namespace retprobe::harness
