#!/usr/bin/env bash
# The library used from outside: tests/outside, a project that is not retprobe's, probes functions
# of its own in the four ways that docs/using.md has. The page's snippets are what is run.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# snippet HEADING [N]: the N-th block of code under a heading of the page.
snippet() {
  awk -v heading="## $1" -v wanted="${2:-1}" '
    /^## / { here = $0 == heading; seen = 0 }
    !here { next }
    /^```/ { inside = !inside; seen += inside; next }
    inside && seen == wanted { print; found = 1 }
    END { exit !found }' docs/using.md || die "docs/using.md: no block ${2:-1} under '## $1'"
}

# quietly LOG COMMAND…: what it prints is of interest where it fails.
quietly() {
  local log=$work/$1.log
  shift
  "$@" >"$log" 2>&1 && return 0
  tail -n 40 "$log" >&2
  die "failed: $*"
}

expected='twice(21) returned 42
area<long>, called from two files: 3 calls seen'
# probes WAY PROGRAM
probes() {
  local said
  said=$("$2") || die "$1: the program failed with status $?, and said: $said"
  [ "$said" = "$expected" ] || die "$1: the program said: $said"
  say "$1: entry and return were seen"
}

use_ccache
outside=$work/outside
cp -r tests/outside "$outside"
# cmake_way NAME BUILD OPTION…: builds in the way that was written last.
cmake_way() {
  local name=$1 build=$2
  shift 2
  rm -f "$build/my_program"
  quietly configure cmake -S "$outside" -B "$build" -G Ninja "$@"
  quietly build cmake --build "$build" --target my_program cxx17
  probes "$name" "$build/my_program"
}

# The folder that FetchContent builds in, so that the library is compiled once for both.
snippet add_subdirectory |
  sed "s|third_party/retprobe|$root _deps/retprobe-build|" >"$outside/way.cmake"
cmake_way add_subdirectory "$work/added"
snippet FetchContent >"$outside/way.cmake"
cmake_way FetchContent "$work/added" -DFETCHCONTENT_SOURCE_DIR_RETPROBE="$root"

# Of ./check's own build. Moved once it is installed: nothing in it may know where it was.
{ snippet Install; snippet Install 2 | grep ^cmake; } |
  sed "s|release|check|g; s|PREFIX|'$work/first'|" >"$work/install.sh"
quietly install bash -euo pipefail "$work/install.sh"
prefix=$work/prefix
mv "$work/first" "$prefix"
! grep -rIlF -e "$work/first" -e "$root" "$prefix" || die "these name a folder of this build"
readelf -d "$prefix"/bin/* "$prefix"/lib/*.so "$prefix"/lib/retprobe/{lib*.so,retprobe_*} \
  >"$work/loaded"
! grep -F "$root" "$work/loaded" || die "these are loaded from a folder of this build"
snippet find_package >"$outside/way.cmake"
cmake_way find_package "$work/found" -DCMAKE_PREFIX_PATH="$prefix"

# The command, with its agent, on a program behind another one.
"$prefix/bin/retprobe" run --functions twice -- env "$work/found/my_program" \
  >"$work/ran" 2>"$work/counted" ||
  die "the installed command failed: $(cat "$work/counted")"
grep -Eq '^ +[0-9]+ .* twice\(long\)' "$work/counted" ||
  die "the installed command counted nothing: $(cat "$work/counted")"
say "the installed command: calls were counted"

by_hand() {
  snippet pkg-config | sed "s|PREFIX/lib/pkgconfig|$2|"
  [ "$1" = GCC ] || snippet pkg-config 2
}
for compiler in GCC clang; do
  [ "$compiler" = GCC ] || command -v clang++ >/dev/null || continue
  for files in "$prefix/lib/pkgconfig" "$root/build/check/install"; do
    by_hand "$compiler" "$files" >"$work/by_hand.sh"
    (cd "$outside" && quietly by_hand bash -euo pipefail "$work/by_hand.sh")
    probes "pkg-config of ${files##*/} and $compiler" "$outside/my_program"
  done
done

# Tracers behind the contract of retprobe/adapter.h, with nothing but the installed package: a
# shared library, and what retprobe_add_tracer makes.
for example in first_tracer tracers; do
  cp -r "examples/$example" "$work/$example"
  quietly configure cmake -S "$work/$example" -B "$work/$example/build" -G Ninja \
    -DCMAKE_PREFIX_PATH="$prefix"
  quietly build cmake --build "$work/$example/build"
done
for tracer in first_tracer/build/tracers/first_tracer.so tracers/build/tracers/retprobe_tracer \
  tracers/build/tracers/finstrument_functions; do
  [ -e "$work/$tracer" ] || die "$tracer was not built"
  quietly verify build/check/retprobe verify --tracer "$work/$tracer" --scenario order_nested
done
"$prefix/lib/retprobe/retprobe_player" play "$work/first_tracer/build/tracers/first_tracer.so" \
  --users fghk '+A f(g)' >"$work/history" || die "the installed player failed"
grep -qx '>Af f >Ag g <Ag:g <Af:f' "$work/history" || die "history: $(cat "$work/history")"
quietly no_script gcc -O2 -Wall -Wextra -Werror -I "$prefix/include" -o "$work/no_script" \
  examples/first_tracer/no_script.c
say "tracers out of tree: verified"

# Each public header by itself, with nothing else on the path and no macro of the inside.
for header in "$prefix"/include/retprobe/*.h; do
  name=retprobe/$(basename "$header")
  echo "#include \"$name\"" >"$work/header.cc"
  quietly header g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$prefix/include" \
    "$work/header.cc"
  g++ -std=c++20 -dM -E -I "$prefix/include" "$work/header.cc" >"$work/macros"
  ! grep '^#define RP_' "$work/macros" || die "$name leaks these macros"
done

# The example in README.md. Its last lines belong into a function.
{
  echo '#include <cstdio>'
  echo 'using std::puts; void log(unsigned long);'
  awk '/^```cpp/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md |
    sed 's/^auto tracer/int main() {\n&/'
  echo '}'
} >"$work/readme.cc"
grep -q 'int main' "$work/readme.cc" || die "README.md has no example in C++"
quietly readme g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$prefix/include" \
  "$work/readme.cc"

# A library that is missing is named, with its package.
snippet FetchContent >"$outside/way.cmake"
status=0
cmake -S "$outside" -B "$work/added" -DCMAKE_DISABLE_FIND_PACKAGE_Zydis=ON >"$work/log" 2>&1 ||
  status=$?
[ "$status" -ne 0 ] && grep -q 'apt-get install libzydis-dev' "$work/log" ||
  { cat "$work/log" >&2; die "without Zydis the configuration should fail, and say why"; }
echo "use_library: four ways, three tracers, the example, and each header by itself"
