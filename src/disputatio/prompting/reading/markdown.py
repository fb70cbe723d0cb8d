"""Reading the Markdown that models write: sections under headings of any kind, and the items of a list.

Line by line, each looked at a bounded number of times; nothing here can take more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from disputatio.debate.values import value

_LINE = 2_000
"""Characters of one line that are looked at for marks; what follows is kept as text."""
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>.*?)\s*#*\s*$")
_BOLD = re.compile(r"^\s*(?:\*\*|__)(?P<title>[^*]{1,120}?)(?:\*\*|__)\s*:?\s*$")
_LABEL = re.compile(r"^(?P<title>[^:：|]{1,80})[:：](?!//)\s*(?P<rest>.*)$")
_BULLET = re.compile(
    r"^(?P<indent>\s*)(?:[-*+•‣◦▪●·–—]\s+|\(?\d{1,3}[.)]\s+|\(?[a-zA-Z][.)]\s+|(?=[✅❌✓✗☑⚠❓]))"
    r"(?:\[[ xX]\]\s+)?(?P<text>.*)$"
)
_FENCE = re.compile(r"^\s*(?:```|~~~)")
_TICKS = re.compile(r"(`+)")
_NUMBERING = re.compile(r"^\s*(?:\(?\d{1,3}[.):]|[-*+•])\s*")
_DECORATION = re.compile(r"[^\w\s'/&+-]+")
_COUNT = re.compile(r"\([^()]{0,40}\)")
_NOTHING = frozenset(
    """none|n/a|na|nothing|no points|none at this time|none so far|nothing to add|no items|not applicable|-|empty|nil
    |no disagreements|no agreements|no disagreement|nothing here|no unverifiable points|none identified|none found"""
    .replace("\n", "").replace("    |", "|").split("|")
)  # fmt: skip


@value
class Part:
    """A section: its title, what the caller takes it for, what follows the title on its line, and its lines."""

    title: str
    key: str
    inline: str = ""
    lines: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join((self.inline, *self.lines)).strip()


Known = Callable[[str, bool], str]
"""(title, whether it is marked as a heading) -> the key of the section that it begins, or ""."""


def title_of(text: str) -> str:
    """Return a heading's words: lower case, without marks, numbering, counts and emoji."""
    plain = _NUMBERING.sub("", text.replace("**", "").replace("__", ""))
    return " ".join(_DECORATION.sub(" ", _COUNT.sub("", plain)).casefold().split())


def sections(text: str, known: Known) -> list[Part]:
    """Return the sections whose title the caller knows, in order. `known` gives their key.

    Other headings end a section too. Fenced code belongs to no section.
    """
    found: list[Part] = []
    title = key = inline = ""
    lines: list[str] = []

    def close() -> None:
        if key:
            found.append(Part(title=title, key=key, inline=inline, lines=tuple(lines)))

    for line in _unfenced(text):
        heading = _heading(line, known)
        if heading is None:
            lines.append(line)
            continue
        close()
        (title, key, inline), lines = heading, []
    close()
    return found


Rest = Callable[[Part], Iterable[str] | None]
"""The lines of a section that are not read for its key; None where it says nothing for that."""


def without_sections(text: str, known: Known, rest: Rest) -> str:
    """The text without what is read from the sections whose title the caller knows: of each key from the last one that
    says something, and in a fence from every one, since forms stand there and no prose. What stands under the same
    title before is part of what the text says; a title of theirs under which nothing stands is left out."""
    kept: list[str] = []
    read: set[str] = set()
    lines = text.splitlines()
    for (start, key, inline, fenced), (end, *_) in reversed(list(pairwise(_begun(lines, known)))):
        part = Part(title="", key=key, inline=inline, lines=tuple(_unfenced("\n".join(lines[start + 1 : end]))))
        empty = bool(key) and not (inline or "".join(part.lines).strip())
        left = [] if empty else rest(part) if key and (fenced or key not in read) else None
        if left is not None and not (fenced or empty):
            read.add(key)
        kept[:0] = lines[start:end] if left is None else left
    return "\n".join(kept)


def _begun(lines: list[str], known: Known) -> list[tuple[int, str, str, bool]]:
    """Return where each section begins, its key, what follows its title on the line, and whether it is in a fence; what
    goes before the first one, and the end, as sections without a key."""
    found = [(0, "", "", False)]
    fenced = False
    for number, line in enumerate(lines):
        if _FENCE.match(line[:20]):
            fenced = not fenced
            if found[-1][3]:
                found.append((number, "", "", False))
        elif heading := _heading(line, known):
            found.append((number, *heading[1:], fenced))
    return [*found, (len(lines), "", "", False)]


