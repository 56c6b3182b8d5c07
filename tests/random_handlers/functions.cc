#include "functions.h"

#include "checks.h"
#include "play.h"

namespace random_handlers {

std::atomic<int> made[functions];

namespace {

/// The compiler neither knows the value nor makes a tail call before it.
[[gnu::always_inline]] inline void keep(std::uint64_t& value) {
  asm volatile("" : "+r"(value) : : "memory");
}

}  // namespace

extern "C" [[gnu::noinline, gnu::visibility("default")]]
std::uint64_t probed_call(const Action* action, std::uint64_t argument) {
  play_handlers_without_probes(false);
  if (action) play_actions(action->inside);
  play_handlers_without_probes(true);
  keep(argument);
  return value_of(argument);
}

static std::uint64_t (*volatile called_at_the_tail)(const Action*, std::uint64_t) = probed_call;

extern "C" [[gnu::noinline, gnu::visibility("default")]]
std::uint64_t probed_tail_call(const Action* action, std::uint64_t argument) {
  ++made[0];
  return called_at_the_tail(action, argument);
}

namespace {
struct WithDestructor {
  const Action* action;
  std::uint64_t argument;
  ~WithDestructor() {
    const Contained contained;
    ++made[0];
    if (probed_call(nullptr, argument + 1) != value_of(argument + 1))
      fail("a call in a destructor returned another value");
    if (action) play_actions(action->inside);  // a second time
  }
};
}  // namespace

extern "C" [[gnu::noinline, gnu::visibility("default")]]
std::uint64_t probed_destructor(const Action* action, std::uint64_t argument) {
  const WithDestructor here{action->b & 1 ? action : nullptr, argument};
  play_actions(action->inside);
  keep(argument);
  return value_of(argument);
}

extern "C" [[gnu::noinline, gnu::visibility("default")]]
std::uint64_t probed_rethrower(const Action* action, std::uint64_t argument) {
  const Snapshot snapshot;
  try {
    ++this_stack().catches_all;
    play_actions(action->inside);
    snapshot.restore();
  } catch (...) {
    snapshot.restore();
    if (action->b & 1) {
      ++made[0];
      if (probed_call(nullptr, argument) != value_of(argument))
        fail("a call in a catch returned another value");
    }
    throw;
  }
  keep(argument);
  return value_of(argument);
}

extern "C" [[gnu::noinline, gnu::visibility("default")]]
std::uint64_t probed_recursion(const Action* action, std::uint64_t argument, std::uint64_t depth) {
  if (depth == 0) {
    ++made[0];
    return probed_call(action, argument);
  }
  ++made[4];
  std::uint64_t result = probed_recursion(action, argument, depth - 1);
  keep(result);
  return result;
}

void call(const Action& action) {
  static std::atomic<std::uint64_t> calls{1};
  const std::uint64_t argument = ++calls * 977 + static_cast<std::uint64_t>(action.id);
  std::uint64_t result = 0;
  switch (action.kind) {
    case Kind::call:
      ++made[0];
      result = probed_call(&action, argument);
      break;
    case Kind::tail_call:
      ++made[1];
      result = probed_tail_call(&action, argument);
      break;
    case Kind::destructor:
      ++made[2];
      result = probed_destructor(&action, argument);
      break;
    case Kind::rethrower:
      ++made[3];
      result = probed_rethrower(&action, argument);
      break;
    default:
      ++made[4];
      result = probed_recursion(&action, argument, static_cast<std::uint64_t>(action.a) * 6);
      break;
  }
  if (result != value_of(argument)) fail("a call returned another value", action.id);
}

[[gnu::noinline]] void call_each_twice() {
  static const Action empty{};
  for (int time = 0; time < 2; ++time) {
    for (std::atomic<int>& each : made) ++each;
    if (probed_call(&empty, 5) != value_of(5) || probed_tail_call(&empty, 6) != value_of(6) ||
        probed_destructor(&empty, 7) != value_of(7) || probed_rethrower(&empty, 8) != value_of(8) ||
        probed_recursion(&empty, 9, 1) != value_of(9))
      fail("a last call returned another value");
  }
}

}  // namespace random_handlers
