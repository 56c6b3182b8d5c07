#!/usr/bin/python3
"""Validates JSON files against results/schema.json. usage: validate_results.py SCHEMA FILE…"""

import json
import sys

import jsonschema

ROWS = {
    "benchmarks": "benchmarks",
    "verdicts": "results",
    "costs": "rows",
    "regressions": "rows",
    "kernels": "rows",
    "linux_verdicts": "linux_verdicts",
    "linux_regressions": "rows",
    "tracer_verdicts": "tracer_verdicts",
    "prices": "prices",
    "runs": "rows",
    "run_comparisons": "rows",
}


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: validate_results.py SCHEMA FILE…")
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    status = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        kind = (
            "verdicts"
            if "results" in document
            else "costs"
            if "cost" in document
            else "regressions"
            if "regress" in document
            else "kernels"
            if "linux" in document
            else "linux_verdicts"
            if "linux_verdicts" in document
            else "linux_regressions"
            if "regress_linux" in document
            else "tracer_verdicts"
            if "tracer_verdicts" in document
            else "prices"
            if "prices" in document
            else "runs"
            if "run" in document
            else "run_comparisons"
            if "compare_run" in document
            else "benchmarks"
        )
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
            print(f"{path}: as the schema says ({len(document[ROWS[kind]])} rows)")
    sys.exit(status)


if __name__ == "__main__":
    main()
