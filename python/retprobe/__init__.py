"""Return-probe designs, verified and measured: results, live probes, report and dashboard.

Each name is imported when it is first used, so reading results loads neither the extension nor a
chart library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retprobe import history as history
    from retprobe.errors import Error
    from retprobe.live.counted import disassemble
    from retprobe.live.disassembly import Disassembly
    from retprobe.live.probe import Call, Probe, configured, nest, probe
    from retprobe.live.stacks import ShadowStack, StackTraces, shadow_stack, unwind
    from retprobe.results import (
        Costs,
        Kernels,
        LinuxRegressions,
        LinuxVerdicts,
        Prices,
        ProgramComparison,
        ProgramRun,
        Regressions,
        ResultError,
        Results,
        TracerVerdicts,
        Verdicts,
        load,
    )
    from retprobe.suite.catalogue import (
        Design,
        Scenario,
        Workload,
        designs,
        register_sets,
        scenarios,
        transfers,
        workloads,
    )
    from retprobe.suite.subcommands import bench, cost, prices, run, verify
    from retprobe.suite.sweep import sweep

_PACKAGES = ("history",)

_WHERE = {
    "Call": "live.probe",
    "Costs": "results",
    "Design": "suite.catalogue",
    "Disassembly": "live.disassembly",
    "Error": "errors",
    "Kernels": "results",
    "LinuxRegressions": "results",
    "LinuxVerdicts": "results",
    "Prices": "results",
    "Probe": "live.probe",
    "ProgramComparison": "results",
    "ProgramRun": "results",
    "Regressions": "results",
    "ResultError": "results",
    "Results": "results",
    "Scenario": "suite.catalogue",
    "ShadowStack": "live.stacks",
    "StackTraces": "live.stacks",
    "TracerVerdicts": "results",
    "Verdicts": "results",
    "Workload": "suite.catalogue",
    "bench": "suite.subcommands",
    "configured": "live.probe",
    "cost": "suite.subcommands",
    "designs": "suite.catalogue",
    "disassemble": "live.counted",
    "load": "results",
    "nest": "live.probe",
    "prices": "suite.subcommands",
    "probe": "live.probe",
    "register_sets": "suite.catalogue",
    "run": "suite.subcommands",
    "scenarios": "suite.catalogue",
    "shadow_stack": "live.stacks",
    "sweep": "suite.sweep",
    "transfers": "suite.catalogue",
    "unwind": "live.stacks",
    "verify": "suite.subcommands",
    "workloads": "suite.catalogue",
}

__all__ = [
    "Call",
    "Costs",
    "Design",
    "Disassembly",
    "Error",
    "Kernels",
    "LinuxRegressions",
    "LinuxVerdicts",
    "Prices",
    "Probe",
    "ProgramComparison",
    "ProgramRun",
    "Regressions",
    "ResultError",
    "Results",
    "Scenario",
    "ShadowStack",
    "StackTraces",
    "TracerVerdicts",
    "Verdicts",
    "Workload",
    "bench",
    "configured",
    "cost",
    "designs",
    "disassemble",
    "history",
    "load",
    "nest",
    "prices",
    "probe",
    "register_sets",
    "run",
    "scenarios",
    "shadow_stack",
    "sweep",
    "transfers",
    "unwind",
    "verify",
    "workloads",
]


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"{__name__}.{name}")
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
