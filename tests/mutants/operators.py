"""Mutation operators: what can be changed at each line of a C++ or assembly source.

An operator works on text whose comments, strings and includes are blanked out, and relies on the
formatting that tests/format.py demands: a binary operator has a blank on both sides. Some changes
do not compile; the sampler draws another then. No change adds or removes a line, so that debug
information stays comparable."""

import dataclasses
import itertools
import re


@dataclasses.dataclass(frozen=True)
class Mutation:
    operator: str
    start: int  # offsets in the source
    end: int
    text: str  # what stands there instead

    def applied_to(self, source):
        return source[: self.start] + self.text + source[self.end :]

    def line_in(self, source):
        return source.count("\n", 0, self.start) + 1


def mutations_of(name, source):
    """All mutations of a file, in the order of their places."""
    assembly = name.endswith((".S", ".inc"))
    found = list(of_assembly(source) if assembly else of_cpp(source))
    return sorted(set(found), key=lambda m: (m.start, m.end, m.operator, m.text))


def blank(text):
    return re.sub(r"[^\n]", " ", text)


# ------------------------------------------------------------------ C++

# A comment, a raw string, a string, a character. Not the apostrophe of 10'000.
NO_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|R\"\(.*?\)\"|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
NO_MACRO = re.compile(r"^[ \t]*#[ \t]*(?!define)[^\n]*|^[ \t]*#[ \t]*define[ \t]+\w+", re.MULTILINE)


def pairs(words):
    """'a b  c d' as {a: b, c: d}."""
    return dict(zip(words.split()[::2], words.split()[1::2], strict=True))


SWAPS = {
    "boundary": pairs("< <=  <= <  > >=  >= >"),
    "condition": pairs("== !=  != ==  < >=  >= <  > <=  <= >"),
    "logic": pairs("&& ||  || &&"),
    "arithmetic": pairs(
        "+ -  - +  * +  / *  % /  & |  | &  ^ |  << >>  >> <<  += -=  -= +=  |= &=  &= |="
    ),
}
MEMORY_ORDER = re.compile(r"\bmemory_order_(acquire|release|acq_rel|seq_cst)\b")
NUMBER = re.compile(r"(?<![\w.'])(0[xX][0-9a-fA-F']+|\d[\d']*)([uUlLzZ]*)(?![\w.'])")
# Two words before a name's end: a declaration, whose removal does not compile or changes nothing.
DECLARATION = re.compile(r"[\w:<>,*&\s]*[\w>*&]\s+[&*]*\w+\s*(=|\(|\{|\[|;|$)")
NO_STATEMENT = re.compile(
    r"(static_assert|using|typedef|struct|class|enum|friend|template|extern|namespace|goto|case"
    r"|default|public|private|asm|const|constexpr|static|auto|inline|explicit|virtual|void"
    r"|thread_local|alignas)\b|[~\[{}#]"
)
HEADS = re.compile(r"(if|for|while|switch)\b(?:\s+constexpr)?\s*\(|(else|do)\b")


def masked_cpp(source):
    text = NO_CODE.sub(lambda match: mask_literal(match.group()), source)
    text = NO_MACRO.sub(lambda match: blank(match.group()), text)
    for match in re.finditer(r"\bstatic_assert\s*\(", text):
        end = closing(text, match.end() - 1)
        text = text[: match.start()] + blank(text[match.start() : end]) + text[end:]
    return text


def mask_literal(text):
    """A literal keeps its quotes: it is an argument, and an argument is something."""
    if text[0] == "/":
        return blank(text)
    return '"' + blank(text[1:-1]) + '"'