def _heading(line: str, known: Known) -> tuple[str, str, str] | None:
    """Return (title, key, rest of the line) of a line that begins a section, else None."""
    short = line[:_LINE]
    marked = _HEADING.match(short) or _BOLD.match(short)
    if marked:
        inner = marked["title"].replace("**", "").strip()
        label = _LABEL.match(inner)
        if label and known(title_of(label["title"]), True):
            return _titled(label["title"], label["rest"], known, True)
        return _titled(inner, "", known, True)
    plain = _NUMBERING.sub("", short.replace("**", "").replace("__", ""), count=1).strip()
    if not plain or plain[0] in "{[\"'":
        return None
    label = _LABEL.match(plain)
    if label and known(title_of(label["title"]), False):
        return _titled(label["title"], label["rest"] + line[_LINE:], known, False)
    if len(plain) <= 60 and plain[0].isupper() and not plain.endswith((".", ",", ";")):
        return _titled(plain, "", known, False) if known(title_of(plain), False) else None
    return None


def _titled(title: str, rest: str, known: Known, marked: bool) -> tuple[str, str, str]:
    words = title_of(title)
    return words, known(words, marked), rest.strip()


def _unfenced(text: str) -> Iterator[str]:
    fenced = False
    for line in text.splitlines():
        if _FENCE.match(line[:20]):
            fenced = not fenced
        elif not fenced:
            yield line


def without_fences(text: str) -> str:
    """Return the text without fenced code."""
    return "\n".join(_unfenced(text))


def bullets(lines: tuple[str, ...] | list[str], inline: str = "") -> list[str]:
    """Return the items of a list. Deeper items and continued lines belong to the item above them; without any bullet
    every line is an item, unless it goes on with the sentence of the line before."""
    marks = [(_BULLET.match(line[:_LINE]), line) for line in lines]
    items = _listed(marks) if any(match for match, _ in marks) else _paragraphs(lines)
    return [text for text in map(tidy, [inline, *items]) if text and not says_nothing(text)]


def _listed(marks: list[tuple[re.Match[str] | None, str]]) -> list[str]:
    items: list[str] = []
    base = min(len(match["indent"].expandtabs(4)) for match, _ in marks if match)
    gap = False
    for match, line in marks:
        if match and len(match["indent"].expandtabs(4)) <= base + 1:
            items.append(match["text"] + line[_LINE:])
        elif not line.strip():
            gap = True
            continue
        elif items and (match or not gap or line[:1].isspace()):
            items[-1] += f" — {match['text']}" if match else f" {line.strip()}"
        gap = False
    return items


def beside(lines: tuple[str, ...]) -> list[str]:
    """Return the lines that belong to no item of a list: what goes before its first item, and paragraphs after a gap.
    Without any bullet every line is an item, unless the first says that there is none."""
    marked = any(_BULLET.match(line[:_LINE]) for line in lines)
    told = [*filter(str.strip, lines)]
    if not marked:
        return told[1:] if told and says_nothing(told[0]) else []
    found: list[str] = []
    listed = gap = False
    for line in lines:
        if _BULLET.match(line[:_LINE]):
            listed, gap = True, False
        elif not line.strip():
            gap = True
        elif not listed or (gap and not line[:1].isspace()):
            found.append(line)
    return found


def _paragraphs(lines: tuple[str, ...] | list[str]) -> list[str]:
    items: list[str] = []
    for before, line in pairwise(("", *lines)):
        plain = line.strip()
        goes_on = items and before.strip() and before.rstrip()[-1] not in ".;:!?" and plain[:1].islower()
        if goes_on:
            items[-1] += f" {plain}"
        elif plain:
            items.append(plain)
    return items


def tidy(text: str) -> str:
    """Return one line of text without the emphasis marks around it. What stands in code stays as it is quoted."""
    plain = " ".join(_not_bold(text).split())
    return plain.strip().strip("*").strip()


def _not_bold(text: str) -> str:
    """Return a text without the marks of bold, except in code spans, where they are what is quoted."""
    parts = _TICKS.split(text)
    last = {part: at for at, part in enumerate(parts) if at % 2}
    code = -1  # up to where the span that was opened last reaches
    for at, part in enumerate(parts):
        if at <= code:
            continue
        if at % 2 == 0:
            parts[at] = part.replace("**", "")
        elif last[part] > at:
            code = parts.index(part, at + 1)
    return "".join(parts)


def says_nothing(text: str) -> bool:
    """Return whether an item says that there is none."""
    return text.strip(" .()*_[]-–—").casefold() in _NOTHING or not text.strip(" .()*_[]-–—|")


def rows(text: str) -> list[list[str]]:
    """Return the cells of table rows, without the header's ruler."""
    found = []
    for line in _unfenced(text):
        plain = line.strip()
        if plain.startswith("|") and plain.count("|") >= 3:
            cells = [tidy(cell) for cell in plain.strip("|").split("|")]
            if any(cell.strip(":- ") for cell in cells):
                found.append(cells)
    return found
