#!/usr/bin/env python3
"""Tests kernels by path (docs/linux.md): the fetched 6.12 costs the same when it is given by path,
and each wrong folder gives one line that says what is wrong. usage: own_kernel.py RETPROBE IMAGES
FOLDER

FOLDER is made anew. Exit status 77 where no guest can be run here."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

NOT_PERMITTED = 77
PREPARE = pathlib.Path(__file__).parents[1] / "harness/kernel/images/prepare"
FETCHED = "6.12"
RELEASE = "1.2.3"
CONFIG = """CONFIG_GCC_VERSION=120200
CONFIG_CC_VERSION_TEXT="gcc-12"
""" + "".join(
    f"CONFIG_{name}=y\n"
    for name in (
        *("X86_64", "MODULES", "BLK_DEV_INITRD", "BINFMT_ELF", "DEVTMPFS", "PROC_FS", "SYSFS"),
        *("SERIAL_8250", "SERIAL_8250_CONSOLE", "KALLSYMS", "KPROBES", "KRETPROBES"),
        *("FUNCTION_TRACER", "FUNCTION_GRAPH_TRACER", "DYNAMIC_FTRACE"),
    )
)


def boot_header(release):
    text = f"{release} (someone@somewhere) #1".encode() + b"\0"
    return bytes(0x202) + b"HdrS" + bytes(8) + (0x100).to_bytes(2, "little") + bytes(0xF0) + text


def replace(path, old, new):
    path.write_text(path.read_text().replace(old, new))


# What is done to a folder that is right, and what the line must then say.
MISTAKES = {
    "missing": (shutil.rmtree, "is no folder"),
    "no_image": (lambda kernel: (kernel / "bzImage").unlink(), "has no image"),
    "two_images": (
        lambda kernel: (kernel / "vmlinuz").write_bytes(boot_header("4.5.6")),
        "has 2 images (bzImage, vmlinuz)",
    ),
    "vmlinux": (lambda kernel: (kernel / "bzImage").write_bytes(b"\x7fELF"), "is no bzImage"),
    "no_headers": (lambda kernel: shutil.rmtree(kernel / "headers"), "has no headers"),
    "other_headers": (
        lambda kernel: (kernel / "bzImage").write_bytes(boot_header("4.5.6")),
        "has the headers of 1.2.3, and the image is 4.5.6",
    ),
    "not_built": (lambda kernel: (kernel / "headers/Module.symvers").unlink(), "Module.symvers"),
    "no_config": (lambda kernel: (kernel / "config").unlink(), "has no config"),
    "two_configs": (
        lambda kernel: (kernel / "config-4.5.6").write_text(CONFIG),
        "has 2 configurations",
    ),
    "no_modules": (
        lambda kernel: replace(kernel / "config", "CONFIG_MODULES=y", ""),
        "built with CONFIG_MODULES=y:",
    ),
    "no_probes": (
        lambda kernel: replace(kernel / "config", "PROBES=y", "PROBES=n"),
        "built with CONFIG_KPROBES=y, CONFIG_KRETPROBES=y:",
    ),
    "serial_module": (
        lambda kernel: replace(kernel / "config", "8250=y", "8250=m"),
        "CONFIG_SERIAL_8250=y",
    ),
    "signed_modules": (
        lambda kernel: replace(
            kernel / "config", "_MODULES", "_MODULE_SIG_FORCE=y\nCONFIG_MODULES"
        ),
        "no CONFIG_MODULE_SIG_FORCE",
    ),
    "newer_compiler": (
        lambda kernel: replace(kernel / "config", "120200", "990100"),
        "build the kernel with GCC",
    ),
    "clang": (lambda kernel: replace(kernel / "config", "120200", "0"), "was compiled by"),
    "no_common": (
        lambda kernel: (kernel / "headers/Makefile").write_text("include /no/such/common/Makefile"),
        "headers need /no/such/common, which is not there",
    ),
    "no_package": (
        lambda kernel: (kernel / "linux-image-1.deb").write_text("nothing"),
        "linux-image-1.deb cannot be unpacked",
    ),
}


def right_folder(kernel):
    (kernel / "headers/include/config").mkdir(parents=True)
    (kernel / "bzImage").write_bytes(boot_header(RELEASE))
    (kernel / "config").write_text(CONFIG)
    (kernel / "headers/include/config/kernel.release").write_text(RELEASE + "\n")
    for name in ("Makefile", "Module.symvers"):
        (kernel / "headers" / name).touch()


def prepare(kernel, images):
    return subprocess.run(
        [PREPARE, "--kernel", kernel, images], stderr=subprocess.PIPE, text=True, check=False
    )


def mistakes(folder):
    complaints = []
    for name, (spoil, expected) in MISTAKES.items():
        kernel = folder / name
        right_folder(kernel)
        spoil(kernel)
        ran = prepare(kernel, folder / "images")
        said = ran.stderr.rstrip("\n")
        if ran.returncode != 2 or "\n" in said or expected not in said or str(kernel) not in said:
            complaints.append(f"{name}: status {ran.returncode}, no '{expected}' in: {said}")
    return complaints


def entries(images):
    kernels = json.loads((images / "kernels.json").read_text())["kernels"]
    return {entry["name"]: entry for entry in kernels}


def give_by_path(fetched, kernel, images):
    """The fetched kernel as a user would give it. The rooms are those of the fetched one."""
    release = entries(fetched)[FETCHED]["release"]
    kernel.mkdir()
    images.mkdir(exist_ok=True)
    for shared in ("archives", "rooms"):
        (images / shared).symlink_to(fetched / shared)
    source = fetched / f"rooms/bookworm/usr/src/linux-headers-{release}"
    shutil.copyfile(fetched / FETCHED / "vmlinuz", kernel / "bzImage")
    shutil.copyfile(source / ".config", kernel / "config")
    (kernel / "headers").symlink_to(source)


def count(retprobe, images, kernel, out):
    command = [retprobe, "kernel", "--images", images, "--kernel", kernel, "--users", "1"]
    command += ["--mechanism", "kretprobe,fexit", "--mitigations", "off", "--no-designs"]
    return subprocess.Popen(
        [*command, "--no-walks", "--format", "json", "--out", out],
        stderr=subprocess.PIPE,
        text=True,
    )


def same_counts(retprobe, fetched, folder):
    images = folder / "images"
    give_by_path(fetched, folder / "kernel", images)
    os.chmod(folder / "kernel", 0o555)
    ran = prepare(folder / "kernel", images)
    os.chmod(folder / "kernel", 0o755)
    if ran.returncode:
        return [f"the fetched kernel by path: {ran.stderr.strip()}"]
    runs = {
        FETCHED: count(retprobe, fetched, FETCHED, folder / "fetched.json"),
        "own": count(retprobe, images, "own", folder / "own.json"),
    }
    errors = [run.communicate()[1].strip() for run in runs.values()]
    statuses = {run.returncode for run in runs.values()}
    if NOT_PERMITTED in statuses:
        print(*errors, sep="\n")
        sys.exit(NOT_PERMITTED)
    if statuses != {0}:
        return errors
    by_name, by_path = (
        {
            row["mechanism"]: row.get("added_instructions", row["state"])
            for row in json.loads((folder / name).read_text())["rows"]
        }
        for name in ("fetched.json", "own.json")
    )
    print(f"own kernel: {by_path}")
    return [] if by_name == by_path else [f"{by_name} as fetched, {by_path} by path"]


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: own_kernel.py RETPROBE IMAGES FOLDER")
    retprobe, fetched, folder = (
        sys.argv[1],
        *(pathlib.Path(each).resolve() for each in sys.argv[2:]),
    )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    complaints = mistakes(folder) + same_counts(retprobe, fetched, folder)
    print(*complaints, sep="\n", end="\n" if complaints else "")
    print(f"own kernel: {len(MISTAKES)} wrong folders, {len(complaints)} complaints")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
