// Parent and child wake each other by signals in sigsuspend, 500 times.
// expect: 500 turns, child exited with 9
// calls: 1000 returned 1000 wait_for_signal
// calls: 1000 returned 1000 handler
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t arrived;
static sigset_t waiting;

void handler(int number) { arrived = 1; }

void wait_for_signal(void) {
  while (!arrived) sigsuspend(&waiting);
  arrived = 0;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, &waiting);
  sigaction(SIGUSR1, &action, NULL);
  pid_t child = fork();
  for (int turn = 0; turn < 500; ++turn) {
    if (child) kill(child, SIGUSR1);
    wait_for_signal();
    if (!child) kill(getppid(), SIGUSR1);
  }
  if (!child) _exit(9);
  int status;
  waitpid(child, &status, 0);
  printf("500 turns, child exited with %d\n", WEXITSTATUS(status));
}
