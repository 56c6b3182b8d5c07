#include "harness/judging/need_table.h"

namespace retprobe::harness {
namespace {

constexpr Need needs[] = {
    {"one tracer on a function", "leaf", 1},
    {"many tracers on a function (64)", "leaf", 64},
    {"least memory per call in flight (64 tracers)", "leaf", 64, "bytes_per_frame"},
    {"recursion", "fib", 1},
    {"functions known to take no stack arguments", "leaf", 1, "added_ns", "scalar",
     Among::with_floor},
    {"the hook cannot call the body: no paired", "leaf", 1, "added_ns", "scalar", Among::unpaired},

    {"callers that must not pay", "callers12", 1},
    {"8 tracers on a function", "leaf", 8},
    {"256 tracers on a function", "leaf", 256},
    {"handlers that use vector registers", "leaf", 1, "added_ns", "vector"},
    {"all registers, redirected calls", "leaf", 1, "added_ns", "full"},
    {"64 bytes of entry data", "leaf+data64", 1},
    {"4096 bytes of entry data", "leaf+data4096", 1},
    {"64 tracers, half of them decline", "leaf+declining", 64},
    {"tracers that come and go", "leaf+churn", 1},
    {"a thousand different functions", "functions_1000", 1},
    {"a JSON program, every function", "json", 1},
    {"a grammar program, every function", "grammar", 1},
    {"a million calls in flight", "recursion_1000000", 1},
    {"least memory per call in flight (1 tracer)", "leaf", 1, "bytes_per_frame"},
    {"least memory per thread", "leaf", 1, "bytes_per_thread"},
};
static_assert(std::size(needs) >= common_needs);

}  // namespace

std::span<const Need> need_table() { return needs; }

}  // namespace retprobe::harness
