"""Linux's return probes over the versions of the kernel: the store, what changed, the exports."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from report_files import KERNELS, LINUX_VERDICTS, read

import retprobe
from retprobe import export
from retprobe.dashboard import command, encode, reading
from retprobe.errors import Error
from retprobe.history.command import main
from retprobe.history.linux import Linux
from retprobe.results import Kernels, ResultError

Change = Callable[[dict[str, Any]], None]
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the rows of one kernel of the reference, changed, as a result of its own. The kernel
    is 6.12 or newest, and several releases make a file with several kernels."""

    def made(
        name: str, *releases: str, change: Change = lambda row: None, of: str = "6.12"
    ) -> Path:
        whole = read(KERNELS)
        [kernel] = [one for one in whole["kernels"] if one["name"] == of]
        rows: list[dict[str, Any]] = []
        kernels = []
        for number, release in enumerate(releases):
            own = f"k{number}"
            kernels.append({**kernel, "name": own, "release": release})
            for row in json.loads(json.dumps([r for r in whole["rows"] if r["kernel"] == of])):
                row |= {"kernel": own, "name": row["name"].replace(of, own, 1)}
                if number == len(releases) - 1:
                    change(row)
                rows.append(row)
        path = tmp_path / "in" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({**whole, "kernels": kernels, "rows": rows}))
        return path

    return made


def costs(mechanism: str, users: int, more: float) -> Change:
    def change(row: dict[str, Any]) -> None:
        if (row["mechanism"], row["users"], row["mitigations"]) == (mechanism, users, "off"):
            row["added_instructions"] += more

    return change


def fails(row: dict[str, Any]) -> None:
    if row["mechanism"] == "fprobe":
        for name in set(row) - {"name", "kernel", "mitigations", "mechanism", "users"}:
            del row[name]
        row |= {"state": "failed", "why": "the guest hung"}


def test_the_reference_has_a_series_for_each_mechanism_and_its_changes() -> None:
    linux = Linux.of_files(KERNELS)
    told = {str(one) for one in linux.changes if one.mitigations == "off"}
    assert "fprobe, 2 users: 884 → 747 from 6.12.95 to 7.3.4" in told
    whole = Kernels.load(KERNELS)
    measured = [row for row in whole.rows if row["state"] == "measured"]
    table = linux.table()
    assert table.notna().to_numpy().sum() == len(measured)
    for row in measured:
        [release] = [one["release"] for one in whole.context if one["name"] == row["kernel"]]
        [version] = [one for one in linux.versions if release.startswith(one)]
        cell = row["mitigations"], row["mechanism"], row["users"]
        assert table.loc[cell, version] == row["added_instructions"]
    gaps = linux.counts[linux.counts["void"].notna()]
    assert len(gaps) + len(measured) == len(whole.rows)
    assert "absent: attach: Operation not supported" in set(gaps["void"])
    assert linux.notes == ()


def test_versions_are_in_the_order_of_their_numbers(write: Write) -> None:
    releases = ("6.12.95-a", "6.9.1-a", "6.12.100-a", "6.13.0-1", "6.13.0-rc2", "6.13.0-rc10")
    linux = Linux.of_files(write("a.json", *releases))
    two = ["6.13.0-rc2", "6.13.0-rc10", "6.13.0-1"]
    assert linux.versions == ["6.9.1", "6.12.95", "6.12.100", *two]
    assert linux.changes == () and linux.notes == ()


@pytest.mark.parametrize(
    ("mechanism", "users", "more", "changes"),
    [
        ("kretprobe", 8, 1, True),
        ("fprobe", 2, 1, True),
        ("fprobe", 8, 10, False),
        ("fprobe", 8, 11, True),
        ("kprobe.session", 8, -10, False),
    ],
)
def test_a_count_changes_where_regress_says_so(
    mechanism: str, users: int, more: float, changes: bool, write: Write
) -> None:
    files = (
        write("a.json", "6.12.1"),
        write("b.json", "6.12.2", change=costs(mechanism, users, more)),
    )
    found = Linux.of_files(*files).changes
    assert len(found) == changes
    for one in found:
        assert (one.mechanism, one.users, one.after - one.before) == (mechanism, users, more)
        assert (one.metric, one.kind) == ("added_instructions", "worse" if more > 0 else "better")


def test_a_walked_count_changes_too(write: Write) -> None:
    def pairs(row: dict[str, Any]) -> None:
        if row["name"].split("/")[1:] == ["off", "fexit", "1"]:
            row["exit"]["mispredicted_returns"] += 2
            row["callers12_mispredicted"] += 1
            row["unbalanced_returns"] = -1 - abs(row["unbalanced_returns"])
            row["stack_bytes"] += 8

    found = Linux.of_files(write("a.json", "6.12.1", "6.12.2", change=pairs)).changes
    metrics = ["mispredicted_returns", "unbalanced_returns", "callers12_mispredicted"]
    assert [one.metric for one in found] == metrics


