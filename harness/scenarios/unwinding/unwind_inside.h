// Unwinders that run in the process, on the thread whose stack it is. A newcomer is one file: a
// function that writes down the chain, and
//
//     SCENARIO(unwind_mine, "…", .tracers = {1, 2}, .any_cell = false) { return from_inside(cell,
//     take); }
#pragma once

#include <functional>

#include "harness/scenarios/unwinding/unwind_places.h"

namespace retprobe::harness::unwinding {

struct InsideOptions {
  Asked asked = {};
  std::function<bool(const Place&)> wants = nullptr;  // not every place
};
/// Lets `take` look from every place, unprobed and probed, and compares.
Outcome from_inside(const Cell& cell, Take take, const InsideOptions& options = {});

/// For unwinders that are not linked, since they bring names that would take the place of others'
/// (libunwind has all of libgcc's). Opens `file`; its symbols are found in it only. Throws Missing
/// where there is none.
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

/// What this machine lacks; from_inside's callers make it `unavailable`.
struct Missing {
  std::string what;
};

}  // namespace retprobe::harness::unwinding
