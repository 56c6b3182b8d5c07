// An exception is caught and thrown again by each of twenty callers, in flight as it was thrown.
// expect: 20 thrown, 210
// calls: 21 returned 0 unwound 21 descend(int, int&)
#include <cstdio>
#include <stdexcept>
#include <string>

void descend(int depth, int& sum) {
  if (depth == 0) throw std::runtime_error("thrown");
  try {
    descend(depth - 1, sum);
  } catch (const std::exception&) {
    sum += depth;
    throw;
  }
}

int main() {
  int sum = 0;
  try {
    descend(20, sum);
  } catch (const std::runtime_error& error) {
    printf("20 %s, %d\n", error.what(), sum);
  }
}
