// A class in a shared library throws from its constructor, through functions of both modules.
// library: linked
// expect: refused 3, destroyed 1
// calls: 4 returned 3 unwound 1 made(int)
#include <cstdio>

struct Member {
  static int destroyed;
  ~Member();
};
struct Resource {
  Member member;
  int value;
  explicit Resource(int wanted);
};

#ifdef LIBRARY
int Member::destroyed;
Member::~Member() { ++destroyed; }
Resource::Resource(int wanted) : value(wanted) {
  if (wanted == 3) throw wanted;
}
#else
Resource* made(int i) { return new Resource(i); }

int main() {
  for (int i = 0; i < 4; ++i) {
    try {
      made(i);
    } catch (int refused) {
      printf("refused %d, destroyed %d\n", refused, Member::destroyed);
    }
  }
}
#endif
