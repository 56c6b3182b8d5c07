#include "harness/kernel/scenarios.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "harness/must.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

// What play.c calls the user that comes while a call is in flight, and the one that comes where
// nobody is left.
constexpr const char *newcomer = "99", *last_user = "50";

using Events = std::vector<std::string>;

// What was told of the call in question, and of the one after it, which every attached user sees.
struct Journal {
  Events events, last;
  std::string text;
};

// "e0,e1,x1,x0,|,e0,x0".
Journal journal_of(const std::string& text) {
  Journal journal;
  journal.text = text.empty() ? "no event" : text;
  Events* part = &journal.events;
  std::istringstream words(text);
  for (std::string event; std::getline(words, event, ',');) {
    if (event == "|")
      part = &journal.last;
    else
      part->push_back(event);
  }
  return journal;
}

std::vector<std::string> numbers(unsigned from, unsigned to) {
  std::vector<std::string> users;
  for (unsigned user = from; user < to; ++user) users.push_back(std::to_string(user));
  return users;
}

// Whether these users, and nobody else, are told of one entry and one exit each, which follows it.
// Those in `no_exit` are told of no exit.
bool told_once(Events events, const std::vector<std::string>& users,
               const std::vector<std::string>& no_exit = {}) {
  for (const std::string& user : users) {
    const auto entry = std::ranges::find(events, "e" + user);
    if (entry == events.end()) return false;
    const auto after = events.erase(entry);
    if (std::ranges::find(no_exit, user) != no_exit.end()) continue;
    const auto exit = std::find(after, events.end(), "x" + user);
    if (exit == events.end()) return false;
    events.erase(exit);
  }
  return events.empty();
}

// The users of the events of one kind, in their order.
std::vector<std::string> users_of(const Events& events, char kind) {
  std::vector<std::string> users;
  for (const std::string& event : events)
    if (event.starts_with(kind)) users.push_back(event.substr(1));
  return users;
}

Outcome judge_journal(const std::string& scenario, const std::string& text) {
  const Journal journal = journal_of(text);
  const auto judged = [&](bool first, bool last) {
    if (first && last) return pass();
    return fail((first ? "the call afterwards is not told to every user: " : "") + journal.text);
  };
  if (scenario == "order") {
    std::vector<std::string> exits = users_of(journal.events, 'x');
    std::ranges::reverse(exits);
    return judged(
        told_once(journal.events, numbers(0, 3)) && exits == users_of(journal.events, 'e'),
        told_once(journal.last, numbers(0, 3)));
  }
  if (scenario == "declined")
    return judged(told_once(journal.events, numbers(0, 2), {"0"}),
                  told_once(journal.last, numbers(0, 2), {"0"}));
  if (scenario == "detached")
    return judged(told_once(journal.events, {"0"}, {"0"}), told_once(journal.last, {last_user}));
  if (scenario == "attached") return judged(journal.events.empty(), told_once(journal.last, {"0"}));
  if (std::ranges::find(journal.events, std::string("x") + newcomer) != journal.events.end())
    return fail("an exit without an entry: the newcomer is told that of the user that left");
  std::vector<std::string> stay = numbers(1, 16);
  const bool first = told_once(journal.events, numbers(0, 16), {"0"});
  stay.push_back(newcomer);
  return judged(first, told_once(journal.last, stay));
}

// Where Linux's own headers say that calls beyond a limit are not followed, and are counted. What
// one release says proves nothing for another.
struct Citation {
  const char *mechanism, *series, *where;
};
constexpr Citation citations[] = {
    {"kretprobe", "6.1.", "include/linux/kprobes.h, lines 135 to 139"},
    {"kretprobe", "6.12.", "include/linux/kprobes.h, lines 134 to 138"},
    {"kretprobe", "7.3.", "include/linux/kprobes.h, lines 134 to 138"},
    {"fprobe", "6.12.", "include/linux/fprobe.h, line 23"},
    {"fprobe", "7.3.", "include/linux/fprobe.h, line 55"},
};

const char* declared_in(const std::string& mechanism, const std::string& release) {
  for (const Citation& citation : citations)
    if (mechanism == citation.mechanism && release.starts_with(citation.series))
      return citation.where;
  return nullptr;
}

Outcome judge_depth(const std::string& mechanism, const std::string& release,
                    const GuestAnswer& answer) {
  const std::uint64_t due = must(answer.number("due")), entries = must(answer.number("entries")),
                      exits = must(answer.number("exits")), missed = must(answer.number("missed"));
  if (entries == due && exits == due && missed == 0) return pass();
  std::string seen = std::to_string(entries) + " entries and " + std::to_string(exits) +
                     " exits of " + std::to_string(due) + ", and says that " +
                     std::to_string(missed) + " were missed";
  const char* const where = declared_in(mechanism, release);
  if (where && entries == exits && exits + missed == due)
    return {Verdict::declared,
            seen + " (declared in " + where + ": nmissed counts what was ignored)"};
  return fail(std::move(seen));
}

Outcome judge_users(const GuestAnswer& answer) {
  const std::uint64_t error = must(answer.number("errno")), users = must(answer.number("users"));
  const auto journal = answer.fields.find("journal");
  if (journal == answer.fields.end() ||
      !told_once(journal_of(journal->second).last, numbers(0, static_cast<unsigned>(users))))
    return fail("the call afterwards is not told to each of " + std::to_string(users) +
                " users: " + answer.text);
  Outcome outcome = pass();
  const std::size_t at = answer.text.find("cause=");
  std::string cause = at == std::string::npos ? "" : answer.text.substr(at + 6);
  if (error && cause.empty()) cause = "errno " + std::to_string(error);
  outcome.detail = error ? std::to_string(users) + " fit, and the next is refused: " + cause
                         : "all of " + std::to_string(users) + " fit";
  return outcome;
}

Outcome played(Guest& guest, const std::string& release, const std::string& scenario,
               const std::string& mechanism, const std::string& planted) {
  const auto answer =
      guest.ask("play " + scenario + " " + mechanism + (planted.empty() ? "" : " " + planted));
  if (answer.ok()) return judge_played(scenario, mechanism, release, *answer);
  if (answer.error().code() == Error::Code::refused)
    return unavailable(Lack::package, answer.error().message());
  return fail(answer.error().message());
}

}  // namespace

Outcome judge_played(const std::string& scenario, const std::string& mechanism,
                     const std::string& release, const GuestAnswer& answer) try {
  if (scenario.starts_with("depth")) return judge_depth(mechanism, release, answer);
  if (scenario == "users") return judge_users(answer);
  const auto journal = answer.fields.find("journal");
  if (journal == answer.fields.end()) return fail("no journal: '" + answer.text + "'");
  return judge_journal(scenario, journal->second);
} catch (const Failure& failure) {
  return fail(failure.what());
}

std::vector<KernelVerdict> play_scenarios(
    const KernelImage& image, const std::vector<std::string>& globs, const std::string& planted,
    double patience_seconds, const std::function<void(const KernelVerdict&)>& progress) {
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
      Outcome outcome = guest ? played(*guest, image.release, scenario.name, mechanism, planted)
                              : unavailable(Lack::package, why);
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