def test_a_gap_keeps_its_reason_and_the_version_before_it_counts(write: Write) -> None:
    write("a.json", "6.12.1")
    write("b.json", "6.12.2", change=fails)
    folder = write("c.json", "6.12.3", change=costs("fprobe", 1, 7)).parent
    linux = Linux.of_files(folder)
    [change] = linux.changes
    assert (change.earlier, change.later) == ("6.12.1", "6.12.3")
    failed = linux.counts[linux.counts["void"] == "failed: the guest hung"]
    assert set(failed["version"]) == {"6.12.2"} and set(failed["mechanism"]) == {"fprobe"}
    row = linux.table().reset_index().query("mitigations == 'off' and mechanism == 'fprobe'")
    assert row.iloc[0][linux.versions].isna().to_list() == [False, True, False]


def test_of_two_results_of_one_version_the_later_one_counts(write: Write) -> None:
    write("2026-01-01.json", "6.12.1")
    folder = write("2026-01-02.json", "6.12.1", change=costs("fexit", 1, 3)).parent
    linux = Linux.of_files(folder)
    assert linux.changes == ()
    assert linux.table().loc[("off", "fexit", 1), "6.12.1"] == 194
    [note] = linux.notes
    assert "1 result changed" in note
    assert note.endswith("off/fexit/1 added_instructions: 191 → 194.")
    assert note.index("2026-01-01.json") < note.index("2026-01-02.json")


def test_a_file_may_have_two_kernels_of_one_version(write: Write) -> None:
    path = write("a.json", "6.12.1-own", "6.12.1-own", change=costs("fexit", 1, 3))
    linux = Linux.of_files(path)
    assert linux.table().loc[("off", "fexit", 1), "6.12.1"] == 194
    [note] = linux.notes
    assert "from kernel k0 of" in note and "to kernel k1 of" in note
    two = Linux.of_files(write("b.json", "6.12.1-own", "6.12.1+deb12", change=costs("fexit", 1, 3)))
    assert two.versions == ["6.12.1+deb12", "6.12.1-own"]
    assert len(two.changes) == 1 and two.notes == ()


def test_a_verdict_that_became_another_one_is_a_change(tmp_path: Path) -> None:
    told = [str(one) for one in Linux.of_files(LINUX_VERDICTS).verdict_changes]
    assert "fprobe, order: pass → fail from 6.12.95 to 7.3.4" in told
    assert not any("unavailable" in one for one in told)
    again = read(LINUX_VERDICTS)
    for row in again["linux_verdicts"]:
        if row["verdict"] == "fail":
            row |= {"verdict": "pass", "detail": ""}
    (tmp_path / "z.json").write_text(json.dumps(again))
    linux = Linux.of_files(LINUX_VERDICTS, tmp_path / "z.json")
    assert "fail" not in set(linux.verdicts["verdict"])
    assert {one.kind for one in linux.verdict_changes} == {"better"}
    assert all("z.json. The later one counts." in note for note in linux.notes) and linux.notes


