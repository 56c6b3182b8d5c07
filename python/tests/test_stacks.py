"""Shadow stacks as data and as pictures, the code of a probed function, and what unwinders see."""

from xml.etree import ElementTree

import pytest

import retprobe
from retprobe.live.stacks import ShadowStack, StackTraces

ON_SHADOW_STACKS = [design.name for design in retprobe.designs() if design.has_transfers]


def stack_of(design: str, depth: int, data: bytes = b"") -> ShadowStack:
    seen: list[ShadowStack] = []

    def enter(call: retprobe.Call) -> None:
        call.entry_data = data

    with retprobe.probe(
        "nest",
        design=design,
        entry_data_bytes=len(data),
        on_entry=enter,
        on_return=lambda _: None,
        name="mine",
    ):
        retprobe.nest(depth, lambda: seen.append(retprobe.shadow_stack()))
    return seen[0]


@pytest.mark.parametrize("design", ON_SHADOW_STACKS)
def test_each_frame_has_its_original_address_and_its_data(design: str) -> None:
    data = bytes(range(32))
    stack = stack_of(design, 3, data)
    assert stack.design == design and len(stack.frames) == 3
    for frame in stack.frames:
        assert frame.function == "retprobe_bench_nest"
        assert [word.data for word in frame.words if word.role == "data"] == [data]
        assert [word.role for word in frame.words].count("original") == 1
    # The outermost call goes back to the extension, the others into the nest.
    originals = [
        word.value for frame in stack.frames for word in frame.words if word.role == "original"
    ]
    assert originals[0] == originals[1] != originals[2]


@pytest.mark.parametrize("design", ON_SHADOW_STACKS)
def test_the_picture_has_every_word(design: str) -> None:
    stack = stack_of(design, 2, b"0123456789abcdefXYZ")
    root = ElementTree.fromstring(stack.svg())
    space = "{http://www.w3.org/2000/svg}"
    texts = [element.text for element in root.iter(space + "text")]
    for frame in stack.frames:
        for word in frame.words:
            assert f"{word.address:#x}" in texts and word.meaning in texts
    assert len([e for e in root.iter(space + "rect") if e.get("class") == "frame"]) == 2
    assert b"0123456789abcdef".hex(" ") in texts
    assert root.find(space + "title") is not None and root.get("role") == "img"
    title, *lines = str(stack).splitlines()
    assert title.startswith(f"{design}: shadow stack of the calls on the machine stack 0x")
    assert all(line.startswith("  0x") for line in lines)
    assert repr(stack).startswith(f"<ShadowStack of {design}: 2 frames, ")
    # A frame of bitmask stores numbers in the place of tracers, so no word names its tracer.
    named = [
        word.meaning for frame in stack.frames for word in frame.words if "mine" in word.meaning
    ]
    assert set(named) <= {"tracer mine"} and (design == "bitmask" or len(named) == 2)


def test_a_design_that_keeps_its_frames_elsewhere_says_so() -> None:
    stack = stack_of("call_through", 2)
    assert stack.frames == () and "nothing on a shadow stack" in stack.svg()


def test_in_callbacks_the_stack_grows_and_shrinks() -> None:
    depths: list[int] = []

    def look(call: retprobe.Call) -> None:
        depths.append(len(p.shadow_stack().frames))

    with retprobe.probe(
        ["wl_recurse"],
        design="counted_shadow",
        transfer="paired",
        on_entry=look,
        on_return=lambda _: None,
    ) as p:
        p.call(4, 1)
    assert depths == [0, 1, 2, 3]
    assert retprobe.shadow_stack().frames == ()


def traces_at_bottom(design: str, transfer: str) -> StackTraces:
    seen: list[StackTraces] = []
    with retprobe.probe("nest", design=design, transfer=transfer, on_return=lambda _: None):
        retprobe.nest(3, lambda: seen.append(retprobe.unwind(200)))
    return seen[0]


