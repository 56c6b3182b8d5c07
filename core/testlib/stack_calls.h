// Probed functions that tests of stacks call.
#pragma once

#include <gtest/gtest.h>

#include "core/testlib/site_fixture.h"

namespace retprobe {

using Function = int (*)(int);

/// Set while a test of CallsOnStacks runs. Coroutines and signal handlers have no context.
inline int (*call_during)(Function, int);  // pf_meanwhile, which calls the function
inline Function call_plain;                // pf_one

/// Loads these functions.
class CallsOnStacks : public testing::Test {
 protected:
  void SetUp() override {
    call_during = reinterpret_cast<decltype(call_during)>(library_.symbol("pf_meanwhile"));
    call_plain = reinterpret_cast<Function>(library_.symbol("pf_one"));
    ASSERT_TRUE(call_during && call_plain);
  }
  const Library& library() const { return library_; }

 private:
  const Library library_{fixtures() / "libprobe_fixture.so"};
};

}  // namespace retprobe
