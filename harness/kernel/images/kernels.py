"""The kernels that are measured, and how each becomes an image that boots."""

import dataclasses
import hashlib
import pathlib
import re
import shutil

from archive import Failed
from headers import views_of
from initrd import guest_archive
from room import unpack

GUEST, REPRODUCERS = (
    pathlib.Path(__file__).resolve().parents[1] / name for name in ("guest", "reproducers")
)
MODULE = "retprobe_guest.ko"
UAPI_HEADERS = ("bpf.h", "bpf_common.h", "btf.h")


@dataclasses.dataclass(frozen=True)
class Kernel:
    name: str
    debian: str  # whose compiler and packages it is built with
    compiler: str
    series: str  # a pattern of its version; the newest one that matches is taken
    what: str


KERNELS = (
    Kernel("6.1", "bookworm", "gcc-12", r"6\.1\.", "Debian 12's"),
    Kernel("6.12", "bookworm", "gcc-12", r"6\.12\.", "the newest 6.12 of Debian 12's backports"),
    Kernel("newest", "trixie", "gcc-14", r"", "the newest of Debian 13 and its backports"),
)


def version_key(release):
    return [int(number) for number in re.findall(r"\d+", release)]


def newest_release(kernel, archive):
    """The newest one that has headers and an image: "6.12.95+deb12-cloud-amd64"."""
    pattern = re.compile(rf"linux-headers-({kernel.series}[0-9.]*\S*-cloud-amd64)")
    names = archive.package_names("linux-headers-")
    releases = [
        found[1] for found in map(pattern.fullmatch, names) if found and found[1][0].isdigit()
    ]
    images = set(archive.package_names("linux-image-"))
    releases = [release for release in releases if "linux-image-" + release in images]
    if not releases:
        raise Failed(f"Debian {kernel.debian} and its backports have no such kernel")
    return max(releases, key=version_key)


def fetch_image(release, archive, folder):
    """The kernel itself. Since Linux 6.19 it is in linux-binary-*, which linux-image-* depends
    on."""
    names = set(archive.package_names("linux-binary-"))
    package = f"linux-binary-{release}"
    if package not in names:
        package = f"linux-image-{release}"
    unpacked = folder / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    unpack(archive.fetch(package), unpacked)
    images = sorted(unpacked.rglob("vmlinuz*"))
    if not images:
        raise Failed(f"{package} has no vmlinuz")
    shutil.copyfile(images[0], folder / "vmlinuz")
    shutil.rmtree(unpacked)


def build_guest(compiler, release, room, folder, views):
    """The module and the init, built in the room. `views`: folders with the kernel's headers, path
    in the room → path here. The first one is the build tree."""
    inside = pathlib.Path("/build") / release
    there = room.root / str(inside).lstrip("/")
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(GUEST, there)
    shutil.copytree(REPRODUCERS, there / "reproducers")
    headers = there / "init/headers/linux"
    headers.mkdir(parents=True)
    for header in UAPI_HEADERS:
        shutil.copyfile(uapi_header(header, views), headers / header)
    make = ["make", "-C", next(iter(views)), f"CC={compiler}", f"HOSTCC={compiler}"]
    room.run([*make, f"M={inside}/module", "modules"], folder / "module.log", views)
    room.run(["make", "-C", f"{inside}/init", f"CC={compiler}"], folder / "init.log")
    reproducers = f"{inside}/reproducers"
    room.run([*make, f"M={reproducers}", "modules"], folder / "reproducers.log", views)
    room.run(["make", "-C", reproducers, f"CC={compiler}", "programs"], folder / "programs.log")
    names = sorted(path.stem for path in REPRODUCERS.glob("*.c"))
    built = [there / "reproducers" / name for name in names]
    built = [path if path.exists() else path.with_suffix(".ko") for path in built]
    modules = [f"{inside}/module/{MODULE}"]
    modules += [f"{reproducers}/{path.name}" for path in built if path.suffix]
    room.run(["strip", "--strip-debug", *modules], folder / "strip.log")
    files = {"init": there / "init/init", MODULE: there / "module" / MODULE}
    files |= {f"reproducers/{path.name}": path for path in built}
    files |= room.libraries(f"{inside}/init/init", folder / "libraries.log")
    (folder / "initrd").write_bytes(guest_archive(files))


def uapi_header(header, views):
    for folder in views.values():
        if (folder / "include/uapi/linux" / header).is_file():
            return folder / "include/uapi/linux" / header
    raise Failed(f"{', '.join(map(str, views.values()))} have no include/uapi/linux/{header}")


def fingerprint(release):
    """What an image is made from, so that it is made again when that has changed."""
    digest = hashlib.sha256(release.encode())
    here = pathlib.Path(__file__).parent
    for path in sorted([*GUEST.rglob("*"), *REPRODUCERS.rglob("*"), *here.glob("*.py")]):
        if path.is_file():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def make_image(kernel, room, folder, say):
    """Makes folder/vmlinuz and folder/initrd unless they are there. Returns the release."""
    release = newest_release(kernel, room.archive)
    stamp = folder / "made-from"
    if stamp.exists() and stamp.read_text() == fingerprint(release):
        return release
    say(f"{release}: fetching and building")
    folder.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    room.furnish([kernel.compiler, f"linux-headers-{release}"])
    fetch_image(release, room.archive, folder)
    headers = room.root / f"usr/src/linux-headers-{release}"
    build_guest(kernel.compiler, release, room, folder, views_of(headers, release))
    stamp.write_text(fingerprint(release))
    return release
