// Obeys the lines of the protocol (docs/linux.md) that concern the kernel's own interfaces:
//   attach MECHANISM USERS HANDLERS    handlers=N: how many handlers a call runs for each user
//   detach
//   run WORKLOAD CALLS                 instructions=N calls=N called=N entries=N exits=N missed=N
//   step WORKLOAD
//   the lines of scene.c
//   addresses                          begin=X end=X leaf=X callers12=X
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "guest.h"

static int attach(const char* name, int count, const char* handlers, char* answer) {
  static const char* const kinds[] = {"empty", "count", "nop"};
  const struct mechanism* mechanism = mechanism_named(name);
  const int kind = match_string(kinds, ARRAY_SIZE(kinds), handlers);

  if (!mechanism) return -ENOENT;
  if (kind < 0 || count < 1 || count > MOST_USERS) return -EINVAL;
  while (user_count < count) {
    const struct probe_user user = {.id = user_count, .instances = MANY_INSTANCES};
    int error = attach_user(mechanism, &user, kind, (unsigned long)rp_leaf);

    if (error) {
      detach_all();
      return error;
    }
  }
  sprintf(answer, "handlers=2");
  return 0;
}

static workload workload_named(const char* name) {
  if (!strcmp(name, "leaf")) return rp_leaf;
  if (!strcmp(name, "callers12")) return rp_callers12;
  return NULL;
}

static int run(const char* name, long calls, char* answer) {
  unsigned long entries = 0, exits = 0;
  workload function = workload_named(name);
  u64 instructions;
  int i;

  if (!function || calls < 1) return -EINVAL;
  for (i = 0; i < user_count; i++) users[i]->entries = users[i]->exits = 0;
  instructions = instructions_of(function, calls);
  for (i = 0; i < user_count; i++) {
    entries += users[i]->entries;
    exits += users[i]->exits;
  }
  sprintf(answer, "instructions=%llu calls=%ld called=%ld entries=%lu exits=%lu missed=%lu",
          instructions, calls, calls_of_a_run(calls), entries, exits, missed_calls());
  return 0;
}

int obey(char* line, char* answer) {
  char word[32] = "", name[32] = "", handlers[32] = "";
  int users_wanted = 0, error;
  long calls = 0;

  answer[0] = 0;
  attach_problem = NULL;
  if (sscanf(line, "attach %31s %d %31s", name, &users_wanted, handlers) == 3)
    return user_count ? -EBUSY : attach(name, users_wanted, handlers, answer);
  error = obey_scene(line, answer);
  if (error <= 0) return error;
  if (sscanf(line, "run %31s %ld", name, &calls) == 2) return run(name, calls, answer);
  if (sscanf(line, "step %31s", name) == 1) {
    if (!workload_named(name)) return -EINVAL;
    step_through(workload_named(name));
    return 0;
  }
  if (sscanf(line, "%31s", word) != 1) return -EINVAL;
  if (!strcmp(word, "detach")) {
    detach_all();
    return 0;
  }
  if (!strcmp(word, "addresses")) {
    sprintf(answer, "begin=%lx end=%lx leaf=%lx callers12=%lx", (unsigned long)rp_mark_begin,
            (unsigned long)rp_mark_end, (unsigned long)rp_leaf, (unsigned long)rp_callers12);
    return 0;
  }
  return -ENOENT;
}
