// An exit without an entry, by fgraph (Linux 6.11 and later). A call is in flight, and fgraph has
// as many users as it takes. One is unregistered, another is registered, and fgraph gives it the
// same place in its table. Then the call returns, and the newcomer's exit handler runs. It had seen
// no entry.
#include <linux/completion.h>
#include <linux/ftrace.h>
#include <linux/module.h>
#include <linux/workqueue.h>

#include "reproducer.h"

#if SINCE(6, 11)

#define MOST_USERS 16

static DECLARE_COMPLETION(in_flight);
static DECLARE_COMPLETION(may_return);
static struct fgraph_ops users[MOST_USERS + 1];
static unsigned entries[MOST_USERS + 1], exits[MOST_USERS + 1];

static noinline __noclone void fgraph_phantom_target(void) {
  complete(&in_flight);
  wait_for_completion(&may_return);
}
static void call(struct work_struct* work) { fgraph_phantom_target(); }
static DECLARE_WORK(caller, call);

static int on_entry(FGRAPH_ENTRY) { return ++entries[ops - users]; }
static void on_exit(FGRAPH_EXIT) { exits[ops - users]++; }

static int add(struct fgraph_ops* user) {
  user->entryfunc = on_entry;
  user->retfunc = on_exit;
  return register_on(user, fgraph_phantom_target);
}

static int __init reproduce(void) {
  int newcomer = 0, error = find_fgraph();

  if (error) return error;
  while (newcomer < MOST_USERS && !add(&users[newcomer])) newcomer++;
  if (newcomer) {
    schedule_work(&caller);
    wait_for_completion(&in_flight);
    unregister_from(&users[newcomer - 1]);
    error = add(&users[newcomer]);
    complete(&may_return);
    flush_work(&caller);
    if (!error) unregister_from(&users[newcomer]);
  }
  for (int i = 0; i + 1 < newcomer; i++) unregister_from(&users[i]);
  if (!newcomer || error) return CANNOT("another user of fgraph cannot be registered");
  return SAY(exits[newcomer] > entries[newcomer],
             "of %d users one left, and the newcomer saw %u entries and %u exits", newcomer,
             entries[newcomer], exits[newcomer]);
}

#else
static int __init reproduce(void) { return CANNOT("fgraph has one user before Linux 6.11"); }
#endif

module_init(reproduce);
MODULE_DESCRIPTION("fgraph: an exit handler runs for a call whose entry it has not seen");
MODULE_LICENSE("GPL");
