// A site of the harness's own: calls itself to a depth and runs something at the bottom, where `depth` probed
// calls are in flight. For measuring memory and for `retprobe inspect --stack`.
#pragma once

#include <cstdint>

extern "C" void retprobe_bench_nest(unsigned depth, void (*bottom)(void*), void* context);
