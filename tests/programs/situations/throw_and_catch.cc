// A function that throws and catches, and one that throws through it.
// expect: 60 60
// calls: 10 returned 6 unwound 4 doubled(int)
// calls: 10 returned 10 unwound 0 both(int)
#include <cstdio>

int doubled(int x) {
  if (x > 5) throw x;
  return x * 2;
}

int both(int x) {
  try {
    if (x > 5) throw x;
    return x * 2;
  } catch (int thrown) {
    return thrown;
  }
}

int main() {
  int first = 0, second = 0;
  for (int i = 0; i < 10; ++i) {
    second += both(i);
    try {
      first += doubled(i);
    } catch (int thrown) {
      first += thrown;
    }
  }
  printf("%d %d\n", first, second);
}
