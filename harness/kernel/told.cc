#include "harness/kernel/told.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

namespace retprobe::harness {
namespace {

struct Event {
  char what = 0;
  int user = 0;
  std::string value;  // what the user has kept for the call; empty: nothing
};

// "e0,e1,x1,x0=17".
std::vector<Event> events_of(const std::string& text) {
  std::vector<Event> events;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t equals = word.find('=');
    events.push_back({word.front(), std::atoi(word.c_str() + 1),
                      equals == std::string::npos ? "" : word.substr(equals + 1)});
  }
  return events;
}

std::string name_of(int user) { return "user " + std::to_string(user); }

// What one user is told: entries and exits, e.g. "eexx".
std::string kinds_of(const std::vector<Event>& events, int user) {
  std::string kinds;
  for (const Event& event : events)
    if (event.user == user) kinds += event.what;
  return kinds;
}

std::string wrong_kinds(const KernelUser& user, const std::string& kinds, unsigned depth) {
  const std::string due =
      std::string(user.entry ? depth : 0, 'e') + std::string(user.exit ? depth : 0, 'x');
  if (kinds == due) return "";
  const auto told = [&](char what) { return std::ranges::count(kinds, what); };
  const auto wanted = [&](char what) { return std::ranges::count(due, what); };
  if (told('e') < wanted('e')) return name_of(user.id) + " is not told the entry";
  if (told('x') < wanted('x')) return name_of(user.id) + " is not told the exit";
  if (wanted('x') == 0 && told('x') > 0)
    return name_of(user.id) + " is told an exit that it declined, or had no longer to be told";
  if (told('x') > wanted('x')) return name_of(user.id) + " is told the exit too often";
  if (told('e') > wanted('e')) return name_of(user.id) + " is told the entry too often";
  return name_of(user.id) + " is told an exit before the entry";
}

// Each exit has the number of the entry that it belongs to: calls are nested.
std::string wrong_values(const std::vector<Event>& events, const KernelUser& user) {
  std::vector<std::string> open;
  for (const Event& event : events) {
    if (event.user != user.id) continue;
    if (event.value.empty()) return name_of(user.id) + " has kept nothing for a call";
    if (event.what == 'e') {
      if (std::ranges::find(open, event.value) != open.end())
        return "two calls of " + name_of(user.id) + " share what it keeps";
      open.push_back(event.value);
    } else if (open.empty() || open.back() != event.value) {
      return name_of(user.id) + " finds another call's data at the exit";
    } else {
      open.pop_back();
    }
  }
  return "";
}

bool is_reversed(const std::vector<Event>& events) {
  std::vector<int> entries, exits;
  for (const Event& event : events) (event.what == 'e' ? entries : exits).push_back(event.user);
  std::ranges::reverse(exits);
  return entries.empty() || entries == exits;
}

std::string wrong_in_events(const KernelCall& call, const std::vector<Event>& events) {
  for (const Event& event : events)
    if (std::ranges::find(call.users, event.user, &KernelUser::id) == call.users.end())
      return event.what == 'x'
                 ? "an exit without an entry: " + name_of(event.user) + " is told another's"
                 : name_of(event.user) + " is told an entry, and was not attached";
  for (const KernelUser& user : call.users) {
    std::string wrong = wrong_kinds(user, kinds_of(events, user.id), call.depth);
    if (wrong.empty() && user.data) wrong = wrong_values(events, user);
    if (!wrong.empty()) return wrong;
  }
  return call.in_order && !is_reversed(events) ? "exits come in the order of entries" : "";
}

std::string wrong_in_stacks(const KernelCall& call, const std::vector<Event>& events,
                            const GuestAnswer& told) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto user = std::ranges::find(call.users, events[i].user, &KernelUser::id);
    if (!user->stack) continue;
    const bool is_entry = events[i].what == 'e';
    const std::string where = is_entry ? "at the entry, " : "at the exit, ";
    const auto stack = told.fields.find("stack" + std::to_string(i));
    if (stack == told.fields.end()) return where + "no stack is seen";
    if (std::string wrong = wrong_in_stack(stack->second, is_entry); !wrong.empty())
      return where + wrong;
  }
  return "";
}

}  // namespace

std::string wrong_in_stack(const std::string& stack, bool with_body) {
  // A trampoline that calls the body is one of its callers.
  static const std::regex trampoline("<bpf_trampoline_[0-9]+(?=<)");
  const std::string callers = "rp_inner<rp_middle<rp_outer<";
  const std::string due = with_body ? "rp_body<" + callers : callers;
  if (std::regex_replace("<" + stack, trampoline, "").find("<" + due) != std::string::npos)
    return "";
  std::istringstream names(due);
  for (std::string name; std::getline(names, name, '<');)
    if (("<" + stack).find("<" + name + "<") == std::string::npos)
      return name + "() is missing in the stack: " + stack;
  return "the stack has something between the callers: " + stack;
}

bool has_body(const std::string& stack) {
  return ("<" + stack).find("<rp_body<") != std::string::npos;
}

std::string wrong_in(const KernelCall& call, const GuestAnswer& told) {
  const auto journal = told.fields.find("journal");
  if (journal == told.fields.end()) return "no journal: '" + told.text + "'";
  const std::vector<Event> events = events_of(journal->second);
  if (std::string wrong = wrong_in_events(call, events); !wrong.empty())
    return wrong + " (" + (events.empty() ? "no event" : journal->second) + ")";
  return wrong_in_stacks(call, events, told);
}

}  // namespace retprobe::harness
