#include "harness/player/player.h"

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/player/letters.h"

namespace retprobe::harness {
namespace {

// The calling thread's alternate signal stack.
class AlternateStack {
 public:
  AlternateStack() : memory_(new std::byte[bytes]) {
    const stack_t ours{memory_.get(), 0, bytes};
    set(&ours);
  }
  ~AlternateStack() {
    const stack_t none{nullptr, SS_DISABLE, 0};
    set(&none);
  }

 private:
  static constexpr std::size_t bytes = 256 << 10;
  static void set(const stack_t* stack) {
    if (sigaltstack(stack, nullptr) != 0)
      throw std::system_error(errno, std::generic_category(), "sigaltstack");
  }
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace

// Plays the steps at `begin` when it is destroyed, by a return or by an exception.
struct Player::Cleanup {
  Player& player;
  const char* begin;
  ~Cleanup() {
    const char* const after = player.at_;
    player.at_ = begin;
    player.steps();
    player.at_ = after;
  }
};

struct Player::Landing {
  sigjmp_buf buffer;
  ucontext_t context;
  volatile bool is_unseen_jump;
};

thread_local Player* Player::signalled = nullptr;

Player::Player(Stage& stage, std::string_view script)
    : stage_(stage), script_(script), at_(script.data()), end_(at_ + script.size()) {}

Player::~Player() {
  for (const Other& other : others_)
    if (other.stack) stage_.forget_stack(other.stack.get());
}

void Player::run() {
  steps();
  end_coroutines();
  if (stage_.has_module()) say(stage_.toggle_module());
}

void Player::end_coroutines() {
  while (std::ranges::any_of(others_, [](const Other& other) { return !!other.coroutine; }))
    for (const char number : {'1', '2', '3'}) resume(number);
}

// Plays until the script, the body or the part that is played elsewhere ends.
void Player::steps() {
  while (at_ < end_ && *at_ != ')' && *at_ != '}' && *at_ != ']') {
    const char step = *at_++;
    switch (step) {
      case ' ':
        break;
      case '+':
      case '-':
        change_users(step == '+');
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
        say(stage_.toggle_module());
        break;
      case 'y':
        fork_here();
        break;
      case '.':
      case ',':
        stage_.stop_tracing(step == '.');
        break;
      case '=': {
        at_ += 2;
        const bool idle =
            depth_ == 0 && !has_jumped_ &&
            std::ranges::none_of(others_, [](const Other& other) { return !!other.stack; });
        say(stage_.configure(static_cast<unsigned>(at_[-2] - '0'),
                             static_cast<unsigned>(at_[-1] - '0'), idle));
        break;
      }
      case ';':
        end_coroutines();
        break;
      default:
        step_call(step);
    }
  }
}

TreeFunction Player::body(char letter) {
  stage_.mark(letter);
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
    return stage_.function(next);
  }
  last_ = letter;
  return nullptr;
}

void Player::change_users(bool attach) {
  if (*at_ == '*') {
    ++at_;
    for (std::size_t i = 0; i < stage_.users(); ++i) change(attach, i);
  } else {
    std::string_view rest(at_, end_);
    change(attach, take_tracer(rest));
    at_ = rest.data();
  }
}

void Player::change(bool attach, std::size_t user) {
  if (attach != stage_.is_attached(user)) say(attach ? stage_.attach(user) : stage_.detach(user));
}

// The function that calls the tree's function also catches what it throws.
void Player::step_call(char step) {
  if (step == '#') return landing_call();
  if (step != '?') return call(step);
  const bool rethrows = *at_ == '^';
  at_ += rethrows;
  const char* const after = behind_call(at_);
  const Place caught{after, landing_, depth_};
  try {
    call(*at_++);
  } catch (const Thrown&) {
    stage_.mark('c');
    go_to(caught);
    if (rethrows) throw;
  }
}

void Player::landing_call() {
  Landing here;
  here.is_unseen_jump = false;
  Landing* const outer = std::exchange(landing_, &here);
  const Place landed{behind_guarded_call(), outer, depth_};
  getcontext(&here.context);
  if (!here.is_unseen_jump && sigsetjmp(here.buffer, 1) == 0) {
    step_call(*at_++);
    landing_ = outer;
  } else {
    stage_.mark('j');
    go_to(landed);
    has_jumped_ = true;
  }
}

[[gnu::always_inline]] inline void Player::call(char step) {
  if (step == 'p') return call_module();
  const std::uint64_t returned = stage_.function(step)(this);
  // In a chain of tail calls, the last function returns for all.
  if (returned != static_cast<unsigned char>(last_))
    say(std::string("a call of ") + step + " came back with the value of '" +
        static_cast<char>(returned) + "' instead of that of '" + last_ + "'");
}

void Player::call_module() {
  if (!stage_.has_module()) {
    at_ = behind_call(at_ - 1);
    return;
  }
  signalled = this;
  say(stage_.call_module(*this));
}

// ---- Steps that are played elsewhere ----

void Player::signal(bool on_alternate_stack) {
  struct sigaction action {};
  action.sa_handler = [](int) { signalled->steps(); };
  action.sa_flags = SA_NODEFER | (on_alternate_stack ? SA_ONSTACK : 0);
  const int number = on_alternate_stack ? SIGUSR2 : SIGUSR1;
  if (sigaction(number, &action, nullptr) != 0)
    throw std::system_error(errno, std::generic_category(), "sigaction");
  thread_local const AlternateStack stack;
  ++at_;
  signalled = this;
  raise(number);
  ++at_;
}

void Player::thread() {
  ++at_;
  const Place place{at_, landing_, depth_};
  landing_ = nullptr;
  depth_ = 1;  // something is in flight, in the thread that waits
  std::thread([this] {
    stage_.begin_thread();
    const pid_t process = getpid();
    steps();
    // A child that was forked in a thread has no other, and ends with it.
    if (getpid() != process) stage_.end_child();
  }).join();
  ++at_;
  landing_ = place.landing;
  depth_ = place.depth;
}

void Player::begin_coroutine(Switch kind, char number) {
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

void Player::resume(char number) {
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

void Player::go_to(const Place& place) {
  at_ = place.at;
  landing_ = place.landing;
  depth_ = place.depth;
}

void Player::fork_here() {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  is_child_ |= child == 0;
  if (child == 0) return stage_.forked();
  if (const std::string trouble = stage_.wait_for(child); !trouble.empty())
    say("a child: " + trouble);
}

const char* Player::behind(const char* at, char opens, char closes) {
  for (int depth = 1; depth; ++at) depth += (*at == opens) - (*at == closes);
  return at;
}

const char* Player::behind_guarded_call() const {
  const char* at = at_;
  while (*at == '#' || *at == '?' || *at == '^') ++at;
  return behind_call(at);
}

const char* Player::behind_call(const char* at) const {
  ++at;
  if (at < end_ && *at == '(') at = behind(at + 1, '(', ')');
  return at < end_ && *at == '>' ? behind_call(at + 1) : at;
}

}  // namespace retprobe::harness

TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter) {
  return player->body(letter);
}
