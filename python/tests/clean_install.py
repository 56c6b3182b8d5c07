"""Checks the installed package with its runtime dependencies only.

A dependency that is missing from pyproject.toml fails here.

usage: clean_install.py FOLDER, by the Python of a venv that has the package and more.

FOLDER becomes a venv with links to the package and to what it requires, and to nothing else. There
this runs again, without FOLDER.
"""

import pkgutil
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import import_module
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory


def required(name: str, found: set[str]) -> set[str]:
    """Adds the distribution and all that it requires."""
    from packaging.requirements import Requirement

    if name not in found:
        found.add(name)
        for line in distribution(name).requires or []:
            requirement = Requirement(line)
            if not requirement.marker or requirement.marker.evaluate({"extra": ""}):
                required(requirement.name, found)
    return found


def make(folder: Path) -> Path:
    """A venv of the package with its dependencies; its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    there, here = folder / "lib" / version / "site-packages", Path(sysconfig.get_path("purelib"))
    for name in required("retprobe", set()):
        tops = {file.parts[0] for file in distribution(name).files or []}
        for top in tops - {"..", "__pycache__"}:
            if not (there / top).exists():
                (there / top).symlink_to(here / top)
    return folder / "bin" / "python"


def main() -> None:
    if sys.argv[1:]:
        python = make(Path(sys.argv[1]))
        raise SystemExit(subprocess.run([python, __file__], check=False).returncode)
    import retprobe

    others = [name for name in ("pytest", "mypy", "pybind11") if find_spec(name)]
    assert not others, f"{sys.prefix} has {others}, which retprobe does not require"
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
