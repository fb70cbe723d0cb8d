"""Citations in a text: places in files, quotations with a file or a title beside them, commits, addresses.

Pure recognition; nothing is looked up but what `KnownSources` says. What is recognised:

    src/a.py:12   src/a.py:12-20   src/a.py#L12-L20   `src/a.py` line 12   lines 12 to 20 of src/a.py      places
    src/a.py:3,7   lines 3, 7 and 9 of src/a.py   `my docs/a b.md:3`   [text](my%20docs/a.md#L3)           (notations)
    `return 1` in src/a.py     “two words” (src/a.py:12)     src/a.py:12: `return 1`                     quotations
    `frob()` in src/a.py     `MAX_BYTES` in src/a.py:12     | src/a.py:12 | `return 1` |     names, rows of tables
    a fenced block whose info string, first comment or line above names the file                         quotations
    the note “Budget” says “two words”     “two words” (Budget)                                          by title
    commit 1a2b3c4     https://…                                                                commits, addresses
    1a2b3c4:src/a.py:12     the same at that commit, as git names a file of the past           places, quotations
    https://github.com/owner/name/blob/1a2b3c4/src/a.py#L12     of the debated repository     (notations)

A mention of a file alone is no citation, and neither is code that is proposed or denied ("change a.py:3 to `x = 1`",
"there is no `x = 1` in a.py"; see `attribution`). Times, ports, ratios, versions and keys are told from places by what
stands before the colon: it must be the name of a file. Linear in the text; looks around a place are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from disputatio.debate.citations.notations import (
    HASHED,
    SUFFIX,
    Lines,
    east,
    is_file_name,
    lines_after,
    lines_before,
    lines_of,
    more_lines,
    permalink,
    plain_signs,
    spread,
    unescape_path,
    west,
    without_language,
    without_scheme,
)
from disputatio.debate.citations.passages import blank, passage
from disputatio.debate.patterns import compile_pattern
from disputatio.debate.values import value

Kind = Literal["lines", "quote", "title", "commit", "address"]


@value
class Citation:
    """`text` as it stands at `start`…`end`; `path` is a path, a title, a commit's id or an address. Lines count from
    1; 0 where none are named. `says` is the passage that it stands in, for telling what it is given in support of. `at`
    is the id of the commit that the file is cited at, "" for the one that is debated. `beside`: what the same sentence
    quotes without saying that it stands there; it may."""

    kind: Kind
    text: str
    start: int
    end: int
    path: str
    first: int = 0
    last: int = 0
    quote: str = ""
    says: str = ""
    at: str = ""
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownSources:
    """What is known of the sources. `files` and `commits` are asked only where the text alone leaves a doubt. `home`:
    where the repository lives on a code host (`notations.home_of`)."""

    files: Callable[[str], bool] = lambda path: False
    commits: Callable[[str], bool] = lambda id: False
    titles: Sequence[str] = ()
    home: str = ""


@dataclass(slots=True)
class Place:
    """A citation in the making. Without lines and without a quotation it is a mention, and comes to nothing; but a file
    at a commit is what a commit is: named exactly."""

    kind: Kind
    start: int
    end: int
    path: str
    first: int = 0
    last: int = 0
    quote: str = ""
    at: str = ""
    beside: tuple[str, ...] = ()

    @property
    def cites(self) -> bool:
        return bool(self.first or self.quote or self.at or self.kind in ("commit", "address"))

    def citation(self, text: str) -> Citation:
        return Citation(
            kind="quote" if self.kind == "lines" and self.quote and not self.first else self.kind,
            text=text[self.start : self.end],
            start=self.start,
            end=self.end,
            path=self.path,
            first=min(self.first, self.last),
            last=max(self.first, self.last),
            quote=self.quote,
            says=passage(text, self.start, self.end),
            at=self.at,
            beside=() if self.quote else self.beside,
        )


_THEN: Final = KnownSources(files=lambda path: True)
"""What is known of the sources at a commit that there is: whether it has the file is found out when the citation is
checked."""
_ADDRESS = re.compile(r"\b(?:https?|ftp)://[^\s<>\"'`)\]}|“”]{1,2000}")
_CHUNK = re.compile(r"`([^`\s]{1,300})`|[^\s`'\"“”‘’«»<>()\[\]{}|,;*]{1,300}")
_WORDS = re.compile(r"(?:^|(?<=[\s`'\"“”‘’«»<>(\[{|,;*]))[^\s`'\"“”‘’«»<>|*]")
_BARE = re.compile(r"[A-Za-z_][\w-]{1,60}")
_BELOW = re.compile(r"\.{0,2}/?[\w@+~-]+/(?:[\w.@+~-]+/)*[\w.@+~-]+\.[A-Za-z][A-Za-z0-9]{0,9}")
"""A file below a folder, whatever its ending."""
_EMPHASIS = re.compile(r"\A(_{1,2})(.+?)_{0,2}\Z")
_LINK = re.compile(r"[`*_]{0,3}\]\(<?(?:\./)?")
_BEFORE_LONGEST = 100
"""Characters before a word that may belong to the same path."""
_CURSOR = re.compile(r"`?(\d{1,7}):(\d{1,7}):(\S{1,300}?)`?\Z")
_HEX = re.compile(r"(?<![\w#/:-])(?<!(?<!\.)\.)[0-9a-f]{7,40}(?![\w-]|\.\w)")
_COMMIT_BEFORE = re.compile(
    r"(?:\b(?:(?:commit|revision|changeset|sha)s?(?:[ -](?:hash|id|sha))?(?:[\s`(]{1,4}[0-9a-f]{7,40}[`,\s]{1,4}and)?"
    r"|merge of)[\s:`*(\[“\"]{1,6}|\bcommits?[\s`]{1,3}[0-9a-f]{7,40}\.{2,3})\Z",
    re.I,
)
_AT_COMMIT = re.compile(r"([0-9a-f]{7,40}):(?=[^\s:])")
_COMMIT_AFTER = re.compile(r"[`*)\]]{0,3} commit\b", re.I)
_UNKNOWN_TITLE = re.compile(r"\b(?:document|note|memo)\s{1,2}[\"“«]([^\"“”«»\n]{2,120})[\"”»]", re.I)
_WORD = re.compile(r"\w+")
_MARKS = "\"“”«»„`*_‘’'"


def places(plain: str, known: KnownSources) -> list[Place]:
    """Return all places of a text whose fenced blocks are blanked, mentions included, in order."""
    plain = plain_signs(plain)
    addresses = [_address(found[0].rstrip(".,;:!?"), found.start(), known) for found in _ADDRESS.finditer(plain)]
    found = [place for place in addresses if place.kind != "lines"]
    rest = blank(plain, [(address.start, address.end) for address in addresses])
    files = sorted((*_files(rest, known), *(place for place in addresses if place.kind == "lines")), key=_order)
    past = {rest.find(place.at, place.start, place.end) for place in files if place.at}
    found += _linked(rest, files)
    found += (commit for commit in _commits(rest, known) if commit.start not in past)
    found += _titles(rest, known, {at for place in found for at in (place.start, place.end)})
    return sorted(found, key=_order)


def _order(place: Place) -> tuple[int, int]:
    return place.start, place.end


def _address(text: str, start: int, known: KnownSources) -> Place:
    """Return the place of an address; an address that names a place in the debated repository is that place."""
    end, link = start + len(text), permalink(text, known.home, known.files)
    if link is None:
        return Place("address", start, end, text)
    if not link.path:
        return Place("commit", start, end, link.at)
    return Place("lines", start, end, link.path, link.first, link.last, at=link.at)


def file_places(text: str, known: KnownSources) -> list[Place]:
    """Return the files that a short text names (an info string, a comment, the line above a block)."""
    cursor = _CURSOR.match(text.strip())
    if cursor is not None and is_file_name(cursor[3], known.files):
        at = text.index(cursor[0])
        return [Place("lines", at, at + len(cursor[0]), cursor[3], int(cursor[1]), int(cursor[2]))]
    text = without_language(plain_signs(text))
    return _linked(text, _files(text, known))


def _files(plain: str, known: KnownSources) -> Iterator[Place]:
    """Yield the files that are named, each as often as lines of it are."""
    reached = 0
    for chunk in _CHUNK.finditer(plain):
        start, end = chunk.span(1) if chunk[1] is not None else chunk.span()
        marked = chunk[1] is not None
        found = _file(plain, start, end, known, reached, marked=marked) if start >= reached else []
        if not found and chunk[1] is not None:
            inner = (_file(plain, one.start(), one.end(), known, reached) for one in _CHUNK.finditer(plain, start, end))
            found = [place for places in inner for place in places]
        yield from found
        reached = max([reached, *(place.end for place in found)])


def _file(plain: str, start: int, end: int, known: KnownSources, reached: int, *, marked: bool = False) -> list[Place]:
    """Return the file that a word names, with the lines that are named with it; what ends before `reached` has been
    told already. `marked`: the word is set as code."""
    start += without_scheme(plain[start:end])
    at = _revision(plain[start:end], known)
    own = start + len(at) + bool(at)
    word = plain[own:end]
    if len(word) < 3 or not (marked or any(mark in word for mark in "./\\:#") or not word.islower()):
        return []
    named = _named(word, _THEN if at and known.commits(at) else known, marked)
    if named is None:
        return []
    path, suffix = named
    end = own + word.index(path) + len(path)
    begin = end - len(path) if at else _begin(plain, end - len(path), end, known, reached)
    low = start if at else begin
    meant = unescape_path(plain[begin:end].replace("\\", "/"))
    lines = _suffixed(plain, suffix, own) if suffix else lines_after(plain, end)
    if lines:
        return [_on(meant, of, low if n == 0 else of[2], of[3], at) for n, of in enumerate(lines)]
    lines = lines_before(plain, low, reached)
    ends = [of[3] for of in lines[:-1]] + [end]
    found = [_on(meant, of, of[2], to, at) for of, to in zip(lines, ends, strict=False)]
    return found or [Place("lines", low, end, meant, at=at)]


def _on(path: str, lines: Lines, start: int, end: int, at: str) -> Place:
    return Place("lines", start, end, path, lines[0], lines[1], at=at)


def _revision(word: str, known: KnownSources) -> str:
    """Return the id of the commit that a word names its file at ("" for none). Letters alone, or figures alone, are an
    id only where the history knows it."""
    found = _AT_COMMIT.match(word)
    if found is None or ((found[1].isdigit() or found[1].isalpha()) and not known.commits(found[1])):
        return ""
    return found[1]


def _named(word: str, known: KnownSources, marked: bool) -> tuple[str, re.Match[str] | None] | None:
    """Return the path in a word, and the lines that end it. A word without any mark of a path is one only where it is
    set as code, or lines end it, and there is such a file; with a folder and lines, any ending will do."""
    suffix = compile_pattern(SUFFIX).search(word)
    hashed = compile_pattern(HASHED).search(word) if suffix is None else None
    if hashed is not None and known.files(word[: hashed.start()]):
        suffix = hashed
    path = (word[: suffix.start()] if suffix else word.rstrip(".:!?…-–—#")).lstrip("~=!&?:").rstrip("~=!&?:")
    path = _EMPHASIS.sub(r"\2", path) if word[-1] == "_" else path
    for one in (path, east(path)):
        bare = (marked or suffix) and _BARE.fullmatch(one) and known.files(one)
        if bare or is_file_name(one, known.files) or (suffix is not None and _BELOW.fullmatch(one)):
            alone = west(one)
            return (alone if alone != one and not known.files(one) and known.files(alone) else one), suffix
    return None


def _suffixed(plain: str, suffix: re.Match[str], start: int) -> list[Lines]:
    first, last, at, _ = lines_of(suffix, start + suffix.start())
    end = start + suffix.end()
    if suffix[2] is None and (wider := spread(plain, end)) is not None and wider[0] > first:
        last, end = wider
    return [(first, last, at, end), *more_lines(plain, end, listed=False)]


def _begin(plain: str, start: int, end: int, known: KnownSources, reached: int) -> int:
    """Return where a path begins that has spaces or brackets in it: only a path that is known can have them."""
    low = max(reached, start - _BEFORE_LONGEST, plain.rfind("\n", 0, start) + 1)
    begins = [word.start() for word in _WORDS.finditer(plain, low, start)] if ".." not in plain[low:end] else []
    return next((at for at in begins if known.files(plain[at:end].replace("\\", "/"))), start)


def _linked(plain: str, found: Iterable[Place]) -> list[Place]:
    """Return the places, with those of a link's text and of its target made one."""
    kept: list[Place] = []
    for place in found:
        before = kept[-1] if kept else place
        lines = {one for one in ((before.first, before.last), (place.first, place.last)) if one[0]}
        alike = before.path.rpartition("/")[2] == place.path.rpartition("/")[2] and len(lines) < 2
        if kept and alike and _LINK.fullmatch(plain, before.end, place.start):
            before.end, before.path = place.end + (plain[place.end : place.end + 1] == ")"), place.path
            before.at = before.at or place.at
            before.first, before.last = next(iter(lines), (0, 0))
        else:
            kept.append(place)
    return kept


