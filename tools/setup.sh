# What ./compare and ./check share: to be sourced by bash, in the root of the tree. Installs what is missing on Debian and its
# children, and says what is missing elsewhere.

say() { printf '%s\n' "$*" >&2; }
die() { say "$(basename "$0"): $*"; exit 2; }

# A stage's name, then its command. Times go to the end of the run (stage_times).
stage_lines=()
stage() {
  local name=$1 start=$SECONDS status=0
  shift
  say "== $name"
  "$@" || status=$?
  stage_lines+=("$(printf '%6d s  %s%s' $((SECONDS - start)) "$name" "$([ $status -eq 0 ] || echo ": FAILED, status $status")")")
  return $status
}
stage_times() {
  say "== times"
  local line
  for line in "${stage_lines[@]}"; do say "$line"; done
}

packages_to_build=(cmake ninja-build g++ git libzydis-dev libbenchmark-dev libgtest-dev nlohmann-json3-dev tao-pegtl-dev libdw-dev
  libcli11-dev iso-codes libboost-dev)
packages_to_check=(clang libclang-rt-14-dev binutils python3 python3-jsonschema valgrind spin)
# The unwinders that the scenarios unwind_* try; what is missing makes them `unavailable`.
packages_to_check+=(gdb lldb elfutils linux-perf libunwind-dev libboost-stacktrace-dev)

# The Python package, a browser in which its pages are tested, Google Benchmark's compare.py; the rest comes from PyPI (tests/python.sh).
packages_to_check+=(python3-venv python3-dev chromium libbenchmark-tools)

# Fibers, and LLVM's unwinder, whose package has its version's number in its name; without them scenarios are `unavailable`.
packages_to_check+=(libboost-context-dev)
/sbin/ldconfig -p 2>/dev/null | grep -q 'libunwind\.so\.1 ' ||
  packages_to_check+=($(apt-cache search --names-only '^libunwind-[0-9]+$' 2>/dev/null | cut -d' ' -f1 | sort -V | tail -1 || true))

# What ./compare --peers measures beside the candidates. Frida comes from PyPI (install_frida).
packages_of_peers=(g++ binutils clang libclang-rt-14-dev uftrace bpftrace valgrind python3 python3-venv)

# Into build/peers-venv, where the peer looks for it. Without it the peer is shown as absent.
install_frida() {
  local venv=build/peers-venv
  compgen -G "$venv/lib/python3*/site-packages/frida/_frida*.so" >/dev/null && return 0
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet frida; } >&2 ||
    say "Frida could not be installed from PyPI into $venv (no network?): it will be shown as absent"
}

# install_missing PACKAGE…: does nothing, and needs no rights and no network, when all of them are there.
install_missing() {
  local package missing=()
  if ! command -v dpkg-query >/dev/null; then
    if command -v cmake >/dev/null && command -v ninja >/dev/null; then
      say "no dpkg here: taking it that these are installed under this system's names: $*"
      return 0
    fi
    die "this system has no dpkg; install what Debian calls: $*"
  fi
  for package; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages, and neither root nor sudo to install them: ${missing[*]}"
    as_root=(sudo)
  fi
  command -v apt-get >/dev/null || die "missing packages, and no apt-get to install them: ${missing[*]}"
  say "installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # Lists that are there already may do, and need no network for packages that are cached.
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1 && return 0
  "${as_root[@]}" apt-get update -qq >&2 || die "apt-get update failed (no network?); these packages are missing: ${missing[*]}"
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
    die "apt-get install failed; these packages are missing: ${missing[*]}"
}

check_machine() {
  [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] || die "retprobe runs on Linux on x86-64, and this is $(uname -s) on $(uname -m)"
}

# build PRESET [TARGET…]
build() {
  local preset=$1
  shift
  mkdir -p build 2>/dev/null && [ -w build ] ||
    die "$PWD/build cannot be written; copy the tree to where you may write, or make it writable"
  cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 || {
    cat "build/$preset.configure.log" >&2
    die "configuring the preset $preset failed"
  }
  local targets=()
  [ $# -eq 0 ] || targets=(--target "$@")
  cmake --build --preset "$preset" "${targets[@]}" >&2 || die "building the preset $preset failed"
}
