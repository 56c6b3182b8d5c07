// An empty patchable function in the agent.
#pragma once

#include <cstddef>
#include <cstdint>

namespace retprobe::run {

[[gnu::noinline]] void calibrated();

/// What recording adds to a call: `probed` and `unprobed` are the ticks of as many calls. 0 where
/// the clock says that recorded calls took no longer.
inline std::uint64_t ticks_added(std::uint64_t probed, std::uint64_t unprobed, std::size_t calls) {
  return probed > unprobed ? (probed - unprobed) / calls : 0;
}

}  // namespace retprobe::run
