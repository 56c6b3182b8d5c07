// What each kind of action does, and when it does nothing because the program would be wrong.
#include <cxxabi.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdlib>
#include <exception>
#include <vector>

#include "checks.h"
#include "coroutines.h"
#include "functions.h"
#include "retprobe/probe.h"
#include "steps.h"

namespace random_handlers {
namespace {

// ---- Exceptions ----

constexpr int stored_places = 4;
std::exception_ptr stored[stored_places];
pthread_mutex_t storing = PTHREAD_MUTEX_INITIALIZER;

std::exception_ptr stored_exception(int place) {
  const Lock lock(storing);
  return stored[place];
}

bool may_throw() { return this_stack().guards > this_stack().guards_outside; }
bool is_in_catch() { return this_stack().caught > this_stack().caught_outside; }

void play_catch(const Action& action) {
  const Restore restore;
  ++this_stack().caught;
  play_actions(action.in_catch);
}
void play_guarded(const Action& action) {
  const Snapshot snapshot;
  ++this_stack().guards;
  try {
    play_actions(action.inside);
    snapshot.restore();
  } catch (OneException&) {
    snapshot.restore();
    play_catch(action);
  } catch (OtherException&) {
    snapshot.restore();
    play_catch(action);
  }
}

void raise_stored(int place) {
  if (const std::exception_ptr exception = stored_exception(place))
    std::rethrow_exception(exception);
}

void raise_and_replace(const Action& action) {
  if (!may_throw()) return play_actions(action.inside);
  try {
    ++this_stack().guards;
    const Restore restore;
    play_actions(action.inside);
    throw OneException();
  } catch (OneException&) {
    --this_stack().guards;
    throw OtherException();
  }
}

// ---- Jumps ----

void arrive(const Snapshot& snapshot) {
  give_up_running(this_thread().stack, snapshot.stack());
  snapshot.restore();
}
[[gnu::noinline]] void land_with_signals(const Action& action, Landing& landing,
                                         const Snapshot& snapshot) {
  if (sigsetjmp(landing.jump, 1) == 0)
    play_actions(action.inside);
  else
    arrive(snapshot);
}
[[gnu::noinline]] void land_without_signals(const Action& action, Landing& landing,
                                            const Snapshot& snapshot) {
  if (_setjmp(landing.jump) == 0)
    play_actions(action.inside);
  else
    arrive(snapshot);
}
[[gnu::noinline]] void land_unseen(const Action& action, Landing& landing,
                                   const Snapshot& snapshot) {
  ucontext_t context;
  volatile bool again = false;
  landing.context = &context;
  getcontext(&context);
  if (!again) {
    again = true;
    play_actions(action.inside);
  } else {
    arrive(snapshot);
  }
}
void land(const Action& action) {
  Stack& stack = this_stack();
  if (stack.count == Stack::most_landings) return;
  const Restore restore;
  Landing landing{};
  landing.stack = &stack;
  landing.is_unseen = action.b % 4 == 3;
  landing.handlers = this_thread().handlers;
  stack.landings[stack.count++] = &landing;
  if (landing.is_unseen)
    land_unseen(action, landing, restore.snapshot);
  else if (action.b % 4 == 2)
    land_without_signals(action, landing, restore.snapshot);
  else
    land_with_signals(action, landing, restore.snapshot);
}

/// The landing that the action names, of this stack or of those that have resumed it.
Landing* landing_of(const Action& action) {
  const Thread& thread = this_thread();
  std::vector<Landing*> landings;
  for (const Stack* stack = thread.stack; stack; stack = stack->resumer) {
    for (int each = stack->count; each-- > stack->landings_outside;)
      // hit.h: nothing may jump back into a handler that a longjmp is leaving.
      if (stack->landings[each]->handlers <= thread.jump_to)
        landings.push_back(stack->landings[each]);
    if (stack->landings_outside || thread.destructors) break;
  }
  if (landings.empty()) return nullptr;
  return landings[static_cast<std::size_t>(action.a) % landings.size()];
}
void jump(const Action& action) {
  Thread& thread = this_thread();
  Landing* const landing = thread.is_ending ? nullptr : landing_of(action);
  if (!landing) return;
  if (landing->is_unseen) {
    play.any_unseen_jump = true;
    if (thread.handlers || thread.signals || play.steps) play.unseen_jump_left = true;
    setcontext(landing->context);
  }
  thread.jump_to = landing->handlers;
  if (action.b & 1) longjmp(landing->jump, 1);
  siglongjmp(landing->jump, 1);
}

// ---- Threads ----

pthread_key_t end_key;
// Of those destructors the library cannot be the last one in each round.
constexpr std::uintptr_t rounds_at_end = 6;

void call_at_end(void* value) {
  const auto round = reinterpret_cast<std::uintptr_t>(value);
  Thread& thread = this_thread();
  thread.own = Stack();
  thread.stack = &thread.own;
  thread.is_ending = true;
  static const Action plain{}, raises = [] {
    Action raise, rethrower;
    raise.kind = Kind::raise;
    rethrower.kind = Kind::rethrower;
    rethrower.inside = {raise};
    return rethrower;
  }();
  call(plain);
  try {
    ++thread.own.guards;
    call(raises);
  } catch (OneException&) {
  }
  if (round < rounds_at_end) pthread_setspecific(end_key, reinterpret_cast<void*>(round + 1));
}

struct Start {
  std::span<const Action> actions;
  CoroutineTable* coroutines;
};
void* run_thread(void* argument) {
  static const int made_key = pthread_key_create(&end_key, call_at_end);
  if (made_key == 0 && play.program->calls_at_thread_ends)
    pthread_setspecific(end_key, reinterpret_cast<void*>(std::uintptr_t{1}));
  const Start start = *static_cast<Start*>(argument);
  Thread& thread = this_thread();
  thread.stack = &thread.own;
  thread.coroutines = start.coroutines;
  try {
    play_actions(start.actions);
  } catch (OneException&) {
    store_current_exception(2);
  } catch (OtherException&) {
    store_current_exception(3);
  }
  if (play.is_forked) {  // and this was the thread that forked
    check_counts();
    _exit(0);
  }
  return nullptr;
}

void play_in_thread(const Action& action) {
  Start start{action.inside, this_thread().coroutines};
  pthread_t thread;
  if (pthread_create(&thread, nullptr, run_thread, &start) == 0) pthread_join(thread, nullptr);
}
void play_in_threads(const Action& action) {
  if (play.is_forked) return;
  std::vector<pthread_t> threads;
  std::vector<Start> starts(action.inside.size());
  for (std::size_t each = 0; each < starts.size(); ++each) {
    starts[each] = {{&action.inside[each], 1}, make_coroutines()};
    pthread_t thread;
    if (pthread_create(&thread, nullptr, run_thread, &starts[each]) == 0) threads.push_back(thread);
  }
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
}

void end_thread(const Action& action) {
  Thread& thread = this_thread();
  if (thread.is_main || thread.is_ending || thread.destructors || play.is_forked) return;
  if (thread.handlers) return;  // hit.h does not allow it: an exit handler may run in a throw
  // pthread_exit is not async-signal-safe: what was interrupted may be `noexcept`.
  if (thread.signals && play.steps) return;
  // The C++ runtime ends a program whose thread ends in a catch.
  if (*reinterpret_cast<void**>(abi::__cxa_get_globals())) return;
  for (const Stack* stack = thread.stack; stack; stack = stack->resumer)
    if (stack->caught) return;
  thread.is_ending = true;
  if (action.a & 1) pthread_exit(nullptr);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  fail("pthread_testcancel came back");
}

// ---- A raise that finds no handler ----

void raise_in_vain() {
  auto* const exception = static_cast<_Unwind_Exception*>(calloc(1, sizeof(_Unwind_Exception)));
  const auto code = _Unwind_RaiseException(exception);
  free(exception);
  if (code != _URC_END_OF_STACK) fail("a raise without a handler returned", code);
}
constexpr int in_vain_here = 99;

void* raise_in_vain_in_calls(void*) {
  Thread& thread = this_thread();
  thread.stack = &thread.own;
  thread.coroutines = make_coroutines();
  thread.is_ending = true;  // no jump and no coroutine
  static const Action calls = [] {
    Action raise, inner, outer;
    raise.kind = Kind::failing_raise;
    raise.b = in_vain_here;
    inner.kind = Kind::tail_call;
    inner.inside = {raise};
    outer.inside = {inner, inner};
    return outer;
  }();
  play_actions({&calls, 1});
  return nullptr;
}
void play_failing_raise(const Action& action) {
  const Thread& thread = this_thread();
  const bool nothing_catches_all = this_stack().catches_all == 0 && !thread.is_ending &&
                                   !thread.handlers && !thread.destructors && !thread.signals;
  if (action.b == in_vain_here || (action.b & 1 && nothing_catches_all)) return raise_in_vain();
  if (thread.on_alternate_stack || thread.is_ending || play.is_forked) return;
  pthread_t own;
  if (pthread_create(&own, nullptr, raise_in_vain_in_calls, nullptr) == 0)
    pthread_join(own, nullptr);
}

// ---- Signals and processes ----

void set_alternate_stack() {
  static thread_local bool is_set = false;
  if (is_set || play.program->signal_stack == SignalStack::interrupted) return;
  is_set = true;
  constexpr std::size_t bytes = 4 << 20;
  stack_t stack{};
  stack.ss_sp = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
}

void signal_itself() {
  set_alternate_stack();
  const Thread& thread = this_thread();
  if (!thread.on_alternate_stack && thread.signals < 3) raise(SIGUSR1);
}

void fork_here() {
  if (play.forks_left <= 0) return;
  --play.forks_left;
  pid_t child = 0;
  {
    const Lock toggle(toggling), store(storing);  // for the child
    child = fork();
  }
  if (child == 0) {
    play.is_forked = true;
    play.forks_left = 0;
    limit_time();
    return;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  if (WIFSIGNALED(status)) fail("a forked child died of signal", WTERMSIG(status));
  if (status != 0 && WEXITSTATUS(status) != exit_not_checked)
    fail("a forked child failed with status", WEXITSTATUS(status));
}

void play_stopped(const Action& action) {
  play.has_stopped = true;
  struct Stopped {
    Stopped() { retprobe::stop_tracing(); }
    ~Stopped() { retprobe::start_tracing(); }
  } const stopped;
  play_actions(action.inside);
}

[[gnu::noinline]] void play_action(const Action& action) {
  const Thread& thread = this_thread();
  const bool is_quiet = !thread.handlers && !thread.signals && !play.steps;
  const bool on_alternate = thread.on_alternate_stack, is_ending = thread.is_ending;
  switch (action.kind) {
    case Kind::call:
    case Kind::tail_call:
    case Kind::destructor:
    case Kind::rethrower:
    case Kind::recursion:
      return call(action);
    case Kind::raise:
      if (!may_throw()) return;
      if (action.a & 1) throw OtherException();
      throw OneException();
    case Kind::guard:
      return play_guarded(action);
    case Kind::rethrow:
      if (may_throw() && is_in_catch() && std::current_exception()) throw;
      return;
    case Kind::store:
      if (is_in_catch()) store_current_exception(action.a % stored_places);
      return;
    case Kind::raise_stored:
      if (may_throw()) raise_stored(action.a % stored_places);
      return;
    case Kind::replace:
      return raise_and_replace(action);
    case Kind::land:
      return land(action);
    case Kind::jump:
      return jump(action);
    // A signal handler that leaves the alternate stack while it is in use, and returns to it, is
    // not supported by the kernel.
    case Kind::start:
      if (!on_alternate && !is_ending) start_coroutine(action);
      return;
    case Kind::resume:
      if (!on_alternate && !is_ending) resume_coroutine(action);
      return;
    case Kind::yield:
      if (!on_alternate && !is_ending && thread.jump_to == Thread::no_jump) yield_coroutine();
      return;
    case Kind::scribble:
      return scribble(action);
    case Kind::thread:
      if (!on_alternate && !is_ending) play_in_thread(action);
      return;
    case Kind::threads:
      if (!is_ending) play_in_threads(action);
      return;
    case Kind::end_thread:
      return end_thread(action);
    case Kind::signal:
      return signal_itself();
    case Kind::fork:
      if (!is_ending) fork_here();
      return;
    case Kind::toggle:
      if (!thread.handlers && !play.steps && !on_alternate) toggle_tracer();
      return;
    case Kind::stop:
      if (is_quiet) play_stopped(action);
      return;
    case Kind::failing_raise:
      return play_failing_raise(action);
  }
}

/// They run code in which a trap would end the program: the C library blocks SIGTRAP there, and a
/// new process or thread inherits the trap flag.
bool must_not_be_stepped(Kind kind) {
  using enum Kind;
  return kind == signal || kind == fork || kind == thread || kind == threads ||
         kind == failing_raise || kind == end_thread;
}

}  // namespace

void store_current_exception(int place) {
  std::exception_ptr exception = std::current_exception();
  {
    const Lock lock(storing);
    stored[place].swap(exception);
  }
  // What was there is destroyed here, without the lock.
}

void play_actions(std::span<const Action> actions) {
  for (const Action& action : actions) {
    if (play.skipped[action.id] || play.actions_left.fetch_sub(1) <= 0) continue;
    if (play.tells)
      tell("  [%ld] %s#%ld%s\n", gettid(), name_of(action.kind), action.id,
           this_thread().handlers ? " in a handler" : "");
    if (play.steps) {
      count_action();
      if (must_not_be_stepped(action.kind)) end_steps();
    }
    play_action(action);
  }
}

void play_in_handler(const Script& script) {
  const Restore restore;
  Stack& stack = this_stack();
  stack.guards_outside = stack.guards;
  stack.caught_outside = stack.caught;
  ++this_thread().handlers;
  play_actions(script.actions);
}

void play_in_signal_handler(const Actions& actions, bool on_alternate_stack) {
  const Restore restore;
  Stack& stack = this_stack();
  stack.guards_outside = stack.guards;
  stack.caught_outside = stack.caught;
  Thread& thread = this_thread();
  thread.on_alternate_stack |= on_alternate_stack;
  ++thread.signals;
  play_actions(actions);
}

}  // namespace random_handlers
