// The function-graph tracer's interface. Before Linux 6.11 it had one user, which was told nothing
// about itself.
#include "guest.h"

#if SINCE(6, 14)
#define ENTRY_ARGUMENTS \
  struct ftrace_graph_ent *call, struct fgraph_ops *ops, struct ftrace_regs *regs
#define EXIT_ARGUMENTS \
  struct ftrace_graph_ret *call, struct fgraph_ops *ops, struct ftrace_regs *regs
#elif SINCE(6, 11)
#define ENTRY_ARGUMENTS struct ftrace_graph_ent *call, struct fgraph_ops *ops
#define EXIT_ARGUMENTS struct ftrace_graph_ret *call, struct fgraph_ops *ops
#else
#define ENTRY_ARGUMENTS struct ftrace_graph_ent* call
#define EXIT_ARGUMENTS struct ftrace_graph_ret* call
#endif

typedef int (*entry_function)(ENTRY_ARGUMENTS);
typedef void (*exit_function)(EXIT_ARGUMENTS);

#if SINCE(6, 11)
#define CALLED_USER container_of(ops, struct probe_user, fgraph)
#define OWN_NUMBER ops->idx
#else
static struct probe_user* only_user;
#define CALLED_USER only_user
#define OWN_NUMBER 0
#endif

// At entry, 1 accepts the call.
static int empty_entry(ENTRY_ARGUMENTS) { return 1; }
static void empty_exit(EXIT_ARGUMENTS) {}

static int nop_entry(ENTRY_ARGUMENTS) {
  asm volatile("nop");
  return 1;
}

static int count_entry(ENTRY_ARGUMENTS) {
  CALLED_USER->entries++;
  return 1;
}
static void count_exit(EXIT_ARGUMENTS) { CALLED_USER->exits++; }

static int log_entry(ENTRY_ARGUMENTS) {
  struct probe_user* user = CALLED_USER;
  unsigned value = 0;

  if (user->wishes & WISH_DATA) {
    unsigned* kept = kernel_fgraph_reserve_data(OWN_NUMBER, sizeof(*kept));

    if (!kept) return 0;
    *kept = value = next_value();
  }
  note('e', user, value);
  return !(user->wishes & WISH_DECLINES);
}
static void log_exit(EXIT_ARGUMENTS) {
  struct probe_user* user = CALLED_USER;
  const unsigned* kept = NULL;
  int bytes;

  if (user->wishes & WISH_DATA) kept = kernel_fgraph_retrieve_data(OWN_NUMBER, &bytes);
  note('x', user, kept ? *kept : 0);
}

static int set_filter(struct probe_user* user, unsigned long target) {
#if SINCE(6, 11)
  return ftrace_set_filter_ip(&user->fgraph.ops, ftrace_address(target), 0, 1);
#else
  char name[KSYM_NAME_LEN], *end;

  if (only_user) {
    attach_problem = "fgraph takes one user in this kernel";
    return -EBUSY;
  }
  only_user = user;
  snprintf(name, sizeof(name), "%ps", (void*)target);
  end = strchr(name, ' ');  // " [module]"
  if (end) *end = 0;
  ftrace_set_global_filter(name, strlen(name), 1);
  return 0;
#endif
}

static void clear_filter(struct probe_user* user) {
#if SINCE(6, 11)
  ftrace_free_filter(&user->fgraph.ops);
#else
  only_user = NULL;
#endif
}

static int attach(struct probe_user* user, unsigned long target, enum handlers handlers) {
  static const entry_function entry[] = {empty_entry, count_entry, nop_entry, log_entry};
  static const exit_function exit[] = {empty_exit, count_exit, empty_exit, log_exit};
  int error;

  if (!kernel_register_ftrace_graph || !kernel_unregister_ftrace_graph) {
    attach_problem = "fgraph is configured off in this kernel";
    return -EOPNOTSUPP;
  }
  if (user->wishes & WISH_DATA && !(kernel_fgraph_reserve_data && kernel_fgraph_retrieve_data)) {
    attach_problem = "fgraph keeps no data in this kernel";
    return -EOPNOTSUPP;
  }
  // A user without one of the handlers has an empty one.
  user->fgraph.entryfunc = entry[user->wishes & WISH_EXIT_ONLY ? HANDLERS_EMPTY : handlers];
  user->fgraph.retfunc = exit[user->wishes & WISH_ENTRY_ONLY ? HANDLERS_EMPTY : handlers];
  error = set_filter(user, target);
  if (error) return error;
  error = kernel_register_ftrace_graph(&user->fgraph);
  if (error == -ENOSPC) attach_problem = "fgraph's table of users is full";
  if (error) clear_filter(user);
  return error;
}

static void detach(struct probe_user* user) {
  kernel_unregister_ftrace_graph(&user->fgraph);
  clear_filter(user);
}

const struct mechanism fgraph_mechanism = {"fgraph", attach, detach, NULL};
