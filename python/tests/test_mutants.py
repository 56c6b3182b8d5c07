"""The tools that put bugs into the source: tests/mutants."""

import argparse
import importlib.machinery
import importlib.util
import itertools
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(
        f"mutants_{name}", str(ROOT / "tests/mutants" / name)
    )
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.syspath_prepend(str(ROOT / "tests/mutants"))
    return load


def changes(module: Any, name: str, source: str) -> set[tuple[str, str]]:
    """Each mutation as its operator and the source that it makes."""
    return {(m.operator, m.applied_to(source)) for m in module.mutations_of(name, source)}


def test_changes_of_cpp(tool: Any) -> None:
    source = "int f(int a) {\n  if (a < 1) g(a, 2);\n  h();\n  return a;\n}\n"
    expected = {
        ("boundary", source.replace("<", "<=")),
        ("condition", source.replace("<", ">=")),
        ("condition", source.replace("a < 1", "!(a < 1)")),
        ("constant", source.replace("1", "0")),
        ("constant", source.replace("1", "2")),
        ("constant", source.replace("2", "0")),
        ("constant", source.replace("2", "1")),
        ("constant", source.replace("2", "3")),
        ("arguments swapped", source.replace("a, 2", "2, a")),
        ("statement dropped", source.replace("g(a, 2);", ";")),
        ("statement dropped", source.replace("h();", ";")),
        ("value returned", source.replace("return a;", "return {};")),
    }
    assert changes(tool("operators.py"), "a.cc", source) == expected


def test_words_are_no_code(tool: Any) -> None:
    source = '#include "a1.h"\n// if (a < 1) b();\nconst char* text = "1 < 2"; /* 3 */\n'
    assert changes(tool("operators.py"), "a.cc", source) == set()


def test_changes_of_assembly(tool: Any) -> None:
    source = "f:\n        mov     8(%rsp), %rax // 3\n        je      f\n"
    mov, je = "mov     8(%rsp), %rax", "je      f"
    expected = {
        ("instruction dropped", source.replace(mov + " ", " ")),
        ("instruction dropped", source.replace(je, "")),
        ("condition", source.replace("je", "jne")),
        ("constant", source.replace("8", "16")),
        ("constant", source.replace("8", "0")),
        ("register", source.replace("rax", "rcx")),
        ("operands swapped", source.replace("8(%rsp), %rax", "%rax, 8(%rsp)")),
    }
    made = changes(tool("operators.py"), "a.S", source)
    assert expected <= made
    assert {operator for operator, _ in made - expected} == {"instructions swapped"}


def test_no_change_adds_a_line(tool: Any) -> None:
    sample = tool("sample")
    texts = sample.sources(["core/hooks/*", "core/blocks/*", "designs/*"])
    assert texts
    for name, text in texts.items():
        for mutation in sample.mutations_of(name, text):
            changed = mutation.applied_to(text)
            assert changed != text
            assert changed.count("\n") == text.count("\n"), (name, mutation)


def test_a_seed_draws_the_same_lines_once(tool: Any) -> None:
    sample = tool("sample")
    texts = sample.sources(["core/hooks/*"])

    def some(seed: int) -> list[Any]:
        return list(itertools.islice(sample.drawn(texts, seed), 50))

    assert some(1) == some(1)
    assert some(1) != some(2)
    lines = [(name, mutation.line_in(texts[name])) for name, mutation in some(1)]
    assert len(set(lines)) == len(lines)


def test_the_map_gives_an_order(tool: Any) -> None:
    lines = tool("line_map.py")
    seen = {
        "verify all": {"core/a.cc": [10, 11, 40], "core/b.cc": [1]},
        "test one": {"core/a.cc": [10]},
        "verify other": {"core/a.cc": [40]},
    }
    line_map = lines.LineMap({"judges": seen})
    assert line_map.of("core/a.cc", 10) == ["test one", "verify all"]
    assert line_map.of("core/a.cc", 13) == ["verify all"]  # of the block that begins at 11
    assert line_map.of("core/a.cc", 41) == ["verify other", "verify all"]
    assert line_map.of("core/a.cc", 9) == line_map.of("core/a.cc", 39) == []
    assert line_map.of("core/c.S", 1) == []


