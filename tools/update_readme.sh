#!/usr/bin/env bash
# Puts the comparison's table into README.md: the default transfer, the usual one, and the floors.
# update_readme.sh [RESULT.json]: without a file, of the newest in results/reference/20*.
set -euo pipefail
result=${1:+$(readlink -f "$1")}
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[ -x build/release/retprobe ] || { echo "update_readme: build/release/retprobe is not there; run ./compare first" >&2; exit 2; }
[ -n "$result" ] || result=$(find results/reference/20* -name '*.json' | sort | tail -n 1)
[ -n "$result" ] || { echo "update_readme: no result in results/reference" >&2; exit 2; }
table=$(build/release/retprobe compare "$result" | awk '
  /^candidate/ { print; table = 1; next }
  /^$/ { table = 0 }  # and on to the end: who writes must not be left alone
  table && ($1 ~ /\/(paired|push_ret)$/ || /\(floor\)/) { print }' |
  sed -E 's/ +(verdict|pass .*)$//; s/[[:space:]]*$//')
[ -n "$table" ] || { echo "update_readme: $result has no comparison" >&2; exit 2; }
awk -v table="$table" '
  /^<!-- table:/ { print; print "```"; print table; print "```"; skip = 1; next }
  /^<!-- end of table/ { skip = 0 }
  !skip { print }' README.md >README.md.new
mv README.md.new README.md