@pytest.mark.parametrize("transfer", ["paired", "push_ret"])
def test_unwinders_see_through_probed_calls(transfer: str) -> None:
    traces = traces_at_bottom("counted_shadow", transfer)
    names = [trace.unwinder.split()[0] for trace in traces]
    assert names == ["libgcc", "glibc", "libunwind", "frame"]
    for trace in traces[:3]:
        if trace.unavailable:
            assert not trace.frames
            continue
        nests = [
            i
            for i, frame in enumerate(trace.frames)
            if frame.name.startswith("retprobe_bench_nest")
        ]
        trampolines = [i for i, frame in enumerate(trace.frames) if frame.is_trampoline]
        assert len(nests) == 3 and len(trampolines) == 3
        assert all(frame.address for frame in trace.frames)
        # The trace goes on to the interpreter, which made the call.
        assert len(trace.frames) > trampolines[-1] + 3
        assert trace.unwinder in traces._repr_html_()
        # One line stands for unwind() and its callers. The calls of interest follow.
        _, asking, first, *rest = str(trace).splitlines()
        assert (
            asking.strip().endswith("of unwind() and what called it)")
            and "retprobe_bench_nest" in first
        )
        assert not any("_core" in line for line in rest) and any(
            "of retprobe's extension)" in line for line in rest
        )
        assert all("_core" not in frame.name and "_Z" not in frame.name for frame in trace.frames)
    assert (
        "_core" not in traces._repr_html_()
        and "of unwind() and what called it)" in traces._repr_html_()
    )
    assert repr(traces).startswith("<StackTraces: ") and len(repr(traces)) < 200
    assert "3 of them return trampolines" in repr(traces[0])
    assert not any(frame.name.startswith("0x") for frame in traces[3].frames)


def test_unwinders_agree_where_nothing_is_probed() -> None:
    traces = [trace for trace in retprobe.unwind() if not trace.unavailable]
    chains = [[frame.name for frame in trace.frames if not frame.own] for trace in traces[:3]]
    tails = {tuple(chain[-5:]) for chain in chains}
    assert len(tails) == 1


def test_the_code_of_a_probed_function() -> None:
    code = retprobe.disassemble("wl_leaf", design="counted_shadow", transfer="paired")
    titles = [section.title for section in code.sections]
    assert (
        titles[0].startswith("before: wl_leaf")
        and titles[1] == "after: counted_shadow/paired/scalar/1"
    )
    before, after = code.sections[:2]
    assert before.instructions[0].text.startswith("nop") and len(before.instructions[0].code) == 5
    assert after.instructions[0].text.startswith("jmp")
    block = next(section for section in code.sections if section.title == "block")
    assert [i.note for i in block.instructions if i.note] == [
        *("keeps r11", "the record", "the entry trampoline", "the body", "T"),
        "T of the trap transfer",
    ]
    assert any(i.text.startswith("ret") for i in code.sections[-1].instructions)
    html = code._repr_html_()
    assert '<span class="jmp">jmp</span>' in html and '<span class="reg">%rsp</span>' in html
    assert "<script" not in html and str(code).count("\n") > 20
    # The trampolines jump to the design's C++, and that to the routine that goes on.
    beginnings = [
        "entry trampoline ",
        "entry hook retprobe_on_entry_counted_",
        "entry resume retprobe_resume_entry_paired_",
        "return trampoline ",
        "return hook retprobe_on_return_counted_",
        "return resume retprobe_resume_return_push_ret_",
    ]
    for title, beginning in zip(titles[-6:], beginnings, strict=True):
        assert title.startswith(beginning)
    assert len(repr(code)) < 150 and "9 sections" in repr(code)


def test_the_code_now_is_that_of_the_live_probe() -> None:
    with retprobe.probe("leaf", design="call_through", on_entry=lambda _: None) as p:
        assert "block, framed" in [section.title for section in p.disassemble().sections]
    with pytest.raises(retprobe.Error, match="functions; name one"):
        retprobe.disassemble("wl_functions_16_*")


def test_costs_stand_beside_the_instructions() -> None:
    try:
        code = retprobe.disassemble(
            "wl_leaf", design="counted_shadow", transfer="paired", costs=True
        )
    except retprobe.Error as error:
        if "ptrace" in str(error):
            pytest.skip(str(error))
        raise
    after, block = (
        next(s for s in code.sections if s.title.startswith(word)) for word in ("after", "block")
    )
    assert after.executed == 1
    assert (
        [i.executed for i in block.instructions if i.note]
        and block.executed is not None
        and block.executed >= 4
    )
    entry = next(s for s in code.sections if s.title.startswith("entry trampoline"))
    assert entry.executed is not None and entry.executed > 10
    assert "instructions per warm hit" in code._repr_html_()
    (counted,) = retprobe.cost(
        designs="counted_shadow", transfers="paired", registers="scalar", tracers=1, progress=False
    ).rows
    both = counted["entry"]["instructions"] + counted["exit"]["instructions"]
    handlers = sum(count for _, count in code.elsewhere)
    assert code.executed == both and 0 < handlers < both / 10
    assert str(code).splitlines()[-1].startswith(f"{both} instructions per warm hit; ")
    assert f"{both} executed by a warm hit" in repr(code)
    # `cost` probes wl_leaf. The jump of another function is not one of wl_leaf.
    other = retprobe.disassemble("wl_fib", design="counted_shadow", transfer="paired", costs=True)
    after = next(s for s in other.sections if s.title.startswith("after"))
    assert after.executed == 1 and other.elsewhere == code.elsewhere
