// Boost.Context: a continuation throws across a switch, and is resumed from other depths.
// needs: header boost/context/continuation.hpp
// flags: -lboost_context
// expect: 99 resumed, sum 4950, unwound 1
// calls: 1 unwound 1 fail(int&)
#include <boost/context/continuation.hpp>
#include <cstdio>

namespace context = boost::context;

void fail(int& unwound) { throw unwound + 1; }

int next(context::continuation& body, int depth) {
  if (depth) return next(body, depth - 1);
  body = body.resume();
  return 1;
}

int main() {
  int value = 0, unwound = 0, resumed = 0, sum = 0;
  context::continuation body = context::callcc([&](context::continuation&& caller) {
    for (value = 0; value < 99; ++value) caller = caller.resume();
    try {
      fail(unwound);
    } catch (int thrown) {
      unwound = thrown;
    }
    return std::move(caller);
  });
  do {
    sum += value;
    ++resumed;
    next(body, resumed % 5);
  } while (body);
  printf("%d resumed, sum %d, unwound %d\n", resumed, sum + value, unwound);
}
