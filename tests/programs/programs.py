"""Where the programs' sources come from, how they are compiled, and what they are given to do."""

import pathlib
import random
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-O2", "-g1", "-fpatchable-function-entry=5", "-w"]


class Failed(Exception):
    """One line that says why something cannot be had."""


def run(words, folder, **more):
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
        **more,
    )
    if done.returncode:
        said = done.stdout.strip().splitlines() or [f"exit status {done.returncode}"]
        wrong = [line for line in said if "error: " in line or "Error " in line]
        raise Failed(f"{words[0]} {words[1]}: {(wrong or said)[0]}")


class Sources:
    """Debian's source packages, through apt with a configuration of its own."""

    def __init__(self, folder):
        self.folder = folder
        if shutil.which("apt-get") is None or shutil.which("dpkg-source") is None:
            raise Failed("sources come from Debian's archive: install apt and dpkg-dev")
        apt = folder / "apt"
        for part in ("lists/partial", "cache/archives/partial", "parts"):
            (apt / part).mkdir(parents=True, exist_ok=True)
        (apt / "parts/source.sources").write_text(
            "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: bookworm\n"
            "Components: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n",
            encoding="utf-8",
        )
        self._options = [
            f"-o=Dir::Etc::sourcelist={apt}/none",
            f"-o=Dir::Etc::sourceparts={apt}/parts",
            f"-o=Dir::State::lists={apt}/lists",
            f"-o=Dir::Cache={apt}/cache",
            "-o=APT::Sandbox::User=root",
        ]
        self._is_fresh = False

    def unpacked(self, package):
        """The folder of the package's newest source."""
        folder = self.folder / package
        tree = folder / "source"
        if not tree.exists():
            folder.mkdir(exist_ok=True)
            if not self._is_fresh:
                run(["apt-get", "update", "-qq", *self._options], folder)
                self._is_fresh = True
            options = [*self._options, "--download-only"]
            run(["apt-get", "source", "-qq", *options, package], folder)
            described = next(folder.glob("*.dsc"))
            half = folder / "half"
            shutil.rmtree(half, ignore_errors=True)
            run(["dpkg-source", "--extract", "--no-check", described.name, half.name], folder)
            half.rename(tree)
        return tree


class Program:
    """A program that was compiled. `commands`: what to run, and its standard input or None."""

    def __init__(self, sources, package):
        self.source = sources.unpacked(package)
        self.folder = self.source.parent
        self.commands = {}

    def compiled(self, name, compiler, sources, *options):
        """Compiles the sources, unless the program is there."""
        program = self.folder / name
        if not program.exists():
            half = self.folder / f"{name}.half"
            run([compiler, *FLAGS, *sources, *options, "-o", half], self.folder)
            half.rename(program)
        return program

    def file(self, name, lines):
        path = self.folder / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path


def lua(sources):
    program = Program(sources, "lua5.4")
    source = program.source / "src"
    files = [file for file in sorted(source.glob("*.c")) if file.name != "luac.c"]
    # What Debian's build generates: where modules are looked for. There are none.
    program.file("lua5.4-deb-multiarch.h", ['#define DEB_HOST_MULTIARCH "none"'])
    options = ["-DLUA_USE_LINUX", f"-I{program.folder}", "-Wl,-E", "-lm", "-ldl"]
    built = program.compiled("lua", "clang", files, *options)
    program.commands[""] = ([built, HERE / "script.lua"], None)
    return program


def dash(sources):
    # Debian's patches change what its makefiles are made from.
    if shutil.which("automake") is None:
        raise Failed("its makefiles are made by automake; install automake")
    program = Program(sources, "dash")
    built = program.source / "src/dash"
    if not built.exists():
        environment = {"PATH": "/usr/bin:/bin", "CC": "clang", "CFLAGS": " ".join(FLAGS)}
        run(["autoreconf", "--install", "--force"], program.source, env=environment)
        run(["./configure", "--quiet"], program.source, env=environment)
        run(["make", "-s"], program.source, env=environment)
    program.commands[""] = ([built, HERE / "script.sh"], None)
    return program


def zstd(sources):
    program = Program(sources, "libzstd")
    built = program.source / "programs/zstd"
    if not built.exists():
        make = ["make", "-s", "-C", "programs", "zstd", "CC=clang", "HAVE_ZLIB=0", "HAVE_LZMA=0"]
        run([*make, "HAVE_LZ4=0", f"MOREFLAGS={' '.join(FLAGS)}"], program.source)
    chance = random.Random(1)
    words = [str(chance.randrange(10**6)) for _ in range(5000)]
    plain = program.file("plain.txt", (" ".join(chance.choices(words, k=12)) for _ in range(30000)))
    for level in (1, 9):
        program.commands[f"-{level}"] = ([built, "-q", "-c", f"-{level}"], plain)
    program.commands["-T2"] = ([built, "-q", "-c", "-T2", "-5"], plain)
    packed = program.folder / "plain.zst"
    run([built, "-q", "-f", plain, "-o", packed], program.folder)
    program.commands["-d"] = ([built, "-q", "-d", "-c"], packed)
    return program


def yaml(sources):
    program = Program(sources, "yaml-cpp")
    files = [*sorted(program.source.glob("src/*.cpp")), program.source / "util/parse.cpp"]
    built = program.compiled("parse", "clang++", files, f"-I{program.source / 'include'}")
    chance = random.Random(2)
    lines = ["names: &names"]
    for i in range(1500):
        lines += [
            f"  - {{id: {i}, weight: {chance.random():.4f}, tags: [a{i % 7}, 'b c', \"d\\n\"]}}"
        ]
    lines += ["text: |", *(f"  line {i}: {i * i}" for i in range(200)), "again: *names"]
    program.commands[""] = ([built], program.file("document.yaml", lines))
    return program


def sqlite(sources):
    if shutil.which("tclsh") is None:
        raise Failed("its source is put together by tclsh; install tcl")
    program = Program(sources, "sqlite3")
    built = program.source / "sqlite3"
    if not built.exists():
        environment = {"PATH": "/usr/bin:/bin", "CC": "clang", "CFLAGS": " ".join(FLAGS)}
        options = ["--disable-tcl", "--disable-readline", "--disable-shared"]
        run(["./configure", "--quiet", *options], program.source, env=environment)
        run(["make", "-s", "sqlite3"], program.source, env=environment)
    chance = random.Random(3)
    lines = [
        "create table item(id integer primary key, name text, price real, kind int);",
        "begin;",
    ]
    for i in range(4000):
        price = chance.randrange(10**5) / 100
        lines.append(f"insert into item values({i}, 'item {i * 7919 % 4001}', {price}, {i % 17});")
    lines += [
        "commit;",
        "create index by_name on item(name);",
        "select kind, count(*), round(sum(price), 2) from item group by kind order by kind;",
        "select a.name, b.name from item a join item b on a.id = b.id + 1 and a.kind = b.kind - 1"
        " order by a.price limit 50;",
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)"
        " select sum(i * i) from n;",
        "select name, json_extract(json_object('p', price), '$.p') from item"
        " where name like '%99%';",
        "delete from item where kind % 2; pragma integrity_check; select count(*) from item;",
        "select * from nowhere;",
    ]
    program.commands[""] = ([built, ":memory:"], program.file("script.sql", lines))
    return program


PROGRAMS = {"lua": lua, "dash": dash, "zstd": zstd, "yaml-cpp": yaml, "sqlite": sqlite}
