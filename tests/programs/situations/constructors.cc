// Constructors and destructors of static objects, of C, and functions of atexit, in order.
// expect: early object main
// expect: late object early 5
// calls: 5 returned 5 say(char const*)
#include <cstdio>
#include <cstdlib>

int said = 0;

void say(const char* word) { ++said, printf("%s", word); }

struct Object {
  Object() { say(" object"); }
  ~Object() { say(" object"); }
} object;

__attribute__((constructor(200))) void early() { say("early"); }
__attribute__((destructor(200))) void at_last() { say(" early"), printf(" %d\n", said); }
void late() { say("late"); }

int main() {
  atexit(late);
  printf(" main\n");
}
