"""Cutting a file into chunks: by its definitions where there is a grammar, by headings in prose, else by size.

A chunk is at most 120 lines or 4,000 characters (SPEC §17). A definition that is larger is cut at the definitions in
it; what stands between definitions is a chunk of its own; a comment right above a definition belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from disputatio.debate.values import value
from disputatio.repository.grammars import Definition, Parsed, grammar_of, parse

LINES = 120
CHARACTERS = 4_000
MOST = 2_000
"""Chunks of one file: what stands further down is data rather than something to read."""

_COMMENT = re.compile(r"\s*(#|//|/\*|\*|--|;|@|\"\"\"|<!--)")
_HEADING = re.compile(r"^(#{1,6})\s+(\S.*?)[\s#]*$")
_UNDERLINE = re.compile(r"^([=\-~^\"'`*+#.:_])\1{2,}\s*$")
_FENCE = re.compile(r"^\s{0,3}(```|~~~)")
PROSE = frozenset({"Markdown", "reStructuredText", "AsciiDoc", "Org"})


@value
class Chunk:
    """Lines `first` to `last`, from 1, both included. `kind` is "definition", "section" or "part"; `name` is that of
    the definition (those around it before it) or the heading."""

    first: int
    last: int
    kind: str
    name: str = ""


@value
class Cut:
    """A file in chunks, in order, with what was parsed of it."""

    chunks: tuple[Chunk, ...]
    parsed: Parsed | None = None


def cut(path: str, language: str, text: str) -> Cut:
    """Return the chunks of a file. Every line that says something is in exactly one."""
    lines = text.split("\n")
    grammar = grammar_of(path, language)
    parsed = parse(text, grammar) if grammar else None
    if parsed is not None:
        regions = _by_definitions(lines, parsed.definitions)
    elif language in PROSE:
        regions = _by_headings(lines)
    else:
        regions = iter([Chunk(first=1, last=len(lines), kind="part")])
    pieces = (piece for region in regions for piece in _by_size(lines, region))
    kept = [piece for piece in pieces if _says_something(lines, piece)]
    return Cut(chunks=tuple(kept[:MOST]), parsed=parsed)


def _says_something(lines: Sequence[str], chunk: Chunk) -> bool:
    return any(any(c.isalnum() for c in line) for line in lines[chunk.first - 1 : chunk.last])


def _fits(lines: Sequence[str], first: int, last: int) -> bool:
    return last - first < LINES and sum(len(line) + 1 for line in lines[first - 1 : last]) <= CHARACTERS


# ---- definitions -------------------------------------------------------------------------------------------------
def _by_definitions(lines: Sequence[str], definitions: Sequence[Definition]) -> Iterator[Chunk]:
    yield from _between(lines, _tops(definitions, 1, len(lines)), definitions, 1, len(lines), "")


def _tops(definitions: Iterable[Definition], first: int, last: int) -> list[Definition]:
    """Return the outermost definitions within some lines, none reaching into another."""
    found: list[Definition] = []
    for each in sorted(definitions, key=lambda d: (d.first, -d.last)):
        if each.first >= first and each.last <= last and (not found or each.first > found[-1].last):
            found.append(each)
    return found


def _between(
    lines: Sequence[str], tops: Sequence[Definition], all: Sequence[Definition], first: int, last: int, name: str
) -> Iterator[Chunk]:
    at = first
    for top in tops:
        start = _with_comment(lines, top.first, at)
        if start > at:
            yield Chunk(first=at, last=start - 1, kind="definition" if name else "part", name=name)
        yield from _one(lines, start, top, all, name)
        at = top.last + 1
    if at <= last:
        yield Chunk(first=at, last=last, kind="definition" if name else "part", name=name)


def _one(lines: Sequence[str], start: int, top: Definition, all: Sequence[Definition], around: str) -> Iterator[Chunk]:
    """Yield a definition as a whole, or cut at those in it."""
    name = ".".join(part for part in (around, top.name) if part)[:200]
    inner = [each for each in all if top.first <= each.first and each.last <= top.last and each is not top]
    if _fits(lines, start, top.last) or not inner:
        yield Chunk(first=start, last=top.last, kind="definition", name=name)
    else:
        yield from _between(lines, _tops(inner, start, top.last), inner, start, top.last, name)


def _with_comment(lines: Sequence[str], first: int, least: int) -> int:
    """Return where the comment right above a definition begins."""
    while first > least and _COMMENT.match(lines[first - 2]):
        first -= 1
    return first


# ---- prose and size ----------------------------------------------------------------------------------------------
def _by_headings(lines: Sequence[str]) -> Iterator[Chunk]:
    heads = list(_headings(lines))
    if not heads or heads[0][0] > 1:
        heads.insert(0, (1, ""))
    for (first, name), (after, _) in zip(heads, [*heads[1:], (len(lines) + 1, "")], strict=True):
        yield Chunk(first=first, last=after - 1, kind="section" if name else "part", name=name[:200])


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, title); what stands in a fence is no heading."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif fenced:
            continue
        elif found := _HEADING.match(line):
            yield number, found[2]
        elif number > 1 and _UNDERLINE.match(line) and _titled(lines[number - 2], line):
            yield number - 1, lines[number - 2].strip()


def _titled(title: str, underline: str) -> bool:
    return bool(title.strip()) and not title[0].isspace() and len(underline.rstrip()) >= len(title.rstrip()) - 1


def _by_size(lines: Sequence[str], region: Chunk) -> Iterator[Chunk]:
    """Yield a region in pieces that fit, cut at empty lines where there are some. A line longer than a chunk is one."""
    first = region.first
    while first <= region.last:
        last = _reach(lines, first, region.last)
        yield Chunk(first=first, last=last, kind=region.kind, name=region.name)
        first = last + 1


def _reach(lines: Sequence[str], first: int, end: int) -> int:
    """Return the last line of the piece that begins with a line."""
    room, last = CHARACTERS, first
    for number in range(first, min(end, first + LINES - 1) + 1):
        room -= len(lines[number - 1]) + 1
        if room < 0:
            break
        last = number
    if last >= end:
        return end
    for number in range(last, first + (last - first) // 2, -1):
        if not lines[number - 1].strip():
            return number
    return last
