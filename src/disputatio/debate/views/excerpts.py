"""What was looked up in a debate so far, for those who speak next (SPEC TURN.7, §17). Read from the record alone, so
that resuming and replaying see the same.

There is one section for each turn that looked something up, to be read before it: the lines that the turn cites with
those around them, short answers whole, and of the rest only what it was, since every participant pays for every line
once more. A line stands there once. Later turns leave the sections of earlier ones as they are: what stands first in a
request and stays is read at a tenth of the price. Where it becomes too much, the oldest sections go, several at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import accumulate

from disputatio.debate.citations.evidence import Item, items_of, subject_of
from disputatio.debate.context import Section
from disputatio.debate.log.events import ToolUse
from disputatio.debate.policy import At
from disputatio.debate.tools import FORM
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import UNAVAILABLE, look_up_activity, looks_up

EXCERPTS = "excerpts"
"""The name of the sections."""
TITLE = "Looked up earlier in this debate"
CHARACTERS = 16_000
"""Characters of all sections; half of them are left when they have become too many."""
SHARE = 4_000
"""Characters of one file or answer in a section."""
SHORT = 1_200
"""Characters of an answer that is shown whole, cited or not."""
AROUND = 2
"""Lines that are shown before and after one that is cited."""
AGAIN = "Looked up before:"
"""How a result begins that only says where the answer stands already."""
LEFT_OUT = "\n… (the record leaves out "
"""What follows the beginning of a result that was too long to be recorded whole."""

_ANYWAY = {"start": 1, "limit": 20}
"""Arguments that a tool takes where it is given none."""
_READ = re.compile(r"(?P<path>.+) at commit [0-9a-f]{4,40}, lines \d+ to \d+ of (?P<total>\d+)")
_LINE = re.compile(r"(\d{1,9})\| ?(.*)")


@value
class Excerpts:
    """`sections`: what is shown, by the path of the turn that looked it up. `lines`: the lines of files that stand in
    it, by path; `totals`: how many lines each of those files has; `answers`: other calls whose whole answer stands in
    it, by name and arguments."""

    sections: Mapping[str, Section]
    lines: Mapping[str, frozenset[int]] = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    answers: frozenset[tuple[str, str]] = frozenset()

    def cover(self, name: str, given: Mapping[str, Json]) -> bool:
        """Return whether all that a call asks for stands here."""
        if name != "read_file":
            return (name, _key(given)) in self.answers
        path = str(given.get("path", "")).strip().removeprefix("./").strip("/")
        total, first, last = self.totals.get(path, 0), _number(given.get("start")), _number(given.get("end"))
        wanted = range(max(first, 1), min(last or total, total) + 1)
        return bool(wanted) and self.lines[path].issuperset(wanted)


def uses_of(at: At) -> list[ToolUse]:
    """Return what was looked up in the turns that a seat may hear, oldest first, without what failed or told
    nothing."""
    return [use for _, use in _made(at)]


def _made(at: At) -> list[tuple[str, ToolUse]]:
    """Return the same, with the path of each turn."""
    if not looks_up(at.debate.context, at.debate.options):
        return []
    heard = [turn for turn in at.past if turn.seat in at.debate.seats and at.hears(turn)]
    made = ((turn.path, use) for turn in heard for use in at.debate.replies[turn.path].tools)
    return [each for each in made if _told(each[1])]


def _told(use: ToolUse) -> bool:
    return not (use.failed or use.name in (UNAVAILABLE, FORM) or use.result.startswith(AGAIN))


def excerpts_of(at: At) -> Excerpts | None:
    """Return what the seat that is to speak can read of it; None while there is nothing."""
    made: dict[str, dict[tuple[str, str], _Piece]] = {}
    for turn, use in _made(at):
        piece, pieces = _piece(use), made.setdefault(turn, {})
        pieces[piece.key] = piece.joined(pieces[piece.key]) if piece.key in pieces else piece
    if not made:
        return None
    checks = ((subject_of(turn.path, turn.data), items_of(turn.data)) for turn in at.past.of("evidence"))
    cited = {path: items for path, items in checks if path in made}
    shown = _Shown()
    for path, pieces in made.items():
        shown.add(path, [*pieces.values()], cited.get(path))
        if shown.size > CHARACTERS:
            kept = shown.newest(CHARACTERS // 2)
            shown = _Shown()
            for each in kept:
                shown.add(each, [*made[each].values()], cited.get(each))
    return shown.excerpts()


@value
class _Piece:
    """Lines of a file; or, with `total` 0, the lines of another answer. `whole`: nothing of it is missing in the
    record."""

    key: tuple[str, str]
    title: str
    lines: Mapping[int, str]
    total: int = 0
    whole: bool = True

    def joined(self, other: _Piece) -> _Piece:
        return replace(self, lines={**other.lines, **self.lines}, whole=self.whole and other.whole)

    def wanted(self, cited: Sequence[Item] | None) -> list[int]:
        """Return the lines that are worth showing: all of a short answer, and of a file what its turn `cited`; as much
        as there is room for where nobody checked what it cites."""
        if cited is None or sum(map(len, self.lines.values())) <= SHORT:
            return sorted(self.lines)
        places = [item for item in cited if self.total and item.path == self.title and item.first]
        near = [n for n in sorted(self.lines) if any(p.first - AROUND <= n <= p.last + AROUND for p in places)]
        blank = {n for n in near if not self.lines[n].strip()}
        return [n for n in near if n not in blank or {n - 1, n + 1} <= {*near} - blank]  # none at an end

    def told(self, numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Yield lines as they stand in the section, with their numbers; what lies between two runs is left out."""
        before = 0
        for number in numbers:
            gap = "…\n" if self.total and number != before + 1 else ""
            yield number, f"{gap}{number}| {self.lines[number]}" if self.total else self.lines[number]
            before = number


