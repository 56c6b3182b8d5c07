// Functions of a library and of the program call each other, ten modules' borders deep.
// library: linked
// expect: 3628800
// calls: 10 returned 10 up(int, int (*)(int))
// calls: 11 returned 11 down(int)
#include <cstdio>

int up(int n, int (*callback)(int));

#ifdef LIBRARY
int up(int n, int (*callback)(int)) { return n * callback(n - 1); }
#else
int down(int n) { return n == 0 ? 1 : up(n, down); }
int main() { printf("%d\n", down(10)); }
#endif
