// Unwinders that run in the process, on the thread whose stack they unwind. A new unwinder is one
// file: a function that writes down the chain, and
//
//     SCENARIO(unwind_mine, "…", .tracers = {1, 2}, .any_cell = false) {
//       return from_inside(cell, take);
//     }
#pragma once

#include <functional>

#include "harness/scenarios/unwinding/unwind_places.h"

namespace retprobe::harness::unwinding {

struct InsideOptions {
  Asked asked = {};
  std::function<bool(const Place&)> wants = nullptr;  // the places to visit; null: all
};
/// Lets `take` look from every place, unprobed and probed, and compares the chains.
Outcome from_inside(const Cell& cell, Take take, const InsideOptions& options = {});

/// An unwinder's shared library that is loaded, not linked. Linked, its names would take the place
/// of others' (libunwind has all of libgcc's). Opens `file`, and finds symbols in that file only.
/// Throws Unavailable where the file cannot be loaded.
class Library {
 public:
  Library(const char* file, const char* package);
  template <class F>
  F* function(const char* name) const {
    return reinterpret_cast<F*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;
  const char* file_;
  void* handle_;
};

}  // namespace retprobe::harness::unwinding
