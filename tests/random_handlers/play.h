// What a process that plays a program has: which program and how, and each thread's state.
#pragma once

#include <pthread.h>
#include <setjmp.h>
#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <span>

#include "program.h"

namespace random_handlers {

/// Where a signal comes: after `action` actions, at the library's instruction `instruction`.
struct Moment {
  long action = 0, instruction = 0;  // from 1; 0: there is no signal
};

struct How {
  const char* design = nullptr;  // null: without probes
  const char* transfer = nullptr;
  Moment moment;
  bool tells = false;  // each action, on standard error
};

/// The program that this process plays. What is written in it is written by several threads.
struct Play {
  const Program* program = nullptr;
  bool probed = false, weak = false, steps = false, tells = false;
  bool skipped[most_ids] = {};

  std::atomic<int> actions_left{2500};
  int forks_left = 1;
  bool is_forked = false;

  std::atomic<bool> any_unseen_jump{false};   // setcontext, which the library does not see
  std::atomic<bool> unseen_jump_left{false};  // a handler, perhaps
  std::atomic<bool> has_stopped{false};
};
extern Play play;

/// Ends this process as one that has failed, also in a signal handler.
[[noreturn]] void fail(const char* what, long a = 0, long b = 0, long c = 0);
/// A line on standard error, also in a signal handler.
void tell(const char* format, long a, const char* what, long b, const char* more = "");

// ---- Threads and stacks ----

struct Stack;
struct Coroutine;
struct CoroutineTable;

/// A place to jump to.
struct Landing {
  sigjmp_buf jump;
  ucontext_t* context;
  Stack* stack;
  bool is_unseen;  // its jumps are made by setcontext
  int handlers;    // the handlers that were running
};

/// What a stack's frames permit.
struct Stack {
  static constexpr int most_landings = 24;
  Landing* landings[most_landings];
  int count = 0;
  int guards = 0;       // try blocks
  int caught = 0;       // exceptions that are being handled
  int catches_all = 0;  // frames that catch everything
  // Of the innermost frame that no exception and no jump may leave: the values when it began.
  int guards_outside = 0, caught_outside = 0, landings_outside = 0;
  Stack* resumer = nullptr;  // of a coroutine that runs
  Coroutine* coroutine = nullptr;
};

struct Thread {
  static constexpr int no_jump = 99;
  Stack own;
  Stack* stack = nullptr;
  CoroutineTable* coroutines = nullptr;
  bool is_main = false, is_ending = false, on_alternate_stack = false;
  int handlers = 0, destructors = 0, signals = 0;  // that are running
  int jump_to = no_jump;  // while a jump is made: the handlers of its landing
};
/// Not inlined, because a coroutine may go on in another thread.
Thread& this_thread();
Stack& this_stack();

/// The counts of a stack and its thread. What leaves frames restores them.
class Snapshot {
 public:
  Snapshot();
  void restore() const;
  Stack* stack() const { return stack_; }

 private:
  Stack* stack_;
  int count_, guards_, caught_, catches_all_, guards_outside_, caught_outside_, landings_outside_;
  int handlers_, destructors_, signals_, jump_to_;
  bool on_alternate_stack_;
};
struct Restore {
  const Snapshot snapshot;
  ~Restore() { snapshot.restore(); }
};

/// No exception and no jump of what follows leaves the frame, and nothing ends its thread.
class Contained {
 public:
  Contained();

 private:
  Restore restore_;
};

class Lock {
 public:
  explicit Lock(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t& mutex_;
};

// ---- Playing ----

/// What a program throws. Nothing else of it is of interest.
struct OneException {};
struct OtherException {};

void play_actions(std::span<const Action> actions);
/// Keeps the exception that is being handled, for Kind::raise_stored.
void store_current_exception(int place);
/// In a handler or a signal handler. Exceptions do not leave it; jumps may.
void play_in_handler(const Script& script);
void play_in_signal_handler(const Actions& actions, bool on_alternate_stack);

/// Without it, no signal comes at an instruction any more.
void end_steps();

/// A child's exit status where nothing failed, and yet it says nothing: the program was too long to
/// be checked, or the signal at an instruction did not come.
constexpr int exit_not_checked = 42;

/// A child's body: plays the program, checks it, and returns the exit status, 0 when all is right.
int play_program(const Program& program, const Skipped& skipped, const How& how);

}  // namespace random_handlers