class _Shown:
    """The sections while they are put together, oldest first."""

    def __init__(self) -> None:
        self.size = 0
        self._sections: dict[str, Section] = {}
        self._lines: dict[tuple[str, str], set[int]] = {}
        self._totals: dict[str, int] = {}
        self._answers: set[tuple[str, str]] = set()

    def add(self, turn: str, pieces: Sequence[_Piece], cited: Sequence[Item] | None) -> None:
        texts = [text for piece in pieces if (text := self._text(piece, cited))]
        left = sum(not self._complete(piece) for piece in pieces)
        cut = f"{left} of {len(pieces)} answers are shown in part: what was cited."
        if texts or left:
            body = "\n\n".join(texts)
            self._sections[turn] = Section(name=EXCERPTS, title=TITLE, text=body, cut=cut if left else "")
            self.size += len(body)

    def newest(self, room: int) -> list[str]:
        """Return the turns whose sections fit, oldest first; the last one always does."""
        turns = [*reversed(self._sections)]
        sizes = accumulate(len(self._sections[turn].text) for turn in turns)
        kept = [turn for turn, size in zip(turns, sizes, strict=True) if size <= room]
        return kept[::-1] or turns[:1]

    def excerpts(self) -> Excerpts:
        return Excerpts(
            sections=self._sections,
            lines={path: frozenset(lines) for (name, path), lines in self._lines.items() if name == "read_file"},
            totals=self._totals,
            answers=frozenset(self._answers),
        )

    def _text(self, piece: _Piece, cited: Sequence[Item] | None) -> str:
        """Return a piece as it is shown, without the lines that stand in a section already; "" where all of it does."""
        known = self._lines.setdefault(piece.key, set())
        fresh = [number for number in piece.wanted(cited) if number not in known]
        shown: dict[int, str] = {}
        room = SHARE - len(piece.title)
        for number, text in piece.told(fresh):
            room -= len(text) + 1
            if room < 0:
                break
            shown[number] = text
        known.update(shown)
        if piece.total:
            self._totals[piece.title] = piece.total
        elif self._complete(piece):
            self._answers.add(piece.key)
        if not shown and self._complete(piece):
            return ""
        return "\n".join((f"### {piece.title}", *shown.values()))

    def _complete(self, piece: _Piece) -> bool:
        return piece.whole and self._lines[piece.key].issuperset(piece.lines)


def _piece(use: ToolUse) -> _Piece:
    kept, cut, _ = use.result.partition(LEFT_OUT)
    head, *body = kept.split("\n")
    body = body[:-1] if cut else body  # the last one may be half a line
    read = _READ.fullmatch(head) if use.name == "read_file" else None
    if read is not None:
        found = [match for text in body if (match := _LINE.fullmatch(text))]
        lines = {int(match[1]): match[2] for match in found}
        key = ("read_file", read["path"])
        return _Piece(key=key, title=read["path"], lines=lines, total=int(read["total"]), whole=not cut)
    key = (use.name, _key(arguments_of(use)))
    title = look_up_activity(use.name, use.arguments)
    return _Piece(key=key, title=title, lines=dict(enumerate((head, *body), 1)), whole=not cut)


def arguments_of(use: ToolUse) -> dict[str, Json]:
    """Return what a recorded call was given, as far as it can be read."""
    try:
        found = json.loads(use.arguments)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _key(given: Mapping[str, Json]) -> str:
    """Return the same key for calls that say the same: arguments that are empty, off, or what they are by default do
    not count."""
    said = {name: str(found) for name, found in given.items() if found not in (None, "", False, 0, _ANYWAY.get(name))}
    return json.dumps(said, sort_keys=True)


def _number(found: Json) -> int:
    return int(found) if isinstance(found, (int, float)) else 0


def same_call(uses: Sequence[ToolUse], name: str, given: Mapping[str, Json]) -> ToolUse | None:
    """Return the last of some calls that asked for exactly this and was answered."""
    wanted = _key(given)
    same = (use for use in reversed(uses) if use.name == name and _key(arguments_of(use)) == wanted)
    return next((use for use in same if not use.failed), None)
