#!/usr/bin/env bash
# Tests that adding a design touches nothing outside its folder. Copies the tree, adds a folder
# `fifth` (counted_shadow under another name), builds the library, and verifies the new design by
# name like any other. Then makes it slower by one instruction, which the cost gate has to catch.
# The skeleton in docs/add_a_design.md is added in the same way, and the page's commands are run.
#
# All designs are in libretprobe.so. The harness knows them by the names that it finds there, and by
# what they declare in files beside it. So only the library is built. The harness that runs it was
# built before there was a fifth design: this shows more than a new build could.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
# A design of that name may be there: it is the name that the page uses.
tar --exclude=./build --exclude=./.git --exclude=./designs/my_design -cf - . | tar -C "$copy" -xf -

for file in "$copy"/designs/counted_shadow/*; do
  name=$(basename "$file")
  # Tests and README of the original stay with the original.
  case $name in *_test.cc | *.md) continue ;; esac
  mkdir -p "$copy/designs/fifth"
  sed 's/counted_shadow/fifth/g' "$file" >"$copy/designs/fifth/${name//counted_shadow/fifth}"
done
[ -e "$copy/designs/fifth/fifth.h" ] || die "designs/counted_shadow has no header to copy"

# block LANGUAGE N: the N-th block of code in that language on the page.
page=docs/add_a_design.md
block() {
  awk -v opening="\`\`\`$1" -v wanted="$2" '
    $0 == opening { inside = ++seen == wanted; next }
    /^```/ { inside = 0 }
    inside { print; found = 1 }
    END { exit !found }' "$page" || die "$page has no block $2 of $1"
}
block json 1 >"$copy/designs/fifth/declared.json"
mkdir "$copy/designs/my_design"
block cpp 1 >"$copy/designs/my_design/my_design.h"

# The copy may differ in the folders only. The test depends on this, so it is checked.
differences=$(diff -rq --exclude=build --exclude=.git --exclude=my_design . "$copy" || true)
[ "$differences" = "Only in $copy/designs: fifth" ] ||
  die "the copy differs in more than the folders: $differences"

# The harness is built from the same sources as the copy, or the two could not work together.
build check retprobe_cli retprobe_run_program
retprobe=$PWD/build/check/retprobe
with_fifth() { LD_LIBRARY_PATH=$copy/build/check/core "$retprobe" "$@"; }

in_copy() { (cd "$copy" && use_ccache && "$@"); }
in_copy cmake --preset check -DRETPROBE_HARNESS=OFF -DRETPROBE_TESTS=OFF \
  >"$copy/configure.log" 2>&1 ||
  { cat "$copy/configure.log" >&2; die "configuring the copy failed"; }
build_copy() {
  in_copy cmake --build --preset check --target retprobe >"$copy/build.log" 2>&1 && return 0
  tail -n 40 "$copy/build.log" >&2
  die "$1"
}
build_copy "building the copy failed"

with_fifth list --design fifth --format json |
  /usr/bin/python3 -c 'import json, sys
(design,) = json.load(sys.stdin)["designs"]
assert design["name"] == "fifth"
assert [d["scenario"] for d in design["declared"]] == ["depth_exhausted"], design["declared"]'

# The page's commands, with the harness that is there; the first of the three builds it.
grep -q 'cmake --build --preset release --target retprobe_cli' <<<"$(block sh 1)" ||
  die "$page does not build retprobe_cli"
# run_block N OPTION…: prints nothing but leaves the command's exit status in `status`.
run_block() {
  local number=$1 command
  shift
  command=$(block sh "$number" | grep -v '^cmake ' |
    sed 's|^build/release/retprobe|with_fifth|')
  status=0
  eval "$command $*" >"$copy/page.txt" 2>&1 || status=$?
}
run_block 1
[ "$status" -eq 0 ] && grep -q 'my_design' "$copy/page.txt" ||
  { cat "$copy/page.txt" >&2; die "the skeleton is not listed (status $status)"; }
run_block 2
[ "$status" -eq 0 ] ||
  { cat "$copy/page.txt" >&2; die "the skeleton's first scenario does not pass (status $status)"; }
run_block 3 --format json --out "$copy/skeleton.json"
[ "$status" -eq 1 ] ||
  { cat "$copy/page.txt" >&2; die "the skeleton should fail scenarios (status 1), not: $status"; }
tools/validate_results.py results/schema.json "$copy/skeleton.json"
tools/summarise_verdicts.py "$copy/skeleton.json"
# What fails says what was seen, and nothing is ended by a signal or by the clock.
/usr/bin/python3 - "$copy/skeleton.json" <<'PYTHON'
import json, re, sys

rows = json.load(open(sys.argv[1]))["results"]
failed = [row for row in rows if row["verdict"] == "fail"]
assert failed and any(row["verdict"] == "pass" for row in rows), "neither passes nor fails"
crashed = [row for row in failed if re.search(r"signal|SIG[A-Z]|timed? ?out", row["detail"])]
assert not crashed, crashed
PYTHON
# What follows counts the instructions of hits of every design, and the skeleton misses hits.
rm -r "$copy/designs/my_design"
build_copy "building the copy without the skeleton failed"

with_fifth verify --design fifth --selection --format json --out "$copy/verify.json" ||
  {
    tools/summarise_verdicts.py "$copy/verify.json" >&2 || true
    die "the added design fails its scenarios"
  }
tools/summarise_verdicts.py "$copy/verify.json"
with_fifth bench --no-verify --design fifth --transfer paired --workload leaf --tracers 1 \
  --processes 1 --min-time 0.001 | grep -q '^fifth/paired .*unverified' ||
  die "the added design is not in the comparison"
with_fifth run --compare --rounds 1 --format json --out "$copy/compared.json" -- \
  build/check/harness/run/testlib/retprobe_run_program
/usr/bin/python3 - "$copy/compared.json" <<'PYTHON'
import json, sys

designs = [row["design"] for row in json.load(open(sys.argv[1]))["rows"]]
assert "fifth" in designs and "counted_shadow" in designs, designs
assert "call_through" not in designs and "none" not in designs, designs
PYTHON
# What it declares is read from its file, and a file that is broken or missing is one line.
declared=$copy/build/check/core/retprobe/designs/fifth/declared.json
for broken in '[' ''; do
  if [ -n "$broken" ]; then echo "$broken" >"$declared"; else rm "$declared"; fi
  status=0
  with_fifth verify --design fifth >"$copy/broken.txt" 2>&1 || status=$?
  [ "$status" -eq 2 ] && [ "$(wc -l <"$copy/broken.txt")" -eq 1 ] &&
    grep -qF "$declared" "$copy/broken.txt" ||
    { cat "$copy/broken.txt" >&2; die "a broken declared.json was not said in one line ($status)"; }
done
cp "$copy/designs/fifth/declared.json" "$declared"
# The gate catches one more instruction on the hot path, names the design, and shows the
# instruction.
mkdir "$copy/reference"
with_fifth cost --reference "$copy/reference" --accept >/dev/null ||
  die "the costs of the copy cannot be had"
gate() { with_fifth cost --reference "$copy/reference" --design fifth; }
gate >/dev/null || die "costs differ from one run to the next"
sed -i 's/^.*static void on_return(.*$/&\n    asm volatile("nop");/' "$copy/designs/fifth/fifth.h"
grep -q 'asm volatile("nop")' "$copy/designs/fifth/fifth.h" ||
  die "found no on_return in the added design to make slower"
build_copy "building the slower design failed"
status=0
gate >"$copy/gate.txt" || status=$?
[ "$status" -eq 1 ] && grep -q '^RISEN fifth/paired/scalar/1: exit instructions' "$copy/gate.txt" &&
  grep -q '+ nop' "$copy/gate.txt" ||
  {
    tail -n 20 "$copy/gate.txt" >&2
    die "one more instruction on the hot path was not caught (status $status)"
  }
# A design that does not exist is an error, so the checks above cannot pass by accident.
status=0
"$retprobe" verify --design fifth >/dev/null 2>&1 || status=$?
[ "$status" -eq 2 ] ||
  die "'verify --design fifth' of the tree itself should exit with 2, and did with $status"
echo "add_design: a design was added by its folder alone, and one instruction more in it was caught"
