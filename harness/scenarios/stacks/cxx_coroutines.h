// Coroutines of C++20 to be probed: their ramps, their bodies, and what resumes them.
#pragma once

#include <coroutine>
#include <cstdint>

namespace fixture {

/// What a coroutine here returns: begun by the first resume(), to be destroyed by its owner.
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

/// What a coroutine's body calls, with how often it was suspended before.
extern void (*coroutine_step)(unsigned);
/// In whose frame an object calls `coroutine_step` when it goes.
inline constexpr unsigned step_of_destructor = 99;

/// Calls coroutine_step(0), is suspended, calls coroutine_step(1), is suspended, calls
/// coroutine_step(2), ends.
Task three_steps();
/// The same with a destructor that calls coroutine_step(step_of_destructor).
Task guarded_steps();
/// Calls coroutine_step(0) and is suspended, again and again.
Task endless();
/// Is suspended by handing over to `next`, which is resumed in its place: by a tail call where
/// compilers optimise.
Task hand_over(std::coroutine_handle<> next);

}  // namespace fixture

/// Resumes it, and returns 3x + 1.
extern "C" std::uint64_t fx_resume_on(std::coroutine_handle<> coroutine, std::uint64_t x);
/// Destroys it.
extern "C" void fx_destroy_all(std::coroutine_handle<> coroutine);
