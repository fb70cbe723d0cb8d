"""Which place a block quotes: a fenced block of code, or a quotation in a block of its own (`> …`).

A block says it itself (its info string, a comment in its first line), or the line above or below does. What a line
proposes ("change it to:") is no quotation.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from disputatio.debate.citations.passages import Fence, Span
from disputatio.debate.citations.recognition import KnownSources, Place, file_places

LONGEST_QUOTE = 8_000
"""Characters of a quotation; what follows is not compared."""

LONGEST_PLACE = 300
"""Characters of a line that may be a place alone."""

_CHANGING = re.compile(
    r"\b(?:chang|replac|add|should|would|could|instead|propos|rewrit|new\b|creat|writ|becom|patch|suggest|fix|try\b"
    r"|run\b|renam|insert|refactor|for example|such as|might|correct|improv|use\b|put\b|must|make|turn|test\b|apply"
    r"|edit|output|updat|implement|sketch|draft|revis|version|consider|e\.g\.|would-be)",
    re.I,
)
_INTRODUCING = re.compile(
    r"\b(?:from|says?|reads?|contains?|defines?|quot\w{1,3}|source|verbatim|stands|has|shows?)\b", re.I
)
_COMMENT = re.compile(
    r"[ \t]{0,8}(?:#|//|--|;|/\*|<!--|%)+[ \t]{0,4}(?:(?:[Ff]ile|[Ff]rom|[Ii]n|[Ss]ource|[Ss]ee):?[ \t]{1,3})?"
    r"(\S[^\n]{0,300})"
)
_AROUND_SOURCE = re.compile(
    r"[ \t]*[-–—(*_`\[]*[ \t]*(?:(?:[Ss]ource|[Ff]rom|[Ss]ee|[Ii]n):?)?[ \t`(\[]*[)*_`\].]*[ \t]*"
)
_SOURCE_BELOW = re.compile(
    r"\n{1,2}[ \t]{0,4}[-–—(*_\[]{0,3}[ \t]?(?:(?:[Ss]ource|[Ff]rom|[Ss]ee|[Qq]uoted from):?[ \t])?"
    r"(?P<place>\S[^\n]{0,300}?)[)*_\].]{0,3}(?=\n|\Z)"
)
_PAIRS = frozenset(("``", '""', "“”", "«»", "„“", "„”", "「」", "''"))
_NUMBERED = re.compile(r"[ \t]{0,8}\d{1,7}[ \t]{0,2}[|:│→][ \t]?(.*)")
_BLOCK_WORD = re.compile(r"[^\W\d_]+")


def of_fence(text: str, block: Fence, above: Sequence[Place], known: KnownSources) -> list[Place]:
    """Return the files that a block quotes, named in its info string or in a line of it that is a place alone. A place
    in the line above, or below, takes the quotation itself."""
    start = bisect_left(above, block.start, key=lambda place: place.start)
    line = _line_above(text, block.start)
    if block.info.split(" ")[0].lower() in ("diff", "patch") or not block.body.strip():
        return []
    if named := _named_within(block, line, known):
        return named
    near = [place for place in above[max(0, start - 3) : start] if place.end > block.start - len(line) - 4]
    if len(near) == 1 and not near[0].quote and near[0].kind != "address" and _introduces(line, near[0]):
        near[0].quote = _unnumbered(block.body)
    elif not near and not _CHANGING.search(line) and (below := _below(text, block.end, above)) is not None:
        below.quote = _unnumbered(block.body)
    return []


def _named_within(block: Fence, line: str, known: KnownSources) -> list[Place]:
    """Return what a block itself says that it quotes: one file by its info string, else those of its headings."""
    if (named := _heading(block.info, line, known, info=True)) is not None:
        return [_quoting(named, block, block.body)]
    rows = block.body.split("\n")
    heads = [(at, named) for at, row in enumerate(rows) if (named := _heading_of(row, line, known, first=not at))]
    if not heads or heads[0][0]:
        return []
    ends = [at for at, _ in heads[1:]] + [len(rows)]
    found = [(one, "\n".join(rows[at + 1 : end])) for (at, one), end in zip(heads, ends, strict=True)]
    return [_quoting(one, block, body) for one, body in found if body.strip() or len(found) == 1]


def _quoting(named: Place, block: Fence, body: str) -> Place:
    first, last = named.first, named.last
    return Place("lines", block.start, block.end, named.path, first, last, _unnumbered(body.strip("\n")), named.at)


def _heading_of(row: str, line: str, known: KnownSources, *, first: bool) -> Place | None:
    """Return the place that a line of a block names: in a comment, or alone; below the first one only with its
    lines."""
    comment = _COMMENT.fullmatch(row.rstrip(" */->"))
    if not first and (comment is None or not _place_alone(comment[1], known)):
        return None
    return _heading(comment[1] if comment else _place_alone(row, known), line, known)


def _heading(words: str, line: str, known: KnownSources, *, info: bool = False) -> Place | None:
    named = file_places(words, known) if words else []
    return named[0] if len(named) == 1 and (named[0].first or _shows(line, info, words, named[0])) else None


def _place_alone(line: str, known: KnownSources) -> str:
    """Return a line that is a place with its lines, and nothing else."""
    named = file_places(line.strip(), known) if len(line) < LONGEST_PLACE else []
    alone = len(named) == 1 and named[0].first and (named[0].start, named[0].end) == (0, len(line.strip()))
    return line.strip() if alone else ""


def _below(text: str, end: int, places: Sequence[Place]) -> Place | None:
    """Return the place with lines that stands below a quotation, alone or as its source."""
    found = _SOURCE_BELOW.match(text, end)
    at = bisect_left(places, end, key=lambda place: place.start)
    if found is None or at >= len(places) or not places[at].first or places[at].quote:
        return None
    low, high = found.span("place")
    return places[at] if low <= places[at].start and places[at].end <= high <= places[at].end + 3 else None


def of_block_quote(plain: str, block: Span, found: Sequence[Place], known: KnownSources) -> bool:
    """Give a quotation in a block of its own to the place above that introduces it, or to the place that it ends with.
    Return whether there is one."""
    line = _line_above(plain, block.start)
    if _CHANGING.search(line):
        return False
    above = [place for place in found if block.start - len(line) - 4 < place.end <= block.start]
    if len(above) == 1 and above[0].first and not above[0].quote and _ends_open(line):
        above[0].quote = _bare(block.text)
        return True
    *lines, last = block.text.split("\n")
    low = plain.rfind("\n", 0, block.end - 1) + 1
    inner = [place for place in found if low <= place.start and place.end <= block.end]
    named = file_places(last, known) if len(inner) == 1 and lines else []
    alone = len(named) == 1 and _AROUND_SOURCE.fullmatch(last[: named[0].start] + last[named[0].end :])
    if alone and inner[0].first and not inner[0].quote:
        inner[0].quote = _bare("\n".join(lines))
    elif not inner and (below := _below(plain, block.end - plain[: block.end].endswith("\n"), found)) is not None:
        below.quote = _bare(block.text)
        return True
    return False


def _ends_open(line: str) -> bool:
    return line.rstrip("*_ ").endswith((":", "："))


def _bare(text: str) -> str:
    """Return a text without the marks around the whole of it."""
    text = text.strip()
    marked = len(text) > 2 and text[0] + text[-1] in _PAIRS and text[0] not in text[1:-1] and text[-1] not in text[1:-1]
    return (text[1:-1] if marked else text)[:LONGEST_QUOTE]


def _shows(line: str, info: bool, words: str, place: Place) -> bool:
    """Return whether a block that names a file but no lines shows what is there, and not what should be. A name in its
    info string says so; a first line that is nothing but the name says so only after words that introduce it."""
    if _CHANGING.search(line):
        return False
    return info or (words.strip() == place.path and bool(_INTRODUCING.search(line)))


def _line_above(text: str, start: int) -> str:
    """Return the last line before a block that is not blank."""
    before = text[max(0, start - 500) : start].rstrip()
    if text[max(0, start - 500) : start][len(before) :].count("\n") > 2:
        return ""
    return before.rpartition("\n")[2]


def _introduces(line: str, place: Place) -> bool:
    """Return whether a line says that what follows stands at the place."""
    if _CHANGING.search(line):
        return False
    alone = len(_BLOCK_WORD.findall(line)) <= len(_BLOCK_WORD.findall(place.path)) + 2
    return alone or bool(_INTRODUCING.search(line)) or (bool(place.first) and _ends_open(line))


def _unnumbered(body: str) -> str:
    """Return lines without the numbers that an excerpt has before each."""
    lines = body.split("\n")
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    full = [line for line in lines if line.strip()]
    if sum(found is not None for found in numbered) >= max(1, len(full) - sum(map(_elided, full))) and any(numbered):
        lines = [found[1] if found else line for found, line in zip(numbered, lines, strict=True)]
    return "\n".join(lines)[:LONGEST_QUOTE]


def _elided(line: str) -> bool:
    return line.strip(" #/*-[]()") in ("...", "…")
