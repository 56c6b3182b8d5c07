#include "harness/verify/played.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "harness/verify/call_tree.h"
#include "harness/verify/events.h"
#include "harness/verify/system.h"

namespace retprobe::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view blanks = " \t";

// Every `*12(…)` as what it stands for.
std::string written_out(std::string_view script) {
  std::string text;
  while (!script.empty()) {
    const char step = script.front();
    script.remove_prefix(1);
    const bool repeats =
        step == '*' && (text.empty() || (text.back() != '+' && text.back() != '-'));
    if (!repeats) {
      text += step;
      continue;
    }
    unsigned times = 0;
    const char* const end = script.data() + script.size();
    const char* at = std::from_chars(script.data(), end, times).ptr;
    if (times == 0 || at == end || *at != '(')
      throw std::invalid_argument("script: a '*' needs a number and a '(' behind it");
    const char* const begin = ++at;
    for (int depth = 1; depth; ++at) {
      if (at == end) throw std::invalid_argument("script: the ')' of a '*' is missing");
      depth += (*at == '(') - (*at == ')');
    }
    const std::string inside = written_out({begin, at - 1});
    for (unsigned i = 0; i < times; ++i) text += (i ? " " : "") + inside;
    script = {at, end};
  }
  return text;
}

// `equal`: the tracers of a play that does not say which.
std::vector<Play> plays_of(const PlayedScenario::Part& part, unsigned number,
                           const ModelTracer& equal) {
  std::vector<ModelTracer> model = part.model;
  if (model.empty()) model.assign(number, equal);
  std::vector<Play> found;
  if (part.random) {
    const auto& [first, count, steps, throws, declines] = *part.random;
    for (unsigned seed = first; seed < first + count; ++seed) {
      for (unsigned i = 1; declines && i < model.size(); i += 2)
        model[i].declines_every = 1 + (i + seed) % 4;
      found.push_back(
          {model, random_script(seed, static_cast<unsigned>(model.size()), steps, throws), true});
    }
    return found;
  }
  std::string script;
  for (const auto& [only_with, text] : part.script)
    if (only_with == 0 || only_with == number) script += (script.empty() ? "" : " ") + text;
  if (!script.empty()) found.push_back({std::move(model), written_out(script)});
  return found;
}

// Reads one file into the list.
class PlayedReader {
 public:
  PlayedReader(const fs::path& file, std::vector<PlayedScenario>& all)
      : file_(file.string()), all_(all) {}

  void run() {
    std::ifstream stream(file_);
    std::string line;
    while (std::getline(stream, line)) {
      ++line_;
      rest_ = line;
      if (const std::size_t comment = (" " + line + " ").find(" # "); comment != line.npos)
        rest_ = rest_.substr(0, comment);
      if (line.starts_with('#')) rest_ = {};
      rest_.remove_suffix(rest_.size() - (rest_.find_last_not_of(blanks) + 1));
      if (const std::string_view first = word(); !first.empty()) take(first);
    }
    if (stream.bad() || !stream.eof()) {
      line_ = 1;
      wrong("the file cannot be read; make it readable");
    }
    finish();
  }

 private:
  [[noreturn]] void wrong(unsigned line, const std::string& what) const {
    throw std::runtime_error(file_ + ":" + std::to_string(line) + ": " + what);
  }
  [[noreturn]] void wrong(const std::string& what) const { wrong(line_, what); }
  [[noreturn]] void not_understood(std::string_view what) const {
    wrong("'" + std::string(what) + "' is not understood; harness/verify/played.h has the words");
  }

  // ---- Words of the line ----

