// The module: /proc/retprobe takes a line by write and gives its answer by read.
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "guest.h"

static char answer[ANSWER_BYTES];

static ssize_t write_line(struct file* file, const char __user* from, size_t bytes, loff_t* at) {
  char line[128];
  int error;

  if (bytes >= sizeof(line)) return -EINVAL;
  if (copy_from_user(line, from, bytes)) return -EFAULT;
  line[bytes] = 0;
  error = obey(line, answer);
  // With an error, the answer is its cause, where that is known.
  if (error) strscpy(answer, attach_problem ? attach_problem : "", sizeof(answer));
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
