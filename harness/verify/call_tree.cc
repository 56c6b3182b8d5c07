#include "harness/verify/call_tree.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "core/hooks/design_table.h"
#include "harness/player/coroutine.h"
#include "harness/player/player.h"
#include "harness/verify/findings.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/judge.h"
#include "harness/verify/system.h"

extern "C" {
std::uint64_t tree_f(retprobe::harness::Player*);
std::uint64_t tree_g(retprobe::harness::Player*);
std::uint64_t tree_h(retprobe::harness::Player*);
std::uint64_t tree_k(retprobe::harness::Player*);
std::uint64_t tree_u(retprobe::harness::Player*);
}

namespace retprobe::harness {
namespace {

// Plays with this library's tracers.
class BenchStage : public Stage {
 public:
  BenchStage(TestBench& bench, Events& events, std::span<const ModelTracer> model,
             std::string_view script, std::string_view expected)
      : bench_(bench),
        events_(events),
        model_(model),
        expected_(expected),
        attached_to_(model.size()),
        player_(*this, script) {}

  void play() { player_.run(); }
  const std::string& wrong() const { return player_.wrong(); }
  std::function<bool(std::string_view)> counts;  // which events do; null: all
  // Compares the events with the expected ones, or with their beginning.
  Outcome outcome(bool begins) const;
  // In the child of a fork: tells the parent how the rest went, and ends.
  void end_if_child(const Outcome& outcome) const {
    if (!player_.is_child()) return;
    if (outcome.verdict != Verdict::pass) note_wrong(outcome.detail);
    _exit(outcome.verdict == Verdict::pass ? 0 : 1);
  }

