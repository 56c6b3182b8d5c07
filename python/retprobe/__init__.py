"""Return-probe designs, verified and measured: results, live probes, report and dashboard.

What is here is loaded when it is first asked for: reading results needs neither the extension nor a chart library.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retprobe.results import Costs, Regressions, ResultError, Results, Verdicts, load

_WHERE = {
    "Costs": "results",
    "Regressions": "results",
    "ResultError": "results",
    "Results": "results",
    "Verdicts": "results",
    "load": "results",
}

__all__ = ["Costs", "Regressions", "ResultError", "Results", "Verdicts", "load"]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
