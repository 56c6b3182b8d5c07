#include "harness/verify/call_tree.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>
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
#include "harness/verify/coroutine.h"
#include "harness/verify/findings.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"

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
  Player(TestBench& bench, Events& events, std::span<const ModelTracer> model,
         std::string_view script, std::string_view expected)
      : bench_(bench),
        events_(events),
        model_(model),
        script_(script),
        expected_(expected),
        at_(script.data()),
        end_(at_ + script.size()),
        attached_to_(model.size()) {}

  // Another stack may be made in the same memory, by a switch that is not announced.
  ~Player() {
    for (const Other& other : others_)
      if (other.stack) remove_stack(other.stack.get());
  }

  // Plays the whole script.
  void run() {
    steps();
    while (std::ranges::any_of(others_, [](const Other& other) { return !!other.coroutine; }))
      for (const char number : {'1', '2', '3'}) resume(number);
    if (module_) toggle_module();
  }

  // Plays until the script, the body or the part that is played elsewhere ends.
  void steps() {
    while (at_ < end_ && *at_ != ')' && *at_ != '}' && *at_ != ']') {
      const char step = *at_++;
      switch (step) {
        case ' ':
          break;
        case '+':
        case '-':
          change_tracers(step == '+');
          break;
        case '!':
          throw Thrown{};
        case '@':
          siglongjmp(landing_->buffer, 1);
        case '$':
          landing_->is_unseen_jump = true;
          setcontext(&landing_->context);
          std::abort();
        case '{': {
          const char* const begin = at_;
          at_ = behind(begin, '{', '}');
          const Cleanup cleanup{*this, begin};
          step_call(*at_++);
          break;
        }
        case 's':
        case 'a':
          signal(step == 'a');
          break;
        case 't':
          thread();
          break;
        case 'o':
        case 'w':
          begin_coroutine(step == 'o' ? Switch::context : Switch::assembly, *at_++);
          break;
        case 'r':
          resume(*at_++);
          break;
        case '|':
          if (!running_.empty()) other(running_.back()).coroutine->yield();
          break;
        case 'm':
          toggle_module();
          break;
        case 'y':
          fork_here();
          break;
        case '.':
          stop_tracing();
          break;
        case ',':
          start_tracing();
          break;
        case '=':
          at_ += 2;
          configure_as(static_cast<unsigned>(at_[-2] - '0'), static_cast<unsigned>(at_[-1] - '0'));
          break;
        default:
          step_call(step);
      }
    }
  }

  // Plays a function's body. Returns the function that it tail-calls, or null.
  TreeFunction body(char letter) {
    events_.mark(letter);
    if (at_ < end_ && *at_ == '(') {
      ++at_;
      ++depth_;
      steps();
      --depth_;
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
  std::function<bool(std::string_view)> counts;  // which events do; null: all
  // Compares the events with the expected ones, or with their beginning.
  Outcome outcome(bool begins) const;
  // In the child of a fork: tells the parent how the rest went, and ends.
  void end_child(const Outcome& outcome) const {
    if (!is_child_) return;
    if (outcome.verdict != Verdict::pass) note_wrong(outcome.detail);
    _exit(outcome.verdict == Verdict::pass ? 0 : 1);
  }

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
  struct Landing {
    sigjmp_buf buffer;
    ucontext_t context;
    volatile bool is_unseen_jump;
  };
  // Where on a stack the player is.
  struct Place {
    const char* at = nullptr;
    Landing* landing = nullptr;
    unsigned depth = 0;
  };
  struct Other {
    std::unique_ptr<std::byte[]> stack;
    std::optional<Coroutine> coroutine;
    Place place;
  };

  void say(const std::string& wrong) {
    if (wrong_.empty()) wrong_ = wrong;
  }
  void say(const Error& error) {
    if (error) say(error.message());
  }

  void change_tracers(bool attach) {
    if (*at_ == '*') {
      ++at_;
      for (std::size_t i = 0; i < model_.size(); ++i) change(attach, i);
    } else {
      std::string_view rest(at_, end_);
      change(attach, take_tracer(rest));
      at_ = rest.data();
    }
  }
  void change(bool attach, std::size_t tracer) {
    std::vector<const Site*>& sites = attached_to_[tracer];
    if (attach != sites.empty()) return;
    if (attach) {
      for (const char function : model_[tracer].functions) {
        if (function == 'p' && !module_) continue;
        const auto found =
            find_sites(function == 'p' ? "plugin_step" : std::string("tree_") + function);
        if (!found.ok()) return say(found.error());
        sites.push_back(found->front());
      }
      say(bench_[tracer]->attach(sites));
    } else {
      say(bench_[tracer]->detach(sites));
      sites.clear();
    }
  }

  // The function that calls the tree's function also catches what it throws.
  void step_call(char step) {
    if (step == '#') return landing_call();
    if (step != '?') return call(step);
    const bool rethrows = *at_ == '^';
    at_ += rethrows;
    const char* const after = behind_call(at_);
    const Place caught{after, landing_, depth_};
    try {
      call(*at_++);
    } catch (const Thrown&) {
      events_.mark('c');
      go_to(caught);
      if (rethrows) throw;
    }
  }
  [[gnu::noinline]] void landing_call() {
    Landing here;
    here.is_unseen_jump = false;
    Landing* const outer = std::exchange(landing_, &here);
    const Place landed{behind_guarded_call(), outer, depth_};
    getcontext(&here.context);
    if (!here.is_unseen_jump && sigsetjmp(here.buffer, 1) == 0) {
      step_call(*at_++);
      landing_ = outer;
    } else {
      events_.mark('j');
      go_to(landed);
      has_jumped_ = true;
    }
  }
  [[gnu::always_inline]] void call(char step) {
    if (step == 'p') return call_module();
    const std::uint64_t returned = tree_function(step)(this);
    // In a chain of tail calls, the last function returns for all.
    if (returned != static_cast<unsigned char>(last_))
      say(std::string("a call of ") + step + " came back with the value of '" +
          static_cast<char>(returned) + "' instead of that of '" + last_ + "'");
  }

  // ---- Steps that are played elsewhere ----

  void signal(bool on_alternate_stack) {
    const int number = on_alternate_stack ? SIGUSR2 : SIGUSR1;
    handle_signal(
        number, [](int) { signalled->steps(); },
        SA_NODEFER | (on_alternate_stack ? SA_ONSTACK : 0));
    thread_local const AlternateStack stack;
    ++at_;
    signalled = this;
    raise(number);
    ++at_;
  }

  void thread() {
    ++at_;
    const Place place{at_, landing_, depth_};
    landing_ = nullptr;
    depth_ = 1;  // something is in flight, in the thread that waits
    std::thread([this] {
      thread_events = &events_;
      const pid_t process = getpid();
      steps();
      // A child that was forked in a thread has no other, and ends with it.
      if (getpid() != process) end_child(outcome(true));
    }).join();
    ++at_;
    landing_ = place.landing;
    depth_ = place.depth;
  }
  Other& other(char number) { return others_[number - '1']; }
  void begin_coroutine(Switch kind, char number) {
    const char* const begin = at_ + 1;
    at_ = behind(begin, '[', ']');
    Other& begun = other(number);
    if (begun.coroutine) return;
    constexpr std::size_t bytes = 256 << 10;
    if (!begun.stack) begun.stack.reset(new std::byte[bytes]);
    begun.place = {begin, nullptr, 1};
    begun.coroutine.emplace(kind, std::span(begun.stack.get(), bytes),
                            [this](Coroutine&) { steps(); });
    resume(number);
  }
  void resume(char number) {
    Other& resumed = other(number);
    if (!resumed.coroutine || running_.find(number) != std::string::npos) return;
    const Place outside{at_, landing_, depth_};
    running_ += number;
    go_to(resumed.place);
    resumed.coroutine->resume();
    resumed.place = {at_, landing_, depth_};
    running_.pop_back();
    go_to(outside);
    if (resumed.coroutine->done()) resumed.coroutine.reset();
  }
  void go_to(const Place& place) {
    at_ = place.at;
    landing_ = place.landing;
    depth_ = place.depth;
  }

  void toggle_module() {
    if (module_) {
      if (dlclose(std::exchange(module_, nullptr)) != 0) say("dlclose failed");
      return;
    }
    module_ = load_beside_scenarios("libretprobe_plugin.so");
  }
  void call_module() {
    if (!module_) {
      at_ = behind_call(at_ - 1);
      return;
    }
    using Step = std::uint64_t (*)(void (*)(), std::uint64_t);
    const auto function = reinterpret_cast<Step>(dlsym(module_, "plugin_step"));
    signalled = this;
    if (const std::uint64_t value = function([] { signalled->body('p'); }, 5); value != 38)
      say("a call of p came back with " + std::to_string(value));
  }

  void fork_here() {
    std::fflush(nullptr);
    const pid_t child = fork();
    require(child >= 0, "no fork");
    is_child_ |= child == 0;
    if (child == 0) return;
    if (const std::string trouble = trouble_of(child); !trouble.empty()) say("a child: " + trouble);
  }

  void configure_as(unsigned design, unsigned transfer) {
    const Configuration wanted{design_names().at(design), std::string(transfer_names()[transfer])};
    std::size_t attached = 0;
    for (Tap& tap : bench_) attached += tap->attached();
    const bool same =
        wanted.design == configuration().design && wanted.transfer == configuration().transfer;
    const Error error = configure(wanted);
    if (error && error.code() != Error::Code::busy) say(error);
    if (attached != 0 && !error && !same) say("configured, although a tracer is attached");
    if (attached == 0 && depth_ == 0 && !has_jumped_ && no_coroutine()) say(error);
  }
  bool no_coroutine() const {
    return std::ranges::none_of(others_, [](const Other& other) { return !!other.stack; });
  }

  static const char* behind(const char* at, char opens, char closes) {
    for (int depth = 1; depth; ++at) depth += (*at == opens) - (*at == closes);
    return at;
  }
  [[gnu::noinline]] const char* behind_guarded_call() const {
    const char* at = at_;
    while (*at == '#' || *at == '?' || *at == '^') ++at;
    return behind_call(at);
  }
  const char* behind_call(const char* at) const {
    ++at;
    if (at < end_ && *at == '(') at = behind(at + 1, '(', ')');
    return at < end_ && *at == '>' ? behind_call(at + 1) : at;
  }

  // For signal handlers and the module's functions, which have no other way to know it.
  static thread_local Player* signalled;

  TestBench& bench_;
  Events& events_;
  std::span<const ModelTracer> model_;
  const std::string_view script_, expected_;
  const char* at_;
  const char* end_;
  Landing* landing_ = nullptr;
  unsigned depth_ = 0;  // of calls in flight; not 0 on other stacks
  bool has_jumped_ = false;
  char last_ = 0;
  std::vector<std::vector<const Site*>> attached_to_;
  Other others_[3];
  std::string running_;  // the coroutines that have been resumed and have not yielded
  void* module_ = nullptr;
  bool is_child_ = false;  // of a fork
  std::string wrong_;
};
thread_local Player* Player::signalled = nullptr;

namespace {

// Events whose place among the others is not defined are compared separately, sorted.
struct SplitEvents {
  std::string others;
  std::vector<std::string> left, optional;

  // With destructors, unwound exits are among them: the calls of destructors may come before them.
  SplitEvents(std::string_view text, bool destructors) {
    while (!text.empty()) {
      const std::string word(text.substr(0, text.find(' ')));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      if (word[0] == '/')
        optional.push_back('!' + word.substr(1));
      else if (word.size() > 1 && (word[0] == '!' || (word[0] == '~' && destructors)))
        left.push_back(word);
      else
        others += word + " ";
    }
    std::ranges::sort(left);
    std::ranges::sort(optional);
  }
};

std::string brief(std::string_view script) {
  constexpr std::size_t most = 600;
  if (script.size() <= most) return std::string(script);
  return std::string(script.substr(0, most / 2)) + " … " +
         std::string(script.substr(script.size() - most / 2));
}

std::string text_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Outcome compare_events(std::string_view seen, std::string_view expected, bool destructors,
                       bool begins) {
  const SplitEvents a(seen, destructors);
  SplitEvents b(expected, destructors);
  std::vector<std::string> lacking, surplus;
  std::ranges::set_difference(b.left, a.left, std::back_inserter(lacking));
  std::ranges::set_difference(a.left, b.left, std::back_inserter(surplus));
  if (begins) {
    lacking.clear();
    b.others.resize(std::min(b.others.size(), a.others.size()));
  }
  std::vector<std::string> wrong;
  std::ranges::set_difference(surplus, b.optional, std::back_inserter(wrong));
  if (!lacking.empty() || !wrong.empty())
    return fail("exits of calls that were left: not notified: \"" + text_of(lacking) +
                "\", notified and wrong: \"" + text_of(wrong) + "\"; expected \"" +
                std::string(expected) + "\", seen \"" + std::string(seen) + "\"");
  return compare(a.others, b.others);
}

}  // namespace

Outcome Player::outcome(bool begins) const {
  const std::string before = brief(script_) + ": ";
  if (!wrong_.empty()) return fail(before + wrong_);
  std::string seen = events_.text();
  if (counts) {
    std::istringstream words(seen);
    seen.clear();
    for (std::string word; words >> word;)
      if (counts(word)) seen += (seen.empty() ? "" : " ") + word;
  }
  const bool destructors = script_.find('{') != script_.npos;
  const bool ordered = !destructors && script_.find_first_of("@$") == script_.npos && !begins;
  Outcome outcome =
      ordered ? compare(seen, expected_) : compare_events(seen, expected_, destructors, begins);
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
  const auto player = std::make_unique<Player>(bench, events, model, script, expected);
  player->counts = counts;
  player->run();
  if (script.find_first_of("@$") != script.npos) make_a_hit();
  const Outcome outcome = player->outcome(false);
  player->end_child(outcome);
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
  Player player(bench, bench.events, model, trees, {});
  player.run();
  require(player.wrong().empty(), before + player.wrong());
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

TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter) {
  return player->body(letter);
}
