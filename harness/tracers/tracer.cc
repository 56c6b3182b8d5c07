#include "harness/tracers/tracer.h"

#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/must.h"
#include "harness/player/history_text.h"
#include "harness/player/letters.h"
#include "harness/tracers/player_process.h"
#include "harness/verify/findings.h"
#include "harness/verify/judge.h"
#include "harness/verify/system.h"
#include "retprobe/adapter.h"

namespace retprobe::harness {
namespace {

Error not_usable(const std::string& path, const std::string& why) {
  return {Error::Code::usage, path + ": " + why};
}

// Whether it is a library and no program: it names no dynamic linker.
bool is_library(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header;
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header) || header.e_type != ET_DYN)
    return false;
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (unsigned i = 0; i < header.e_phnum; ++i)
    if (Elf64_Phdr segment;
        file.read(reinterpret_cast<char*>(&segment), sizeof segment) && segment.p_type == PT_INTERP)
      return false;
  return true;
}

Nature nature_of(std::uint32_t abilities, std::uint32_t reasons, unsigned order) {
  Nature nature;
  nature.order = static_cast<Nature::Order>(order);
  nature.exit_after_detach = abilities & RETPROBE_EXIT_AFTER_DETACH;
  nature.exit_after_catch = abilities & RETPROBE_EXIT_AFTER_CATCH;
  nature.exit_at_tail_call = abilities & RETPROBE_EXIT_AT_TAIL_CALL;
  nature.values = abilities & RETPROBE_VALUES;
  nature.tells_declines = false;
  nature.reasons.clear();
  for (unsigned reason = 0; reason < RETPROBE_UNKNOWN; ++reason)
    if (reasons >> reason & 1) nature.reasons += exit_signs[reason];
  return nature;
}

std::vector<std::string> words_for(const TestedTracer& tracer, const std::string& command) {
  std::vector<std::string> words = {tracer.player, command};
  if (!tracer.library.empty()) words.push_back(tracer.library);
  return words;
}

// Looks at what a text of events does not show: the tickets, and values where there can be none.
class Pairs {
 public:
  Pairs(const TestedTracer& tracer, const Play& play, const HistoryOfProcess& history)
      : tracer_(tracer), play_(play), history_(history) {}

  std::string wrong() {
    const bool nested = play_.script.find_first_of("tow@$") == play_.script.npos;
    std::vector<std::uint32_t> open;  // numbers of entries
    std::vector<unsigned> entries(play_.model.size());
    for (std::uint32_t number = 1; number <= std::min(history_.used.load(), history_.most);
         ++number) {
      const HistoryEvent& event = history_.events[number - 1];
      if (!event.function) continue;
      const std::string what = "user " + tracer_letter(event.user) + " was told of " +
                               std::string(1, event.function) + "'s exit ";
      if (event.user >= play_.model.size())
        return "a user " + tracer_letter(event.user) + " was told, which there is not";
      if (event.sign == '>') {
        const unsigned every = play_.model[event.user].declines_every;
        if (every == 0 || ++entries[event.user] % every != 0) open.push_back(number);
        continue;
      }
      if (event.has_value && event.sign != '<' && event.sign != '?')
        return what + "with a value, though the call did not return";
      if (!(tracer_.abilities & RETPROBE_ENTRY_DATA)) continue;
      const auto found = std::find(open.rbegin(), open.rend(), event.ticket);
      if (found == open.rend())
        return what + (event.ticket ? "with a ticket that is not of a call in flight"
                                    : "without the ticket of its entry");
      const auto last = std::find_if(open.rbegin(), open.rend(),
                                     [&](std::uint32_t entry) { return is_of(entry, event); });
      if (!is_of(*found, event) || (nested && found != last))
        return what + "with the ticket of another call";
      open.erase(std::next(found).base());
    }
    return "";
  }

