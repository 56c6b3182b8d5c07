#include "harness/verify/judge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "harness/player/letters.h"

namespace retprobe::harness {
namespace {

// One event. Everything but what tracers tell is a mark: a letter without a user.
struct Event {
  char sign = 0;
  std::optional<unsigned> user = {};
  char function = 0, value = 0;

  bool is_entry() const { return user && sign == '>'; }
  bool is_exit() const { return user && sign != '>' && sign != '-'; }
  bool concerns(const Event& other) const {
    return user == other.user && function == other.function;
  }
  /// The same for all entries and exits of this user and function.
  Event call() const { return {0, user, function, 0}; }
  auto operator<=>(const Event&) const = default;
};

Event event_of(std::string_view word) {
  Event event{word[0]};
  word.remove_prefix(1);
  if (word.empty()) return event;
  event.user = take_tracer(word);
  if (!word.empty()) event.function = word[0];
  if (word.size() > 2 && word[1] == ':') event.value = word[2];
  return event;
}

std::vector<Event> events_of(std::string_view text) {
  std::vector<Event> events;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) events.push_back(event_of(word));
  return events;
}

// What a tracer of this nature tells of an event.
char as_told(char sign, const Nature& nature) {
  if (sign == '-' && !nature.tells_declines) return '>';
  return std::string_view("<~!").find(sign) == std::string_view::npos ? sign : nature.sign_of(sign);
}

std::string as_told(std::string_view expected, const Nature& nature) {
  std::string told(expected);
  for (std::size_t at = 0; at + 1 < told.size(); ++at)
    if ((at == 0 || told[at - 1] == ' ') && told[at + 1] != ' ')
      told[at] = as_told(told[at], nature);
  return told;
}

class Judge {
 public:
  Judge(std::string_view seen, std::string_view expected, const Judging& judging)
      : judging_(judging), seen_(events_of(seen)) {
    // By call: the number of ordered events up to the first entry since the last detach.
    std::map<Event, std::size_t> first;
    for (Event event : events_of(expected)) {
      const bool floats =
          event.user &&
          (event.sign == '!' ||
           (event.sign == '~' && (judging.unwound_anywhere || judging.nature.exit_after_catch)));
      const bool may_come = event.user && event.sign == '/';
      if (event.is_entry()) first.try_emplace(event.call(), ordered_.size() + 1);
      if (event.sign == '-' && !event.user)
        for (const Loose& exit : optional_)
          if (exit.until == ordered_.size()) first.erase(exit.event.call());
      const auto entry = first.find(event.call());
      const std::size_t from = entry == first.end() ? 0 : entry->second;
      if (may_come) event.sign = '!';
      if (event.user) event.sign = as_told(event.sign, judging.nature);
      if (may_come) {
        optional_.push_back({event, from, ordered_.size()});
        continue;
      }
      ++wanted_[event];
      if (floats)
        floating_.push_back({event, from, std::string::npos});
      else
        ordered_.push_back(event);
    }
    for (Event& event : seen_) {
      if (!judging.nature.values && event.sign == '<') event.value = 0;
      ++came_[event];
    }
    // In the soak test, one whose tracer stays comes in a later round of the script.
    for (Loose& exit : optional_)
      if (exit.until == ordered_.size()) exit.from = 0;
    if (judging.nature.order == Nature::Order::any) {
      sort_runs(seen_);
      sort_runs(ordered_);
    }
  }

  /// What is wrong, in words, or "".
  std::string run() {
    std::size_t next = 0;
    std::map<Event, int> open;  // by call: entries without an exit
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Event& event = seen_[i];
      int& calls = open[event.call()];
      if (next < ordered_.size() && event == ordered_[next])
        ++next;
      else if (calls <= 0 || !take(floating_, event, next)) {
        if (take(optional_, event, next)) continue;
        return surprise(i, next < ordered_.size() ? &ordered_[next] : nullptr);
      }
      calls += event.is_entry() - event.is_exit();
    }
    if (judging_.may_end_early) return "";
    if (next < ordered_.size()) return lacking(ordered_[next]);
    return floating_.empty() ? "" : lacking(floating_.front().event);
  }

 private:
  // An exit without a place of its own.
  struct Loose {
    Event event;
    std::size_t from, until;  // it comes behind so many ordered events
  };

  static bool take(std::vector<Loose>& events, const Event& event, std::size_t next) {
    const auto at = std::ranges::find_if(events, [&](const Loose& loose) {
      return loose.event == event && loose.from <= next && next <= loose.until;
    });
    if (at == events.end()) return false;
    events.erase(at);
    return true;
  }
  // Users are told of one call's entry, or exit, in any order.
  static void sort_runs(std::vector<Event>& events) {
    for (auto begin = events.begin(); begin != events.end();) {
      const auto end = std::find_if(begin, events.end(), [&](const Event& event) {
        return !event.user || event.function != begin->function ||
               event.is_exit() != begin->is_exit();
      });
      std::sort(begin, end);
      begin = end == begin ? begin + 1 : end;
    }
  }

