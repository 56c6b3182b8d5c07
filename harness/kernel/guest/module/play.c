// Scenarios of semantics: what a mechanism tells its users. Each answer is judged by the host.
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "guest.h"

#define BODY ((unsigned long)rp_body)

static const struct mechanism* played;
static int in_flight_error;

static int attach_logging(int count, bool first_declines) {
  int error = 0, i;

  for (i = 0; i < count && !error; i++) {
    const struct probe_user user = {.id = i, .declines = first_declines && i == 0};

    error = attach_user(played, &user, HANDLERS_LOG, BODY);
  }
  return error;
}

// Through a pointer, so that the compiler knows nothing of the function.
static void call(workload function, long argument) {
  OPTIMIZER_HIDE_VAR(function);
  function(argument);
}

static void detach_in_flight(void) { detach_all(); }

static void attach_in_flight(void) { in_flight_error = attach_logging(1, false); }

static void replace_in_flight(void) {
  const struct probe_user newcomer = {.id = 99};

  detach_user(0);
  in_flight_error = attach_user(played, &newcomer, HANDLERS_LOG, BODY);
}

// One more call, which every attached user must see. So a journal is never empty.
static int call_once_more(void) {
  const struct probe_user last = {.id = 50};
  int error = user_count ? 0 : attach_user(played, &last, HANDLERS_LOG, BODY);

  if (error) return error;
  note_last_call();
  call(rp_body, 1);
  return 0;
}

static int call_body(int count, bool first_declines, void (*action)(void), char* answer) {
  int error = attach_logging(count, first_declines);

  if (error) return error;
  in_body = action;
  call(rp_body, 1);
  in_body = NULL;
  error = in_flight_error ? in_flight_error : call_once_more();
  sprintf(answer, "journal=%s", journal);
  return error;
}

static int recurse(int count, long depth, char* answer) {
  unsigned long missed, entries = 0, exits = 0;
  int error = 0, i;

  for (i = 0; i < count && !error; i++) {
    const struct probe_user user = {.id = i};

    error = attach_user(played, &user, HANDLERS_COUNT, (unsigned long)rp_recurse);
  }
  if (error) return error;
  missed = missed_calls();
  call(rp_recurse, depth);
  for (i = 0; i < count; i++) {
    entries += users[i]->entries;
    exits += users[i]->exits;
  }
  sprintf(answer, "due=%ld entries=%lu exits=%lu missed=%lu", count * depth, entries, exits,
          missed_calls() - missed);
  return 0;
}

static int crowd(char* answer) {
  const int refused = attach_logging(MOST_USERS, false);
  int error;

  if (!user_count) return refused;
  error = call_once_more();
  // The cause has blanks: it comes last.
  sprintf(answer, "users=%d errno=%d journal=%s cause=%s", user_count, -refused, journal,
          refused && attach_problem ? attach_problem : "");
  return error;
}

int play(const char* scenario, const struct mechanism* mechanism, char* answer) {
  const int as_many_as_fgraph_takes = 16;
  const long depth = 1000;
  int error = -ENOENT;

  played = mechanism;
  journal[0] = 0;
  in_flight_error = 0;
  if (!strcmp(scenario, "order")) error = call_body(3, false, NULL, answer);
  if (!strcmp(scenario, "declined")) error = call_body(2, true, NULL, answer);
  if (!strcmp(scenario, "detached")) error = call_body(1, false, detach_in_flight, answer);
  if (!strcmp(scenario, "attached")) error = call_body(0, false, attach_in_flight, answer);
  if (!strcmp(scenario, "replaced"))
    error = call_body(as_many_as_fgraph_takes, false, replace_in_flight, answer);
  if (!strcmp(scenario, "depth")) error = recurse(1, depth, answer);
  if (!strcmp(scenario, "depth_of_two")) error = recurse(2, depth, answer);
  if (!strcmp(scenario, "users")) error = crowd(answer);
  detach_all();
  return error;
}
