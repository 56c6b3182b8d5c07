// A comparison throws through qsort, whose frames are libc's.
// expect: thrown after 5 comparisons
// calls: 1 unwound 1 sort(int*, unsigned long)
// calls: 5 returned 4 unwound 1 compare(void const*, void const*)
#include <cstdio>
#include <cstdlib>

int seen = 0;

int compare(const void* a, const void* b) {
  if (++seen == 5) throw seen;
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

void sort(int* values, unsigned long count) { qsort(values, count, sizeof(int), compare); }

int main() {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = i * 7 % 16;
  try {
    sort(values, 16);
  } catch (int comparisons) {
    printf("thrown after %d comparisons\n", comparisons);
  }
}
