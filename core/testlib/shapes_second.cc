#include "core/testlib/shapes.h"

// The other unit has a function of the same name. They are two functions.
__attribute__((noinline)) static int internal(int value) { return value * 11; }

namespace {

struct Dog : shapes::Animal {
  int legs() const override { return 4; }
};

}  // namespace

int shapes::second_unit(int value) {
  Counts counts;
  count(counts, "second");
  Animal* const animal = new Dog;
  const int legs = animal->legs();
  delete animal;
  return static_cast<int>(counts.size()) + legs + twice(value) + static_cast<int>(twice(1.5)) +
         increment(value) + checked(value) + internal(value);
}
