"""Judges of a mutant: the scenarios, the unit tests, the model of the patching protocol, the costs.

A judge looks at a build of a mutant and returns the failures that it saw. A failure kills when it
is seen again, and when the same does not fail in a clean build. So neither a hang that came once
nor a scenario that fails now and then counts."""

import dataclasses
import json
import pathlib
import re
import shlex
import subprocess

from patched_tree import ROOT, Trouble, call, copy_sources

WORK = ROOT / "build/mutants"
TEST_SECONDS = 120
VERIFY_SECONDS = 3600  # for a verify that hangs; each scenario has a limit of its own
TIMES_TO_REPEAT = 5
TOO_BUSY = "the machine was too busy"
NO_ROOM = re.compile(r"No space left on device|Killed signal terminated program")


@dataclasses.dataclass(frozen=True)
class Failure:
    name: str  # for people: `scenario`, `Suite.Test` …
    judge: str  # what fails again, in the words of a `kill:` line
    said: str = ""  # how it failed, where that is known

    def in_full(self):
        return f"{self.name} ({self.said})" if self.said else self.name


class Tree:
    """A copy of the sources with a build folder of its own."""

    def __init__(self, name):
        self.name = name
        self.path = WORK / name
        self.build = self.path / "build/release"
        self.logs = WORK / "logs" / name

    def prepare(self, options=()):
        self.path.mkdir(parents=True, exist_ok=True)
        self.logs.mkdir(parents=True, exist_ok=True)
        copy_sources(self.path)
        log = self.logs / "configure.log"
        # A program is linked again only where something that it includes has changed: a library
        # that it loads is as good.
        command = ["cmake", "--preset", "release", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON", *options]
        if call(command, log, cwd=self.path):
            raise Trouble(f"configuring the copy failed: {log}")

    def make(self, targets, jobs):
        """Builds the targets, and returns whether that succeeded."""
        command = ["ninja", "-C", self.build, f"-j{jobs}", *targets]
        log = self.logs / "build.log"
        if call(command, log) == 0:
            return True
        if said := NO_ROOM.search(log.read_text(encoding="utf-8", errors="replace")):
            raise Trouble(f"a build ended with '{said[0]}', which is no verdict on a mutant: {log}")
        return False

    def must_make(self, targets, jobs, what):
        if not self.make(targets, jobs):
            raise Trouble(
                f"building {what} failed, which is no verdict on the suite: {self.logs}/build.log"
            )


def target_of(judge):
    words = shlex.split(judge)
    targets = {"verify": "retprobe_cli", "cost": "retprobe_cli", "model": "record_poke_trace"}
    return targets.get(words[0]) or words[1]


def failures(tree, judge):
    """What fails in the tree's build when this judge looks at it."""
    words = shlex.split(judge)
    judges = {"verify": of_verify, "test": of_test, "model": of_model, "cost": of_cost}
    if words[0] not in judges:
        raise Trouble(f"'{judge}' begins with none of {', '.join(judges)}")
    return judges[words[0]](tree, words)


def is_kill(mutated, clean, failure):
    """Whether the failure is the mutant's: seen again in its build, and never in the clean one."""
    if not any(failures(mutated, failure.judge) for _ in range(TIMES_TO_REPEAT)):
        return False
    return not any(failures(clean, failure.judge) for _ in range(TIMES_TO_REPEAT))


def unavailable(tree, judge):
    """Why nothing that this judge looks at can be tried on this machine; None when it can be."""
    words = shlex.split(judge)
    if words[0] == "cost":
        failures(tree, judge)
        return cost_unavailable(tree)
    if words[0] != "verify":
        return None
    rows, _ = verified(tree, words)
    if rows and any(row["verdict"] == "pass" for row in rows):
        return None
    return busy_in(rows) or (rows[0]["detail"] if rows else "no cell")


def too_busy(tree, judge):
    """What the verification that this tree ran last says of a machine that was too busy for it;
    None where it was not, or the judge is another."""
    document = tree.logs / "verify.json"
    if not judge.startswith("verify ") or not document.is_file():
        return None
    return busy_in(json.loads(document.read_text(encoding="utf-8"))["results"])


def busy_in(rows):
    return next((row["detail"] for row in rows or () if row["detail"].startswith(TOO_BUSY)), None)


def verified(tree, words):
    """The rows of a verification, and its exit status; None when it fell over."""
    document, log = tree.logs / "verify.json", tree.logs / "verify.log"
    document.unlink(missing_ok=True)
    command = [tree.build / "retprobe", *words, "--format", "json", "--out", document]
    try:
        status = call(command, log, cwd=tree.path, timeout=VERIFY_SECONDS)
    except subprocess.TimeoutExpired:
        return None, "it hangs"
    # A mutant may understand nothing any more.
    if status == 2 and tree.name == "clean":
        raise Trouble(f"'{shlex.join(map(str, words))}' was not understood: {log}")
    if status not in (0, 1) or not document.is_file():
        return None, f"status {status}"
    return json.loads(document.read_text(encoding="utf-8"))["results"], status


def of_verify(tree, words):
    rows, status = verified(tree, words)
    if rows is None:
        return [Failure(f"`verify` itself ({status})", shlex.join(words))]
    # A bounded run takes a sample of what an exhaustive one takes.
    verify = "verify --exhaustive" if "--exhaustive" in words else "verify"
    return [
        Failure(
            f"`{row['scenario']}`",
            f"{verify} --scenario {row['scenario']} --design {row['design']} "
            f"--transfer {row['transfer']} --registers {row['registers']} "
            f"--tracers {row['tracers']}",
            row["detail"],
        )
        for row in rows
        if row["verdict"] == "fail"
    ]


def of_test(tree, words):
    program = words[1]
    log = tree.logs / f"{program}.log"
    try:
        status = call([tree.build / program, *words[2:]], log, cwd=tree.build, timeout=TEST_SECONDS)
    except subprocess.TimeoutExpired:
        status = None
    if status == 0:
        if "[  PASSED  ] 0 tests" in log.read_text(encoding="utf-8", errors="replace"):
            raise Trouble(f"'{shlex.join(words)}' selects no test")
        return []
    text = log.read_text(encoding="utf-8", errors="replace")
    # Behind the name: the time that it took, or the parameter of a TEST_P.
    failed = re.findall(r"^\[  FAILED  \] (\w+(?:/\w+)?\.[\w/]+)(?: \(|,)", text, re.MULTILINE)
    began = re.findall(r"^\[ RUN      \] (\S+)", text, re.MULTILINE)
    # One that crashes or hangs began and did not end.
    name = failed[0] if failed else began[-1] if began else None
    if name is None:
        return [Failure(f"`{program}`", shlex.join(words))]
    return [Failure(f"`{name}`", f"test {program} --gtest_filter={name}")]


def of_model(tree, words):
    log = tree.logs / "model.log"
    status = call([tree.path / "tests/model/run", "--trace", tree.build], log, cwd=tree.path)
    if status == 2:
        raise Trouble(f"the model could not be checked: {log}")
    name = "the model of the patching protocol (`tests/model/run`)"
    return [Failure(name, "model")] if status else []


def of_cost(tree, words):
    """Status 2 and 77 say that there is nothing to compare with: see unavailable()."""
    log = tree.logs / "cost.log"
    command = [tree.build / "retprobe", *words, "--reference", tree.path / "results/reference/cost"]
    try:
        status = call(command, log, cwd=tree.path, timeout=VERIFY_SECONDS)
    except subprocess.TimeoutExpired:
        return [Failure("the gate of costs (it hangs)", shlex.join(words))]
    (tree.logs / "cost.status").write_text(str(status), encoding="utf-8")
    if status in (0, 2, 77):
        return []
    return [Failure("the gate of costs", shlex.join(words))]


def cost_unavailable(tree):
    if (tree.logs / "cost.status").read_text(encoding="utf-8") in ("2", "77"):
        return pathlib.Path(tree.logs / "cost.log").read_text(encoding="utf-8").strip()
    return None
