// A second thread makes two probed calls. At every boundary of these, the first thread cancels it,
// forks, or changes the tracers.

#include "harness/injection/sampling.h"
#include "harness/scenarios/every_instruction/every_instruction.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t bounded_points = 20;
constexpr unsigned patience_seconds = 20;
// How many threads are cancelled in one process, each in the middle of its calls, before the next
// process begins. The process has to survive them all. A new process for each of them would take
// longer than everything else.
constexpr std::size_t walks_of_a_process = 16;

/// A process whose first thread makes second threads that walk. Between two member calls, the first
/// thread stands where it asks what to do next. The second thread, if there is one, stands at a
/// boundary.
class ThreadWalk {
 public:
  ThreadWalk(Stage& stage, Stage::Deed deed)
      : shared_(stage.shared()),
        process_([&stage, deed] { return stage.play_threads(deed); },
                 {.marks = {reinterpret_cast<std::uintptr_t>(step_call_begin),
                            reinterpret_cast<std::uintptr_t>(step_marked)},
                  .threads = true}) {
    if (deed == Stage::Deed::change)  // a thread that detaches: it is not looked at
      process_.make_thread(process_.main().run_until_thread()).release();
    process_.main().run();
  }
  /// Makes a second thread, which then stands at boundary 0.
  void begin() {
    ++begun_;
    shared_.another_walk = true;
    walker_.emplace(process_.make_thread(process_.main().run_until_thread()));
    process_.main().run();
    walker_->run();
  }
  bool walks() const { return walker_.has_value(); }
  TracedThread& walker() { return *walker_; }
  pid_t id() const { return process_.id(); }
  /// How many second threads have been made.
  std::size_t begun() const { return begun_; }
  void do_deed() {
    shared_.another_deed = true;
    process_.main().run();
  }
  /// Lets the second thread go on to its end. The process checks the outcome.
  void end() {
    shared_.another_deed = false;
    walker_->release();
    walker_.reset();
    process_.main().run();
  }
  Ending end_process() {
    shared_.another_walk = false;
    process_.main().release();
    return process_.wait(patience_seconds);
  }

 private:
  StepShared& shared_;
  TracedProcess process_;
  std::optional<TracedThread> walker_;
  std::size_t begun_ = 0;
};

/// One cell's whole run, boundary by boundary.
class Deeds {
 public:
  Deeds(const Cell& cell, Stage& stage, Stage::Deed deed)
      : stage_(stage), deed_(deed), all_(survey(stage)), injections_(cell) {
    std::unordered_map<std::uintptr_t, std::size_t> seen;
    for (const Boundary& boundary : all_) occurrence_.push_back(seen[boundary.rip]++);
  }

  Outcome everywhere(std::size_t wanted, const std::string& seed) {
    for (const std::size_t k : sample(all_.size(), wanted, seed)) {
      injections_.point();
      guarded(k, [&] { at(k); });
    }
    if (walk_) guarded(at_, [&] { finish(); });
    if (names_)
      unnotified_.note(injections_, *names_, "a tracer is not notified of a call that was left");
    return injections_.outcome();
  }

 private:
  std::string where(std::size_t k) const {
    return (names_ ? describe(*names_, k, all_[k].rip) : "boundary " + std::to_string(k));
  }

  void guarded(std::size_t k, const std::function<void()>& body) {
    StepShared& shared = stage_.shared();
    shared.failure[0] = 0;
    shared.unnotified = 0;
    std::string trouble;
    try {
      body();
    } catch (const NotPermitted&) {
      throw;
    } catch (const std::runtime_error& error) {
      trouble = error.what();
    }
    if (shared.failure[0]) trouble = shared.failure;
    if (!trouble.empty()) {
      injections_.failure(where(k), trouble);
      walk_.reset();  // the next boundary gets a process in a known state
    }
    if (shared.unnotified && stage_.notifies_passed_over()) {
      unnotified_.add(k, all_[k].rip);
      if (!in_hook(*names_, all_[k].rip))
        injections_.failure(
            where(k),
            "a tracer was not notified of a call that was left, although no hook was running");
    }
  }

