# Functions that ./compare and ./check share. bash sources this file in the root of the tree. They
# install what is missing on Debian and its derivatives, and report what is missing elsewhere.

say() { printf '%s\n' "$*" >&2; }
die() { say "$(basename "$0"): $*"; exit 2; }

# stage NAME COMMAND…: runs the command in a subshell, and prints each minute that it still runs
# (not with stage_beats=no, for a command that has stages of its own). Status 77: what the command
# needs is not here. After stage_limit seconds it kills the command and all its descendants, and
# names them. stage_times prints the times at the end.
stage_limit=${RETPROBE_STAGE_LIMIT:-3600}
[[ $stage_limit =~ ^[1-9][0-9]*$ ]] ||
  die "RETPROBE_STAGE_LIMIT=$stage_limit is no number of seconds"
stage_lines=()
stage() {
  local name=$1 start=$SECONDS status=0 shell=$BASHPID watcher how=
  shift
  say "== $name"
  watch_stage "$name" "$shell" &
  watcher=$!
  ("$@") || status=$?
  kill "$watcher" 2>/dev/null || true
  { wait "$watcher" || [ $? -ne 9 ] || status=124; } 2>/dev/null
  case $status in
    0) ;;
    77) how=": left out" ;;
    124) how=": FAILED, ended after its limit of $stage_limit s" ;;
    *) how=": FAILED, status $status" ;;
  esac
  stage_lines+=("$(printf '%6d s  %s%s' $((SECONDS - start)) "$name" "$how")")
  return $status
}
stage_times() {
  say "== times"
  local line
  for line in "${stage_lines[@]}"; do say "$line"; done
}

# aside NAME COMMAND…: begins a stage beside those that follow, one at a time. rejoin: waits for it,
# prints what it said, and sets rejoined to its name; its status is the stage's. For stages that
# measure no time, beside stages that leave a processor idle; only one of the two may build. A stage
# that is ended because it hangs takes the one beside it along.
aside() {
  rejoined=$1
  aside_folder=$(mktemp -d)
  trap 'end_aside' EXIT
  (
    status=0
    stage "$@" || status=$?
    printf '%s\n' "${stage_lines[-1]}" >"$aside_folder/line"
    exit $status
  ) >"$aside_folder/said" 2>&1 &
  aside_process=$!
}
rejoin() {
  local status=0
  wait "$aside_process" || status=$?
  cat "$aside_folder/said" >&2
  if [ -s "$aside_folder/line" ]; then
    stage_lines+=("$(cat "$aside_folder/line") (beside others)")
  else
    stage_lines+=("     ? s  $rejoined: FAILED, ended with status $status")
  fi
  trap - EXIT
  rm -rf "$aside_folder"
  return $status
}
end_aside() {
  local processes
  mapfile -t processes < <(echo "$aside_process"; started_by "$aside_process" 0)
  kill "${processes[@]}" 2>/dev/null || true  # they may have ended
  rm -rf "$aside_folder"
}

# watch_stage NAME SHELL: watches SHELL's descendants, this process excepted. Exit status 9: the
# stage was killed.
watch_stage() {
  local name=$1 shell=$2 self=$BASHPID start=$SECONDS said=0 never processes process
  # Nothing is ever written to this pipe, so a read with a timeout is a sleep without a process.
  exec {never}<> <(:)
  while [ -d "/proc/$shell" ] && [ $((SECONDS - start)) -lt "$stage_limit" ]; do
    read -r -t 5 -u "$never" || true
    [ "${stage_beats:-yes}" = yes ] && [ $(((SECONDS - start) / 60)) -gt $said ] || continue
    said=$(((SECONDS - start) / 60))
    say "   … $name: $said min"
  done
  [ -d "/proc/$shell" ] || exit 0
  trap '' TERM
  mapfile -t processes < <(started_by "$shell" "$self")
  say "'$name' is ended: it has run for $stage_limit s. It hangs, or this machine is slow and" \
    "RETPROBE_STAGE_LIMIT=SECONDS allows it more. It runs:"
  for process in "${processes[@]}"; do
    say "  $(tr '\0\n' '  ' <"/proc/$process/cmdline" 2>/dev/null | cut -c -160)"
  done
  local signal wait
  for signal in TERM KILL; do
    for wait in {1..10}; do
      kill -s $signal "${processes[@]}" 2>/dev/null || exit 9  # until none is left
      signal=0
      read -r -t 1 -u "$never" || true
    done
  done
  exit 9
}

