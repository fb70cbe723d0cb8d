"""Citations in a text: places in files, quotations with a file or a title beside them, commits, addresses.

Pure recognition; nothing is looked up but what `Known` says. What is recognised:

    src/a.py:12   src/a.py:12-20   src/a.py#L12-L20   `src/a.py` line 12   lines 12 to 20 of src/a.py      places
    `return 1` in src/a.py     “two words” (src/a.py:12)     src/a.py:12: `return 1`                     quotations
    a fenced block whose info string, first comment or line above names the file                         quotations
    the note “Budget” says “two words”     “two words” (Budget)                                          by title
    commit 1a2b3c4     https://…                                                                commits, addresses

A mention of a file alone is no citation, and neither is code that is proposed or denied ("change a.py:3 to `x = 1`",
"there is no `x = 1` in a.py"; see `attribution`). Times, ports, ratios, versions and keys are told from places by what
stands before the colon: it must be the name of a file. Linear in the text; looks around a place are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from disputatio.debate.files import is_file_name
from disputatio.debate.passages import blanked, passage
from disputatio.debate.values import value

Kind = Literal["lines", "quote", "title", "commit", "address"]


@value
class Citation:
    """`text` as it stands at `start`…`end`; `path` is a path, a title, a commit's id or an address. Lines count from
    1; 0 where none are named. `says` is the passage that it stands in, for telling what it is given in support of."""

    kind: Kind
    text: str
    start: int
    end: int
    path: str
    first: int = 0
    last: int = 0
    quote: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the sources. `files` and `commits` are asked only where the text alone leaves a doubt."""

    files: Callable[[str], bool] = lambda path: False
    commits: Callable[[str], bool] = lambda id: False
    titles: Sequence[str] = ()


@dataclass(slots=True)
class Place:
    """A citation in the making. Without lines and without a quotation it is a mention, and comes to nothing."""

    kind: Kind
    start: int
    end: int
    path: str
    first: int = 0
    last: int = 0
    quote: str = ""

    @property
    def cites(self) -> bool:
        return bool(self.first or self.quote or self.kind in ("commit", "address"))

    def citation(self, text: str) -> Citation:
        return Citation(
            kind="quote" if self.kind == "lines" and not self.first else self.kind,
            text=text[self.start : self.end],
            start=self.start,
            end=self.end,
            path=self.path,
            first=min(self.first, self.last),
            last=max(self.first, self.last),
            quote=self.quote,
            says=passage(text, self.start, self.end),
        )


_ADDRESS = re.compile(r"\b(?:https?|ftp)://[^\s<>\"'`)\]}|“”]{1,2000}")
_CHUNK = re.compile(r"`([^`\s]{1,300})`|[^\s`'\"“”‘’«»<>()\[\]{}|,;*]{1,300}")
_RANGE = r"(\d{1,7})(?:[ \t]{0,2}(?:-|–|—|to|through|until|and|bis)[ \t]{0,2}(?:lines? )?L?(\d{1,7}))?(?![\w%]|[.:]\d)"
_SUFFIX = re.compile(
    r"(?::L?|#L|:line:|:lines:)(\d{1,7})(?:C\d{1,5})?(?:[-–—]L?(\d{1,7})(?:C\d{1,5})?|:\d{1,5})?(?![\w%]|[.,:/-]\d|::)"
)
_GLUED = re.compile(rf"[`*_]{{1,3}}(?::L?|#L){_RANGE}")
_WORDED = re.compile(
    r"[`*_\"”’]{0,3}[ \t]?[,:;–—-]?[ \t\n]{0,2}[(\[]?(?:(?:at|on|in|around|from) )?(?:the )?"
    rf"(?:[Ll]ines?|[Zz]eilen?|ll?\.)[ \t]{{0,2}}[#:]?L?{_RANGE}"
)
_LETTERED = re.compile(rf"[`*_]{{0,3}}[ \t]?[(\[]?#?L{_RANGE}")
_BEFORE = re.compile(
    rf"\b[Ll]ines?[ \t]{{1,2}}L?{_RANGE},?[ \t\n]{{1,2}}(?:of|in|from)[ \t\n](?:the )?(?:file )?[`*_\"“]{{0,3}}\Z"
)
_CURSOR = re.compile(r"`?(\d{1,7}):(\d{1,7}):(\S{1,300}?)`?\Z")
_HEX = re.compile(r"(?<![\w#/.:-])[0-9a-f]{7,40}(?![\w-]|\.\w)")
_COMMIT_BEFORE = re.compile(r"\b(?:commits?|revisions?|sha|changeset|merge of)[\s:`*(\[“\"]{1,6}\Z", re.I)
_COMMIT_AFTER = re.compile(r"[`*)\]]{0,3} commit\b", re.I)
_UNKNOWN_TITLE = re.compile(r"\b(?:document|note|memo)\s{1,2}[\"“«]([^\"“”«»\n]{2,120})[\"”»]", re.I)
_WORD = re.compile(r"\w+")
_MARKS = "\"“”«»„`*_‘’'"


