#!/usr/bin/python3
"""Validates JSON files against results/schema.json. usage: validate_results.py SCHEMA FILE…"""

import json
import sys

import jsonschema

# The key that only such a document has: its kind, and the key of its rows.
KINDS = {
    "results": ("verdicts", "results"),
    "cost": ("costs", "rows"),
    "regress": ("regressions", "rows"),
    "linux": ("kernels", "rows"),
    "linux_verdicts": ("linux_verdicts", "linux_verdicts"),
    "linux_reproducers": ("linux_reproducers", "linux_reproducers"),
    "regress_linux": ("linux_regressions", "rows"),
    "tracer_verdicts": ("tracer_verdicts", "tracer_verdicts"),
    "prices": ("prices", "prices"),
    "run": ("runs", "rows"),
    "compare_run": ("run_comparisons", "rows"),
}
ELSE = ("benchmarks", "benchmarks")


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: validate_results.py SCHEMA FILE…")
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    status = 0
    for path in sys.argv[2:]:
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except (OSError, ValueError) as problem:
            print(f"{path}: cannot be read: {problem}")
            status = 1
            continue
        known = document if isinstance(document, dict) else {}
        kind, rows = next((KINDS[key] for key in KINDS if key in known), ELSE)
        validator = jsonschema.Draft7Validator({**schema, "$ref": f"#/definitions/{kind}_file"})
        errors = sorted(
            validator.iter_errors(document), key=lambda error: list(error.absolute_path)
        )
        for error in errors[:5]:
            print(
                f"{path}: {'/'.join(map(str, error.absolute_path)) or '(top)'}: "
                f"{error.message[:300]}"
            )
        status = status or int(bool(errors))
        if not errors:
            print(f"{path}: as the schema says ({len(document[rows])} rows)")
    sys.exit(status)


if __name__ == "__main__":
    main()
