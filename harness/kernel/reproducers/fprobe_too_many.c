// Too many users of one function, by fprobe on fgraph (Linux 6.14 and later): with 33 fprobes on a
// function, no handler of any of them runs, though each was registered. nmissed says so.
#include <linux/fprobe.h>
#include <linux/module.h>

#include "reproducer.h"

#if defined(CONFIG_FPROBE) && SINCE(6, 14)

#define MOST_USERS 40

static struct fprobe probes[MOST_USERS];
static int entries;

static noinline __noclone void fprobe_too_many_target(void) { barrier(); }

static int on_entry(FPROBE_ARGUMENTS) { return entries++, 0; }
static void on_exit(FPROBE_ARGUMENTS) {}

static int __init reproduce(void) {
  int count = 0, error = 0;

  while (count < MOST_USERS && entries == count) {
    probes[count].entry_handler = on_entry;
    probes[count].exit_handler = on_exit;
    error = register_fprobe(&probes[count], "fprobe_too_many_target", NULL);
    if (error) break;
    count++;
    entries = 0;
    fprobe_too_many_target();
  }
  for (int i = 0; i < count; i++) unregister_fprobe(&probes[i]);
  if (error) return error;
  return SAY(entries < count, "of %d fprobes that were registered, %d saw the call", count,
             entries);
}

#else
static int __init reproduce(void) { return CANNOT("this kernel has no fprobe on fgraph"); }
#endif

module_init(reproduce);
MODULE_DESCRIPTION("fprobe: with 33 fprobes on one function none sees a call");
MODULE_LICENSE("GPL");
