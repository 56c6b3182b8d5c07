// Calls that fprobe on fgraph (Linux 6.14 and later) does not follow, and does not count. A
// function calls itself 200 times. The shadow stack is full before that. With one fprobe, nmissed
// says how many calls are missing; with two it says 0.
#include <linux/fprobe.h>
#include <linux/module.h>

#include "reproducer.h"

#if defined(CONFIG_FPROBE) && SINCE(6, 14)

#define DEPTH 200

static struct fprobe probes[2];
static unsigned entries[2];

static noinline __noclone int fprobe_uncounted_target(int depth) {
  int below = depth > 1 ? fprobe_uncounted_target(depth - 1) : 0;

  barrier();
  return below + 1;
}

static int on_entry(FPROBE_ARGUMENTS) { return entries[used - probes]++, 0; }
static void on_exit(FPROBE_ARGUMENTS) {}

static int add(struct fprobe* probe) {
  probe->entry_handler = on_entry;
  probe->exit_handler = on_exit;
  return register_fprobe(probe, "fprobe_uncounted_target", NULL);
}

static int __init reproduce(void) {
  unsigned missing[2], said[2];
  int error = add(&probes[0]);

  if (error) return error;
  fprobe_uncounted_target(DEPTH);
  missing[0] = DEPTH - entries[0];
  said[0] = probes[0].nmissed;
  entries[0] = 0;
  error = add(&probes[1]);
  fprobe_uncounted_target(DEPTH);
  missing[1] = 2 * DEPTH - entries[0] - entries[1];
  said[1] = probes[0].nmissed - said[0] + probes[1].nmissed;
  unregister_fprobe(&probes[0]);
  if (error) return error;
  unregister_fprobe(&probes[1]);
  return SAY(missing[0] != said[0] || missing[1] != said[1],
             "with one fprobe %u entries are missing, and nmissed says %u; with two %u, and %u",
             missing[0], said[0], missing[1], said[1]);
}

#else
static int __init reproduce(void) { return CANNOT("this kernel has no fprobe on fgraph"); }
#endif

module_init(reproduce);
MODULE_DESCRIPTION("fprobe: calls beyond the shadow stack's depth are not counted");
MODULE_LICENSE("GPL");
