#include "harness/scenarios/call_tree.h"

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

  // Until the script or the body ends.
  void steps() {
    while (at_ < end_ && *at_ != ')') {
      const char step = *at_++;
      if (step == '+' || step == '-') {
        const auto tracer = static_cast<std::size_t>(*at_++ - 'A');
        if (step == '+')
          require(bench_[tracer]->attach(sites_[tracer]));
        else
          require(bench_[tracer]->detach(sites_[tracer]));
      } else if (step != ' ') {
        const std::uint64_t returned = tree_function(step)(this);
        // The function that ended without a tail call is the one that returned, for all of its chain.
        if (returned != static_cast<unsigned char>(last_) && wrong_.empty())
          wrong_ = std::string("a call of ") + step + " came back with the value of '" +
                   static_cast<char>(returned) + "' instead of that of '" + last_ + "'";
      }
    }
  }

  // A function's body: its calls, and the function that it tail-calls.
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
  Bench& bench_;
  std::span<const ModelTracer> model_;
  std::vector<std::vector<const Site*>> sites_;
  const char* at_;
  const char* end_;
  char last_ = 0;
  std::string wrong_;
};

Outcome play(Bench& bench, std::span<const ModelTracer> model, std::string_view script,
             std::string_view expected) {
  const std::string before = std::string(script) + ": ";
  Player player(bench, model, script);
  player.steps();
  if (!player.wrong().empty()) return fail(before + player.wrong());
  const Outcome outcome = compare(bench.events.text(), expected);
  if (outcome.verdict != Verdict::pass) return fail(before + outcome.detail);
  if (const std::uint64_t missed = bench.missed())
    return fail(before + std::to_string(missed) + " missed, though no handler calls anything");
  return pass();
}

Outcome play(const Cell& cell, std::span<const ModelTracer> model, std::string_view script) {
  Bench bench(cell, static_cast<unsigned>(model.size()));
  for (std::size_t i = 0; i < model.size(); ++i) {
    bench[i].declines_every = model[i].declines_every;
    bench[i].names_functions = true;
  }
  return play(bench, model, script, expected_events(model, script));
}

Outcome play_all(const Cell& cell, unsigned count, std::string_view script) {
  const std::vector<ModelTracer> model(count);
  std::string attaches;
  for (unsigned i = 0; i < count; ++i) attaches += std::string("+") + static_cast<char>('A' + i) + " ";
  return play(cell, model, attaches + std::string(script));
}

namespace {

class Generator {
 public:
  Generator(unsigned seed, unsigned tracers, unsigned size)
      : state_(seed * 2654435761u + 1), attached_(tracers), left_(size) {}

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
    if (below(3) == 0 && !attached_.empty())
      toggle(below(static_cast<unsigned>(attached_.size())));
    else
      call(depth);
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
  std::string text_;
};

}  // namespace

std::string random_script(unsigned seed, unsigned tracers, unsigned size) {
  return Generator(seed, tracers, size).run();
}

}  // namespace retprobe::harness

TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter) {
  return player->body(letter);
}
