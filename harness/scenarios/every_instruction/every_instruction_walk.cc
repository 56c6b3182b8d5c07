// Implements the stepper's side of every_instruction.h.
#include <signal.h>

#include <algorithm>

#include "harness/scenarios/every_instruction/every_instruction.h"
#include "harness/verify/findings.h"

namespace retprobe::harness {
namespace {

constexpr unsigned patience_seconds = 20;
constexpr std::size_t most_boundaries = 200'000;

std::uintptr_t address(const char* label) { return reinterpret_cast<std::uintptr_t>(label); }

}  // namespace

// ---- CallDepth ----

CallDepth::CallDepth(const Stage& stage)
    : entries_{stage.outer(), reinterpret_cast<std::uintptr_t>(step_inner),
               reinterpret_cast<std::uintptr_t>(step_recurse)} {}

unsigned CallDepth::at(const TracedThread& thread) {
  const user_regs_struct& registers = thread.registers();
  if (!calls_.empty() && registers.rip == calls_.back().back &&
      registers.rsp == calls_.back().slot + 8)
    calls_.pop_back();
  if (std::ranges::find(entries_, registers.rip) != entries_.end())
    calls_.push_back({registers.rsp, thread.word(registers.rsp)});
  return static_cast<unsigned>(calls_.size());
}

// ---- Walk ----

Walk::Walk(Stage& stage)
    : stage_(stage),
      process_([&stage] { return stage.play(); },
               {.marks = {address(step_call_begin), address(step_marked)}}),
      depths_(stage) {
  thread().run();
  begin_ = registers();
}

const user_regs_struct& Walk::registers() const { return process_.main().registers(); }

bool Walk::at_end() const {
  return registers().rip == address(step_call_after) && registers().rsp == begin_.rsp;
}

TracedThread::Step Walk::step() {
  if (at_ == most_boundaries) throw std::runtime_error("the walk does not come to its end");
  const TracedThread::Step step = thread().step();
  ++at_;
  depth_ = depths_.at(thread());
  return step;
}

Ending Walk::copy(Act act) {
  StepShared& shared = stage_.shared();
  shared.act = act;
  shared.failure[0] = 0;
  shared.unnotified = shared.missed_after = 0;
  const pid_t copy =
      thread().copy_here(reinterpret_cast<std::uintptr_t>(step_system_call), SIGUSR1);
  return wait_for_end(copy, patience_seconds);
}

std::vector<Boundary> survey(Stage& stage) {
  Walk walk(stage);
  const user_regs_struct begin = walk.registers();
  std::vector<Boundary> boundaries{walk.boundary()};
  while (!walk.at_end()) {
    walk.step();
    boundaries.push_back(walk.boundary());
  }
  const user_regs_struct& end = walk.registers();
  if (end.rbx != begin.rbx || end.rbp != begin.rbp || end.r12 != begin.r12 ||
      end.r13 != begin.r13 || end.r14 != begin.r14 || end.r15 != begin.r15)
    throw std::runtime_error("a register that calls preserve was not preserved");
  return boundaries;
}

// ---- Words ----

std::string describe(const OutsideUnwinder& names, std::size_t number, std::uintptr_t rip) {
  return "boundary " + std::to_string(number) + " at " + names.name(rip);
}

std::size_t wanted_boundaries(const Cell& cell, std::size_t bounded) {
  const bool by_default = cell.design == "counted_shadow" && cell.transfer == "paired" &&
                          cell.registers == RegisterSet::scalar && cell.tracers == 1;
  return exhaustive() || by_default ? most_boundaries : bounded;
}

void Injections::failure(const std::string& where, const std::string& what) {
  ++failures_;
  if (first_.empty()) first_ = to_string(cell_) + " " + where + ": " + what;
  note_wrong(first_);
}

Outcome Injections::outcome() const {
  Outcome outcome;
  if (failures_)
    outcome = fail(std::to_string(failures_) + " of " + std::to_string(points_) +
                   " injection points; first " + first_ +
                   (notes_.empty() ? "" : "; beside that " + notes_));
  else
    outcome.detail = notes_;
  outcome.injection_points = points_;
  outcome.injection_failures = failures_;
  return outcome;
}

bool in_hook(const OutsideUnwinder& names, std::uintptr_t rip) {
  const std::string symbol = names.symbol(rip);
  if (symbol == "bench_entry" || symbol == "bench_exit") return true;
  if (!names.module(rip).starts_with("libretprobe.so")) return false;
  const auto none_of = [&](std::initializer_list<std::string_view> prefixes) {
    return std::ranges::none_of(
        prefixes, [&](std::string_view prefix) { return symbol.starts_with(prefix); });
  };
  return none_of({"retprobe_slot_pool", "retprobe_framed_pool", "retprobe_call_through",
                  "retprobe_entry_trampoline", "retprobe_return_trampoline", "on_sigtrap",
                  "handle_return_trap"});
}

void Ranges::add(std::size_t number, std::uintptr_t rip) {
  ++count_;
  if (!ranges_.empty() && ranges_.back().last + 1 == number)
    ranges_.back().last = number, ranges_.back().end = rip;
  else
    ranges_.push_back({number, number, rip, rip});
}

void Ranges::note(Injections& injections, const OutsideUnwinder& names,
                  const std::string& what) const {
  constexpr std::size_t most_shown = 4;
  if (count_ == 0) return;
  std::string text =
      std::to_string(count_) + (count_ == 1 ? " boundary: " : " boundaries: ") + what + ": ";
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    if (i == most_shown) {
      text += " and " + std::to_string(ranges_.size() - most_shown) + " more ranges";
      break;
    }
    const Range& range = ranges_[i];
    text += (i ? ", " : "") + std::to_string(range.first) + " " + names.name(range.begin);
    if (range.last != range.first)
      text += " to " + std::to_string(range.last) + " " + names.name(range.end);
  }
  injections.note(text);
}

}  // namespace retprobe::harness
