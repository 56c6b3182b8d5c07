/* What scripts show badly or not at all: in the player every call returns to the same place, no
   signal interrupts a hook, no handler calls a traced function, and the tracer is never unloaded.
   docs/first_tracer.md says what was seen.

       gcc -O2 -g -Iinclude -o no_script examples/first_tracer/no_script.c
       ./no_script ./first_tracer.so jump|handler|signal|running|unload */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "retprobe/adapter.h"

#define TRACED __attribute__((noinline, patchable_function_entry(5)))

static void (*volatile body)(void), (*volatile body_of_g)(void);
static atomic_int step;
static atomic_ullong entries, exits;

TRACED void f(void);
TRACED void g(void);
void f(void) {
  if (body) body();
  __asm__ volatile("");
}
void g(void) {
  if (body_of_g) body_of_g();
  __asm__ volatile("");
}

static void (*volatile in_handler)(void);
static uint64_t on_entry(uint32_t user, uint32_t function) {
  (void)user, (void)function;
  if (in_handler) in_handler();
  return ++entries;
}
static void on_exit_of(uint32_t user, uint32_t function, enum retprobe_reason reason,
                       const uint64_t* value, uint64_t ticket) {
  (void)user, (void)function, (void)reason, (void)value, (void)ticket;
  ++exits;
}

static void wait_for(int number) {
  while (step < number) usleep(100);
}
static void park(void) {
  step = 1;
  wait_for(2);
}
static void* call_f(void* unused) {
  f();
  return unused;
}

static jmp_buf landing;
static void jump(void) { longjmp(landing, 1); }
static void jump_over_g(void) {
  if (setjmp(landing) == 0) {
    body_of_g = jump;
    g();
    puts("g returned");
  } else {
    puts("landed");
  }
}

static void on_signal(int number) {
  (void)number;
  g();
}
static void signals(void) {
  const struct itimerval often = {{0, 20}, {0, 20}}, never = {{0, 0}, {0, 0}};
  signal(SIGALRM, on_signal);
  setitimer(ITIMER_REAL, &often, NULL);
  for (int i = 0; i < 10000000; ++i) f();
  setitimer(ITIMER_REAL, &never, NULL);
}

static void* call_f_often(void* unused) {
  while (step == 0) f();
  return unused;
}

int main(int count, char** words) {
  void* const library = count == 3 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!library) return fprintf(stderr, "usage: no_script ./first_tracer.so WHAT\n"), 2;
  const struct retprobe_adapter* (*const get)(void) =
      (const struct retprobe_adapter* (*)(void))dlsym(library, "retprobe_get_adapter");
  const struct retprobe_adapter* const tracer = get();
  static const struct retprobe_function functions[] = {{"f", (void*)f}, {"g", (void*)g}};
  static const struct retprobe_host host = {
      RETPROBE_ADAPTER_VERSION, 2, 1, functions, NULL, on_entry, on_exit_of};
  const uint32_t both[] = {0, 1};
  const char* wrong = tracer->start(&host);
  if (!wrong) wrong = tracer->attach(0, both, 2, 0);
  if (wrong) return fprintf(stderr, "no_script: %s\n", wrong), 2;
  setvbuf(stdout, NULL, _IONBF, 0);
  pthread_t thread;
  if (strcmp(words[2], "jump") == 0) {
    body = jump_over_g;
    f();
    puts("f returned");
  } else if (strcmp(words[2], "unload") == 0) {
    body = park;
    pthread_create(&thread, NULL, call_f, NULL);
    wait_for(1);
    tracer->detach(0);
    dlclose(library);
    step = 2;
    pthread_join(thread, NULL);
  } else if (strcmp(words[2], "handler") == 0) {
    in_handler = g;
    f();
  } else if (strcmp(words[2], "signal") == 0) {
    signals();
  } else if (strcmp(words[2], "running") == 0) {
    pthread_create(&thread, NULL, call_f_often, NULL);
    for (int i = 0; i < 100000; ++i) {
      tracer->detach(0);
      tracer->attach(0, both, 2, 0);
    }
    step = 1;
    pthread_join(thread, NULL);
  } else {
    return fprintf(stderr, "no_script: what is %s?\n", words[2]), 2;
  }
  printf("the end: %llu entries, %llu exits\n", entries, exits);
  return 0;
}
