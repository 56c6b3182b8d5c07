// An empty patchable function in the agent.
#pragma once

namespace retprobe::run {

[[gnu::noinline]] void calibrated();

}  // namespace retprobe::run
