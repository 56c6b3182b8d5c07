#include "harness/verify/call_tree.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace retprobe::harness {
class Player;
}

extern "C" {
using TreeFunction = std::uint64_t (*)(retprobe::harness::Player*);
std::uint64_t tree_f(retprobe::harness::Player*);
std::uint64_t tree_g(retprobe::harness::Player*);
std::uint64_t tree_h(retprobe::harness::Player*);
std::uint64_t tree_k(retprobe::harness::Player*);
std::uint64_t tree_u(retprobe::harness::Player*);
TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter);
}

namespace retprobe::harness {
namespace {

TreeFunction tree_function(char letter) {
  switch (letter) {
    case 'f':
      return tree_f;
    case 'g':
      return tree_g;
    case 'h':
      return tree_h;
    case 'k':
      return tree_k;
    case 'u':
      return tree_u;
    default:
      return nullptr;
  }
}

}  // namespace

class Player {
 public:
  Player(Bench& bench, std::span<const ModelTracer> model, std::string_view script)
      : bench_(bench), model_(model), at_(script.data()), end_(at_ + script.size()) {
    for (const ModelTracer& tracer : model_) {
      std::vector<const Site*>& sites = sites_.emplace_back();
      for (const char function : tracer.functions)
        sites.push_back(require(find_sites(std::string("tree_") + function)).front());
    }
  }

  // Plays until the script or the body ends.
  void steps() {
    while (at_ < end_ && *at_ != ')' && *at_ != '}') {
      const char step = *at_++;
      if (step == '+' || step == '-') {
        const auto tracer = static_cast<std::size_t>(*at_++ - 'A');
        if (step == '+')
          require(bench_[tracer]->attach(sites_[tracer]));
        else
          require(bench_[tracer]->detach(sites_[tracer]));
      } else if (step == '!') {
        throw Thrown{};
      } else if (step == '{') {
        const char* const begin = at_;
        at_ = behind(begin, '{', '}');
        const Cleanup cleanup{*this, begin};
        step_call(*at_++);
      } else if (step != ' ') {
        step_call(step);
      }
    }
  }

  // Plays a function's body. Returns the function that it tail-calls, or null.
  TreeFunction body(char letter) {
    bench_.events.mark(letter);
    if (at_ < end_ && *at_ == '(') {
      ++at_;
      steps();
      ++at_;  // the ')'
    }
    if (at_ < end_ && *at_ == '>') {
      const char next = at_[1];
      at_ += 2;
      return tree_function(next);
    }
    last_ = letter;
    return nullptr;
  }

  const std::string& wrong() const { return wrong_; }

 private:
  struct Thrown {};
  // Plays the steps at `begin` when it is destroyed, by a return or by an exception.
  struct Cleanup {
    Player& player;
    const char* begin;
    ~Cleanup() {
      const char* const after = player.at_;
      player.at_ = begin;
      player.steps();
      player.at_ = after;
    }
  };

  // The function that calls the tree's function also catches what it throws.
  void step_call(char step) {
    if (step != '?') return call(step);
    const bool rethrows = *at_ == '^';
    at_ += rethrows;
    const char* const after = behind_call(at_);
    try {
      call(*at_++);
    } catch (const Thrown&) {
      bench_.events.mark('c');
      at_ = after;
      if (rethrows) throw;
    }
  }
  [[gnu::always_inline]] void call(char step) {
    const std::uint64_t returned = tree_function(step)(this);
    // In a chain of tail calls, the last function returns for all.
    if (returned != static_cast<unsigned char>(last_) && wrong_.empty())
      wrong_ = std::string("a call of ") + step + " came back with the value of '" +
               static_cast<char>(returned) + "' instead of that of '" + last_ + "'";
  }

  static const char* behind(const char* at, char opens, char closes) {
    for (int depth = 1; depth; ++at) depth += (*at == opens) - (*at == closes);
    return at;
  }
  const char* behind_call(const char* at) const {
    ++at;
    if (at < end_ && *at == '(') at = behind(at + 1, '(', ')');
    return at < end_ && *at == '>' ? behind_call(at + 1) : at;
  }

  Bench& bench_;
  std::span<const ModelTracer> model_;
  std::vector<std::vector<const Site*>> sites_;
  const char* at_;
  const char* end_;
  char last_ = 0;
  std::string wrong_;
};

namespace {

// The order between a destructor's calls and the unwound exits is not defined. So the unwound exits
// are compared separately.
struct SplitEvents {
  std::string others;
  std::vector<std::string> unwound;  // sorted

