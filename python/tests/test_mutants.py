"""The tools that put bugs into the source: tests/mutants."""

import importlib.machinery
import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType
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


def test_score(tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = tool("sample")
    diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n keep\n-old\n+new\n"
    row = {"file": "x", "line": 1, "operator": "condition", "diff": diff, "by": "", "seconds": 1}
    rows = [{**row, "state": "killed"}] * 97 + [{**row, "state": "survived"}] * 3
    monkeypatch.setattr(sample, "equivalents", dict)
    text = sample.Score(rows, 5).text()
    assert "seed 5: 97 of 100 mutants are killed, 97.0 % (95 %: 92 to 99 %)." in text
    assert text.count(diff.rstrip()) == 3
    monkeypatch.setattr(sample, "equivalents", lambda: {("x", "old", "new"): "the same"})
    text = sample.Score(rows, 5).text()
    assert "97 of 97 mutants" in text
    assert "3 more are equivalent" in text
    assert diff.rstrip() not in text
    monkeypatch.setattr(sample, "equivalents", dict)
    text = sample.Score([*rows, {**row, "state": "open"}], 5).text()
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


def test_untried_is_not_killed(tool: Any) -> None:
    rows = [(None, "killed", "a"), (None, "untried", "no AVX"), (None, "ALIVE", "NOTHING")]
    assert tool("run").summary(rows) == "1 of 3 are killed, 1 could not be tried here"
