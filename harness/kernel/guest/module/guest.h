// The parts of the guest's kernel module: it registers the kernel's own return probes on functions
// of its own, calls these, and counts instructions with the TSC. Under QEMU's -icount shift=0 a
// tick of the TSC is one executed instruction.
#ifndef RETPROBE_GUEST_H
#define RETPROBE_GUEST_H

#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/version.h>

#include "../journal.h"

#define SINCE(major, minor) (LINUX_VERSION_CODE >= KERNEL_VERSION(major, minor, 0))

#define MOST_USERS 40  // more than fgraph takes, and than a trampoline of BPF

// What the handlers of a user do.
enum handlers {
  HANDLERS_EMPTY,  // nothing: these are measured
  HANDLERS_COUNT,  // each adds 1 to a word of its user
  HANDLERS_NOP,    // the entry handler executes one instruction more than an empty one
  HANDLERS_LOG,    // each writes into the journal
};

// What a user with HANDLERS_LOG does beside writing into the journal.
enum wish {
  WISH_DECLINES = 1,    // its entry handler does not want the exit
  WISH_ENTRY_ONLY = 2,  // it has no exit handler
  WISH_EXIT_ONLY = 4,   // it has no entry handler
  WISH_DATA = 8,        // it keeps a number for each call, from the entry to the exit
  WISH_STACK = 16,      // it looks at the stack
};

// One user of a mechanism: what a tracer is to retprobe.
struct probe_user {
  int id;
  unsigned wishes;  // of enum wish
  int instances;    // how many calls may be in flight, for mechanisms that ask; 0: their default
  unsigned long entries, exits;
  struct kretprobe kretprobe;
#ifdef CONFIG_FPROBE
  struct fprobe fprobe;
#endif
  struct fgraph_ops fgraph;
};

struct mechanism {
  const char* name;
  int (*attach)(struct probe_user* user, unsigned long target, enum handlers handlers);
  void (*detach)(struct probe_user* user);
  unsigned long (*missed)(
      const struct probe_user* user);  // may be NULL: the mechanism does not say
};
// Why the last attach failed, in words; NULL where only its errno is known.
extern const char* attach_problem;
extern const struct mechanism kretprobe_mechanism, fprobe_mechanism, fgraph_mechanism;

// --- users.c: the users that are attached --------------------------------------------------------

const struct mechanism* mechanism_named(const char* name);
extern struct probe_user* users[MOST_USERS];
extern int user_count;
// Enough instances for every run that is measured.
#define MANY_INSTANCES 4000
// Attaches one more, as users[user_count]. Returns 0 or a negative errno.
int attach_user(const struct mechanism* mechanism, const struct probe_user* wanted,
                enum handlers handlers, unsigned long target);
// Detaches this one, and puts the last one into its place. `keep`: its memory is not given back
// before detach_all().
void detach_user(int index, bool keep);
void detach_all(void);
unsigned long missed_calls(void);
// Adds an event to the journal: 'e' an entry, 'x' an exit, with what the user has kept or keeps.
void note(char what, const struct probe_user* user, unsigned value);
// A number that no other call was given.
unsigned next_value(void);
extern struct journal journal;

// --- find.c: what the kernel does not export -----------------------------------------------------

// Functions of the kernel that it does not export. Each is NULL where the kernel has none.
extern int (*kernel_register_ftrace_graph)(struct fgraph_ops* ops);
extern void (*kernel_unregister_ftrace_graph)(struct fgraph_ops* ops);
extern unsigned long (*kernel_ftrace_location)(unsigned long address);
extern void* (*kernel_fgraph_reserve_data)(int user, int bytes);
extern void* (*kernel_fgraph_retrieve_data)(int user, int* bytes);
int find_kernel_functions(void);
// The address that ftrace knows a function by.
unsigned long ftrace_address(unsigned long function);

// --- targets.c, runs.c ---------------------------------------------------------------------------

// Functions that are probed, and an unprobed chain of twelve callers above the first.
long rp_leaf(long x);
long rp_body(long depth);  // calls itself until the depth is 1, and in_body there, if there is one
extern void (*in_body)(void);
long rp_outer(long x);  // calls rp_middle(), that rp_inner(), that rp_body()
long rp_callers12(long x);
// Where the stepper begins and ends.
void rp_mark_begin(void);
void rp_mark_end(void);

typedef long (*workload)(long);
// Calls it once to `calls` times with interrupts off; returns the instructions of the cheapest of
// a few such runs. The loop is counted, too.
u64 instructions_of(workload function, long calls);
// Calls the function once, between the stepper's marks, with interrupts off.
void step_through(workload function);
// How often instructions_of() calls its function.
long calls_of_a_run(long calls);

// --- scene.c, control.c --------------------------------------------------------------------------

// Attaches users, calls rp_body() and says what the users were told, line by line; the host has the
// scenarios. Returns 0, a negative errno, or 1 where the line is of another kind.
int obey_scene(const char* line, char* answer);

// A line of the protocol, and its answer in `answer`. Returns 0 or a negative errno.
#define ANSWER_BYTES 3500
int obey(char* line, char* answer);

#endif
