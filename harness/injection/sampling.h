// Chooses the boundaries of a walk to look at, where there is no time for all of them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace retprobe::harness {

/// About `wanted` of the numbers 0 … count-1, in order, or all of them where there are no more. The
/// strides vary around their mean, so that no pattern in the code hides between them. The same
/// `seed` gives the same selection, and another seed another selection.
std::vector<std::size_t> sample(std::size_t count, std::size_t wanted, std::string_view seed);

}  // namespace retprobe::harness
