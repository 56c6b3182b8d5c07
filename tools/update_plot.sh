#!/usr/bin/env bash
# Draws README.md's plots from the newest reference result: docs/overhead.svg and docs/scaling.svg,
# and the same for dark pages, -dark.svg. PYTHON: one that has what pyproject.toml asks for
# (python3). The sources are enough; nothing has to be installed.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
result=$(find results/reference/20* -name '*.json' | sort | tail -n 1)
[ -n "$result" ] || { echo "update_plot: no result in results/reference" >&2; exit 2; }
plot() { PYTHONPATH=python "${PYTHON:-python3}" -m retprobe plot "$result" --chart "$1" --theme "$2" --out "$3"; }
for chart in overhead scaling; do
  plot "$chart" light "docs/$chart.svg"
  plot "$chart" dark "docs/$chart-dark.svg"
done
