// What users are told, as a journal. The module and the init, whose programs of BPF have a journal
// of their own, write it as the same text.
#ifndef RETPROBE_JOURNAL_H
#define RETPROBE_JOURNAL_H

#define MOST_EVENTS 256  // a power of two; later ones are counted and lost
#define MOST_STACKS 8    // of the first events
#define MOST_FRAMES 24

// An event: the user, 'e' for an entry or 'x' for an exit, and what the user has kept for the call
// (0: nothing).
typedef unsigned long long event;
#define EVENT(what, user, value) \
  ((event)(value) << 32 | (event)(unsigned char)(what) << 16 | (event)(user))

struct journal {
  unsigned long long entries, exits, next;
  event events[MOST_EVENTS];
  // Return addresses, the innermost first, up to a 0; of users who look at the stack.
  unsigned long long stacks[MOST_STACKS][MOST_FRAMES];
};

// A mistake that is planted into what is told, so that the judge can be tested.
enum planted {
  PLANTED_NONE,
  PLANTED_SILENT,      // nothing is told
  PLANTED_LOST_EXIT,   // the first user's exits are not
  PLANTED_EXIT_TWICE,  // the first user's exits are told twice
  PLANTED_NEWCOMER,    // the exits of user 1 are told to user 99
  PLANTED_VALUE,       // the first user's exits have another call's value
  PLANTED_FRAME,       // rp_middle() is missing in each stack
};
#define PLANTED_NAMES {"", "silent", "lost_exit", "exit_twice", "newcomer", "value", "frame"}

static inline int is_planted_away(enum planted planted, const char* function) {
  return planted == PLANTED_FRAME && !strcmp(function, "rp_middle");
}

// Appends "e0,x0=17" to a text of so many bytes. Returns how many events did not fit.
static inline int append_events(const struct journal* journal, enum planted planted, char* text,
                                unsigned long bytes) {
  const unsigned long long count =
      journal->next < MOST_EVENTS ? journal->next : (unsigned long long)MOST_EVENTS;
  unsigned long used = strlen(text);
  const char* comma = "";
  unsigned long long i;

  if (planted == PLANTED_SILENT) return 0;
  for (i = 0; i < count; i++) {
    const char what = (char)(journal->events[i] >> 16);
    int user = journal->events[i] & 0xffff, times = 1;
    unsigned value = journal->events[i] >> 32;

    if (what == 'x' && user == 0) {
      if (planted == PLANTED_LOST_EXIT) times = 0;
      if (planted == PLANTED_EXIT_TWICE) times = 2;
      if (planted == PLANTED_VALUE) value++;
    }
    if (planted == PLANTED_NEWCOMER && what == 'x' && user == 1) user = 99;
    while (times--) {
      if (used + 24 > bytes) return (int)(count - i);
      used += value ? sprintf(text + used, "%s%c%d=%u", comma, what, user, value)
                    : sprintf(text + used, "%s%c%d", comma, what, user);
      comma = ",";
    }
  }
  return (int)(journal->next - count);
}

#endif
