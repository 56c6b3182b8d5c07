#!/usr/bin/env bash
# Puts the table of docs/cost.md there: what one hit executes, by the build that ./compare makes.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tools/setup.sh
[ -x build/release/retprobe ] || die \
  "build/release/retprobe is not there; run ./compare --quick first, or build the preset release"
table=$(build/release/retprobe cost --registers scalar --tracers 1,8 --transfer paired,-)
awk -v table="$table" '
  /^<!-- end of costs -->$/ { inside = 0 }
  !inside { print }
  /^<!-- costs: / { print "```"; print table; print "```"; inside = 1 }
' docs/cost.md >docs/cost.md.new
mv docs/cost.md.new docs/cost.md
