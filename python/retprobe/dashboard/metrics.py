"""The names of metrics on the page. A metric that is not listed here keeps its own name."""

_TITLES = {
    "added_ns": ("time added per call", "ns"),
    "ns_per_call": ("time per call", "ns"),
    "ratio_to_call_through": ("added time over call_through's", "x"),
    "bytes_per_frame": ("shadow stack per call in flight", "bytes"),
    "stack_bytes_per_frame": ("machine stack added per call in flight", "bytes"),
    "bytes_per_thread": ("memory per thread", "bytes"),
    "added_instructions": ("instructions added per call", ""),
    "mispredicted_returns": ("mispredicted returns of a hit", ""),
    "unbalanced_returns": ("returns of a hit without a call", ""),
    "callers12_mispredicted": ("mispredicted returns of twelve unprobed callers", ""),
    "stack_bytes": ("stack that a hit adds", "bytes"),
}


def described(metric: str) -> dict[str, str]:
    """The metric's `title` and `unit`. A metric whose name ends in _ns is in nanoseconds."""
    own = metric.removeprefix("figures.").removesuffix("_ns").replace("_", " ")
    title, unit = _TITLES.get(metric, (own, "ns" if metric.endswith("_ns") else ""))
    return {"title": title, "unit": unit}
