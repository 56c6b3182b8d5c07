// Execution stacks that a program switches between by itself, with calls in flight on each. The
// calls are many at once, deep, and in memory that is used again.
#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <utility>

#include "harness/player/coroutine.h"
#include "harness/verify/machine.h"
#include "harness/verify/switches.h"
#include "harness/verify/system.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t stack_bytes = 64 << 10;

/// Stacks side by side in one mapping, without guard pages. Conclusions from addresses are hardest
/// to draw there.
class Stacks {
 public:
  explicit Stacks(std::size_t count) : memory_(count * stack_bytes) {}
  std::span<std::byte> operator[](std::size_t i) const {
    return memory_.part(i * stack_bytes, stack_bytes);
  }

 private:
  Mapping memory_;
};

/// A function for machine_call to call: suspends the coroutine that runs on this thread.
std::uint64_t suspend(std::uint64_t coroutine) {
  reinterpret_cast<Coroutine*>(coroutine)->yield();
  return 41;
}
std::uint64_t as_argument(Coroutine& coroutine) {
  return reinterpret_cast<std::uint64_t>(&coroutine);
}

/// Counts the calls that it makes, and the wrong results.
struct Caller {
  std::uint64_t calls = 0, wrong = 0;
  void leaf(std::uint64_t x) {
    ++calls;
    wrong += machine_leaf(x) != leaf_value(x);
  }
  /// A probed call that is in flight while its coroutine is suspended.
  void suspended_call(Coroutine& coroutine) {
    ++calls;
    wrong += machine_call(suspend, as_argument(coroutine)) != 42;
  }
  /// The same, `depth` probed calls deep.
  void deep_suspended_call(Coroutine& coroutine, unsigned depth) {
    if (depth == 1) return suspended_call(coroutine);
    struct Next {
      Caller& caller;
      Coroutine& coroutine;
      unsigned depth;
    } next{*this, coroutine, depth - 1};
    ++calls;
    const auto inner = [](std::uint64_t argument) -> std::uint64_t {
      auto& [caller, self, left] = *reinterpret_cast<Next*>(argument);
      caller.deep_suspended_call(self, left);
      return left;
    };
    wrong += machine_call_other(inner, reinterpret_cast<std::uint64_t>(&next)) != depth;
  }
};

const std::vector<std::string_view> functions = {"machine_leaf", "machine_call",
                                                 "machine_call_other"};

Outcome check(CountingTracers& tracers, const Caller& caller) {
  require_equal("wrong results", caller.wrong, 0);
  return tracers.check_all_seen(caller.calls);
}

// A hundred coroutines in flight at once, resumed at random until each has ended. Half of the
// stacks lie side by side, the others are from malloc.
SCENARIO_OF_SWITCHES(hundred, "a hundred coroutines in probed calls, resumed at random",
                     .tracers = {1, 2}) {
  constexpr unsigned count = 100;
  CountingTracers tracers(cell, functions);
  Stacks mapped(count / 2);
  std::vector<std::unique_ptr<std::byte[]>> allocated;
  Caller caller;
  std::vector<std::unique_ptr<Coroutine>> coroutines, waiting;
  for (unsigned i = 0; i < count; ++i) {
    std::span<std::byte> stack;
    if (i % 2)
      stack = mapped[i / 2];
    else
      stack = {allocated.emplace_back(new std::byte[stack_bytes]).get(), stack_bytes};
    waiting.push_back(std::make_unique<Coroutine>(kind, stack, [&caller, i](Coroutine& self) {
      for (unsigned turn = 0; turn < 4; ++turn) {
        caller.deep_suspended_call(self, 1 + (i + turn) % 5);
        caller.leaf(turn);
      }
    }));
  }
  std::mt19937_64 random(1811);
  while (!waiting.empty()) {
    auto& next = waiting[random() % waiting.size()];
    next->resume();
    caller.leaf(waiting.size());
    if (!next->done()) continue;
    std::swap(next, waiting.back());
    coroutines.push_back(std::move(waiting.back()));
    waiting.pop_back();
  }
  return check(tracers, caller);
}

