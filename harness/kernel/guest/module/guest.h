// The parts of the guest's kernel module: it registers the kernel's own return probes on functions
// of its own, calls these, and counts instructions with the TSC. Under QEMU's -icount shift=0 a
// tick of the TSC is one executed instruction.
#ifndef RETPROBE_GUEST_H
#define RETPROBE_GUEST_H

#include <linux/fprobe.h>
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/types.h>
#include <linux/version.h>

#define SINCE(major, minor) (LINUX_VERSION_CODE >= KERNEL_VERSION(major, minor, 0))

#define MOST_USERS 17  // one more than fgraph takes

// What the handlers of a user do.
enum handlers {
  HANDLERS_EMPTY,  // nothing: these are measured
  HANDLERS_COUNT,  // each adds 1 to a word of its user
  HANDLERS_NOP,    // the entry handler executes one instruction more than an empty one
  HANDLERS_LOG,    // each writes into the journal
};

// One user of a mechanism: what a tracer is to retprobe.
struct probe_user {
  int id;
  bool declines;  // its entry handler does not want the exit; HANDLERS_LOG only
  int instances;  // how many calls may be in flight, for mechanisms that ask; 0: their default
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
// Detaches this one, and puts the last one into its place.
void detach_user(int index);
void detach_all(void);
unsigned long missed_calls(void);
// Adds an event to the journal: 'e' an entry, 'x' an exit.
void note(char what, const struct probe_user* user);
// Adds a '|': what follows is the call that every attached user must see.
void note_last_call(void);
#define JOURNAL_BYTES 400
extern char journal[JOURNAL_BYTES];
// A mistake that is planted into what the mechanism tells, so that the judge can be tested.
enum planted {
  PLANTED_NONE,
  PLANTED_SILENT,      // nothing is told
  PLANTED_LOST_EXIT,   // the first user's exits are not
  PLANTED_EXIT_TWICE,  // the first user's exits are told twice
  PLANTED_NEWCOMER,    // the exits of user 1 are told to user 99
};
extern enum planted planted;

// --- find.c: what the kernel does not export -----------------------------------------------------

// Functions of the kernel that it does not export. Each is NULL where the kernel has none.
extern int (*kernel_register_ftrace_graph)(struct fgraph_ops* ops);
extern void (*kernel_unregister_ftrace_graph)(struct fgraph_ops* ops);
extern unsigned long (*kernel_ftrace_location)(unsigned long address);
int find_kernel_functions(void);
// The address that ftrace knows a function by.
unsigned long ftrace_address(unsigned long function);

// --- targets.c, runs.c ---------------------------------------------------------------------------

// Functions that are probed, and an unprobed chain of twelve callers above the first.
long rp_leaf(long x);
long rp_recurse(long depth);  // calls itself so often
long rp_body(long x);         // calls in_body, if there is one
extern void (*in_body)(void);
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

// --- play.c, control.c ---------------------------------------------------------------------------

// Plays a scenario; its answer says what was seen.
int play(const char* scenario, const struct mechanism* mechanism, char* answer);

// A line of the protocol, and its answer in `answer`. Returns 0 or a negative errno.
#define ANSWER_BYTES 560
int obey(char* line, char* answer);

#endif
