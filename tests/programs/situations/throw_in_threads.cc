// Eight threads throw at once, two thousand times each.
// flags: -pthread
// expect: 16000
// calls: 16000 returned 0 unwound 16000 thrower(int)
// calls: 8 returned 8 worker(int*)
#include <cstdio>
#include <thread>
#include <vector>

void thrower(int value) { throw value; }

void worker(int* caught) {
  for (int i = 0; i < 2000; ++i) {
    try {
      thrower(i);
    } catch (int value) {
      *caught += value == i;
    }
  }
}

int main() {
  int caught[8] = {}, sum = 0;
  std::vector<std::thread> threads;
  for (int& each : caught) threads.emplace_back(worker, &each);
  for (auto& thread : threads) thread.join();
  for (int each : caught) sum += each;
  printf("%d\n", sum);
}
