#include "program.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>

namespace random_handlers {
namespace {

struct KindOf {
  const char* name;
  int weight;
};
const KindOf of_kind[kinds] = {
    {"call", 10},   {"tail_call", 3}, {"destructor", 3}, {"rethrower", 3},     {"recursion", 1},
    {"raise", 4},   {"guard", 7},     {"rethrow", 2},    {"store", 2},         {"raise_stored", 2},
    {"replace", 2}, {"land", 5},      {"jump", 4},       {"start", 5},         {"resume", 4},
    {"yield", 5},   {"scribble", 1},  {"thread", 2},     {"end_thread", 1},    {"signal", 3},
    {"fork", 1},    {"threads", 1},   {"toggle", 1},     {"failing_raise", 2}, {"stop", 1}};

bool contains(const Actions& actions, std::initializer_list<Kind> sought) {
  for (const Action& action : actions) {
    for (const Kind kind : sought)
      if (action.kind == kind) return true;
    if (contains(action.inside, sought) || contains(action.in_catch, sought)) return true;
  }
  return false;
}

// What may leave the frames below, for some time or for good.
constexpr std::initializer_list<Kind> leaving = {Kind::jump,  Kind::start,      Kind::resume,
                                                 Kind::yield, Kind::end_thread, Kind::signal};

// What may go on elsewhere meanwhile, or for good.
constexpr std::initializer_list<Kind> switching = {Kind::start, Kind::resume, Kind::yield,
                                                   Kind::end_thread};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed * 0x2545f4914f6cdd1d + 1) {}

  Program make() {
    Program program;
    left_ = 60 + random_.below(120);
    choose_kinds();
    program.body = list(6, false);
    for (int more = 0; more < 8 && left_ > 20; ++more)
      for (Action& action : list(6, false)) program.body.push_back(std::move(action));

    program.tracers.resize(static_cast<std::size_t>(1 + random_.below(most_tracers)));
    for (TracerPlan& tracer : program.tracers) {
      constexpr int all = (1 << functions) - 1;
      tracer.functions = static_cast<unsigned>(random_.one_in(3) ? 1 + random_.below(all) : all);
      tracer.declines = random_.one_in(3) ? 2 + random_.below(4) : 0;
    }
    left_ = 30;
    for (int scripts = random_.one_in(3) ? 0 : 1 + random_.below(4); scripts > 0; --scripts) {
      Script script;
      script.actions = list(3, true);
      script.tracer = random_.below(static_cast<int>(program.tracers.size()));
      script.at_exit = random_.one_in(2);
      script.first = random_.below(12);
      script.every = 1 + random_.below(6);
      program.scripts.push_back(std::move(script));
    }
    left_ = 20;
    program.at_signal = list(3, true);
    left_ = 12;
    program.at_step = list(3, true);
    program.signal_stack = static_cast<SignalStack>(random_.below(3));
    program.ids = next_id_;
    program.calls_at_thread_ends = random_.one_in(3);
    for (const Script& script : program.scripts) note(script, program);
    // A signal handler's calls are probed: their handlers may leave it, too.
    program.step_may_leave |= does(program.at_step, leaving, program);
    program.step_may_switch = does(program.at_step, switching, program);
    return program;
  }

 private:
  // A program has some kinds only, so that these meet more often.
  void choose_kinds() {
    for (bool& each : has_) each = random_.below(5) < 3;
    has(Kind::call) = true;
    if (!random_.one_in(5)) has(Kind::stop) = false;
    for (int more = 0; more < 4; ++more) has_[random_.below(kinds)] = true;
    if (has(Kind::raise) || has(Kind::replace)) has(Kind::guard) = true;
    if (has(Kind::jump)) has(Kind::land) = true;
    if (random_.one_in(2)) has(Kind::threads) = false;
  }
  bool& has(Kind kind) { return has_[static_cast<int>(kind)]; }

  Kind some_kind() {
    int total = 0;
    for (int kind = 0; kind < kinds; ++kind) total += has_[kind] ? of_kind[kind].weight : 0;
    int drawn = random_.below(total);
    for (int kind = 0;; ++kind)
      if (has_[kind] && (drawn -= of_kind[kind].weight) < 0) return static_cast<Kind>(kind);
  }

  // Handlers are to be quick, and the library's cold calls are not for them.
  static bool fits_handler(Kind kind) { return kind != Kind::toggle && kind != Kind::threads; }

  Action action(int depth, bool in_handler) {
    Action made;
    made.id = next_id_++;
    --left_;
    do made.kind = some_kind();
    while (in_handler && !fits_handler(made.kind));
    made.a = random_.below(8);
    made.b = random_.below(8);
    if (depth == 0) return made;
    switch (made.kind) {
      case Kind::call:
      case Kind::tail_call:
      case Kind::destructor:
      case Kind::rethrower:
      case Kind::recursion:
      case Kind::land:
      case Kind::start:
      case Kind::thread:
      case Kind::stop:
        made.inside = list(depth - 1, in_handler);
        break;
      case Kind::guard:
        made.inside = list(depth - 1, in_handler);
        made.in_catch = list(depth - 1, in_handler);
        break;
      case Kind::replace:
        made.inside = list(depth - 1, in_handler);
        break;
      case Kind::threads:
        for (int thread = 0; thread < 3; ++thread)
          made.inside.push_back(action(depth - 1, in_handler));
        break;
      default:
        break;
    }
    return made;
  }

