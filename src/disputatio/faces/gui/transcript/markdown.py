"""Markdown as text: where a growing answer can be cut safely, and where formulas stand, which Qt cannot set.

Pure functions; nothing here knows Qt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from disputatio.exporting.addresses import marked
from disputatio.exporting.formulas import CLOSING, Formula, formula_at

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(.*)$")
_LIST = re.compile(r"^ {0,3}(?:[-*+](?:[ \t]|$)|\d{1,9}(?:$|[.)](?:[ \t]|$)))")
"""The mark of a list item, also while it is still being written: "1" may become "1."."""
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_PLACE = re.compile(r"\]\([^()\s]*\)|<[^<>\s]{1,300}>|https?://[^\s<>]+|\\[(\[]|\$\$?|\\.", re.DOTALL)
"""Where a formula may begin, and what holds none: an address, and a letter that stands for itself."""
_YEAR = re.compile(r"(?m)^( {0,3}\d{3,9})(?=[.)][ \t])")
"""A number that is none of a list: Qt would take it for one, and show as much of it as the margin has room for."""
_DASHES = re.compile(r"\A-{3,}[ \t]*(?=\n|\Z)")
_TABLE = re.compile(r"(?m)^\S.*\|.*\n {0,3}(?=.*-)[|: \t\-]*\|[|: \t\-]*$")
_WORD = re.compile(r"\w+(?:[’'\-]\w+)*")

APART = "\x1f"
"""A separator, no part of any name, behind the language of a fence that follows another one directly."""

_MARKS = ("\\(", "\\[", "$", "![](", "://")

SIGN = re.compile("\ufdd2(\\d{1,4})\ufdd3")
"""What stands for a formula while Qt parses a text: its number between two characters that no text has."""
_SIGNS_GONE = {0xFDD2: "\ufffd", 0xFDD3: "\ufffd"}
MOST = 400
"""Formulas of one stretch of text; what follows stays as it was written."""

LINK_SCHEMES = frozenset({"http", "https", "mailto"})


class Fences:
    """Follows the code fences of a text, line by line."""

    def __init__(self) -> None:
        self._mark = ""

    @property
    def open(self) -> bool:
        return bool(self._mark)

    def take(self, line: str) -> bool:
        """Whether `line` belongs to a code block, its fences included."""
        found = _FENCE.match(line)
        if not self._mark:
            if found is None or (found[1][0] == "`" and "`" in found[2]):
                return False
            self._mark = found[1]
            return True
        if found and found[1][0] == self._mark[0] and len(found[1]) >= len(self._mark) and not found[2].strip():
            self._mark = ""
        return True


AT_ONCE, TAIL, PIECE = 8_000.0, 12_000.0, 20_000.0
"""Microseconds of work that is done before the window has its turn again: as a rule; for the open end of what streams,
which is done again and again; and for what cannot be cut."""
_LETTER, _UNBROKEN, _LINE, _ITEM, _NESTED = 0.8, 1.2, 20.0, 0.05, 80.0
_CELL, _SIGN, _FORMULA = 50.0, 8.0, 40.0
"""Microseconds that it takes to parse and lay out a letter, what more for one of a word that is longer than a line, a
line, an item of a list for each one before it, a list within a list that begins on the same line, a cell of a table, a
character that may be markup, and one that may begin a formula."""
_SIGNS, _FORMULAS = "`*_[<&", "\\$"
_NESTING = re.compile(r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+")
_OF_LIST = re.compile(r"[-*+.)]")
_CHUNK = 65_536
_WIDE = re.compile(r"\S{200,}")


def beginning(text: str, most: int) -> str:
    """Return no more than the first characters of a text, up to a blank line or at least the end of a line, or of a
    word, where there is one near. For what is shown alone: what follows need not mean the same without it (see
    `reach`)."""
    if len(text) <= most:
        return text
    ends = (text.rfind(each, most // 2, most) for each in ("\n\n", "\n", " "))
    return text[: next((end + 1 for end in ends if end > 0), most)]


def reach(text: str, start: int, enough: float = AT_ONCE, most: float = PIECE) -> tuple[int, int]:
    """Return how far a text can be laid out from `start` on without a stall: the last safe cut up to there, and the end
    of that stretch. It ends at the first safe cut after `enough` work (microseconds). What takes more than `most` and
    cannot be cut ends where that is reached, and then the cut is `start`.

    A cut is safe where both halves mean what the whole means: at a blank line outside code, before a line that begins a
    block of its own, not indented, and no further item of a list that is still open. `start` itself must be 0 or such a
    place."""
    best = position = start
    fences, in_list, blank, items, work = Fences(), False, False, 0, 0.0
    for line in _lines(text, start):
        if not line.endswith("\n") and not line.strip():
            break
        item = bool(_LIST.match(line))
        if blank and not fences.open and line.strip() and line[0] not in " \t>" and not (item and in_list):
            best, in_list, items = position, False, 0
            if work > enough:
                return best, best
        code = fences.take(line.rstrip("\n"))
        in_list = in_list or (item and not code)
        items += item
        blank = not code and not line.strip()
        own = _work(line, items if item else 0, code=code)
        if work + own > most:
            if best > start:
                return best, best
            rest = int((most - work) / max(_LETTER, own / len(line))) if own > most / 4 else 0
            return start, position + min(rest, len(line))
        work += own
        position += len(line)
    return best, len(text)


def _lines(text: str, start: int) -> Iterator[str]:
    """Yield the lines from `start` on, with their ends; of a long text not more than are wanted are made."""
    while start < len(text):
        end = text.find("\n", start + _CHUNK) + 1 or len(text)
        yield from text[start:end].splitlines(keepends=True)
        start = end


def _work(line: str, items: int, *, code: bool) -> float:
    """Return the microseconds that Qt takes for a line."""
    if not line.strip():
        return 1.0
    head = line[: int(PIECE / _LETTER)]
    unbroken = sum(map(len, _WIDE.findall(head))) / len(head)
    plain = _LINE + (_LETTER + _UNBROKEN * unbroken) * len(line)
    if code:
        return plain
    signs, formulas = sum(map(line.count, _SIGNS)), sum(map(line.count, _FORMULAS))
    marks = _NESTING.match(head)
    plain += _NESTED * max(0, len(_OF_LIST.findall(marks[0])) - 1) if marks else 0.0
    return plain + _ITEM * items + _CELL * line.count("|") + _SIGN * signs + _FORMULA * formulas


def pieces_of(text: str) -> list[str]:
    """Return `text` in pieces that Qt must parse one by one: it breaks the head of a table that follows code or a
    rule."""
    if not _TABLE.search(text):
        return [text]
    made, fences, begun, position, free = [], Fences(), 0, 0, False
    for line in text.splitlines(keepends=True):
        code = fences.take(line.rstrip("\r\n"))
        if free and not code and _TABLE.match(text, position):
            made.append(text[begun:position])
            begun = position
        free = code or not line.strip()
        position += len(line)
    return [*made, text[begun:]]


Written = list[tuple[Formula, str]]
"""Formulas, and how each was written."""


def safe_markdown(text: str) -> tuple[str, Written]:
    r"""`text` for Qt's parser, so that nothing of it is lost, and its formulas, for each of which there is a `SIGN`.

    A formula that stands by itself gets a paragraph of its own; code and prices stay as they are. A first line of
    dashes is a rule: Qt would take it for front matter and drop what follows. A year that begins a line begins no list.
    A fence right after another one gets a
    mark behind its language: Qt would make one block of the two.
    """
    found: Written = []
    text = _DASHES.sub("***", text)
    if _YEAR.search(text):
        text = "".join(part if code else _YEAR.sub(r"\1\\", part) for code, part in _parts(text))
    if any(mark in text for mark in _MARKS):
        text = text.translate(_SIGNS_GONE) if "\ufdd2" in text or "\ufdd3" in text else text
        text = "".join(part if code else _prose(part, found) for code, part in _parts(text))
    return (_told_apart(text) if text.count("```") > 3 or text.count("~~~") > 3 else text), found


def _told_apart(text: str) -> str:
    made, fences, after_code, marked = [], Fences(), False, False
    for line in text.splitlines(keepends=True):
        was_open = fences.open
        code = fences.take(line.rstrip("\r\n"))
        if code and not was_open:
            marked = after_code and not marked
            line = f"{line.rstrip()}{APART}\n" if marked else line
        after_code = code or (after_code and not line.strip())
        made.append(line)
    return "".join(made)


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """Return the runs of lines inside and outside of fenced code."""
    fences, run, was_code = Fences(), "", False
    for line in text.splitlines(keepends=True):
        code = fences.take(line.rstrip("\r\n"))
        if code != was_code and run:
            yield was_code, run
            run = ""
        run, was_code = run + line, code
    if run:
        yield was_code, run


def _prose(text: str, found: Written) -> str:
    made, position = [], 0
    for span in _SPAN.finditer(text):
        made += [_spoken(_linked(text, position, span.start()), found), span[0]]
        position = span.end()
    made.append(_spoken(_linked(text, position, len(text)), found))
    return "".join(made)


def _linked(text: str, start: int, end: int) -> str:
    """Return a stretch of prose with marks around its addresses: Qt takes some for links, with the full stop."""
    return "".join(map(marked, text[start:end].splitlines(keepends=True))) if "://" in text else text[start:end]


def _spoken(text: str, found: Written) -> str:
    """Return prose with signs for its formulas, which are added to those that were found before."""
    text = text.replace("![](", "![without a name](")
    made, position, at = [], 0, 0
    while len(found) < MOST and (place := _PLACE.search(text, at)) is not None:
        formula = formula_at(text, place.start()) if place[0] in CLOSING else None
        at = place.end()
        if formula is None:
            continue
        at = formula.end
        before, sign = text[position : formula.start], f"\ufdd2{len(found)}\ufdd3"
        lead = text[text.rfind("\n", 0, formula.start) + 1 : formula.start]
        if formula.display and not lead.strip() and not text[at:].partition("\n")[0].strip():
            made += [before[: len(before) - len(lead)], "\n", lead, sign, "\n"]
        else:
            made += [before, sign]
        found.append((formula, text[formula.start : at]))
        position = at
    return "".join((*made, text[position:]))


def allowed_link(address: str) -> bool:
    """Whether a link from a model may be offered at all: the web and mail, nothing local, nothing that runs."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return parts.scheme.lower() in LINK_SCHEMES and bool(parts.netloc or parts.path)


def count_words(text: str) -> int:
    return len(_WORD.findall(text))
