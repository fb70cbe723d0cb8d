"""Markdown as text: where a growing answer can be cut safely, and mathematics that Qt cannot set.

Pure functions; nothing here knows Qt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(.*)$")
_LIST = re.compile(r"^ {0,3}(?:[-*+](?:[ \t]|$)|\d{1,9}(?:$|[.)](?:[ \t]|$)))")
"""The mark of a list item, also while it is still being written: "1" may become "1."."""
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_DISPLAY = re.compile(r"(?m)^([ \t]*)(?:\\\[|\$\$)((?:(?!\n[ \t]*\n)[^`])+?)(?:\\\]|\$\$)[ \t]*$")
_INLINE = re.compile(r"(?<!\\)\\([(\[])((?:(?!\n[ \t]*\n)[^`])+?)\\[)\]]")
_DASHES = re.compile(r"\A-{3,}[ \t]*(?=\n|\Z)")
_TABLE = re.compile(r"(?m)^\S.*\|.*\n {0,3}(?=.*-)[|: \t\-]*\|[|: \t\-]*$")
_WORD = re.compile(r"\w+(?:[’'\-]\w+)*")

APART = "\x1f"
"""A separator, no part of any name, behind the language of a fence that follows another one directly."""

_MARKS = ("\\(", "\\[", "$$", "![](")

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


def last_safe_cut(text: str, start: int) -> int:
    """Return the last place after `start` where `text` can be cut so that both halves mean what the whole means. A cut
    is at a blank line outside code, before a line that begins a block of its own: not indented, and no further item of
    a list that is still open. `start` itself must be 0 or such a place; it is returned when there is none."""
    best = position = start
    fences, in_list, blank = Fences(), False, False
    for line in text[start:].splitlines(keepends=True):
        if not line.endswith("\n") and not line.strip():
            break
        item = bool(_LIST.match(line))
        if blank and not fences.open and line.strip() and line[0] not in " \t>" and not (item and in_list):
            best, in_list = position, False
        code = fences.take(line.rstrip("\n"))
        in_list = in_list or (item and not code)
        blank = not code and not line.strip()
        position += len(line)
    return best


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


def safe_markdown(text: str) -> str:
    r"""`text` for Qt's parser, so that nothing of it is lost.

    `\(x\)` becomes code, `\[x\]` and `$$x$$` become a block of code marked "math"; code and prices stay as they are. A
    first line of dashes is a rule: Qt would take it for front matter and drop what follows. A fence right after another
    one gets a mark behind its language: Qt would make one block of the two.
    """
    text = _DASHES.sub("***", text)
    if any(mark in text for mark in _MARKS):
        text = "".join(part if code else _prose(part) for code, part in _parts(text))
    return _told_apart(text) if text.count("```") > 3 or text.count("~~~") > 3 else text


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


def _prose(text: str) -> str:
    made, position = [], 0
    for span in _SPAN.finditer(text):
        made += [_spoken(text[position : span.start()]), span[0]]
        position = span.end()
    made.append(_spoken(text[position:]))
    return "".join(made)


def _spoken(text: str) -> str:
    text = text.replace("![](", "![without a name](")
    text = _DISPLAY.sub(lambda m: f"{m[1]}```math\n{m[1]}{m[2].strip()}\n{m[1]}```", text)
    return _INLINE.sub(lambda m: f"`{' '.join(m[2].split())}`", text)


def allowed_link(address: str) -> bool:
    """Whether a link from a model may be offered at all: the web and mail, nothing local, nothing that runs."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return parts.scheme.lower() in LINK_SCHEMES and bool(parts.netloc or parts.path)


def count_words(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))
