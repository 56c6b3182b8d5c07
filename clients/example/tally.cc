#include "clients/example/tally.h"

namespace retprobe::example {

Tally* tallies = nullptr;
const kretprobe::Kretprobe* first_probe = nullptr;

int note_start(kretprobe::KretprobeInstance& instance, Registers&) {
  *static_cast<std::uint64_t*>(instance.data) = __builtin_ia32_rdtsc();
  return 0;
}

int note_end(kretprobe::KretprobeInstance& instance, Registers&) {
  const std::uint64_t ticks =
      __builtin_ia32_rdtsc() - *static_cast<const std::uint64_t*>(instance.data);
  Tally& tally = tallies[&instance.probe - first_probe];
  __atomic_fetch_add(&tally.calls, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&tally.ticks, ticks, __ATOMIC_RELAXED);
  std::uint64_t longest = __atomic_load_n(&tally.longest, __ATOMIC_RELAXED);
  while (ticks > longest && !__atomic_compare_exchange_n(&tally.longest, &longest, ticks, true,
                                                         __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return 0;
}

}  // namespace retprobe::example