 private:
  bool is_of(std::uint32_t entry, const HistoryEvent& exit) const {
    const HistoryEvent& event = history_.events[entry - 1];
    return event.user == exit.user && event.function == exit.function;
  }
  const TestedTracer& tracer_;
  const Play& play_;
  const HistoryOfProcess& history_;
};

// What every script ends with.
constexpr std::string_view ending = " ; +* f(g(h(k))) -* f(g(h(k)))";

std::string by_hand(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool plain = std::ranges::all_of(word, [](unsigned char character) {
      return isalnum(character) || std::string_view("/._-:,").find(static_cast<char>(character)) !=
                                       std::string_view::npos;
    });
    if (word != "--history") text += (text.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return text;
}

std::string where(const History& history) {
  const auto call = history.in_adapter.load();
  if (call == AdapterCall::none) return "";
  const bool of_user =
      call == AdapterCall::attach || call == AdapterCall::detach || call == AdapterCall::missed;
  return std::string(" in the adapter's ") + adapter_calls[static_cast<unsigned>(call)] +
         (of_user ? " of user " + tracer_letter(history.user) : "");
}

// What is wrong with what the processes of a play did, in words.
std::string judge(const TestedTracer& tracer, const Play& play, const std::string& script,
                  const PlayerProcess& player) {
  const History& history = player.history();
  const std::string expected = expected_events(play.model, script, tracer.nature);
  const std::uint32_t processes = std::min(history.processes.load(), History::processes_most);
  if (processes == 0) return "the player did not begin: " + player.end();
  std::string seen = text_of(history.of[0]);
  if (history.of[0].used) note_handler();
  if (!player.end().empty()) {
    const std::string_view first = history.of[0].what_is_wrong();
    // "crashed in the adapter's attach of user A: SIGSEGV".
    std::string end = player.end();
    end.insert(std::min(end.find_first_of(":;"), end.size()), where(history));
    return (first.empty() ? "" : std::string(first) + ": ") + end + ": " +
           compare(seen, expected).detail;
  }
  for (std::uint32_t i = 0; i < processes; ++i) {
    const HistoryOfProcess& one = history.of[i];
    const std::string whose = i ? "in a child: " : "";
    if (one.wrong_written) return whose + one.wrong;
    if (one.state == HistoryOfProcess::plays) return whose + "the process ended before the script";
    if (one.used > HistoryOfProcess::most)
      return whose + "there were " + std::to_string(one.used) + " events, which is too many";
    Judging judging = how_to_judge(script, one.state == HistoryOfProcess::ended_with_thread);
    judging.nature = tracer.nature;
    judging.who = "user";
    if (const Outcome outcome = judge_events(text_of(one), expected, judging);
        outcome.verdict != Verdict::pass)
      return whose + outcome.detail;
    if (const std::string wrong = Pairs(tracer, play, one).wrong(); !wrong.empty())
      return whose + wrong + ": seen \"" + brief(text_of(one)) + "\"";
  }
  return "";
}

}  // namespace

