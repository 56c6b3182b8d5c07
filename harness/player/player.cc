#include "harness/player/player.h"

#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

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
  std::size_t nest = player.nest_.size();
  ~Cleanup() {
    const char* const after = player.at_;
    player.at_ = begin;
    player.nest_.resize(nest);
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

namespace {
thread_local bool is_noise = false;
}  // namespace

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
      case 'b':
        backtrace();
        break;
      case 'e':
        pthread_exit(nullptr);
      case 'x':
        thread(2);
        break;
      case 'n':
        beside_noise();
        break;
      case 's':
      case 'a':
        signal(step == 'a');
        break;
      case 't':
        thread(1);
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
  if (is_noise) return nullptr;
  stage_.mark(letter);
  if (at_ < end_ && *at_ == '(') {
    ++at_;
    ++depth_;
    nest_ += letter;
    steps();
    nest_.pop_back();
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
  if (attach == stage_.is_attached(user)) return;
  say(attach ? stage_.attach(user) : stage_.detach(user));
  if (!attach) stage_.mark('-');
}

// The function that calls the tree's function also catches what it throws.
void Player::step_call(char step) {
  if (step == '#') return landing_call();
  if (step != '?') return call(step);
  const bool rethrows = *at_ == '^';
  at_ += rethrows;
  const char* const after = behind_call(at_);
  const Place caught{after, landing_, depth_};
  const std::size_t nest = nest_.size();
  try {
    call(*at_++);
  } catch (const Thrown&) {
    stage_.mark('c');
    go_to(caught);
    nest_.resize(nest);
    if (rethrows) throw;
  }
}

void Player::landing_call() {
  Landing here;
  here.is_unseen_jump = false;
  Landing* const outer = std::exchange(landing_, &here);
  const Place landed{behind_guarded_call(), outer, depth_};
  const std::size_t nest = nest_.size();
  getcontext(&here.context);
  if (!here.is_unseen_jump && sigsetjmp(here.buffer, 1) == 0) {
    step_call(*at_++);
    landing_ = outer;
  } else {
    stage_.mark('j');
    go_to(landed);
    nest_.resize(nest);
    has_jumped_ = true;
  }
}

// Each function has places of its own from which it is called, two that take turns with the depth.
// So a call that comes back to another call's place is noticed.
template <char Function, unsigned Parity>
std::uint64_t Player::call_from_here(TreeFunction function) {
  const std::uint64_t returned = function(this);
  arrived_ = Function * 2u + Parity;
  return returned;
}

void Player::call(char step) {
  if (step == 'p') return call_module();
  using Place = std::uint64_t (Player::*)(TreeFunction);
  static constexpr std::string_view letters = "fghku";
  static constexpr Place places[][2] = {
      {&Player::call_from_here<'f', 0>, &Player::call_from_here<'f', 1>},
      {&Player::call_from_here<'g', 0>, &Player::call_from_here<'g', 1>},
      {&Player::call_from_here<'h', 0>, &Player::call_from_here<'h', 1>},
      {&Player::call_from_here<'k', 0>, &Player::call_from_here<'k', 1>},
      {&Player::call_from_here<'u', 0>, &Player::call_from_here<'u', 1>}};
  const unsigned parity = depth_ % 2;
  const std::uint64_t returned = (this->*places[letters.find(step)][parity])(stage_.function(step));
  if (arrived_ != static_cast<unsigned char>(step) * 2u + parity)
    say(std::string("a call of ") + step + " came back to where a call of " +
        static_cast<char>(arrived_ / 2) + " had been made");
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

namespace {

struct Frame {
  std::uintptr_t ip;
  std::uintptr_t callee_cfa;  // the frame that it called ends there
};

}  // namespace

// Every call around this has to be shown, the innermost one first. Where a tracer can resolve
// return slots, it has to agree with the unwinder.
void Player::backtrace() {
  std::vector<Frame> frames;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* list) {
        static_cast<std::vector<Frame>*>(list)->push_back(
            {_Unwind_GetIP(context), _Unwind_GetCFA(context)});
        return _URC_NO_REASON;
      },
      &frames);
  std::string shown;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const void* const function =
        _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(frames[i].ip - 1));
    for (const char letter : {'f', 'g', 'h', 'k', 'u'}) {
      if (function != reinterpret_cast<void*>(stage_.function(letter))) continue;
      shown.insert(shown.begin(), letter);
      if (i + 1 == frames.size()) continue;
      auto* const slot = reinterpret_cast<void**>(frames[i + 1].callee_cfa) - 1;
      const void* const resolved = stage_.resolve(slot);
      // A trampoline may have a frame of its own, before the caller's.
      const bool is_shown = std::any_of(
          frames.begin() + static_cast<std::ptrdiff_t>(i) + 1, frames.end(),
          [&](const Frame& frame) { return reinterpret_cast<void*>(frame.ip) == resolved; });
      if (resolved && !is_shown)
        say(std::string("the return address of ") + letter + " is resolved to another one");
    }
  }
  std::string wanted = nest_;
  std::erase(wanted, 'p');
  if (shown != wanted) say("a backtrace shows the calls '" + shown + "', and not '" + wanted + "'");
}

// ---- Steps that are played elsewhere ----

void Player::signal(bool on_alternate_stack) {
  struct sigaction action{};
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

// With a filter that kills the process at any other system call.
void Player::forbid_system_calls() {
  static constexpr unsigned allowed[] = {SYS_exit, SYS_exit_group, SYS_rt_sigreturn};
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  for (const unsigned call : allowed) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
    throw std::system_error(errno, std::generic_category(), "seccomp");
}

// `times`: 2 with a filter before the second time.
void Player::thread(unsigned times) {
  ++at_;
  const Place place{at_, landing_, depth_};
  const std::string nest = std::exchange(nest_, {});
  landing_ = nullptr;
  depth_ = 1;  // something is in flight, in the thread that waits
  std::thread([this, times, &place] {
    stage_.begin_thread();
    const pid_t process = getpid();
    for (unsigned time = 0; time < times; ++time) {
      if (time) forbid_system_calls();
      at_ = place.at;
      steps();
    }
    // Without what libc does at a thread's end.
    if (times == 2) syscall(SYS_exit, 0);
    // A child that was forked in a thread has no other, and ends with it.
    if (getpid() != process) stage_.end_child();
  }).join();
  at_ = behind(place.at, '[', ']');
  landing_ = place.landing;
  depth_ = place.depth;
  nest_ = nest;
}

void Player::beside_noise() {
  ++at_;
  std::atomic<unsigned> rounds{0};
  std::atomic<bool> over{false};
  bool wrong = false;
  std::thread noise([&] {
    stage_.begin_noise();
    is_noise = true;
    do {
      for (const char letter : {'f', 'g', 'h', 'k'})
        wrong |= stage_.function(letter)(this) != static_cast<unsigned char>(letter);
      const std::unique_ptr<std::byte[]> memory(new std::byte[1 + rounds % 5000]);
      dl_iterate_phdr([](dl_phdr_info*, std::size_t, void*) { return 0; }, nullptr);
    } while (++rounds, !over);
  });
  while (rounds == 0) std::this_thread::yield();
  steps();
  over = true;
  noise.join();
  ++at_;
  if (wrong) say("a call in another thread came back with a wrong value");
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
  nest_.swap(resumed.nest);
  resumed.coroutine->resume();
  nest_.swap(resumed.nest);
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
