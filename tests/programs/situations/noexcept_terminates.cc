// An exception reaches a noexcept function: the handler of std::terminate sees it, and abort.
// expect: terminated by 7
// status: SIGABRT
// calls: 1 returned 0 unwound 0 must_not(int)
#include <cstdio>
#include <cstdlib>
#include <exception>

void fail(int value) { throw value; }
void must_not(int value) noexcept { fail(value); }

int main() {
  std::set_terminate([] {
    try {
      throw;
    } catch (int value) {
      printf("terminated by %d\n", value);
      fflush(stdout);
    }
    abort();
  });
  must_not(7);
}
