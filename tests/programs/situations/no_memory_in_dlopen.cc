// Each of 300 processes opens a library, and in each another allocation of C++ code fails.
// It opens the library once more, and its child does so while it lives.
// library: opened
// expect: 600 times
// calls: 600 returned 600 again
#ifdef LIBRARY
extern "C" int first(int value) { return value; }
extern "C" int again(int value) { return value; }
#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <new>

static int until_failure;  // 0: there is none

void* operator new(size_t bytes) {
  if (until_failure != 0 && --until_failure == 0) throw std::bad_alloc();
  return malloc(bytes);
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }

static int open_and_call(const char* name) {
  void* const library = dlopen("no_memory_in_dlopen.so", RTLD_NOW);
  const int result = reinterpret_cast<int (*)(int)>(dlsym(library, name))(1);
  dlclose(library);
  return result;
}

static int status_of(pid_t child) {
  int status;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static int open_in_vain(int allocation) {
  alarm(30);
  until_failure = allocation;
  open_and_call("first");
  until_failure = 0;
  const int times = open_and_call("again");
  const pid_t child = fork();
  if (child == 0) {
    alarm(30);
    _exit(open_and_call("again"));
  }
  return times + status_of(child);
}

int main() {
  int times = 0;
  for (int i = 1; i <= 300; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(open_in_vain(i));
    const int here = status_of(child);
    if (here != 2) printf("allocation %d: %d\n", i, here), i += 50;
    times += here;
  }
  printf("%d times\n", times);
}
#endif
