// Plays a script (harness/verify/oracle.h has the notation) with real calls of real functions. What
// the script's other steps do (attach, load, fork …) is a Stage's: this library's own tracers
// (harness/verify/call_tree.cc) or a tracer behind the contract of adapter.h
// (harness/player/main.cc).
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/player/coroutine.h"

namespace retprobe::harness {
class Player;
}

extern "C" {
/// A function of the tree. Its body is retprobe_play_body. It returns its letter, or ends in a tail
/// call of the function that the body returns.
using TreeFunction = std::uint64_t (*)(retprobe::harness::Player*);
TreeFunction retprobe_play_body(retprobe::harness::Player* player, char letter);
}

namespace retprobe::harness {

/// Where a script is played. The functions that return a text return "", or what went wrong.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual std::size_t users() const = 0;
  virtual bool is_attached(std::size_t user) const = 0;
  /// To all functions of the user; to p only if its module is loaded.
  virtual std::string attach(std::size_t user) = 0;
  virtual std::string detach(std::size_t user) = 0;
  virtual void mark(char letter) = 0;
  virtual TreeFunction function(char letter) = 0;
  virtual bool has_module() const = 0;
  virtual std::string toggle_module() = 0;
  /// Calls p, whose body is play_here().
  virtual std::string call_module(Player& player) = 0;
  virtual void stop_tracing(bool stop) = 0;
  /// `idle`: no call can be in flight.
  virtual std::string configure(unsigned design, unsigned transfer, bool idle) = 0;
  virtual void begin_thread() {}
  /// What is told of this thread's calls does not count.
  virtual void begin_noise() = 0;
  /// The return address of the call with this slot, if the tracer can say it; else null.
  virtual void* resolve(void** /*slot*/) { return nullptr; }
  virtual void forget_stack(void* /*memory*/) {}
  /// In the child of a fork.
  virtual void forked() {}
  /// Waits for a child that fork() made.
  virtual std::string wait_for(int child) = 0;
  /// In the child of a fork that a thread made, which ends with it. Does not return.
  virtual void end_child() = 0;
};

class Player {
 public:
  Player(Stage& stage, std::string_view script);
  // Another stack may be made in the same memory, by a switch that is not announced.
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Plays the whole script.
  void run();
  /// Plays a function's body. Returns the function that it tail-calls, or null.
  TreeFunction body(char letter);
  /// The same for a function that cannot be given its player.
  static void play_here(char letter) { signalled->body(letter); }
  std::string_view script() const { return script_; }
  /// The first thing that was wrong, or "".
  const std::string& wrong() const { return wrong_; }
  /// Of a fork.
  bool is_child() const { return is_child_; }

 private:
  struct Thrown {};
  struct Cleanup;
  struct Landing;
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
    std::string nest;  // while it runs: that of who resumed it
  };

  void steps();
  void end_coroutines();
  void say(const std::string& wrong) {
    if (wrong_.empty()) wrong_ = wrong;
  }
  void change_users(bool attach);
  void change(bool attach, std::size_t user);
  void step_call(char step);
  [[gnu::noinline]] void landing_call();
  void call(char step);
  template <char Function, unsigned Parity>
  [[gnu::noinline]] std::uint64_t call_from_here(TreeFunction function);
  void call_module();
  void backtrace();
  void signal(bool on_alternate_stack);
  static void forbid_system_calls();
  void thread(unsigned times);
  void beside_noise();
  Other& other(char number) { return others_[number - '1']; }
  void begin_coroutine(Switch kind, char number);
  void resume(char number);
  void go_to(const Place& place);
  void fork_here();
  static const char* behind(const char* at, char opens, char closes);
  [[gnu::noinline]] const char* behind_guarded_call() const;
  const char* behind_call(const char* at) const;

  // For signal handlers and the module's functions, which have no other way to know it.
  static thread_local Player* signalled;

  Stage& stage_;
  const std::string_view script_;
  const char* at_;
  const char* end_;
  Landing* landing_ = nullptr;
  unsigned depth_ = 0;  // of calls in flight; not 0 on other stacks
  bool has_jumped_ = false;
  char last_ = 0;
  unsigned arrived_ = 0;  // where the last call came back to
  std::string nest_;      // the bodies that run on this stack, the innermost one last
  Other others_[3];
  std::string running_;  // the coroutines that have been resumed and have not yielded
  bool is_child_ = false;
  std::string wrong_;
};

}  // namespace retprobe::harness
