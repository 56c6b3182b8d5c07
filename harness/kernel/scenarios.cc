#include "harness/kernel/scenarios.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "harness/must.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

// What play.c calls the user that comes while a call is in flight.
constexpr const char* newcomer_exit = "x99";

// "e0,e1,x1,x0" as its words.
std::vector<std::string> events_of(const std::string& journal) {
  std::vector<std::string> events;
  std::istringstream text(journal);
  for (std::string event; std::getline(text, event, ',');) events.push_back(event);
  return events;
}

bool has(const std::vector<std::string>& events, const std::string& event) {
  return std::ranges::find(events, event) != events.end();
}

// The users of the events of one kind, in their order.
std::vector<std::string> users_of(const std::vector<std::string>& events, char kind) {
  std::vector<std::string> users;
  for (const std::string& event : events)
    if (event.starts_with(kind)) users.push_back(event.substr(1));
  return users;
}

Outcome judge_journal(const std::string& scenario, const std::string& journal) {
  const std::vector<std::string> events = events_of(journal);
  const std::string seen = journal.empty() ? "no event" : journal;
  if (scenario == "order") {
    std::vector<std::string> exits = users_of(events, 'x');
    std::ranges::reverse(exits);
    return exits.size() == 3 && exits == users_of(events, 'e') ? pass() : fail(seen);
  }
  if (scenario == "declined")
    return has(events, "e0") && !has(events, "x0") && has(events, "x1") ? pass() : fail(seen);
  if (scenario == "detached") return journal == "e0" ? pass() : fail(seen);
  if (scenario == "attached") return journal.empty() ? pass() : fail(seen);
  return has(events, newcomer_exit)
             ? fail("an exit without an entry: the newcomer is told that of the user that left")
             : pass();
}

// Where Linux's own headers say that calls beyond a limit are not followed, and are counted.
const char* declared_limit(const std::string& mechanism) {
  if (mechanism == "kretprobe")
    return "declared in include/linux/kprobes.h, lines 134 to 138 of Linux 6.12: nmissed counts "
           "returns that are ignored because maxactive is too low";
  if (mechanism == "fprobe")
    return "declared in include/linux/fprobe.h, line 23 of Linux 6.12 and line 55 of 7.3: nmissed "
           "counts missing events";
  return nullptr;
}

Outcome judge_depth(const std::string& mechanism, const GuestAnswer& answer) {
  const std::uint64_t due = must(answer.number("due")), entries = must(answer.number("entries")),
                      exits = must(answer.number("exits")), missed = must(answer.number("missed"));
  if (entries == due && exits == due && missed == 0) return pass();
  std::string seen = std::to_string(entries) + " entries and " + std::to_string(exits) +
                     " exits of " + std::to_string(due) + ", and says that " +
                     std::to_string(missed) + " were missed";
  const char* declared = declared_limit(mechanism);
  if (declared && entries == exits && exits + missed == due)
    return {Verdict::declared, seen + " (" + declared + ")"};
  return fail(std::move(seen));
}

Outcome judge_users(const GuestAnswer& answer) {
  const std::uint64_t error = must(answer.number("errno"));
  Outcome outcome = pass();
  outcome.detail = std::to_string(must(answer.number("users"))) + " fit";
  outcome.detail = error == 0 ? "all of " + outcome.detail
                              : outcome.detail + ", and the next is refused (errno " +
                                    std::to_string(error) + ")";
  return outcome;
}

Outcome played(Guest& guest, const std::string& scenario, const std::string& mechanism) {
  const auto answer = guest.ask("play " + scenario + " " + mechanism);
  if (answer.ok()) return judge_played(scenario, mechanism, *answer);
  if (answer.error().code() == Error::Code::refused)
    return unavailable(Lack::package, answer.error().message());
  return fail(answer.error().message());
}

}  // namespace

Outcome judge_played(const std::string& scenario, const std::string& mechanism,
                     const GuestAnswer& answer) try {
  if (scenario.starts_with("depth")) return judge_depth(mechanism, answer);
  if (scenario == "users") return judge_users(answer);
  const auto journal = answer.fields.find("journal");
  if (journal == answer.fields.end()) return fail("no journal: '" + answer.text + "'");
  return judge_journal(scenario, journal->second);
} catch (const Failure& failure) {
  return fail(failure.what());
}

std::vector<KernelVerdict> play_scenarios(
    const KernelImage& image, const std::vector<std::string>& globs, double patience_seconds,
    const std::function<void(const KernelVerdict&)>& progress) {
  std::vector<KernelVerdict> verdicts;
  std::optional<Guest> guest;
  std::string why = image.absent;
  for (const KernelScenario& scenario : kernel_scenarios) {
    if (!is_selected(globs, scenario.name)) continue;
    for (const char* mechanism : played_mechanisms) {
      KernelVerdict verdict{image.name, image.release, mechanism, scenario.name};
      if (!guest && why.empty()) {
        auto booted =
            Guest::boot(image, {.mitigations = false, .patience_seconds = patience_seconds});
        if (booted.ok())
          guest.emplace(std::move(*booted));
        else
          why = booted.error().message();
      }
      Outcome outcome =
          guest ? played(*guest, scenario.name, mechanism) : unavailable(Lack::package, why);
      verdict.verdict = outcome.verdict;
      verdict.detail = std::move(outcome.detail);
      if (guest && guest->ended()) guest.reset();
      progress(verdict);
      verdicts.push_back(std::move(verdict));
    }
  }
  return verdicts;
}

}  // namespace retprobe::harness
