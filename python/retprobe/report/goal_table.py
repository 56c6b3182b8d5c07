"""The goals of the hot path, as data: harness/judging/goal_table.cc in Python. A test compares the two."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """What is divided by what.

    kind: floor (added ns over that of a floor), workload (over the same on another workload), unprobed (the whole call
    over the unprobed one), peer (over that of a peer), scaling (of two threads over one), figures (of an experiment,
    over another figure), amount (bytes). A limit of 0 means that the value is shown, and judged by nobody.
    """

    what: str
    kind: str
    workload: str
    tracers: int
    limit: float
    other: str
    figure: str | None = None
    peer: str | None = None
    at_least: bool = False


GOALS = (
    Goal("leaf, 1 tracer, vs call_through", "floor", "leaf", 1, 1.15, "call_through"),
    Goal("fib, 1 tracer, vs call_through", "floor", "fib", 1, 1.15, "call_through"),
    Goal("leaf, 8 tracers, vs call_through", "floor", "leaf", 8, 1.25, "call_through"),
    Goal("leaf, 64 tracers, vs call_through", "floor", "leaf", 64, 1.25, "call_through"),
    Goal(
        "1 function, called as the next ones are, vs call_through",
        "floor",
        "functions_1",
        1,
        0,
        "call_through",
    ),
    Goal(
        "16 functions alternating, vs call_through", "floor", "functions_16", 1, 0, "call_through"
    ),
    Goal(
        "256 functions alternating, vs call_through", "floor", "functions_256", 1, 0, "call_through"
    ),
    Goal(
        "1000 functions alternating, vs call_through",
        "floor",
        "functions_1000",
        1,
        1.15,
        "call_through",
    ),
    Goal(
        "4000 functions alternating, vs call_through",
        "floor",
        "functions_4000",
        1,
        0,
        "call_through",
    ),
    Goal("1000 functions alternating, vs 16", "workload", "functions_1000", 1, 1.5, "functions_16"),
    Goal(
        "12 unprobed callers, whole nest, vs the unprobed run", "unprobed", "callers12", 1, 1.25, ""
    ),
    Goal(
        "recursion to 10,000, pages touched, vs call_through",
        "floor",
        "recursion_10000",
        1,
        1.15,
        "call_through",
    ),
    Goal(
        "recursion to 1,000,000, pages touched, vs call_through",
        "floor",
        "recursion_1000000",
        1,
        1.15,
        "call_through",
    ),
    Goal("leaf, vs XRay, patched, counting handler", "peer", "leaf", 1, 0.5, "peer:xray/counting"),
    Goal("fib, vs XRay, patched, counting handler", "peer", "fib", 1, 0.5, "peer:xray/counting"),
    Goal("leaf, vs uftrace, hooks and clocks", "peer", "leaf", 1, 0.1, "peer:uftrace/hooks_pg"),
    Goal("fib, vs uftrace, hooks and clocks", "peer", "fib", 1, 0.1, "peer:uftrace/hooks_pg"),
    Goal("leaf, vs uretprobe (nop5)", "peer", "leaf", 1, 0.01, "peer:uprobe/return_nop5"),
    Goal("fib, vs uretprobe (nop5)", "peer", "fib", 1, 0.01, "peer:uprobe/return_nop5"),
    Goal(
        "two threads, scaling vs that of the unprobed run",
        "scaling",
        "leaf+threads2",
        1,
        0.95,
        "leaf+threads1",
        at_least=True,
    ),
    Goal(
        "attach 40,000 functions, first time, vs 3 writes per page + 3 syncs",
        "figures",
        "attach_40000",
        1,
        2,
        "first_bare_ns",
        "first_attach_ns",
    ),
    Goal(
        "attach 40,000 functions, again, vs 3 writes per page + 3 syncs",
        "figures",
        "attach_40000",
        1,
        2,
        "bare_ns",
        "attach_ns",
    ),
    Goal(
        "attach 40,000 functions, first time, vs __xray_patch",
        "figures",
        "attach_40000",
        1,
        10,
        "first_attach_ns",
        "first_attach_ns",
        "peer:xray/counting",
    ),
    Goal(
        "attach + detach one function that 2 threads run, vs six syncs",
        "figures",
        "attach_one",
        1,
        2,
        "six_syncs_p50_ns",
        "attach_detach_p50_ns",
    ),
    Goal("memory per thread, bytes", "amount", "leaf", 1, 8192, "bytes_per_thread"),
    Goal(
        "memory per frame, bytes, beside the parallel shadow",
        "amount",
        "leaf",
        1,
        32,
        "bytes_per_frame",
    ),
)
