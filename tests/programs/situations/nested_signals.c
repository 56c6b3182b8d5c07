// Handlers interrupt handlers, eight deep, each within a probed call.
// expect: deepest 8, handled 800
// calls: 800 returned 800 abandoned 0 handler
// calls: 900 returned 900 next_signal
#include <signal.h>
#include <stdio.h>

static int depth, deepest, handled;

void next_signal(void) {
  if (depth < 8) raise(SIGRTMIN + depth);
}

void handler(int number) {
  ++handled;
  if (++depth > deepest) deepest = depth;
  next_signal();
  --depth;
}

int main(void) {
  struct sigaction action = {.sa_handler = handler};
  for (int i = 0; i < 8; ++i) sigaction(SIGRTMIN + i, &action, NULL);
  for (int i = 0; i < 100; ++i) next_signal();
  printf("deepest %d, handled %d\n", deepest, handled);
}
