"""What a rehearsal can draw on: the lines of the loaded context, each with where it stands.

Lines of file excerpts (`### path`, then `12| code`) have a path and a number and can be cited; lines of other sections
are quoted under the section's title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from disputatio.debate.citations.notations import is_secondary
from disputatio.debate.citations.quotations import WRAPPED
from disputatio.debate.context import GLIMPSES, Section
from disputatio.debate.sameness import content
from disputatio.debate.values import value
from disputatio.prompting.request import Brief

_FILE = re.compile(r"^### (?P<path>\S[^\n]{0,300})$")
_NUMBERED = re.compile(r"^\s*(?P<number>\d{1,7})\|(?: (?P<code>.*))?$")
_NAMES = re.compile(r"[a-z]+|[A-Z][a-z]+|[A-Z]+(?![a-z])|\d+")
_ASKED_BESIDE = content("test tests example examples benchmark benchmarks")
BESIDE = 0.5
"""How much a line of a test or an example counts beside one of what it tests."""
_TICKS = re.compile(r"`+")
LONGEST = 200
"""Characters of a line that may be quoted whole; longer ones are not used."""

_AMID = re.compile(r"[^\w]*[a-z]")
"""A line of prose that begins in the middle of a sentence."""
_PROSE = (".md", ".rst", ".txt", ".adoc")


@value
class Line:
    """A line of the context. `path` and `number` are empty where the section gives none."""

    section: str
    title: str
    text: str
    path: str = ""
    number: int = 0
    verified: bool = False
    words: frozenset[str] = field(default_factory=frozenset, compare=False)

    @property
    def place(self) -> str:
        return f"{self.path}:{self.number}" if self.path else self.title

    @property
    def quote(self) -> str:
        """The line as it stands, with its place."""
        mark = "`" * (max(map(len, _TICKS.findall(self.text)), default=0) + 1)
        pad = " " if len(mark) > 1 else ""
        return f"`{self.place}`: {mark}{pad}{self.text}{pad}{mark}" if self.path else f"{self.title}: “{self.text}”"


@value
class Material:
    """All usable lines, in the order of the context; `counts`: in how many of them each word stands."""

    lines: tuple[Line, ...] = ()
    counts: dict[str, int] = field(default_factory=dict, compare=False)

    def about(self, words: frozenset[str], least: int = 1) -> list[Line]:
        """Return the lines that share words, best first: a word counts for more the fewer lines have it, and lines of
        tests and examples count for less unless they are asked for; of equal lines, those that can be cited go
        first."""
        scored = []
        beside = 1.0 if words & _ASKED_BESIDE else BESIDE
        for at, line in enumerate(self.lines):
            shared = words & line.words
            if len(shared) >= least:
                weight = beside if is_secondary(line.path) else 1.0
                scored.append((-round(weight * sum(1 / self.counts[word] for word in shared), 6), not line.path, at))
        return [self.lines[at] for _, _, at in sorted(scored)]

    def at(self, place: str) -> Line | None:
        """Return the line at `path:number`."""
        return next((line for line in self.lines if line.path and line.place == place), None)


def material(brief: Brief) -> Material:
    """Return the lines of the brief's context."""
    return _material((*brief.sections, *brief.excerpts.values()))


@lru_cache(maxsize=16)
def _material(sections: tuple[Section, ...]) -> Material:
    lines = tuple(line for section in sections for line in _lines(section))
    return Material(lines=lines, counts=dict(Counter(word for line in lines for word in line.words)))


def _lines(section: Section) -> Iterable[Line]:
    path, fenced = "", False
    before: tuple[int, str] = (0, "")
    for raw in section.text.split("\n"):
        header = _FILE.match(raw)
        numbered = _NUMBERED.match(raw) if path else None
        fenced ^= raw.lstrip().startswith("```")
        if header and section.name != "readme":
            path, before = header["path"].strip(), (0, "")
        elif numbered:
            number, text = int(numbered["number"]), (numbered["code"] or "").strip()
            known = before[1] if number == before[0] + 1 else None
            before = number, text
            if usable(text) and _alone(text, known, path):
                yield _line(section, text, path, number)
        else:
            text, known, before = raw.strip(), before[1], (0, raw.strip())
            if (
                section.name not in ("tree", "files", GLIMPSES)
                and usable(text)
                and not fenced
                and _alone(text, known, path)
            ):
                yield _line(section, text.lstrip("#-*> ").strip())


def _alone(text: str, before: str | None, path: str) -> bool:
    """Return whether a line says by itself what it says in its place: it does not where the line before it ends with
    "not". That line is None where it is not known; then prose has to begin like a sentence."""
    if before is None:
        return not (path.lower().endswith(_PROSE) and _AMID.match(text))
    return not (before and before.rsplit(None, 1)[-1].casefold() in WRAPPED)


def usable(text: str) -> bool:
    """Return whether a line says something that can be quoted: words, not too long, nothing cut off or held back."""
    return (
        12 <= len(text) <= LONGEST and not text.endswith("…") and "held back" not in text and len(words_of(text)) >= 2
    )


def _line(section: Section, text: str, path: str = "", number: int = 0) -> Line:
    return Line(
        section=section.name, title=section.title or section.name, text=text, path=path, number=number,
        verified=section.verified, words=words_of(text),
    )  # fmt: skip


def words_of(text: str) -> frozenset[str]:
    """Return the content words of a line, and the parts of the names in it (`max_retries`, `WriteAheadLog`)."""
    parts = " ".join(_NAMES.findall(text)) if re.search(r"[a-z][A-Z]|_", text) else ""
    return content(text) | content(parts)