  explicit SplitEvents(std::string_view text) {
    while (!text.empty()) {
      const std::string word(text.substr(0, text.find(' ')));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      if (word[0] == '~')
        unwound.push_back(word);
      else
        others += word + " ";
    }
    std::ranges::sort(unwound);
  }
};

Outcome compare_around_destructors(std::string_view seen, std::string_view expected) {
  const SplitEvents a(seen), b(expected);
  if (a.unwound != b.unwound)
    return fail("expected " + std::to_string(b.unwound.size()) + " unwound exits in \"" +
                std::string(expected) + "\", seen " + std::to_string(a.unwound.size()) +
                " or others in \"" + std::string(seen) + "\"");
  return compare(a.others, b.others);
}

}  // namespace

Outcome play(Bench& bench, std::span<const ModelTracer> model, std::string_view script,
             std::string_view expected) {
  const std::string before = std::string(script) + ": ";
  Player player(bench, model, script);
  player.steps();
  if (!player.wrong().empty()) return fail(before + player.wrong());
  const std::string seen = bench.events.text();
  const Outcome outcome = script.find('{') == script.npos
                              ? compare(seen, expected)
                              : compare_around_destructors(seen, expected);
  if (outcome.verdict != Verdict::pass) return fail(before + outcome.detail);
  if (const std::uint64_t missed = bench.missed())
    return fail(before + std::to_string(missed) + " missed, though no handler calls anything");
  return pass();
}

namespace {

// Checks that the script left nothing behind. All tracers see a thousand further calls return.
// Those that are no longer attached are attached again first.
Outcome thousand_more(Bench& bench, std::span<const ModelTracer> model, std::string_view script) {
  constexpr std::string_view tree = "f(g(h(k))) ";
  constexpr unsigned times = 250;  // four calls each
  std::vector<std::uint64_t> returned, left;
  for (Tap& tap : bench) {
    tap.records = false;
    tap.declines_every = 0;
    if (tap->attached() == 0) require(tap->attach("tree_*"));
    returned.push_back(tap.returned + times * tap->attached());
    left.push_back(tap.unwound + tap.abandoned);
  }
  std::string trees;
  for (unsigned i = 0; i < times; ++i) trees += tree;
  const std::string before = std::string(script) + ", and a thousand calls: ";
  Player player(bench, model, trees);
  player.steps();
  if (!player.wrong().empty()) return fail(before + player.wrong());
  for (Tap& tap : bench)
    if (tap.returned != returned[tap.index] || tap.unwound + tap.abandoned != left[tap.index])
      return fail(before + "tracer " + tracer_letter(tap.index) + " was told of " +
                  std::to_string(tap.returned) + " returned, " +
                  std::to_string(tap.unwound + tap.abandoned) + " left; should be " +
                  std::to_string(returned[tap.index]) + ", " + std::to_string(left[tap.index]));
  if (const std::uint64_t missed = bench.missed())
    return fail(before + std::to_string(missed) + " missed");
  return pass();
}

}  // namespace

Outcome play(const Cell& cell, std::span<const ModelTracer> model, std::string_view script,
             Afterwards afterwards) {
  Bench bench(cell, static_cast<unsigned>(model.size()));
  for (std::size_t i = 0; i < model.size(); ++i) {
    bench[i].declines_every = model[i].declines_every;
    bench[i].names_functions = true;
  }
  const Outcome outcome = play(bench, model, script, expected_events(model, script));
  if (outcome.verdict != Verdict::pass || afterwards == Afterwards::nothing) return outcome;
  return thousand_more(bench, model, script);
}

Outcome play_all(const Cell& cell, unsigned count, std::string_view script) {
  const std::vector<ModelTracer> model(count);
  std::string attaches;
  for (unsigned i = 0; i < count; ++i)
    attaches += std::string("+") + static_cast<char>('A' + i) + " ";
  return play(cell, model, attaches + std::string(script));
}

namespace {

class Generator {
 public:
  Generator(unsigned seed, unsigned tracers, unsigned size, bool throws)
      : state_(seed * 2654435761u + 1), attached_(tracers), left_(size), throws_(throws) {}

  std::string run() {
    while (left_) step(0);
    for (std::size_t i = 0; i < attached_.size(); ++i)
      if (attached_[i]) toggle(i);
    return text_;
  }

 private:
  void step(unsigned depth) {
    if (left_) --left_;
    text_ += ' ';
    if (!in_throwing_ && below(3) == 0 && !attached_.empty())
      toggle(below(static_cast<unsigned>(attached_.size())));
    else if (throws_ && !in_throwing_ && below(3) == 0)
      throwing(depth);
    else
      call(depth);
  }
  void throwing(unsigned depth) {
    in_throwing_ = true;
    text_ += '?';
    throwing_call(depth);
    in_throwing_ = false;
  }
  // The call that throws is the last step of every body around it: later steps would not be played.
  void throwing_call(unsigned depth) {
    text_ += "fghku"[below(5)];
    if (below(4) == 0) {
      text_ += '>';
      return throwing_call(depth + 1);
    }
    text_ += '(';
    for (unsigned steps = below(3); steps && left_; --steps) step(depth + 1);
    if (depth > 5 || below(2)) {
      text_ += " !)";
      return;
    }
    // A destructor is used only while some tracer is attached. oracle.h says when exits come.
    static constexpr const char* ways[] = {" ", " {f}", " ?^", " {g}?^"};
    const bool traced = std::ranges::find(attached_, true) != attached_.end();
    text_ += ways[below(2) * 2 + (traced && below(2))];
    throwing_call(depth + 1);
    text_ += ')';
  }
  void toggle(std::size_t tracer) {
    text_ += attached_[tracer] ? "-" : "+";
    text_ += static_cast<char>('A' + tracer);
    attached_[tracer] = !attached_[tracer];
  }
  void call(unsigned depth) {
    text_ += "fghku"[below(5)];
    if (depth < 6 && below(2)) {
      text_ += '(';
      for (unsigned steps = below(4); steps && left_; --steps) step(depth + 1);
      text_ += ')';
    }
    if (below(4) == 0) {
      text_ += '>';
      call(depth + 1);
    }
  }
  unsigned below(unsigned limit) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<unsigned>((state_ >> 20) % limit);
  }

  std::uint64_t state_;
  std::vector<bool> attached_;
  unsigned left_;
  bool throws_, in_throwing_ = false;
  std::string text_;
};

}  // namespace

std::string random_script(unsigned seed, unsigned tracers, unsigned size, bool throws) {
  return Generator(seed, tracers, size, throws).run();
}

}  // namespace retprobe::harness

TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter) {
  return player->body(letter);
}
