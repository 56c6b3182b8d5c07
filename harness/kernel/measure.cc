#include "harness/kernel/measure.h"

#include <stdexcept>

#include "harness/must.h"

namespace retprobe::harness {
namespace {

constexpr unsigned counted_calls = 10;
constexpr unsigned measured_calls = 1000;

// Instructions of a call in a loop; the loop's are in it.
double instructions_of_leaf(Guest& guest) {
  const auto answer = must(guest.ask("run leaf " + std::to_string(measured_calls)));
  return static_cast<double>(must(answer.number("instructions"))) / measured_calls;
}

GuestAnswer attach(Guest& guest, const KernelRow& row, const std::string& handlers) {
  return must(
      guest.ask("attach " + row.mechanism + " " + std::to_string(row.users) + " " + handlers));
}

// Checks that every call runs every handler: a figure of calls that were missed would be none.
void check_hits(Guest& guest, const KernelRow& row) {
  const std::uint64_t handlers = must(attach(guest, row, "count").number("handlers"));
  const GuestAnswer ran = must(guest.ask("run leaf " + std::to_string(counted_calls)));
  std::uint64_t hits = must(ran.number("entries")) + must(ran.number("exits"));
  if (ran.fields.contains("hits")) hits += must(ran.number("hits"));
  const std::uint64_t due = must(ran.number("called")) * row.users * handlers,
                      missed = must(ran.number("missed"));
  if (hits != due || missed != 0)
    throw Failure({Error::Code::system, std::to_string(hits) + " of " + std::to_string(due) +
                                            " handlers ran, and " + std::to_string(missed) +
                                            " calls were missed"});
  must(guest.ask("detach"));
}

/// A booted guest with what its rows share.
class Session {
 public:
  Session(const KernelImage& image, const KernelPlan& plan, bool mitigations)
      : guest_(must(Guest::boot(image, {mitigations, plan.patience_seconds}))),
        plan_(&plan),
        mitigations_(must(guest_.ask("mitigations")).text),
        unprobed_(instructions_of_leaf(guest_)),
        addresses_(addresses_of(guest_)) {}

  bool ended() const { return guest_.ended(); }
  const std::string& mitigations() const { return mitigations_; }

  void measure(KernelRow& row) try {
    check_hits(guest_, row);
    attached_ = row.mechanism;
    attach(guest_, row, plan_->handlers);
    row.added = instructions_of_leaf(guest_) - unprobed_;
    if (plan_->walks) walk(row);
    must(guest_.ask("detach"));
    row.state = KernelState::measured;
  } catch (const Failure& failure) {
    const bool refused = failure.error.code() == Error::Code::refused;
    row.state = !refused                     ? KernelState::failed
                : attached_ == row.mechanism ? KernelState::refused
                                             : KernelState::absent;
    row.why = std::string(refused ? "attach: " : "") + failure.what();
    // What a failed row has left attached must not be in the next one's figures.
    if (!ended() && !broken_ && !guest_.ask("detach").ok()) broken_ = true;
  }
  bool broken() const { return broken_; }

 private:
  void walk(KernelRow& row) try {
    if (!stepper_)
      stepper_ = std::make_unique<GuestStepper>(guest_, addresses_, plan_->patience_seconds);
    row.walk = hit_of(stepper_->walk("leaf"), addresses_.leaf);
    constexpr double unprobed_nop = 1;
    row.not_walked =
        row.added -
        static_cast<double>(row.walk->entry.instructions + row.walk->exit.instructions) +
        unprobed_nop;
    row.callers12 = mispredicted_in_callers(stepper_->walk("callers12"), addresses_);
  } catch (const std::runtime_error& error) {
    broken_ = true;
    throw Failure({Error::Code::system, error.what()});
  }

  Guest guest_;
  const KernelPlan* plan_;
  std::string mitigations_;
  double unprobed_;
  GuestAddresses addresses_;
  std::unique_ptr<GuestStepper> stepper_;
  std::string attached_;  // the last mechanism that could be attached
  bool broken_ = false;   // the guest runs, but not as it should
};

std::vector<KernelRow> rows_of(const KernelImage& image, const KernelPlan& plan, bool mitigations) {
  std::vector<KernelRow> rows;
  for (const std::string& mechanism : plan.mechanisms)
    for (const unsigned users : plan.users)
      rows.push_back({image.name, image.release, mitigations, mechanism, users});
  return rows;
}

}  // namespace

std::string to_string(KernelState state) {
  constexpr const char* names[] = {"measured", "absent", "refused", "failed"};
  return names[static_cast<std::size_t>(state)];
}

KernelRun measure_kernel(const KernelImage& image, const KernelPlan& plan,
                         const KernelProgress& progress) {
  KernelRun run;
  for (const bool mitigations : plan.mitigations) {
    std::vector<KernelRow> rows = rows_of(image, plan, mitigations);
    std::optional<Session> session;
    std::string no_boot;
    for (KernelRow& row : rows) {
      if (!image.absent.empty()) {
        row.state = KernelState::absent;
        row.why = image.absent;
      } else {
        if (!session && no_boot.empty()) try {
            session.emplace(image, plan, mitigations);
            run.mitigations.emplace_back(mitigations, session->mitigations());
          } catch (const Failure& failure) {
            no_boot = failure.what();
          }
        if (session)
          session->measure(row);
        else
          row.why = no_boot;
        if (session && (session->ended() || session->broken())) session.reset();
      }
      progress(row);
    }
    run.rows.insert(run.rows.end(), rows.begin(), rows.end());
  }
  return run;
}

}  // namespace retprobe::harness
