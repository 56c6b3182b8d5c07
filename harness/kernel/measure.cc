#include "harness/kernel/measure.h"

#include <stdexcept>

namespace retprobe::harness {
namespace {

constexpr unsigned counted_calls = 10;
constexpr unsigned measured_calls = 1000;

// Instructions of a call in a loop; the loop's are in it.
Result<double> instructions_of_leaf(Guest& guest) {
  const auto answer = guest.ask("run leaf " + std::to_string(measured_calls));
  if (!answer.ok()) return answer.error();
  const auto instructions = answer->number("instructions");
  if (!instructions.ok()) return instructions.error();
  return static_cast<double>(*instructions) / measured_calls;
}

Error attach(Guest& guest, const KernelRow& row, const std::string& handlers) {
  const auto answer =
      guest.ask("attach " + row.mechanism + " " + std::to_string(row.users) + " " + handlers);
  return answer.ok() ? Error() : answer.error();
}

// Whether every call runs every handler: a figure of calls that were missed would be none.
Error check_hits(Guest& guest, const KernelRow& row) {
  const auto attached =
      guest.ask("attach " + row.mechanism + " " + std::to_string(row.users) + " count");
  if (!attached.ok()) return attached.error();
  const auto handlers = attached->number("handlers");
  if (!handlers.ok()) return handlers.error();
  const auto ran = guest.ask("run leaf " + std::to_string(counted_calls));
  if (!ran.ok()) return ran.error();
  std::uint64_t hits = 0;
  for (const char* key : {"entries", "exits"}) {
    const auto count = ran->number(key);
    if (!count.ok()) return count.error();
    hits += *count;
  }
  if (ran->fields.contains("hits")) {
    const auto programs = ran->number("hits");
    if (!programs.ok()) return programs.error();
    hits += *programs;
  }
  const auto calls = ran->number("called"), missed = ran->number("missed");
  if (!calls.ok()) return calls.error();
  if (!missed.ok()) return missed.error();
  const std::uint64_t due = *calls * row.users * *handlers;
  if (hits != due || *missed != 0)
    return {Error::Code::system, std::to_string(hits) + " of " + std::to_string(due) +
                                     " handlers ran, and " + std::to_string(*missed) +
                                     " calls were missed"};
  const auto detached = guest.ask("detach");
  return detached.ok() ? Error() : detached.error();
}

/// A booted guest with what its rows share.
class Session {
 public:
  static Result<Session> begin(const KernelImage& image, const KernelPlan& plan, bool mitigations) {
    auto guest = Guest::boot(image, {mitigations, plan.patience_seconds});
    if (!guest.ok()) return guest.error();
    Session session(std::move(*guest), plan);
    const auto says = session.guest_.ask("mitigations");
    if (!says.ok()) return says.error();
    session.mitigations_ = says->text;
    const auto unprobed = instructions_of_leaf(session.guest_);
    if (!unprobed.ok()) return unprobed.error();
    session.unprobed_ = *unprobed;
    const auto addresses = addresses_of(session.guest_);
    if (!addresses.ok()) return addresses.error();
    session.addresses_ = *addresses;
    return session;
  }

  bool ended() const { return guest_.ended(); }
  const std::string& mitigations() const { return mitigations_; }

  void measure(KernelRow& row) {
    const Error error = try_measure(row);
    if (!error) {
      row.state = KernelState::measured;
      return;
    }
    const bool refused = error.code() == Error::Code::refused;
    row.state = !refused                     ? KernelState::failed
                : attached_ == row.mechanism ? KernelState::refused
                                             : KernelState::absent;
    row.why = (refused ? "attach: " : "") + error.message();
    // What a failed row has left attached must not be in the next one's figures.
    if (!ended() && !broken_ && !guest_.ask("detach").ok()) broken_ = true;
  }
  bool broken() const { return broken_; }

 private:
  Session(Guest guest, const KernelPlan& plan) : guest_(std::move(guest)), plan_(&plan) {}

  Error try_measure(KernelRow& row) {
    if (Error error = check_hits(guest_, row)) return error;
    attached_ = row.mechanism;
    if (Error error = attach(guest_, row, plan_->handlers)) return error;
    const auto probed = instructions_of_leaf(guest_);
    if (!probed.ok()) return probed.error();
    row.added = *probed - unprobed_;
    if (plan_->walks)
      if (Error error = walk(row)) return error;
    const auto detached = guest_.ask("detach");
    return detached.ok() ? Error() : detached.error();
  }

  Error walk(KernelRow& row) try {
    if (!stepper_)
      stepper_ = std::make_unique<GuestStepper>(guest_, addresses_, plan_->patience_seconds);
    row.walk = hit_of(stepper_->walk("leaf"), addresses_.leaf);
    constexpr double unprobed_nop = 1;
    row.not_walked =
        row.added -
        static_cast<double>(row.walk->entry.instructions + row.walk->exit.instructions) +
        unprobed_nop;
    row.callers12 = mispredicted_in_callers(stepper_->walk("callers12"), addresses_);
    return {};
  } catch (const std::runtime_error& error) {
    broken_ = true;
    return {Error::Code::system, error.what()};
  }

  Guest guest_;
  const KernelPlan* plan_;
  GuestAddresses addresses_;
  std::unique_ptr<GuestStepper> stepper_;
  std::string mitigations_;
  std::string attached_;  // the last mechanism that could be attached
  double unprobed_ = 0;
  bool broken_ = false;  // the guest runs, but not as it should
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
  switch (state) {
    case KernelState::measured:
      return "measured";
    case KernelState::absent:
      return "absent";
    case KernelState::refused:
      return "refused";
    case KernelState::failed:
      break;
  }
  return "failed";
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
        if (!session && no_boot.empty()) {
          auto begun = Session::begin(image, plan, mitigations);
          if (begun.ok()) {
            session.emplace(std::move(*begun));
            run.mitigations.emplace_back(mitigations, session->mitigations());
          } else {
            no_boot = begun.error().message();
          }
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
