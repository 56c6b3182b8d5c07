#!/usr/bin/env bash
# Tests the Python package as its users get it: a wheel, made from what a build folder has already
# built, installed in a venv of its own. The tests run on the installed package, not on the sources:
# the unwinding scenarios with every symbol stripped, the API, its types, its style.
#
# tests/python.sh [--environment | --quick | --all] [BUILD_FOLDER] (build/check)
#
# --environment: only makes the venv of the tests.
# --quick: style, types, and the fast tests, on the sources, with the build folder's program. No
#     wheel is made, and tests that need the installed package are left out.
# --all: the tests that are marked `whole`, too (pyproject.toml), and a wheel that pip makes of the
#     source archive, which compiles everything.
#
# The venv build/python-venv is made once, and again when pyproject.toml or the system's Python
# changes. This needs the network; later runs do not.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh

mode=
case ${1:-} in --environment | --quick | --all) mode=${1#--}; shift ;; esac
build_folder=${1:-build/check}
venv=$PWD/build/python-venv
wheels=$PWD/build/wheels
[ -f "$build_folder/CMakeCache.txt" ] ||
  die "$build_folder is no build folder; run ./check, or: cmake --preset check"

# Prints the requirements in pyproject.toml: to build, to run and to test.
requirements() {
  "$venv/bin/python" - <<'PYTHON'
import tomllib

with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)
lists = (
    project["build-system"]["requires"],
    project["project"]["dependencies"],
    project["project"]["optional-dependencies"]["test"],
)
print(*(requirement for each in lists for requirement in each), sep="\n")
PYTHON
}

make_venv() {
  local digest
  digest="$(sha256sum pyproject.toml), $(/usr/bin/python3 --version)"
  [ "$(cat "$venv/complete" 2>/dev/null)" != "$digest" ] || return 0
  # A venv is of one Python: an upgrade of the system leaves one that has no pip.
  "$venv/bin/pip" --version >/dev/null 2>&1 ||
    /usr/bin/python3 -m venv --clear "$venv" || return 1
  requirements >"$venv/requirements.txt" || return 1
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt" ||
    return 1
  printf '%s\n' "$digest" >"$venv/complete"
}

make_wheel() {
  local used=$build_folder/.skbuild-info.json
  # A folder in which another environment made a wheel would be configured and built from scratch.
  if [ -f "$used" ] && ! grep -q '"skbuild_path": "[^"]*/build/python-venv/' "$used"; then
    rm "$used"
    cmake -D RETPROBE_PYTHON=OFF -U 'pybind11*' -U '*Python*' "$build_folder" >/dev/null || return 1
  fi
  rm -rf "$wheels.new"
  local define=--config-settings=cmake.define.CMAKE
  "$venv/bin/pip" wheel . --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    -w "$wheels.new" --config-settings=build-dir="$build_folder" \
    "${define}_C_FLAGS_RELWITHDEBINFO=$(flags_of "$build_folder" C)" \
    "${define}_CXX_FLAGS_RELWITHDEBINFO=$(flags_of "$build_folder" CXX)" || return 1
  rm -rf "$wheels"
  mv "$wheels.new" "$wheels"
  ls -sh "$wheels"/*.whl >&2
}

# The source archive has all that a wheel is built from: every file is there, as it is here.
source_archive() {
  local folder=$PWD/build/source-archive
  rm -rf "$folder"
  mkdir "$folder"
  "$venv/bin/python" -c 'import sys; from scikit_build_core.build import build_sdist
print(build_sdist(sys.argv[1]))' "$folder" || return 1
  tar -xf "$folder"/*.tar.gz -C "$folder" || return 1
  folder=$(echo "$folder"/*/)
  cmake -S "$folder" -B "$folder/build" -G Ninja -DSKBUILD=2 -DRETPROBE_PYTHON=ON \
    -DPython_EXECUTABLE="$venv/bin/python" \
    -Dpybind11_DIR="$("$venv/bin/python" -m pybind11 --cmakedir)" \
    >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log" >&2; return 1; }
  # Says which source is missing, and compiles nothing.
  cmake --build "$folder/build" --target retprobe_wheel -- -n >"$folder/build.log" 2>&1 ||
    { tail -n 20 "$folder/build.log" >&2; return 1; }
  local part different
  # A folder that is missing is an error of diff, and no difference.
  different=$(for part in core designs include clients harness cmake; do
    diff -rq "$part" "$folder/$part" 2>&1
  done)
  different=$(grep -v ': __pycache__$' <<<"$different" || true)
  [ -z "$different" ] || { say "the archive differs: $different"; return 1; }
}

