"""Words of our own prompt that come back in a reply. They never count as something said (SPEC DUAL.2).

Three kinds: a data block repeated whole, a form repeated with its placeholders, an example announced as one.
"""

from __future__ import annotations

import re
from functools import lru_cache

from disputatio.debate.sameness import normalise
from disputatio.prompting.shapes import Shape

_BLOCK = re.compile(r"^<<<(?P<end>END )?DATA (?P<code>[0-9a-f]{8,64})\b")
_HOLLOW = re.compile(r"^[\s.…_*\-]*$|^<[^<>]*>$|^\[[^\[\]]{0,80}\]$|^\{[^{}]{0,80}\}$")
_EXAMPLE = re.compile(
    r"^\W*(?:for )?(?:example|sample|template|e\.g)(?: (?:output|response|answer|vote|format))?\W*$", re.I
)
_STOCK = frozenset(
    normalise(text)
    for text in (
        "your choice", "your answer", "your position", "brief explanation", "your chosen option", "explanation here",
        "short explanation", "your reasoning", "your rationale", "reason here", "point 1", "point 2", "point 3",
        "point one", "point two", "first point", "second point", "reason 1", "reason 2", "string", "list of strings",
        "text", "list of points", "point", "reason", "statement 1", "statement 2", "points you agree with",
        "points you disagree with", "points that cannot be verified", "insert point here", "lorem ipsum", "etc",
        "strong moderate weak", "strong or moderate or weak", "todo", "placeholder", "foo", "bar",
        "option a or option b", "the point", "the reason", "claim text", "item 1", "item 2", "so on",
    )
)  # fmt: skip


def without_blocks(text: str) -> str:
    """Return the reply without data blocks that it repeats. An opened block that is never closed is kept."""
    if "<<<" not in text:
        return text
    kept: list[str] = []
    opened: dict[str, int] = {}
    for line in text.splitlines(keepends=True):
        mark = _BLOCK.match(line)
        if mark and mark["end"] and mark["code"] in opened:
            del kept[opened[mark["code"]] :]
            opened = {code: place for code, place in opened.items() if place < len(kept)}
            continue
        if mark and not mark["end"]:
            opened.setdefault(mark["code"], len(kept))
        kept.append(line)
    return "".join(kept)


def hollow(text: str) -> bool:
    """Return whether a value is a placeholder of a form, not something said."""
    plain = text.strip().strip("\"'`*_ ")
    return bool(_HOLLOW.match(plain)) or normalise(plain) in _STOCK


def repeats_form(shape: Shape, text: str) -> bool:
    """Return whether a text is what the form says of one of the fields, without the marks of a placeholder."""
    return normalise(text.strip().strip("\"'`*_ ")) in _said(shape)


@lru_cache(maxsize=512)
def _said(shape: Shape) -> frozenset[str]:
    own = frozenset(normalise(field.says) for field in shape)
    return own.union(*(_said(field.of) for field in shape if field.of))


def is_announced(text: str, start: int) -> bool:
    """Return whether what starts there is announced as an example by the line before it."""
    line_start = text.rfind("\n", 0, start) + 1
    before = text[max(0, line_start - 200) : line_start].rstrip().rpartition("\n")[2]
    return bool(_EXAMPLE.match(before)) or bool(_EXAMPLE.match(text[max(line_start, start - 60) : start]))
