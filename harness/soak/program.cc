#include "harness/soak/program.h"

#include <algorithm>
#include <charconv>
#include <random>
#include <sstream>
#include <utility>

#include "core/hooks/design_table.h"
#include "harness/text.h"
#include "harness/verify/declared.h"
#include "retprobe/probe.h"

namespace retprobe::harness {
namespace {

constexpr std::string_view functions = "fghkup";
constexpr unsigned deepest = 10;
constexpr unsigned most_forks = 3, most_forks_of_many = 1;  // in a script
constexpr std::size_t most_data = 2048;  // of all tracers: call_through has it on machine stacks
constexpr std::string_view register_sets[] = {"scalar", "vector", "full"};

bool is_one_of(char character, std::string_view characters) {
  return characters.find(character) != std::string_view::npos;
}
bool opens(const std::string& step) { return is_one_of(step.back(), "(["); }
bool closes(const std::string& step) { return step == ")" || step == "]"; }
bool is_function(const std::string& step) { return is_one_of(step[0], functions); }
bool is_tail(const std::string& step) { return step.size() > 1 && is_one_of(step[1], "fghku"); }

// Copies a script's steps, but for those that make no sense where they are.
class Repair {
 public:
  Repair(const Program& program, const Steps& steps)
      : abilities_(program.abilities),
        tracers_(program.tracers.size()),
        alone_(program.scripts.size() < 2),
        forks_left_(alone_ ? most_forks : most_forks_of_many),
        steps_(steps) {}

  Steps run() {
    for (; at_ < steps_.size(); ++at_) play(Place{}, "");  // it stops before what closes nothing
    return std::move(out_);
  }

 private:
  enum class Way { returned, thrown, jumped };

  struct Place {
    bool catches = false, lands = false;
    bool changes = true;     // tracers may be attached, modules loaded, the process configured
    bool alternate = false;  // on the alternate signal stack
    bool coroutine = false;
    bool may_yield = false;
    bool in_module = false;  // a call of p is in flight
    unsigned depth = 0;
  };

  // Plays until what closes it, and leaves that.
  Way play(const Place& place, std::string_view closer) {
    while (at_ < steps_.size()) {
      const std::string& step = steps_[at_];
      if (step == closer || (closes(step) && closer.empty())) return Way::returned;
      if (closes(step)) {
        ++at_;
      } else if (const Way way = play_step(place, step); way != Way::returned) {
        skip_to_end();
        return way;
      }
    }
    return Way::returned;
  }
  void skip_to_end() {
    for (unsigned depth = 0; at_ < steps_.size(); ++at_) {
      if (closes(steps_[at_]) && depth-- == 0) return;
      depth += opens(steps_[at_]);
    }
  }
  Way inside(Place place, const std::string& step, const std::string& closer) {
    ++place.depth;
    out_.push_back(step);
    const Way way = play(place, closer);
    if (at_ < steps_.size() && steps_[at_] == closer) ++at_;
    out_.push_back(closer);
    return way;
  }

  Way play_step(const Place& place, const std::string& step) {
    if (is_function(step) || is_one_of(step[0], "{#?")) return guarded_call(place);
    ++at_;
    if (is_one_of(step.back(), "[")) return elsewhere(place, step);
    const std::string known = "+-=";
    const bool changes =
        place.changes && alone_ && (abilities_.changes_in_flight || place.depth == 0);
    const char first = step[0], second = step.size() > 1 ? step[1] : 0;
    const bool whole = step.size() == 1;
    bool fits = false;
    if (first == '+' || first == '-')
      fits = changes && step.size() == 2 && second >= 'A' &&
             static_cast<std::size_t>(second - 'A') < tracers_;
    else if (first == '=')
      fits = changes && step.size() == 3 && is_one_of(second, abilities_.designs) &&
             is_one_of(step[2], "01234");
    else if (first == 'r')
      fits = !place.alternate && step.size() == 2 && is_one_of(second, "123");
    else if (whole && first == 'm')
      fits = changes && abilities_.modules && !place.coroutine && !place.in_module;
    else if (whole && first == 'y')
      fits = abilities_.forks && forks_left_ > 0 && forks_left_--;
    else if (whole)
      fits = (first == '!' && place.catches) || (is_one_of(first, "@$") && place.lands) ||
             (first == '|' && place.may_yield && abilities_.changes_in_flight);
    if (!fits) return Way::returned;
    out_.push_back(step);
    return first == '!' ? Way::thrown : is_one_of(first, "@$") ? Way::jumped : Way::returned;
  }

