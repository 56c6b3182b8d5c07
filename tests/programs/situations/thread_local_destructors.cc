// Destructors of thread_local objects and of pthread keys call probed functions at a thread's end.
// flags: -pthread
// expect: destroyed 500, keys 500
// calls: 1000 returned 1000 count(int&)
// calls: 500 returned 500 Local::~Local()
#include <pthread.h>

#include <cstdio>
#include <thread>

int destroyed = 0, keys = 0;

void count(int& counter) { ++counter; }

struct Local {
  int used = 0;
  ~Local() { count(destroyed); }
};
thread_local Local local;

void at_end(void* counter) { count(*static_cast<int*>(counter)); }

int main() {
  pthread_key_t key;
  pthread_key_create(&key, at_end);
  for (int i = 0; i < 500; ++i) {
    std::thread([key] {
      local.used = 1;
      pthread_setspecific(key, &keys);
    }).join();
  }
  printf("destroyed %d, keys %d\n", destroyed, keys);
}