  std::string_view word() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    const std::string_view next = rest_.substr(0, rest_.find_first_of(blanks));
    rest_.remove_prefix(next.size());
    rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
    return next;
  }
  bool next_is(std::string_view wanted) {
    const std::string_view before = rest_;
    if (!before.empty() && word() == wanted) return true;
    rest_ = before;
    return false;
  }
  template <class Number>
  Number number(Number least = 1) {
    const std::string_view text = word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least)
      wrong("'" + std::string(text) + "' is no number that can stand here; write another");
    return value;
  }
  std::string_view text(const char* what) {
    if (rest_.empty()) wrong(std::string("the line ends before its ") + what + "; add it");
    return rest_;
  }
  std::string functions() {
    text("functions");
    const std::string letters(word());
    if (letters.find_first_not_of("fghkp") != letters.npos) not_understood(letters);
    return letters;
  }

  // ---- Lines ----

  void take(std::string_view first) {
    if (first == "scenario")
      begin();
    else if (!has_begun_)
      wrong("'" + std::string(first) + "' stands before any scenario; begin with 'scenario NAME'");
    else if (first == "holds")
      take_holds();
    else if (first == "tracers")
      take_tracers();
    else if (first == "on")
      one_.equal.functions = functions();
    else if (first == "tracer")
      take_tracer_line();
    else if (first == "script")
      take_script();
    else if (first == "random")
      take_random();
    else if (first == "next")
      begin_play();
    else if (first == "seconds")
      one_.seconds = number<double>(0);
    else if (first == "registers")
      take_registers();
    else if (first == "switches")
      switches_ = true;
    else
      not_understood(first);
    if (!rest_.empty()) not_understood(rest_);
  }
  void begin() {
    finish();
    one_ = {};
    text("name");
    one_.name = word();
    one_.file = file_;
    one_.line = line_;
    begin_play();
    has_begun_ = true;
    switches_ = false;
  }
  void begin_play() { one_.parts.emplace_back().line = line_; }
  std::string_view take_rest() { return std::exchange(rest_, {}); }
  void take_holds() {
    text("sentence");
    one_.holds += (one_.holds.empty() ? "" : " ") + std::string(take_rest());
  }
  void take_tracers() {
    text("numbers");
    one_.tracers.clear();
    while (!rest_.empty()) one_.tracers.push_back(number<unsigned>());
  }
  void take_registers() {
    constexpr RegisterSet sets[] = {RegisterSet::scalar, RegisterSet::vector, RegisterSet::full};
    text("register sets");
    while (!rest_.empty()) {
      const std::string_view name = word();
      const auto set = std::ranges::find_if(
          sets, [name](RegisterSet candidate) { return name == to_string(candidate); });
      if (set == std::end(sets)) not_understood(name);
      one_.registers.push_back(*set);
    }
  }
  void take_tracer_line() {
    ModelTracer tracer{functions(), 0, false};
    unsigned times = 1;
    if (next_is("times")) times = number<unsigned>();
    if (next_is("declines")) tracer.declines_every = number<unsigned>();
    tracer.redirects = next_is("redirects");
    part().model.insert(part().model.end(), times, tracer);
  }
  void take_script() {
    text("steps");
    PlayedScenario::Line line;
    if (const std::size_t digits = rest_.find_first_not_of("0123456789");
        digits != 0 && digits != rest_.npos && rest_[digits] == ':') {
      const std::string_view behind = rest_.substr(digits + 1);
      rest_ = rest_.substr(0, digits);
      line.only_with = number<unsigned>();
      rest_ = behind;
      rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size()));
      text("steps");
    }
    line.text = take_rest();
    if (part().script.empty()) part().line = line_;
    part().script.push_back(std::move(line));
  }
  void take_random() {
    part().line = line_;
    PlayedScenario::Random random;
    random.seed = number<unsigned>(0);
    random.count = number<unsigned>();
    random.steps = number<unsigned>();
    random.throws = next_is("throws");
    random.declines = next_is("declines");
    part().random = random;
  }
  PlayedScenario::Part& part() { return one_.parts.back(); }

  // ---- The end of a scenario ----

  void finish() {
    if (!has_begun_) return;
    if (one_.holds.empty()) wrong(one_.line, "it does not say what holds; add 'holds TEXT'");
    for (const PlayedScenario::Part& part : one_.parts) check(part);
    for (const unsigned tracers : one_.tracers) check(tracers);
    if (switches_ != (std::ranges::count(one_.name, '*') == 1))
      wrong(one_.line, "a name has one '*' where 'switches' is, and none elsewhere; change it");
    if (!switches_) return add(std::move(one_));
    const auto named = [this](const char* kind, const char* note) {
      PlayedScenario scenario = one_;
      scenario.name.replace(scenario.name.find('*'), 1, kind);
      scenario.holds += note;
      return scenario;
    };
    add(named("context", " (swapcontext)"));
    PlayedScenario by_hand = named("switch", " (a switch without notification)");
    for (PlayedScenario::Part& part : by_hand.parts)
      for (PlayedScenario::Line& line : part.script) std::ranges::replace(line.text, 'o', 'w');
    add(std::move(by_hand));
  }
  void check(const PlayedScenario::Part& part) const {
    if (part.script.empty() != part.random.has_value())
      wrong(part.line, "a play needs either a 'script' or a 'random' line; change it");
    for (const PlayedScenario::Line& line : part.script)
      if (line.only_with && std::ranges::find(one_.tracers, line.only_with) == one_.tracers.end())
        wrong(part.line, "a script is for " + std::to_string(line.only_with) +
                             " tracers, and 'tracers' does not have that number; add it");
  }
  void check(unsigned tracers) const {
    bool has_any = false;
    for (const PlayedScenario::Part& part : one_.parts) has_any |= plays(part, tracers);
    if (!has_any)
      wrong(one_.line, "there is no script for " + std::to_string(tracers) + " tracers; add one");
  }
  bool plays(const PlayedScenario::Part& part, unsigned tracers) const {
    if (part.random) return true;  // the oracle takes what random_script() makes
    try {
      const std::vector<Play> all = plays_of(part, tracers, one_.equal);
      for (const Play& play : all)
        if (const std::string why = wrong_with(play); !why.empty())
          wrong(part.line, why + "; harness/verify/oracle.h has the notation");
      return !all.empty();
    } catch (const std::invalid_argument& refused) {
      wrong(part.line, refused.what() + std::string("; harness/verify/oracle.h has the notation"));
    }
  }
  void add(PlayedScenario scenario) {
    const auto same = std::ranges::find(all_, scenario.name, &PlayedScenario::name);
    if (same != all_.end())
      wrong(scenario.line, "there is a scenario '" + scenario.name + "' in " + same->file + ":" +
                               std::to_string(same->line) + ", too; rename one");
    all_.push_back(std::move(scenario));
  }

  const std::string file_;
  std::vector<PlayedScenario>& all_;
  unsigned line_ = 0;
  std::string_view rest_;  // of the line
  bool has_begun_ = false, switches_ = false;
  PlayedScenario one_;
};

}  // namespace

std::vector<Play> PlayedScenario::plays(unsigned number) const {
  std::vector<Play> all;
  for (const Part& part : parts)
    std::ranges::move(plays_of(part, number, equal), std::back_inserter(all));
  return all;
}

std::string wrong_with(const Play& play) try {
  const std::string wrong = wrong_letters(play.script, play.model.size());
  if (wrong.empty()) expected_events(play.model, play.script);
  return wrong;
} catch (const std::invalid_argument& refused) {
  return refused.what();
}

Result<std::vector<PlayedScenario>> read_played(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  if (files.empty())
    return Error{
        Error::Code::not_found,
        folder.string() + " has no *.txt: the scenarios that are data are read from there"};
  std::ranges::sort(files);
  std::vector<PlayedScenario> all;
  try {
    for (const fs::path& file : files) PlayedReader(file, all).run();
  } catch (const std::exception& problem) {
    return Error{Error::Code::usage, problem.what()};
  }
  return all;
}

const std::vector<PlayedScenario>& played_scenarios() {
  static const auto all = read_played(beside_scenarios("scenarios"));
  if (!all.ok()) throw std::runtime_error(all.error().message());
  return *all;
}

}  // namespace retprobe::harness
