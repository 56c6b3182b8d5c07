// __m256 and __m128i arguments and results, all lanes.
// needs: cpu avx2
// flags: -mavx2
// expect: 8 lanes right, 16 bytes right
// calls: 1000 returned 1000 add
// calls: 1000 returned 1000 bytes
#include <immintrin.h>
#include <stdio.h>

__m256 add(__m256 a, __m256 b, __m256 c) { return a + b * c; }
__m128i bytes(__m128i a, __m128i b) { return _mm_add_epi8(a, b); }

int main(void) {
  int lanes = 0, right = 0;
  for (volatile int i = 0; i < 1000; ++i) {
    __m256 step = _mm256_set_ps(7, 6, 5, 4, 3, 2, 1, 0);
    __m256 sum = add(_mm256_set1_ps(i), step, _mm256_set1_ps(2));
    __m128i four = bytes(_mm_set1_epi8(i & 63), _mm_set1_epi8(4));
    for (int k = 0; k < 8; ++k) lanes += sum[k] == i + 2 * k;
    for (int k = 0; k < 16; ++k) right += ((char*)&four)[k] == (i & 63) + 4;
  }
  printf("%d lanes right, %d bytes right\n", lanes / 1000, right / 1000);
}
