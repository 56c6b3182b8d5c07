#include "harness/kernel/scenarios.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "harness/kernel/told.h"
#include "harness/must.h"
#include "harness/selection.h"

namespace retprobe::harness {
namespace {

constexpr int last_user = 50;   // comes where nobody is left for the call afterwards
constexpr int most_users = 40;  // of "many"; as many as the guest takes
constexpr unsigned deep = 1000;

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

struct Ended {
  Outcome outcome;
};

bool has_word(const std::string& words, const std::string& word) {
  return ("," + words + ",").find("," + word + ",") != std::string::npos;
}

// A user with the handlers that it has, of those that its mechanism has.
KernelUser user_of(int id, const std::string& wishes, const PlayedMechanism& mechanism) {
  return {.id = id,
          .entry = mechanism.entry && !has_word(wishes, "exit"),
          .exit = !has_word(wishes, "entry") && !has_word(wishes, "declines"),
          .data = has_word(wishes, "data"),
          .stack = has_word(wishes, "stack")};
}

// What is left behind when nobody is attached; empty where nothing is.
std::string left_in(const GuestAnswer& traces) {
  const std::size_t at = traces.text.find("warning=");
  const std::string warning = at == std::string::npos ? "" : traces.text.substr(at + 8);
  if (!warning.empty()) return "the kernel warns: " + warning;
  const auto functions = must(traces.number("functions"));
  return functions == 0
             ? ""
             : std::to_string(functions) + " functions are traced, and nobody is attached";
}

/// Plays one script. Throws Ended where the verdict is known before the end.
class Play {
 public:
  Play(const AskGuest& ask, const PlayedMechanism& mechanism, const std::string& release,
       const std::string& planted)
      : ask_(ask), mechanism_(mechanism), release_(release), planted_(planted) {}

  Outcome of(const std::string& script) {
    std::istringstream steps(script);
    for (std::string word; steps >> word;) step(word);
    if (counts_) {
      if (counts_->verdict != Verdict::fail) leaves_nothing();
      return *counts_;
    }
    if (users_.empty()) attach(last_user, "-");
    where_ = "the call afterwards, with " + std::to_string(users_.size()) + " attached: ";
    call({.users = users_}, "call 1");
    say("detach");
    leaves_nothing();
    Outcome outcome = pass();
    outcome.detail = remark_;
    return outcome;
  }

 private:
  void step(const std::string& word) {
    if (word == "order") return call({.users = users_, .in_order = true}, "call 1");
    if (word == "look") return look();
    if (word == "nowhere") return nowhere();
    if (word == "many") return many();
    if (word == "depth") return count_calls();
    if (word == "(") {
      in_flight_ = users_;
      say("begin 1");
    } else if (word == ")") {
      say("end");
      judge({.users = in_flight_});
    } else if (word.front() == 'f') {
      const unsigned depth =
          word.size() > 1 ? static_cast<unsigned>(std::stoul(word.substr(1))) : 1;
      call({.users = users_, .depth = depth}, "call " + std::to_string(depth));
    } else if (word.front() == '+') {
      const std::size_t dot = word.find('.');
      attach(std::stoi(word.substr(1)), dot == std::string::npos ? "-" : word.substr(dot + 1));
    } else {
      leave(std::stoi(word.substr(1)), word.front() == '~');
    }
  }

  // Once a user was attached and a call was played, the mechanism is there: a refusal is a failure.
  GuestAnswer say(const std::string& line) {
    played_ |= called_ && !users_.empty();
    const auto answer = ask_(line);
    if (played_ && !answer.ok() && answer.error().code() == Error::Code::refused)
      throw Ended{fail("after a call, '" + line + "' is refused: " + answer.error().message())};
    called_ |= line.starts_with("call") || line.starts_with("begin");
    return must(answer);
  }

  void attach(int id, const std::string& wishes) {
    say("user " + std::string(mechanism_.name) + " " + std::to_string(id) + " " + wishes);
    users_.push_back(user_of(id, wishes, mechanism_));
  }

  void leave(int id, bool keeps_memory) {
    say("leave " + std::to_string(id) + (keeps_memory ? " keep" : ""));
    std::erase_if(users_, [&](const KernelUser& user) { return user.id == id; });
    for (KernelUser& user : in_flight_)
      if (user.id == id) user.exit = false;
  }

  void judge(const KernelCall& call) {
    const GuestAnswer told = say("told" + (planted_.empty() ? "" : " " + planted_));
    if (std::string wrong = wrong_in(call, told); !wrong.empty()) throw Ended{fail(where_ + wrong)};
    for (const KernelUser& user : call.users)
      if (user.stack) remark_ = remark_of(told);
  }

  // An exit handler may see the function that has just returned, or not.
  static std::string remark_of(const GuestAnswer& told) {
    std::string last;
    for (const auto& [key, value] : told.fields)
      if (key.starts_with("stack")) last = value;
    return has_body(last) ? "" : "at the exit, the function itself is not in the stack";
  }

  void call(const KernelCall& due, const std::string& line) {
    say(line);
    judge(due);
  }

  void look() {
    const GuestAnswer answer = say("call 1 look");
    const auto body = answer.fields.find("body");
    const std::string wrong =
        body == answer.fields.end() ? "no stack is seen" : wrong_in_stack(body->second, true);
    if (!wrong.empty()) throw Ended{fail("in the body, " + wrong)};
    judge({.users = users_});
  }

  void nowhere() {
    const auto answer = ask_("user " + std::string(mechanism_.name) + " 98 nowhere");
    if (answer.ok()) throw Ended{fail("a user is attached to what is no function")};
    if (answer.error().code() != Error::Code::refused) must(answer);
    leaves_nothing();
  }

