// A signal interrupts a probed call that blocks in read: with SA_RESTART it goes on, else EINTR.
// expect: restarted: 1 byte; interrupted: EINTR
// calls: 2 returned 2 blocking_read
// calls: 2 returned 2 handler
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int wake[2], handled[2];

void handler(int number) {
  char byte = 'h';
  write(handled[1], &byte, 1);
}

int blocking_read(int from) {
  char byte;
  return read(from, &byte, 1);
}

int once(int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigaction(SIGUSR1, &action, NULL);
  char byte;
  pipe(wake);
  pipe(handled);
  pid_t child = fork();
  if (child == 0) {
    usleep(30000);
    kill(getppid(), SIGUSR1);
    read(handled[0], &byte, 1);
    _exit(flags ? write(wake[1], "x", 1) != 1 : 0);
  }
  int got = blocking_read(wake[0]);
  int why = errno;
  while (waitpid(child, NULL, 0) < 0) continue;
  return got < 0 ? -why : got;
}

int main(void) {
  int restarted = once(SA_RESTART), interrupted = once(0);
  printf("restarted: %d byte; interrupted: %s\n", restarted, interrupted == -EINTR ? "EINTR" : "");
}
