#!/usr/bin/env bash
# Tests the Python package as its users get it: a wheel, made from what a build folder has already
# built, installed in a venv of its own. The tests run on the installed package, not on the sources:
# the unwinding scenarios with every symbol stripped, the API, its types, its style.
#
# tests/python.sh [--environment] [BUILD_FOLDER] (build/check)
#
# --environment: only makes the venv of the tests.
#
# The venv build/python-venv is made once, and again when pyproject.toml changes. So is
# build/clean-venv, which has only the package and its dependencies, as `pip install .` leaves it.
# The first wheel for it is built in isolation, as pip does it. All this needs the network; later
# runs do not.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh

only_environment=
if [ "${1:-}" = --environment ]; then
  only_environment=1
  shift
fi
build_folder=${1:-build/check}
venv=$PWD/build/python-venv
clean=$PWD/build/clean-venv
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

digest=$(sha256sum pyproject.toml)
complete() { [ "$(cat "$1/complete" 2>/dev/null)" = "$digest" ]; }

make_venv() {
  complete "$venv" && return 0
  [ -x "$venv/bin/pip" ] || /usr/bin/python3 -m venv "$venv" || return 1
  requirements >"$venv/requirements.txt"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$venv/requirements.txt" ||
    return 1
  printf '%s\n' "$digest" >"$venv/complete"
}

# The build folder's compiler flags. With other flags everything would be built again.
flags_of() { sed -n "s/^CMAKE_$1_FLAGS_RELWITHDEBINFO:[A-Z]*=//p" "$build_folder/CMakeCache.txt"; }

make_wheel() {
  local isolation=() used=$build_folder/.skbuild-info.json
  complete "$clean" && isolation=(--no-build-isolation)
  # A folder in which another environment made a wheel would be configured and built from scratch.
  if [ -f "$used" ] && { [ ${#isolation[@]} -eq 0 ] ||
    ! grep -q '"skbuild_path": "[^"]*/build/python-venv/' "$used"; }; then
    rm "$used"
    cmake -D RETPROBE_PYTHON=OFF -U 'pybind11*' -U '*Python*' "$build_folder" >/dev/null || return 1
  fi
  rm -rf "$wheels.new"
  "$venv/bin/pip" wheel . --quiet --disable-pip-version-check "${isolation[@]}" --no-deps \
    -w "$wheels.new" \
    --config-settings=build-dir="$build_folder" \
    --config-settings=cmake.define.CMAKE_C_FLAGS_RELWITHDEBINFO="$(flags_of C)" \
    --config-settings=cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO="$(flags_of CXX)" || return 1
  rm -rf "$wheels"
  mv "$wheels.new" "$wheels"
  ls -sh "$wheels"/*.whl >&2
}

# Installs the package in a venv with its dependencies and nothing else.
with_its_dependencies_alone() {
  local only=(--force-reinstall --no-deps)
  if ! complete "$clean"; then
    only=()
    rm -rf "$clean"
    /usr/bin/python3 -m venv "$clean" || return 1
  fi
  "$clean/bin/pip" install --quiet --disable-pip-version-check "${only[@]}" "$wheels"/*.whl ||
    return 1
  (cd / && "$clean/bin/python" "$OLDPWD/python/tests/clean_install.py") || return 1
  printf '%s\n' "$digest" >"$clean/complete"
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
  # The recommended transfer, the usual one, and the floors. ./check (scenarios) tests all transfers
  # with symbols.
  "$copy/bin/retprobe" verify --scenario 'unwind_*' --transfer paired,push_ret,- --format json \
    --out build/python-unwind.json || return 1
  tools/summarise_verdicts.py build/python-unwind.json
}

tools=(tools/update_stub.py tools/two_speeds.py tools/refresh)
style() { "$venv/bin/ruff" check python "${tools[@]}" tools/refresh_blocks; }
types() {
  "$venv/bin/mypy" --cache-dir build/mypy python/retprobe python/tests \
    python/notebooks/execute.py "${tools[@]}"
}
# Tests the installed package, not the sources beside the tests. The tests of a file share what they
# made, so one process runs a whole file. Each test has its own time limit (pyproject.toml).
tests() {
  "$venv/bin/python" -m pytest -q -n 2 --dist loadfile -rs -o pythonpath= \
    -o cache_dir="$PWD/build/pytest" python/tests
}

if [ -n "$only_environment" ]; then
  make_venv
  exit
fi
failed=()
attempt() { stage "$@" || failed+=("$1"); }

stage "Python environment" make_venv
stage "wheel" make_wheel
stage "install" install_wheel
attempt "the package with its dependencies alone" with_its_dependencies_alone
attempt "unwinding, installed and stripped" stripped
attempt "ruff" style
attempt "mypy" types
attempt "pytest" tests
stage_times
[ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]}"
