// GCC at -O3: templates, inline functions, exceptions and std::sort.
// compiler: gcc
// flags: -O3
// expect: 0 999, 499500, caught 10
// calls: 1000 returned 1000 int scrambled<int>(int)
#include <algorithm>
#include <cstdio>
#include <vector>

template <typename Type>
Type scrambled(Type value) {
  return value * 7 % 1000;
}
template int scrambled<int>(int);

int refuse(int value) { throw value; }

int main() {
  std::vector<int> values;
  for (int i = 0; i < 1000; ++i) values.push_back(scrambled(i));
  std::sort(values.begin(), values.end());
  long sum = 0, caught = 0;
  for (int value : values) sum += value;
  for (int i = 0; i < 10; ++i) {
    try {
      refuse(i);
    } catch (int) {
      ++caught;
    }
  }
  printf("%d %d, %ld, caught %ld\n", values.front(), values.back(), sum, caught);
}
