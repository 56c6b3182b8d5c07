#!/usr/bin/env bash
# Adding a design touches nothing outside its folder: copies the tree, adds a folder `fifth` (counted_shadow under another name),
# builds, and verifies it by name like any other.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tar --exclude=./build --exclude=./.git -cf - . | tar -C "$copy" -xf -

for file in "$copy"/designs/counted_shadow/*; do
  name=$(basename "$file")
  # Tests of the original stay with the original, and so does its README.
  case $name in *_test.cc | *.md) continue ;; esac
  mkdir -p "$copy/designs/fifth"
  sed 's/counted_shadow/fifth/g' "$file" >"$copy/designs/fifth/${name//counted_shadow/fifth}"
done
[ -e "$copy/designs/fifth/fifth.h" ] || die "designs/counted_shadow has no header to copy"

# Nothing but the folder: this is what the test is about, so it is looked at and not assumed.
differences=$(diff -rq --exclude=build --exclude=.git . "$copy" || true)
[ "$differences" = "Only in $copy/designs: fifth" ] || die "the copy differs in more than the folder: $differences"

cmake -S "$copy" -B "$copy/build" -G Ninja -DRETPROBE_TESTS=OFF -DRETPROBE_WERROR=ON >"$copy/configure.log" 2>&1 ||
  { cat "$copy/configure.log" >&2; die "configuring the copy failed"; }
cmake --build "$copy/build" --target retprobe_cli >"$copy/build.log" 2>&1 ||
  { tail -n 40 "$copy/build.log" >&2; die "building the copy failed"; }

"$copy/build/retprobe" list --design fifth --format json |
  /usr/bin/python3 -c 'import json, sys; assert [d["name"] for d in json.load(sys.stdin)["designs"]] == ["fifth"]'
"$copy/build/retprobe" verify --design fifth --transfer paired --format json --out "$copy/verify.json" ||
  { tools/summarise_verdicts.py "$copy/verify.json" >&2 || true; die "the added design fails its scenarios"; }
tools/summarise_verdicts.py "$copy/verify.json"
"$copy/build/retprobe" bench --no-verify --design fifth --transfer paired --workload leaf --tracers 1 --processes 1 \
  --min-time 0.001 | grep -q '^fifth/paired .*unverified' || die "the added design is not in the comparison"
# A design that is not there is said to be missing, so that the above cannot pass by accident.
status=0
"${RETPROBE:-build/check/retprobe}" verify --design fifth >/dev/null 2>&1 || status=$?
[ "$status" -eq 2 ] || die "'verify --design fifth' of the tree itself should exit with 2, and did with $status"
echo "add_design: a design was added by its folder alone"