  Way elsewhere(Place place, const std::string& step) {
    const bool signal = step == "s[" || step == "a[";
    const bool coroutine =
        step.size() == 3 && is_one_of(step[0], "ow") && is_one_of(step[1], "123");
    if (place.depth >= deepest ||
        !((signal && abilities_.signals) || (step == "t[" && abilities_.threads) ||
          (coroutine && abilities_.coroutines && !place.alternate)))
      return Way::returned;
    place.catches = false;
    if (signal) {
      place.changes = false;  // the library's cold calls are not for signal handlers
      place.alternate |= step[0] == 'a';
      place.may_yield = false;  // its end restores what the thread's alternate stack was
    } else {
      place.lands = false;
      if (!coroutine) place.alternate = false;
      place.coroutine |= coroutine;
      place.may_yield = coroutine;
    }
    return inside(place, step, "]");
  }

  Way guarded_call(Place place) {
    std::string destructor, lands, catches;
    for (; at_ < steps_.size(); ++at_) {
      const std::string& step = steps_[at_];
      if (step[0] == '{')
        destructor = step == "{f}" || step == "{g}" ? step : "";
      else if (step[0] == '#')
        lands = abilities_.jumps ? "#" : "";
      else if (step[0] == '?')
        catches = !abilities_.throws ? "" : step == "?^" && place.catches ? "?^" : "?";
      else
        break;
    }
    if (at_ == steps_.size() || !is_function(steps_[at_])) return Way::returned;
    const std::string& function = steps_[at_++];
    if (function[0] == 'p' && (place.coroutine || !alone_)) return Way::returned;
    for (const std::string& guard : {destructor, lands, catches})
      if (!guard.empty()) out_.push_back(guard);
    place.lands = !lands.empty() || (place.lands && destructor.empty());
    place.catches |= !catches.empty();
    const Way way = call(place, function);
    if (way == Way::thrown && catches == "?") return Way::returned;
    if (way == Way::jumped && !lands.empty()) return Way::returned;
    return way;
  }

  Way call(Place place, const std::string& step) {
    Way way = Way::returned;
    const bool is_module = step[0] == 'p';
    if (opens(step) && place.depth < deepest) {
      Place body = place;
      body.in_module |= is_module;
      way = inside(body, step, ")");
    } else {
      out_.push_back(opens(step) ? step.substr(0, step.size() - 1) : step);
    }
    ++place.depth;
    if (way != Way::returned || is_module || place.depth > deepest || at_ == steps_.size() ||
        steps_[at_][0] != '>' || !is_tail(steps_[at_]) || !abilities_.tail_calls)
      return way;
    return call(place, steps_[at_++]);
  }

  const Abilities& abilities_;
  const std::size_t tracers_;
  const bool alone_;
  unsigned forks_left_;
  const Steps& steps_;
  std::size_t at_ = 0;
  Steps out_;
};

class Generator {
 public:
  Generator(std::uint64_t seed, std::string_view design, std::string_view transfer,
            const Abilities& abilities)
      : random_(seed) {
    program_.design = design;
    program_.transfer = transfer;
    program_.abilities = abilities;
  }