  void at(std::size_t k) {
    if (!walk_) {
      walk_ = std::make_unique<ThreadWalk>(stage_, deed_);
      if (!names_) names_ = std::make_unique<OutsideUnwinder>(walk_->id());
    }
    if (!walk_->walks()) {
      walk_->begin();
      at_ = 0;
    }
    go_to(k);
    walk_->do_deed();
    // A thread whose process has forked walks on. A cancelled thread goes no further. After a
    // change, this process's threads take another way than the survey did.
    if (deed_ == Stage::Deed::fork) return;
    walk_->end();
    if (deed_ == Stage::Deed::change || walk_->begun() == walks_of_a_process) finish();
  }

  /// Steps by the survey of the one-thread walk: the same instructions, whichever thread walks.
  void go_to(std::size_t k) {
    TracedThread& walker = walk_->walker();
    if (const std::size_t near = landing(k); at_ == 0 && near > 0) {
      walker.run_to(all_[near].rip, occurrence_[near]);
      at_ = near;
    }
    for (; at_ < k; ++at_) walker.step();
    if (walker.registers().rip != all_[k].rip)
      throw std::runtime_error("two walks differ: this one is at " +
                               names_->name(walker.registers().rip));
  }

  /// The boundary from which `k` is reached soonest: 0, or one with a breakpoint at or before `k`.
  /// Steps lead from there to `k`. A breakpoint in code that runs often stops often, and each stop
  /// takes as long as `steps_per_stop` steps. Memory that belongs to no module gets no breakpoint.
  std::size_t landing(std::size_t k) const {
    constexpr std::size_t steps_per_stop = 5;
    std::size_t best = 0, least_steps = k;
    for (std::size_t near = k; near > 0 && k - near < least_steps; --near) {
      const std::size_t steps = (occurrence_[near] + 1) * steps_per_stop + k - near;
      if (steps >= least_steps || names_->module(all_[near].rip).empty()) continue;
      best = near;
      least_steps = steps;
    }
    return best;
  }

  void finish() {
    const std::unique_ptr<ThreadWalk> walk = std::move(walk_);
    if (walk->walks()) walk->end();
    if (const Ending ending = walk->end_process(); !ending.well())
      throw std::runtime_error(ending.text());
  }

  Stage& stage_;
  Stage::Deed deed_;
  const std::vector<Boundary> all_;
  std::vector<std::size_t> occurrence_;  // how often a boundary's instruction occurred before
  std::unique_ptr<OutsideUnwinder> names_;
  std::unique_ptr<ThreadWalk> walk_;
  std::size_t at_ = 0;  // the boundary at which the second thread stands
  Injections injections_;
  Ranges unnotified_;
};

Outcome deed_everywhere(const Cell& cell, Stage::Deed deed, const char* seed) {
  Stage stage(cell);
  stage.attach(deed == Stage::Deed::change);
  return Deeds(cell, stage, deed)
      .everywhere(wanted_boundaries(cell, bounded_points), seed + to_string(cell));
}

SCENARIO(every_instruction_cancel,
         "a thread is cancelled at each instruction of probed calls: its state is released, its "
         "calls are counted",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return deed_everywhere(cell, Stage::Deed::cancel, "cancel");
}

SCENARIO(every_instruction_fork,
         "a process forks while another thread is at each instruction of probed calls: parent and "
         "child carry on",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return deed_everywhere(cell, Stage::Deed::fork, "fork");
}

SCENARIO(every_instruction_change,
         "tracers come and go while a thread is at each instruction of probed calls: those that "
         "stay hear of each call once",
         .tracers = {1, 2, 8}, .seconds = 60) {
  return deed_everywhere(cell, Stage::Deed::change, "change");
}

}  // namespace
}  // namespace retprobe::harness
