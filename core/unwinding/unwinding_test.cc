// Exceptions that pass probed calls, where a handler throws, jumps or interrupts in the middle.
#include <gtest/gtest.h>
#include <pthread.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unwind.h>

#include <cstddef>
#include <thread>
#include <utility>

#include "core/testlib/child.h"
#include "core/testlib/each_step.h"
#include "core/testlib/stack_calls.h"
#include "core/testlib/unknown_stacks.h"
#include "retprobe/probe.h"

namespace retprobe {
namespace {

using Unwinding = CallsOnStacks;
constexpr const char* with_slots[] = {"bitmask", "chained_trampolines", "counted_shadow"};

int entries = 0, exits = 0, unwound = 0;
bool exit_throws = false, exit_jumps = false;
sigjmp_buf landing;
ucontext_t thread_context, coroutines[2];

void count_exit(void*, ReturnFrame& frame) {
  ++exits;
  unwound += frame.registers.reason == ReturnReason::unwound;
  if (std::exchange(exit_jumps, false)) siglongjmp(landing, 1);
  if (!exit_throws) return;
  try {
    throw 1;
  } catch (int) {
  }
  (void)call_plain(1);
}

// The tracer whose handlers do that, on both functions; before it, another one. `alone`: without
// that, so that its exit handler is the call's last.
bool attach(const char* design, bool alone = false) {
  if (configure({.design = design})) return false;
  const auto accept = [](void*, EntryFrame&) { return true; };
  static Result<Tracer> before =
      Tracer::make({.name = "before", .on_entry = accept, .on_return = [](void*, ReturnFrame&) {}});
  static Result<Tracer> counting = Tracer::make({.name = "counting",
                                                 .on_entry =
                                                     [](void*, EntryFrame&) {
                                                       ++entries;
                                                       return true;
                                                     },
                                                 .on_return = count_exit});
  for (const char* function : {"pf_one", "pf_meanwhile"})
    if ((!alone && before->attach(function)) || counting->attach(function)) return false;
  return true;
}

int throw_one(int) { throw 1; }
void catch_one(int (*what)(int)) {
  try {
    (void)call_during(what, 1);
  } catch (int) {
    step_no_further();
  }
}

// The calls in flight of a thread that ends get one exit each, also where their handlers throw and
// catch, and call probed functions. Those calls are missed: the thread is in its last handlers.
int end_in_calls(const char* design) {
  if (!attach(design)) return 2;
  std::thread([] {
    const auto leave = [](int) -> int {
      exit_throws = true;
      pthread_exit(nullptr);
    };
    static int (*const last)(int) = leave;
    (void)call_during([](int value) { return call_during(last, value); }, 1);
  }).join();
  if (entries != 2 || exits != 2) return 3;
  return usage().stacks == 0 && usage().frames == 0 ? 0 : 4;
}
TEST_F(Unwinding, AHandlerCatchesWhileItsThreadEnds) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return end_in_calls(design); }), 0) << design;
}

void enter(ucontext_t& coroutine, std::byte* memory, void (*body)(),
           ucontext_t& resumer = thread_context) {
  make_unknown(coroutine, memory, &resumer, body);
  swapcontext(&resumer, &coroutine);
}

// An exit handler jumps out of a catch. The next call at that slot is in flight when another
// coroutine catches an exception: it was not passed by one.
int call_behind_a_jump_out_of_a_catch(const char* design) {
  std::byte* const memory = two_unknown_stacks();
  if (!attach(design, true) || !memory) return 2;
  enter(coroutines[0], memory, [] {
    exit_jumps = true;
    if (sigsetjmp(landing, 1) == 0) catch_one(throw_one);
    (void)call_during(
        [](int value) {
          swapcontext(&coroutines[0], &thread_context);
          return value;
        },
        1);
  });
  enter(coroutines[1], memory + unknown_stack_bytes, [] { catch_one(throw_one); });
  if (exits != 2 || unwound != 2) return 3;
  swapcontext(&thread_context, &coroutines[0]);
  return exits == 3 && unwound == 2 ? 0 : 4;
}
// A call behind a catch is in flight when another coroutine catches an exception: it was not passed
// by one.
int call_behind_a_catch(const char* design) {
  std::byte* const memory = two_unknown_stacks();
  if (!attach(design) || !memory) return 2;
  enter(coroutines[0], memory, [] {
    catch_one(throw_one);
    catch_one([](int value) {
      swapcontext(&coroutines[0], &thread_context);
      return value;
    });
  });
  enter(coroutines[1], memory + unknown_stack_bytes, [] { catch_one(throw_one); });
  swapcontext(&thread_context, &coroutines[0]);
  return exits == 3 && usage().frames == 0 ? 0 : 3;
}
TEST_F(Unwinding, ACallBehindACatch) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([&] { return call_behind_a_catch(design); }), 0) << design;
}