  void many() {
    std::string cause;
    while (users_.size() < most_users) {
      const int id = static_cast<int>(users_.size());
      const auto answer =
          ask_("user " + std::string(mechanism_.name) + " " + std::to_string(id) + " -");
      if (!answer.ok()) {
        if (users_.empty() || answer.error().code() != Error::Code::refused) must(answer);
        cause = answer.error().message();
        break;
      }
      users_.push_back(user_of(id, "-", mechanism_));
    }
    remark_ = cause.empty()
                  ? "all of " + std::to_string(users_.size()) + " fit"
                  : std::to_string(users_.size()) + " fit, and the next is refused: " + cause;
  }

  void count_calls() {
    say("call " + std::to_string(deep));
    const GuestAnswer told = say("told" + (planted_.empty() ? "" : " " + planted_));
    const std::uint64_t due = users_.size() * deep, entries = must(told.number("entries")),
                        exits = must(told.number("exits")), missed = must(told.number("missed"));
    say("detach");
    const bool entered = !mechanism_.entry || entries == due;
    if (entered && exits == due && missed == 0) {
      counts_ = pass();
      return;
    }
    std::string seen = (mechanism_.entry ? std::to_string(entries) + " entries and " : "") +
                       std::to_string(exits) + " exits of " + std::to_string(due) +
                       ", and says that " + std::to_string(missed) + " were missed";
    const char* const where = declared_in(mechanism_.name, release_);
    if (where && entries == exits && exits + missed == due)
      counts_ = Outcome{Verdict::declared,
                        seen + " (declared in " + where + ": nmissed counts what was ignored)"};
    else
      counts_ = fail(std::move(seen));
  }

  void leaves_nothing() {
    if (std::string wrong = left_in(say("traces")); !wrong.empty())
      throw Ended{fail(std::move(wrong))};
  }

  const AskGuest& ask_;
  const PlayedMechanism& mechanism_;
  const std::string &release_, &planted_;
  std::vector<KernelUser> users_, in_flight_;
  bool called_ = false, played_ = false;
  std::optional<Outcome> counts_;
  std::string where_, remark_;
};

// Why this mechanism cannot play it, by its nature; empty where it can.
std::string not_asked(const std::string& script, const PlayedMechanism& mechanism) {
  const auto wishes = [&](const char* word) { return script.find(word) != std::string::npos; };
  if (wishes(".declines") && !mechanism.declines) return "its users cannot decline an entry";
  if (wishes(".data") && !mechanism.data) return "its users keep nothing for a call";
  if (wishes("~") && !mechanism.memory) return "a user's memory is freed when it is detached";
  if (wishes(".entry") && !mechanism.one_handler)
    return mechanism.entry ? "its users have both handlers"
                           : "its users have an exit handler alone";
  if (wishes("order") && !mechanism.entry) return "its users are told no entries";
  return "";
}

Outcome played(const AskGuest& ask, const KernelScenario& scenario,
               const PlayedMechanism& mechanism, const std::string& release,
               const std::string& planted) try {
  return Play(ask, mechanism, release, planted).of(scenario.script);
} catch (const Ended& ended) {
  return ended.outcome;
} catch (const Failure& failure) {
  if (failure.error.code() != Error::Code::refused) return fail(failure.what());
  const std::string since = mechanism.since;
  const bool absent = std::string(failure.what()).find("no such attachment") != std::string::npos;
  return unavailable(Lack::package,
                     absent && !since.empty() ? "absent: it came with " + since : failure.what());
}

}  // namespace

Outcome play_scenario(const AskGuest& ask, const KernelScenario& scenario,
                      const PlayedMechanism& mechanism, const std::string& release,
                      const std::string& planted) try {
  if (std::string why = not_asked(scenario.script, mechanism); !why.empty())
    return unavailable(Lack::package, why);
  Outcome outcome = played(ask, scenario, mechanism, release, planted);
  if (outcome.verdict == Verdict::pass) return outcome;
  // What a scenario that ended early has left must not be in the next one.
  for (const char* line : {"end", "detach", "told"}) (void)ask(line);
  const auto traces = ask("traces");
  if (outcome.verdict == Verdict::fail) return outcome;
  const std::string wrong = left_in(must(traces));
  return wrong.empty() ? outcome : fail(wrong);
} catch (const Failure& failure) {
  return fail(failure.what());
}

std::vector<KernelVerdict> play_scenarios(
    const KernelImage& image, const std::vector<std::string>& globs, const std::string& planted,
    double patience_seconds, const std::function<void(const KernelVerdict&)>& progress) {
  std::vector<KernelVerdict> verdicts;
  std::optional<Guest> guest;
  std::string why = image.absent;
  const AskGuest ask = [&](const std::string& line) { return guest->ask(line); };
  for (const KernelScenario& scenario : kernel_scenarios) {
    if (!is_selected(globs, scenario.name)) continue;
    for (const PlayedMechanism& mechanism : played_mechanisms) {
      KernelVerdict verdict{image.name, image.release, mechanism.name, scenario.name};
      if (!guest && why.empty()) {
        auto booted =
            Guest::boot(image, {.mitigations = false, .patience_seconds = patience_seconds});
        if (booted.ok())
          guest.emplace(std::move(*booted));
        else
          why = booted.error().message();
      }
      Outcome outcome = guest ? play_scenario(ask, scenario, mechanism, image.release, planted)
                              : unavailable(Lack::package, why);
      verdict.did_not_boot = !guest && image.absent.empty();
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
