#include "core/testlib/shapes.h"

extern "C" int shapes_entry(int value) {
  return shapes::first_unit(value) + shapes::second_unit(value);
}

// Not a site: the attribute overrides the option.
extern "C" __attribute__((noinline, patchable_function_entry(0))) int shapes_excluded(int value) {
  return value - 1;
}

// One function with two names.
extern "C" int shapes_alias(int value) __attribute__((alias("shapes_entry")));

namespace {

int constructed = 0;

// Placed in .text.startup, like main.
__attribute__((constructor)) void at_start() { constructed = 1; }

__attribute__((noinline)) int in_no_namespace(int value) { return value ^ constructed; }

}  // namespace

__attribute__((noinline)) static int internal(int value) { return value * 7 + constructed; }

__attribute__((cold, noinline)) static int rarely(int value) { return value - constructed; }

int shapes::first_unit(int value) {
  const auto lambda = [value](int x) __attribute__((noinline)) { return x + value; };
  Counts counts;
  count(counts, "first");
  Animal* const animal = new Animal;
  const int legs = animal->legs();
  delete animal;
  int sum = lambda(legs) + static_cast<int>(counts.size());
  if (value == 12345) sum += rarely(value);
  return sum + twice(value) + increment(value) + checked(value) + internal(value) +
         in_no_namespace(value) + shapes_excluded(value);
}