TEST_F(Unwinding, ACallBehindAJumpOutOfACatch) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return call_behind_a_jump_out_of_a_catch(design); }), 0) << design;
}

// The same on a stack that is known, where the next call is left by a jump.
int jump_behind_a_jump_out_of_a_catch(const char* design) {
  if (!attach(design, true)) return 2;
  exit_jumps = true;
  if (sigsetjmp(landing, 1) == 0) catch_one(throw_one);
  if (sigsetjmp(landing, 1) == 0) catch_one([](int) -> int { siglongjmp(landing, 1); });
  return exits == 2 && unwound == 1 ? 0 : 3;
}
TEST_F(Unwinding, AJumpBehindAJumpOutOfACatch) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return jump_behind_a_jump_out_of_a_catch(design); }), 0) << design;
}

// A signal handler jumps out of a catch, from where the exit handler of the call that the exception
// has left ends. The next call there is left by a jump.
void step_at_exit(void*, ReturnFrame& frame) {
  ++exits;
  unwound += frame.registers.reason == ReturnReason::unwound;
  if (exits == 1) step_from_here();
}
int interrupted_catch(const char* design) {
  static Result<Tracer> stepping = Tracer::make({.name = "stepping", .on_return = step_at_exit});
  if (configure({.design = design}) || stepping->attach("pf_meanwhile")) return 2;
  install_steps([](int) { siglongjmp(landing, 1); });
  if (sigsetjmp(landing, 1) == 0) catch_one(throw_one);
  if (sigsetjmp(landing, 1) == 0) catch_one([](int) -> int { siglongjmp(landing, 1); });
  end_steps(exits == 2 && unwound == 1 ? 0 : 3);
  return result_of_steps(50);
}
TEST_F(Unwinding, AJumpOutOfACatchAtEachStep) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return interrupted_catch(design); }), 0) << design;
}

// A call behind a catch is left by a jump that nobody notices, until the next call in that slot.
int unnoticed_jump_behind_a_catch(const char* design) {
  static void* unnoticed[5];
  if (!attach(design)) return 2;
  catch_one(throw_one);
  if (__builtin_setjmp(unnoticed) == 0)
    catch_one([](int) -> int { __builtin_longjmp(unnoticed, 1); });
  catch_one([](int value) { return value; });
  return exits == 3 && unwound == 1 ? 0 : 3;
}
TEST_F(Unwinding, AnUnnoticedJumpBehindACatch) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return unnoticed_jump_behind_a_catch(design); }), 0) << design;
}

// An exit handler jumps out of a catch. The other tracers of the call are notified at the next hit,
// and the stack of its slot is used again.
int jumps_out_of_catches(const char* design) {
  static int exits_before, accepted_before;
  std::byte* const memory = two_unknown_stacks();
  if (!memory || configure({.design = design})) return 2;
  static Result<Tracer> first =
      Tracer::make({.name = "first",
                    .on_entry =
                        [](void*, EntryFrame&) {
                          ++accepted_before;
                          return true;
                        },
                    .on_return = [](void*, ReturnFrame&) { ++exits_before; }});
  if (first->attach("pf_meanwhile") || !attach(design)) return 3;
  for (int i = 0; i < 100; ++i)
    enter(coroutines[0], memory, [] {
      exit_jumps = true;
      if (sigsetjmp(landing, 1) == 0) catch_one(throw_one);
      (void)call_during([](int value) { return value; }, 1);
    });
  if (accepted_before != 200 || exits_before != 200) return 4;
  return usage().stacks < 50 ? 0 : 5;
}
TEST_F(Unwinding, JumpsOutOfCatchesLoseNothing) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return jumps_out_of_catches(design); }), 0) << design;
}

