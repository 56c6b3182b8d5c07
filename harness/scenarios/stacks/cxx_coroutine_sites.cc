#include "harness/scenarios/stacks/cxx_coroutines.h"

namespace fixture {

void (*coroutine_step)(unsigned);

__attribute__((noinline)) Task three_steps() {
  coroutine_step(0);
  co_await std::suspend_always{};
  coroutine_step(1);
  co_await std::suspend_always{};
  coroutine_step(2);
}

namespace {
struct StepAtEnd {
  ~StepAtEnd() { coroutine_step(step_of_destructor); }
};
}  // namespace

__attribute__((noinline)) Task guarded_steps() {
  const StepAtEnd at_end;
  coroutine_step(0);
  co_await std::suspend_always{};
  coroutine_step(1);
  co_await std::suspend_always{};
  coroutine_step(2);
}

__attribute__((noinline)) Task endless() {
  for (;;) {
    coroutine_step(0);
    co_await std::suspend_always{};
  }
}

namespace {
struct To {
  std::coroutine_handle<> next;
  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<>) noexcept { return next; }
  void await_resume() noexcept {}
};
}  // namespace

__attribute__((noinline)) Task hand_over(std::coroutine_handle<> next) { co_await To{next}; }

}  // namespace fixture

std::uint64_t fx_resume_on(std::coroutine_handle<> coroutine, std::uint64_t x) {
  coroutine.resume();
  asm volatile("" : "+r"(x));
  return 3 * x + 1;
}

void fx_destroy_all(std::coroutine_handle<> coroutine) {
  coroutine.destroy();
  asm volatile("");  // no tail call
}
