// Boost.Context's fibers: stacks that are unknown to the core, with a few instructions of assembly
// to switch between them. The scenarios check what tracers are notified of for calls in flight in a
// fiber. The fiber is suspended, left by an exception, destroyed, or goes on in another thread.
#include "harness/verify/fixtures.h"
#include "harness/verify/notified.h"

#ifdef RETPROBE_BOOST_CONTEXT
#include <sys/mman.h>

#include <boost/context/fiber.hpp>
#include <exception>
#include <new>
#include <thread>
#endif

namespace retprobe::harness {
namespace {

#ifdef RETPROBE_BOOST_CONTEXT
namespace context = boost::context;

constexpr std::size_t stack_bytes = 64 << 10;

/// Stacks that are unmapped when they are freed. (Boost's own allocator of such stacks computes
/// with floating-point numbers. Files with handlers are compiled without them.)
struct MappedStacks {
  context::stack_context allocate() {
    void* const memory =
        mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    context::stack_context stack;
    stack.size = stack_bytes;
    stack.sp = static_cast<std::byte*>(memory) + stack_bytes;
    return stack;
  }
  void deallocate(context::stack_context& stack) noexcept {
    munmap(static_cast<std::byte*>(stack.sp) - stack.size, stack.size);
  }
};

/// A fiber, and what its body needs to suspend itself.
class Fiber {
 public:
  using Body = void (*)(Fiber&);
  enum class Stack { allocated, mapped };

  Fiber(NamingBench* bench, Stack stack, Body body) : bench_(bench) {
    const auto run = [this, body](context::fiber&& outside) {
      outside_ = std::move(outside);
      body(*this);
      return std::move(outside_);
    };
    if (stack == Stack::allocated)
      inside_ = context::fiber(std::allocator_arg, context::fixedsize_stack(stack_bytes), run);
    else
      inside_ = context::fiber(std::allocator_arg, MappedStacks(), run);
  }
  Fiber(const Fiber&) = delete;

  void resume() { inside_ = std::move(inside_).resume(); }
  /// Calls `function` on top of the suspended fiber, on the fiber's stack, and then resumes it.
  void resume_with(void (*function)()) {
    inside_ = std::move(inside_).resume_with([function, this](context::fiber&& outside) {
      outside_ = std::move(outside);
      function();
      return std::move(outside_);
    });
  }
  void suspend() { outside_ = std::move(outside_).resume(); }
  /// Unwinds its stack, if it is still suspended, and frees it.
  void destroy() { inside_ = {}; }
  bool ended() const { return !inside_; }
  void mark(char letter) { bench_->events.mark(letter); }
  NamingBench* bench() { return bench_; }

  /// Calls fx_body, within that fx_body_other (letters y and r), and suspends itself within that.
  std::uint64_t suspended_calls() {
    return fx_body(
        [](void* self) {
          fx_body_other([](void* own) { static_cast<Fiber*>(own)->suspend(); }, self, 2);
          asm volatile("");  // no tail call
        },
        this, 1);
  }

