// Which of a walk's boundaries are looked at, where not all of them can be.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace retprobe::harness {

/// About `wanted` of 0 … count-1, in order: all of them where there are no more, else with strides
/// that vary around their mean, so that no pattern in the code hides between them. The same for the
/// same `seed`, another selection for another one.
std::vector<std::size_t> sample(std::size_t count, std::size_t wanted, std::string_view seed);

}  // namespace retprobe::harness
