// Coroutines of C++20 as probed functions: their ramps, their bodies, and the functions that resume
// and destroy them.
#pragma once

#include <coroutine>
#include <cstdint>

namespace fixture {

/// What a coroutine here returns. The first resume() begins the coroutine. Its owner destroys it.
struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }  // out of resume()
  };
  std::coroutine_handle<promise_type> handle;
};

/// Each coroutine's body calls this, with the number of its suspensions so far.
extern void (*coroutine_step)(unsigned);
/// A destructor in a coroutine's frame passes this to `coroutine_step`.
inline constexpr unsigned step_of_destructor = 99;

/// Calls coroutine_step with 0, 1 and 2, with a suspension between each two, and ends.
Task three_steps();
/// The same with a destructor that calls coroutine_step(step_of_destructor).
Task guarded_steps();
/// Calls coroutine_step(0) and is suspended, again and again.
Task endless();
/// Suspends itself and hands over to `next`, which is resumed in its place. Optimising compilers
/// make that a tail call.
Task hand_over(std::coroutine_handle<> next);

}  // namespace fixture

/// Resumes the coroutine, and returns 3x + 1.
extern "C" std::uint64_t fx_resume_on(std::coroutine_handle<> coroutine, std::uint64_t x);
/// Destroys the coroutine.
extern "C" void fx_destroy_all(std::coroutine_handle<> coroutine);
