// C++20 coroutines: a generator whose body is resumed from other depths than it was made.
// flags: -fcoroutines
// compiler: gcc
// expect: sum 499500, 1000 values
// calls: 1001 returned 1001 resume_at(Generator&, int)
#include <coroutine>
#include <cstdio>

struct Generator {
  struct promise_type {
    int value = 0;
    Generator get_return_object() { return {Handle::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) { return value = next, std::suspend_always(); }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  using Handle = std::coroutine_handle<promise_type>;
  Handle handle;
};

Generator numbers(int end) {
  for (int i = 0; i < end; ++i) co_yield i;
}

bool resume_at(Generator& generator, int) {
  generator.handle.resume();
  return !generator.handle.done();
}

bool deeper(Generator& generator, int depth) {
  return depth ? deeper(generator, depth - 1) : resume_at(generator, depth);
}

int main() {
  Generator generator = numbers(1000);
  int sum = 0, values = 0;
  for (; deeper(generator, values % 7); ++values) sum += generator.handle.promise().value;
  generator.handle.destroy();
  printf("sum %d, %d values\n", sum, values);
}
