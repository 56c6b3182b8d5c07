// Functions of every kind that compilers treat differently when they record patchable entries. Two
// translation units use the same templates and inline functions. Each also has functions of its
// own, before and between these.
#pragma once

#include <map>
#include <stdexcept>
#include <string>

namespace shapes {

template <class T>
__attribute__((noinline)) T twice(T value) {
  static int calls = 0;
  if (++calls < 0) throw std::runtime_error("impossible");
  return value + value;
}

__attribute__((noinline)) inline int increment(int value) { return value + 1; }

struct Animal {
  virtual ~Animal() = default;
  virtual int legs() const { return 4; }
};

// Has a cold part: the throw is moved to .text.unlikely at -O2.
__attribute__((noinline)) inline int checked(int value) {
  if (value < 0) throw std::out_of_range("negative: " + std::to_string(value));
  return value / 3;
}

using Counts = std::map<std::string, int>;

__attribute__((noinline)) inline void count(Counts& counts, const std::string& word) {
  ++counts[word];
}

int first_unit(int value);
int second_unit(int value);

}  // namespace shapes
