"""What a machine is, what a method of measuring is, and how a result tells both.

Values of two machines, or of two methods, never form one series. `retprobe merge`, the history, the
dashboard, the exports and the report take the definition from here.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

try:
    from retprobe import _core
except ImportError:  # a checkout whose extension is not built
    _core = None  # type: ignore[assignment]

Context = Mapping[str, Any]
"""The context of a result."""

MACHINE = (
    "cpu", "cpu_id", "microcode", "cores", "hypervisor", "governor", "kernel", "mitigations",
    "aslr",
)  # fmt: skip
"""The fields of a context that make the machine, together with its host's name (`machine`)."""

METHOD = ("quick", "min_time", "visits", "in_turns", "compiler")
"""The fields of a context that make the method. The number of processes is not one of them: more
processes give the same value with a narrower interval. Handlers are part of a row's workload."""


_OF_WORDS = ("cpu", "cpu_id", "cores", "other_processors", "load_avg")


def _fields(context: Context) -> str:
    """What the extension makes words of. A whole context is long."""
    return json.dumps({name: context[name] for name in _OF_WORDS if name in context})


def processor_name(context: Context) -> str:
    """The processor for people: "AMD EPYC, Zen 4, family 25 model 17".

    Without the extension, the microarchitecture is left out."""
    if _core is not None:
        return _core.processor_name(_fields(context))
    found = re.search(r"family (\d+) model (\d+)", context["cpu_id"])
    return f"{context['cpu']}, {found[0]}" if found else str(context["cpu"])


def core_words(context: Context) -> str:
    """ "1 core", "2 cores"."""
    cores = context["cores"]
    return "1 core" if cores == 1 else f"{cores} cores"


def process_words(context: Context) -> str:
    """ "1 process", "6 processes"."""
    processes = context["processes"]
    return "1 process" if processes == 1 else f"{processes} processes"


def load_words(context: Context) -> str:
    """Under which load it was measured: "while other work kept 1.8 of 2 processors busy".

    Empty if the machine was idle, or if its load is not known. The extension has the limit
    (harness/results/context_words.h). Without it, no load is told."""
    return "" if _core is None else _core.load_words(_fields(context))


def share(probability: float) -> str:
    """A probability as people read it: "96.9 %"."""
    return f"{100 * probability:.3g}\N{NO-BREAK SPACE}%"


def interval_words(context: Context) -> str:
    """What the intervals of a result are: "75 % interval of 3 processes"."""
    return f"{share(context['interval_coverage'])} interval of {process_words(context)}"


def method_of(context: Context) -> str:
    """The method in words: `quick, min_time 0.02, visits 5, in_turns, gcc 12`.

    Only the major version of the compiler counts."""
    words = ["quick"] if context.get("quick") is True else []
    words += [
        f"{name} {context[name]:g}"
        for name in ("min_time", "visits")
        if context.get(name) is not None
    ]
    words += ["in_turns"] if context.get("in_turns") is True else []
    words += [str(context["compiler"]).split(".")[0]] if context.get("compiler") is not None else []
    return ", ".join(words)


def _words(context: Context, host: str) -> str:
    """ "AMD EPYC, family 25 model 17, 2 cores, KVM, vm"."""
    vendor = str(context["hypervisor"])
    # Vendors fill their twelve letters: KVMKVMKVM, VMwareVMware.
    repeated = re.fullmatch(r"(.+?)\1+", vendor)
    hypervisor = "no hypervisor" if vendor == "none" else repeated[1] if repeated else vendor
    return f"{processor_name(context)}, {core_words(context)}, {hypervisor}, {host}"


def _told(context: Context, field: str, others: Sequence[Context]) -> list[str]:
    """A field in words, if the other contexts have it otherwise."""
    value = context.get(field)
    if all(other.get(field) == value for other in others):
        return []
    if not isinstance(value, Mapping):
        return [str(value) if field == "kernel" else f"{field} {value}"]
    return [
        f"{name}: {text}"
        for name, text in value.items()
        if any((other.get(field) or {}).get(name) != text for other in others)
    ] or [f"{field} otherwise"]


def machine_names(machines: Sequence[tuple[str, Context]]) -> list[str]:
    """A name for each of some different machines, given as (host's name, context).

    A name says the processor, cores, hypervisor and host. Machines that would have the same name
    also have what differs: the kernel, microcode, mitigations …"""
    alike: dict[str, list[Context]] = {}
    for host, context in machines:
        alike.setdefault(_words(context, host), []).append(context)
    names = []
    for host, context in machines:
        words = _words(context, host)
        more = [text for field in MACHINE for text in _told(context, field, alike[words])]
        names.append(", ".join([words, *more]))
    return names


def machine_label(context: Context) -> str:
    """A machine's name where the others are not known: its words and a digest of MACHINE."""
    fields = json.dumps([context.get(field) for field in MACHINE], sort_keys=True)
    digest = hashlib.sha256(fields.encode()).hexdigest()[:8]
    return f"{_words(context, context['machine'])} ({digest})"
