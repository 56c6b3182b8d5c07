// Calls in flight in coroutines, which their threads know nothing of. A thread's first contact with
// probed calls is the return of such a call, or an exception through one. Or a thread remembers a
// stack that another thread has gone on with.
#include "harness/verify/call_tree.h"
#include "harness/verify/switches.h"

namespace retprobe::harness {
namespace {

SCENARIO_OF_SWITCHES(
    first_return, "the first that a thread has to do with probed calls is the end of a coroutine's",
    .tracers = {1, 2}) {
  return play_coroutines(cell, kind, "t[o1[f(|)]] t[r1] ", 10);
}

SCENARIO_OF_SWITCHES(
    throw, "an exception in a coroutine, also in a thread without a probed call of its own",
    .tracers = {1, 2}) {
  return play_coroutines(cell, kind, "o1[?f(g(| !))] t[r1] o1[?f(g(| !))] r1 ", 5);
}

// This thread remembers the slot of a call that ended in another thread. It meets the slot again
// while another thread has other slots in use.
SCENARIO_OF_SWITCHES(remembered,
                     "a coroutine's slot is used again by a thread that it went away from",
                     .tracers = {1, 2}) {
  return play_coroutines(cell, kind, "o1[f(|)] t[g r1 g] o1[f(|)] t[o2[f(|)]] r1 r2 ", 10);
}

}  // namespace
}  // namespace retprobe::harness
