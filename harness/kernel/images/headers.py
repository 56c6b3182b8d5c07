"""The folders that a kernel's headers consist of."""

import os
import pathlib
import re

from archive import Failed

# Lines of a build tree's Makefile that name other folders: Debian's, or those of `make O=FOLDER`.
INCLUDED = re.compile(r"^include\s+(/\S+)/Makefile", re.MULTILINE)
OUTPUT = re.compile(r"^(?:export\s+)?KBUILD_OUTPUT\s*=\s*(/\S+)", re.MULTILINE)


def find(inside, package, headers, *places):
    for place in (*places, pathlib.Path(inside)):
        if place.exists():
            return place.resolve()
    raise Failed(f"{headers} need {inside}, which is not there: add what Debian calls {package}")


def views_of(headers, release):
    """Where the headers, and what they refer to, must appear in a room: path there → path here.
    The first one is the build tree."""
    makefile = (headers / "Makefile").read_text()
    output = OUTPUT.search(makefile)
    views = {output[1] if output else f"/usr/src/linux-headers-{release}": headers}
    if included := INCLUDED.search(makefile):
        name = pathlib.Path(included[1]).name
        views[included[1]] = find(included[1], name, headers, headers.parent / name)
    for inside, outside in list(views.items()):
        for link in (outside / "scripts", outside / "tools"):
            if link.is_symlink():
                target = pathlib.Path(os.path.normpath(os.path.join(inside, os.readlink(link))))
                package = target.parent.name
                beside = headers.parent / package / target.name
                views[str(target)] = find(str(target), package, headers, link, beside)
    return views
