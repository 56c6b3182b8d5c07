// An exit without an entry, by fprobe on fgraph (Linux 6.14 and later). A call is in flight on a
// function with two fprobes. One is unregistered, and its memory is used for another fprobe, which
// is registered. Then the call returns, and the newcomer's exit handler runs. It had seen no entry.
#include <linux/completion.h>
#include <linux/fprobe.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "reproducer.h"

#ifdef CONFIG_FPROBE

static DECLARE_COMPLETION(in_flight);
static DECLARE_COMPLETION(may_return);
static struct fprobe stays, probe;
static unsigned new_entries, new_exits;

static noinline __noclone void fprobe_phantom_target(void) {
  complete(&in_flight);
  wait_for_completion(&may_return);
}
static void call(struct work_struct* work) { fprobe_phantom_target(); }
static DECLARE_WORK(caller, call);

typedef int (*entry_function)(FPROBE_ARGUMENTS);
typedef void (*exit_function)(FPROBE_ARGUMENTS);

static int old_entry(FPROBE_ARGUMENTS) { return 0; }
static void old_exit(FPROBE_ARGUMENTS) {}
static int new_entry(FPROBE_ARGUMENTS) { return ++new_entries, 0; }
static void new_exit(FPROBE_ARGUMENTS) { new_exits++; }

static int add(struct fprobe* added, entry_function entry, exit_function exit) {
  memset(added, 0, sizeof(*added));
  added->entry_handler = entry;
  added->exit_handler = exit;
  return register_fprobe(added, "fprobe_phantom_target", NULL);
}

static int __init reproduce(void) {
  int error = add(&stays, old_entry, old_exit);

  if (error) return error;
  error = add(&probe, old_entry, old_exit);
  if (error) goto out;
  schedule_work(&caller);
  wait_for_completion(&in_flight);
  unregister_fprobe(&probe);

  error = add(&probe, new_entry, new_exit);
  complete(&may_return);
  flush_work(&caller);
  if (!error) unregister_fprobe(&probe);
out:
  unregister_fprobe(&stays);
  if (error) return error;
  return SAY(new_exits > new_entries, "the newcomer saw %u entries and %u exits", new_entries,
             new_exits);
}

#else
static int __init reproduce(void) { return CANNOT("this kernel has no fprobe"); }
#endif

module_init(reproduce);
MODULE_DESCRIPTION("fprobe: an exit handler runs for a call whose entry it has not seen");
MODULE_LICENSE("GPL");
