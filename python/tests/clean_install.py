"""Checks the installed package with its runtime dependencies only.

A dependency that is missing from pyproject.toml fails here.

tests/python.sh runs this in a venv that has nothing else.
"""

import pkgutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import retprobe


def main() -> None:
    others = [name for name in ("pytest", "mypy", "pybind11") if find_spec(name)]
    if others:
        raise SystemExit(
            f"{sys.prefix} has {', '.join(others)} too; remove the folder, "
            "tests/python.sh makes it again"
        )
    modules = [module.name for module in pkgutil.walk_packages(retprobe.__path__, "retprobe.")]
    for module in modules:
        import_module(module)
    assert retprobe.designs()
    measured = retprobe.bench(
        designs="c*",
        workloads="leaf",
        transfers=["paired", "-"],
        tracers=1,
        registers="scalar",
        verify=False,
        processes=1,
        min_time=0.001,
        progress=False,
    )
    library = str(Path(retprobe.__file__).parent / "lib" / "libretprobe_workloads.so")
    call = f"import ctypes; ctypes.CDLL({library!r}).wl_fib(10)"
    assert retprobe.run([sys.executable, "-c", call], functions="wl_fib").functions[0].calls == 177
    with TemporaryDirectory() as folder:
        result = str(Path(folder, "results", "result.json"))
        Path(result).parent.mkdir()
        measured.save(result)
        for words in (
            ["--help"],
            ["list"],
            ["plot", result, "--chart", "overhead", "--out", f"{folder}/overhead.svg"],
            ["report", result, "--out", f"{folder}/report.html"],
            ["dashboard", f"{folder}/results", "--out", f"{folder}/site"],
        ):
            subprocess.run(
                [sys.executable, "-m", "retprobe", *words], check=True, stdout=subprocess.DEVNULL
            )
    print(f"{len(modules)} modules import, {len(measured.rows)} rows measured, drawn, reported")


if __name__ == "__main__":
    main()
