// A child: plays one program and checks it.
#include <signal.h>

#include <cstring>

#include "checks.h"
#include "coroutines.h"
#include "functions.h"
#include "retprobe/probe.h"
#include "steps.h"

namespace random_handlers {
namespace {

bool is_last_signal = false;

void on_signal(int) {
  if (is_last_signal)
    call_each_twice();
  else if (this_thread().stack)
    play_in_signal_handler(play.program->at_signal,
                           play.program->signal_stack == SignalStack::alternate);
}

}  // namespace

int play_program(const Program& program, const Skipped& skipped, const How& how) {
  play.program = &program;
  play.probed = how.design != nullptr;
  play.weak =
      play.probed && (!strcmp(how.design, "instance_pool") || !strcmp(how.design, "call_through"));
  play.steps = how.moment.instruction != 0;
  play.tells = how.tells;
  if (play.steps) play.actions_left = 500;
  for (const int id : skipped) play.skipped[id] = true;

  limit_time();
  Thread& thread = this_thread();
  thread.is_main = true;
  thread.stack = &thread.own;
  thread.coroutines = make_coroutines();
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_NODEFER | (program.signal_stack == SignalStack::alternate ? SA_ONSTACK : 0);
  sigaction(SIGUSR1, &action, nullptr);
  if (play.steps) prepare_steps(how.moment);
  if (play.probed) attach_tracers(how);

  try {
    play_actions(program.body);
  } catch (OneException&) {  // not all: a raise that finds no handler must find none here
    fail("an exception left the program");
  } catch (OtherException&) {
    fail("an exception left the program");
  }
  if (play.steps) end_steps();
  give_up_all(*thread.coroutines);
  play.actions_left = 0;  // handlers do nothing any more
  if (play.probed) retprobe::start_tracing();
  // These lie further out than all that was left, on either stack.
  call_each_twice();
  if (program.signal_stack == SignalStack::alternate) {
    is_last_signal = true;
    raise(SIGUSR1);
  }
  if (play.is_forked) {
    // It has other calls in flight than the counts say, those of the parent's other threads.
    check_counts();
    return 0;
  }
  check_all_events();
  if (play.probed) {
    detach_tracers();
    call_each_twice();
  }
  return play.steps && !signal_has_come() ? exit_not_checked : 0;
}

}  // namespace random_handlers
