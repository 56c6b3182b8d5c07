// Execution stacks that a program switches between by itself, with calls in flight on each. The
// calls are suspended and finished in every order, on other threads than they began on, and in
// memory that is used again.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <thread>

#include "harness/verify/coroutine.h"
#include "harness/verify/machine.h"

namespace retprobe::harness {
namespace {

constexpr std::size_t stack_bytes = 64 << 10;

/// Stacks side by side in one mapping, without guard pages. Conclusions from addresses are hardest
/// to draw there.
class Stacks {
 public:
  explicit Stacks(std::size_t count)
      : count_(count),
        memory_(static_cast<std::byte*>(mmap(nullptr, count * stack_bytes, PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~Stacks() { munmap(memory_, count_ * stack_bytes); }
  Stacks(const Stacks&) = delete;
  std::span<std::byte> operator[](std::size_t i) const {
    return {memory_ + i * stack_bytes, stack_bytes};
  }

 private:
  std::size_t count_;
  std::byte* memory_;
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

Outcome check(const CountingTracers& tracers, const Caller& caller) {
  MACHINE_EQUAL("wrong results", caller.wrong, 0);
  return tracers.all_seen(caller.calls);
}

// One coroutine at a time: its call yields in the middle, others are made outside, it goes on.
Outcome yield_in_the_middle(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  Stacks stacks(2);
  Caller caller;
  for (unsigned round = 0; round < 50; ++round) {
    Coroutine coroutine(kind, stacks[round % 2], [&](Coroutine& self) {
      caller.leaf(round);
      caller.suspended_call(self);
      caller.leaf(round + 1);
      caller.suspended_call(self);
    });
    while (!coroutine.done()) {
      coroutine.resume();
      caller.leaf(round + 2);
    }
  }
  return check(tracers, caller);
}

// Three coroutines in flight are finished in each of the six orders, all inside a probed call.
Outcome every_order(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  struct Work {
    Switch kind;
    Stacks stacks{3};
    Caller caller{};
    std::array<unsigned, 3> order{0, 1, 2};
  } work{.kind = kind};
  const auto one_order = [](std::uint64_t argument) -> std::uint64_t {
    auto& own = *reinterpret_cast<Work*>(argument);
    std::vector<std::unique_ptr<Coroutine>> coroutines;
    for (unsigned i = 0; i < 3; ++i) {
      coroutines.push_back(
          std::make_unique<Coroutine>(own.kind, own.stacks[i], [&own, i](Coroutine& self) {
            own.caller.deep_suspended_call(self, i + 1);
            own.caller.deep_suspended_call(self, 3 - i);
          }));
      coroutines.back()->resume();
    }
    for (unsigned again = 0; again < 2; ++again)
      for (const unsigned i : own.order) {
        coroutines[i]->resume();
        own.caller.leaf(i);
      }
    return static_cast<std::uint64_t>(
        std::ranges::count_if(coroutines, [](auto& each) { return each->done(); }));
  };
  do {
    ++work.caller.calls;
    MACHINE_EQUAL("coroutines that ended",
                  machine_call(one_order, reinterpret_cast<std::uint64_t>(&work)), 4);
  } while (std::ranges::next_permutation(work.order).found);
  return check(tracers, work.caller);
}

// A hundred coroutines in flight at once, resumed at random until each has ended. Half of the
// stacks lie side by side, the others are from malloc.
Outcome hundred(const Cell& cell, Switch kind) {
  constexpr unsigned count = 100;
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
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

// A coroutine begins on one thread, continues on another and finishes on a third. Each thread ends
// in between.
Outcome other_threads(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  Stacks stacks(8);
  Caller caller;
  for (unsigned round = 0; round < 10; ++round) {
    std::vector<std::unique_ptr<Coroutine>> coroutines;
    for (unsigned i = 0; i < 8; ++i)
      coroutines.push_back(
          std::make_unique<Coroutine>(kind, stacks[i], [&caller, i](Coroutine& self) {
            caller.deep_suspended_call(self, 1 + i % 3);
            caller.leaf(i);
            caller.deep_suspended_call(self, 3);
          }));
    for (unsigned turn = 0; turn < 3; ++turn)
      std::thread([&] {
        caller.leaf(turn);
        for (unsigned i = 0; i < 8; ++i) coroutines[(i * 3 + turn) % 8]->resume();
        caller.leaf(turn);
      }).join();
    for (const auto& coroutine : coroutines)
      if (!coroutine->done()) return fail("a coroutine did not end");
  }
  return check(tracers, caller);
}

// Coroutines are given up with calls in flight, and their memory is used again: by other
// coroutines, after munmap and mmap, and as a thread's stack.
Outcome memory_reused(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
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
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stacks[0].data(), stack_bytes * 2);
    pthread_t thread;
    const auto work = [](void* argument) -> void* {
      auto& own = *static_cast<Caller*>(argument);
      for (unsigned i = 0; i < 10; ++i) own.leaf(i);
      return nullptr;
    };
    const int error = pthread_create(&thread, &attributes, work, &caller);
    pthread_attr_destroy(&attributes);
    if (error)
      return failed(system_error("cannot start a thread on a coroutine's old stack", error));
    pthread_join(thread, nullptr);
  }
  MACHINE_EQUAL("wrong results", caller.wrong, 0);
  for (std::size_t i = 0; i < tracers.size(); ++i) {
    const Counts& counts = tracers.counts(i);
    MACHINE_EQUAL("entries + missed", counts.entries + tracers.tracer(i).missed(), caller.calls);
    MACHINE_EQUAL("missed", tracers.tracer(i).missed(), 0);
    MACHINE_EQUAL("returned", counts.returned, caller.calls - given_up);
    if (counts.exits() > counts.entries) return fail("more exits than entries");
  }
  return pass();
}

// The coroutine's stack is an array in a frame of a probed call's callee. Deeper calls, whose
// frames lie below that array, resume the coroutine.
Outcome inside_a_frame(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
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
    MACHINE_EQUAL("ended", machine_call(owner, reinterpret_cast<std::uint64_t>(&work)), 2);
  }
  return check(tracers, work.caller);
}

// A thread on a stack that the program provides, with coroutines' stacks right below it in the
// same mapping.
Outcome below_a_thread(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  struct Work {
    Switch kind;
    Stacks stacks{6};
    Caller caller{};
    bool ended = false;
  } work{.kind = kind};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, work.stacks[4].data(), 2 * stack_bytes);
  const auto body = [](void* argument) -> void* {
    auto& own = *static_cast<Work*>(argument);
    own.caller.leaf(1);
    std::vector<std::unique_ptr<Coroutine>> coroutines;
    for (unsigned i = 0; i < 4; ++i) {
      coroutines.push_back(std::make_unique<Coroutine>(
          own.kind, own.stacks[i],
          [&own](Coroutine& self) { own.caller.deep_suspended_call(self, 2); }));
      coroutines.back()->resume();
      own.caller.leaf(i);
    }
    for (const unsigned i : {2u, 0u, 3u, 1u}) {
      coroutines[i]->resume();
      own.caller.leaf(i);
    }
    own.ended = std::ranges::all_of(coroutines, [](auto& each) { return each->done(); });
    return nullptr;
  };
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, body, &work);
  pthread_attr_destroy(&attributes);
  if (error)
    return failed(system_error("cannot start a thread on a stack of the program's", error));
  pthread_join(thread, nullptr);
  if (!work.ended) return fail("a coroutine did not end");
  return check(tracers, work.caller);
}

// Calls in flight 500 deep on a stack whose bounds are unknown to the library.
Outcome deep(const Cell& cell, Switch kind) {
  CountingTracers tracers(cell.registers);
  MACHINE_OK(tracers.add_all(cell, functions));
  constexpr unsigned depth = 500;
  Stacks stacks(4);
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

#define BOTH_SWITCHES(NAME, WHAT, FUNCTION, ...)                                         \
  SCENARIO(stacks_context_##NAME, WHAT " (swapcontext)", __VA_ARGS__) {                  \
    return FUNCTION(cell, Switch::context);                                              \
  }                                                                                      \
  SCENARIO(stacks_switch_##NAME, WHAT " (a switch without notification)", __VA_ARGS__) { \
    return FUNCTION(cell, Switch::assembly);                                             \
  }

BOTH_SWITCHES(yield, "a probed call yields in its middle, others run, it goes on",
              yield_in_the_middle, .tracers = {1, 2})
BOTH_SWITCHES(every_order, "three coroutines in probed calls end in every order", every_order,
              .tracers = {1, 2})
BOTH_SWITCHES(hundred, "a hundred coroutines in probed calls, resumed at random", hundred,
              .tracers = {1, 2})
BOTH_SWITCHES(other_threads, "coroutines in probed calls go on in other threads", other_threads,
              .tracers = {1, 2})
BOTH_SWITCHES(memory_reused, "stacks given up with calls in flight are used again", memory_reused,
              .tracers = {1, 2})
BOTH_SWITCHES(inside_a_frame, "the coroutine's stack is an array in another frame", inside_a_frame,
              .tracers = {1, 2})
BOTH_SWITCHES(below_a_thread, "coroutines' stacks adjoin their thread's own", below_a_thread,
              .tracers = {1, 2})
BOTH_SWITCHES(depth, "calls 500 deep in a coroutine", deep, .tracers = {1, 2})

}  // namespace retprobe::harness
