// An exception that nobody catches: libstdc++'s own message, and the core's signal.
// error: terminate called after throwing an instance of 'int'
// status: SIGABRT
// calls: 1 returned 0 fail(int)
// calls: 1 returned 0 main
#include <cstdlib>

void fail(int value) { throw value; }

int main(int count, char**) { fail(count); }
