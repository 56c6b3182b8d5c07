// Coroutines of C++20. They have no stack: each resumption is a call of the coroutine's body, on
// whatever thread, and a suspension is its return. So a probe on a coroutine notifies a tracer of
// its creation (the function that the source names), of each resumption, and of its destruction.
#include "harness/scenarios/stacks/cxx_coroutines.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "harness/verify/fixtures.h"
#include "harness/verify/notified.h"

namespace retprobe::harness {
namespace {

using fixture::Task;

const std::initializer_list<std::string_view> functions = {
    "fx_leaf",       "fx_body",         "fx_resume_on", "fx_destroy_all",
    "*three_steps*", "*guarded_steps*", "*endless*",    "*hand_over*"};

// The letters of the symbols: n of fx_resume_on, l of fx_destroy_all. A compiler makes three
// functions of a coroutine, each with its letter: the one that the source names, the body, and the
// destroyer. GCC's destroyer calls the body.
#if defined(__clang__)
constexpr char body_letter = 'e';
constexpr bool destroys_by_body = false;
#else
constexpr char body_letter = 'r';
constexpr bool destroys_by_body = true;
#endif
// In patterns, B stands for the body's letter.
std::string with_letters(std::string pattern) {
  std::ranges::replace(pattern, 'B', body_letter);
  return pattern;
}

NamingBench* bench_now;  // of the scenario at hand

void mark_and_call(unsigned step) {
  bench_now->events.mark(static_cast<char>('0' + step % 10));
  if (fx_leaf(step) != 3 * step + 1) std::abort();
}

/// A bench, and a coroutine for the thousand calls at the end.
struct Scene {
  explicit Scene(const Cell& cell) : bench(cell, functions) {
    bench_now = &bench;
    fixture::coroutine_step = mark_and_call;
  }
  void require_notified(const std::string& pattern) {
    require(bench.notified_is(with_letters(pattern)));
  }
  // A coroutine's creation is one call or two, because the compiler may inline the body up to its
  // first suspension.
  void require_creation(char ramp) {
    const std::string seen = bench.take_notified();
    const auto count = static_cast<unsigned>(bench.size());
    const auto is = [&](const char* pattern) {
      std::string expected = with_letters(pattern);
      std::ranges::replace(expected, 'V', ramp);
      return seen == notified(count, expected);
    };
    require(is(">V <V") || is(">V >B <B <V"),
            "the events of a coroutine's creation were \"" + seen + "\"");
  }
  void require_destruction() {
    require_notified(destroys_by_body ? ">l >y >B <B <y <l" : ">l >y <y <l");
  }
  Outcome more() {
    static std::coroutine_handle<> handle;
    const Task task = fixture::endless();
    handle = task.handle;
    require_creation('v');
    fixture::coroutine_step = [](unsigned) { fx_leaf(1); };
    Outcome outcome = bench.thousand_more(3, [] { return fx_resume_on(handle, 1) == 4; });
    bench.detach_all();
    task.handle.destroy();
    return outcome;
  }
  NamingBench bench;
};

SCENARIO(coroutines_resumed,
         "C++20 coroutines that are resumed in probed functions, and in each other",
         .tracers = {1, 2}) {
  Scene scene(cell);
  for (int round = 0; round < 3; ++round) {
    static Task outer, inner;
    outer = fixture::three_steps();
    scene.require_creation('v');
    inner = fixture::three_steps();
    scene.require_creation('v');
    fixture::coroutine_step = mark_and_call;
    if (fx_resume_on(outer.handle, 1) != 4) return fail("a wrong value");
    scene.require_notified(">n >B 0 >f <f <B <n");
    fixture::coroutine_step = [](unsigned step) {
      fixture::coroutine_step = mark_and_call;
      if (fx_resume_on(inner.handle, step) != 3 * step + 1) std::abort();
    };
    fx_body([](void*) { fx_resume_on(outer.handle, 1); }, nullptr, 1);
    scene.require_notified(">y >n >B >n >B 0 >f <f <B <n <B <n <y");
    inner.handle.resume();
    outer.handle.resume();
    scene.require_notified(">B 1 >f <f <B >B 2 >f <f <B");
    if (!outer.handle.done()) return fail("a coroutine did not end");
    for (const Task& task : {outer, inner}) {
      fx_destroy_all(task.handle);
      scene.require_destruction();
    }
  }
  return scene.more();
}

SCENARIO(coroutines_destroyed,
         "a suspended C++20 coroutine is destroyed, with a destructor that makes probed calls",
         .tracers = {1, 2}) {
  Scene scene(cell);
  for (int round = 0; round < 3; ++round) {
    const Task task = fixture::guarded_steps();
    scene.require_creation('v');
    fx_resume_on(task.handle, 1);
    scene.require_notified(">n >B 0 >f <f <B <n");
    if (round == 0)
      fx_destroy_all(task.handle);
    else
      std::thread([&] { fx_destroy_all(task.handle); }).join();
    scene.require_notified(destroys_by_body ? ">l >y >B 9 >f <f <B <y <l" : ">l >y 9 >f <f <y <l");
  }
  return scene.more();
}

SCENARIO(coroutines_throw, "an exception out of a resumed C++20 coroutine", .tracers = {1, 2}) {
  Scene scene(cell);
  for (int round = 0; round < 3; ++round) {
    const Task task = fixture::guarded_steps();
    scene.require_creation('v');
    fx_resume_on(task.handle, 1);
    scene.require_notified(">n >B 0 >f <f <B <n");
    fixture::coroutine_step = [](unsigned step) {
      fixture::coroutine_step = mark_and_call;
      fx_body([](void*) { throw 1; }, nullptr, step);
    };
    try {
      fx_resume_on(task.handle, 1);
      return fail("it came back");
    } catch (int) {
      scene.bench.events.mark('c');
    }
    require(scene.bench.notified_around_destructors(with_letters(">n >B >y ~y 9 >f <f ~B ~n c")));
    fx_destroy_all(task.handle);
    scene.require_destruction();
  }
  return scene.more();
}

SCENARIO(coroutines_hand_over, "a C++20 coroutine hands over to another one", .tracers = {1, 2}) {
  Scene scene(cell);
  for (int round = 0; round < 3; ++round) {
    const Task next = fixture::three_steps();
    scene.require_creation('v');
    const Task first = fixture::hand_over(next.handle);
    scene.require_creation('E');
    if (fx_resume_on(first.handle, 1) != 4) return fail("a wrong value");
    scene.require_notified(">n >B >B 0 >f <f <B <B <n");
    scene.bench.detach_all();
    next.handle.destroy();
    first.handle.destroy();
    for (const std::string_view function : functions) scene.bench.attach_all(function);
  }
  return scene.more();
}

SCENARIO(coroutines_other_threads, "a C++20 coroutine goes on in other threads, which end",
         .tracers = {1, 2}) {
  Scene scene(cell);
  for (int round = 0; round < 3; ++round) {
    const Task task = fixture::three_steps();
    scene.require_creation('v');
    for (const char* pattern :
         {">n >B 0 >f <f <B <n", ">n >B 1 >f <f <B <n", ">n >B 2 >f <f <B <n"}) {
      std::thread([&] { fx_resume_on(task.handle, 1); }).join();
      scene.require_notified(pattern);
    }
    fx_destroy_all(task.handle);
    scene.require_destruction();
  }
  return scene.more();
}

}  // namespace
}  // namespace retprobe::harness