  std::string user(const Event& event) const {
    return std::string(judging_.who) + " " + tracer_letter(*event.user);
  }
  static std::string name(const Event& event) {
    return event.function ? std::string(1, event.function) + "'s" : "the function's";
  }
  static std::string kind(const Event& event) { return event.is_exit() ? "exit" : "entry"; }
  static std::string mark(const Event& event) {
    return event.sign == 'c'   ? "the catch"
           : event.sign == 'j' ? "the landing of the jump"
           : event.sign == '-' ? "the end of the detach"
                               : std::string(1, event.sign) + "'s body";
  }
  static std::string way(const Event& event) {
    const std::string function = event.function ? std::string(1, event.function) : "the function";
    return event.sign == '<'   ? function + " returned"
           : event.sign == '~' ? "an exception left " + function
           : event.sign == '!' ? function + " was abandoned"
           : event.sign == '^' ? function + " was left"
                               : function + " ended in a way that it does not know";
  }
  std::string what(const Event& event) const {
    return event.user ? user(event) + " was told of " + name(event) + " " + kind(event)
                      : mark(event) + " came";
  }
  std::string lacking(const Event& event) const {
    if (seen_.empty()) return "no event came at all";
    if (!event.user) return mark(event) + " did not come";
    return user(event) + " was not told " + told(event);
  }
  // With the way out, where there is one: declarations tell a lost return from a lost jump by it.
  static std::string told(const Event& event) {
    if (event.is_exit() && event.sign != '?') return "that " + way(event);
    return "of " + name(event) + " " + kind(event);
  }

  // The event at `at` was not to come there. `instead`: the one that was, if there was one.
  std::string surprise(std::size_t at, const Event* instead) const {
    const Event& came = seen_[at];
    if (instead && instead->user && came.is_exit() && instead->is_exit() &&
        came.concerns(*instead)) {
      if (came.sign != instead->sign)
        return user(came) + " was told that " + way(came) + ", and not that " + way(*instead);
      return user(came) + " was told of " + name(came) + " return " + value(came) + ", and not " +
             value(*instead);
    }
    if (count(came_, came) > count(wanted_, came)) {
      if (!came.user) return mark(came) + " came, which must not come";
      std::size_t entries = 0, same = 0;
      for (std::size_t i = 0; i <= at; ++i) {
        // Entries of one call come before the body's mark.
        if (!came.is_exit() && !seen_[i].user) same = 0;
        entries += seen_[i].is_entry() && seen_[i].concerns(came);
        same += seen_[i].user && seen_[i].is_exit() == came.is_exit() && seen_[i].concerns(came);
      }
      if (came.is_exit() && entries == 0) return what(came) + ", but not of its entry";
      if (same > 1 && (!came.is_exit() || same > entries)) return what(came) + " twice";
      if (came.is_exit() && instead && instead->user && instead->is_exit() &&
          came.user == instead->user)
        return user(came) + " was told " + told(came) + ", where " + name(*instead) +
               " exit was due";
      return what(came) + ", which must not come";
    }
    if (!instead) return what(came) + " after all others";
    if (count(came_, *instead) < count(wanted_, *instead)) return lacking(*instead);
    return what(came) + " before " + (instead->user ? what(*instead) : mark(*instead));
  }
  static std::string value(const Event& event) {
    return event.value ? std::string("with the value '") + event.value + "'" : "without a value";
  }
  static std::size_t count(const std::map<Event, std::size_t>& counts, const Event& event) {
    const auto found = counts.find(event);
    return found == counts.end() ? 0 : found->second;
  }

  const Judging& judging_;
  std::vector<Event> seen_, ordered_;
  std::vector<Loose> floating_, optional_;
  std::map<Event, std::size_t> came_, wanted_;
};

}  // namespace

Judging how_to_judge(std::string_view script, bool may_end_early) {
  return {.unwound_anywhere = script.find('{') != script.npos, .may_end_early = may_end_early};
}

std::string brief(std::string_view text) {
  constexpr std::size_t most = 600;
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, most / 2)) + " … " +
         std::string(text.substr(text.size() - most / 2));
}

Outcome judge_events(std::string_view seen, std::string_view expected, const Judging& judging) {
  const std::string wrong = Judge(seen, expected, judging).run();
  if (wrong.empty()) return pass();
  Outcome outcome = compare(seen, as_told(expected, judging.nature));
  outcome.verdict = Verdict::fail;
  outcome.detail = wrong + ": " + outcome.detail;
  return outcome;
}

}  // namespace retprobe::harness