def test_the_map_knows_places(tool: Any) -> None:
    place_of = tool("line_map.py").place_of
    sources = {"core/hooks/hit.cc": "", "designs/bitmask/bitmask.h": ""}
    assert place_of("/x/y/../core/hooks/hit.cc:12 (discriminator 3)", sources) == (
        "core/hooks/hit.cc",
        12,
    )
    assert place_of("../../core/hooks/hit.cc:7", sources) == ("core/hooks/hit.cc", 7)
    assert place_of("/usr/include/c++/12/span:7", sources) is None
    assert place_of("??:0", sources) is place_of("/x/core/hooks/hit.cc:?", sources) is None


@pytest.mark.parametrize("quick", [True, False])
def test_the_order_leaves_no_judge_out(tool: Any, quick: bool) -> None:
    sample = tool("sample")
    tests = ["core_hooks_a_test", "core_hooks_b_test", "core_system_c_test", "designs_d_test"]

    def judges(first: list[str]) -> list[str]:
        found = sample.judges_of("core/hooks/x.cc", tests, first, quick)
        return [judge for group in found for judge in group]

    plain = judges([])
    assert {f"test {test}" for test in tests} | {"cost"} <= set(plain)
    assert ("verify --fail-fast --selection" in plain) is quick
    ordered = judges(["test designs_d_test", "verify s", "test core_hooks_b_test", "verify t"])
    assert sorted(ordered) == sorted([*plain, "verify --fail-fast --selection --scenario s,t"])
    assert ordered.index("test designs_d_test") < ordered.index("test core_system_c_test")
    many = judges([f"verify s{i}" for i in range(50)])
    assert sum(judge.startswith("verify ") for judge in many) == 1 + quick
    assert sample.long_judge("core/hooks/x.cc") == "verify --fail-fast"


