// A destructor that runs during unwinding throws and catches another exception; and handlers nest.
// expect: destroyed 3, caught 3, at last 42
// calls: 3 unwound 3 fail(int)
// calls: 1 unwound 1 outer()
#include <cstdio>
#include <exception>

int destroyed = 0, caught = 0;

void fail(int value) { throw value; }

struct Guard {
  ~Guard() {
    destroyed += std::uncaught_exceptions();
    try {
      fail(destroyed);
    } catch (int) {
      caught += std::uncaught_exceptions();
    }
  }
};

void outer() {
  Guard guard;
  try {
    throw 'x';
  } catch (char) {
    Guard second;
    ++destroyed;
    ++caught;
    throw 42L;
  }
}

int main() {
  try {
    outer();
    fail(0);
  } catch (long value) {
    try {
      fail(1);
    } catch (int one) {
      printf("destroyed %d, caught %d, at last %ld\n", destroyed, caught, value * one);
    }
  }
}