# started_by PROCESS BUT: the descendants of PROCESS, one a line, without BUT and its descendants.
started_by() {
  local child
  for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
    [ "$child" != "$2" ] || continue
    echo "$child"
    started_by "$child" "$2"
  done
}

# These names are the same in Debian 12 and 13. A package with a version in its name is reached
# through another package that depends on the right version (libclang-rt-dev; libc++abi1 for LLVM's
# unwinder).
packages_to_build=(cmake ninja-build ccache g++ git libzydis-dev libbenchmark-dev libgtest-dev
  nlohmann-json3-dev tao-pegtl-dev libdw-dev libcli11-dev iso-codes libboost-dev)
packages_to_check=(clang libclang-rt-dev binutils patch pkgconf python3 python3-jsonschema valgrind
  spin)
# For the scenarios unwind_* and llvm_*, and for fibers. What is missing makes them `unavailable`.
packages_to_check+=(gdb lldb elfutils linux-perf libunwind-dev libboost-stacktrace-dev
  libboost-context-dev libc++abi1)
# For the Python package: a browser that tests its pages, and Google Benchmark's compare.py. The
# rest comes from PyPI (tests/python.sh).
packages_to_check+=(python3-venv python3-dev chromium libbenchmark-tools)
# For the real programs, whose sources are fetched: unpacks and builds Lua and Redis.
packages_to_check+=(dpkg-dev make)

# What tests/programs/run builds all of its programs with.
packages_of_programs=(clang dpkg-dev make automake tcl)

# Peers that ./compare --peers measures beside the candidates. Frida comes from PyPI
# (install_frida).
packages_of_peers=(g++ binutils clang libclang-rt-dev uftrace bpftrace valgrind python3 \
  python3-venv)

# For ./compare --kernel. What the guests are made with is fetched by harness/kernel/images/prepare,
# which installs nothing.
packages_of_kernels=(qemu-system-x86 python3)

# Installs Frida into build/peers-venv, where the peer looks for it. Without it the peer is shown as
# absent.
install_frida() {
  local venv=build/peers-venv
  compgen -G "$venv/lib/python3*/site-packages/frida/_frida*.so" >/dev/null && return 0
  { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet frida; } >&2 ||
    say "Frida could not be installed from PyPI into $venv (pip's reason is above):" \
      "it will be shown as absent"
}

# Whether the package is installed, or what it is needed for exists without it.
is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] && return 0
  case $1 in
    libclang-rt-dev) command -v clang >/dev/null &&
      is_installed "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev" ;;
    libc++abi1) [[ $(/sbin/ldconfig -p 2>/dev/null) == *'libunwind.so.1 '* ]] ;;
    *) false ;;
  esac
}

# install_missing PACKAGE…: where all are installed, it does nothing and needs no rights and no
# network.
install_missing() {
  local package missing=()
  if ! command -v dpkg-query >/dev/null; then
    if command -v cmake >/dev/null && command -v ninja >/dev/null; then
      say "no dpkg here: assuming that these are installed under this system's names: $*"
      return 0
    fi
    die "this system has no dpkg; install what Debian calls: $*"
  fi
  for package; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  command -v apt-get >/dev/null || die \
    "there is no apt-get to install what is missing: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "there is no sudo to install what is missing; as root: apt-get install ${missing[*]}"
    say "sudo is asked to run apt-get install ${missing[*]}"
    # sudo is asked here for what runs below, so that its refusal is not mistaken for an error of
    # apt.
    sudo env true || die "sudo refused (see above); as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  local log status=0
  log=$(mktemp)
  install_with_apt || status=$?
  rm -f "$log" "$log.update"
  return $status
}

