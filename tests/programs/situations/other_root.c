// The program changes its folder and its root, and can see no file of before.
// expect: /, nothing there 1
// calls: 1 returned 1 change
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int change(void) {
  if (mkdir("new", 0700) || chdir("new")) return 1;
  if (geteuid() == 0 && chroot(".")) return 2;
  return 0;
}

int main(void) {
  char folder[200] = "/";
  int changed = change();
  if (geteuid() == 0 && getcwd(folder, sizeof folder) == NULL) return 3;
  printf("%s, nothing there %d\n", folder, access("bin", F_OK) != 0 && changed == 0);
}
