#!/usr/bin/env bash
# Puts the table of goals into README.md, and what the same run measured beside them into docs/
# (tools/goals_run.py): update_goals.sh [RESULT.json]. Without a file, of the newest in
# results/reference/goals.
set -euo pipefail
case ${1-} in -h | --help) echo "usage: tools/update_goals.sh [RESULT.json]   (what 'retprobe bench --goals --format json' wrote)"; exit 0 ;; esac
result=${1:+$(readlink -f "$1")}
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
[ -x build/release/retprobe ] || { echo "update_goals: build/release/retprobe is not there; run ./compare first" >&2; exit 2; }
[ -n "$result" ] || result=$(find results/reference/goals -name '*.json' 2>/dev/null | sort | tail -n 1)
[ -n "$result" ] || { echo "update_goals: no result in results/reference/goals; name one that 'retprobe bench --goals' wrote" >&2; exit 2; }
grep -q '^<!-- goals:' README.md && grep -q '^<!-- end of goals' README.md ||
  { echo "update_goals: README.md has no lines '<!-- goals: … -->' and '<!-- end of goals -->'" >&2; exit 2; }
table=$(build/release/retprobe compare --goals --format markdown "$result")
awk -v table="$table" '
  /^<!-- goals:/ { print; print ""; print table; print ""; skip = 1; next }
  /^<!-- end of goals/ { skip = 0 }
  !skip { print }' README.md >README.md.new
mv README.md.new README.md
tools/goals_run.py "$result"
