"""A folder of unpacked Debian packages that programs run in: the compiler and the tools that a
kernel's headers want, of the Debian release that the kernel is of. Nothing of it is installed."""

import os
import pathlib
import shlex
import subprocess

from archive import Failed, reason

TOOLS = [
    *("bash", "binutils", "coreutils", "dash", "diffutils", "findutils", "gawk", "grep"),
    *("libbpf-dev", "libc6-dev", "make", "pahole", "perl-base", "sed"),
]
LOADER = "/lib64/ld-linux-x86-64.so.2"
PATH = "/usr/bin:/usr/sbin:/bin:/sbin"


def unpack(package, folder):
    folder.mkdir(parents=True, exist_ok=True)
    ran = subprocess.run(["dpkg-deb", "-x", package, folder], capture_output=True, text=True)
    if ran.returncode:
        raise Failed(f"{pathlib.Path(package).name} cannot be unpacked: {reason(ran)}")


class Room:
    def __init__(self, archive, folder):
        self.archive = archive
        self.root = folder.resolve() / archive.release

    def furnish(self, packages):
        """Fetches and unpacks what is not there yet."""
        self.archive.fetch_with_dependencies([*TOOLS, *packages])
        self.root.mkdir(parents=True, exist_ok=True)
        stamp = self.root / "unpacked"
        there = set(stamp.read_text().split()) if stamp.exists() else set()
        for package in sorted(self.archive.debs.glob("*.deb")):
            # Kernels are unpacked elsewhere.
            if package.name in there or package.name.startswith(("linux-image-", "linux-binary-")):
                continue
            unpack(package, self.root)
            there.add(package.name)
            stamp.write_text("\n".join(sorted(there)) + "\n")
        # What the packages' scripts would have done.
        awk = self.root / "usr/bin/awk"
        if not awk.is_symlink():
            awk.symlink_to("gawk")
        for folder in ("proc", "dev", "tmp"):
            (self.root / folder).mkdir(exist_ok=True)
        (self.root / "dev/null").touch()

    def run(self, command, log, views=None):
        """Runs a command in the room and returns its output, which goes to the file `log`, too.
        Failed names the first error. `views`: folders that are only to be read there, path in the
        room → path here."""
        inside = " && ".join(
            [
                "PATH=$PATH:/usr/sbin:/sbin",  # where chroot is
                *(self._view(place, shown) for place, shown in (views or {}).items()),
                f"mount --rbind /proc {shlex.quote(str(self.root / 'proc'))}",
                f"mount --bind /dev/null {shlex.quote(str(self.root / 'dev/null'))}",
                f"exec chroot {shlex.quote(str(self.root))} /usr/bin/env -i PATH={PATH} LC_ALL=C "
                + shlex.join(command),
            ]
        )
        # Without root, in a user namespace.
        rights = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        ran = subprocess.run(
            ["unshare", "--mount", *rights, "sh", "-c", inside],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        log.write_text(ran.stdout)
        if ran.returncode:
            lines = [line for line in ran.stdout.splitlines() if line.strip()]
            errors = [
                line for line in lines if "error:" in line.lower() or line.startswith("unshare:")
            ]
            why = (errors + lines[-1:] + [f"exit status {ran.returncode}"])[0]
            raise Failed(f"{command[0]} failed in {self.root}: {why} (all of it: {log})")
        return ran.stdout

    def _view(self, place, shown):
        there = self.root / place.lstrip("/")
        there.mkdir(parents=True, exist_ok=True)
        there, shown = shlex.quote(str(there)), shlex.quote(str(shown))
        # A user namespace may not change a mount that has options of its own.
        read_only = f"{{ mount -o remount,bind,ro {there} 2>/dev/null || :; }}"
        return f"mount --bind {shown} {there} && {read_only}"

    def libraries(self, program, log):
        """The libraries that a program of the room is loaded with: path inside → path outside."""
        listed = self.run([LOADER, "--list", program], log)
        paths = [word for word in listed.split() if word.startswith("/") and ".so" in word]
        # In the room, since an absolute link (the loader is one) leads elsewhere outside.
        files = self.run(["readlink", "-f", *paths], log.with_name("links.log")).split()
        return {path: self.root / file.lstrip("/") for path, file in zip(paths, files, strict=True)}
