// A coroutine waits within two probed calls while its process forks. The child resumes it, then
// does so a child of the child's, in another thread.
// flags: -pthread
// options: --time
// expect: 11 in the grandchild
// expect: 11 in the child
// expect: 11 in the parent
// calls: 1 outer
// calls: 1 waits
// calls: 9 returned 9 leaf
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static ucontext_t switcher, coroutine;
static char stack[1 << 18];
static volatile int value;

int leaf(int number) { return number + 1; }

int waits(int number) {
  swapcontext(&coroutine, &switcher);
  return leaf(number);
}

int outer(int number) { return leaf(waits(number)); }

static void body(void) {
  value = outer(8);
  swapcontext(&coroutine, &switcher);
}

static void* resume(void* nothing) {
  swapcontext(&switcher, &coroutine);
  value = leaf(value);
  return nothing;
}

int main(void) {
  getcontext(&coroutine);
  coroutine.uc_stack.ss_sp = stack;
  coroutine.uc_stack.ss_size = sizeof stack;
  makecontext(&coroutine, body, 0);
  swapcontext(&switcher, &coroutine);
  const char* who = "parent";
  if (fork() == 0) {
    who = "child";
    if (fork() == 0) {
      who = "grandchild";
      pthread_t thread;
      pthread_create(&thread, NULL, resume, NULL);
      pthread_join(thread, NULL);
    }
  }
  wait(NULL);
  if (value == 0) resume(NULL);
  printf("%d in the %s\n", value, who);
  fflush(stdout);
  return 0;
}
