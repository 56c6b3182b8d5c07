"""Writes the guest's first file system: a cpio archive of the format `newc`
(Documentation/driver-api/early-userspace/buffer-format.rst in Linux). Device nodes are written as
entries, so that no right to make them is needed."""

import pathlib
import stat

TRAILER = "TRAILER!!!"


class Writer:
    def __init__(self):
        self._bytes = bytearray()
        self._inode = 0
        self._folders = set()

    def folder(self, name):
        """Adds a folder, and those that it is in."""
        path = pathlib.PurePosixPath(name)
        for folder in [*reversed(path.parents), path]:
            if str(folder) not in self._folders | {"."}:
                self._folders.add(str(folder))
                self._entry(str(folder), stat.S_IFDIR | 0o755)

    def file(self, name, content):
        self.folder(str(pathlib.PurePosixPath(name).parent))
        self._entry(name, stat.S_IFREG | 0o755, content)

    def character_device(self, name, major, minor):
        self.folder(str(pathlib.PurePosixPath(name).parent))
        self._entry(name, stat.S_IFCHR | 0o600, device=(major, minor))

    def finish(self):
        self._entry(TRAILER, 0)
        return bytes(self._bytes)

    def _entry(self, name, mode, content=b"", device=(0, 0)):
        self._inode += 1
        name_bytes = name.encode() + b"\0"
        owner = group = time = checksum = 0
        links = 1
        fields = (self._inode, mode, owner, group, links, time, len(content), 0, 0)
        fields += (*device, len(name_bytes), checksum)
        header = "070701" + "".join(f"{field:08X}" for field in fields)
        self._bytes += header.encode() + name_bytes
        self._align()
        self._bytes += content
        self._align()

    def _align(self):
        self._bytes += b"\0" * (-len(self._bytes) % 4)


def guest_archive(files):
    """An archive of these files (name inside → path) with what the kernel and the init need."""
    writer = Writer()
    writer.character_device("dev/console", 5, 1)
    for name in ("proc", "sys"):
        writer.folder(name)
    for name, path in files.items():
        writer.file(name.lstrip("/"), path.read_bytes())
    return writer.finish()