Result<TestedTracer> ask_tracer(const std::string& path) try {
  TestedTracer tracer;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::canonical(path, error);
  if (error) return not_usable(path, error.message());
  if (is_library(whole)) {
    tracer.player = beside_scenarios("retprobe_player");
    tracer.library = whole;
  } else if (access(whole.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(whole)) {
    tracer.player = whole;
  } else {
    return not_usable(path, "is no shared library and no program");
  }
  std::vector<std::string> words = words_for(tracer, "describe");
  words.push_back("--history");
  const PlayerProcess player(words, tracer.play_seconds);
  if (!player.end().empty()) return not_usable(path, player.end());

  std::istringstream lines(player.output());
  unsigned reasons = 0, order = 0;
  bool ended = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string key = line.substr(0, line.find(' '));
    const std::string value = line.substr(std::min(line.size(), key.size() + 1));
    const auto number = [&] {
      return static_cast<std::uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
    };
    if (key == "name")
      tracer.name = value;
    else if (key == "tracer_version")
      tracer.version = value;
    else if (key == "nature")
      tracer.abilities = number();
    else if (key == "reasons")
      reasons = number();
    else if (key == "order")
      order = number();
    else if (key == "most_users")
      tracer.most_users = number();
    else if (key == "tail_calls")
      tracer.tail_calls = number();
    else if (key == "variant")
      tracer.variants.push_back(value);
    else
      ended |= key == "end";
  }
  if (!ended)
    return not_usable(path,
                      "says nothing of itself: it is no player, or its tracer closed the "
                      "standard output");
  if (order > RETPROBE_ANY) return not_usable(path, "its order is none that the contract has");
  if (tracer.variants.empty()) tracer.variants = {"-"};
  tracer.nature = nature_of(tracer.abilities, reasons, order);

  for (const std::string& variant : tracer.variants) tracer.declared[variant] = {};
  for (const std::string& variant : tracer.variants)
    for (const std::string& middle : {std::string("."), "." + variant + "."}) {
      const auto file = whole.parent_path() / (whole.stem().string() + middle + "declared.json");
      if (std::filesystem::exists(file))
        std::ranges::move(must(read_declared(file)), std::back_inserter(tracer.declared[variant]));
    }
  return tracer;
} catch (const Failure& failure) {
  return failure.error;
}

std::string not_asked(const TestedTracer& tracer, const Play& play) {
  const auto can = [&](std::uint32_t ability) { return (tracer.abilities & ability) != 0; };
  if (play.model.size() > 1 && !can(RETPROBE_USERS)) return "it has one user";
  if (tracer.most_users && play.model.size() > tracer.most_users)
    return "it has at most " + std::to_string(tracer.most_users) + " users on a function";
  if (std::ranges::any_of(play.model, &ModelTracer::declines_every) && !can(RETPROBE_DECLINES))
    return "it cannot decline calls";
  if (std::ranges::any_of(play.model, &ModelTracer::redirects))
    return "the contract has no redirected calls";
  unsigned depth = 0;
  bool suspended = false;
  for (const char step : play.script) {
    depth += std::string_view("([{").find(step) != std::string_view::npos;
    depth -= std::string_view(")]}").find(step) != std::string_view::npos;
    suspended |= step == '|';
    const bool in_flight = depth != 0 || suspended;
    if (step == '.' || step == ',') return "the contract has no stop switch";
    if (step == '=') return "the contract has no configurations";
    if (step == '>' && !tracer.tail_calls)
      return "its functions are compiled without certain tail calls (clang has them)";
    if (step == '+' && in_flight && !can(RETPROBE_ATTACH_IN_FLIGHT))
      return "it cannot attach while calls are in flight";
    if (step == '-' && in_flight && !can(RETPROBE_DETACH_IN_FLIGHT))
      return "it cannot detach while calls are in flight";
    if (std::string_view("texn").find(step) != std::string_view::npos && !can(RETPROBE_THREADS))
      return "it cannot trace threads";
    if (step == 'm' && !can(RETPROBE_MODULES)) return "it cannot trace modules that come and go";
    if (step == 'y' && !can(RETPROBE_FORK)) return "it cannot trace the child of a fork";
  }
  return "";
}

Outcome play(const TestedTracer& tracer, const std::string& variant, const Play& play) {
  const std::string script = play.script + std::string(ending);
  std::vector<std::string> words = words_for(tracer, "play");
  words.push_back("--history");
  if (variant != "-") words.insert(words.end(), {"--variant", variant});
  std::string users;
  for (const ModelTracer& user : play.model)
    users += (users.empty() ? "" : ",") + user.functions +
             (user.declines_every ? ":" + std::to_string(user.declines_every) : "");
  words.insert(words.end(), {"--users", users, script});
  const PlayerProcess player(words, tracer.play_seconds);
  const std::string wrong = judge(tracer, play, script, player);
  if (wrong.empty()) return pass();
  return fail(wrong + "; by hand: " + by_hand(words));
}

}  // namespace retprobe::harness
