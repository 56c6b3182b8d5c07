// A frame that is missing in a stack, by fentry beside fexit (seen on Linux 7.3). A program at the
// entry of a function reads the stack. While a program is at the exit, too, the stack lacks the
// function itself. Build: gcc -O2 fexit_missing_frame.c -lbpf. Run: as root.
#define _GNU_SOURCE
#include "on_flock.h"

// Its first address, and the next function's.
static unsigned long long target_start, target_end = ~0ull;

static void find_target(void) {
  FILE* symbols = fopen("/proc/kallsyms", "r");
  char line[512], name[256];
  unsigned long long address;
  for (int pass = 0; symbols && pass < 2; pass++) {
    rewind(symbols);
    while (fgets(line, sizeof line, symbols)) {
      if (sscanf(line, "%llx %*c %255s", &address, name) != 2) continue;
      if (pass == 0 && !strcmp(name, TARGET)) target_start = address;
      if (pass == 1 && address > target_start && address < target_end) target_end = address;
    }
  }
  if (!target_start) end(CANNOT, "/proc/kallsyms does not say where %s is", TARGET);
}

static bool has_target(const struct seen* seen) {
  for (int i = 0; i < MOST_FRAMES; i++)
    if (seen->stack[i] >= target_start && seen->stack[i] < target_end) return true;
  return false;
}

int main(void) {
  find_target();
  struct attached at_entry = attach(BPF_TRACE_FENTRY);
  flock(0, LOCK_UN);
  const bool alone = has_target(at_entry.seen);
  memset(at_entry.seen, 0, sizeof *at_entry.seen);

  attach(BPF_TRACE_FEXIT);
  flock(0, LOCK_UN);
  const bool beside = has_target(at_entry.seen);
  if (at_entry.seen->hits != 1) end(CANNOT, "the program did not run");

  end(alone == beside ? NOT_SHOWN : SHOWN, "at the entry %s is %s the stack, and %s beside fexit",
      TARGET, alone ? "in" : "not in", beside ? "in it" : "not in it");
}
