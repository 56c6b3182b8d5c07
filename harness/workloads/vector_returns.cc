// Returns in whole vector registers: 128 bits always, 256 and 512 bits when this CPU and kernel
// have them. Only the wide functions are compiled for their instruction sets, so the library runs
// anywhere.
#include <immintrin.h>

#include <array>
#include <cstring>

#include "harness/workloads/groups.h"
#include "harness/workloads/shape.h"

using retprobe::harness::keep;
using std::uint64_t;

namespace {

// Every lane of the results is different and depends on x, so that the checksum shows a lost upper
// half.
alignas(64) constexpr float lanes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

// At most 2^16, so that its product with each lane is exact in a float.
float seed(uint64_t x) { return static_cast<float>((x & 0xffff) + 1); }

}  // namespace

RETPROBE_WORKLOAD_SITE __m128 wl_vector_128(uint64_t x) {
  keep(x);
  return _mm_mul_ps(_mm_load_ps(lanes), _mm_set1_ps(seed(x)));
}

RETPROBE_WORKLOAD_SITE __attribute__((target("avx"))) __m256 wl_vector_256(uint64_t x) {
  keep(x);
  return _mm256_mul_ps(_mm256_load_ps(lanes), _mm256_set1_ps(seed(x)));
}

RETPROBE_WORKLOAD_SITE __attribute__((target("avx512f"))) __m512 wl_vector_512(uint64_t x) {
  keep(x);
  return _mm512_mul_ps(_mm512_load_ps(lanes), _mm512_set1_ps(seed(x)));
}

namespace retprobe::harness {
namespace {

template <std::size_t count>
std::uint64_t mix_all(std::uint64_t checksum, const std::array<float, count>& values) {
  for (const float value : values) checksum = mix(checksum, static_cast<std::uint64_t>(value));
  return checksum;
}

std::uint64_t call_128(std::uint64_t x) {
  std::array<float, 4> values;
  _mm_storeu_ps(values.data(), wl_vector_128(x));
  return mix_all(x, values);
}

__attribute__((target("avx"))) std::uint64_t call_256(std::uint64_t x) {
  std::array<float, 8> values;
  _mm256_storeu_ps(values.data(), wl_vector_256(x));
  // mix_all is SSE code. Without this, dirty upper halves may slow it down, also at -O0.
  _mm256_zeroupper();
  return mix_all(x, values);
}

__attribute__((target("avx512f"))) std::uint64_t call_512(std::uint64_t x) {
  std::array<float, 16> values;
  _mm512_storeu_ps(values.data(), wl_vector_512(x));
  _mm256_zeroupper();
  return mix_all(x, values);
}

}  // namespace

WorkloadRun run_vector_returns(std::uint64_t iterations) {
  // Three calls per iteration on every CPU: the next narrower width replaces a missing one. So
  // `calls` is the same everywhere. The checksum depends on the widths that the machine has.
  const auto middle = __builtin_cpu_supports("avx") ? call_256 : call_128;
  const auto wide = __builtin_cpu_supports("avx512f") ? call_512 : middle;
  std::uint64_t x = 1;
  for (std::uint64_t i = 0; i < iterations; ++i) x = wide(middle(call_128(x)));
  return {.calls = 3 * iterations, .checksum = x};
}

}  // namespace retprobe::harness
