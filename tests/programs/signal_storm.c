// How many calls of a signal handler are missed because the signal came within a probe? The
// argument is how much the program does between its probed calls. What docs/run.md says of it comes
// from
//   clang -O1 -fpatchable-function-entry=5 -o storm tests/programs/signal_storm.c
//   retprobe run -- ./storm 0    # and 30, and 1000
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
__attribute__((noinline)) int in_handler(int v) {
  __asm__ volatile("" : "+r"(v));
  return v + 1;
}
__attribute__((noinline)) int leaf(int v) {
  __asm__ volatile("" : "+r"(v));
  return v + 1;
}
static volatile long n;
__attribute__((patchable_function_entry(0))) void on(int s) {
  in_handler(1);
  n++;
}
__attribute__((patchable_function_entry(0))) int main(int c, char** v) {
  int work = atoi(v[1]);
  signal(SIGALRM, on);
  struct itimerval t = {{0, 50}, {0, 50}};
  setitimer(ITIMER_REAL, &t, 0);
  while (n < 20000) {
    leaf(1);
    for (volatile int i = 0; i < work; i++);
  }
  return 0;
}
