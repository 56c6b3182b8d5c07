#!/usr/bin/python3
"""Makes a reference of a result: trim_result.py RESULT.json OUT.json

Of `retprobe bench` the rows of single processes are left out, and of what a candidate declares what
was seen each time. Medians, their intervals, void rows and each scenario's reason stay, so
`retprobe compare` shows the same. The file has a fifth of the size.

Of `retprobe verify --tracer` the folders of programs are left out, which are this machine's.

It has a line for each row, as the files that retprobe writes (json_text in harness/cli/command.cc).
"""

import json
import re
import sys

SPLIT_LEVELS, LONGEST_LINE = 2, 2000
FOLDER = re.compile(r"(?<![\w./-])/(?:[\w.+-]+/)+(?=[\w.+-])")


def text_of(value, level=0):
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    fits = not value or not isinstance(value, (dict, list)) or len(line.encode()) <= LONGEST_LINE
    if fits and (level >= SPLIT_LEVELS or not value or not isinstance(value, (dict, list))):
        return line
    indent = " " * (level + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {text_of(part, level + 1)}" for key, part in value.items()]
        begin, end = "{}"
    else:
        parts, (begin, end) = [text_of(part, level + 1) for part in value], "[]"
    return begin + "".join(f"\n{indent}{part}," for part in parts)[:-1] + f"\n{indent[1:]}{end}"


def without_processes(result):
    result["benchmarks"] = [
        row for row in result["benchmarks"] if row.get("run_type") != "iteration" or "void" in row
    ]


def without_what_was_seen(result):
    for candidate in result["context"]["verification"].get("candidates", {}).values():
        reasons = [text.partition(" (seen: ")[0] for text in candidate["declarations"]]
        candidate["declarations"] = list(dict.fromkeys(reasons))


def without_folders(result):
    for tracer in result["tracers"]:
        tracer["path"] = FOLDER.sub("", tracer["path"])
    for row in result["tracer_verdicts"]:
        row["detail"] = FOLDER.sub("", row["detail"])


def main():
    if len(sys.argv) != 3 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            result = json.load(file)
        if "tracer_verdicts" in result:
            without_folders(result)
        else:
            without_processes(result)
            without_what_was_seen(result)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        print(
            f"trim_result: {sys.argv[1]} is not a result of 'retprobe bench --format json' or "
            f"'retprobe verify --tracer --format json': {problem!r}",
            file=sys.stderr,
        )
        return 2
    try:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(text_of(result) + "\n")
    except OSError as problem:
        print(f"trim_result: {sys.argv[2]} cannot be written: {problem}", file=sys.stderr)
        return 2
    return 0


sys.exit(main())