// Coroutines are given up with calls in flight, and their memory is used again: by other
// coroutines, after munmap and mmap, and as a thread's stack.
SCENARIO_OF_SWITCHES(memory_reused, "stacks given up with calls in flight are used again",
                     .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  Caller caller;
  std::uint64_t given_up = 0;
  for (unsigned round = 0; round < 20; ++round) {
    Stacks stacks(4);  // most likely at the address of the last round's
    std::vector<std::unique_ptr<Coroutine>> left;
    for (unsigned again = 0; again < 3; ++again) {
      for (unsigned i = 0; i < 4; ++i) {
        left.push_back(std::make_unique<Coroutine>(kind, stacks[i], [&](Coroutine& self) {
          caller.deep_suspended_call(self, 1 + (round + i) % 4);
        }));
        left.back()->resume();
        given_up += 1 + (round + i) % 4;
        Coroutine whole(kind, stacks[(i + 2) % 4],
                        [&](Coroutine& self) { caller.deep_suspended_call(self, 3); });
        while (!whole.done()) whole.resume();
        caller.leaf(i);
      }
    }
    on_thread({stacks[0].data(), 2 * stack_bytes}, [&caller] {
      for (unsigned i = 0; i < 10; ++i) caller.leaf(i);
    });
  }
  require_equal("wrong results", caller.wrong, 0);
  for (const Tap& tap : tracers) {
    require_equal("returned", tap.returned, caller.calls - given_up);
    require(tap.exits() <= tap.entries, "more exits than entries");
  }
  require_equal("missed", tracers.missed(), 0);
  return tracers.check_invariant(caller.calls);
}

// What is left when every coroutine but one was given up, and that one has made two calls.
Outcome require_nothing_inherited(CountingTracers& tracers, const Caller& caller) {
  require_equal("wrong results", caller.wrong, 0);
  require_equal("calls in flight", usage().frames, 0);
  require(tracers.check_exits(2));
  require(tracers.check_invariant(caller.calls));
  tracers.detach_all();
  require(configure(other_transfer()));
  return pass();
}

// Each coroutine's stack is announced where the one before was given up, with another size.
std::span<std::byte> stack_again(const Mapping& memory, unsigned round) {
  return memory.part(0, stack_bytes - std::size_t{round} * 4096);
}

SCENARIO(stacks_announced_again,
         "a stack with a call in flight is announced with another size, three times: the calls "
         "there inherit nothing",
         .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  Caller caller;
  const Mapping memory(stack_bytes);
  std::vector<std::unique_ptr<Coroutine>> given_up;
  for (unsigned round = 0; round < 3; ++round) {
    given_up.push_back(
        std::make_unique<Coroutine>(Switch::context, stack_again(memory, round),
                                    [&](Coroutine& self) { caller.suspended_call(self); }));
    given_up.back()->resume();
  }
  Coroutine whole(Switch::context, stack_again(memory, 3),
                  [&](Coroutine& self) { caller.deep_suspended_call(self, 2); });
  while (!whole.done()) whole.resume();
  return require_nothing_inherited(tracers, caller);
}

SCENARIO(stacks_announced_again_in_handler,
         "a stack is given up in an entry handler, behind one that has accepted the call, and "
         "announced with another size: the calls there inherit nothing",
         .tracers = {2}) {
  CountingTracers tracers(cell, functions);
  Caller caller;
  const Mapping memory(stack_bytes);
  tracers[1].at_entry = [](Tap& tap, EntryFrame&) {
    if (void* const coroutine = std::exchange(tap.extra, nullptr))
      static_cast<Coroutine*>(coroutine)->yield();
    return true;
  };
  Coroutine given_up(Switch::context, stack_again(memory, 0), [&](Coroutine&) { caller.leaf(1); });
  tracers[1].extra = &given_up;
  given_up.resume();
  std::ranges::fill(memory.whole(), std::byte{0});
  Coroutine whole(Switch::context, stack_again(memory, 1),
                  [&](Coroutine&) { caller.leaf(2), caller.leaf(3); });
  whole.resume();
  require(whole.done(), "the coroutine did not end");
  return require_nothing_inherited(tracers, caller);
}

