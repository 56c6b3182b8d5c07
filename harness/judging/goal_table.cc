#include "harness/judging/goal_table.h"

namespace retprobe::harness {
namespace {

using Kind = Goal::Kind;

// A bitmask finds its handlers bit by bit. A chain has a stage for each tracer: docs/goals.md says
// how many instructions it may take.
constexpr Goal::Exception further_tracers[] = {{"bitmask", 1.2}, {"chained_trampolines", 0}};

constexpr Limit of_xray = {0.8, 0.9}, of_xray_program = {0.9, 1.0};
constexpr Goal::Exception beside_xray[] = {{"bitmask", {0.85, 1.0}}};

constexpr Goal vs_xray(const char* what, const char* workload, Limit limit,
                       std::span<const Goal::Exception> exceptions = {},
                       bool not_of_floor = false) {
  return {.what = what,
          .kind = Kind::peer,
          .workload = workload,
          .tracers = 1,
          .limit = limit,
          .other = "peer:xray/counting",
          .not_of_floor = not_of_floor,
          .exceptions = exceptions};
}

constexpr Goal table[] = {
    {"leaf, 1 tracer, vs call_through", Kind::floor, "leaf", 1, 1.15, "call_through"},
    {"fib, 1 tracer, vs call_through", Kind::floor, "fib", 1, 1.15, "call_through"},
    {.what = "leaf, call_through vs a wrapper without guarantees",
     .kind = Kind::peer,
     .workload = "leaf",
     .tracers = 1,
     .limit = {1.5, 1.8},
     .other = "peer:wrapper/empty",
     .of_floor = true},
    {.what = "fib, call_through vs a wrapper without guarantees",
     .kind = Kind::peer,
     .workload = "fib",
     .tracers = 1,
     .limit = {1.5, 1.8},
     .other = "peer:wrapper/empty",
     .of_floor = true},
    {.what = "leaf, each further tracer of 8, vs call_through's",
     .kind = Kind::further,
     .workload = "leaf",
     .tracers = 8,
     .limit = 1.1,
     .other = "call_through",
     .exceptions = further_tracers},
    {.what = "leaf, each further tracer of 64, vs call_through's",
     .kind = Kind::further,
     .workload = "leaf",
     .tracers = 64,
     .limit = 1.1,
     .other = "call_through",
     .exceptions = further_tracers},
    {"1 function, called as the next ones are, vs call_through", Kind::floor, "functions_1", 1, 0,
     "call_through"},
    {"16 functions alternating, vs call_through", Kind::floor, "functions_16", 1, 0,
     "call_through"},
    {"256 functions alternating, vs call_through", Kind::floor, "functions_256", 1, 0,
     "call_through"},
    {"1000 functions alternating, vs call_through", Kind::floor, "functions_1000", 1, 1.15,
     "call_through"},
    {"4000 functions alternating, vs call_through", Kind::floor, "functions_4000", 1, 0,
     "call_through"},
    {"1000 functions alternating, vs 16", Kind::workload, "functions_1000", 1, 1.5, "functions_16"},
    {"12 unprobed callers, whole nest, vs the unprobed run", Kind::unprobed, "callers12", 1, 1.25,
     ""},
    {"recursion to 10,000, pages touched, vs call_through", Kind::floor, "recursion_10000", 1, 1.15,
     "call_through"},
    {"recursion to 1,000,000, pages touched, vs call_through", Kind::floor, "recursion_1000000", 1,
     1.15, "call_through"},
    vs_xray("leaf, vs XRay, patched, counting handler", "leaf", of_xray, beside_xray),
    vs_xray("fib, vs XRay, patched, counting handler", "fib", of_xray, beside_xray),
    vs_xray("leaf, counting handlers, vs XRay's", "leaf+counting", of_xray, beside_xray),
    vs_xray("fib, counting handlers, vs XRay's", "fib+counting", of_xray, beside_xray),
    vs_xray("JSON program, vs XRay, patched, counting handler", "json", of_xray_program, {}, true),
    vs_xray("grammar program, vs XRay, patched, counting handler", "grammar", of_xray_program, {},
            true),
    vs_xray("256 functions alternating, vs XRay", "functions_256", 0),
    vs_xray("1000 functions alternating, vs XRay", "functions_1000", {1.0, 0}),
    vs_xray("4000 functions alternating, vs XRay", "functions_4000", 0),
    {"1000 functions alternating, vs a wrapper without guarantees",
     Kind::peer,
     "functions_1000",
     1,
     {0, 2},
     "peer:wrapper/empty"},
    {"leaf, recording handlers, vs XRay's", Kind::peer, "leaf+recording", 1, 0,
     "peer:xray/recording"},
    {"fib, recording handlers, vs XRay's", Kind::peer, "fib+recording", 1, 0,
     "peer:xray/recording"},
    {"leaf, vs uftrace, hooks and clocks", Kind::peer, "leaf", 1, 0.1, "peer:uftrace/hooks_pg"},
    {"fib, vs uftrace, hooks and clocks", Kind::peer, "fib", 1, 0.1, "peer:uftrace/hooks_pg"},
    {"leaf, vs uretprobe (nop5)", Kind::peer, "leaf", 1, 0, "peer:uprobe/return_nop5"},
    {"fib, vs uretprobe (nop5)", Kind::peer, "fib", 1, 0, "peer:uprobe/return_nop5"},
    {.what = "two threads, scaling vs that of the unprobed run",
     .kind = Kind::scaling,
     .workload = "leaf+threads2",
     .tracers = 1,
     .limit = 0.95,
     .other = "leaf+threads1",
     .at_least = true},
    {"attach 40,000 functions, first time, vs 3 writes per page + 3 syncs", Kind::figures,
     "attach_40000", 1, 2, "first_bare_ns", "first_attach_ns"},
    {"attach 40,000 functions, again, vs 3 writes per page + 3 syncs", Kind::figures,
     "attach_40000", 1, 2, "bare_ns", "attach_ns"},
    {.what = "attach 40,000 functions, first time, vs __xray_patch",
     .kind = Kind::figures,
     .workload = "attach_40000",
     .tracers = 1,
     .limit = 10,
     .other = "first_attach_ns",
     .figure = "first_attach_ns",
     .peer = "peer:xray/counting"},
    {"attach + detach one function that 2 threads run, vs six syncs", Kind::figures, "attach_one",
     1, 2, "six_syncs_p50_ns", "attach_detach_p50_ns"},
    {"memory per thread, bytes", Kind::amount, "leaf", 1, 8192, "bytes_per_thread"},
    {"memory per frame, bytes, beside the parallel shadow", Kind::amount, "leaf", 1, 32,
     "bytes_per_frame"},
};

}  // namespace

std::span<const Goal> goal_table() { return table; }

}  // namespace retprobe::harness
