// fprobe: on rethook before Linux 6.14, on fgraph since.
#include "guest.h"

#ifdef CONFIG_FPROBE

#if SINCE(6, 14)
#define FPROBE_REGISTERS struct ftrace_regs
#else
#define FPROBE_REGISTERS struct pt_regs
#endif
#define FPROBE_ARGUMENTS \
  struct fprobe *probe, unsigned long ip, unsigned long ret, FPROBE_REGISTERS *regs, void *data

typedef int (*entry_function)(FPROBE_ARGUMENTS);
typedef void (*exit_function)(FPROBE_ARGUMENTS);

static int empty_entry(FPROBE_ARGUMENTS) { return 0; }
static void empty_exit(FPROBE_ARGUMENTS) {}

static int nop_entry(FPROBE_ARGUMENTS) {
  asm volatile("nop");
  return 0;
}

static int count_entry(FPROBE_ARGUMENTS) {
  container_of(probe, struct probe_user, fprobe)->entries++;
  return 0;
}
static void count_exit(FPROBE_ARGUMENTS) {
  container_of(probe, struct probe_user, fprobe)->exits++;
}

static int log_entry(FPROBE_ARGUMENTS) {
  struct probe_user* user = container_of(probe, struct probe_user, fprobe);
  unsigned value = 0;

  if (user->wishes & WISH_DATA) *(unsigned*)data = value = next_value();
  note('e', user, value);
  return user->wishes & WISH_DECLINES ? 1 : 0;
}
static void log_exit(FPROBE_ARGUMENTS) {
  struct probe_user* user = container_of(probe, struct probe_user, fprobe);

  note('x', user, user->wishes & WISH_DATA ? *(unsigned*)data : 0);
}

static int attach(struct probe_user* user, unsigned long target, enum handlers handlers) {
  static const entry_function entry[] = {empty_entry, count_entry, nop_entry, log_entry};
  static const exit_function exit[] = {empty_exit, count_exit, empty_exit, log_exit};
  unsigned long address = ftrace_address(target);

#if !SINCE(6, 14)
  user->fprobe.nr_maxactive = user->instances;
#endif
  if (!(user->wishes & WISH_EXIT_ONLY)) user->fprobe.entry_handler = entry[handlers];
  if (!(user->wishes & WISH_ENTRY_ONLY)) user->fprobe.exit_handler = exit[handlers];
  if (user->wishes & WISH_DATA) user->fprobe.entry_data_size = sizeof(unsigned);
  return register_fprobe_ips(&user->fprobe, &address, 1);
}

static void detach(struct probe_user* user) { unregister_fprobe(&user->fprobe); }

static unsigned long missed(const struct probe_user* user) { return user->fprobe.nmissed; }

#else

static int attach(struct probe_user* user, unsigned long target, enum handlers handlers) {
  attach_problem = "fprobe is configured off in this kernel";
  return -EOPNOTSUPP;
}
static void detach(struct probe_user* user) {}
#define missed NULL

#endif

const struct mechanism fprobe_mechanism = {"fprobe", attach, detach, missed};