def places(plain: str, known: Known) -> list[Place]:
    """All places of a text whose fenced blocks are blanked, mentions included, in order."""
    found = [Place("address", m.start(), m.start() + len(m[0].rstrip(".,;:!?")), "") for m in _ADDRESS.finditer(plain)]
    for address in found:
        address.path = plain[address.start : address.end]
    rest = blanked(plain, [(address.start, address.end) for address in found])
    found += _files(rest, known)
    found += _commits(rest, known)
    found += _titles(rest, known, {at for place in found for at in (place.start, place.end)})
    return sorted(found, key=lambda place: (place.start, place.end))


def file_places(text: str, known: Known) -> list[Place]:
    """The files that a short text names (an info string, a comment, the line above a block)."""
    cursor = _CURSOR.match(text.strip())
    if cursor is not None and is_file_name(cursor[3], known.files):
        at = text.index(cursor[0])
        return [Place("lines", at, at + len(cursor[0]), cursor[3], int(cursor[1]), int(cursor[2]))]
    return list(_files(text, known))


def _files(plain: str, known: Known) -> Iterator[Place]:
    for chunk in _CHUNK.finditer(plain):
        start, end = chunk.span(1) if chunk[1] is not None else chunk.span()
        place = _file(plain, start, end, known)
        if place is not None:
            yield place
        elif chunk[1] is not None:
            inner = (_file(plain, one.start(), one.end(), known) for one in _CHUNK.finditer(plain, start, end))
            yield from (place for place in inner if place is not None)


def _file(plain: str, start: int, end: int, known: Known) -> Place | None:
    """The file that a word names, with the lines that are named with it."""
    word = plain[start:end]
    if len(word) < 3 or (word.islower() and not any(mark in word for mark in "./\\")):
        return None
    suffix = _SUFFIX.search(word)
    path = (word[: suffix.start()] if suffix else word.rstrip(".:!?…-–—#")).lstrip("_~=!&?:").rstrip("_~=!&?:")
    if not is_file_name(path, known.files):
        return None
    start += word.index(path)
    if suffix is not None:
        return _lined(path, start, end - len(word) + suffix.end(), suffix)
    end = start + len(path)
    for pattern in (_GLUED, _WORDED, _LETTERED):
        if (after := pattern.match(plain, end)) is not None:
            return _lined(path, start, after.end(), after)
    if (before := _BEFORE.search(plain[max(0, start - 60) : start])) is not None:
        return _lined(path, start - 60 + before.start() if start > 60 else before.start(), end, before)
    return Place("lines", start, end, path.replace("\\", "/"))


def _lined(path: str, start: int, end: int, lines: re.Match[str]) -> Place:
    first = int(lines[1])
    return Place("lines", start, end, path.replace("\\", "/"), first, int(lines[2]) if lines[2] else first)


def _commits(plain: str, known: Known) -> Iterator[Place]:
    """Hexadecimal ids beside the word "commit", and those that the history knows."""
    for found in _HEX.finditer(plain):
        start, end = found.span()
        named = _COMMIT_BEFORE.search(plain[max(0, start - 24) : start]) or _COMMIT_AFTER.match(plain, end)
        if named is None and (found[0].isdigit() or found[0].isalpha() or not known.commits(found[0])):
            continue
        yield Place("commit", start, end, found[0])


def _titles(plain: str, known: Known, taken: set[int]) -> Iterator[Place]:
    """Titles that are known, and those of documents and notes that are said to be there."""
    by_word: dict[str, list[str]] = {}
    for title in sorted(known.titles, key=len, reverse=True):
        words = _WORD.findall(title.casefold())
        if words:
            by_word.setdefault(words[0], []).append(title)
    reached = 0
    for word in _WORD.finditer(plain):
        if word.start() < reached or word.start() in taken:
            continue
        title = next((one for one in by_word.get(word[0].casefold(), ()) if _stands(plain, word.start(), one)), "")
        if title:
            start, reached = _marked(plain, word.start(), word.start() + len(title.strip()))
            yield Place("title", start, reached, title)
    folded = {title.casefold() for title in known.titles}
    for found in _UNKNOWN_TITLE.finditer(plain):
        if found[1].strip().casefold() not in folded and found.start(1) not in taken:
            yield Place("title", found.start(1) - 1, found.end(1) + 1, found[1].strip())


def _stands(plain: str, at: int, title: str) -> bool:
    """Whether a title stands at a place: whatever its case, but a single word as it is written."""
    wanted = title.strip()
    found = plain[at : at + len(wanted)]
    after = plain[at + len(wanted) : at + len(wanted) + 1]
    same = found == wanted if wanted.isalnum() else found.casefold() == wanted.casefold()
    return same and not (after.isalnum() or after == "_")


def _marked(plain: str, start: int, end: int) -> tuple[int, int]:
    """A span with the quotation marks and emphasis around it."""
    low, high = start, end
    while low > 0 and start - low < 3 and plain[low - 1] in _MARKS:
        low -= 1
    while high < len(plain) and high - end < 3 and plain[high] in _MARKS:
        high += 1
    return low, high
