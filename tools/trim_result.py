#!/usr/bin/python3
"""Makes a reference of a result: trim_result.py RESULT.json OUT.json

Leaves out the rows of single processes. Medians, their intervals and void rows stay, so `retprobe
compare` shows the same. The file has a fifth of the size.
"""

import json
import sys


def main():
    if len(sys.argv) != 3 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            result = json.load(file)
        rows = result["benchmarks"]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        print(
            f"trim_result: {sys.argv[1]} is not a result of 'retprobe bench --format json': "
            f"{problem!r}",
            file=sys.stderr,
        )
        return 2
    result["benchmarks"] = [
        row for row in rows if row.get("run_type") != "iteration" or "void" in row
    ]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(result, file, indent=1, ensure_ascii=False)
        file.write("\n")
    return 0


sys.exit(main())