def closing(text, start):
    """The offset behind the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(text)


def of_cpp(source):
    text = masked_cpp(source)
    for match in re.finditer(r"(?<= )([-+*/%^&|<>=!]{1,2})(?= )", text):
        for operator, swaps in SWAPS.items():
            if match.group() in swaps:
                yield Mutation(operator, *match.span(), swaps[match.group()])
    for match in re.finditer(r"\+\+|--", text):
        yield Mutation("arithmetic", *match.span(), {"++": "--", "--": "++"}[match.group()])
    for match in re.finditer(r"!(?=[\w(:*])", text):
        yield Mutation("condition", *match.span(), "")
    for match in re.finditer(r"\b(true|false)\b", text):
        yield Mutation("constant", *match.span(), "false" if match.group() == "true" else "true")
    for match in NUMBER.finditer(text):
        value = int(match.group(1).replace("'", ""), 0)
        for other in {value + 1, value - 1, 0} - {value, -1}:
            yield Mutation("constant", *match.span(), f"{other}{match.group(2)}")
    for match in MEMORY_ORDER.finditer(text):
        yield Mutation("memory order", *match.span(), "memory_order_relaxed")
    for match in re.finditer(r"\b(if|while)\s*\(", text):
        yield from negated(source, text, match.end() - 1)
    yield from swapped_arguments(source, text)
    yield from of_statements(source, text)


def negated(source, text, start):
    end = closing(text, start) - 1
    begin = text.rfind(";", start + 1, end) + 1 or start + 1
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    yield Mutation("condition", begin, end, f"!({source[begin:end]})")


def swapped_arguments(source, text):
    for match in re.finditer(r"[\w>\]]\(", text):
        start = match.end() - 1
        places, begin, depth = [], start + 1, 0
        for i in range(start + 1, closing(text, start)):
            if depth == 0 and text[i] in ",)":
                places.append((begin, i))
                begin = i + 1
            depth += (text[i] in "([{") - (text[i] in ")]}")
        for (a, b), (c, d) in itertools.pairwise(places):
            first, second = source[a:b].strip(), source[c:d].strip()
            if first == second or DECLARATION.match(first) or DECLARATION.match(second):
                continue
            text_between = source[a:d].replace("\n", " ")
            if "//" in text_between:
                continue
            text_swapped = f"{second}, {first}"
            lines = "\n" * (source[a:d].count("\n") - text_swapped.count("\n"))
            yield Mutation("arguments swapped", a, d, text_swapped + lines)


def statements(text):
    """The places of statements that a semicolon ends, and the block that each is in."""
    start, depth, blocks = 0, 0, [0]
    for i, char in enumerate(text):
        depth += (char in "([") - (char in ")]")
        if char == "{" and depth == 0:
            blocks.append(i)
            start = i + 1
        elif char == "}" and depth == 0:
            blocks[1:] = blocks[1:-1]
            start = i + 1
        elif char == ";" and depth == 0:
            yield start, i + 1, blocks[-1]
            start = i + 1


def behind_heads(text, start, end):
    """Where the statement itself begins, behind `if (…)`, `else` and labels of `case`."""
    while True:
        start += len(text[start:end]) - len(text[start:end].lstrip(" \n\\"))
        head = HEADS.match(text, start, end)
        label = re.compile(r"case [^;?]*?[^:]:(?!:)|default:").match(text, start, end)
        if head:
            start = closing(text, head.end() - 1) if head.group(1) else head.end()
        elif label:
            start = label.end()
        else:
            return start


def of_statements(source, text):
    before = None
    for begin, end, block in statements(text):
        whole = behind_heads(text, begin, begin)
        start = behind_heads(text, begin, end)
        code = text[start:end]
        gone = ";" + "\n" * source[start:end].count("\n")
        if re.match(r"(return|break|continue)\s*;", code):
            yield Mutation("statement dropped", start, end, gone)
            before = None
            continue
        if re.match(r"return\b", code):
            if code.rstrip("; ") not in ("return {}", "return"):
                yield Mutation("value returned", start, end, "return {}" + gone)
            before = None
            continue
        if len(code) < 3 or NO_STATEMENT.match(code) or DECLARATION.match(code):
            before = None
            continue
        yield Mutation("statement dropped", start, end, gone)
        alone = start == whole + len(text[whole:end]) - len(text[whole:end].lstrip(" \n\\"))
        if alone and before and before[2] == block and "//" not in source[before[0] : end]:
            a, b, _ = before
            between = source[b:start]
            yield Mutation("statements swapped", a, end, source[start:end] + between + source[a:b])
        before = (start, end, block) if alone else None


# ------------------------------------------------------------------ assembly

JUMPS = pairs(
    "je jne  jne je  jz jnz  jnz jz  jb jae  jae jb  ja jbe  jbe ja  jc jnc  jnc jc  js jns  jns js"
)
REGISTERS = pairs(
    "rax rcx  rcx rdx  rdx rbx  rbx rsi  rsi rdi  rdi rbp  rbp r8  r8 r9  r9 r10  r10 r11  r11 r12 "
    "r12 r13  r13 r14  r14 r15  r15 rax"
)


def of_assembly(source):
    text = re.sub(
        r"//[^\n]*|/\*.*?\*/", lambda match: blank(match.group()), source, flags=re.DOTALL
    )
    text = re.sub(r"^[ \t]*#[^\n]*", lambda match: blank(match.group()), text, flags=re.MULTILINE)
    before = None
    for match in re.finditer(r"^[^\n]*$", text, re.MULTILINE):
        line, start = match.group().rstrip(), match.start()
        code = re.match(r"\s+(\S.*)", line)
        if not code:
            before = None
            continue
        at = start + code.start(1)
        word = code.group(1).split()[0]
        if word.startswith(".cfi_") and word not in (".cfi_startproc", ".cfi_endproc"):
            yield Mutation("directive dropped", at, start + len(line), "")
            yield from of_operands(line, start, at + len(word) - start)
            before = None
            continue
        if word.startswith(".") or word.endswith(":"):
            before = None
            continue
        yield Mutation("instruction dropped", at, start + len(line), "")
        if word in JUMPS:
            yield Mutation("condition", at, at + len(word), JUMPS[word])
        yield from of_operands(line, start, at + len(word) - start)
        if before and line.strip() != source[before[0] : before[1]].strip():
            a, b = before
            other = source[at : start + len(line)]
            yield Mutation(
                "instructions swapped", a, start + len(line), other + source[b:at] + source[a:b]
            )
        before = (at, start + len(line))


def of_operands(line, start, behind):
    for match in re.finditer(r"(?<![\w.])(\$)?(0x[0-9a-f]+|\d+)\b", line[behind:]):
        value, step = int(match.group(2), 0), 1 if match.group(1) else 8
        at = start + behind + match.start(2)
        for other in (value + step, value - step):
            yield Mutation("constant", at, at + len(match.group(2)), str(other))
    for match in re.finditer(r"%(r\w+)\b", line[behind:]):
        if match.group(1) in REGISTERS:
            at = start + behind + match.start(1)
            yield Mutation("register", at, at + len(match.group(1)), REGISTERS[match.group(1)])
    operands = re.match(
        r"\s*([^,()]+(?:\([^)]*\))?)\s*,\s*([^,()]+(?:\([^)]*\))?)\s*$", line[behind:]
    )
    if operands and operands.group(1).strip() != operands.group(2).strip():
        a, b = operands.start(1), operands.end(2)
        yield Mutation(
            "operands swapped",
            start + behind + a,
            start + behind + b,
            f"{operands.group(2).strip()}, {operands.group(1).strip()}",
        )