def a_sample(sample: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Any:
    """A sample whose verdicts are made up: the line's number says which."""
    usual = {"seed": 1, "count": 6, "shard": (0, 1), "only": None, "quick": True, "retry": False}
    states = ["killed", "does not build", "survived", "same code"]
    source = "".join(f"void f{i}() {{ g{i}(); }}\n" for i in range(60))
    monkeypatch.setattr(sample, "sources", lambda only: {"core/a.cc": source})
    monkeypatch.setattr(sample, "WORK", tmp_path)
    monkeypatch.setattr(
        sample.Sample, "prepare", lambda self: self.folder.mkdir(parents=True, exist_ok=True)
    )

    def judged(self: Any, name: str, mutation: Any, before: Any) -> dict[str, Any]:
        line = mutation.line_in(source)
        diff = sample.diff_of(name, source, mutation)
        row = {"file": name, "line": line, "operator": "o", "diff": diff, "by": "", "seconds": 1.0}
        listed = sample.is_equivalent(row, self.equivalents)
        return row | {"state": "listed" if listed else states[line % 4]}

    monkeypatch.setattr(sample.Sample, "judged", judged)
    return sample.Sample(argparse.Namespace(**usual | options))


def test_parts_are_the_whole(tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = tool("sample")
    whole = a_sample(sample, tmp_path / "whole", monkeypatch).run()
    assert sum(row["state"] in ("killed", "survived") for row in whole) == 6
    lines = []
    for part in range(2):
        rows = a_sample(sample, tmp_path / "parts", monkeypatch, shard=(part, 2)).run()
        assert sum(row["state"] in ("killed", "survived") for row in rows) == 3
        lines += [row["line"] for row in rows]
    assert len(set(lines)) == len(lines)
    assert a_sample(sample, tmp_path / "parts", monkeypatch).run() == whole


def test_what_was_open_keeps_the_time_that_it_took(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = tool("sample")
    judged = sample.Sample.judged
    made = a_sample(sample, tmp_path, monkeypatch, quick=False)
    made.tree = SimpleNamespace(path=tmp_path)
    monkeypatch.setattr(sample.Sample, "verdict", lambda *_: ("survived", ""))
    (tmp_path / "core").mkdir()
    name, mutation = next(sample.drawn(made.texts, 1))
    assert judged(made, name, mutation, {"state": "open", "seconds": 3e6})["seconds"] > 3e6
    assert judged(made, name, mutation, None)["seconds"] < 3e6


def test_a_verdict_is_of_the_mutation_that_is_drawn_now(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other operators draw others of the same sources: lines would come twice, and others never."""
    sample = tool("sample")
    rows = a_sample(sample, tmp_path, monkeypatch).run()
    drawn = sample.drawn
    monkeypatch.setattr(sample, "drawn", lambda *of: itertools.islice(drawn(*of), 1, None))
    with pytest.raises(sample.Trouble, match=r"0000\.json is of another mutation"):
        a_sample(sample, tmp_path, monkeypatch).run()
    monkeypatch.setattr(sample, "drawn", drawn)
    assert a_sample(sample, tmp_path, monkeypatch).run() == rows


def test_a_full_disk_leaves_no_verdict_that_is_cut_off(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = a_sample(tool("sample"), tmp_path, monkeypatch)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))  # no file of this process has more
    try:
        with pytest.raises(OSError, match="File too large"):
            sample.run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sum(row["state"] in ("killed", "survived") for row in sample.run()) == 6


def test_listed_ones_are_not_of_the_count(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = tool("sample")
    whole = a_sample(sample, tmp_path, monkeypatch).run()
    survivor = next(row for row in whole if row["state"] == "survived")
    before, after = map("\n".join, sample.sides(survivor["diff"]))
    entry = {"file": survivor["file"], "before": before, "after": after}
    monkeypatch.setattr(sample, "equivalents", lambda: [entry])
    again = a_sample(sample, tmp_path, monkeypatch).run()  # goes on where the first one stopped
    assert again[: len(whole)] == whole
    assert sum(row["state"] in ("killed", "survived") for row in again) == 7
    fresh = a_sample(sample, tmp_path / "fresh", monkeypatch).run()
    assert [row["line"] for row in fresh] == [row["line"] for row in again]
    assert sum(row["state"] == "listed" for row in fresh) == 1


@pytest.mark.parametrize(
    ("before", "after", "equivalent"),
    [
        ("return 1;", "return 2;", True),
        ("if (b)\n  return 1;", "if (b)\n  return 2;", True),  # told from the other place
        ("if (a)\n  return 1;", "if (a)\n  return 2;", False),
        ("return 1;\n}", "return 2;\n}", True),
        ("return 1;", "return 3;", False),
    ],
)
def test_lines_around_a_change(tool: Any, before: str, after: str, equivalent: bool) -> None:
    sample = tool("sample")
    diff = (
        "--- a/x\n+++ b/x\n@@ -5,4 +5,4 @@\n     x();\n   if (b)\n"
        "-    return 1;\n+    return 2;\n }\n"
    )
    entry = {"file": "x", "before": before, "after": after}
    assert sample.is_equivalent({"file": "x", "diff": diff}, [entry]) is equivalent
    assert not sample.is_equivalent({"file": "y", "diff": diff}, [entry])


def test_a_failure_that_is_no_kill_hides_nothing(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = tool("sample")
    one = a_sample(sample, tmp_path, monkeypatch, jobs=1)
    one.objects = argparse.Namespace(see_nothing=lambda judge: False)
    one.cost_unavailable = None
    seen = {"verify --fail-fast": ["by chance"], "verify": ["by chance", "by the mutant"]}
    monkeypatch.setattr(sample, "failures", lambda tree, judge: seen[judge])
    failures = one.failures(["verify --fail-fast"])
    assert list(failures) == ["by chance", "by chance", "by the mutant"]


@pytest.mark.parametrize("text", ["2/2", "1", "a/b", "-1/2", "0/0"])
def test_no_part(tool: Any, text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="no part I/N"):
        tool("sample").shard(text)


def test_the_score_is_of_the_sources_that_were_mutated(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People change them while it runs. An entry of equivalent.toml may then have no place."""
    sample = tool("sample")
    whole = a_sample(sample, tmp_path, monkeypatch).run()
    digest = sample.digest_of(sample.sources(None))

    def run(self: Any) -> Any:
        monkeypatch.setattr(sample, "sources", lambda only: {"core/a.cc": "// of a later commit"})
        monkeypatch.setattr(sample, "equivalents", lambda: pytest.fail("read again"))
        return whole

    monkeypatch.setattr(sample.Sample, "run", run)
    monkeypatch.setattr(sample, "need_tools", lambda: None)
    out = tmp_path / "score.json"
    monkeypatch.setattr(sys, "argv", ["sample", "--seed", "1", "--count", "6", "--out", str(out)])
    assert sample.main() == 0
    assert json.loads(out.read_text(encoding="utf-8"))["sources"] == digest[:16]


def test_a_machine_without_room_says_nothing_of_a_mutant(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judges = tool("judges.py")
    monkeypatch.setattr(judges, "WORK", tmp_path)
    tree = judges.Tree("tree")
    tree.logs.mkdir(parents=True)
    ninja = tmp_path / "ninja"
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def built(says: str) -> Any:
        ninja.write_text(f"#!/bin/bash\necho 'x.cc: {says}'\nexit 1\n", encoding="utf-8")
        ninja.chmod(0o755)
        return tree.make(["all"], 1)

    assert built("error: expected ;") is False
    for says in (
        "fatal error: error writing to x.s: No space left on device",
        "fatal error: Killed signal terminated program cc1plus",
    ):
        with pytest.raises(judges.Trouble, match="no verdict on a mutant"):
            built(says)


@pytest.mark.parametrize(
    ("name", "words"), [("sample", ["--seed", "1"]), ("run", ["1"])], ids=["sample", "run"]
)
def test_a_second_run_leaves_the_copies_to_the_first(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: list[str]
) -> None:
    """Also where the first was killed, and a process that it started goes on."""
    module = tool(name)
    monkeypatch.setattr(module, "WORK", tmp_path)
    monkeypatch.setattr(module, "need_tools", lambda: None)
    monkeypatch.setattr(module, "Tree", lambda which: pytest.fail("it takes the copies"))
    monkeypatch.setattr(sys, "argv", [name, *words])
    first = (
        "import pathlib, sys, patched_tree as p\n"
        f"with p.alone(pathlib.Path({str(tmp_path)!r})):\n"
        "    p.call(['bash', '-c', 'echo $$ >began.half; mv began.half began; exec sleep 1000'],\n"
        f"           '/dev/null', cwd={str(tmp_path)!r})\n"
    )
    tools = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}
    process = subprocess.Popen([sys.executable, "-c", first], env=tools)
    began = tmp_path / "began"
    while not began.exists():
        time.sleep(0.01)
    try:
        for _ in range(2):
            with pytest.raises(module.Trouble, match=r"lock is locked: a run is under way, or "):
                module.main()
            process.kill()
            process.wait()
    finally:
        os.kill(int(began.read_text(encoding="ascii")), signal.SIGKILL)


def test_a_second_run_of_candidates_leaves_the_copies_to_the_first(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both wrote the same bench.json, and one showed the times of the other."""
    run = tool("../../tools/candidates/run")
    monkeypatch.setattr(run, "TREES", tmp_path)
    monkeypatch.setattr(run, "need_tools", lambda: None)
    monkeypatch.setattr(run, "build", lambda *_: pytest.fail("it takes the copies"))
    monkeypatch.setattr(sys, "argv", ["run"])
    with run.alone(tmp_path), pytest.raises(run.Trouble, match="lock is locked"):
        run.main()


def test_a_candidate_without_a_time_is_not_shown(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--design and --workload take what is not timed: a glob of designs, an experiment."""
    run = tool("../../tools/candidates/run")
    monkeypatch.setattr(run, "TREES", tmp_path)
    row = {"design": "bitmask", "workload": "leaf", "added_ns": 5.0}
    text = json.dumps({"benchmarks": [row]})
    monkeypatch.setattr(run, "call", lambda *_: (tmp_path / "bench.json").write_text(text) and 0)
    assert run.measure("as it is", "leaf", 0.1, "bitmask") == {"leaf": 5.0}
    with pytest.raises(run.Trouble, match="no time of 'bit\\*' in 'leaf'"):
        run.measure("as it is", "leaf", 0.1, "bit*")


@pytest.mark.parametrize(
    "words", [("tests/mutants/run", "1"), ("tools/candidates/run", "islands")], ids=lambda w: w[0]
)
def test_a_folder_that_cannot_be_made_says_nothing_of_a_mutant(
    tmp_path: Path, words: tuple[str, str]
) -> None:
    """Status 1 says that one is alive."""
    for folder in ("tools", "tests/mutants"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "build").touch()
    done = subprocess.run([tmp_path / words[0], words[1]], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith(f"{words[0]}: [Errno "), done.stderr


def test_a_run_of_no_mutant_has_not_passed(tool: Any) -> None:
    run = tool("run")
    mutants = [argparse.Namespace(name="001-one")]
    arguments = argparse.Namespace(names=["1"], some=None, shard=(0, 2))
    assert run.chosen(mutants, arguments) == mutants
    arguments.shard = (1, 2)
    with pytest.raises(run.Trouble, match="no mutant is left"):
        run.chosen(mutants, arguments)


def test_score(tool: Any) -> None:
    sample = tool("sample")
    diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n keep\n-old\n+new\n"
    row = {"file": "x", "line": 1, "operator": "condition", "diff": diff, "by": "", "seconds": 2}
    rows = [{**row, "state": "killed"}] * 97 + [{**row, "state": "survived"}] * 3
    text = sample.Score(rows, 5, []).text()
    assert "seed 5: 97 of 100 mutants are killed, 97.0 % (95 %: 92 to 99 %); " in text
    assert "judging took 200 s." in text
    assert text.count(diff.rstrip()) == 3
    entry = {"file": "x", "before": "old", "after": "new"}
    text = sample.Score(rows, 5, [entry]).text()
    assert "97 of 97 mutants" in text
    assert "3 more are equivalent" in text
    assert diff.rstrip() not in text
    text = sample.Score([*rows, {**row, "state": "open"}], 5, []).text()
    assert "97 of 101 mutants" in text
    assert "1 are open" in text


@pytest.mark.parametrize(
    ("mutated", "clean", "kills"),
    [
        ([True], [False] * 5, True),
        ([False, False, True], [False] * 5, True),  # now and then
        ([False] * 5, [False] * 5, False),  # once, as a hang under load
        ([True], [False, True], False),  # the clean build fails, too
    ],
)
def test_what_kills(
    tool: Any, monkeypatch: pytest.MonkeyPatch, mutated: list[bool], clean: list[bool], kills: bool
) -> None:
    judges = tool("judges.py")
    outcomes = {"mutated": iter(mutated), "clean": iter(clean)}
    failure = judges.Failure("`s`", "verify --scenario s")
    monkeypatch.setattr(
        judges, "failures", lambda tree, _: [failure] if next(outcomes[tree]) else []
    )
    assert judges.is_kill("mutated", "clean", failure) is kills


def test_judges_look_at_the_copy_alone(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People change the patches and the reference of costs while a run goes on."""
    judges, run = tool("judges.py"), tool("run")
    paths: list[Path] = []

    def call(command: list[Any], *_: Any, **__: Any) -> int:
        paths.append(command[-1])
        return 0

    def apply(patch: Path, *_: Any) -> bool:
        paths.append(patch)
        return False

    monkeypatch.setattr(judges, "call", call)
    monkeypatch.setattr(run, "apply", apply)
    tree = argparse.Namespace(path=tmp_path, build=tmp_path / "build", logs=tmp_path)
    judges.of_cost(tree, ["cost"])
    mutant = argparse.Namespace(
        name="01-x", path=ROOT / "tests/mutants/01-x.patch", kills=["cost"], files=[]
    )
    assert run.try_mutant(mutant, tree, tree, {}, 1)[0] == "ALIVE"
    assert [str(path.relative_to(tmp_path)) for path in paths] == [
        "results/reference/cost",
        "tests/mutants/01-x.patch",
    ]


def test_what_was_not_tried_is_not_killed(tool: Any) -> None:
    states = {"k": "killed", "u": "untried", "b": "BUSY", "a": "ALIVE", "c": "BUSY"}
    rows = [(argparse.Namespace(name=name), state, "why") for name, state in states.items()]
    assert tool("run").summary(rows) == (
        "1 of 5 are killed, 1 could not be tried here; the machine was too busy for: b, c; alive: a"
    )


def test_a_machine_that_is_too_busy_without_a_mutant_is_no_reason_to_try_none(tool: Any) -> None:
    """What this machine lacks is one."""
    run = tool("run")
    mutant = argparse.Namespace(kills=["verify --scenario a", "verify --scenario b"])
    busy = "the machine was too busy: no end after 200 s"
    lacks = "gdb is not installed"
    for why, told in ((lacks, ("untried", lacks)), (busy, ("BUSY", busy))):
        not_here = dict(zip(mutant.kills, (lacks, why), strict=True))
        assert run.try_mutant(mutant, None, None, not_here, 1) == told


def test_a_scenario_that_the_machine_was_too_busy_for_is_no_verdict(
    tool: Any, tmp_path: Path
) -> None:
    judges = tool("judges.py")
    tree = argparse.Namespace(logs=tmp_path)
    assert judges.too_busy(tree, "verify --scenario s") is None
    details = ["", "the machine was too busy: no end after 200 s"]
    document = {"results": [{"detail": detail} for detail in details]}
    (tmp_path / "verify.json").write_text(json.dumps(document), encoding="utf-8")
    assert judges.too_busy(tree, "verify --scenario s") == details[1]
    assert judges.too_busy(tree, "test a_test") is None