// The coroutine's stack is an array in a frame of a probed call's callee. Deeper calls, whose
// frames lie below that array, resume the coroutine.
SCENARIO_OF_SWITCHES(inside_a_frame, "the coroutine's stack is an array in another frame",
                     .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  struct Work {
    Switch kind;
    Caller caller{};
    Coroutine* coroutine = nullptr;
  } work{.kind = kind};
  static constexpr auto deeper = [](std::uint64_t argument) -> std::uint64_t {
    auto& own = *reinterpret_cast<Work*>(argument);
    own.caller.leaf(1);
    own.coroutine->resume();
    own.caller.leaf(2);
    return 6;
  };
  const auto owner = [](std::uint64_t argument) -> std::uint64_t {
    auto& own = *reinterpret_cast<Work*>(argument);
    alignas(16) std::array<std::byte, stack_bytes> stack;
    Coroutine coroutine(own.kind, stack, [&](Coroutine& self) {
      own.caller.deep_suspended_call(self, 2);
      own.caller.leaf(3);
      own.caller.deep_suspended_call(self, 3);
    });
    own.coroutine = &coroutine;
    coroutine.resume();
    own.caller.leaf(4);
    for (unsigned i = 0; i < 2; ++i) {
      ++own.caller.calls;
      own.caller.wrong += machine_call(deeper, argument) != 7;
    }
    return coroutine.done();
  };
  for (unsigned round = 0; round < 5; ++round) {
    ++work.caller.calls;
    require_equal("ended", machine_call(owner, reinterpret_cast<std::uint64_t>(&work)), 2);
  }
  return check(tracers, work.caller);
}

// A thread on a stack that the program provides, with coroutines' stacks right below it in the
// same mapping.
SCENARIO_OF_SWITCHES(below_a_thread, "coroutines' stacks adjoin their thread's own",
                     .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  const Stacks stacks(6);
  Caller caller;
  bool ended = false;
  on_thread({stacks[4].data(), 2 * stack_bytes}, [&] {
    caller.leaf(1);
    std::vector<std::unique_ptr<Coroutine>> coroutines;
    for (unsigned i = 0; i < 4; ++i) {
      coroutines.push_back(std::make_unique<Coroutine>(
          kind, stacks[i], [&caller](Coroutine& self) { caller.deep_suspended_call(self, 2); }));
      coroutines.back()->resume();
      caller.leaf(i);
    }
    for (const unsigned i : {2u, 0u, 3u, 1u}) {
      coroutines[i]->resume();
      caller.leaf(i);
    }
    ended = std::ranges::all_of(coroutines, [](auto& each) { return each->done(); });
  });
  if (!ended) return fail("a coroutine did not end");
  return check(tracers, caller);
}

// Calls in flight 500 deep on a stack whose bounds are unknown to the library.
SCENARIO_OF_SWITCHES(depth, "calls 500 deep in a coroutine", .tracers = {1, 2}) {
  CountingTracers tracers(cell, functions);
  constexpr unsigned depth = 500;
  const Stacks stacks(4);
  Caller caller;
  for (unsigned round = 0; round < 3; ++round) {
    Coroutine coroutine(kind, {stacks[0].data(), 4 * stack_bytes},
                        [&](Coroutine& self) { caller.deep_suspended_call(self, depth); });
    while (!coroutine.done()) {
      coroutine.resume();
      caller.leaf(round);
    }
  }
  return check(tracers, caller);
}

}  // namespace

}  // namespace retprobe::harness
