// A jump that this library does not intercept (setcontext). Next, the call around it returns, and
// its hook finds the frame of the call that was left on top of its own.
#include <ucontext.h>

#include "harness/verify/fixtures.h"
#include "harness/verify/notified.h"

namespace retprobe::harness {
namespace {

ucontext_t landing;
volatile bool has_jumped;

void jump(void*) {
  has_jumped = true;
  setcontext(&landing);
}
template <void (*calls)()>
void leave(void*) {
  has_jumped = false;
  getcontext(&landing);
  if (!has_jumped) calls();
}
void inner_call() { fx_body_other(jump, nullptr, 1); }
void two_calls() {
  fx_body_other([](void*) { fx_body(jump, nullptr, 2); }, nullptr, 1);
}
void tail_call() {
  fx_body_other([](void*) { fx_tail_body(jump, nullptr, 2); }, nullptr, 1);
}

SCENARIO(ways_out_unseen_longjmp,
         "a jump that the core does not see, then the return of the call around it",
         .tracers = {1, 2, 8}) {
  NamingBench bench(cell, {"fx_body", "fx_body_other", "fx_leaf"});
  for (int round = 0; round < 3; ++round) {
    require_equal("the call around", fx_body(leave<inner_call>, nullptr, 5), 16);
    require(bench.notified_is(">y >r !r <y"));
  }
  require_equal("calls in flight", usage().frames, 0);
  return bench.thousand_more(1, [] { return fx_leaf(5) == 16; });
}

// Not called ways_out_…: a design that stores no slots can do this, though not all of those.
SCENARIO(stale_frames_at_a_return, "the same with two or three calls that were left by one jump",
         .tracers = {1, 2, 8}) {
  NamingBench bench(cell, {"fx_body", "fx_body_other", "fx_tail_body", "fx_leaf"});
  for (int round = 0; round < 3; ++round) {
    require_equal("the call around two", fx_body(leave<two_calls>, nullptr, 5), 16);
    require(bench.notified_is(">y >r >y !y !r <y"));
    require_equal("the call around a tail call", fx_body(leave<tail_call>, nullptr, 5), 16);
    require(bench.notified_is(">y >r >y >y !y !y !r <y"));
  }
  require_equal("calls in flight", usage().frames, 0);
  return bench.thousand_more(1, [] { return fx_leaf(5) == 16; });
}

}  // namespace
}  // namespace retprobe::harness
