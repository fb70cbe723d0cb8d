"""What was looked up in a debate so far, as a section for those who speak next (SPEC TURN.7, §17): the lines of files,
each once, and what other calls answered. Read from the record alone, so that resuming and replaying see the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from disputatio.debate.context import Section
from disputatio.debate.log.events import ToolUse
from disputatio.debate.policy import At
from disputatio.debate.values import Json, value
from disputatio.debate.views.look_ups import UNAVAILABLE, look_up_activity, looks_up

EXCERPTS = "excerpts"
"""The name of the section."""
TITLE = "Looked up earlier in this debate"
CHARACTERS = 16_000
SHARE = 8_000
"""Characters of one file or answer."""
LEAST = 200
"""Characters from which on an excerpt is worth a heading."""
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
    """`section`: what is shown. `lines`: the lines of files that stand in it, by path; `totals`: how many lines each of
    those files has; `answers`: other calls whose whole answer stands in it, by name and arguments."""

    section: Section
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
    if not looks_up(at.debate.context, at.debate.options):
        return []
    made = (use for turn in at.past if at.hears(turn) for use in at.debate.replies[turn.path].tools)
    return [use for use in made if not (use.failed or use.name == UNAVAILABLE or use.result.startswith(AGAIN))]


def excerpts_of(at: At) -> Excerpts | None:
    """Return what the seat that is to speak can read of it; None while there is nothing."""
    pieces: dict[tuple[str, str], _Piece] = {}
    for use in uses_of(at):
        piece = _piece(use)
        before = pieces.pop(piece.key, None)
        pieces[piece.key] = piece if before is None else replace(piece, lines={**before.lines, **piece.lines})
    if not pieces:
        return None
    said = [turn.text for turn in at.past if turn.message and at.hears(turn)]
    newest = list(pieces.values())[::-1]
    return _composed(sorted(newest, key=lambda piece: -piece.cited(said)))


@value
class _Piece:
    """A file, with the lines of it that were read; or, with `total` 0, the lines of another answer."""

    key: tuple[str, str]
    title: str
    lines: Mapping[int, str]
    total: int = 0
    whole: bool = True

    def cited(self, said: Sequence[str]) -> int:
        """Return how often it was named since, where it is a file."""
        return sum(text.count(self.title) for text in said) if self.total else 0

    def told(self) -> Iterator[tuple[int, str]]:
        """Yield each line as it stands in the section, with its number; what lies between two runs is left out."""
        before = 0
        for number, text in sorted(self.lines.items()):
            gap = "…\n" if self.total and number != before + 1 else ""
            yield number, f"{gap}{number}| {text}" if self.total else text
            before = number


def _piece(use: ToolUse) -> _Piece:
    kept, cut, _ = use.result.partition(LEFT_OUT)
    head, *body = kept.split("\n")
    body = body[:-1] if cut else body  # the last one may be half a line
    read = _READ.fullmatch(head) if use.name == "read_file" else None
    if read is not None:
        found = [match for text in body if (match := _LINE.fullmatch(text))]
        lines = {int(match[1]): match[2] for match in found}
        return _Piece(key=("read_file", read["path"]), title=read["path"], lines=lines, total=int(read["total"]))
    key = (use.name, _key(arguments_of(use)))
    title = look_up_activity(use.name, use.arguments)
    return _Piece(key=key, title=title, lines=dict(enumerate((head, *body), 1)), whole=not cut)


def _composed(pieces: Sequence[_Piece]) -> Excerpts:
    told: list[str] = []
    lines: dict[str, frozenset[int]] = {}
    answers: set[tuple[str, str]] = set()
    left, room = 0, CHARACTERS
    for piece in pieces:
        shown = _fitting(piece, min(SHARE, room))
        left += len(shown) < len(piece.lines)
        if not shown:
            continue
        told.append("\n".join((f"### {piece.title}", *shown.values())))
        room -= len(told[-1]) + 2
        if piece.total:
            lines[piece.title] = frozenset(shown)
        elif piece.whole and len(shown) == len(piece.lines):
            answers.add(piece.key)
    cut = f"{left} of {len(pieces)} are shown in part or not at all (limit {CHARACTERS:,} characters)" if left else ""
    return Excerpts(
        section=Section(name=EXCERPTS, title=TITLE, text="\n\n".join(told), cut=cut),
        lines=lines,
        totals={piece.title: piece.total for piece in pieces if piece.title in lines},
        answers=frozenset(answers),
    )


def _fitting(piece: _Piece, room: int) -> dict[int, str]:
    """Return the first lines that fit under the heading."""
    room -= len(piece.title) + len("### ")
    shown: dict[int, str] = {}
    for number, text in piece.told() if room >= LEAST else ():
        room -= len(text) + 1
        if room < 0:
            break
        shown[number] = text
    return shown


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
