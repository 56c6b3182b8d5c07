// Sites of the harness's own. retprobe_bench_nest calls itself to a depth and runs `bottom` there,
// while `depth` probed calls are in flight. It serves to measure memory, and for `retprobe inspect
// --stack`. The other two have one shape, and take a time stamp on each level of a recursion. One
// is for probes, the other for comparison. `stamps` has `depth` elements.
#pragma once

#include <cstdint>

extern "C" void retprobe_bench_nest(unsigned depth, void (*bottom)(void*), void* context);
extern "C" void retprobe_bench_descend(unsigned depth, std::uint64_t* stamps);
extern "C" void retprobe_bench_descend_unprobed(unsigned depth, std::uint64_t* stamps);
