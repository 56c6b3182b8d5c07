// _Unwind_Backtrace, 50 deep in a recursion: as many frames, each with the function's address.
// expect: 51 frames of descend, then main
// calls: 51 returned 51 descend(int)
#include <dlfcn.h>
#include <unwind.h>

#include <cstdio>

int frames = 0, after = 0;
int descend(int depth);
int main();

_Unwind_Reason_Code seen(_Unwind_Context* context, void*) {
  void* start = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(_Unwind_GetIP(context) - 1));
  frames += start == reinterpret_cast<void*>(descend);
  if (start == reinterpret_cast<void*>(main)) after = frames;
  return _URC_NO_REASON;
}

int descend(int depth) {
  if (depth == 0) return _Unwind_Backtrace(seen, nullptr), 1;
  return descend(depth - 1) + 1;
}

int main() {
  descend(50);
  printf("%d frames of descend, then %s\n", frames, after == frames ? "main" : "nothing");
}
