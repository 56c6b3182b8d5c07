// kretprobe: instances from a pool, on rethook.
#include "guest.h"

static struct probe_user* user_of(struct kretprobe_instance* instance) {
  struct kretprobe* probe = get_kretprobe(instance);

  return probe ? container_of(probe, struct probe_user, kretprobe) : NULL;
}

static int empty_handler(struct kretprobe_instance* instance, struct pt_regs* regs) { return 0; }

static int nop_entry(struct kretprobe_instance* instance, struct pt_regs* regs) {
  asm volatile("nop");
  return 0;
}

static int count_entry(struct kretprobe_instance* instance, struct pt_regs* regs) {
  struct probe_user* user = user_of(instance);

  if (user) user->entries++;
  return 0;
}

static int count_exit(struct kretprobe_instance* instance, struct pt_regs* regs) {
  struct probe_user* user = user_of(instance);

  if (user) user->exits++;
  return 0;
}

static int log_entry(struct kretprobe_instance* instance, struct pt_regs* regs) {
  struct probe_user* user = user_of(instance);
  unsigned value = 0;

  if (!user) return 0;
  if (user->wishes & WISH_DATA) *(unsigned*)instance->data = value = next_value();
  note('e', user, value);
  return user->wishes & WISH_DECLINES ? 1 : 0;
}

static int log_exit(struct kretprobe_instance* instance, struct pt_regs* regs) {
  struct probe_user* user = user_of(instance);

  if (user) note('x', user, user->wishes & WISH_DATA ? *(unsigned*)instance->data : 0);
  return 0;
}

static int attach(struct probe_user* user, unsigned long target, enum handlers handlers) {
  static const kretprobe_handler_t entry[] = {empty_handler, count_entry, nop_entry, log_entry};
  static const kretprobe_handler_t exit[] = {empty_handler, count_exit, empty_handler, log_exit};

  user->kretprobe.kp.addr = (kprobe_opcode_t*)target;
  user->kretprobe.maxactive = user->instances;
  if (!(user->wishes & WISH_EXIT_ONLY)) user->kretprobe.entry_handler = entry[handlers];
  if (!(user->wishes & WISH_ENTRY_ONLY)) user->kretprobe.handler = exit[handlers];
  if (user->wishes & WISH_DATA) user->kretprobe.data_size = sizeof(unsigned);
  return register_kretprobe(&user->kretprobe);
}

static void detach(struct probe_user* user) { unregister_kretprobe(&user->kretprobe); }

static unsigned long missed(const struct probe_user* user) { return user->kretprobe.nmissed; }

const struct mechanism kretprobe_mechanism = {"kretprobe", attach, detach, missed};