  Actions list(int depth, bool in_handler) {
    Actions made;
    for (int count = 1 + random_.below(4); count > 0 && left_ > 0; --count)
      made.push_back(action(depth, in_handler));
    return made;
  }

  // Whether a handler with these actions does one of these kinds, itself or in a signal handler.
  static bool does(const Actions& actions, std::initializer_list<Kind> kinds,
                   const Program& program) {
    return contains(actions, kinds) ||
           (contains(actions, {Kind::signal}) && contains(program.at_signal, kinds));
  }
  static void note(const Script& script, Program& program) {
    using enum Kind;
    const Actions& actions = script.actions;
    program.handlers_jump |= does(actions, {jump}, program);
    program.handlers_switch |= does(actions, {start, resume, yield}, program);
    program.step_may_leave |= does(actions, leaving, program);
    program.entry_handlers_leave |= !script.at_exit && does(actions, leaving, program);
  }

  Random random_;
  bool has_[kinds] = {};
  int next_id_ = 1;
  int left_ = 0;  // how many more actions this part may have
};

struct Range {
  int first, last;
};
/// Of each action its ids: its own, and those of what is inside.
void ranges_of(const Actions& actions, std::vector<Range>& ranges) {
  for (const Action& action : actions) {
    const std::size_t own = ranges.size();
    ranges.push_back({action.id, action.id});
    ranges_of(action.inside, ranges);
    ranges_of(action.in_catch, ranges);
    ranges[own].last = std::max(action.id, ranges.back().last);
  }
}

std::string texts(const Actions& actions, const Skipped& skipped) {
  std::string text;
  for (const Action& action : actions) {
    if (skipped.contains(action.id)) continue;
    text += " " + std::string(name_of(action.kind)) + "#" + std::to_string(action.id) + "." +
            std::to_string(action.a) + "." + std::to_string(action.b);
    const std::string inside = texts(action.inside, skipped);
    const std::string in_catch = texts(action.in_catch, skipped);
    if (inside.empty() && in_catch.empty()) continue;
    text += " {" + inside + (in_catch.empty() ? "" : " } catch {" + in_catch) + " }";
  }
  return text;
}

}  // namespace

std::uint64_t Random::next() {
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

Program make_program(std::uint64_t seed) { return Maker(seed).make(); }

const char* name_of(Kind kind) { return of_kind[static_cast<int>(kind)].name; }

std::string text_of(const Program& program, const Skipped& skipped) {
  std::string text = "  body:" + texts(program.body, skipped) + "\n";
  for (const Script& script : program.scripts) {
    const std::string actions = texts(script.actions, skipped);
    if (actions.empty()) continue;
    text += "  tracer " + std::to_string(script.tracer) +
            (script.at_exit ? ", exit handler" : ", entry handler") + ", run " +
            std::to_string(script.first) + " and every " + std::to_string(script.every) + ":" +
            actions + "\n";
  }
  const std::string at_signal = texts(program.at_signal, skipped);
  constexpr const char* stacks[] = {"", " (an alternate stack is set)",
                                    " (on the alternate stack)"};
  if (!at_signal.empty())
    text += "  signal handler" + std::string(stacks[static_cast<int>(program.signal_stack)]) + ":" +
            at_signal + "\n";
  const std::string at_step = texts(program.at_step, skipped);
  if (!at_step.empty()) text += "  signal at an instruction:" + at_step + "\n";
  if (program.calls_at_thread_ends) text += "  calls at threads' ends\n";
  for (const TracerPlan& tracer : program.tracers) {
    text += "  a tracer, functions";
    for (unsigned each = 0; each < functions; ++each)
      if (tracer.functions >> each & 1) text += " " + std::to_string(each);
    if (tracer.declines) text += ", declines every " + std::to_string(tracer.declines);
    text += "\n";
  }
  return text;
}

std::string text_of(const Skipped& skipped) {
  std::string text;
  for (auto each = skipped.begin(); each != skipped.end(); ++each) {
    const int first = *each;
    int last = first;
    while (std::next(each) != skipped.end() && *std::next(each) == last + 1) last = *++each;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last > first) text += "-" + std::to_string(last);
  }
  return text;
}

bool parse(const std::string& text, Skipped& skipped) {
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    int first = 0;
    auto read = std::from_chars(at, end, first);
    if (read.ec != std::errc()) return false;
    int last = first;
    if (read.ptr < end && *read.ptr == '-') {
      read = std::from_chars(read.ptr + 1, end, last);
      if (read.ec != std::errc()) return false;
    }
    if (first < 0 || last >= most_ids || (read.ptr < end && *read.ptr != ',')) return false;
    for (int id = first; id <= last; ++id) skipped.insert(id);
    at = read.ptr + (read.ptr < end);
  }
  return true;
}

Skipped reduce(const Program& program, Skipped skipped,
               const std::function<bool(const Skipped&)>& still_fails) {
  using Clock = std::chrono::steady_clock;
  const auto latest = Clock::now() + std::chrono::minutes(3);
  std::vector<Range> ranges;
  ranges_of(program.body, ranges);
  for (const Script& script : program.scripts) ranges_of(script.actions, ranges);
  ranges_of(program.at_signal, ranges);
  ranges_of(program.at_step, ranges);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto [first, last] : ranges) {
      if (Clock::now() > latest) return skipped;
      if (skipped.contains(first)) continue;
      Skipped fewer = skipped;
      for (int id = first; id <= last; ++id) fewer.insert(id);
      if (!still_fails(fewer)) continue;
      skipped = std::move(fewer);
      changed = true;
    }
  }
  return skipped;
}

}  // namespace random_handlers
