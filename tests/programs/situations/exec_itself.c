// The program becomes another one within a probed call: execve, with arguments and environment.
// with: "$@" first
// expect: second: a b, WORD=c d
// status: 6
// calls: 1 returned 0 become
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int become(char* program) {
  char* words[] = {"sh", "-c", program, "sh", "a b", NULL};
  char* environment[] = {"WORD=c d", NULL};
  execve("/bin/sh", words, environment);
  return 1;
}

int main(int count, char** words) {
  if (count == 2 && strcmp(words[1], "first") == 0)
    return become("echo \"second: $1, WORD=$WORD\"; exit 6");
  return 9;
}