def _commits(plain: str, known: KnownSources) -> Iterator[Place]:
    """Yield the hexadecimal ids beside the word "commit", and those that the history knows."""
    for found in _HEX.finditer(plain):
        start, end = found.span()
        named = _COMMIT_BEFORE.search(plain[max(0, start - 80) : start]) or _COMMIT_AFTER.match(plain, end)
        if named is None and (found[0].isdigit() or found[0].isalpha() or not known.commits(found[0])):
            continue
        yield Place("commit", start, end, found[0])


def _titles(plain: str, known: KnownSources, taken: set[int]) -> Iterator[Place]:
    """Yield the titles that are known, and those of documents and notes that are said to be there."""
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
    """Return whether a title stands at a place: in any letter case, except that a single word must be as it is
    written."""
    wanted = title.strip()
    found = plain[at : at + len(wanted)]
    after = plain[at + len(wanted) : at + len(wanted) + 1]
    same = found == wanted if wanted.isalnum() else found.casefold() == wanted.casefold()
    return same and not (after.isalnum() or after == "_")


def _marked(plain: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with the quotation marks and emphasis around it."""
    low, high = start, end
    while low > 0 and start - low < 3 and plain[low - 1] in _MARKS:
        low -= 1
    while high < len(plain) and high - end < 3 and plain[high] in _MARKS:
        high += 1
    return low, high
