// Words and environment with every byte but NUL; words that are empty, or look like options.
// with: w=$(printf %b "$(printf '\\x%x' {1..255})x"); ODD=$w "$@" "$w" '' '[1,2]' '[]' -- -h '*'
// expect: 8 words, 256 bytes, sums 32760 32760
// expect: <> <[1,2]> <[]> <--> <-h> <*>
// calls: 2 returned 2 sum
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sum(const char* text) {
  int result = 0;
  while (*text) result += (unsigned char)*text++;
  return result;
}

int main(int count, char** words) {
  const char* odd = getenv("ODD");
  printf("%d words, %zu bytes, sums %d %d\n", count, strlen(words[1]), sum(words[1]), sum(odd));
  for (int i = 2; i < count; ++i) printf(i < count - 1 ? "<%s> " : "<%s>\n", words[i]);
}
