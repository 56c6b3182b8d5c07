// Calls that are left without returning, in other ways than by C++ exceptions that a C++ function
// catches (see exceptions.cc). Each scenario checks what the tracers are notified of, and makes a
// thousand correct calls afterwards.
#include <pthread.h>
#include <setjmp.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/unwinding/unwinding.h"
#include "harness/verify/fixtures.h"
#include "harness/verify/system.h"
#include "harness/verify/test_bench.h"
#include "harness/verify/threads.h"

// What longjmp becomes in code that is compiled with _FORTIFY_SOURCE.
extern "C" [[noreturn]] void fortified_longjmp(__jmp_buf_tag*, int) asm("__longjmp_chk");

namespace retprobe::harness {
namespace {

// Calls fx_body, fx_body_other within it, and `step` at the bottom. None of them is a tail call.
using Step = void (*)(void*);
[[gnu::noinline]] std::uint64_t nest(Step step) {
  return fx_body(
      [](void* innermost) {
        if (fx_body_other(*static_cast<Step*>(innermost), nullptr, 2) != 12) std::abort();
      },
      &step, 1);
}

// Checks each tracer's exits by reason. It also makes a thousand further nests of calls, and checks
// the invariant for all calls.
Outcome expect(TestBench& bench, std::uint64_t calls, std::uint64_t returned, std::uint64_t unwound,
               std::uint64_t abandoned) {
  for (int i = 0; i < 1000; ++i)
    if (nest([](void*) {}) != 4) return fail("a call afterwards returned a wrong value");
  require(bench.check_exits(returned + 2000, unwound, abandoned));
  require_equal("missed calls", bench.missed(), 0);
  return bench.check_invariant(calls + 2000);
}

const std::initializer_list<std::string_view> nested = {"fx_body", "fx_body_other"};

// ------------------------------------------------------------------ the unwinder's own interface

constexpr _Unwind_Exception_Class foreign_class = 0x7265747072624658;  // of no C++ runtime
std::atomic<unsigned> deleted{0};
_Unwind_Exception* foreign_exception() {
  auto* exception = static_cast<_Unwind_Exception*>(
      aligned_alloc(alignof(_Unwind_Exception), sizeof(_Unwind_Exception)));
  std::memset(exception, 0, sizeof *exception);
  exception->exception_class = foreign_class;
  exception->exception_cleanup = [](_Unwind_Reason_Code, _Unwind_Exception* gone) {
    ++deleted;
    std::free(gone);
  };
  return exception;
}

// Runs `body` on a thread whose functions catch nothing, down to the bottom of its stack.
pthread_t begin_plain_thread(void* (*body)(void*), void* argument = nullptr) {
  pthread_t thread;
  require(pthread_create(&thread, nullptr, body, argument) == 0, "no thread");
  return thread;
}
void on_plain_thread(void* (*body)(void*), void* argument = nullptr) {
  pthread_join(begin_plain_thread(body, argument), nullptr);
}

SCENARIO(ways_out_no_handler,
         "a raise that finds no handler returns: the calls that it passed go on, and return",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  static std::atomic<unsigned> failed;
  failed = 0;
  on_plain_thread([](void*) -> void* {
    for (int i = 0; i < 100; ++i)
      nest([](void*) {
        _Unwind_Exception* exception = foreign_exception();
        // Raises twice: the second raise passes the same calls again.
        for (int again = 0; again < 2; ++again)
          failed += _Unwind_RaiseException(exception) == _URC_END_OF_STACK;
        _Unwind_DeleteException(exception);
      });
    return nullptr;
  });
  require_equal("raises that came back", failed, 200);
  return expect(bench, 200, 200, 0, 0);
}

SCENARIO(ways_out_no_handler_tail, "the same where the passed calls are a chain of tail calls",
         .tracers = {1, 2}) {
  CountingBench bench(cell, nested);
  for (Tap& tap : bench) require(tap->attach("fx_tail_body"));
  on_plain_thread([](void*) -> void* {
    for (int i = 0; i < 100; ++i)
      fx_tail_body(
          [](void*) {
            _Unwind_Exception* exception = foreign_exception();
            _Unwind_RaiseException(exception);
            _Unwind_DeleteException(exception);
          },
          nullptr, 1);
    return nullptr;
  });
  return expect(bench, 200, 200, 0, 0);
}

SCENARIO(ways_out_foreign, "an exception of another language, caught by catch (...)",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  deleted = 0;
  for (int i = 0; i < 10; ++i) {
    try {
      nest([](void*) { _Unwind_RaiseException(foreign_exception()); });
      return fail("the raise came back");
    } catch (...) {
    }
  }
  require_equal("exceptions that were deleted", deleted, 10);
  return expect(bench, 20, 0, 20, 0);
}

jmp_buf beyond;
_Unwind_Reason_Code stop_at_end(int, _Unwind_Action actions, _Unwind_Exception_Class,
                                _Unwind_Exception* exception, _Unwind_Context*, void*) {
  if (!(actions & _UA_END_OF_STACK)) return _URC_NO_REASON;
  _Unwind_DeleteException(exception);
  longjmp(beyond, 1);
}

SCENARIO(ways_out_forced, "a forced unwind to the end of the stack, which goes on elsewhere",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  on_plain_thread([](void*) -> void* {
    for (std::atomic<int> i = 0; i < 10; ++i)
      if (setjmp(beyond) == 0)
        nest([](void*) { _Unwind_ForcedUnwind(foreign_exception(), stop_at_end, nullptr); });
    return nullptr;
  });
  return expect(bench, 20, 0, 20, 0);
}

// ------------------------------------------------------------------ the end of a thread

SCENARIO(ways_out_thread_exit,
         "pthread_exit with calls in flight, and a destructor that makes probed ones",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  for (int i = 0; i < 10; ++i)
    on_plain_thread([](void*) -> void* {
      struct Cleanup {
        ~Cleanup() {
          nest([](void*) {});
        }
      } cleanup;
      nest([](void*) { pthread_exit(nullptr); });
      return nullptr;
    });
  return expect(bench, 40, 20, 20, 0);
}

// Runs `work` on a thread that takes SIGUSR1 on an alternate stack.
void on_thread_with_alternate_stack(void (*handler)(int), void (*work)()) {
  handle_signal(SIGUSR1, handler, SA_ONSTACK);
  constexpr std::size_t bytes = 256 << 10;
  struct Alternate {
    std::unique_ptr<std::byte[]> memory = std::make_unique<std::byte[]>(bytes);
    void (*work)();
  } alternate;
  alternate.work = work;
  on_plain_thread(
      [](void* argument) -> void* {
        auto& mine = *static_cast<Alternate*>(argument);
        const stack_t stack{.ss_sp = mine.memory.get(), .ss_flags = 0, .ss_size = bytes};
        if (sigaltstack(&stack, nullptr) == 0) mine.work();
        return nullptr;
      },
      &alternate);
}

SCENARIO(ways_out_thread_exit_alternate,
         "pthread_exit in a signal handler on the alternate stack, with calls in flight on both "
         "stacks, and destructors that make probed ones on both",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  struct Cleanup {
    ~Cleanup() {
      nest([](void*) {});
    }
  };
  for (int i = 0; i < 10; ++i) {
    on_thread_with_alternate_stack([](int) { nest([](void*) { pthread_exit(nullptr); }); },
                                   [] { nest([](void*) { raise(SIGUSR1); }); });
    on_thread_with_alternate_stack(
        [](int) {
          Cleanup cleanup;
          nest([](void*) { pthread_exit(nullptr); });
        },
        [] {
          Cleanup cleanup;
          nest([](void*) { raise(SIGUSR1); });
        });
  }
  require_equal("calls in flight", usage().frames, 0);
  return expect(bench, 120, 40, 80, 0);
}

std::atomic<bool> inside;

SCENARIO(ways_out_cancel,
         "pthread_cancel of a thread in probed calls, at a cancellation point and anywhere",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  for (int i = 0; i < 20; ++i) {
    inside = false;
    static int type;
    type = i % 2 ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    const pthread_t thread = begin_plain_thread([](void*) -> void* {
      nest([](void*) {
        pthread_setcanceltype(type, nullptr);
        inside = true;
        for (;;) {
          if (type == PTHREAD_CANCEL_DEFERRED) pause();
          asm volatile("");  // else it is a loop without effect
        }
      });
      return nullptr;
    });
    wait_until(inside);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
  }
  return expect(bench, 40, 0, 40, 0);
}

// ------------------------------------------------------------------ jumps

jmp_buf landing;

SCENARIO(ways_out_longjmp, "longjmp over calls; then others grow to the same slots",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  std::atomic<std::uint64_t> late = 0;
  for (std::atomic<int> i = 0; i < 100; ++i) {
    if (setjmp(landing) == 0)
      nest(i % 2 ? [](void*) { longjmp(landing, 1); }
                 : [](void*) { fortified_longjmp(landing, 1); });
    // A program that has the interposed functions need not make another call for it.
    for (const Tap& tap : bench) late += tap.abandoned != 2 * static_cast<std::uint64_t>(i) + 2;
  }
  require(expect(bench, 200, 0, 0, 200));
  require_equal("times that a tracer was notified late", late, 0);
  return pass();
}

// An exception leaves a call, and later a jump leaves another call at the same slot. The function
// that catches and lands makes the call itself: its slot is the highest that was left.
SCENARIO(ways_out_throw_then_jump,
         "what an exception marked is not taken for one when a jump leaves the next call there",
         .tracers = {1, 2}) {
  CountingBench bench(cell, {"fx_body"});
  constexpr std::uint64_t rounds = 10;
  static std::atomic<bool> jumps;
  std::atomic<std::uint64_t> late = 0;
  for (std::atomic<unsigned> i = 0; i < 2 * rounds; ++i) {
    if (setjmp(landing) != 0) {
      for (const Tap& tap : bench) late += tap.abandoned != i / 2 + 1;
      continue;
    }
    jumps = i % 2 == 1;
    try {
      fx_body(
          [](void*) {
            if (jumps) longjmp(landing, 1);
            throw 1;
          },
          nullptr, 1);
    } catch (int) {
    }
  }
  require_equal("fx_body", fx_body([](void*) {}, nullptr, 1), 4);
  require(bench.check_exits(1, rounds, rounds));
  require_equal("times that a tracer was notified late", late, 0);
  return bench.check_invariant(2 * rounds + 1);
}

SCENARIO(ways_out_siglongjmp, "siglongjmp out of a signal handler over calls", .tracers = {1, 2}) {
  CountingBench bench(cell, nested);
  static sigjmp_buf back;
  handle_signal(SIGUSR1, [](int) { siglongjmp(back, 1); });
  for (std::atomic<int> i = 0; i < 100; ++i)
    if (sigsetjmp(back, 1) == 0) nest([](void*) { raise(SIGUSR1); });
  return expect(bench, 200, 0, 0, 200);
}

SCENARIO(ways_out_terminate, "an exception is not caught, and the terminate handler jumps out",
         .tracers = {1, 2}) {
  CountingBench bench(cell, nested);
  std::set_terminate([] { longjmp(landing, 1); });
  on_plain_thread([](void*) -> void* {
    for (std::atomic<int> i = 0; i < 10; ++i)
      if (setjmp(landing) == 0) nest([](void*) { throw 1; });
    return nullptr;
  });
  return expect(bench, 20, 0, 0, 20);
}

// ------------------------------------------------------------------ exceptions, many of them

[[gnu::noinline]] void descend(unsigned depth) {
  if (depth == 0) throw depth;
  fx_body([](void* left) { descend(*static_cast<unsigned*>(left) - 1); }, &depth, 1);
}

SCENARIO(ways_out_thousand_frames, "an exception that leaves a thousand probed calls",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  for (int i = 0; i < 3; ++i) {
    try {
      descend(1000);
      return fail("it came back");
    } catch (unsigned) {
    }
  }
  return expect(bench, 3000, 0, 3000, 0);
}

SCENARIO(ways_out_eight_threads, "eight threads throw at once", .tracers = {1, 2}, .seconds = 30) {
  CountingBench bench(cell, nested);
  Threads(8, [](unsigned) {
    for (int i = 0; i < 200; ++i) {
      try {
        nest([](void*) { throw 1; });
      } catch (int) {
      }
    }
  }).join();
  return expect(bench, 8 * 400, 0, 8 * 400, 0);
}

SCENARIO(ways_out_thrown_in_handlers, "handlers whose callees throw and catch among themselves",
         .tracers = {1, 2, 8}) {
  CountingBench bench(cell, nested);
  static void (*const throw_and_catch)() = [] {
    try {
      [] { throw 1; }();
    } catch (int) {
    }
  };
  for (Tap& tap : bench)
    for (const bool at_entry : {true, false}) tap.run_at(at_entry, [](Tap&) { throw_and_catch(); });
  for (int i = 0; i < 100; ++i) nest([](void*) { throw_and_catch(); });
  for (Tap& tap : bench) tap.at_entry = nullptr, tap.at_exit = nullptr;
  return expect(bench, 200, 200, 0, 0);
}

// ------------------------------------------------------------------ other processes

SCENARIO(ways_out_exec, "vfork and exec, posix_spawn, and quick_exit inside probed calls",
         .tracers = {1, 2}) {
  CountingBench bench(cell, nested);
  static std::string wrong;
  static const auto look = [](pid_t child, int expected, const char* what) {
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != expected)
      wrong = std::string(what) + " did not end with status " + std::to_string(expected);
  };
  wrong.clear();
  nest([](void*) {
    static char program[] = "/bin/sh", option[] = "-c", command[] = "exit 7";
    char* arguments[] = {program, option, command, nullptr};
    const pid_t vforked = vfork();
    if (vforked == 0) {
      fx_leaf(1);
      execv(program, arguments);
      _exit(99);
    }
    look(vforked, 7, "vfork and exec");
    pid_t spawned = -1;
    if (posix_spawn(&spawned, program, nullptr, nullptr, arguments, environ) != 0) spawned = -1;
    look(spawned, 7, "posix_spawn");
    const pid_t quick = fork();
    if (quick == 0) quick_exit(5);
    look(quick, 5, "quick_exit in a child");
  });
  if (!wrong.empty()) return fail(wrong);
  return expect(bench, 2, 2, 0, 0);
}

}  // namespace
}  // namespace retprobe::harness
