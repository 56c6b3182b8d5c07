// The users of the mechanism that is being measured or tried.
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "guest.h"

static const struct mechanism* const mechanisms[] = {&kretprobe_mechanism, &fprobe_mechanism,
                                                     &fgraph_mechanism};
static const struct mechanism* attached;
struct probe_user* users[MOST_USERS];
int user_count;
const char* attach_problem;
struct journal journal;
static struct probe_user* kept[MOST_USERS];
static int kept_count;

const struct mechanism* mechanism_named(const char* name) {
  size_t i;

  for (i = 0; i < ARRAY_SIZE(mechanisms); i++)
    if (!strcmp(mechanisms[i]->name, name)) return mechanisms[i];
  return NULL;
}

int attach_user(const struct mechanism* mechanism, const struct probe_user* wanted,
                enum handlers handlers, unsigned long target) {
  struct probe_user* user;
  int error;

  if (user_count == MOST_USERS) return -ENOSPC;
  user = kzalloc(sizeof(*user), GFP_KERNEL);
  if (!user) return -ENOMEM;
  *user = *wanted;
  attach_problem = NULL;
  error = mechanism->attach(user, target, handlers);
  if (error) {
    kfree(user);
    return error;
  }
  attached = mechanism;
  users[user_count++] = user;
  return 0;
}

void detach_user(int index, bool keep) {
  struct probe_user* user = users[index];

  attached->detach(user);
  users[index] = users[--user_count];
  synchronize_rcu();
  if (keep && kept_count < MOST_USERS)
    kept[kept_count++] = user;
  else
    kfree(user);
}

void detach_all(void) {
  while (user_count) detach_user(user_count - 1, false);
  while (kept_count) kfree(kept[--kept_count]);
}

unsigned long missed_calls(void) {
  unsigned long missed = 0;
  int i;

  for (i = 0; i < user_count; i++)
    if (attached->missed) missed += attached->missed(users[i]);
  return missed;
}

void note(char what, const struct probe_user* user, unsigned value) {
  const unsigned long at = journal.next++;

  if (what == 'e') journal.entries++;
  if (what == 'x') journal.exits++;
  if (at >= MOST_EVENTS) return;
  journal.events[at] = EVENT(what, user->id, value);
  if (at < MOST_STACKS && user->wishes & WISH_STACK)
    stack_trace_save((unsigned long*)journal.stacks[at], MOST_FRAMES - 1, 0);
}

unsigned next_value(void) {
  static unsigned value;

  return ++value;
}
