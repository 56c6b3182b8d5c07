"""Debian's archive, by apt with lists, cache and status of its own: nothing of the host's changes,
and no rights are needed."""

import pathlib
import re
import subprocess

KEYRING = pathlib.Path("/usr/share/keyrings/debian-archive-keyring.gpg")
DEFAULT_MIRROR = "http://deb.debian.org/debian"
MIRROR = re.compile(r"https?://\S+/debian/?$")


class Failed(Exception):
    """One line that says what could not be had, and why."""


class Unreachable(Failed):
    """The network is not there."""


NO_NETWORK = re.compile(
    r"Could not (resolve|connect)|Unable to connect|Cannot initiate the connection"
    r"|Temporary failure resolving|Network is unreachable|Connection (timed out|refused|failed)"
)


def host_mirror():
    """The mirror of this machine's own apt, where it is a Debian."""
    for path in sorted(pathlib.Path("/etc/apt").glob("sources.list*")):
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        for file in (file for file in files if file.suffix in (".list", ".sources")):
            for word in file.read_text(errors="replace").split():
                if MIRROR.fullmatch(word):
                    return word
    return DEFAULT_MIRROR


class Archive:
    """A Debian release: packages of it and its backports, or its sources."""

    def __init__(self, release, folder, kind="deb"):
        """`kind`: deb or deb-src."""
        self.release = release
        self.kind = kind
        self.folder = folder.resolve() / release
        self.debs = self.folder / "archives"
        self._config = self.folder / "apt.conf"

    def update(self):
        """Fetches the lists. With older lists there, a failure is no error: returns a line that
        says so, or ""."""
        if not KEYRING.exists():
            raise Failed(f"{KEYRING} is missing: install what Debian calls debian-archive-keyring")
        self._write_config()
        ran = self._apt("apt-get", "update", "--error-on=any")
        if ran.returncode == 0:
            return ""
        why = reason(ran)
        listed = "*_Packages*" if self.kind == "deb" else "*_Sources*"
        if not list((self.folder / "lists").glob(listed)):
            raise failure(ran, f"the lists of Debian {self.release} cannot be fetched: {why}")
        return f"the lists of Debian {self.release} are old: {why}"

    def package_names(self, prefix):
        ran = self._apt("apt-cache", "pkgnames", prefix)
        if ran.returncode:
            raise Failed(f"the lists of Debian {self.release} cannot be read: {reason(ran)}")
        return ran.stdout.split()

    def fetch_with_dependencies(self, packages):
        """Fetches them and all that they depend on, into self.debs."""
        self._fetch("apt-get", "install", "--yes", "--download-only", *packages)

    def fetch(self, package):
        """Fetches one package alone, and returns its path."""
        self._fetch("apt-get", "download", package)
        found = sorted(self.debs.glob(f"{package}_*.deb"), key=lambda path: path.stat().st_mtime)
        if not found:
            raise Failed(f"apt-get download {package} left no file in {self.debs}")
        return found[-1]

    def fetch_source(self, package):
        """Fetches the newest source of the release, and returns the path of its description."""
        self._fetch("apt-get", "source", "--download-only", package)
        found = sorted(self.debs.glob(f"{package}_*.dsc"), key=lambda path: path.stat().st_mtime)
        if not found:
            raise Failed(f"apt-get source {package} left no .dsc in {self.debs}")
        return found[-1]

    def _fetch(self, *command):
        ran = self._apt(*command)
        if ran.returncode:
            said = f"packages of Debian {self.release} cannot be fetched: {reason(ran)}"
            raise failure(ran, said)

    def _apt(self, *command):
        try:
            return subprocess.run(
                command,
                env={"APT_CONFIG": str(self._config), "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
                cwd=self.debs,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
            )
        except FileNotFoundError as missing:
            raise Failed(
                f"there is no {command[0]} here, which Debian's packages are fetched with"
            ) from missing

    def _write_config(self):
        for folder in ("lists/partial", "archives/partial"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        more = ("-updates", "-backports") if self.kind == "deb" else ("-updates",)
        suites = [self.release, *(self.release + suite for suite in more)]
        where = f"{self.kind} [signed-by={KEYRING}] {host_mirror()}"
        sources = [f"{where} {suite} main" for suite in suites]
        (self.folder / "sources.list").write_text("\n".join(sources) + "\n")
        options = {
            "Dir::Etc::sourcelist": self.folder / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State::lists": self.folder / "lists",
            "Dir::State::status": self.folder / "status",
            "Dir::Cache": self.folder,
            "APT::Architecture": "amd64",
            "APT::Install-Recommends": "false",
            "APT::Sandbox::User": "",  # the folders are this user's
            "Acquire::Languages": "none",
            "Acquire::Retries": "1",
            "Debug::NoLocking": "true",
        }
        lines = [f'{name} "{value}";\n' for name, value in options.items()]
        self._config.write_text("".join(lines))


def failure(ran, said):
    return (Unreachable if NO_NETWORK.search(ran.stderr + ran.stdout) else Failed)(said)


def reason(ran):
    """The first error that a command wrote, or its last line."""
    lines = [line.strip() for line in (ran.stderr + "\n" + ran.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E: ")]
    return (errors + lines[-1:] + [f"exit status {ran.returncode}"])[0]
