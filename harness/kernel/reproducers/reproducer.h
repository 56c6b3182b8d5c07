// What the modules share. Each does its work when it is loaded, says one line in the kernel's log,
// and is not kept: loading it fails with EAGAIN.
#ifndef REPRODUCER_H
#define REPRODUCER_H

#include <linux/errno.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/version.h>

#define SAY(is_shown, format, ...)                             \
  (pr_info("%s: %s: " format "\n", KBUILD_MODNAME,             \
           (is_shown) ? "shown" : "not shown", ##__VA_ARGS__), \
   -EAGAIN)
#define CANNOT(why) (pr_info("%s: cannot be tried: %s\n", KBUILD_MODNAME, why), -EAGAIN)

#define SINCE(major, minor) (LINUX_VERSION_CODE >= KERNEL_VERSION(major, minor, 0))

#if SINCE(6, 14)
#define FPROBE_ARGUMENTS \
  struct fprobe *used, unsigned long ip, unsigned long ret, struct ftrace_regs *regs, void *data
#define FGRAPH_ENTRY struct ftrace_graph_ent *call, struct fgraph_ops *ops, struct ftrace_regs *regs
#define FGRAPH_EXIT struct ftrace_graph_ret *call, struct fgraph_ops *ops, struct ftrace_regs *regs
#else
#define FPROBE_ARGUMENTS \
  struct fprobe *used, unsigned long ip, unsigned long ret, struct pt_regs *regs, void *data
#define FGRAPH_ENTRY struct ftrace_graph_ent *call, struct fgraph_ops *ops
#define FGRAPH_EXIT struct ftrace_graph_ret *call, struct fgraph_ops *ops
#endif

#if SINCE(6, 11)
// fgraph's functions, which modules may not link to. A kprobe gives kallsyms_lookup_name().
static int (*register_graph)(struct fgraph_ops* ops);
static void (*unregister_graph)(struct fgraph_ops* ops);

static int nothing(struct kprobe* probe, struct pt_regs* regs) { return 0; }

static __maybe_unused int find_fgraph(void) {
  static struct kprobe probe = {.symbol_name = "kallsyms_lookup_name", .pre_handler = nothing};
  unsigned long (*lookup)(const char* name);
  int error = register_kprobe(&probe);

  if (error) return error;
  lookup = (void*)probe.addr;
  unregister_kprobe(&probe);
  register_graph = (void*)lookup("register_ftrace_graph");
  unregister_graph = (void*)lookup("unregister_ftrace_graph");
  return register_graph && unregister_graph ? 0 : -ENOENT;
}

static __maybe_unused int register_on(struct fgraph_ops* ops, void* function) {
  int error = ftrace_set_filter_ip(&ops->ops, (unsigned long)function, 0, 1);

  return error ? error : register_graph(ops);
}
static __maybe_unused void unregister_from(struct fgraph_ops* ops) {
  unregister_graph(ops);
  ftrace_free_filter(&ops->ops);
}
#endif

#endif
