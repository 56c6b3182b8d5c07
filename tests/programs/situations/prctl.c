// The program changes what the kernel knows of it: name, dumpable, no new privileges, death signal.
// expect: named renamed, 0 1 15
// calls: 1 returned 1 change
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

int change(char* name) {
  int death;
  prctl(PR_SET_NAME, "renamed");
  prctl(PR_GET_NAME, name);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_GET_PDEATHSIG, &death);
  return death;
}

int main(void) {
  char name[16];
  int death = change(name);
  printf("named %s, %d %d %d\n", name, prctl(PR_GET_DUMPABLE, 0, 0, 0, 0),
         prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), death);
}
