// Sites of the harness's own. One calls itself to a depth and runs something at the bottom, where
// `depth` probed calls are in flight: for measuring memory and for `retprobe inspect --stack`. Two
// of one shape take a time stamp on each level of a recursion, `stamps` having `depth` places: one
// is for probes, the other for what it is compared with.
#pragma once

#include <cstdint>

extern "C" void retprobe_bench_nest(unsigned depth, void (*bottom)(void*), void* context);
extern "C" void retprobe_bench_descend(unsigned depth, std::uint64_t* stamps);
extern "C" void retprobe_bench_descend_unprobed(unsigned depth, std::uint64_t* stamps);
