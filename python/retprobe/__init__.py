"""Return-probe designs, verified and measured: results, live probes, report and dashboard.

What is here is loaded when it is first asked for: reading results needs neither the extension nor a chart library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retprobe.catalogue import Design, Scenario, Workload, designs, register_sets, scenarios, transfers, workloads
    from retprobe.disassembly import Disassembly, disassemble
    from retprobe.errors import Error
    from retprobe.live import Call, Probe, configured, nest, probe
    from retprobe.results import Costs, Regressions, ResultError, Results, Verdicts, load
    from retprobe.run import bench, cost, verify
    from retprobe.stacks import ShadowStack, StackTraces, shadow_stack, unwind

_WHERE = {
    "Call": "live",
    "Costs": "results",
    "Design": "catalogue",
    "Disassembly": "disassembly",
    "Error": "errors",
    "Probe": "live",
    "Regressions": "results",
    "ResultError": "results",
    "Results": "results",
    "Scenario": "catalogue",
    "ShadowStack": "stacks",
    "StackTraces": "stacks",
    "Verdicts": "results",
    "Workload": "catalogue",
    "bench": "run",
    "configured": "live",
    "cost": "run",
    "designs": "catalogue",
    "disassemble": "disassembly",
    "load": "results",
    "nest": "live",
    "probe": "live",
    "register_sets": "catalogue",
    "scenarios": "catalogue",
    "shadow_stack": "stacks",
    "transfers": "catalogue",
    "unwind": "stacks",
    "verify": "run",
    "workloads": "catalogue",
}

__all__ = [
    "Call",
    "Costs",
    "Design",
    "Disassembly",
    "Error",
    "Probe",
    "Regressions",
    "ResultError",
    "Results",
    "Scenario",
    "ShadowStack",
    "StackTraces",
    "Verdicts",
    "Workload",
    "bench",
    "configured",
    "cost",
    "designs",
    "disassemble",
    "load",
    "nest",
    "probe",
    "register_sets",
    "scenarios",
    "shadow_stack",
    "transfers",
    "unwind",
    "verify",
    "workloads",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