// ---- A raise that finds no handler puts back what it took out, also where a signal handler throws
// ---- and catches meanwhile.

_Unwind_Exception raised;

int raise_one(int value) {
  step_from_here();
  const _Unwind_Reason_Code failed = _Unwind_RaiseException(&raised);
  step_no_further();
  return failed == _URC_END_OF_STACK ? value : -1;
}
bool raises_came_back;
void* raise_in_calls(void*) {
  const auto in_a_call = [](int value) { return call_during(raise_one, value); };
  raises_came_back = call_during(in_a_call, 1) == 1;
  return nullptr;
}
int interrupted_raise(const char* design) {
  if (!attach(design)) return 2;
  constexpr int stride = 997;
  int step = 1;
  do {
    install_steps([](int) { catch_one(throw_one); }, step);
    entries = exits = unwound = 0;
    pthread_t thread;  // its first frames have no handler, as those of std::thread have
    if (pthread_create(&thread, nullptr, raise_in_calls, nullptr) != 0) return 3;
    pthread_join(thread, nullptr);
    const bool is_interrupted = steps == step;
    if (!raises_came_back) return 4;
    // The handler's call is missed where the interrupted code has the guard set.
    if (entries != 2 && entries != 2 + is_interrupted) return 5;
    if (exits != entries || unwound != entries - 2 || usage().frames != 0) return 6;
    if (!is_interrupted) return step > 10 * stride ? 0 : 7;
    step += stride;
  } while (true);
}
TEST_F(Unwinding, ARaiseWithoutHandlerIsInterrupted) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return interrupted_raise(design); }), 0) << design;
}

// ---- Raises that find no handler, on a stack of unknown bounds: its slots are looked up one by
// ---- one.

_Unwind_Exception* in_vain;
int raise_in_vain(int value) {
  return _Unwind_RaiseException(in_vain) == _URC_END_OF_STACK ? value : -1;
}

// An entry handler goes back to the code that has resumed its coroutine, which raises, in a call.
// Then the handler goes on.
int raise_beneath_a_hook(const char* design) {
  static bool switches = true;
  static _Unwind_Exception exception;
  in_vain = &exception;
  static Result<Tracer> switching =
      Tracer::make({.name = "switching",
                    .on_entry =
                        [](void*, EntryFrame&) {
                          if (std::exchange(switches, false))
                            swapcontext(&coroutines[0], &thread_context);
                          return true;
                        },
                    .on_return = count_exit});
  std::byte* const memory = two_unknown_stacks();
  if (!memory || !attach(design) || switching->attach("pf_one")) return 2;
  pthread_t thread;  // its first frames have no handler, as those of std::thread have
  static std::byte* stack;
  stack = memory;
  const auto resume_and_raise = [](void*) -> void* {
    const auto resume = [](int value) {
      enter(coroutines[0], stack, [] { (void)call_plain(1); });
      return raise_in_vain(value);
    };
    static int (*const in_a_call)(int) = resume;
    const bool came_back = call_during(in_a_call, 1) == 1;
    swapcontext(&thread_context, &coroutines[0]);
    return came_back ? &exception : nullptr;
  };
  if (pthread_create(&thread, nullptr, resume_and_raise, nullptr) != 0) return 3;
  void* came_back = nullptr;
  pthread_join(thread, &came_back);
  if (!came_back) return 4;
  // Exit handlers of the call that raised do not run: it returned beneath the hook.
  return entries == 2 && exits == 2 && unwound == 0 && usage().frames == 0 ? 0 : 5;
}
TEST_F(Unwinding, ARaiseBeneathAHook) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return raise_beneath_a_hook(design); }), 0) << design;
}