# Used by install_missing. First tries the existing lists: cached packages then need no network.
install_with_apt() {
  say "installing with apt-get: ${missing[*]}"
  apt_get install --no-install-recommends "${missing[@]}" && return 0
  say "apt-get update: the lists of packages are missing or old"
  apt_get update || true  # one broken source of many may not matter
  grep -E '^(E|W): ' "$log" >"$log.update" || true
  say "installing with apt-get, after the update"
  apt_get install --no-install-recommends "${missing[@]}" && return 0
  say "apt-get's last lines:"
  { tail -n 4 "$log.update"; tail -n 8 "$log"; } | sed 's/^/    /' >&2
  local unknown said
  unknown=$(sed -n "s/^E: Unable to locate package //p; s/^E: Package '\(.*\)' has no inst.*/\1/p" \
    "$log" | sort -u | tr '\n' ' ')
  said=$(cat "$log.update" "$log")
  rm -f "$log" "$log.update"
  if grep -qE 'No space left|enough free space' <<<"$said"; then
    die "apt-get failed: the disk is full; these packages are missing: ${missing[*]}"
  elif grep -qE 'Could not (resolve|connect)|Unable to connect|Failed to fetch' <<<"$said"; then
    die "apt-get could not fetch (no network?); these packages are missing: ${missing[*]}"
  elif [ -n "$unknown" ]; then
    die "this system's apt does not know: $unknown(its lines are above)"
  fi
  die "apt-get failed (its reason is above); these packages are missing: ${missing[*]}"
}
apt_get() {
  "${as_root[@]}" apt-get -y -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=1 \
    -o Dpkg::Use-Pty=0 "$@" </dev/null >"$log" 2>&1
}

# needs_disk GIGABYTES: warns when the disk is too full. Says nothing where there is a build
# already, which is most of what is needed.
needs_disk() {
  local free
  free=$(df -Pk . | awk 'NR == 2 { print int($4 / 1000000) }')
  [ -d build ] || [ "$free" -ge "$1" ] ||
    say "$(basename "$0"): a whole run takes $1 GB of disk, and $PWD has $free GB left"
}

check_machine() {
  [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
    die "retprobe runs on Linux on x86-64, and this is $(uname -s) on $(uname -m)"
}

# Lets CMake use ccache, where it is installed. ccache makes the paths of the tree relative, so a
# copy of the tree, or another build folder, takes the objects of the first build. They are relative
# to the build folder, which has to be as deep below its root as build/check.
use_ccache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
}

# flags_of BUILD_FOLDER LANGUAGE: its compiler flags. With other flags, all is compiled again.
flags_of() { sed -n "s/^CMAKE_$2_FLAGS_RELWITHDEBINFO:[A-Z]*=//p" "$1/CMakeCache.txt"; }

# build PRESET [TARGET…]
build() {
  local preset=$1
  shift
  use_ccache
  mkdir -p build 2>/dev/null && [ -w build ] ||
    die "$PWD/build cannot be written; copy the tree to where you may write, or make it writable"
  cmake --preset "$preset" >"build/$preset.configure.log" 2>&1 || {
    cat "build/$preset.configure.log" >&2
    die "configuring the preset $preset failed"
  }
  local targets=()
  [ $# -eq 0 ] || targets=(--target "$@")
  local log=build/$preset.build.log
  NINJA_STATUS='[%f/%t] ' cmake --build --preset "$preset" "${targets[@]}" 2>&1 | tee "$log" |
    show_steps "$preset" || {
    # From the first step that failed on; what came before it worked.
    sed -n '/^FAILED:/,$p' "$log" | grep . >&2 || tail -n 20 "$log" >&2
    die "building the preset $preset failed (all of its output: $log)"
  }
}

# with_clangs_library COMMAND…: with the library of the preset clang in place of the preset check's.
with_clangs_library() {
  local folder=$PWD/build/clang/core loaded
  loaded=$(LD_LIBRARY_PATH=$folder ldd build/check/retprobe | awk '/libretprobe\.so/ { print $3 }')
  [ "$loaded" -ef "$folder/libretprobe.so" ] &&
    [[ $(readelf -p .comment "$loaded") == *clang* ]] ||
    { say "not clang's library is loaded, but $loaded"; return 1; }
  LD_LIBRARY_PATH=$folder "$@"
}

# show_steps NAME: reads ninja's output, and shows how far it is: a bar on a terminal, elsewhere a
# line each tenth.
show_steps() {
  local line done total tenth=0 width=40 bar
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    if [ -t 2 ]; then
      printf -v bar '%*s' $((done * width / total)) ''
      printf '\r   %s [%-*s] %d of %d' "$1" $width "${bar// /#}" "$done" "$total" >&2
    elif [ $((10 * done / total)) -gt $tenth ]; then
      tenth=$((10 * done / total))
      say "   … $1: $done of $total steps"
    fi
  done
  [ ! -t 2 ] || [ -z "${bar:-}" ] || printf '\r\033[K' >&2
}
