// Exits in the order of entries, by fgraph (Linux 6.11 and later): the user that was told the entry
// first is told the exit first, so the times of two tracers do not nest.
#include <linux/ftrace.h>
#include <linux/module.h>

#include "reproducer.h"

#if SINCE(6, 11)

static struct fgraph_ops users[3];
static char order[32];
static unsigned length;

static noinline __noclone void fgraph_order_target(void) { barrier(); }

static void note(char what, struct fgraph_ops* user) {
  if (length + 4 > sizeof(order)) return;
  length += sprintf(order + length, "%s%c%d", length ? " " : "", what, (int)(user - users));
}
static int on_entry(FGRAPH_ENTRY) { return note('e', ops), 1; }
static void on_exit(FGRAPH_EXIT) { note('x', ops); }

static bool is_reversed(void) {  // of "e0 e1 e2 x2 x1 x0"
  for (unsigned i = 0; i < length / 2; i += 3)
    if (order[i + 1] != order[length - 1 - i]) return false;
  return true;
}

static int __init reproduce(void) {
  int count = 0, error = find_fgraph();

  for (; !error && count < 3; count++) {
    users[count].entryfunc = on_entry;
    users[count].retfunc = on_exit;
    error = register_on(&users[count], fgraph_order_target);
    if (error) break;
  }
  fgraph_order_target();
  while (count--) unregister_from(&users[count]);
  return error ? error : SAY(!is_reversed(), "%s", order);
}

#else
static int __init reproduce(void) { return CANNOT("fgraph has one user before Linux 6.11"); }
#endif

module_init(reproduce);
MODULE_DESCRIPTION("fgraph: the exit handlers of several users run in the order of their entries");
MODULE_LICENSE("GPL");
