// Functions of the kernel that modules may not link to.
#include <linux/errno.h>

#include "guest.h"

int (*kernel_register_ftrace_graph)(struct fgraph_ops* ops);
void (*kernel_unregister_ftrace_graph)(struct fgraph_ops* ops);
unsigned long (*kernel_ftrace_location)(unsigned long address);
void* (*kernel_fgraph_reserve_data)(int user, int bytes);
void* (*kernel_fgraph_retrieve_data)(int user, int* bytes);

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
  kernel_fgraph_reserve_data = (void*)lookup("fgraph_reserve_data");
  kernel_fgraph_retrieve_data = (void*)lookup("fgraph_retrieve_data");
  return 0;
}

unsigned long ftrace_address(unsigned long function) {
  unsigned long address = kernel_ftrace_location ? kernel_ftrace_location(function) : 0;

  return address ? address : function;
}
