#include "harness/injection/sampling.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace retprobe::harness {

std::vector<std::size_t> sample(std::size_t count, std::size_t wanted, std::string_view seed) {
  std::vector<std::size_t> chosen;
  if (wanted >= count) {
    chosen.resize(count);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    return chosen;
  }
  if (wanted == 0) return chosen;
  std::uint64_t state = 0xcbf29ce484222325;  // FNV-1a over the seed, then xorshift
  for (const char letter : seed)
    state = (state ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  const auto next = [&state] {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  };
  const std::size_t twice_mean = std::max<std::size_t>(2, 2 * count / wanted);
  for (std::size_t at = next() % (twice_mean / 2); at < count; at += 1 + next() % (twice_mean - 1))
    chosen.push_back(at);
  return chosen;
}

}  // namespace retprobe::harness