# As pip does it for a user: in isolation, from the source archive alone.
wheel_of_archive() {
  "$venv/bin/pip" wheel build/source-archive/*.tar.gz --quiet --disable-pip-version-check \
    --no-deps -w build/source-archive/wheel
}

# The package in a venv with its dependencies and nothing else.
with_its_dependencies_alone() {
  (cd / && "$venv/bin/python" "$OLDPWD/python/tests/clean_install.py" "$OLDPWD/build/clean-venv")
}

install_wheel() {
  "$venv/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps \
    "$wheels"/*.whl
}

installed() {
  (cd / && "$venv/bin/python" -c 'import retprobe, os; print(os.path.dirname(retprobe.__file__))')
}

# A copy of the package without any symbols but the dynamic ones. It must find only itself.
stripped() {
  local copy=$PWD/build/python-stripped file found
  rm -rf "$copy"
  cp -r "$(installed)" "$copy"
  find "$copy" -name __pycache__ -prune -exec rm -r {} +
  while IFS= read -r -d '' file; do
    [ "$(head -c 4 "$file" | tail -c 3)" != ELF ] || strip --strip-all "$file" || return 1
  done < <(find "$copy" -type f -print0)
  if found=$(grep -rlF "$(readlink -f "$build_folder")" "$copy"); then
    say "these refer to the build folder: $found"
    return 1
  fi
  local document=build/python-unwind.json status=0
  rm -f "$document"
  "$copy/bin/retprobe" verify --scenario 'unwind_*' --selection --retry --format json \
    --out "$document" || status=$?
  [ -s "$document" ] || return 1
  tools/summarise_verdicts.py "$document"
  tests/unavailable.py "$document" "$build_folder" || status=1
  return "$status"
}

tools=(tools/evidence tools/refresh tools/two_speeds.py tools/update_stub.py)
style() { "$venv/bin/ruff" check python "${tools[@]}" tools/refresh_blocks; }
types() {
  "$venv/bin/mypy" --cache-dir build/mypy python/retprobe python/tests \
    python/notebooks/execute.py "${tools[@]}"
}
# Tests the installed package, not the sources beside the tests. The tests of a file share what they
# made, so one process runs a whole file. Each test has its own time limit (pyproject.toml).
run_tests() {
  "$venv/bin/python" -m pytest -q -n 2 --dist loadfile -rs -o cache_dir="$PWD/build/pytest" "$@" \
    python/tests
}
fast_tests() {
  RETPROBE_COMMAND=$(readlink -f "$build_folder/retprobe") \
    run_tests -m 'not slow and not whole and not installed'
}
usual_tests() { run_tests -o pythonpath= -m 'not whole'; }
all_tests() { run_tests -o pythonpath=; }

if [ "$mode" = environment ]; then
  make_venv
  exit
fi
failed=()
attempt() { stage "$@" || failed+=("$1"); }

stage "Python environment" make_venv
attempt "ruff" style
attempt "mypy" types
if [ "$mode" = quick ]; then
  attempt "pytest, fast tests" fast_tests
else
  stage "wheel" make_wheel
  stage "install" install_wheel
  attempt "the package with its dependencies alone" with_its_dependencies_alone
  attempt "source archive" source_archive
  attempt "unwinding, installed and stripped" stripped
  if [ "$mode" = all ]; then
    attempt "wheel of the source archive" wheel_of_archive
    attempt "pytest, all tests" all_tests
  else
    attempt "pytest" usual_tests
  fi
fi
stage_times
[ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]}"
