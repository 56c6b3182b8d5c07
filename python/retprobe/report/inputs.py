"""The files of a report by kind. Each has a letter, which the page uses as its name."""

import shlex
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from retprobe.charts.figures import Figure, NothingToDraw
from retprobe.charts.plot import Plot
from retprobe.conclusions import Decision, Goals, decisions, goals
from retprobe.machine import load_words
from retprobe.report.view import View
from retprobe.results import Document, Results

Found = TypeVar("Found")
Kind = TypeVar("Kind", bound=Document)


@dataclass(frozen=True)
class File:
    """A file of the report. `letter` is empty if it is the only one."""

    name: str
    letter: str
    document: Document

    def named(self, form: str) -> str:
        """The letter in `form`, such as " in {}"; empty if the file has none."""
        return form.format(self.letter) if self.letter else ""


@dataclass(frozen=True)
class Bench:
    file: File
    view: View
    plot: Plot

    @property
    def stamp(self) -> str:
        """When and at which commit it was measured: "2026-11-20, commit 678da0b774ab"."""
        date = str(self.view.context.get("date", "no date"))[:10]
        return f"{date}, commit {str(self.view.context['commit'])[:12]}"

    @cached_property
    def load(self) -> str:
        """Under which load it was measured (machine.load_words); empty if the machine was idle."""
        return load_words(self.view.context)

    def told(self, caption: str) -> str:
        """A table's caption, with the load."""
        return f"{caption}; measured {self.load}" if self.load else caption

    @cached_property
    def decisions(self) -> list[Decision]:
        return decisions(self.view.context, self.view.all_rows, self.file.name)

    @cached_property
    def goals(self) -> Goals:
        return goals(self.view.context, self.view.all_rows, self.file.name)

    def command(self, base: str) -> str:
        """A command that measures the same rows again, in the same way."""
        context = self.view.context
        quick = " --quick" if context["quick"] else ""
        base = base.replace("retprobe bench", f"retprobe bench{quick}", 1)
        base = base.replace("--transfer paired,-", f"--transfer {self.plot.usual_transfer},-")
        if context.get("peers"):
            base = base.replace("--peers '*'", f"--peers {shlex.quote(','.join(context['peers']))}")
        return (
            f"{base} --processes {context['processes']} --min-time {context['min_time']:g} --seed "
            f"{context['seed']}"
        )


def _letter(index: int) -> str:
    letters = string.ascii_uppercase
    return (
        letters[index]
        if index < len(letters)
        else f"{letters[index // len(letters) - 1]}{letters[index % len(letters)]}"
    )


@dataclass
class Inputs:
    """All files of a report. Bench files are in order, the newest first; others as given."""

    files: list[File] = field(default_factory=list)
    benches: list[Bench] = field(default_factory=list)

    @classmethod
    def of(cls, documents: Sequence[tuple[str, Document]]) -> "Inputs":
        several = len(documents) > 1
        files = [
            File(name, _letter(i) if several else "", document)
            for i, (name, document) in enumerate(documents)
        ]
        benches = [
            Bench(f, View(f.document), Plot(f.document))
            for f in files
            if isinstance(f.document, Results)
        ]
        # A file without a date counts as the oldest. Sorting is stable: of two with the same date,
        # the one given first comes first.
        benches.sort(key=lambda bench: str(bench.view.context.get("date", "")), reverse=True)
        return cls(files, benches)

    def of_kind(self, kind: type[Kind]) -> list[tuple[File, Kind]]:
        return [(f, f.document) for f in self.files if isinstance(f.document, kind)]

    def has(self, *kinds: type[Document]) -> bool:
        return any(isinstance(f.document, kinds) for f in self.files)

    def fullest(
        self,
        find: Callable[[Bench], Found | None],
        size: Callable[[Found], int],
        timed: bool = True,
    ) -> tuple[Bench, Found, list[File]] | None:
        """What `find` finds in the bench file that has most of it, and the other files that have
        it.

        If it is timed, files of an idle machine come first. If several have as much, the newest is
        taken."""
        found = [(bench, one) for bench in self.benches if (one := find(bench)) is not None]
        if not found:
            return None
        # Of those that are alike, max takes the first, so the newest.
        best = max(found, key=lambda pair: (not (timed and pair[0].load), size(pair[1])))
        return (*best, [bench.file for bench, _ in found if bench is not best[0]])

    def figure(self, name: str) -> tuple[Bench, Figure, list[File]] | None:
        def find(bench: Bench) -> Figure | None:
            try:
                return bench.plot.figure(name)
            except NothingToDraw:
                return None  # a section without data says so itself

        return self.fullest(
            find,
            lambda figure: sum(int(panel.rows["value"].notna().sum()) for panel in figure.panels),
            timed=name != "memory",
        )
