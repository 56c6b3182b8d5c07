// The steps of scenarios, one for each line:
//   user MECHANISM ID WISHES     attaches a user. WISHES: "-", or some of declines, entry, exit,
//   data
//                                and stack (enum wish), with commas; nowhere: not on a function
//   leave ID [keep]              detaches it. keep: its memory is not given back
//   call DEPTH [look]            calls rp_body(), which calls itself. look: body=rp_body<…, the
//                                stack that the innermost sees
//   begin DEPTH                  the same in a thread that sleeps in the innermost body until
//   end                          then, which waits for its return
//   told [PLANTED]               entries=N exits=N missed=N journal=e0,x0 stack0=rp_body<… since it
//                                was last asked; PLANTED: a mistake in it, for tests (journal.h)
//   name ADDRESS                 of the function at this address
#include <linux/completion.h>
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#include "guest.h"

static int index_of(int id) {
  int i;

  for (i = 0; i < user_count && users[i]->id != id; i++) continue;
  return i;
}

static int wishes_of(const char* words, struct probe_user* user, unsigned long* target) {
  static const char* const names[] = {"declines", "entry", "exit", "data", "stack", "nowhere"};
  char copy[64], *rest = copy, *word;

  strscpy(copy, words, sizeof(copy));
  while ((word = strsep(&rest, ","))) {
    const int wish = match_string(names, ARRAY_SIZE(names), word);

    if (!strcmp(word, "-")) continue;
    if (wish < 0) return -EINVAL;
    if (!strcmp(word, "nowhere"))
      *target += 2;
    else
      user->wishes |= 1u << wish;
  }
  return 0;
}

static int attach(const char* name, int id, const char* wishes) {
  struct probe_user user = {.id = id};
  unsigned long target = (unsigned long)rp_body;
  const int error = wishes_of(wishes, &user, &target);

  if (error) return error;
  if (!mechanism_named(name)) return -ENOENT;
  return attach_user(mechanism_named(name), &user, HANDLERS_LOG, target);
}

static int leave(int id, bool keep) {
  const int index = index_of(id);

  if (index == user_count) return -ENOENT;
  detach_user(index, keep);
  return 0;
}

static unsigned long long body_stack[MOST_FRAMES];
static void look(void) {
  memset(body_stack, 0, sizeof(body_stack));
  stack_trace_save((unsigned long*)body_stack, MOST_FRAMES - 1, 0);
}

// Through a pointer, so that the compiler knows nothing of the function.
static void call(long depth) {
  workload function = rp_outer;

  OPTIMIZER_HIDE_VAR(function);
  function(depth);
}

static DECLARE_COMPLETION(sleeps);
static DECLARE_COMPLETION(may_go_on);
static DECLARE_COMPLETION(returned);
static bool in_flight;

static void sleep(void) {
  complete(&sleeps);
  wait_for_completion(&may_go_on);
}

static int caller(void* depth) {
  call((long)depth);
  complete(&returned);
  return 0;
}

static int begin(long depth) {
  struct task_struct* thread;

  if (in_flight) return -EBUSY;
  in_body = sleep;
  thread = kthread_run(caller, (void*)depth, "retprobe");
  if (IS_ERR(thread)) return PTR_ERR(thread);
  wait_for_completion(&sleeps);
  in_flight = true;
  return 0;
}

static int end(void) {
  if (!in_flight) return -EINVAL;
  complete(&may_go_on);
  wait_for_completion(&returned);
  in_body = NULL;
  in_flight = false;
  return 0;
}

static void write_name(char* text, unsigned long bytes, unsigned long address) {
  snprintf(text, bytes, "%ps", (void*)address);
  text[strcspn(text, " ")] = 0;  // " [module]"
}

// Appends "rp_body<rp_inner<…", the innermost function first.
static void append_stack(const unsigned long long* frames, enum planted planted, char* answer) {
  int at = strlen(answer);

  for (; *frames && at < ANSWER_BYTES - KSYM_NAME_LEN; frames++) {
    char name[KSYM_SYMBOL_LEN];

    write_name(name, sizeof(name), *frames);
    if (is_planted_away(planted, name)) continue;
    at += snprintf(answer + at, ANSWER_BYTES - at, "%.100s<", name);
  }
}

static void append_stacks(enum planted planted, char* answer) {
  const unsigned long count = min_t(unsigned long, journal.next, MOST_STACKS);
  unsigned long i;

  for (i = 0; i < count && strlen(answer) < ANSWER_BYTES - KSYM_NAME_LEN; i++)
    if (journal.stacks[i][0]) {
      sprintf(answer + strlen(answer), " stack%lu=", i);
      append_stack(journal.stacks[i], planted, answer);
    }
}

static int told(const char* mistake, char* answer) {
  static const char* const mistakes[] = PLANTED_NAMES;
  const int planted = match_string(mistakes, ARRAY_SIZE(mistakes), mistake);

  if (planted < 0) return -EINVAL;
  sprintf(answer, "entries=%llu exits=%llu missed=%lu journal=", journal.entries, journal.exits,
          missed_calls());
  append_events(&journal, planted, answer, ANSWER_BYTES);
  append_stacks(planted, answer);
  memset(&journal, 0, sizeof(journal));
  return 0;
}

int obey_scene(const char* line, char* answer) {
  char name[32] = "", words[64] = "";
  int id = 0;
  unsigned long address;
  long depth = 0;

  if (sscanf(line, "user %31s %d %63s", name, &id, words) == 3) return attach(name, id, words);
  if (sscanf(line, "leave %d %63s", &id, words) >= 1) return leave(id, !strcmp(words, "keep"));
  if (sscanf(line, "call %ld %63s", &depth, words) >= 1) {
    in_body = strcmp(words, "look") ? NULL : look;
    call(depth);
    if (in_body) {
      sprintf(answer, "body=");
      append_stack(body_stack, PLANTED_NONE, answer);
    }
    in_body = NULL;
    return 0;
  }
  if (sscanf(line, "begin %ld", &depth) == 1) return begin(depth);
  if (!strcmp(line, "end")) return end();
  if (sscanf(line, "name %lx", &address) == 1) {
    write_name(answer, ANSWER_BYTES, address);
    return 0;
  }
  if (!strncmp(line, "told", 4)) {
    sscanf(line, "told %31s", name);
    return told(name, answer);
  }
  return 1;
}
