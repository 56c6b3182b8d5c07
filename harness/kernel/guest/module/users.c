// The users of the mechanism that is being measured or tried.
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "guest.h"

static const struct mechanism* const mechanisms[] = {&kretprobe_mechanism, &fprobe_mechanism,
                                                     &fgraph_mechanism};
static const struct mechanism* attached;
struct probe_user* users[MOST_USERS];
int user_count;
const char* attach_problem;
char journal[JOURNAL_BYTES];
enum planted planted;

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

void detach_user(int index) {
  struct probe_user* user = users[index];

  attached->detach(user);
  users[index] = users[--user_count];
  synchronize_rcu();
  kfree(user);
}

void detach_all(void) {
  while (user_count) detach_user(user_count - 1);
}

unsigned long missed_calls(void) {
  unsigned long missed = 0;
  int i;

  for (i = 0; i < user_count; i++)
    if (attached->missed) missed += attached->missed(users[i]);
  return missed;
}

static void add(const char* event) {
  const size_t used = strlen(journal);

  snprintf(journal + used, sizeof(journal) - used, "%s%s", used ? "," : "", event);
}

void note(char what, const struct probe_user* user) {
  const int id = planted == PLANTED_NEWCOMER && what == 'x' && user->id == 1 ? 99 : user->id;
  char event[8];

  if (planted == PLANTED_SILENT) return;
  if (planted == PLANTED_LOST_EXIT && what == 'x' && user->id == 0) return;
  snprintf(event, sizeof(event), "%c%d", what, id);
  add(event);
  if (planted == PLANTED_EXIT_TWICE && what == 'x' && user->id == 0) add(event);
}

void note_last_call(void) { add("|"); }
