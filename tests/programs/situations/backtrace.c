// glibc's backtrace in a callee, and from a signal handler: names of all callers, in order.
// flags: -rdynamic
// expect: inner middle outer main
// expect: handler raises outer main
// calls: 2 outer
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static char text[2][200];

int collect(char* into) {
  void* frames[64];
  int count = backtrace(frames, 64);
  char** names = backtrace_symbols(frames, count);
  for (int i = 1; i < count; ++i) {
    const char* known[] = {"inner", "middle", "raises", "handler", "outer", "main"};
    for (int k = 0; k < 6; ++k) {
      char sought[20];
      sprintf(sought, "(%s+", known[k]);
      if (strstr(names[i], sought)) strcat(strcat(into, *into ? " " : ""), known[k]);
    }
  }
  return count;
}

int inner(void) { return collect(text[0]) + 1; }
int middle(void) { return inner() + 1; }
void handler(int number) { collect(text[1]); }
int raises(void) { return raise(SIGUSR1) + 1; }
int outer(int (*function)(void)) { return function() + 1; }

int main(void) {
  signal(SIGUSR1, handler);
  outer(middle), outer(raises);
  printf("%s\n%s\n", text[0], text[1]);
}
