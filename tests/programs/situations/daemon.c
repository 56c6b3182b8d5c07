// A daemon: two forks and a session of its own; the first two processes end before it does.
// expect: daemon 4950
// calls: 1 become_daemon
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sum;

int leaf(int value) { return sum += value; }

void become_daemon(void) {
  if (fork() > 0) _exit(0);
  setsid();
  if (fork() > 0) _exit(0);
  chdir("/");
}

int main(void) {
  become_daemon();
  usleep(20000);
  for (int i = 0; i < 100; ++i) leaf(i);
  printf("daemon %d\n", sum);
}
