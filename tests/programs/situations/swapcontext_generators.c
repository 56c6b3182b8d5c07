// Four generators of makecontext, each in a probed call when it yields by swapcontext.
// expect: 4000 values, sum 1998000
// calls: 4 generator
// calls: 4000 returned 4000 yield
#include <stdio.h>
#include <ucontext.h>

static ucontext_t resumed, generators[4];
static char stacks[4][65536];
static int current, yielded;

void yield(int value) {
  yielded = value;
  swapcontext(&generators[current], &resumed);
}

void generator(int id) {
  for (int i = 0; i < 1000; ++i) yield(i);
}

int main(void) {
  for (int i = 0; i < 4; ++i) {
    getcontext(&generators[i]);
    generators[i].uc_stack.ss_sp = stacks[i];
    generators[i].uc_stack.ss_size = sizeof stacks[i];
    generators[i].uc_link = &resumed;
    makecontext(&generators[i], (void (*)(void))generator, 1, i);
  }
  long sum = 0, values = 0;
  for (int round = 0; round < 1001; ++round) {
    for (current = 0; current < 4; ++current) {
      yielded = -1;
      swapcontext(&resumed, &generators[current]);
      if (yielded < 0) continue;
      sum += yielded;
      ++values;
    }
  }
  printf("%ld values, sum %ld\n", values, sum);
}
