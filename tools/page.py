"""What the tools that put tables into pages share."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def put(page, begin, end, text):
    """Replaces what stands between the two marker lines of ROOT/page."""
    path = ROOT / page
    whole = path.read_text(encoding="utf-8")
    if whole.count(begin) != 1 or whole.count(end) != 1:
        raise ValueError(f"{path} must have the lines '{begin}' and '{end}' once each")
    before, rest = whole.split(begin)
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end)[1]}", encoding="utf-8")


def main(usage, arguments, make):
    """`make(document, path)` with what is in the one JSON file that `arguments` name. The exit status."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(usage, file=sys.stderr)
        return 2
    try:
        make(json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8")), arguments[0])
    except (OSError, ValueError, KeyError) as error:
        what = f"{arguments[0]} has no {error}" if isinstance(error, KeyError) else error
        print(f"{pathlib.Path(sys.argv[0]).stem}: {what}", file=sys.stderr)
        return 2
    return 0