def test_a_store_shows_the_same_as_its_files(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, folder = tmp_path / "store", write("b.json", "6.12.99").parent
    for said in ("Linux: 3 results added, 0 were there", "Linux: 0 results added, 3 were there"):
        assert main(["add", str(store), str(folder), str(KERNELS), str(LINUX_VERDICTS)]) == 0
        assert said in capsys.readouterr().out
    files, stored = Linux.of_files(folder, KERNELS, LINUX_VERDICTS), Linux.of_store(store)
    assert stored.counts.equals(files.counts) and stored.verdicts.equals(files.verdicts)
    assert stored.changes == files.changes
    (store / "linux_counts/all.parquet").write_bytes(b"PAR1")
    with pytest.raises(ResultError, match="add its results again"):
        Linux.of_store(store)


def test_a_result_without_a_kernel_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no rows that a store could keep, so each call would add it again."""
    document = read(KERNELS)
    document["kernels"] = [
        {"name": one["name"], "what": one["what"], "absent": "absent: not fetched"}
        for one in document["kernels"]
    ]
    document["rows"] = [
        {name: row[name] for name in ("name", "kernel", "mitigations", "mechanism", "users")}
        | {"state": "absent", "why": "not fetched"}
        for row in document["rows"]
    ]
    file = tmp_path / "absent.json"
    file.write_text(json.dumps(document))
    assert main(["add", str(tmp_path / "store"), str(file)]) == 0
    told = capsys.readouterr()
    assert "absent.json: has no kernel that was there: passed over" in told.err
    assert "on Linux" not in told.out


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "store/linux_counts/.all.parquet.killed.part"
    left.parent.mkdir(parents=True)
    left.touch()
    assert main(["add", str(tmp_path / "store"), str(KERNELS)]) == 0
    assert not left.exists()


def test_a_store_and_a_folder_of_linux_alone_make_a_site(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, folder = tmp_path / "store", tmp_path / "folder"
    folder.mkdir()
    shutil.copy(KERNELS, folder)
    assert main(["add", str(store), str(KERNELS)]) == 0
    for history in (store, folder):
        assert command.main([str(history), "--out", str(tmp_path / "site")]) == 0
        assert "Linux's own return probes in 3 versions" in capsys.readouterr().out


def test_the_page_has_a_value_a_gap_or_nothing_for_each_version(write: Write) -> None:
    write("a.json", "6.12.1", change=fails)
    folder = write("b.json", "7.3.1", of="newest").parent
    told = encode.linux(reading.read(folder).linux)
    assert told is not None and told["versions"] == ["6.12.1", "7.3.1"]
    assert all(len(row["values"]) == 2 for row in told["series"])
    of_fprobe = {row["users"] for row in told["series"] if row["mechanism"] == "fprobe"}
    assert of_fprobe == {1, 2, 8}
    assert {gap["at"] for gap in told["gaps"] if gap["mechanism"] == "fprobe"} == {0}
    assert json.loads(json.dumps(told)) == told
    assert encode.linux(Linux.of_results([])) is None


def test_wrong_input_is_one_line(
    write: Write,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, bad = str(tmp_path / "store"), tmp_path / "bad.json"
    whole = read(KERNELS)
    for wrong in ("x", {**whole, "rows": []}, {**whole, "kernels": "6.12"}):
        bad.write_text(json.dumps(wrong))
        assert main(["add", store, str(bad)]) == 2
        error = capsys.readouterr().err
        assert "bad.json" in error and error.count("\n") == 1
    assert not Path(store).exists()
    bad.write_text(json.dumps({**whole, "linux": {**whole["linux"], "handlers": "nop"}}))
    assert main(["add", store, str(bad)]) == 0
    error = capsys.readouterr().err
    assert error.endswith("has Kernels, whose handlers are not empty: passed over\n")
    folder = write("a.json", "6.12.1", "6.12.2").parent
    monkeypatch.setenv("RETPROBE_COMMAND", str(tmp_path / "nowhere"))
    with pytest.raises(Error, match="RETPROBE_COMMAND names no program"):
        _ = Linux.of_files(folder).changes
    monkeypatch.setenv("RETPROBE_COMMAND", "/bin/true")
    for ask in (retprobe.designs, lambda: Linux.of_files(folder).changes):
        with pytest.raises(Error, match=r"true (list|regress): wrote no JSON"):
            ask()
    assert command.main([str(folder), "--out", str(tmp_path / "site")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and not (tmp_path / "site").exists()


def test_a_store_of_linux_alone_says_what_reads_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "store")
    assert main(["add", store, str(KERNELS)]) == 0
    for asked in ("runs", "changes"):
        assert main([asked, store]) == 2
        error = capsys.readouterr().err
        assert "store: has results on Linux alone; " in error and error.count("\n") == 1


def test_an_absent_kernel_is_left_out(tmp_path: Path) -> None:
    whole = read(KERNELS)
    gone = {"name": "6.1", "what": "Debian 12's", "absent": "absent: not fetched"}
    whole["kernels"] = [gone, *(one for one in whole["kernels"] if one["name"] != "6.1")]
    (tmp_path / "a.json").write_text(json.dumps(whole))
    assert len(Linux.of_files(tmp_path).versions) == 2


@pytest.mark.parametrize("form", ["github", "bencher", "openmetrics"])
def test_counts_are_exported(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main([str(KERNELS), "--format", form]) == 0
    text = capsys.readouterr().out
    name = "6.12/off/fprobe/2"
    if form == "openmetrics":
        labels = '{kernel="6.12",mitigations="off",mechanism="fprobe",users="2"}'
        assert f"retprobe_linux_added_instructions{labels} 884.0\n" in text
        assert 'retprobe_linux_info{kernel="6.12",release="6.12.95+' in text
        voids = [line for line in text.splitlines() if line.startswith("retprobe_linux_void{")]
        assert len(voids) == sum("why" in row for row in read(KERNELS)["rows"])
    elif form == "github":
        [one] = [
            entry
            for entry in json.loads(text)
            if entry["name"] == f"{name} added_instructions in an emulator"
        ]
        assert (one["value"], one["unit"]) == (884, "1") and "6.12.95+deb12" in one["extra"]
    else:
        of = json.loads(text)[f"{name} in an emulator"]
        assert of["added-instructions"] == {"value": 884} and "stack-bytes" in of


def test_a_format_without_a_place_for_a_kind_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main([str(KERNELS), "--format", "google"]) == 2
    assert "has Kernels, which --format google" in capsys.readouterr().err
    assert export.main([str(LINUX_VERDICTS), "--format", "github"]) == 2
    error = capsys.readouterr().err
    assert "give a result of bench or kernel" in error and error.count("\n") == 1
