// A lost exit, by fexit (seen on Linux 6.1 and 6.12). A call is in flight, and a program is
// attached to the function. Another program is attached there, too, or detached. The first one
// stays, and it never runs for that call. Build: gcc -O2 fexit_lost_exit.c -lbpf. Run: as root.
#define _GNU_SOURCE
#include "on_flock.h"

int main(void) {
  unsigned long long with_newcomer, with_leaver;
  struct attached stays = attach(BPF_TRACE_FEXIT);

  begin_call();
  stays.seen->hits = 0;
  struct attached other = attach(BPF_TRACE_FEXIT);
  end_call();
  with_newcomer = stays.seen->hits;

  begin_call();
  stays.seen->hits = 0;
  detach(other);
  end_call();
  with_leaver = stays.seen->hits;

  end(with_newcomer == 1 && with_leaver == 1 ? NOT_SHOWN : SHOWN,
      "the program that stays runs for %llu of 1 calls while another is attached, and for %llu of "
      "1 "
      "while another is detached",
      with_newcomer, with_leaver);
}
