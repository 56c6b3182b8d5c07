// Nobody reads its output any more: SIGPIPE ends the program within a probed call.
// with: "$@" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}
// status: SIGPIPE
// calls: 1 returned 0 endless
#include <unistd.h>

void endless(void) {
  char block[4096] = {0};
  while (write(1, block, sizeof block) >= 0) continue;
}

int main(void) { endless(); }
