// The module: /proc/retprobe takes a line by write and gives its answer by read.
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

#include "guest.h"

int (*kernel_register_ftrace_graph)(struct fgraph_ops* ops);
void (*kernel_unregister_ftrace_graph)(struct fgraph_ops* ops);
unsigned long (*kernel_ftrace_location)(unsigned long address);

static int does_nothing(struct kprobe* probe, struct pt_regs* regs) { return 0; }

// A kprobe finds kallsyms_lookup_name(), which modules may not link to, and that finds the rest.
int find_kernel_functions(void) {
  static struct kprobe finder = {.symbol_name = "kallsyms_lookup_name",
                                 .pre_handler = does_nothing};
  unsigned long (*lookup)(const char* name);
  int error = register_kprobe(&finder);

  if (error) return error;
  lookup = (void*)finder.addr;
  unregister_kprobe(&finder);
  kernel_register_ftrace_graph = (void*)lookup("register_ftrace_graph");
  kernel_unregister_ftrace_graph = (void*)lookup("unregister_ftrace_graph");
  kernel_ftrace_location = (void*)lookup("ftrace_location");
  return 0;
}

unsigned long ftrace_address(unsigned long function) {
  unsigned long address = kernel_ftrace_location ? kernel_ftrace_location(function) : 0;

  return address ? address : function;
}

static char answer[ANSWER_BYTES];

static ssize_t write_line(struct file* file, const char __user* from, size_t bytes, loff_t* at) {
  char line[128];
  int error;

  if (bytes >= sizeof(line)) return -EINVAL;
  if (copy_from_user(line, from, bytes)) return -EFAULT;
  line[bytes] = 0;
  error = obey(line, answer);
  return error ? error : (ssize_t)bytes;
}

static ssize_t read_answer(struct file* file, char __user* to, size_t bytes, loff_t* at) {
  return simple_read_from_buffer(to, bytes, at, answer, strlen(answer));
}

static const struct proc_ops operations = {.proc_write = write_line, .proc_read = read_answer};

static int __init begin(void) {
  int error = find_kernel_functions();

  if (error) return error;
  return proc_create("retprobe", 0600, NULL, &operations) ? 0 : -ENOMEM;
}

static void __exit end(void) {
  remove_proc_entry("retprobe", NULL);
  detach_all();
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Linux's return probes, counted");