  std::size_t users() const override { return model_.size(); }
  bool is_attached(std::size_t user) const override { return !attached_to_[user].empty(); }
  std::string attach(std::size_t user) override {
    for (const char function : model_[user].functions) {
      if (function == 'p' && !module_) continue;
      const auto found =
          find_sites(function == 'p' ? "plugin_step" : std::string("tree_") + function);
      if (!found.ok()) return found.error().message();
      attached_to_[user].push_back(found->front());
    }
    return text_of(bench_[user]->attach(attached_to_[user]));
  }
  std::string detach(std::size_t user) override {
    return text_of(bench_[user]->detach(std::exchange(attached_to_[user], {})));
  }
  void mark(char letter) override { events_.mark(letter); }
  TreeFunction function(char letter) override {
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
  bool has_module() const override { return module_; }
  std::string toggle_module() override {
    if (module_) return dlclose(std::exchange(module_, nullptr)) == 0 ? "" : "dlclose failed";
    module_ = load_beside_scenarios("libretprobe_plugin.so");
    return "";
  }
  std::string call_module(Player&) override {
    using Step = std::uint64_t (*)(void (*)(), std::uint64_t);
    const auto function = reinterpret_cast<Step>(dlsym(module_, "plugin_step"));
    const std::uint64_t value = function([] { Player::play_here('p'); }, 5);
    return value == 38 ? "" : "a call of p came back with " + std::to_string(value);
  }
  void stop_tracing(bool stop) override { stop ? retprobe::stop_tracing() : start_tracing(); }
  std::string configure(unsigned design, unsigned transfer, bool idle) override {
    const Configuration wanted{design_names().at(design), std::string(transfer_names()[transfer])};
    std::size_t attached = 0;
    for (Tap& tap : bench_) attached += tap->attached();
    const bool same =
        wanted.design == configuration().design && wanted.transfer == configuration().transfer;
    const Error error = retprobe::configure(wanted);
    if (error && error.code() != Error::Code::busy) return error.message();
    if (attached != 0 && !error && !same) return "configured, although a tracer is attached";
    return attached == 0 && idle ? text_of(error) : "";
  }
  void begin_thread() override { thread_events = &events_; }
  void begin_noise() override { thread_events = &noise_; }
  void* resolve(void** slot) override {
    return reinterpret_cast<void*>(
        resolve_return_address(reinterpret_cast<const std::uintptr_t*>(slot)));
  }
  void forget_stack(void* memory) override { remove_stack(memory); }
  std::string wait_for(int child) override { return trouble_of(child); }
  void end_child() override { end_if_child(outcome(true)); }

 private:
  static std::string text_of(const Error& error) { return error ? error.message() : ""; }

  TestBench& bench_;
  Events& events_;
  Events noise_{1};
  std::span<const ModelTracer> model_;
  const std::string_view expected_;
  std::vector<std::vector<const Site*>> attached_to_;
  void* module_ = nullptr;
  Player player_;  // the last: its destructor uses the rest
};

}  // namespace

Outcome BenchStage::outcome(bool begins) const {
  const std::string_view script = player_.script();
  const std::string before = brief(script) + ": ";
  if (!wrong().empty()) return fail(before + wrong());
  std::string seen = events_.text();
  if (counts) {
    std::istringstream words(seen);
    seen.clear();
    for (std::string word; words >> word;)
      if (counts(word)) seen += (seen.empty() ? "" : " ") + word;
  }
  Outcome outcome = judge_events(seen, expected_, how_to_judge(script, begins));
  outcome.detail = before + outcome.detail;
  return outcome;
}

namespace {

// Calls that were left by a jump are found stale at the next hit above them.
void make_a_hit() {
  Tracer tracer = require(Tracer::make({.name = "a hit", .on_return = [](void*, ReturnFrame&) {}}));
  require(tracer.attach("fx_leaf"));
  fx_leaf(1);
}

}  // namespace

Outcome play_in_thread(TestBench& bench, Events& events, std::span<const ModelTracer> model,
                       std::string_view script, std::string_view expected,
                       const std::function<bool(std::string_view)>& counts) {
  // Not on this thread's stack: a child that another thread forks may use that for new threads.
  const auto stage = std::make_unique<BenchStage>(bench, events, model, script, expected);
  stage->counts = counts;
  stage->play();
  if (script.find_first_of("@$") != script.npos) make_a_hit();
  const Outcome outcome = stage->outcome(false);
  stage->end_if_child(outcome);
  return outcome;
}

Outcome play(TestBench& bench, std::span<const ModelTracer> model, std::string_view script,
             std::string_view expected) {
  const Outcome outcome = play_in_thread(bench, bench.events, model, script, expected, nullptr);
  if (outcome.verdict != Verdict::pass) return outcome;
  if (const std::uint64_t missed = bench.missed())
    return fail(std::string(script) + ": " + std::to_string(missed) +
                " missed, though no handler calls anything");
  return pass();
}

Outcome thousand_more(TestBench& bench, std::span<const ModelTracer> model,
                      std::string_view script) {
  constexpr std::string_view tree = "f(g(h(k))) ";
  constexpr unsigned times = 250;  // four calls each
  std::vector<std::uint64_t> returned, left;
  const std::uint64_t missed_before = bench.missed();
  for (Tap& tap : bench) {
    tap.records = false;
    tap.declines_every = 0;
    // A tracer that is attached to a module's function counts other calls, too.
    if (script.find('m') != script.npos) require(tap->detach());
    if (tap->attached() == 0) require(tap->attach("tree_*"));
    returned.push_back(tap.returned + times * tap->attached());
    left.push_back(tap.unwound + tap.abandoned);
  }
  std::string trees;
  for (unsigned i = 0; i < times; ++i) trees += tree;
  const std::string before = std::string(script) + ", and a thousand calls: ";
  BenchStage stage(bench, bench.events, model, trees, {});
  stage.play();
  require(stage.wrong().empty(), before + stage.wrong());
  for (const Tap& tap : bench) {
    const std::string who = before + "tracer " + tracer_letter(tap.index) + ": ";
    require_equal(who + "returned calls", tap.returned, returned[tap.index]);
    require_equal(who + "left calls", tap.unwound + tap.abandoned, left[tap.index]);
  }
  require_equal(before + "missed calls", bench.missed(), missed_before);
  if (script.find_first_of("@$") == script.npos)
    require_equal(before + "calls in flight", usage().frames, 0);
  return pass();
}

Outcome play(const Cell& cell, std::span<const ModelTracer> model, std::string_view script,
             Afterwards afterwards) {
  TestBench bench(cell, 0);
  for (const ModelTracer& tracer : model) {
    Tap& tap = bench.add([&](TracerOptions& options) { options.redirects = tracer.redirects; });
    tap.declines_every = tracer.declines_every;
    tap.names_functions = true;
    if (tracer.redirects)
      tap.at_entry = [](Tap&, EntryFrame& call) {
        call.registers.rip = reinterpret_cast<std::uintptr_t>(tree_u);
        return true;
      };
  }
  require(play(bench, model, script, expected_events(model, script)));
  return afterwards == Afterwards::nothing ? pass() : thousand_more(bench, model, script);
}

Outcome play(const Cell& cell, std::span<const Play> plays) {
  for (const Play& one : plays) {
    const bool is_one_of_many = one.is_random && &one != &plays.back();
    require(play(cell, one.model, one.script,
                 is_one_of_many ? Afterwards::nothing : Afterwards::thousand_calls));
  }
  return pass();
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