 private:
  NamingBench* bench_;
  context::fiber inside_, outside_;
};

const std::initializer_list<std::string_view> functions = {"fx_leaf", "fx_body", "fx_body_other"};

/// A fiber that is suspended twice in two calls, and other calls in between: five calls in all.
template <Fiber::Stack stack>
bool one_round() {
  static bool right;
  right = true;
  Fiber fiber(nullptr, stack, [](Fiber& self) {
    right &= self.suspended_calls() == 4;
    right &= self.suspended_calls() == 4;
  });
  fiber.resume();
  right &= fx_leaf(1) == 4;
  fiber.resume();
  fiber.resume();
  return right && fiber.ended();
}

// Plays three rounds on one bench, and then a thousand more calls.
template <void (*round)(NamingBench&, Fiber::Stack)>
Outcome play(const Cell& cell, Fiber::Stack stack) {
  NamingBench bench(cell, functions);
  for (int i = 0; i < 3; ++i) round(bench, stack);
  return bench.thousand_more(5, stack == Fiber::Stack::allocated
                                    ? one_round<Fiber::Stack::allocated>
                                    : one_round<Fiber::Stack::mapped>);
}

void suspend_and_go_on(NamingBench& bench, Fiber::Stack stack) {
  Fiber one(&bench, stack, [](Fiber& self) { self.mark(self.suspended_calls() == 4 ? '1' : 'x'); });
  Fiber two(&bench, stack, [](Fiber& self) { self.mark(self.suspended_calls() == 4 ? '2' : 'x'); });
  one.resume();
  two.resume();
  fx_leaf(1);
  // From within a call, and not last in, first out.
  fx_body(
      [](void* fiber) {
        static_cast<Fiber*>(fiber)->resume();
        fx_leaf(1);
      },
      &one, 1);
  two.resume();
  require(bench.notified_is(">y >r >y >r >f <f >y <r <y 1 >f <f <y <r <y 2"));
}

void thrown_inside(NamingBench& bench, Fiber::Stack stack) {
  // The fiber is suspended in three calls. An exception then leaves the outermost, and the two
  // inner ones return.
  Fiber fiber(&bench, stack, [](Fiber& self) {
    try {
      fx_body(
          [](void* own) {
            static_cast<Fiber*>(own)->suspended_calls();
            throw 1;
          },
          &self, 1);
    } catch (int) {
      self.mark('c');
    }
    fx_leaf(1);
  });
  fiber.resume();
  fx_leaf(1);
  fiber.resume();
  require(bench.notified_is(">y >y >r >f <f <r <y ~y c >f <f"));
  // The fiber catches the exception, and its resumer throws it again by way of exception_ptr.
  static std::exception_ptr thrown;
  Fiber second(&bench, stack, [](Fiber& self) {
    try {
      fx_body([](void*) { fx_body_other([](void*) { throw 2; }, nullptr, 1); }, nullptr, 1);
    } catch (...) {
      thrown = std::current_exception();
      self.mark('c');
    }
  });
  try {
    fx_body(
        [](void* own) {
          static_cast<Fiber*>(own)->resume();
          std::rethrow_exception(thrown);
        },
        &second, 1);
  } catch (int) {
    bench.events.mark('d');
  }
  thrown = nullptr;
  require(bench.notified_is(">y >y >r ~r ~y c ~y d"));
}

void destroyed(NamingBench& bench, Fiber::Stack stack) {
  {
    Fiber fiber(&bench, stack, [](Fiber& self) {
      struct Cleanup {
        Fiber& fiber;
        ~Cleanup() { fiber.mark(fx_leaf(1) == 4 ? 'd' : 'x'); }
      } cleanup{self};
      self.suspended_calls();
      self.mark('x');
    });
    fiber.resume();
    fx_leaf(1);
    require(bench.notified_is(">y >r >f <f"));
    fiber.destroy();
    bench.events.mark('.');
  }
  require(bench.notified_around_destructors("~r ~y >f <f d ."));
  require_equal("calls in flight", usage().frames, 0);
}

void on_top(NamingBench& bench, Fiber::Stack stack) {
  Fiber fiber(&bench, stack, [](Fiber& self) {
    self.mark(self.suspended_calls() == 4 ? '1' : 'x');
    try {
      self.suspended_calls();
      self.mark('x');
    } catch (int) {
      self.mark('c');
    }
    fx_leaf(1);
  });
  fiber.resume();
  fiber.resume_with([] { fx_leaf(1); });
  require(bench.notified_is(">y >r >f <f <r <y 1 >y >r"));
  fiber.resume_with([] { fx_body([](void*) { throw 1; }, nullptr, 1); });
  require(bench.notified_is(">y ~y ~r ~y c >f <f"));
}

void other_threads(NamingBench& bench, Fiber::Stack stack) {
  Fiber fiber(&bench, stack, [](Fiber& self) {
    self.mark(self.suspended_calls() == 4 ? '1' : 'x');
    try {
      fx_body(
          [](void* own) {
            static_cast<Fiber*>(own)->suspended_calls();
            throw 1;
          },
          &self, 1);
    } catch (int) {
      self.mark('c');
    }
  });
  std::thread([&] { fiber.resume(); }).join();
  std::thread([&] {
    fx_leaf(1);
    fiber.resume();
    fx_leaf(1);
  }).join();
  fiber.resume();
  require(fiber.ended(), "the fiber did not end");
  require(bench.notified_is(">y >r >f <f <r <y 1 >y >y >r >f <f <r <y ~y c"));
  // The fiber begins here and is destroyed in a thread that ends.
  Fiber second(&bench, stack, [](Fiber& self) { self.suspended_calls(); });
  second.resume();
  std::thread([&] { second.destroy(); }).join();
  require(bench.notified_is(">y >r ~r ~y"));
}

#define FIBERS(ROUND, STACK) play<ROUND>(cell, Fiber::Stack::STACK)
#else
#define FIBERS(FUNCTION, STACK) \
  unavailable(Lack::package, "built without Boost.Context (Debian package libboost-context-dev)")
#endif

}  // namespace

#define FIBER_SCENARIO(NAME, WHAT, FUNCTION)                                               \
  SCENARIO(NAME, WHAT " (stacks from malloc)", .tracers = {1, 2}) {                        \
    return FIBERS(FUNCTION, allocated);                                                    \
  }                                                                                        \
  SCENARIO(NAME##_mapped, WHAT " (stacks from mmap)", .tracers = {1}, .any_cell = false) { \
    return FIBERS(FUNCTION, mapped);                                                       \
  }

FIBER_SCENARIO(fibers_suspend, "fibers that are suspended in probed calls go on in any order",
               suspend_and_go_on)
FIBER_SCENARIO(fibers_throw, "exceptions in a fiber, and thrown on outside of it", thrown_inside)
FIBER_SCENARIO(fibers_destroyed, "a suspended fiber is destroyed: its calls in flight are unwound",
               destroyed)
FIBER_SCENARIO(fibers_on_top, "calls and exceptions on top of a suspended fiber", on_top)
FIBER_SCENARIO(fibers_other_threads, "a fiber goes on, throws and is destroyed in other threads",
               other_threads)

}  // namespace retprobe::harness