// While an exception unwinds a call, a raise of another thread comes back. The exceptions'
// addresses have the same lower half. Only what a raise took out itself is put back after it.
int raise_beside_an_exception(const char* design) {
  static std::byte *stacks, *exceptions;
  stacks = two_unknown_stacks();
  constexpr std::size_t apart = std::size_t{1} << 32;
  exceptions = static_cast<std::byte*>(mmap(nullptr, 2 * apart, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (!stacks || exceptions == MAP_FAILED || !attach(design, true)) return 2;
  in_vain = reinterpret_cast<_Unwind_Exception*>(exceptions + apart);
  struct WhileItUnwinds {
    ~WhileItUnwinds() {
      std::thread([] {
        static ucontext_t resumer;
        enter(
            coroutines[1], stacks + unknown_stack_bytes,
            [] { (void)call_during(raise_in_vain, 1); }, resumer);
      }).join();
    }
  };
  enter(coroutines[0], stacks, [] {
    try {
      (void)call_during(
          [](int value) {
            const WhileItUnwinds there;
            _Unwind_RaiseException(reinterpret_cast<_Unwind_Exception*>(exceptions));
            return value;
          },
          1);
    } catch (...) {
    }
  });
  return exits == 2 && unwound == 1 && usage().frames == 0 ? 0 : 3;
}
TEST_F(Unwinding, ARaiseBesideAnException) {
  for (const char* design : with_slots)
    EXPECT_EQ(in_child([&] { return raise_beside_an_exception(design); }), 0) << design;
}

// A call whose slot is that of a call which such a raise has passed. It is in flight when another
// coroutine catches an exception: it was not passed by that.
int call_behind_a_raise(const char* design) {
  static _Unwind_Exception exception;
  in_vain = &exception;
  std::byte* const memory = two_unknown_stacks();
  if (!memory || !attach(design)) return 2;
  enter(coroutines[0], memory, [] {
    const auto yield = [](int value) {
      swapcontext(&coroutines[0], &thread_context);
      return value;
    };
    for (int (*const what)(int) : {raise_in_vain, +yield}) (void)call_during(what, 1);
  });
  enter(coroutines[1], memory + unknown_stack_bytes, [] { catch_one(throw_one); });
  swapcontext(&thread_context, &coroutines[0]);
  return exits == 3 && usage().frames == 0 ? 0 : 3;
}
TEST_F(Unwinding, ACallBehindARaiseWithoutHandler) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([&] { return call_behind_a_raise(design); }), 0) << design;
}

// The same behind an exception that was left, while it unwound, by a jump that nobody notices.
int call_behind_an_exception_that_was_left(const char* design) {
  static void* unnoticed[5];
  struct Leaves {
    [[gnu::noinline]] ~Leaves() { __builtin_longjmp(unnoticed, 1); }
  };
  std::byte* const memory = two_unknown_stacks();
  if (!memory || !attach(design)) return 2;
  enter(coroutines[0], memory, [] {
    const auto leave = [](int) -> int {
      const Leaves there;
      throw 1;
    };
    const auto yield = [](int value) {
      swapcontext(&coroutines[0], &thread_context);
      return value;
    };
    static int (*const calls[])(int) = {leave, yield};
    static int call;
    call = 0;
    while (call < 2)
      if (__builtin_setjmp(unnoticed) == 0) catch_one(calls[call++]);
  });
  enter(coroutines[1], memory + unknown_stack_bytes, [] { catch_one(throw_one); });
  swapcontext(&thread_context, &coroutines[0]);
  return exits >= 2 ? 0 : 3;
}
TEST_F(Unwinding, ACallBehindAnExceptionThatWasLeft) {
  for (const char* design : {"bitmask", "chained_trampolines", "counted_shadow", "instance_pool"})
    EXPECT_EQ(in_child([&] { return call_behind_an_exception_that_was_left(design); }), 0)
        << design;
}

}  // namespace
}  // namespace retprobe
