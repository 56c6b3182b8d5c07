"""Where the programs' sources come from, how they are compiled, and what they are given to do."""

import hashlib
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "harness/kernel/images"))
from archive import Archive, Failed  # noqa: E402

FLAGS = ["-O2", "-g1", "-fpatchable-function-entry=5", "-w"]


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


def fetched_from_pypi(package, name):
    """A file of a package. pip would fetch and compile what builds the package, too."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    try:
        with urllib.request.urlopen(f"{index}/{package}/", timeout=60) as page:
            base, text = page.url, page.read().decode()
        found = re.search(rf'href="([^"]*/{re.escape(name)})#sha256=(\w+)"', text)
        if not found:
            raise Failed(f"{index}/{package}/ has no {name}")
        with urllib.request.urlopen(urllib.parse.urljoin(base, found[1]), timeout=60) as file:
            content = file.read()
    except OSError as error:
        raise Failed(f"{name} cannot be fetched from {index}: {error}") from error
    if hashlib.sha256(content).hexdigest() != found[2]:
        raise Failed(f"{name} of {index} is not the file that its index describes")
    return content


class Sources:
    """Debian 12's source packages, through apt with a configuration of its own."""

    def __init__(self, folder):
        if shutil.which("dpkg-source") is None:
            raise Failed("there is no dpkg-source here: install dpkg-dev")
        self.folder = folder
        self._archive = Archive("bookworm", folder / "archive", "deb-src")
        self._is_fresh = False

    def from_debian(self, package):
        """The folder of the package's newest source."""
        tree = self.folder / package / "source"
        if not tree.exists():
            if not self._is_fresh:
                self._archive.update()
                self._is_fresh = True
            half = self.folder / package / "half"
            shutil.rmtree(half, ignore_errors=True)
            half.parent.mkdir(exist_ok=True)
            described = self._archive.fetch_source(package)
            run(["dpkg-source", "--extract", "--no-check", described, half], half.parent)
            half.rename(tree)
        return tree

    def from_pypi(self, package, version):
        """The folder of a source archive of PyPI."""
        tree = self.folder / package / f"{package}-{version}"
        if not tree.exists():
            half = self.folder / package / "half"
            shutil.rmtree(half, ignore_errors=True)
            half.mkdir(parents=True)
            archive = half / f"{tree.name}.tar.gz"
            archive.write_bytes(fetched_from_pypi(package, archive.name))
            run(["tar", "-xzf", archive], half)
            (half / tree.name).rename(tree)
        return tree


class Program:
    """A program that was compiled. `commands`: what to run, and its standard input or None."""

    def __init__(self, source):
        self.source = source
        self.folder = source.parent  # where its commands run
        self.commands = {}
        self.status = 0  # with which they exit
        self.missed = 0  # at most so many calls, by designs without pools

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


# Those of Lua's own tests whose output is the same in each run.
LUA_TESTS = (
    *("strings", "calls", "coroutine", "closure", "nextvar", "vararg", "goto", "events", "tpack"),
    *("utf8", "locals", "bitwise", "pm", "gc", "gengc", "errors", "db", "literals", "code"),
    "cstack",
)


def lua(sources):
    program = Program(sources.from_pypi("lupa", "2.8") / "third-party/lua54")
    files = [file for file in sorted(program.source.glob("*.c")) if file.name != "onelua.c"]
    built = program.compiled("lua", "clang", files, "-DLUA_USE_LINUX", "-Wl,-E", "-lm", "-ldl")
    names = ", ".join(f"'{name}.lua'" for name in LUA_TESTS)
    # A test that stops the collector must not stop it for those after it.
    each = "collectgarbage('restart'); dofile(name)"
    each = f"_U = true; _soft = true; for _, name in ipairs{{{names}}} do {each} end"
    program.folder = program.source / "testes"
    program.commands["tests"] = ([built, "-W", "-e", each], None)
    return program


def dash(sources):
    # Debian's patches change what its makefiles are made from.
    if shutil.which("automake") is None:
        raise Failed("its makefiles are made by automake; install automake")
    program = Program(sources.from_debian("dash"))
    built = program.source / "src/dash"
    if not built.exists():
        environment = {"PATH": "/usr/bin:/bin", "CC": "clang", "CFLAGS": " ".join(FLAGS)}
        run(["autoreconf", "--install", "--force"], program.source, env=environment)
        run(["./configure", "--quiet"], program.source, env=environment)
        run(["make", "-s"], program.source, env=environment)
    program.status = 9  # as its script's last line says
    program.missed = 100  # of its handler of signals (docs/run.md)
    program.commands[""] = ([built, HERE / "script.sh"], None)
    return program


def zstd(sources):
    program = Program(sources.from_debian("libzstd"))
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
    program = Program(sources.from_debian("yaml-cpp"))
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
    program = Program(sources.from_debian("sqlite3"))
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
    program.status = 1  # one statement is wrong
    program.commands[""] = ([built, ":memory:"], program.file("script.sql", lines))
    return program


# One command of Redis, as its protocol and its append-only file have it.
def redis_command(*words):
    parts = [str(word).encode() for word in words]
    return b"".join([b"*%d\r\n" % len(parts), *(b"$%d\r\n%s\r\n" % (len(x), x) for x in parts)])


def redis_commands():
    chance = random.Random(4)
    yield redis_command("SELECT", 0)
    for i in range(6000):
        key = chance.randrange(400)
        yield redis_command("SET", f"string:{key}", "x" * chance.randrange(200))
        yield redis_command("HSET", f"hash:{key % 20}", f"field{i}", i)
        yield redis_command("ZADD", f"sorted:{key % 10}", chance.randrange(10**6), f"member{i}")
        yield redis_command("RPUSH", f"list:{key % 10}", chance.randrange(10**6))
        yield redis_command("SADD", f"set:{key % 30}", i)
        if i % 100 == 0:
            yield redis_command("SORT", f"list:{key % 10}", "STORE", "sorted")
            yield redis_command("SUNIONSTORE", "union", *(f"set:{j}" for j in range(10)))
            yield redis_command("ZUNIONSTORE", "zunion", 3, "sorted:0", "sorted:1", "sorted:2")
            script = "local n = 0; for i = 1, 200 do n = n + i end; redis.call('SET', KEYS[1], n)"
            yield redis_command("EVAL", script, 1, "script")
    yield redis_command("SHUTDOWN", "NOSAVE", "NOW")


def redis(sources):
    program = Program(sources.from_debian("redis"))
    built = program.source / "src/redis-server"
    if not built.exists():
        make = ["make", "-s", "-C", "src", "redis-server", "CC=clang", "MALLOC=libc"]
        make += ["USE_SYSTEMD=no", f"OPTIMIZATION={' '.join(FLAGS)}", "DEBUG="]
        run(make, program.source)
    folder = program.folder / "data/appendonlydir"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "it.aof.1.incr.aof").write_bytes(b"".join(redis_commands()))
    (folder / "it.aof.manifest").write_text("file it.aof.1.incr.aof seq 1 type i\n")
    options = ["--port", "0", "--save", "", "--appendonly", "yes", "--appendfilename", "it.aof"]
    options += ["--dir", folder.parent, "--unixsocket", "socket"]  # it goes to its folder
    options += ["--logfile", "/dev/null"]
    program.commands["load"] = ([built, *options], None)
    return program


PROGRAMS = {
    "lua": lua,
    "dash": dash,
    "zstd": zstd,
    "yaml-cpp": yaml,
    "sqlite": sqlite,
    "redis": redis,
}
