"""The parts of a Markdown text that citations are made of: fenced blocks, code spans, quotation marks, sentences.

Every function is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from disputatio.debate.values import value

LONGEST_SPAN = 1_000
"""Characters of a code span or of words in quotation marks; what is longer counts as neither."""

AROUND = 400
"""Characters on each side of a place in which its sentence is looked for."""

_FENCE = re.compile(r"^[ \t]{0,12}(?P<mark>`{3,}|~{3,})(?P<info>[^\n]{0,400})$", re.M)
_BLOCK_QUOTE = re.compile(r"(?:^[ ]{0,3}>[^\n]{0,1000}(?:\n|\Z)){1,60}", re.M)
_TICKS = re.compile(r"`+")
_QUOTED = re.compile(
    rf"“([^“”\n]{{1,{LONGEST_SPAN}}})”|«([^«»\n]{{1,{LONGEST_SPAN}}})»|„([^„“”\n]{{1,{LONGEST_SPAN}}})[“”]"
    rf"|\"([^\"\n]{{1,{LONGEST_SPAN}}})\""
)
_SENTENCE_END = re.compile(r"[.!?][)”\"*_`]{0,3}[ \t]{1,3}(?=[^\s\d])")


@value
class Span:
    """Some of the text, with its place; `text` is without the marks around it."""

    start: int
    end: int
    text: str


@value
class Fence:
    """A fenced block: `info` is what stands behind its first mark."""

    start: int
    end: int
    info: str
    body: str


def vocabulary(words: str) -> frozenset[str]:
    """Return a set of words, written as a text."""
    return frozenset(words.split())


def fences(text: str) -> tuple[Fence, ...]:
    """Return the fenced blocks of a text. A block that is not closed goes to the end."""
    found: list[Fence] = []
    opened: re.Match[str] | None = None
    for line in _FENCE.finditer(text):
        if opened is None:
            if "`" not in line["info"] or line["mark"][0] == "~":
                opened = line
        elif line["mark"].startswith(opened["mark"]) and not line["info"].strip():
            found.append(_fence(text, opened, line.start(), line.end()))
            opened = None
    if opened is not None:
        found.append(_fence(text, opened, len(text), len(text)))
    return tuple(found)


def _fence(text: str, opened: re.Match[str], body_end: int, end: int) -> Fence:
    body = text[opened.end() + 1 : body_end]
    return Fence(start=opened.start(), end=end, info=opened["info"].strip(), body=body.removesuffix("\n"))


def block_quotes(text: str) -> Iterator[Span]:
    """Yield the quotations in a block of their own (`> …`); their `text` is without the marks before the lines."""
    for found in _BLOCK_QUOTE.finditer(text):
        lines = [line.lstrip(" ")[1:].removeprefix(" ") for line in found[0].splitlines()]
        yield Span(start=found.start(), end=found.end(), text="\n".join(lines).strip("\n"))


def code_spans(text: str) -> tuple[Span, ...]:
    """Return the inline code, by the rule of CommonMark: a run of backticks up to the next run of the same length."""
    runs = [(found.start(), found.end()) for found in _TICKS.finditer(text)]
    following: list[int] = [-1] * len(runs)
    latest: dict[int, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        length = runs[at][1] - runs[at][0]
        following[at] = latest.get(length, -1)
        latest[length] = at
    found, at = [], 0
    while at < len(runs):
        close = following[at]
        inner = text[runs[at][1] : runs[close][0]] if close > 0 and runs[close][0] - runs[at][1] <= LONGEST_SPAN else ""
        if inner and "\n\n" not in inner:
            found.append(Span(start=runs[at][0], end=runs[close][1], text=inner.strip()))
            at = close + 1
        else:
            at += 1
    return tuple(found)


def quoted_spans(text: str) -> Iterator[Span]:
    """Yield the words in quotation marks of any kind, on one line."""
    for found in _QUOTED.finditer(text):
        inner = next(group for group in found.groups() if group is not None)
        yield Span(start=found.start(), end=found.end(), text=inner)


def blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with some of it replaced by spaces, so that every place stays where it is; newlines stay."""
    parts, at = [], 0
    for start, end in sorted(spans):
        if start >= at:
            parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
            at = end
    return "".join((*parts, text[at:]))


def passage(text: str, start: int, end: int) -> str:
    """Return the sentence or list item around a place. Where that would hold the place alone, return the sentence
    before it."""
    low = max(text.rfind("\n", max(0, start - AROUND), start) + 1, start - AROUND, 0)
    high = text.find("\n", end, end + AROUND)
    high = high if high >= 0 else min(len(text), end + AROUND)
    begins = [low, *(found.end() for found in _SENTENCE_END.finditer(text, low, start))]
    after = _SENTENCE_END.search(text, end, high)
    stop = after.end() if after else high
    begin = begins[-1]
    if len(begins) > 1 and not re.search(r"\w{2}", text[begin:start] + text[end:stop]):
        begin = begins[-2]
    return text[begin:stop].strip()
