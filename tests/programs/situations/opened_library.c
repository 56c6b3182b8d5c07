// A library is opened, called and closed twenty times; its constructor calls its functions, too.
// library: opened
// expect: 20 times, sum 840
// calls: 20 returned 20 answer
// calls: 20 returned 20 at_open
#ifdef LIBRARY
static volatile int opened;

int add(int value) { return value + opened; }
__attribute__((constructor)) void at_open(void) { opened = 1 + add(0); }
__attribute__((destructor)) void at_close(void) { add(2); }
int answer(void) { return add(40) + opened; }
#else
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 20; ++i) {
    void* library = dlopen("opened_library.so", RTLD_NOW);
    if (library == NULL) return puts(dlerror()), 1;
    sum += ((int (*)(void))dlsym(library, "answer"))();
    dlclose(library);
  }
  printf("20 times, sum %d\n", sum);
}
#endif
