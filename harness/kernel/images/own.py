"""A kernel of the user's, by path: a folder of Debian packages, or of an image with its headers.
Nothing is written there."""

import re
import shutil
import struct

from archive import Failed
from headers import views_of
from kernels import build_guest
from room import unpack

NAME = "own"
PACKAGES = ("linux-image-*.deb", "linux-binary-*.deb", "linux-headers-*.deb", "linux-kbuild-*.deb")
IMAGES = ("bzImage*", "vmlinuz*")
COMPILERS = ((12, "bookworm"), (14, "trixie"))  # versions of GCC, and a Debian release with each
# What the guest's init and module cannot do without.
NEEDED = [
    *("X86_64", "MODULES", "BLK_DEV_INITRD", "BINFMT_ELF", "DEVTMPFS", "PROC_FS", "SYSFS"),
    *("SERIAL_8250", "SERIAL_8250_CONSOLE", "KALLSYMS", "KPROBES", "KRETPROBES"),
    *("FUNCTION_TRACER", "FUNCTION_GRAPH_TRACER", "DYNAMIC_FTRACE"),
]
# The module is not signed.
UNWANTED = [
    *("MODULE_SIG_FORCE", "LOCK_DOWN_KERNEL_FORCE_INTEGRITY"),
    "LOCK_DOWN_KERNEL_FORCE_CONFIDENTIALITY",
]


def matching(folder, patterns):
    """The files there that match, each once where links lead to the same."""
    found = {path.resolve(): path for pattern in patterns for path in folder.glob(pattern)}
    return sorted(path for file, path in found.items() if file.is_file())


def unpack_packages(path, unpacked):
    for package in matching(path, PACKAGES):
        if "-dbg_" not in package.name:
            unpack(package, unpacked)


def find_image(folder, path):
    images = matching(folder, IMAGES)
    if not images:
        raise Failed(
            f"{path} has no image: put a bzImage or vmlinuz there, or Debian's linux-image-*.deb"
        )
    if len(images) > 1:
        names = ", ".join(image.name for image in images)
        raise Failed(f"{path} has {len(images)} images ({names}): leave one there")
    return images[0]


def release_of(image):
    """What the boot header says (Documentation/arch/x86/boot.rst in Linux)."""
    content = image.read_bytes()
    if content[0x202:0x206] != b"HdrS":
        raise Failed(f"{image} is no bzImage: take arch/x86/boot/bzImage, and not vmlinux")
    text = 0x200 + struct.unpack_from("<H", content, 0x20E)[0]
    return content[text : text + 256].split(b"\0")[0].split(b" ")[0].decode(errors="replace")


def find_headers(folder, path, release):
    """Debian's layout, or the build tree that `headers` is or leads to."""
    headers = folder / "headers"
    for root in (folder, headers):
        if (root / "usr/src").is_dir():
            headers = root / f"usr/src/linux-headers-{release}"
            if not headers.is_dir():
                there = ", ".join(sorted(each.name for each in (root / "usr/src").iterdir()))
                raise Failed(f"{path} has no linux-headers-{release}, but {there}")
    if not headers.is_dir():
        raise Failed(
            f"{path} has no headers: put `headers` there, a link to the build tree of {release}, "
            "or Debian's linux-headers-*.deb"
        )
    headers = headers.resolve()
    for needed in ("Makefile", "Module.symvers", "include/config/kernel.release"):
        if not (headers / needed).is_file():
            raise Failed(f"{headers} is no build tree of a built kernel: it has no {needed}")
    made_for = (headers / "include/config/kernel.release").read_text().strip()
    if made_for != release:
        raise Failed(f"{headers} has the headers of {made_for}, and the image is {release}")
    return headers


def read_config(folder, path, headers):
    configs = matching(folder, ("config", "config-*"))
    if len(configs) > 1:
        names = ", ".join(config.name for config in configs)
        raise Failed(f"{path} has {len(configs)} configurations ({names}): leave one there")
    config = configs[0] if configs else headers / ".config"
    if not config.is_file():
        raise Failed(f"{path} has no config: put the .config that the kernel was built with there")
    return dict(re.findall(r'^CONFIG_(\w+)="?(.*?)"?$', config.read_text(), re.MULTILINE))


def check_config(config, path):
    wrong = [f"CONFIG_{name}=y" for name in NEEDED if config.get(name) != "y"]
    wrong += [f"no CONFIG_{name}" for name in UNWANTED if config.get(name) == "y"]
    if wrong:
        raise Failed(f"the guest needs a kernel that is built with {', '.join(wrong)}: {path}")


def choose_compiler(config, path):
    """The oldest that is not older than the kernel's: its version, and a Debian release."""
    built_by = int(config.get("GCC_VERSION", 0)) // 10000
    text = config.get("CC_VERSION_TEXT", "no GCC")
    for version, debian in COMPILERS:
        if 0 < built_by <= version:
            return version, debian, text
    newest = COMPILERS[-1][0]
    raise Failed(
        f"{path} was compiled by '{text}', and its module can be compiled by GCC up to {newest}: "
        f"build the kernel with GCC {newest}"
    )


def make_own(path, room_of, folder, say):
    """Makes folder/vmlinuz and folder/initrd. Returns the release."""
    if not path.is_dir():
        raise Failed(f"{path} is no folder: it must have Debian packages, or an image and headers")
    shutil.rmtree(folder, ignore_errors=True)
    unpacked = folder / "unpacked"
    unpacked.mkdir(parents=True)
    try:
        unpack_packages(path, unpacked)
        given = unpacked if any(unpacked.iterdir()) else path
        boot = unpacked / "boot" if given == unpacked else path
        image = find_image(boot, path)
        release = release_of(image)
        headers = find_headers(given, path, release)
        config = read_config(boot, path, headers)
        check_config(config, path)
        version, debian, built_by = choose_compiler(config, path)
        views = views_of(headers, release)
        room = room_of(debian)
        say(f"{release}: building with Debian {debian}'s GCC {version}; the kernel's is {built_by}")
        room.furnish([f"gcc-{version}"])
        shutil.copyfile(image, folder / "vmlinuz")
        build_guest(f"gcc-{version}", release, room, folder, views)
        return release
    finally:
        shutil.rmtree(unpacked)