  Program run() {
    const bool crowd = below(4) == 0 && program_.abilities.crowds;
    constexpr unsigned counts[] = {1, 1, 2, 2, 3, 4, 8};
    const unsigned count = counts[below(std::size(counts))] + crowd;
    make_tracers(program_.abilities.users ? count : 1, crowd);
    choose_alphabet(crowd);
    program_.scripts.resize(crowd ? 2 + below(3) : 1);
    for (Steps& script : program_.scripts) {
      if (!crowd)
        for (std::size_t i = 0; i < program_.tracers.size(); ++i)
          if (below(2)) script.push_back(change('+', i));
      const std::size_t length = std::size_t{8} << below(crowd ? 4 : 6);
      while (script.size() < length) add_step(script);
    }
    const std::size_t residents = program_.residents(),
                      visitors = program_.tracers.size() - residents;
    if (crowd && visitors)
      for (std::size_t i = 2 + below(20); i; --i)
        program_.changes.push_back(change(below(2) ? '+' : '-', residents + below(visitors)));
    program_.signals = crowd && below(2);
    repair(program_);
    return std::move(program_);
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  const std::string& any_of(const Steps& steps) { return steps[below(steps.size())]; }
  static std::string change(char sign, std::size_t tracer) {
    return {sign, static_cast<char>('A' + tracer)};
  }

  void make_tracers(std::size_t count, bool crowd) {
    constexpr std::size_t sizes[] = {0, 0, 0, 16, 24, 100, 1000, most_data};
    constexpr unsigned declines[] = {0, 0, 0, 0, 1, 2, 3};
    std::size_t room = most_data;
    std::size_t redirects = program_.abilities.redirects ? below(4 * count) : count;
    // A tracer that comes and goes while others call must not change what they call.
    if (crowd && redirects >= (count + 1) / 2) redirects = count;
    for (std::size_t i = 0; i < count; ++i) {
      SoakTracer& tracer = program_.tracers.emplace_back();
      if (below(2)) {
        tracer.functions.clear();
        for (const char function : std::string("fghk"))
          if (below(2)) tracer.functions += function;
        if (tracer.functions.empty()) tracer.functions = "fghk"[below(4)];
      }
      tracer.registers = static_cast<RegisterSet>(below(3));
      tracer.declines_every = declines[below(std::size(declines))];
      if (!program_.abilities.declines) tracer.declines_every = 0;
      if (crowd && tracer.declines_every > 1) tracer.declines_every = 0;
      tracer.data = std::min(room, sizes[below(std::size(sizes))]);
      room -= tracer.data;
      tracer.redirects = i == redirects;
      if (tracer.redirects) tracer.registers = RegisterSet::full;
      if (!tracer.redirects && !crowd && program_.abilities.modules && below(2))
        tracer.functions += 'p';
    }
  }

  // A program has some of the abilities, not all: what is rare among many meets more of itself.
  void choose_alphabet(bool crowd) {
    for (const char function : std::string("fghku")) {
      const std::string name(1, function);
      for (const std::string& step : {name, name + "(", name + "(", ">" + name, ">" + name + "("})
        calls_.push_back(step);
    }
    alphabet_ = calls_;
    for (int i = 0; i < 14; ++i) alphabet_.push_back(")");
    const std::vector<Steps> abilities = {
        {"?", "?", "?^", "!", "!", "!", "{f}", "{g}"},
        {"#", "#", "@", "@", "$"},
        {"s[", "s[", "]", "]"},
        {"a[", "a[", "]", "]"},
        {"t[", "]"},
        {"o1[", "o2[", "r1", "r2", "|", "|", "]", "]"},
        {"w2[", "w3[", "r2", "r3", "|", "|", "]", "]"},
        {"y"},
        {"m", "m", "p", "p(", "p("},
    };
    for (const Steps& ability : abilities)
      if (below(2)) alphabet_.insert(alphabet_.end(), ability.begin(), ability.end());
    if (crowd) return;
    for (std::size_t i = 0; i < program_.tracers.size(); ++i)
      for (const char sign : {'+', '-'}) alphabet_.push_back(change(sign, i));
    const std::string& designs = program_.abilities.designs;
    if (!designs.empty() && below(2))
      for (int i = 0; i < 3; ++i)
        alphabet_.push_back(
            {'=', designs[below(designs.size())], static_cast<char>('0' + below(5))});
  }

  void add_step(Steps& script) {
    script.push_back(any_of(alphabet_));
    // A guard needs a call.
    if (is_one_of(script.back()[0], "{#?")) {
      const std::string* call;
      do call = &any_of(calls_);
      while ((*call)[0] == '>');
      script.push_back(*call);
    }
  }

  std::mt19937_64 random_;
  Program program_;
  Steps calls_, alphabet_;
};

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Error read_tracer(std::istringstream& words, SoakTracer& tracer) {
  std::string word;
  words >> tracer.functions;
  if (tracer.functions.empty() || tracer.functions.find_first_not_of("fghkp") != std::string::npos)
    return {Error::Code::usage, "a tracer's functions are some of fghkp"};
  while (words >> word) {
    const auto set = std::ranges::find(register_sets, word);
    bool read = true;
    if (set != std::end(register_sets))
      tracer.registers = static_cast<RegisterSet>(set - std::begin(register_sets));
    else if (word == "redirects")
      tracer.redirects = true;
    else if (word == "declines")
      read = words >> word && read_number(word, tracer.declines_every);
    else if (word == "data")
      read = words >> word && read_number(word, tracer.data);
    else
      read = false;
    if (!read) return {Error::Code::usage, "'" + word + "' is not understood"};
  }
  return {};
}

// The inverse of script_of().
Steps steps_from(std::string_view text) {
  Steps steps;
  for (std::size_t at = 0; at < text.size();) {
    const char first = text[at];
    std::size_t size = 1;
    if (first == '{')
      size = text.find('}', at) == text.npos ? 1 : text.find('}', at) + 1 - at;
    else if (is_one_of(first, "+->rsat") || text.substr(at, 2) == "?^")
      size = 2;
    else if (is_one_of(first, "=ow"))
      size = 3;
    if (is_one_of(first, functions) || first == '>')
      size += at + size < text.size() && text[at + size] == '(';
    if (first != ' ') steps.emplace_back(text.substr(at, size));
    at += size;
  }
  return steps;
}

}  // namespace

std::size_t Program::size() const {
  std::size_t size = tracers.size() + changes.size() + signals;
  for (const Steps& script : scripts) size += script.size();
  return size;
}

Abilities abilities_of(std::string_view design) {
  const auto declares = [](std::string_view name, const char* scenario) {
    return !declared_inabilities(name, scenario).empty();
  };
  Abilities abilities{.throws = !declares(design, "way_out_exception"),
                      .jumps = !declares(design, "way_out_longjmp")};
  const std::vector<std::string> names = design_names();
  for (std::size_t i = 0; i < names.size() && i < 10; ++i)
    if (find_design(names[i])->facts.wiring != Wiring::unhooked &&
        abilities.throws <= !declares(names[i], "way_out_exception") &&
        abilities.jumps <= !declares(names[i], "way_out_longjmp"))
      abilities.designs += static_cast<char>('0' + i);
  return abilities;
}

Error take_away(Abilities& abilities, std::string_view name) {
  static constexpr std::pair<std::string_view, bool Abilities::*> names[] = {
      {"exceptions", &Abilities::throws},
      {"jumps", &Abilities::jumps},
      {"tail_calls", &Abilities::tail_calls},
      {"signals", &Abilities::signals},
      {"threads", &Abilities::threads},
      {"coroutines", &Abilities::coroutines},
      {"forks", &Abilities::forks},
      {"modules", &Abilities::modules},
      {"users", &Abilities::users},
      {"declines", &Abilities::declines},
      {"changes_in_flight", &Abilities::changes_in_flight}};
  const auto found = std::ranges::find(names, name, [](auto& each) { return each.first; });
  if (found == std::end(names))
    return {Error::Code::usage, "'" + std::string(name) + "' is none of " +
                                    joined(names, ", ", [](auto& each) { return each.first; })};
  abilities.*found->second = false;
  return {};
}

Program random_program(std::uint64_t seed, std::string_view design, std::string_view transfer,
                       const Abilities& abilities) {
  return Generator(seed, design, transfer, abilities).run();
}

void repair(Program& program) {
  for (Steps& script : program.scripts) script = Repair(program, script).run();
  std::erase_if(program.changes, [&](const std::string& step) {
    const auto tracer = static_cast<std::size_t>(step.size() == 2 ? step[1] - 'A' : -1);
    return !is_one_of(step[0], "+-") || tracer < program.residents() ||
           tracer >= program.tracers.size();
  });
}

std::vector<ModelTracer> model_of(const Program& program) {
  std::vector<ModelTracer> model;
  for (const SoakTracer& tracer : program.tracers)
    model.push_back({tracer.functions, tracer.declines_every, tracer.redirects});
  return model;
}

std::string script_of(const Steps& steps) {
  std::string script;
  for (const std::string& step : steps) {
    const bool joined =
        script.empty() || closes(step) || step[0] == '>' || is_one_of(script.back(), "([{}#?^");
    script += (joined ? "" : " ") + step;
  }
  return script;
}

std::string to_text(const Program& program) {
  std::string text = "design " + program.design + "\ntransfer " + program.transfer + "\n";
  for (const SoakTracer& tracer : program.tracers) {
    text += "tracer " + tracer.functions + " " +
            std::string(register_sets[static_cast<unsigned>(tracer.registers)]);
    if (tracer.declines_every) text += " declines " + std::to_string(tracer.declines_every);
    if (tracer.data) text += " data " + std::to_string(tracer.data);
    text += tracer.redirects ? " redirects\n" : "\n";
  }
  for (const Steps& script : program.scripts) text += "script " + script_of(script) + "\n";
  if (!program.changes.empty()) text += "changes " + script_of(program.changes) + "\n";
  if (program.signals) text += "signals\n";
  if (program.plant) text += std::string("plant ") + program.plant + "\n";
  return text;
}

Result<Program> program_from(std::string_view text, const Abilities* abilities) {
  Program program;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (unsigned number = 1; std::getline(lines, line); ++number) {
    std::istringstream words(line);
    std::string first;
    if (!(words >> first) || first[0] == '#') continue;
    Error error;
    const std::string rest = line.find(' ') == line.npos ? "" : line.substr(line.find(' ') + 1);
    if (first == "design")
      words >> program.design;
    else if (first == "transfer")
      words >> program.transfer;
    else if (first == "tracer")
      error = read_tracer(words, program.tracers.emplace_back());
    else if (first == "script")
      program.scripts.push_back(steps_from(rest));
    else if (first == "changes")
      program.changes = steps_from(rest);
    else if (first == "signals")
      program.signals = true;
    else if (first == "plant")
      words >> program.plant;
    else
      error = {Error::Code::usage, "'" + first + "' is not understood"};
    if (error)
      return Error{error.code(), "line " + std::to_string(number) + ": " + error.message()};
  }
  const DesignEntry* const design = find_design(program.design);
  if (!abilities && (!design || design->facts.wiring == Wiring::unhooked))
    return Error{Error::Code::not_found, "'design NAME' has to name a design with hooks"};
  if (program.scripts.empty() || program.tracers.size() > 26)
    return Error{Error::Code::usage, "a program has a script and at most 26 tracers"};
  program.abilities = abilities ? *abilities : abilities_of(program.design);
  repair(program);
  return program;
}

}  // namespace retprobe::harness
